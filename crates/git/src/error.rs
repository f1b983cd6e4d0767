//! What can go wrong so badly that there is no answer at all.

use std::path::PathBuf;

/// Why there is no repository, or no decision directory, to speak of.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Neither the starting directory nor any directory above it exists.
    #[error("{0}: no such directory, and none above it; start in a directory that exists")]
    NoSuchStart(PathBuf),
    /// The starting directory is relative and the working directory cannot be told.
    #[error("{path}: cannot be made absolute: {source}")]
    NoWorkingDirectory {
        /// The start as given.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A directory that was asked for by name is not there.
    #[error("{path}: {asked_by} names it, but there is no such directory")]
    NoSuchDirectory {
        /// The directory, absolute.
        path: PathBuf,
        /// What named it: `--dir` or `DECISION_DIR`.
        asked_by: &'static str,
    },
}

/// What went wrong, on one line: what stands below tells of nothing that a user could act on.
pub(crate) fn reason(error: &gix::Error) -> String {
    let text = format!("{error:#}");
    text.lines().next().unwrap_or(&text).trim().to_owned()
}
