//! Whether git has the records of a directory, so that others get them too.

use gix::bstr::BStr;
use gix::worktree::stack::state::ignore::Source;

use crate::Repository;

/// How git stands to the records in a decision directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// Git tracks files there.
    Tracked,
    /// Nothing there is tracked yet.
    Untracked,
    /// Git is told to ignore the directory, and nothing there is tracked.
    Ignored,
    /// It cannot be told: no repository, or the directory lies outside it.
    Unknown,
}

impl Repository {
    /// Whether git has the records of a decision directory. Reads the whole index: not for a hook.
    pub fn sharing(&self, dir: &decision_core::DecisionDir) -> Sharing {
        let Some(git) = self.superproject().or_else(|| self.git().ok()) else {
            return Sharing::Unknown;
        };
        let repo = git.repo.to_thread_local();
        let (Some(work_tree), Ok(index)) = (repo.workdir(), repo.index_or_empty()) else {
            return Sharing::Unknown;
        };
        let path = crate::path::label(work_tree, &dir.path);
        if std::path::Path::new(&path).is_absolute() {
            return Sharing::Unknown;
        }
        let prefix = if path == "." {
            String::new()
        } else {
            format!("{path}/")
        };
        if index
            .prefixed_entries_range(BStr::new(&prefix))
            .is_some_and(|range| !range.is_empty())
        {
            return Sharing::Tracked;
        }
        let excludes = repo.excludes(&index, None, Source::WorktreeThenIdMappingIfNotSkipped);
        let Ok(mut excludes) = excludes else {
            return Sharing::Unknown;
        };
        match excludes.at_entry(BStr::new(&path), Some(gix::index::entry::Mode::DIR)) {
            Ok(place) if place.is_excluded() => Sharing::Ignored,
            Ok(_) => Sharing::Untracked,
            Err(_) => Sharing::Unknown,
        }
    }
}
