//! Paths that lie in another work tree of the same repository.
//!
//! Agents work in linked work trees, often inside the main one, while an event may carry the path of
//! either; it is the same file of the same project.

use std::path::{Path, PathBuf};

use super::Repository;
use crate::read_small_file;

impl Repository {
    /// A path from the root, seen from the linked work tree inside this one that it lies in; none
    /// where it lies in none.
    pub(super) fn relative_in_nested_work_tree(&self, relative: &str) -> Option<String> {
        let (above, below) = relative
            .rmatch_indices('/')
            .map(|(end, _)| (&relative[..end], &relative[end + 1..]))
            .find(|(above, _)| self.root().join(above).join(".git").exists())?;
        self.shares_repository(&self.root().join(above))
            .then(|| below.to_owned())
    }

    /// An absolute path outside the root, seen from the work tree that it lies in.
    pub(super) fn relative_in_other_work_tree(&self, event_path: &str) -> Option<String> {
        let path = Path::new(event_path);
        if !path.is_absolute() {
            return None;
        }
        let other = path
            .ancestors()
            .skip(1)
            .find(|dir| dir.join(".git").exists())?;
        self.shares_repository(other)
            .then(|| decision_core::paths::relative_to(other, other, event_path))
            .flatten()
    }

    fn shares_repository(&self, work_tree: &Path) -> bool {
        let own = self
            .git_common_dir()
            .and_then(|dir| dir.canonicalize().ok());
        let other = git_dir_of(&work_tree.join(".git")).and_then(|dir| dir.canonicalize().ok());
        let (Some(own), Some(other)) = (own, other) else {
            return false;
        };
        other == own || other.parent() == Some(own.join("worktrees").as_path())
    }
}

/// The git directory behind a `.git`, which is a directory or a file that names one.
fn git_dir_of(dot_git: &Path) -> Option<PathBuf> {
    if dot_git.is_dir() {
        return Some(dot_git.to_owned());
    }
    let work_tree = dot_git.parent()?;
    let text = read_small_file(work_tree, ".git").ok()??;
    let target = text.strip_prefix("gitdir:")?.trim();
    Some(work_tree.join(target))
}
