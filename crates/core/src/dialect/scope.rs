//! The paths that a record governs, under the names that the dialects give them.

use super::Parts;
use crate::SectionKind;
use crate::affects::Affects;
use crate::finding::{Finding, Rule};
use crate::markdown::plain;
use crate::text::{line_of, split_outside_braces, trim};
use crate::yaml::{Field, Key, Value, keys};

/// `affects` first; then the names of other tools. The first one that claims something counts.
pub(crate) const KEYS: &[Key<'_>] =
    &keys(["affects", "files", "paths", "globs", "applies-to", "scope"]);

pub(super) fn read(parts: &Parts<'_>, findings: &mut Vec<Finding>) -> Affects {
    let mut entries = Vec::new();
    let mut written = None;
    for key in KEYS {
        let Some(field) = parts.head.get(*key) else {
            continue;
        };
        entries.extend(claims_of(key.name, field));
        if !entries.is_empty() || key.name == "affects" {
            written = Some(*key);
        }
        if !entries.is_empty() {
            break;
        }
    }
    if entries.is_empty()
        && let Some(section) = parts.section(SectionKind::AppliesTo)
    {
        entries = listed_paths(&parts.text[section.body.clone()]);
    }
    let affects = Affects::new(entries);
    if let Some(key) = written.filter(|_| affects.is_empty()) {
        findings.push(
            parts
                .head
                .finding(
                    key,
                    Rule::EmptyAffects,
                    "`affects` claims nothing".to_owned(),
                )
                .with_help("list the paths that this record governs, or remove the field"),
        );
    }
    findings.extend(affects.problems().into_iter().map(|problem| {
        let finding = match written {
            Some(key) => parts.head.finding(key, problem.rule, problem.message),
            None => {
                let finding = Finding::new(problem.rule, parts.path, problem.message);
                match parts.section(SectionKind::AppliesTo) {
                    Some(section) => {
                        finding.at_line(line_of(parts.text.as_bytes(), section.heading.start))
                    }
                    None => finding,
                }
            }
        };
        finding.with_help(problem.help)
    }));
    affects
}

/// What a field claims that stands under one of the [`KEYS`].
pub(crate) fn claims_of(key: &str, field: &Field<'_>) -> Vec<String> {
    // `scope: org` is a word of some tools, not a path.
    let paths_only = !matches!(key, "affects" | "files" | "paths" | "globs");
    let mut found = entries_of(field);
    if paths_only {
        found.retain(|entry| looks_like_path(entry));
    }
    found
}

fn entries_of(field: &Field<'_>) -> Vec<String> {
    match &field.value {
        Value::Text(text) => split_outside_braces(text).map(str::to_owned).collect(),
        Value::List(items) => items.iter().filter_map(entry_of).collect(),
        Value::Map(_) => entry_of(&field.value).into_iter().collect(),
        Value::Null => Vec::new(),
    }
}

/// A text, or a map that types it: `{type: path, pattern: "src/**", negate: true}`.
fn entry_of(item: &Value<'_>) -> Option<String> {
    if let Some(text) = item.as_text() {
        return Some(trim(text).to_owned()).filter(|text| !text.is_empty());
    }
    let kind = item.get("type").and_then(Value::as_text).unwrap_or("path");
    if !matches!(kind, "path" | "file" | "glob" | "directory" | "dir") {
        return None;
    }
    let pattern = ["pattern", "path", "glob", "file"]
        .iter()
        .find_map(|key| item.get(key)?.as_text())?;
    let negated = item.get("negate").and_then(Value::as_text) == Some("true");
    Some(if negated {
        format!("!{pattern}")
    } else {
        pattern.to_owned()
    })
}

fn looks_like_path(entry: &str) -> bool {
    entry.contains(['/', '*', '.', '\\']) && !entry.contains(' ')
}

/// The paths of an `## Applies To` list: each item's code span, or its words where it has none.
fn listed_paths(text: &str) -> Vec<String> {
    let items = text.lines().filter_map(|line| {
        line.trim_start()
            .strip_prefix(['-', '*', '+'])?
            .strip_prefix(' ')
    });
    items
        .flat_map(|item| {
            let spans: Vec<&str> = item.split('`').skip(1).step_by(2).collect();
            if spans.is_empty() {
                vec![plain(item).into_owned()]
            } else {
                spans.into_iter().map(str::to_owned).collect()
            }
        })
        .map(|entry| entry.trim().to_owned())
        .filter(|entry| looks_like_path(entry))
        .collect()
}
