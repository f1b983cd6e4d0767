//! Changing what a record says, with every other byte left as it is.
//!
//! An edit puts some bytes in the place of others; it is no new rendering of the text: line ends,
//! comments, the order of keys and the way values are quoted belong to whoever wrote the record. What
//! cannot be edited that way is an error that says what to do by hand.

mod block;
mod field;
mod flow;
mod head;
mod kept;
mod quote;
mod renumber;
mod scope;
mod section;
mod slots;
mod status;
mod supersede;

use std::ops::Range;

use crate::front_matter;
use crate::yaml::{self, Mapping};
use crate::{Decision, SectionKind};

pub use field::{set_date, set_field};
pub(crate) use quote::flow_scalar;
pub use quote::{Unwritable, key, scalar};
pub use renumber::{renumbered_path, retarget, set_number};
pub(crate) use scope::in_list;
pub use scope::{remove_affects, replace_affects};
pub use status::set_status;
pub use supersede::supersede;

use kept::{Freely, is_kept};

/// Why a record was not edited. Nothing has been changed.
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
    #[error("line {line}: {what}; change it by hand")]
    Shape {
        /// The line in the file, counted from 1.
        line: usize,
        /// What stands there.
        what: &'static str,
    },
    /// A value that cannot be written on one line.
    #[error("{entry:?}: {reason}")]
    Entry {
        /// The value.
        entry: String,
        /// What is the matter with it.
        reason: Unwritable,
    },
    /// The record's own file has no such entry.
    #[error("no entry `{0}` in this file")]
    NoEntry(String),
    /// The edited text does not say what it should when it is read again.
    #[error("the edited record would not read as it should; change it by hand")]
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
    let source = Source::of(bytes)?;
    let (text, before) = (source.text, &source.record);
    let added = missing(before, entries)?;
    if added.is_empty() {
        return Ok(source.unchanged());
    }
    let edit = edit(text, before, &added)?;
    let mut expected = entries_of(before);
    expected.extend_from_slice(&added);
    source.with(vec![edit], |after| {
        let free = Freely {
            affects: true,
            ..Freely::default()
        };
        let in_section = before
            .sections
            .iter()
            .any(|section| section.kind == Some(SectionKind::AppliesTo));
        entries_of(after) == expected
            && is_kept(before, after, free, &[])
            && (after.body().ends_with(before.body()) || in_section)
    })
}

fn entries_of(record: &Decision) -> Vec<String> {
    let entries = record.affects.entries().iter();
    entries.map(|entry| entry.text().to_owned()).collect()
}

/// A record that is edited.
struct Source<'b> {
    whole: &'b str,
    /// Without a byte order mark.
    text: &'b str,
    record: Decision,
}

impl<'b> Source<'b> {
    fn of(bytes: &'b [u8]) -> Result<Source<'b>, EditError> {
        let whole = std::str::from_utf8(bytes).map_err(|_| EditError::NotUtf8)?;
        let text = whole.strip_prefix('\u{feff}').unwrap_or(whole);
        Ok(Source {
            whole,
            text,
            record: read(text),
        })
    }

    /// The same with names that count where links are resolved.
    fn named(mut self, record: &Decision) -> Source<'b> {
        self.record =
            Decision::read(&record.path, &record.slug, 0, self.text.as_bytes().to_vec()).0;
        self
    }

    fn unchanged(&self) -> String {
        self.whole.to_owned()
    }

    /// The text with the edits made, if it reads as `is_right` says.
    fn with(
        &self,
        mut edits: Vec<Edit>,
        is_right: impl FnOnce(&Decision) -> bool,
    ) -> Result<String, EditError> {
        edits.sort_by_key(|edit| edit.at.start);
        let mut after = self.text.to_owned();
        for edit in edits.into_iter().rev() {
            after.replace_range(edit.at, &edit.with);
        }
        let (path, slug) = (&self.record.path, &self.record.slug);
        let (record, _) = Decision::read(path, slug, 0, after.as_bytes().to_vec());
        if !is_right(&record) {
            return Err(EditError::NotKept);
        }
        let mark = &self.whole[..self.whole.len() - self.text.len()];
        Ok(format!("{mark}{after}"))
    }

    /// The span of the front matter and its fields; none where there is no front matter.
    fn head(&self) -> Result<Option<(Range<usize>, Mapping<'b>)>, EditError> {
        let split = front_matter::split(self.text);
        if split.unclosed {
            return Err(EditError::Unclosed);
        }
        let span = split.head.filter(|_| self.record.body_start() > 0);
        span.map(|span| Ok((span.clone(), mapping(&self.text[span])?)))
            .transpose()
    }

    /// How the lines of the text end.
    fn eol(&self) -> &'static str {
        head::eol_of(&self.text[..head::line_end(self.text, 0)])
    }
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
