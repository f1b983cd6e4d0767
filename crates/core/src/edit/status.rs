//! Setting where a record stands, in the place where it says so.

use std::ops::Range;

use crate::dialect::{Label, STATUS_KEYS, labels_of, status_kind_of};
use crate::markdown::{Kind, Lines, State, plain};
use crate::{Decision, SectionKind};

use super::kept::{Freely, is_kept};
use super::{Edit, EditError, Source, field};

/// Keys behind which a new status stands well.
const NEIGHBOURS: &[&str] = &["date", "description", "title", "name", "id"];

/// The text of a record with its status set to the words given, in its own dialect: in the field, in the
/// label (of a list, in bold, in a table) or in the section that it has for it.
///
/// A record that says nothing about its status gets a field in its front matter; one without front
/// matter a label beside its others, or else a front matter. The status may hold a Markdown link; in a front matter it
/// is text as written.
///
/// # Errors
///
/// Where the present status has a shape that is not edited, or another line of the record would still
/// say otherwise.
pub fn set_status(bytes: &[u8], status: &str) -> Result<String, EditError> {
    let source = Source::of(bytes)?;
    match edits(&source, status)? {
        edits if edits.is_empty() => Ok(source.unchanged()),
        edits => source.with(edits, |after| reads_as(&source.record, after, status)),
    }
}

/// Whether the record has the status, and all but what goes with it is as it was.
pub(super) fn reads_as(before: &Decision, after: &Decision, status: &str) -> bool {
    let free = Freely {
        status: true,
        ..Freely::default()
    };
    let is_set = after.status.as_ref().is_some_and(|after| {
        after.text == plain(status) && after.kind == status_kind_of(&after.text)
    });
    let keys: Vec<&str> = STATUS_KEYS.iter().map(|key| key.name).collect();
    is_set && is_kept(before, after, free, &keys)
}

/// Where a record keeps its status.
pub(super) enum Spot {
    /// In a field of the front matter, under this key.
    Field(String),
    /// In a label: the span of its value.
    Label(Range<usize>),
    /// In a section: the span under its heading, down to the next heading.
    Section(Range<usize>),
    /// Nowhere.
    Nowhere,
}

pub(super) fn spot(source: &Source<'_>) -> Result<Spot, EditError> {
    let head = source.head()?;
    let has_title = head
        .as_ref()
        .is_some_and(|(_, mapping)| mapping.get("title").is_some());
    if let Some((_, mapping)) = &head
        && let Some(field) = STATUS_KEYS.iter().find_map(|key| mapping.get(key.name))
    {
        return Ok(Spot::Field(field.key.to_string()));
    }
    let labels = labels_of(&source.record, has_title);
    if let Some(label) = STATUS_KEYS.iter().find_map(|key| labels.get(*key)) {
        return Ok(Spot::Label(
            label.value_start..label.value_start + label.value.len(),
        ));
    }
    let sections = &source.record.sections;
    let section = sections
        .iter()
        .find(|section| section.kind == Some(SectionKind::Status));
    Ok(match section {
        Some(section) => {
            let next = sections
                .iter()
                .map(|other| line_start(source.text, other.heading.start))
                .filter(|at| *at >= section.body.start)
                .min();
            let end = next.unwrap_or(section.body.end).min(section.body.end);
            Spot::Section(section.body.start..end)
        }
        None => Spot::Nowhere,
    })
}

pub(super) fn edits(source: &Source<'_>, status: &str) -> Result<Vec<Edit>, EditError> {
    if status.contains(['\n', '\r']) {
        return Err(EditError::Entry {
            entry: status.to_owned(),
            reason: super::Unwritable::Control,
        });
    }
    let replace = |at: Range<usize>| {
        if source.text[at.clone()] == *status {
            Vec::new()
        } else {
            vec![Edit {
                at,
                with: status.to_owned(),
            }]
        }
    };
    Ok(match spot(source)? {
        Spot::Field(key) => field::edits(source, &key, status, NEIGHBOURS)?,
        Spot::Label(value) => replace(value),
        Spot::Section(span) => {
            let lines = said(source.text, span.clone());
            let own = lines
                .iter()
                .find(|line| !names_others(&source.text[(*line).clone()]));
            match own {
                Some(line) => replace(line.clone()),
                None => vec![new_in_section(source, span, &lines, status)],
            }
        }
        Spot::Nowhere => match label_behind(source) {
            Some(edit) => vec![edit("Status", status)],
            None => field::edits(source, "status", status, NEIGHBOURS)?,
        },
    })
}

/// The words of each line of a status section, without the marks of a list.
pub(super) fn said(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    let mut state = State::default();
    let mut said = Vec::new();
    for line in Lines::new(&text[..span.end], span.start) {
        let words = text[line.clone()].trim_end();
        if matches!(state.classify(words), Kind::Hidden | Kind::Blank) || words.starts_with('>') {
            continue;
        }
        let marked = words.trim_start();
        // One mark of a list; emphasis around the words belongs to them.
        let inner = ["* ", "- ", "+ ", "| "]
            .iter()
            .find_map(|mark| marked.strip_prefix(mark))
            .unwrap_or(marked)
            .trim_start();
        let start = line.start + words.len() - inner.len();
        let end = line.start + words.len();
        if start < end && !plain(&text[start..end]).is_empty() && !words.starts_with("---") {
            said.push(start..end);
        }
    }
    said
}

/// `Supersedes …`, `Amends …`: what the record says of others, not of itself.
fn names_others(words: &str) -> bool {
    let lower = plain(words).to_lowercase();
    [
        "supersedes ",
        "supercedes ",
        "replaces ",
        "amends ",
        "amended by ",
        "clarifies ",
        "clarified by ",
    ]
    .iter()
    .any(|beginning| lower.starts_with(beginning))
}

fn new_in_section(
    source: &Source<'_>,
    span: Range<usize>,
    lines: &[Range<usize>],
    status: &str,
) -> Edit {
    let eol = source.eol();
    match lines.first() {
        Some(first) => Edit::insert(first.start, format!("{status}{eol}{eol}")),
        None => {
            let closed = source.text[..span.start].ends_with('\n');
            let before = if closed { "" } else { eol };
            Edit::insert(span.start, format!("{before}{eol}{status}{eol}"))
        }
    }
}

/// Makes a label in the style of the one that stands first, behind it.
fn label_behind<'s>(source: &'s Source<'_>) -> Option<impl Fn(&str, &str) -> Edit + use<'s>> {
    let labels = labels_of(&source.record, false);
    let first = labels.iter().next()?;
    if source.record.body_start() > 0 {
        return None;
    }
    label_like(source, first)
}

/// The same with the label of the status.
pub(super) fn label_behind_status<'s>(
    source: &'s Source<'_>,
) -> Option<impl Fn(&str, &str) -> Edit + use<'s>> {
    let labels = labels_of(&source.record, false);
    let status = STATUS_KEYS.iter().find_map(|key| labels.get(*key))?;
    label_like(source, status)
}

fn label_like<'s>(
    source: &'s Source<'_>,
    label: &Label<'_>,
) -> Option<impl Fn(&str, &str) -> Edit + use<'s>> {
    let text = source.text;
    let value_end = label.value_start + label.value.len();
    let end = super::head::line_end(text, value_end);
    let before = &text[label.start..label.value_start];
    let name_start = before.find(char::is_alphabetic)?;
    let name_end = name_start
        + before[name_start..]
            .find([':', '*', '_', '`', '|'])
            .unwrap_or(before.len() - name_start);
    // In a table the name is followed by spaces that line up its columns.
    let name_end = name_start + before[name_start..name_end].trim_end().len();
    let behind = text[value_end..end].trim_end();
    let closed = text[..end].ends_with('\n');
    let eol = source.eol();
    Some(move |name: &str, value: &str| {
        let (lead, mark) = (&before[..name_start], &before[name_end..]);
        let line = format!("{lead}{name}{mark}{value}{behind}");
        let with = if closed {
            format!("{line}{eol}")
        } else {
            format!("{eol}{line}")
        };
        Edit::insert(end, with)
    })
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}
