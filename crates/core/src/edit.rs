//! Adding to what a record says it governs, with every other byte left as it is.
//!
//! An edit is an insertion into the text, not a new rendering of it: line ends, comments, the order of
//! keys and the way values are quoted belong to whoever wrote the record. What cannot be edited that way
//! is an error that says what to do by hand.

mod block;
mod flow;
mod head;
mod quote;
mod section;

use std::ops::Range;

use crate::front_matter;
use crate::yaml::{self, Mapping};
use crate::{Decision, SectionKind};

pub use quote::{Unwritable, key, scalar};

/// Why entries were not added. Nothing has been changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The record is not UTF-8, so it cannot be written back as it was.
    #[error("not UTF-8; save it as UTF-8 first")]
    NotUtf8,
    /// The front matter is opened and never closed.
    #[error("the front matter is never closed; close it with a line `---` first")]
    Unclosed,
    /// The front matter is not YAML.
    #[error("line {line}: {message}; mend the front matter first")]
    InvalidFrontMatter {
        /// The line in the file, counted from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The present value has a shape that is not edited.
    #[error("line {line}: {what}; add the entries by hand")]
    Shape {
        /// The line in the file, counted from 1.
        line: usize,
        /// What stands there.
        what: &'static str,
    },
    /// An entry that cannot be written on one line.
    #[error("entry {entry:?}: {reason}")]
    Entry {
        /// The entry.
        entry: String,
        /// What is the matter with it.
        reason: Unwritable,
    },
    /// The edited text does not say what it should when it is read again.
    #[error("the edited record would not read as it should; add the entries by hand")]
    NotKept,
}

/// The text of a record with `entries` added to what it governs.
///
/// They are put where the scope stands already: in the list under `affects` or one of its aliases, in
/// the style of their neighbours, or in the list of an `Applies To` section. A record without scope
/// gets an `affects` list behind its tags, else at the end of its front matter, else in a front matter
/// of its own at the very beginning. Entries that the record has already are left out; where all are, the
/// text comes back as it was.
///
/// # Errors
///
/// Where that cannot be done without touching something else. The result is read again before it is
/// returned: it has exactly the former entries and the new ones, and all else as before.
pub fn add_affects<E: AsRef<str>>(bytes: &[u8], entries: &[E]) -> Result<String, EditError> {
    let whole = std::str::from_utf8(bytes).map_err(|_| EditError::NotUtf8)?;
    let text = whole.strip_prefix('\u{feff}').unwrap_or(whole);
    let before = read(text);
    let added = missing(&before, entries)?;
    if added.is_empty() {
        return Ok(whole.to_owned());
    }
    let edit = edit(text, &before, &added)?;
    let mut after = text.to_owned();
    after.replace_range(edit.at, &edit.with);
    if !is_kept(&before, &read(&after), &added) {
        return Err(EditError::NotKept);
    }
    let mark = &whole[..whole.len() - text.len()];
    Ok(format!("{mark}{after}"))
}

/// Bytes of the text and what takes their place.
#[derive(Debug)]
struct Edit {
    at: Range<usize>,
    with: String,
}

impl Edit {
    fn insert(at: usize, with: String) -> Edit {
        Edit { at: at..at, with }
    }
}

fn read(text: &str) -> Decision {
    Decision::read("record.md", "record", 0, text.as_bytes().to_vec()).0
}

/// The entries that the record does not have yet, each once.
fn missing<E: AsRef<str>>(record: &Decision, entries: &[E]) -> Result<Vec<String>, EditError> {
    let mut added: Vec<String> = Vec::new();
    for entry in entries {
        let entry = entry.as_ref();
        quote::check(entry).map_err(|reason| EditError::Entry {
            entry: entry.to_owned(),
            reason,
        })?;
        let has = record
            .affects
            .entries()
            .iter()
            .any(|old| old.text() == entry);
        if !has && !added.iter().any(|other| other == entry) {
            added.push(entry.to_owned());
        }
    }
    Ok(added)
}

fn edit(text: &str, record: &Decision, added: &[String]) -> Result<Edit, EditError> {
    let split = front_matter::split(text);
    if split.unclosed {
        return Err(EditError::Unclosed);
    }
    let head = split.head.filter(|_| record.body_start() > 0);
    let mapping = match &head {
        Some(span) => mapping(&text[span.clone()])?,
        None => Mapping::default(),
    };
    if let Some(field) = head::scope_field(&mapping) {
        let span = head.unwrap_or(0..0);
        let place = head::Place::of(text, &span, &mapping, field);
        return head::add_to_field(text, &place, &field.value, added);
    }
    if !record.affects.is_empty()
        && let Some(section) = record
            .sections
            .iter()
            .find(|section| section.kind == Some(SectionKind::AppliesTo))
    {
        return section::add(text, section.body.clone(), added);
    }
    Ok(match head {
        Some(span) => head::add_field(text, &span, &mapping, added),
        None => head::add_front_matter(text, added),
    })
}

fn mapping(source: &str) -> Result<Mapping<'_>, EditError> {
    let mapping = yaml::read_mapping(source);
    match mapping.problems.first() {
        None => Ok(mapping),
        Some(problem) => Err(EditError::InvalidFrontMatter {
            line: problem.line + 1,
            message: problem.message.clone(),
        }),
    }
}

/// Whether the second reading is the first one with the new entries and nothing else.
fn is_kept(before: &Decision, after: &Decision, added: &[String]) -> bool {
    let entries = |record: &Decision| -> Vec<String> {
        record
            .affects
            .entries()
            .iter()
            .map(|entry| entry.text().to_owned())
            .collect()
    };
    let mut expected = entries(before);
    expected.extend_from_slice(added);
    let same_fields = before.id == after.id
        && before.title == after.title
        && before.description == after.description
        && before.date == after.date
        && before.status == after.status
        && before.people == after.people
        && before.tags == after.tags;
    let targets = |record: &Decision| -> Vec<String> {
        record
            .links
            .iter()
            .map(|link| link.target.clone())
            .collect()
    };
    entries(after) == expected
        && same_fields
        && targets(before) == targets(after)
        && is_sound(after)
        && same_other_fields(before, after)
        && (after.body().ends_with(before.body())
            || before
                .sections
                .iter()
                .any(|section| section.kind == Some(SectionKind::AppliesTo)))
}

/// Whether the front matter can be read as it stands; what cannot is read field by field, which would
/// hide the damage.
fn is_sound(record: &Decision) -> bool {
    let split = front_matter::split(record.text());
    split
        .head
        .is_none_or(|span| yaml::read_mapping(&record.text()[span]).problems.is_empty())
}

/// Whether two records have the same fields beside those about scope.
fn same_other_fields(before: &Decision, after: &Decision) -> bool {
    let (before, after) = (front_matter::fields(before), front_matter::fields(after));
    head::other_fields(&before).eq(head::other_fields(&after))
}
