//! One record in the place of another, said by both.

use crate::dialect::labels_of;
use crate::text::last_segment;
use crate::yaml::{Key, Mapping, Value};
use crate::{Decision, Dialect, LinkKind, Names, StatusKind, front_matter};

use super::head::{self, Place, eol_of};
use super::kept::{Freely, is_kept};
use super::quote::{self, Style};
use super::status::{self, Spot};
use super::{Edit, EditError, Source, block, field};

const SUPERSEDED_BY: &[&str] = &[
    "superseded-by",
    "superceded-by",
    "replaced-by",
    "obsoleted-by",
];
const SUPERSEDES: &[&str] = &["supersedes", "supercedes", "replaces", "obsoletes"];

/// Fields that change with the status of a record.
const STATUS_FIELDS: &[&str] = &["status", "adr_status", "decision-status", "state", "stage"];

/// Keys behind which `supersedes` stands well.
const NEIGHBOURS: &[&str] = &["status", "date"];

/// The texts of two records of which the second takes the place of the first, each in its own manner: a
/// field, a label, a line of the section Status, with a link where the place has links.
///
/// The records are those that the bytes read as. Where an end says so already it comes back as it was, so
/// that a second time nothing changes.
///
/// # Errors
///
/// Where one of the ends cannot be edited; then neither is to be written.
pub fn supersede(
    old: (&Decision, &[u8]),
    new: (&Decision, &[u8]),
) -> Result<(String, String), EditError> {
    let retired = Source::of(old.1)?.named(old.0);
    let heir = Source::of(new.1)?.named(new.0);
    let old_text = if says(&retired.record, LinkKind::SupersededBy, &heir.record)
        && is_retired(&retired.record)
    {
        retired.unchanged()
    } else {
        retire(&retired, &heir.record)?
    };
    let new_text = if says(&heir.record, LinkKind::Supersedes, &retired.record) {
        heir.unchanged()
    } else {
        inherit(&heir, &retired.record)?
    };
    Ok((old_text, new_text))
}

fn is_retired(record: &Decision) -> bool {
    record
        .status
        .as_ref()
        .is_some_and(|status| status.kind == StatusKind::Superseded)
}

/// Whether a record names another one with a link of a kind.
fn says(record: &Decision, kind: LinkKind, other: &Decision) -> bool {
    let names = Names::of(std::slice::from_ref(other), |_| true);
    let mut links = record.links.iter().filter(|link| link.kind == kind);
    links.any(|link| names.by_words(&link.target).is_some())
}

fn retire(source: &Source<'_>, heir: &Decision) -> Result<String, EditError> {
    let record = &source.record;
    let capital = record
        .status
        .as_ref()
        .map_or(Dialect::of(record) == Dialect::Nygard, |status| {
            status.text.starts_with(char::is_uppercase)
        });
    let words = if capital {
        "Superseded by"
    } else {
        "superseded by"
    };
    let is_right = |after: &Decision, keys: &[&str]| {
        let free = Freely {
            status: true,
            links: true,
            ..Freely::default()
        };
        is_retired(after)
            && says(after, LinkKind::SupersededBy, heir)
            && is_kept(record, after, free, keys)
    };
    // A field of its own for it keeps the status a word.
    let own_field = source.head()?.and_then(|(_, mapping)| {
        let key = SUPERSEDED_BY.iter().find_map(|key| mapping.get(key))?;
        matches!(key.value, Value::Null | Value::Text(_)).then(|| key.key.to_string())
    });
    if let Some(key) = own_field {
        let mut edits = field::edits(source, &key, stem(heir), &[])?;
        let word = if capital { "Superseded" } else { "superseded" };
        edits.extend(status::edits(source, word)?);
        return source.with(edits, |after| {
            is_right(after, &[&[key.as_str()], STATUS_FIELDS].concat())
        });
    }
    let reference = match status::spot(source)? {
        Spot::Label(_) | Spot::Section(_) => link(record, heir),
        Spot::Field(_) | Spot::Nowhere => stem(heir).to_owned(),
    };
    let edits = status::edits(source, &format!("{words} {reference}"))?;
    source.with(edits, |after| is_right(after, STATUS_FIELDS))
}

fn inherit(source: &Source<'_>, retired: &Decision) -> Result<String, EditError> {
    let record = &source.record;
    let head = source.head()?;
    let key = head.as_ref().and_then(|(_, mapping)| {
        let key = SUPERSEDES.iter().find_map(|key| mapping.get(key))?;
        Some(key.key.to_string())
    });
    let key = key.as_deref().unwrap_or("supersedes");
    let edits = match (&head, status::spot(source)?) {
        (Some((span, mapping)), _) if says_more_than_scope(record, mapping, key) => {
            let reference = stem(retired).to_owned();
            match mapping.get(key).filter(|field| field.value != Value::Null) {
                Some(field) => {
                    let place = Place::of(source.text, span, mapping, field);
                    vec![head::add_to_field(
                        source.text,
                        &place,
                        &field.value,
                        &[reference],
                    )?]
                }
                None if mapping.get(key).is_some() => field::edits(source, key, &reference, &[])?,
                None => {
                    let at = head::behind(source.text, span, mapping, NEIGHBOURS);
                    let eol = eol_of(&source.text[..span.start]);
                    let value = quote::styled(&reference, Style::Plain, true);
                    let is_block = block::has_items(&source.text[span.clone()]);
                    let line = if is_block {
                        let lead = block::usual_item(&source.text[span.clone()]);
                        format!("{key}:{eol}{lead}{value}{eol}")
                    } else {
                        format!("{key}: [{value}]{eol}")
                    };
                    vec![Edit::insert(at, line)]
                }
            }
        }
        (_, Spot::Section(span)) => {
            let line = format!("Supersedes {}", link(record, retired));
            let eol = source.eol();
            let lines = status::said(source.text, span.clone());
            match lines.last() {
                Some(last) => vec![Edit::insert(last.end, format!("{eol}{eol}{line}"))],
                None => vec![Edit::insert(span.start, format!("{eol}{line}{eol}"))],
            }
        }
        (_, Spot::Label(_)) => {
            let link = link(record, retired);
            match labelled(source, &link) {
                Some(edit) => vec![edit],
                None => field::edits(source, key, stem(retired), NEIGHBOURS)?,
            }
        }
        _ => field::edits(source, key, stem(retired), NEIGHBOURS)?,
    };
    source.with(edits, |after| {
        let free = Freely {
            links: true,
            ..Freely::default()
        };
        let in_force = |record: &Decision| record.status.as_ref().map(|status| status.kind);
        in_force(after) == in_force(record)
            && says(after, LinkKind::Supersedes, retired)
            && is_kept(record, after, free, &[key])
    })
}

/// Whether the front matter is where a record says what it supersedes. In one that says its status in the
/// text it may hold nothing but the scope that the record was given later.
fn says_more_than_scope(record: &Decision, mapping: &Mapping<'_>, key: &str) -> bool {
    let is_text = matches!(Dialect::of(record), Dialect::Nygard | Dialect::Labels);
    !mapping.fields.is_empty() && (!is_text || mapping.get(key).is_some())
}

/// `* Supersedes: …`, in a label that is there or in one beside the status.
fn labelled(source: &Source<'_>, link: &str) -> Option<Edit> {
    let labels = labels_of(&source.record, false);
    let present = SUPERSEDES.iter().find_map(|key| labels.get(Key::new(key)));
    match present {
        Some(label) => {
            let end = label.value_start + label.value.len();
            let has =
                label.value.contains("](") || label.value.contains(|c: char| c.is_ascii_digit());
            Some(if has {
                Edit::insert(end, format!(", {link}"))
            } else {
                Edit {
                    at: label.value_start..end,
                    with: link.to_owned(),
                }
            })
        }
        None => status::label_behind_status(source).map(|edit| edit("Supersedes", link)),
    }
}

/// The name by which links mean a record whatever its number: the last part of its slug.
fn stem(record: &Decision) -> &str {
    last_segment(&record.slug)
}

/// A Markdown link from one record to another, with the words of its heading.
fn link(from: &Decision, to: &Decision) -> String {
    let heading = to.sections.first().filter(|section| section.level == 1);
    let has_title = front_matter::fields(to).get("title").is_some();
    let words = match heading.filter(|_| !has_title) {
        Some(section) => &to.text()[section.heading.clone()],
        None => to.title.as_str(),
    };
    let words: String = crate::markdown::plain(words).replace(['[', ']'], "");
    format!("[{words}]({})", relative(&from.path, &to.path))
}

/// The path of a file as seen from the folder of another.
pub(super) fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let same = from[..from.len() - 1]
        .iter()
        .zip(&to[..to.len() - 1])
        .take_while(|(one, other)| one == other)
        .count();
    let mut path = "../".repeat(from.len() - 1 - same);
    path.push_str(&to[same..].join("/"));
    // Spaces and brackets would end the target of a link.
    path.replace('%', "%25")
        .replace(' ', "%20")
        .replace('(', "%28")
        .replace(')', "%29")
}
