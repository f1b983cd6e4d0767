//! Scope beside the records, for teams whose accepted records are not edited any more.
//!
//! One file for each decision directory maps slugs to paths:
//!
//! ```yaml
//! 0012-session-tokens:
//!   - services/auth/
//! ```
//!
//! Its entries count as if they stood at the end of the record's own `affects`.

mod edits;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

use crate::files::{self, ReadError};
use crate::finding::{Finding, Rule};
use crate::text::split_outside_braces;
use crate::yaml::{self, Value};
use crate::{Affects, Beside, Decision, DecisionDir};

pub use edits::{add, rename, replace};

/// The name of the file in its decision directory. No Markdown, so never a record; not hidden, so that
/// a reviewer sees it.
pub const FILE_NAME: &str = "affects.yaml";

/// The scope of one record as such a file gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// The slug of the record, as written.
    pub slug: String,
    /// Its entries, in the order written.
    pub entries: Vec<String>,
    /// The line of each entry, counted from 1.
    pub lines: Vec<usize>,
    /// The line of the slug, counted from 1.
    pub line: usize,
}

/// What is wrong with such a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, as a fragment.
    pub message: String,
}

/// The file of a decision directory.
pub fn path(dir: &DecisionDir) -> PathBuf {
    dir.path.join(FILE_NAME)
}

/// Reads the text of such a file. A record that cannot be read never loses another.
pub fn parse(text: &str) -> (Vec<Scope>, Vec<Problem>) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut scopes: Vec<Scope> = Vec::new();
    let mut problems = Vec::new();
    for (line, chunk) in chunks(text) {
        match read_scope(line, chunk) {
            Ok(scope) => match scopes.iter().find(|other| other.slug == scope.slug) {
                Some(first) => problems.push(Problem {
                    line,
                    message: format!(
                        "`{}` stands in line {} already; the first one counts",
                        scope.slug, first.line
                    ),
                }),
                None => scopes.push(scope),
            },
            Err(message) => problems.push(Problem { line, message }),
        }
    }
    (scopes, problems)
}

/// The text cut before each line that begins a key, with the number of its first line.
fn chunks(text: &str) -> Vec<(usize, &str)> {
    let mut chunks: Vec<(usize, Range<usize>)> = Vec::new();
    let mut at = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if begins_chunk(line) {
            chunks.push((index + 1, at..at));
        }
        at += line.len();
        if let Some((_, span)) = chunks.last_mut() {
            span.end = at;
        }
    }
    chunks
        .into_iter()
        .map(|(line, span)| (line, &text[span]))
        .collect()
}

fn begins_chunk(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with([' ', '#', '\t', '-'])
}

/// Reads one key with its list. The key is looked at here, so that a slug of digits stays text and a
/// list goes through the scanner for the common shape.
fn read_scope(line: usize, chunk: &str) -> Result<Scope, String> {
    let (slug, value) = split_key(chunk).ok_or("not `slug:` with a list of paths under it")?;
    let field = format!("affects:{value}");
    let mapping = yaml::read_mapping(&field);
    if let Some(problem) = mapping.problems.first() {
        return Err(format!("`{slug}`: {}", problem.message));
    }
    let value = mapping.fields.into_iter().next().map(|field| field.value);
    let entries = match value {
        Some(Value::Text(text)) => split_outside_braces(&text).map(str::to_owned).collect(),
        Some(Value::List(items)) => items
            .into_iter()
            .map(|item| match item {
                Value::Text(text) => Ok(text.into_owned()),
                _ => Err(format!("`{slug}`: an entry that is no path")),
            })
            .collect::<Result<_, _>>()?,
        Some(Value::Map(_)) => return Err(format!("`{slug}`: a mapping where paths are expected")),
        Some(Value::Null) | None => Vec::new(),
    };
    let lines = entries
        .iter()
        .map(|entry| line + line_in(chunk, entry))
        .collect();
    Ok(Scope {
        slug,
        entries,
        lines,
        line,
    })
}

/// How many lines below the key an entry stands: the line that is nothing else, or has it among others.
fn line_in(chunk: &str, entry: &str) -> usize {
    let alone = |line: &str| {
        let text = line.trim().trim_start_matches("- ");
        let text = text.split(" #").next().unwrap_or(text).trim();
        text.trim_matches(['"', '\'']) == entry
    };
    let has = |line: &str| line.contains(entry);
    let mut lines = chunk.lines();
    let found = lines.position(alone);
    found
        .or_else(|| chunk.lines().position(has))
        .unwrap_or_default()
}

/// The key without its quotes, and what stands behind its colon.
fn split_key(chunk: &str) -> Option<(String, &str)> {
    if let Some(mark @ ('"' | '\'')) = chunk.chars().next() {
        let end = chunk[1..].find(mark)? + 1;
        let rest = chunk[end + 1..].trim_start_matches(' ').strip_prefix(':')?;
        return Some((chunk[1..end].to_owned(), rest));
    }
    let colon = chunk
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|at| chunk[at + 1..].starts_with([' ', '\n', '\r']) || at + 1 == chunk.len())?;
    let key = &chunk[..colon];
    (!key.contains('\n')).then(|| (key.trim_end().to_owned(), &chunk[colon + 1..]))
}

/// Adds what the files of the directories say to the records, which are ordered by path. Costs one
/// failed look for a file for each directory without one.
pub(crate) fn apply(dirs: &[DecisionDir], records: &mut [Decision], findings: &mut Vec<Finding>) {
    for (place, dir) in dirs.iter().enumerate() {
        // A pipe would be waited for.
        let is_file = match fs::metadata(path(dir)) {
            Ok(metadata) => metadata.is_file(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(_) => true,
        };
        if leads_out(dir) {
            let message = "a link that leads out of the repository is not read";
            findings.push(Finding::new(Rule::InvalidSidecar, label(dir), message));
            continue;
        }
        let bytes = if is_file {
            files::read(&path(dir))
        } else {
            Err(ReadError::Special)
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => {
                findings.push(error.finding(&label(dir)));
                continue;
            }
        };
        apply_one(
            dir,
            place,
            &String::from_utf8_lossy(&bytes),
            records,
            findings,
        );
    }
}

/// The same for the text of one directory's file.
pub(crate) fn apply_one(
    dir: &DecisionDir,
    place: usize,
    text: &str,
    records: &mut [Decision],
    findings: &mut Vec<Finding>,
) {
    let (scopes, problems) = parse(text);
    let finding = |line: usize, message: String, help: &str| {
        Finding::new(Rule::InvalidSidecar, label(dir), message)
            .at_line(line)
            .with_help(help)
    };
    findings.extend(problems.into_iter().map(|problem| {
        finding(
            problem.line,
            problem.message,
            "write the slug of a record, a colon, and its paths as a list",
        )
    }));
    let by_slug: HashMap<String, usize> = records
        .iter()
        .enumerate()
        .filter(|(_, record)| record.place == place)
        .map(|(at, record)| (record.slug.clone(), at))
        .collect();
    for scope in scopes {
        let Some(record) = by_slug.get(&scope.slug).map(|at| &mut records[*at]) else {
            findings.push(finding(
                scope.line,
                format!("no record has the slug `{}`", scope.slug),
                "name a record by its path under this directory without `.md`, or remove the lines",
            ));
            continue;
        };
        let own = record.affects.entries().iter();
        let mut entries: Vec<String> = own.map(|entry| entry.text().to_owned()).collect();
        for (entry, line) in scope.entries.iter().zip(&scope.lines) {
            if !entries.contains(entry) {
                entries.push(entry.clone());
                record.beside.push(Beside {
                    file: label(dir),
                    entry: entry.clone(),
                    line: *line,
                });
            }
        }
        record.affects = Affects::new(entries);
        let of_this_file = |entry: &str| scope.entries.iter().any(|other| other == entry);
        findings.extend(
            record
                .affects
                .problems()
                .into_iter()
                .filter(|problem| problem.entry.is_none_or(of_this_file))
                .map(|problem| {
                    let mut own = scope.entries.iter().zip(&scope.lines);
                    let own = own.find(|(entry, _)| problem.entry == Some(entry.as_str()));
                    let line = own.map_or(scope.line, |(_, line)| *line);
                    Finding::new(problem.rule, label(dir), problem.message)
                        .at_line(line)
                        .with_help(problem.help)
                }),
        );
    }
}

/// How the file of a decision directory is named to people.
pub fn label(dir: &DecisionDir) -> String {
    match dir.label.as_str() {
        "." => FILE_NAME.to_owned(),
        label => format!("{label}/{FILE_NAME}"),
    }
}

fn leads_out(dir: &DecisionDir) -> bool {
    let path = path(dir);
    fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink())
        && !files::link_stays_inside(&path, &dir.boundary)
}
