//! What was wrong when a team began to check, so that an old log can adopt it: those findings count for
//! nothing until somebody mends them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use decision_core::replace::{self, ReplaceError};
use decision_core::{Finding, Rule};
use serde::{Deserialize, Serialize};

use super::report::{Excuse, Problem};
use crate::inside::{self, NotUsed};

/// The file unless the settings name another.
pub const FILE: &str = ".decision-baseline.json";

const VERSION: u32 = 1;

/// Why a baseline is not written.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// There is nothing for the file to lie in.
    #[error("{0}: there is no such folder; make it first")]
    NoFolder(PathBuf),
    /// What is there is left alone.
    #[error("{file}: {source}")]
    NotUsed {
        /// The file.
        file: PathBuf,
        /// Why.
        source: NotUsed,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] ReplaceError),
}

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
                .with_help("write it anew with `decision check --all --write-baseline`")
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
            .with_help("write it anew with `decision check --all --write-baseline`"),
        ]
    }

    /// Writes a baseline that knows these problems, without those that a record allows and those of the
    /// baseline itself, to `path` (from the root). Gives back how many it knows.
    ///
    /// # Errors
    ///
    /// Where the file leads out of the repository or into git's own directory, has no folder to lie in, or
    /// cannot be written.
    pub fn write(root: &Path, path: &str, problems: &[Problem]) -> Result<usize, BaselineError> {
        let file = root.join(path);
        let before = match inside::read(root, &file) {
            Ok(bytes) => bytes,
            Err(source) => return Err(BaselineError::NotUsed { file, source }),
        };
        if !file.parent().is_some_and(Path::is_dir) {
            return Err(BaselineError::NoFolder(file));
        }
        let mut known: Vec<Entry> = problems
            .iter()
            .filter(|problem| is_kept(problem))
            .map(Entry::of)
            .collect();
        known.sort();
        let count = known.len();
        replace::write_atomically(&file, before.as_deref(), &text_of(known))?;
        Ok(count)
    }
}

/// Whether a baseline is the place for a problem.
fn is_kept(problem: &Problem) -> bool {
    let allowed = matches!(problem.excuse, Some(Excuse::Allowed(_)));
    let about_itself = matches!(
        problem.finding.rule,
        Rule::StaleBaseline | Rule::InvalidBaseline
    );
    !allowed && !about_itself
}

fn text_of(findings: Vec<Entry>) -> String {
    let file = File {
        version: VERSION,
        findings,
    };
    // A value of strings and numbers is always JSON.
    let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
    text.push('\n');
    text
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
