//! What was wrong when a team began to check, so that an old log can adopt it: those findings count for
//! nothing until somebody mends them.

use std::collections::BTreeMap;

use decision_core::{Finding, Rule};
use serde::{Deserialize, Serialize};

use super::report::{Excuse, Problem};
use crate::inside::NotUsed;

/// The file unless the settings name another.
pub const FILE: &str = ".decision-baseline.json";

const VERSION: u32 = 1;

/// The findings that are known, each with how often it may be there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// Where it was read.
    path: String,
    known: BTreeMap<Entry, usize>,
    /// What is wrong with the file.
    pub findings: Vec<Finding>,
}

/// A finding without its line, which may move.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Entry {
    path: String,
    rule: String,
    fingerprint: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct File {
    version: u32,
    findings: Vec<Entry>,
}

impl Baseline {
    /// Reads the text of a baseline file; `path` is how it is named to people. What cannot be used is a
    /// finding.
    pub fn read(path: &str, text: &str) -> Baseline {
        let mut baseline = Baseline {
            path: path.to_owned(),
            ..Baseline::default()
        };
        let fault = |message: String| {
            Finding::new(Rule::InvalidBaseline, path, message)
                .with_help("write it anew with `decision check --write-baseline`")
        };
        match serde_json::from_str::<File>(text) {
            Ok(file) if file.version == VERSION => {
                for entry in file.findings {
                    *baseline.known.entry(entry).or_default() += 1;
                }
            }
            Ok(file) => baseline.findings.push(fault(format!(
                "version {} of the baseline is not known here",
                file.version
            ))),
            Err(error) => baseline.findings.push(
                fault("is no baseline file that can be read".to_owned())
                    .at_line(error.line().max(1)),
            ),
        }
        baseline
    }

    /// A baseline of which nothing is known.
    pub(super) fn unreadable(path: &str, reason: &NotUsed) -> Baseline {
        let finding = Finding::new(Rule::InvalidBaseline, path, reason.to_string())
            .with_help("put a file of the repository there, or name another in `.decision.yaml`");
        Baseline {
            path: path.to_owned(),
            findings: vec![finding],
            ..Baseline::default()
        }
    }

    /// Excuses the problems that it knows, each as often as it knows it. With `whole`, when every record
    /// was looked at, entries for what is no longer wrong are findings.
    pub fn excuse(&self, problems: &mut [Problem], whole: bool) -> Vec<Finding> {
        let mut left = self.known.clone();
        for problem in problems.iter_mut().filter(|one| one.excuse.is_none()) {
            if let Some(count) = left
                .get_mut(&Entry::of(problem))
                .filter(|count| **count > 0)
            {
                *count -= 1;
                problem.excuse = Some(Excuse::Baseline);
            }
        }
        let stale: usize = left.values().sum();
        if !whole || stale == 0 {
            return Vec::new();
        }
        let mut named: Vec<String> = left
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(entry, _)| format!("{} in {}", entry.rule, entry.path))
            .collect();
        named.dedup();
        named.truncate(3);
        let entries = if stale == 1 {
            "entry is"
        } else {
            "entries are"
        };
        vec![
            Finding::new(
                Rule::StaleBaseline,
                &self.path,
                format!(
                    "{stale} {entries} no longer needed: {}{}",
                    named.join(", "),
                    if stale > named.len() { ", …" } else { "" }
                ),
            )
            .with_help("write it anew with `decision check --write-baseline`"),
        ]
    }

    /// The text of a baseline file that knows these problems.
    pub fn write<'a>(problems: impl Iterator<Item = &'a Problem>) -> String {
        let mut findings: Vec<Entry> = problems.map(Entry::of).collect();
        findings.sort();
        let file = File {
            version: VERSION,
            findings,
        };
        // A value of strings and numbers is always JSON.
        let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
        text.push('\n');
        text
    }
}

impl Entry {
    fn of(problem: &Problem) -> Entry {
        Entry {
            path: problem.finding.path.clone(),
            rule: problem.finding.rule.name().to_owned(),
            fingerprint: problem.fingerprint(),
        }
    }
}
