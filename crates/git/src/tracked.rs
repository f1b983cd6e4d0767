//! The files that git tracks.

use gix::index::entry::Mode;

use crate::repository::Git;
use crate::{Repository, error, path};

/// Why the tracked files, or the history, cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotKnown {
    /// There is no repository, or it must not be used.
    #[error(transparent)]
    NoRepository(#[from] crate::NoChanges),
    /// Something in the repository cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

impl NotKnown {
    pub(crate) fn unreadable(error: &gix::Error) -> NotKnown {
        NotKnown::Unreadable(error::reason(error))
    }
}

impl Repository {
    /// The files in the index, from the root with `/`, in NFC and in order, each once. Links and
    /// submodules are not among them. Where a submodule stands for its superproject's records, both
    /// repositories' files are.
    ///
    /// # Errors
    ///
    /// Where there is no repository, or the index cannot be read or is sparse.
    pub fn tracked_files(&self) -> Result<Vec<String>, NotKnown> {
        let mut files = Vec::new();
        let own = self.git().map_err(Clone::clone)?;
        for git in std::iter::once(own).chain(self.superproject()) {
            add(git, &mut files)?;
        }
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }
}

impl Repository {
    /// Where the repository was cloned from: the address of the remote `origin`, as configured.
    pub fn remote_url(&self) -> Option<String> {
        let repo = self.git().ok()?.repo.to_thread_local();
        let url = repo.config_snapshot().string("remote.origin.url")?;
        Some(url.to_string())
    }
}

fn add(git: &Git, files: &mut Vec<String>) -> Result<(), NotKnown> {
    let repo = git.repo.to_thread_local();
    let index = repo
        .index_or_empty()
        .map_err(|error| NotKnown::unreadable(&error))?;
    if index.is_sparse() {
        return Err(NotKnown::Unreadable(
            "the index is sparse; `git sparse-checkout disable` spells it out".to_owned(),
        ));
    }
    let entries = index.entries().iter();
    files.extend(
        entries
            .filter(|entry| entry.mode != Mode::COMMIT && entry.mode != Mode::SYMLINK)
            .map(|entry| format!("{}{}", git.prefix, path::text(entry.path(&index)))),
    );
    Ok(())
}
