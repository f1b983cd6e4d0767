//! Links in the text of a record to files that are not there.

use std::ops::Range;

use crate::markdown::{Kind, Lines, State};
use crate::{Decision, Finding, Rule, text};

/// Relative links in the text that lead to no file.
///
/// `exists` tells of a path from the repository root, with `/`, whether there is such a file or folder.
/// Links out of the repository, to addresses and to headings are not looked at, nor is code.
pub fn links(record: &Decision, mut exists: impl FnMut(&str) -> bool) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    // The lines are counted on, not each time from the beginning.
    let (mut line, mut counted) = (1, 0);
    for span in targets(record) {
        let target = &record.text()[span.clone()];
        let Some(path) = resolve(&record.path, target) else {
            continue;
        };
        if exists(&path) {
            continue;
        }
        let uncounted = &record.text().as_bytes()[counted..];
        line += text::line_of(uncounted, span.start - counted) - 1;
        counted = span.start;
        findings.push(
            Finding::new(
                Rule::BrokenLink,
                &record.path,
                format!("the link `{target}` leads to no file"),
            )
            .at_line(line)
            .with_help(format!(
                "there is no {path}; links count from the record's own folder"
            )),
        );
    }
    findings
}

/// The targets of the links of a record, inline and in definitions (`[words]: target`), as spans of its text.
pub(crate) fn targets(record: &Decision) -> Vec<Range<usize>> {
    let text = record.text();
    let mut state = State::default();
    let mut found = Vec::new();
    for line in Lines::new(text, record.body_start()) {
        let words = text[line.clone()].trim_end();
        if matches!(state.classify(words), Kind::Hidden) || words.starts_with("    ") {
            continue;
        }
        if let Some(target) = definition(words) {
            found.push(line.start + target.start..line.start + target.end);
            continue;
        }
        let mut in_code = false;
        let (mut from, mut end) = (0, 0);
        while let Some(at) = words[from..].find(['`', ']']).map(|at| from + at) {
            from = at + 1;
            if words.as_bytes()[at] == b'`' {
                in_code = !in_code;
                continue;
            }
            let Some(inner) = words[from..].strip_prefix('(').filter(|_| !in_code) else {
                continue;
            };
            let start = from + 1 + usize::from(inner.starts_with('<'));
            // Looked for once for all the targets before it: a line may be full of what begins like a link.
            if end < start {
                match words[start..].find([')', ' ', '>']) {
                    Some(next) => end = start + next,
                    None => break,
                }
            }
            if end > start {
                found.push(line.start + start..line.start + end);
                from = end;
            }
        }
    }
    found
}

/// The target in a line `[words]: target`, of which `[^1]: …` is a footnote.
fn definition(line: &str) -> Option<Range<usize>> {
    let inner = line.trim_start().strip_prefix('[')?;
    let (label, behind) = inner.split_once("]:")?;
    if label.is_empty() || label.starts_with('^') || label.contains([']', '[']) {
        return None;
    }
    let target = behind.trim_start();
    let target = target.strip_prefix('<').unwrap_or(target);
    let start = line.len() - target.len();
    let end = target.find([' ', '\t', '>']).unwrap_or(target.len());
    (end > 0).then(|| start..start + end)
}

/// A relative target as a path from the root, without what follows `#` or `?`; none for other targets.
pub(crate) fn resolve(of: &str, target: &str) -> Option<String> {
    let target = target.split(['#', '?']).next()?;
    let elsewhere = target.is_empty()
        || target.starts_with('/')
        || target.contains(':')
        || target.contains('\\')
        || target.contains(['{', '<', '$'])
        || of.starts_with('/');
    if elsewhere {
        return None;
    }
    let decoded = percent_decoded(target)?;
    let mut path: Vec<&str> = of.split('/').collect();
    path.pop();
    for segment in decoded.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                path.pop()?;
            }
            _ => path.push(segment),
        }
    }
    (!path.is_empty()).then(|| path.join("/"))
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).ok()
}
