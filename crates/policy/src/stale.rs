//! Records that the code has left behind: entries of `affects` that claim nothing any more, and governed code
//! that is not what it was when the record was written.
//!
//! [`Watch`] is shown the history commit by commit, the newest first, asks which files a commit moved where
//! that matters, and says at the end what it found. [`of`] shows it the history of a repository.

mod dead;
mod drift;
mod fates;
mod told;
mod watch;

use std::collections::BTreeMap;

use decision_core::DecisionLog;
use decision_git::{Blob, Compare, CompareError, PastError, ReadError};

use crate::workspace::Workspace;
pub use dead::{Dead, How, Went};
pub use drift::Drift;
pub use fates::Moves;
pub use watch::Watch;

/// A commit, as it is named to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct By {
    /// The whole id.
    pub id: String,
    /// The day on which it was committed, `YYYY-MM-DD`.
    pub day: String,
    /// The first line of its message.
    pub subject: String,
}

/// What the log and its history say of one another.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stale {
    /// Entries of records in force that claim nothing, in the order of the log.
    pub dead: Vec<Dead>,
    /// Records in force whose governed code changed since they were written, worst first.
    pub drift: Vec<Drift>,
    /// How many commits were looked at.
    pub commits: usize,
    /// Whether the history that is here was cut off (a shallow clone).
    pub shallow: bool,
    /// Why not all of the history that is here was looked at, where that is so.
    pub incomplete: Option<String>,
}

/// What is known of the files now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Now {
    /// Every path that is tracked, or on disk and not ignored, in order.
    pub paths: Vec<String>,
    /// The submodules among them: what is in those is not known here.
    pub submodules: Vec<String>,
    /// The files of the last commit with their contents.
    pub committed: BTreeMap<String, Blob>,
}

/// Why nothing can be said.
#[derive(Debug, thiserror::Error)]
pub enum StaleError {
    /// The files as they are now cannot be told.
    #[error(transparent)]
    Now(#[from] CompareError),
    /// The files as they are now cannot be listed.
    #[error(transparent)]
    List(#[from] ReadError),
    /// The history cannot be told.
    #[error(transparent)]
    Past(#[from] PastError),
    /// There is no repository.
    #[error(transparent)]
    NoRepository(#[from] decision_git::NoChanges),
}

/// Looks for what is stale in the log of a workspace. `progress` hears now and then how many commits were
/// looked at: a long history takes seconds.
///
/// # Errors
///
/// Where there is no repository, or git or one of its objects cannot be read.
pub fn of(workspace: &Workspace, progress: &mut dyn FnMut(usize)) -> Result<Stale, StaleError> {
    let repository = &workspace.repository;
    let comparison = repository.compare(&Compare::Worktree)?;
    let mut now = Now {
        committed: repository.head_files()?.into_iter().collect(),
        ..Now::default()
    };
    for entry in comparison.after.entries()? {
        let path = entry.path.into_owned();
        if entry.kind == decision_git::EntryKind::Submodule {
            now.submodules.push(path.clone());
        }
        now.paths.push(path);
    }
    now.paths.sort_unstable();
    now.paths.dedup();
    let log: &DecisionLog = workspace.log();
    let moves = |commit: &str| repository.moves(commit);
    let mut watch = Watch::new(log, &now, &moves);
    watch.not_committed(&comparison.changes);
    let walked = if watch.is_done() {
        decision_git::Walked::default()
    } else {
        repository.past(&mut |commit| watch.commit(&commit), progress)?
    };
    let blobs = repository.blobs()?;
    let mut stale = watch.finish(&|before, after| blobs.compare(before, after))?;
    stale.commits = walked.commits;
    stale.shallow = walked.shallow;
    stale.incomplete = stale.incomplete.or(walked.incomplete);
    Ok(stale)
}
