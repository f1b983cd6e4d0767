//! Which repository a directory belongs to.

mod discover;
mod nearest;
mod worktrees;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use gix::ObjectId;

use crate::drivers::Drivers;
use crate::{Environment, Error, path};

/// The repository, or the plain directory tree, in which records are looked for.
#[derive(Debug)]
pub struct Repository {
    root: PathBuf,
    start: PathBuf,
    kind: Kind,
    decision_dir: Option<PathBuf>,
    home: Option<PathBuf>,
    git: Result<Git, NoChanges>,
    superproject: Option<Git>,
    git_common_dir: Option<PathBuf>,
}

/// An opened git repository with a work tree.
#[derive(Clone)]
pub(crate) struct Git {
    pub(crate) repo: gix::ThreadSafeRepository,
    pub(crate) work_tree: PathBuf,
    /// What stands in front of its paths, seen from the root: empty, or a submodule's path with `/`.
    pub(crate) prefix: String,
    /// The filter programs that were taken out of the configuration of `repo`.
    pub(crate) drivers: Drivers,
    /// The commits that are being merged into it, where the environment says so.
    pub(crate) merging: Vec<String>,
    /// The tree of its default branch, looked up once: a process asks for it several times.
    pub(crate) default_tree: OnceLock<Option<ObjectId>>,
}

impl fmt::Debug for Git {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Git")
            .field("work_tree", &self.work_tree)
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

/// Why the references of a repository cannot be read here: `gix` knows only files.
pub(crate) fn foreign_references(repo: &gix::Repository) -> Option<String> {
    let format = repo.config_snapshot().string("extensions.refStorage")?;
    (!format.eq_ignore_ascii_case(b"files")).then(|| format!("references are stored as {format}"))
}

/// What kind of place the starting directory is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A repository with its own work tree.
    WorkTree,
    /// A work tree added to another repository, which may be bare.
    LinkedWorkTree,
    /// A submodule.
    Submodule,
    /// A repository without a work tree.
    Bare,
    /// No repository at all.
    Directory,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::WorkTree => "git work tree",
            Kind::LinkedWorkTree => "linked git work tree",
            Kind::Submodule => "git submodule",
            Kind::Bare => "bare git repository",
            Kind::Directory => "directory without git",
        })
    }
}

/// Why it cannot be told which files are being changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoChanges {
    /// There is no git repository.
    #[error("not in a git repository")]
    NoRepository,
    /// Somebody else owns the repository at this path, and `safe.directory` does not name it (git's "dubious
    /// ownership").
    #[error("owned by another user, so git's files are not read")]
    OtherOwner(String),
    /// A repository without a work tree.
    #[error("a bare repository has no work tree")]
    Bare,
    /// The repository is there but cannot be opened.
    #[error("{path}: {reason}")]
    Unreadable {
        /// The repository.
        path: String,
        /// What went wrong.
        reason: String,
    },
}

impl NoChanges {
    /// A command that lifts the restriction, for whoever has made sure that it may be lifted; none
    /// where there is no such command. The path in it is quoted for a POSIX shell.
    pub fn remedy(&self) -> Option<String> {
        match self {
            NoChanges::OtherOwner(path) => Some(format!(
                "git config --global --add safe.directory {}",
                shell_quoted(path)
            )),
            NoChanges::NoRepository | NoChanges::Bare | NoChanges::Unreadable { .. } => None,
        }
    }
}

/// `'` itself ends the quotes, stands escaped, and begins them again.
fn shell_quoted(text: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || "/._-:+@".contains(char);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

impl Repository {
    /// Finds the repository that `start` belongs to, the way git does: upwards, or as `GIT_DIR` says.
    ///
    /// A `start` that does not exist stands for the nearest directory above it that does, a file for
    /// the directory it is in. Without a repository the nearest directory, from `start` upwards, that
    /// holds decision records is the root, and `start` itself where there is none. That search ends
    /// before a directory of another owner, the home directory, a mount point and the root of the
    /// file system.
    ///
    /// # Errors
    ///
    /// Only where no directory at all can be started from. A repository that cannot be read is no
    /// error: records can still be read there, and [`Repository::no_changes`] says why changes cannot.
    pub fn discover(start: &Path, environment: &Environment) -> Result<Repository, Error> {
        discover::discover(start, environment)
    }

    /// Where paths are counted from, absolute: the root of the work tree; of a submodule that has no
    /// records of its own while its superproject has, the superproject's.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The directory in which the search began.
    pub fn start(&self) -> &Path {
        &self.start
    }

    /// What kind of place [`Repository::start`] is in.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The git directory that all work trees of the repository share, absolute; none where there is
    /// no repository or where it must not be used.
    pub fn git_common_dir(&self) -> Option<&Path> {
        self.git_common_dir.as_deref()
    }

    /// The path of the submodule in its superproject with `/`, where the superproject's records are
    /// used.
    pub fn submodule_path(&self) -> Option<&str> {
        let git = self.git.as_ref().ok()?;
        git.prefix.strip_suffix('/')
    }

    /// Why changed files cannot be told; none where they can.
    pub fn no_changes(&self) -> Option<&NoChanges> {
        self.git.as_ref().err()
    }

    /// An event's path from the root with `/`; none where it lies outside.
    ///
    /// A relative path is taken from [`Repository::start`]. A path in another work tree of the same
    /// repository is taken from that work tree's root.
    pub fn relative(&self, event_path: &str) -> Option<String> {
        match decision_core::paths::relative_to(&self.root, &self.start, event_path) {
            Some(path) => Some(self.relative_in_nested_work_tree(&path).unwrap_or(path)),
            None => self.relative_in_other_work_tree(event_path),
        }
    }

    /// The full name of the branch that is checked out, also before its first commit; none where none is, as
    /// in the middle of a rebase.
    pub fn branch(&self) -> Option<String> {
        let repo = self.git().ok()?.repo.to_thread_local();
        let name = repo.head_name().ok()??;
        Some(name.as_bstr().to_string())
    }

    pub(crate) fn git(&self) -> Result<&Git, &NoChanges> {
        self.git.as_ref()
    }

    /// The repository that a path (from the root with `/`) belongs to: the submodule's own, or its
    /// superproject's where that has the records.
    pub(crate) fn git_of(&self, path: &str) -> Result<&Git, &NoChanges> {
        let own = self.git()?;
        let dir = own.prefix.trim_end_matches('/');
        Ok(match self.superproject() {
            Some(outer) if !path::is_at_or_under(path.as_bytes(), dir.as_bytes()) => outer,
            _ => own,
        })
    }

    pub(crate) fn superproject(&self) -> Option<&Git> {
        self.superproject.as_ref()
    }

    pub(crate) fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    pub(crate) fn decision_dir(&self) -> Option<&Path> {
        self.decision_dir.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::NoChanges;

    #[test]
    fn a_remedy_can_be_pasted_into_a_shell() {
        for (path, expected) in [
            ("/srv/project-1", "/srv/project-1"),
            ("/srv/my project", "'/srv/my project'"),
            ("/srv/$(touch x)", "'/srv/$(touch x)'"),
            ("/srv/it's", r"'/srv/it'\''s'"),
            ("~/x\n;y", "'~/x\n;y'"),
        ] {
            let reason = NoChanges::OtherOwner(path.to_owned());
            assert_eq!(
                reason.remedy().as_deref(),
                Some(&*format!(
                    "git config --global --add safe.directory {expected}"
                ))
            );
            assert_eq!(
                reason.to_string(),
                "owned by another user, so git's files are not read"
            );
        }
        assert_eq!(NoChanges::Bare.remedy(), None);
    }
}
