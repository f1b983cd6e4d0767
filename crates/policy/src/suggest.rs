//! Proposes scope for records that name no paths, from what the text and the code already say.
//!
//! Three kinds of evidence are looked for: paths and type names that a record's text holds and that git
//! tracks, lines of source that cite the record, and commits whose message cites it. None of them is a
//! decision about scope: a person reviews what is proposed, and only then does it stand in the record.
//!
//! This reads every tracked source file and much of the history. It belongs to a command and never to a
//! hook.

pub mod apply;
mod combine;
mod history;
mod kinds;
mod mentions;
mod names;
mod resolve;
pub mod review;
mod sources;
mod tree;

use std::collections::BTreeMap;
use std::fmt;

use decision_core::{Decision, DecisionLog};
use decision_git::{DEFAULT_COMMITS, NotKnown, Repository};

pub use tree::Tree;

/// What is proposed for the records of a log.
#[derive(Debug, Clone, Default)]
pub struct Suggestions {
    /// The records that were asked for, in the order of the log; those without a proposal too.
    pub records: Vec<RecordSuggestions>,
    /// How many source files were read.
    pub files_read: usize,
    /// How many commits were looked at.
    pub commits_seen: usize,
    /// Whether the history is longer than that.
    pub history_cut: bool,
    /// Why there is no evidence from the history, where there is none to be had.
    pub no_history: Option<String>,
}

/// What is proposed for one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordSuggestions {
    /// Its index in [`DecisionLog::records`].
    pub record: usize,
    /// What it may govern, the surest first.
    pub proposals: Vec<Proposal>,
}

/// An entry that a record's `affects` might get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The entry as it would be written: a file, or a directory with `/` at the end.
    pub entry: String,
    /// How many tracked files it claims.
    pub files: usize,
    /// How sure it is.
    pub confidence: Confidence,
    /// Why it is proposed, the strongest first.
    pub evidence: Vec<Evidence>,
}

/// How sure a proposal is, least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// One weak sign.
    Low,
    /// One good sign, or several weak ones.
    Medium,
    /// The source cites the record, or the text names the path and something else agrees.
    High,
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Confidence::Low => "low",
            Confidence::Medium => "medium",
            Confidence::High => "high",
        })
    }
}

/// One reason for a proposal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// A line of a tracked file outside the decision directories cites the record.
    Comment {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// The record's text holds the path.
    Text {
        /// The line in the record, counted from 1.
        line: usize,
    },
    /// The record's text holds the name of a type that this file, by its name, defines.
    Name {
        /// The name.
        name: String,
        /// The line in the record, counted from 1.
        line: usize,
    },
    /// Commits whose message cites the record changed it.
    Commits {
        /// How many.
        count: usize,
        /// The newest one's abbreviated hash.
        latest: String,
    },
}

impl Evidence {
    /// A stable word for the kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Evidence::Comment { .. } => "comment",
            Evidence::Text { .. } => "text",
            Evidence::Name { .. } => "name",
            Evidence::Commits { .. } => "commits",
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Comment { path, line } => write!(f, "comment {path}:{line}"),
            Evidence::Text { line } => write!(f, "text line {line}"),
            Evidence::Name { name, line } => write!(f, "name {name}, text line {line}"),
            Evidence::Commits { count: 1, latest } => write!(f, "commit {latest}"),
            Evidence::Commits { count, latest } => write!(f, "{count} commits, latest {latest}"),
        }
    }
}

/// How far the work has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// So many source files are being read.
    Files(usize),
    /// So many commits have been looked at.
    Commits(usize),
}

/// What to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options<'a> {
    /// The records to propose scope for, as indices into [`DecisionLog::records`].
    pub records: &'a [usize],
    /// The most commits that are looked at, newest first.
    pub commits: usize,
}

impl<'a> Options<'a> {
    /// These records, and as much history as is usual.
    pub fn new(records: &'a [usize]) -> Options<'a> {
        Options {
            records,
            commits: DEFAULT_COMMITS,
        }
    }
}

/// The signs that were found for one record, by tracked file (an index into the tree) or directory.
#[derive(Debug, Clone, Default)]
struct Signs {
    files: BTreeMap<usize, Vec<Sign>>,
    dirs: BTreeMap<String, Vec<Sign>>,
}

/// One sign with how much it says, 1 for what is worth a proposal on its own.
#[derive(Debug, Clone, PartialEq)]
struct Sign {
    evidence: Evidence,
    weight: f32,
}

/// Looks for evidence and proposes scope.
///
/// # Errors
///
/// Where the tracked files cannot be told. A history that cannot be read only takes its evidence away.
pub fn suggest(
    repository: &Repository,
    log: &DecisionLog,
    tree: &Tree,
    options: Options<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Suggestions, NotKnown> {
    let names = names::Names::of(log);
    let mut signs: Vec<Signs> = vec![Signs::default(); log.records.len()];
    let outside = |path: &str| !log.dirs.iter().any(|dir| is_in(path, &dir.label));
    let origin = repository.remote_url();
    // Of every record, as names that many records hold are words of the whole project.
    for (record, signs) in log.records.iter().zip(&mut signs) {
        mentions::find(record, tree, origin.as_deref(), signs);
    }
    mentions::drop_common_names(&mut signs);
    let files_read = sources::find(repository.root(), log, &names, tree, &mut signs, progress);
    let mut suggestions = Suggestions {
        files_read,
        ..Suggestions::default()
    };
    match history::find(
        repository,
        log,
        &names,
        tree,
        options.commits,
        &mut signs,
        progress,
    ) {
        Ok(history) => {
            suggestions.commits_seen = history.seen;
            suggestions.history_cut = history.cut;
        }
        Err(error) => suggestions.no_history = Some(error.to_string()),
    }
    for &record in options.records {
        let mut found = std::mem::take(&mut signs[record]);
        found.files.retain(|file, _| outside(tree.path(*file)));
        found.dirs.retain(|dir, _| outside(dir));
        suggestions.records.push(RecordSuggestions {
            record,
            proposals: combine::proposals(&log.records[record], tree, found),
        });
    }
    Ok(suggestions)
}

fn is_in(path: &str, dir: &str) -> bool {
    dir != "."
        && path
            .strip_prefix(dir)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether scope is worth proposing: a record that is not in force speaks for nothing.
pub fn is_worth_proposing(record: &Decision) -> bool {
    record.is_live()
}
