//! Entries of `affects` that nothing matches.

use crate::dialect::SCOPE_KEYS;
use crate::text::line_of as line_of_byte;
use crate::{Decision, Finding, Rule, SectionKind, front_matter};

/// Entries that claim no tracked file; the last line says what to write instead.
///
/// `claims` tells of an entry as written, without its `!`, whether some tracked file is matched by it more
/// strongly than by its stem. An entry that cannot be read is no dead one, and what a `!` takes out need
/// not be there.
pub fn affects(record: &Decision, mut claims: impl FnMut(&str) -> bool) -> Vec<Finding> {
    let entries = record.affects.entries().iter();
    entries
        .filter(|entry| entry.is_valid() && !entry.is_exclusion() && !claims(entry.text()))
        .map(|entry| {
            let finding = Finding::new(
                Rule::DeadAffects,
                &record.path,
                format!(
                    "no tracked file matches the `affects` entry `{}`",
                    entry.text()
                ),
            )
            .with_help(
                "name where it went, seen from the repository root, or take the entry out; \
                 `decision stale` looks for it in the history",
            );
            match place_of(record, entry.text()) {
                Some((path, line)) => Finding {
                    path: path.to_owned(),
                    ..finding.at_line(line)
                },
                None => finding,
            }
        })
        .collect()
}

/// The file and the line of an entry, in the record or beside it; none where it cannot be found as written.
pub fn place_of<'a>(record: &'a Decision, entry: &str) -> Option<(&'a str, usize)> {
    let own = line_of(record, entry).map(|line| (record.path.as_str(), line));
    own.or_else(|| {
        let beside = record.beside.iter().find(|one| one.entry == entry)?;
        Some((&beside.file, beside.line))
    })
}

/// The line of an entry in the record's file, counted from 1; none where it stands beside the record.
pub fn line_of(record: &Decision, entry: &str) -> Option<usize> {
    let text = record.text();
    let head = front_matter::fields(record);
    let in_lines = |first: usize, last: usize| {
        let lines = text.lines().enumerate().skip(first - 1);
        let mut own = lines.take(last.saturating_sub(first - 1));
        own.find(|(_, line)| line.contains(entry))
            .map(|(index, _)| index + 1)
    };
    let in_head = || {
        SCOPE_KEYS.iter().find_map(|key| {
            let field = head.field(*key)?;
            let next = head.fields.iter().map(|other| other.line);
            let next = next.filter(|line| *line > field.line).min();
            let end = line_of_byte(text.as_bytes(), record.body_start()) - 1;
            in_lines(field.line + 1, next.unwrap_or(end))
        })
    };
    let in_section = || {
        let section = record
            .sections
            .iter()
            .find(|section| section.kind == Some(SectionKind::AppliesTo))?;
        let line = |at| line_of_byte(text.as_bytes(), at);
        in_lines(line(section.body.start), line(section.body.end))
    };
    in_head().or_else(in_section)
}
