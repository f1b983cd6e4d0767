//! Paths that lie in another work tree of the same repository.

use std::path::{Path, PathBuf};

use super::Repository;

impl Repository {
    /// Agents work in linked work trees while an event may still carry the path of the main one (or
    /// the other way round); it is the same file of the same project.
    pub(super) fn relative_in_other_work_tree(&self, event_path: &str) -> Option<String> {
        let path = Path::new(event_path);
        if !path.is_absolute() {
            return None;
        }
        let common_dir = self.git_common_dir()?.canonicalize().ok()?;
        let other = path
            .ancestors()
            .skip(1)
            .find(|dir| dir.join(".git").exists())?;
        let git_dir = git_dir_of(&other.join(".git"))?.canonicalize().ok()?;
        let shares = git_dir == common_dir
            || git_dir
                .parent()
                .is_some_and(|parent| parent == common_dir.join("worktrees"));
        shares
            .then(|| decision_core::paths::relative_to(other, other, event_path))
            .flatten()
    }
}

/// The git directory behind a `.git`, which is a directory or a file that names one.
fn git_dir_of(dot_git: &Path) -> Option<PathBuf> {
    if dot_git.is_dir() {
        return Some(dot_git.to_owned());
    }
    let text = std::fs::read_to_string(dot_git).ok()?;
    let target = text.strip_prefix("gitdir:")?.trim();
    Some(dot_git.parent()?.join(target))
}
