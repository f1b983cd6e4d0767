//! Another number for a record, and what other records say of it.

use std::ops::Range;

use crate::dialect::{ID_KEYS, file_number, split_number};
use crate::lint::{link_targets, resolve};
use crate::text::{last_segment, number_at_end};
use crate::yaml::Key;
use crate::{Decision, Link, LinkKind};

use super::kept::{Freely, is_kept};
use super::supersede::relative;
use super::{Edit, EditError, Source, field};

const TITLE: Key<'_> = Key::new("title");

/// Fields in which a record names others.
const LINK_FIELDS: &[&str] = &[
    "status",
    "adr_status",
    "superseded-by",
    "supersedes",
    "replaces",
    "amends",
    "updates",
    "related",
    "relates-to",
    "links",
    "references",
];

/// The text of a record whose own number becomes another one: in its title and in the identifier of its
/// front matter, each with its letters and at least as many digits as before. The name of the file is left to the
/// caller; where the text carries no number, it comes back as it was.
///
/// # Errors
///
/// Where the record would then read differently in anything but its title and identifier.
pub fn set_number(record: &Decision, bytes: &[u8], number: u64) -> Result<String, EditError> {
    let source = Source::of(bytes)?.named(record);
    let of_file = file_number(&record.slug).and_then(number_in);
    let renumbered = |text: &str| -> Option<String> {
        let (start, old) = number_at_end(text)?;
        let width = text.len() - start;
        (Some(old) == of_file).then(|| format!("{}{number:0width$}", &text[..start]))
    };
    let mut edits = Vec::new();
    let mut changed = Vec::new();
    let mut has_title = false;
    if let Some((_, mapping)) = source.head()? {
        for key in ID_KEYS {
            if let Some(found) = mapping.field(*key)
                && let Some(id) = found.value.as_text().and_then(renumbered)
            {
                edits.extend(field::edits(&source, &found.key, &id, &[])?);
                changed.push(key.name);
            }
        }
        if let Some(found) = mapping.field(TITLE) {
            has_title = true;
            let title = found.value.as_text().unwrap_or_default();
            if let Some(title) = with_number(title, &record.slug, &renumbered) {
                edits.extend(field::edits(&source, &found.key, &title, &[])?);
                changed.push(TITLE.name);
            }
        }
    }
    let heading = record.sections.first().filter(|section| section.level == 1);
    if let Some(section) = heading.filter(|_| !has_title) {
        let words = &source.text[section.heading.clone()];
        if let Some(title) = with_number(words, &record.slug, &renumbered) {
            edits.push(Edit {
                at: section.heading.clone(),
                with: title,
            });
        }
    }
    if edits.is_empty() {
        return Ok(source.unchanged());
    }
    let free = Freely {
        name: true,
        ..Freely::default()
    };
    source.with(edits, |after| {
        is_kept(&source.record, after, free, &changed)
    })
}

fn with_number(
    title: &str,
    slug: &str,
    renumbered: &impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let (number, _) = split_number(title, file_number(slug));
    let number = number?;
    let start = title.find(number)?;
    let new = renumbered(number)?;
    Some(format!(
        "{}{new}{}",
        &title[..start],
        &title[start + number.len()..]
    ))
}

fn number_in(text: &str) -> Option<u64> {
    number_at_end(text).map(|(_, number)| number)
}

/// The path of a record's file with another number in its name, which has at least as many digits as before;
/// none where the name has no number.
pub fn renumbered_path(path: &str, number: u64) -> Option<String> {
    let name = last_segment(path);
    let folder = &path[..path.len() - name.len()];
    let of_file = file_number(name.rsplit_once('.').map_or(name, |(stem, _)| stem))?;
    let (start, _) = number_at_end(of_file)?;
    let width = of_file.len() - start;
    Some(format!(
        "{folder}{}{number:0width$}{}",
        &of_file[..start],
        &name[of_file.len()..]
    ))
}

/// The text of a record in which links to the file `old` lead to the file `new`, both from the repository
/// root: Markdown links, with the number at the beginning of their words, and declared links that name the
/// file or its slug. A number alone may mean another record and is left as it is.
///
/// `record` is what the bytes read as; its path is where the links count from.
///
/// # Errors
///
/// Where the record would then read differently in anything but its links.
pub fn retarget(
    record: &Decision,
    bytes: &[u8],
    old: &str,
    new: &str,
) -> Result<String, EditError> {
    let source = Source::of(bytes)?.named(record);
    let text = source.text;
    let (old_stem, new_stem) = (stem(old), stem(new));
    let mut edits: Vec<Edit> = link_targets(record)
        .into_iter()
        .filter(|span| resolve(&record.path, &text[span.clone()]).as_deref() == Some(old))
        .flat_map(|span| {
            let words = words_renumbered(text, span.start, old_stem, new_stem);
            words.into_iter().chain([Edit {
                with: target_to(record, &text[span.clone()], new),
                at: span,
            }])
        })
        .collect();
    if record.links.iter().any(is_declared) {
        let in_head = &text[..record.body_start()];
        edits.extend(whole_words(in_head, old_stem).map(|at| Edit {
            at,
            with: new_stem.to_owned(),
        }));
    }
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    edits.dedup_by(|later, earlier| later.at.start < earlier.at.end);
    if edits.is_empty() {
        return Ok(source.unchanged());
    }
    let free = Freely {
        links: true,
        status: true,
        ..Freely::default()
    };
    source.with(edits, |after| {
        let kind = |record: &Decision| record.status.as_ref().map(|status| status.kind);
        let before = &source.record;
        kind(before) == kind(after) && is_kept(before, after, free, LINK_FIELDS)
    })
}

/// The last part of the slug that a record's file gives it.
fn stem(path: &str) -> &str {
    let path = ["/README.md", "/index.md"]
        .iter()
        .find_map(|name| path.strip_suffix(name))
        .unwrap_or(path);
    let name = last_segment(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Whether a link stands in a field and not in a sentence.
fn is_declared(link: &Link) -> bool {
    link.kind != LinkKind::Mentions && link.sentence.is_empty()
}

/// A link's target that leads to `new` as `target` led to another file.
fn target_to(record: &Decision, target: &str, new: &str) -> String {
    let tail = target.find(['#', '?']).map_or("", |at| &target[at..]);
    let dot = if target.starts_with("./") { "./" } else { "" };
    format!("{dot}{}{tail}", relative(&record.path, new))
}

/// The number at the beginning of the words of a link, where it is that of the file it leads to.
fn words_renumbered(text: &str, target: usize, old_stem: &str, new_stem: &str) -> Option<Edit> {
    let words = words_before(text, target)?;
    let number = file_number(old_stem).and_then(number_in)?;
    let (start, end) = leading_digits(text, words)?;
    let is_old = text[start..end].parse::<u64>().ok()? == number;
    let new_number = file_number(new_stem).and_then(number_in)?;
    let width = end - start;
    is_old.then(|| Edit {
        at: start..end,
        with: format!("{new_number:0width$}"),
    })
}

/// The span of the words of a link whose target begins at `target`.
fn words_before(text: &str, target: usize) -> Option<Range<usize>> {
    let end = text[..target].rfind("](")?;
    let start = text[..end].rfind('[')? + 1;
    (!text[start..end].contains('\n')).then_some(start..end)
}

/// The first digits of the words, where nothing but letters and marks of a series stand before them.
fn leading_digits(text: &str, words: Range<usize>) -> Option<(usize, usize)> {
    let inner = &text[words.clone()];
    let at = inner.find(|c: char| c.is_ascii_digit())?;
    let before = inner[..at].trim_matches(|c: char| !c.is_ascii_alphabetic());
    let is_series = before.len() <= 8 && before.bytes().all(|byte| byte.is_ascii_alphabetic());
    let digits = inner[at..].bytes().take_while(u8::is_ascii_digit).count();
    is_series.then_some((words.start + at, words.start + at + digits))
}

/// Where a name stands on its own, not as a part of a longer one.
fn whole_words<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    text.match_indices(name)
        .filter(move |(at, _)| {
            !joins(text[..*at].chars().next_back())
                && !joins(text[at + name.len()..].chars().next())
        })
        .map(|(at, _)| at..at + name.len())
}
