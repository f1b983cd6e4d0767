//! What can be wrong with an `affects` list.

use super::Entry;
use super::entry::MAX_ENTRY;
use super::expand::{MAX_BYTES, MAX_DEPTH, MAX_READINGS};
use crate::Rule;

/// One thing wrong with an `affects` list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem<'a> {
    /// Which rule is broken.
    pub rule: Rule,
    /// The entry as written; `None` where the list as a whole is meant.
    pub entry: Option<&'a str>,
    /// What is wrong, as a fragment that names the entry.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// Why an entry cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Empty,
    TooLong,
    Elsewhere,
    UnclosedBracket,
    UnclosedBrace,
    NamedClass,
    TooManyReadings,
}

impl Fault {
    fn explain(self, entry: &str) -> (String, String) {
        let shown = shorten(entry);
        match self {
            Fault::Empty => (
                format!("the `affects` entry `{shown}` is empty"),
                "name a path from the repository root, or take the entry out".into(),
            ),
            Fault::TooLong => (
                format!("the `affects` entry `{shown}` has {} bytes", entry.len()),
                format!("split it into entries of at most {MAX_ENTRY} bytes"),
            ),
            Fault::Elsewhere => (
                format!("the `affects` entry `{shown}` is no path from the repository root"),
                "write the path as seen from the root, with `/` and without `..`".into(),
            ),
            Fault::UnclosedBracket => (
                format!("the `affects` entry `{shown}` has a `[` that nothing closes"),
                "close it with `]`, or write `\\[` for the character".into(),
            ),
            Fault::UnclosedBrace => (
                format!("the `affects` entry `{shown}` has a `{{` that nothing closes"),
                "close it with `}`, or write `\\{` for the character".into(),
            ),
            Fault::NamedClass => (
                format!("the `affects` entry `{shown}` has a named character class"),
                "write the characters, as in `[a-z]` or `[0-9]`".into(),
            ),
            Fault::TooManyReadings => (
                format!("the `affects` entry `{shown}` stands for too many patterns"),
                format!(
                    "split it: braces may stand for {MAX_READINGS} patterns, {MAX_BYTES} bytes in \
                     all, {MAX_DEPTH} deep"
                ),
            ),
        }
    }
}

pub(super) fn of(entries: &[Entry]) -> Vec<Problem<'_>> {
    let mut problems: Vec<Problem<'_>> = entries.iter().filter_map(of_entry).collect();
    let valid = || entries.iter().filter(|entry| entry.is_valid());
    if valid().next().is_some() && valid().all(Entry::is_exclusion) {
        problems.push(Problem {
            rule: Rule::EmptyAffects,
            entry: None,
            message: "the `affects` list only takes paths out with `!`, so it claims none".into(),
            help: "name what the record governs as well, for example the directory above".into(),
        });
    }
    problems
}

fn of_entry(entry: &Entry) -> Option<Problem<'_>> {
    let (rule, (message, help)) = match entry.fault() {
        Some(fault) => (Rule::InvalidAffects, fault.explain(entry.text())),
        None if entry.is_broad() && !entry.is_exclusion() => (
            Rule::BroadAffects,
            (
                format!(
                    "the `affects` entry `{}` claims most of the tree",
                    shorten(entry.text())
                ),
                "name the directories that the record governs; as it is, the entry never brings \
                 the record up on its own"
                    .into(),
            ),
        ),
        None => return None,
    };
    Some(Problem {
        rule,
        entry: Some(entry.text()),
        message,
        help,
    })
}

/// Enough of an entry to know it by.
fn shorten(entry: &str) -> String {
    const SHOWN: usize = 80;
    match entry.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &entry[..end]),
        None => entry.to_owned(),
    }
}
