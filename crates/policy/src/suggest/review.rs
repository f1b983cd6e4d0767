//! The file in which a person reviews proposals: the shape of a sidecar, with the evidence as comments.

use std::collections::BTreeMap;
use std::fmt::Write;

use decision_core::edit::{self, Unwritable};
use decision_core::{DecisionLog, sidecar};

use super::{Confidence, Suggestions};
use crate::quote;

/// The proposals of at least `least` confidence as a file to review. Whoever reads it takes lines out
/// and hands it back to [`read`].
///
/// # Errors
///
/// Where a slug or a path cannot be written on one line.
pub fn write(
    log: &DecisionLog,
    suggestions: &Suggestions,
    least: Confidence,
) -> Result<String, Unwritable> {
    let mut text = String::from(
        "# Proposed scope. Delete the lines that a record does not govern, then run\n\
         # `decision affects --write --from` with this file. Behind each path: why it is proposed.\n",
    );
    for of_record in &suggestions.records {
        let record = &log.records[of_record.record];
        let mut proposals = of_record
            .proposals
            .iter()
            .filter(|proposal| proposal.confidence >= least)
            .peekable();
        if proposals.peek().is_none() {
            continue;
        }
        let key = edit::key(&name(log, of_record.record))?;
        let _ = write!(text, "\n# {}\n{key}:\n", quote::line(&record.title));
        for proposal in proposals {
            let reasons: Vec<String> = proposal
                .evidence
                .iter()
                .map(|evidence| quote::line(&evidence.to_string()))
                .collect();
            let _ = writeln!(
                text,
                "  - {}  # {}: {}",
                edit::scalar(&proposal.entry)?,
                proposal.confidence,
                reasons.join("; ")
            );
        }
    }
    Ok(text)
}

/// The slug, or the path where several records of the log have that slug.
fn name(log: &DecisionLog, record: usize) -> String {
    let record = &log.records[record];
    let same = log.records.iter().filter(|other| other.slug == record.slug);
    if same.count() > 1 {
        record.path.clone()
    } else {
        record.slug.clone()
    }
}

/// What a reviewed file gives to which record, and what in it cannot be used, as fragments that begin
/// with the line.
pub fn read(log: &DecisionLog, text: &str) -> Result<BTreeMap<usize, Vec<String>>, Vec<String>> {
    let (scopes, problems) = sidecar::parse(text);
    let mut problems: Vec<String> = problems
        .into_iter()
        .map(|problem| format!("line {}: {}", problem.line, problem.message))
        .collect();
    let mut entries: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for scope in scopes {
        match log.find(&scope.slug)[..] {
            [record] => {
                let index = log
                    .records
                    .iter()
                    .position(|other| other.path == record.path);
                if let Some(index) = index {
                    entries.entry(index).or_default().extend(scope.entries);
                }
            }
            [] => problems.push(format!(
                "line {}: no record is called `{}`",
                scope.line, scope.slug
            )),
            _ => problems.push(format!(
                "line {}: several records are called `{}`; write the path of one",
                scope.line, scope.slug
            )),
        }
    }
    if problems.is_empty() {
        Ok(entries)
    } else {
        Err(problems)
    }
}
