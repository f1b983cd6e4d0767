//! Putting one file's new content into the index, through git.

use gix::bstr::{BString, ByteVec};

use crate::command::{self, GitFailed};
use crate::snapshot::{self, ReadError};
use crate::{CompareError, NoChanges, Repository};

/// Why nothing was staged. The index is as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StageError {
    /// There is no repository, or it must not be used.
    #[error(transparent)]
    NoRepository(#[from] NoChanges),
    /// The index has no such file, or has it in conflict.
    #[error("{0}: is not staged as a file; add it first with `git add`")]
    NotStaged(String),
    /// What is staged is no longer what was read.
    #[error("{0}: what is staged changed in the meantime; run the command again")]
    Changed(String),
    /// `git commit <path>` works on an index that it throws away: what is put there would be committed, and
    /// then look as if it had been taken back.
    #[error(
        "{0}: a commit of named paths is going on, and its index is thrown away; stage before committing"
    )]
    PartialCommit(String),
    /// What is staged cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// The index cannot be read.
    #[error(transparent)]
    Index(#[from] CompareError),
    /// Git did not do it.
    #[error(transparent)]
    Git(#[from] GitFailed),
}

impl Repository {
    /// Replaces the staged content of a file (from the root with `/`) by `after`, if it is still `before`.
    ///
    /// Only the index changes, the one that git names (`GIT_INDEX_FILE`), and in it only this file: what is
    /// on disk and not staged stays so. Git writes the object and the index; no filter program is run, since
    /// `after` is what git records and not what is on disk.
    ///
    /// # Errors
    ///
    /// Where the file is not in the index or in conflict there, what is staged is not `before`, a commit of
    /// named paths is going on, or git refuses (somebody else holds the lock of the index).
    pub fn stage(&self, path: &str, before: &[u8], after: &[u8]) -> Result<(), StageError> {
        let git = self.git_of(path).map_err(Clone::clone)?;
        let repo = git.repo.to_thread_local();
        let inner = path.strip_prefix(git.prefix.as_str()).unwrap_or(path);
        if is_thrown_away(&repo.index_path()) {
            return Err(StageError::PartialCommit(path.to_owned()));
        }
        let staged = snapshot::staged_file(git, &repo, inner)?
            .ok_or_else(|| StageError::NotStaged(path.to_owned()))?;
        let content = repo
            .find_object(staged.id)
            .map_err(|error| ReadError::new(path, &error))?;
        if content.data != before {
            return Err(StageError::Changed(path.to_owned()));
        }
        let arguments = ["hash-object", "-w", "--stdin", "--no-filters"];
        let id = command::output(git, &arguments, after)?;
        let mut entry = BString::from(format!("{:06o} ", staged.mode.bits()));
        entry.push_str(id.trim_ascii());
        entry.push_str(" 0\t");
        entry.push_str(&staged.raw);
        entry.push(b'\0');
        command::output_without_filters(git, &["update-index", "-z", "--index-info"], &entry)?;
        Ok(())
    }
}

/// Whether an index is the one that `git commit <path>` makes for its own use.
fn is_thrown_away(index: &std::path::Path) -> bool {
    index
        .file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with("next-index-"))
}
