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

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

use crate::edit::{self, EditError};
use crate::files::{self, ReadError};
use crate::finding::{Finding, Rule};
use crate::text::split_outside_braces;
use crate::yaml::{self, Value};
use crate::{Affects, Decision, DecisionDir};

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

/// The text with `entries` added under the slugs of their records; a slug that is not there yet comes at
/// the end. Entries that are there already are left out, and every other byte stays.
///
/// # Errors
///
/// Where a present list has a shape that is not edited, or an entry cannot be written.
pub fn add(text: &str, additions: &BTreeMap<String, Vec<String>>) -> Result<String, EditError> {
    let mut result = text.to_owned();
    for (slug, entries) in additions {
        let (scopes, _) = parse(&result);
        let present = scopes.iter().find(|scope| scope.slug == *slug);
        let mut fresh: Vec<&String> = Vec::new();
        for entry in entries {
            let known = present.is_some_and(|scope| scope.entries.contains(entry));
            if !known && !fresh.contains(&entry) {
                fresh.push(entry);
            }
        }
        if fresh.is_empty() {
            continue;
        }
        let items = fresh
            .iter()
            .map(|entry| item(entry))
            .collect::<Result<String, EditError>>()?;
        match present {
            Some(scope) => insert_items(&mut result, scope, &items)?,
            None => {
                if !(result.is_empty() || result.ends_with('\n')) {
                    result.push('\n');
                }
                let key = edit::key(slug).map_err(|reason| EditError::Entry {
                    entry: slug.clone(),
                    reason,
                })?;
                result.push_str(&format!("{key}:\n{items}"));
            }
        }
        let (after, _) = parse(&result);
        let expected = present
            .map(|scope| scope.entries.clone())
            .unwrap_or_default()
            .into_iter()
            .chain(fresh.into_iter().cloned());
        let has_all = after
            .iter()
            .any(|scope| scope.slug == *slug && scope.entries.iter().cloned().eq(expected.clone()));
        let others = |scopes: &[Scope]| -> Vec<(String, Vec<String>)> {
            scopes
                .iter()
                .filter(|scope| scope.slug != *slug)
                .map(|scope| (scope.slug.clone(), scope.entries.clone()))
                .collect()
        };
        if !has_all || others(&scopes) != others(&after) {
            return Err(EditError::NotKept);
        }
    }
    Ok(result)
}

/// The text with `new` in the place of an entry of a record; without `new` the entry is taken out, and the
/// last one takes its slug with it. Where `new` is there already, `old` is taken out.
///
/// # Errors
///
/// Where the record has no such entry in this file, or its list has a shape that is not edited.
pub fn replace(text: &str, slug: &str, old: &str, new: Option<&str>) -> Result<String, EditError> {
    let none = || EditError::NoEntry(old.to_owned());
    let (scopes, _) = parse(text);
    let scope = scopes
        .iter()
        .find(|scope| scope.slug == slug)
        .ok_or_else(none)?;
    let new = new.filter(|new| !scope.entries.iter().any(|entry| entry == new));
    if let Some(new) = new {
        edit::scalar(new).map_err(|reason| EditError::Entry {
            entry: new.to_owned(),
            reason,
        })?;
    }
    // Lines count alike with and without a byte order mark.
    let start: usize = text
        .split_inclusive('\n')
        .take(scope.line - 1)
        .map(str::len)
        .sum();
    let (_, chunk) = chunks(&text[start..]).into_iter().next().ok_or_else(none)?;
    let (_, value) = split_key(chunk).ok_or_else(none)?;
    let value = start + (chunk.len() - value.len());
    let result = edit::in_list(
        text,
        scope.line,
        start..start + chunk.len(),
        value,
        old,
        new,
    )?;
    let expected: Vec<(String, Vec<String>)> = scopes
        .iter()
        .map(|other| {
            let mut entries = other.entries.clone();
            if other.slug == slug {
                entries = entries
                    .into_iter()
                    .filter_map(|entry| match entry == old {
                        true => new.map(str::to_owned),
                        false => Some(entry),
                    })
                    .collect();
            }
            (other.slug.clone(), entries)
        })
        .filter(|(_, entries)| !entries.is_empty())
        .collect();
    let (after, _) = parse(&result);
    let is_right = after
        .into_iter()
        .map(|scope| (scope.slug, scope.entries))
        .filter(|(_, entries)| !entries.is_empty())
        .eq(expected);
    if is_right {
        Ok(result)
    } else {
        Err(EditError::NotKept)
    }
}

/// The text with the scope of a record under another slug; as it was where the record has none in it.
///
/// # Errors
///
/// Where the new slug cannot be written, or is there already.
pub fn rename(text: &str, old: &str, new: &str) -> Result<String, EditError> {
    let (scopes, _) = parse(text);
    let Some(scope) = scopes.iter().find(|scope| scope.slug == old) else {
        return Ok(text.to_owned());
    };
    let start: usize = text
        .split_inclusive('\n')
        .take(scope.line - 1)
        .map(str::len)
        .sum();
    let chunk = &text[start..];
    let (_, value) = split_key(chunk).ok_or_else(|| EditError::NoEntry(old.to_owned()))?;
    let colon = start + chunk.len() - value.len() - 1;
    let key = edit::key(new).map_err(|reason| EditError::Entry {
        entry: new.to_owned(),
        reason,
    })?;
    let mark = if chunk.starts_with('\u{feff}') {
        "\u{feff}"
    } else {
        ""
    };
    let result = format!("{}{mark}{key}{}", &text[..start], &text[colon..]);
    let expected = scopes.iter().map(|scope| {
        let slug = if scope.slug == old { new } else { &scope.slug };
        (slug, &scope.entries)
    });
    let (after, _) = parse(&result);
    let after = after
        .iter()
        .map(|scope| (scope.slug.as_str(), &scope.entries));
    if after.eq(expected) {
        Ok(result)
    } else {
        Err(EditError::NotKept)
    }
}

fn item(entry: &str) -> Result<String, EditError> {
    let written = edit::scalar(entry).map_err(|reason| EditError::Entry {
        entry: entry.to_owned(),
        reason,
    })?;
    Ok(format!("  - {written}\n"))
}

/// Puts items behind the last one of a block list that is indented as we write it.
fn insert_items(text: &mut String, scope: &Scope, items: &str) -> Result<(), EditError> {
    let mut at = 0;
    let mut end = None;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        at += line.len();
        let number = index + 1;
        if number > scope.line && begins_chunk(line) {
            break;
        }
        if number > scope.line && line.starts_with("  - ") && line.ends_with('\n') {
            end = Some(at);
        }
    }
    let at = end.ok_or(EditError::Shape {
        line: scope.line,
        what: "a list that is not `  - entry` line by line",
    })?;
    text.insert_str(at, items);
    Ok(())
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
    Ok(Scope {
        slug,
        entries,
        line,
    })
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
/// failed attempt to open a file for each directory without one.
pub(crate) fn apply(dirs: &[DecisionDir], records: &mut [Decision], findings: &mut Vec<Finding>) {
    for (place, dir) in dirs.iter().enumerate() {
        let bytes = match files::read(&path(dir)) {
            Ok(bytes) => bytes,
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => {
                findings.push(error.finding(&label(dir)));
                continue;
            }
        };
        if leads_out(dir) {
            let message = "a link that leads out of the repository is not read";
            findings.push(Finding::new(Rule::InvalidSidecar, label(dir), message));
            continue;
        }
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
        for entry in &scope.entries {
            if !entries.contains(entry) {
                entries.push(entry.clone());
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
                    Finding::new(problem.rule, label(dir), problem.message)
                        .at_line(scope.line)
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
