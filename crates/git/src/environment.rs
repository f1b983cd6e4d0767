//! The one place that reads environment variables.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// What the environment says about where the repository and its records are.
///
/// Captured once at the start of a program; made by hand in tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// `DECISION_DIR`: the decision directory, relative to the working directory.
    pub decision_dir: Option<PathBuf>,
    /// `GIT_DIR`: the repository to use, as git sets it inside its hooks.
    pub git_dir: Option<PathBuf>,
    /// `GIT_WORK_TREE`: the work tree that belongs to [`Environment::git_dir`].
    pub git_work_tree: Option<PathBuf>,
    /// `GIT_INDEX_FILE`: the index to use; `git commit -a` and `git commit <path>` set a temporary one.
    pub git_index_file: Option<PathBuf>,
    /// The commits that `git merge` is merging, as hexadecimal ids: it sets `GITHEAD_<id>` for each, and writes
    /// `MERGE_HEAD` only after `pre-merge-commit` has run.
    pub merging: Vec<String>,
    /// `GIT_DISCOVERY_ACROSS_FILESYSTEM`: whether the search upwards may cross mount points.
    pub across_file_systems: bool,
    /// The user's home directory, which is no project: without a repository records are not looked
    /// for there, unless that is where the search begins.
    pub home: Option<PathBuf>,
    /// Only the repository's own configuration counts, not the user's and not the system's.
    pub isolated: bool,
}

impl Environment {
    /// The environment of this process. An empty variable counts as not set.
    pub fn capture() -> Environment {
        let path = |name| {
            env::var_os(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        Environment {
            decision_dir: path("DECISION_DIR"),
            git_dir: path("GIT_DIR"),
            git_work_tree: path("GIT_WORK_TREE"),
            git_index_file: path("GIT_INDEX_FILE"),
            merging: env::vars_os()
                .filter_map(|(name, _)| {
                    let id = name.to_str()?.strip_prefix("GITHEAD_")?;
                    Some(id.to_owned())
                })
                .collect(),
            across_file_systems: env::var_os("GIT_DISCOVERY_ACROSS_FILESYSTEM")
                .is_some_and(|value| is_true(&value)),
            home: env::home_dir().filter(|home| !home.as_os_str().is_empty()),
            isolated: false,
        }
    }
}

/// A boolean as git reads one from the environment.
fn is_true(value: &OsString) -> bool {
    let value = value.to_string_lossy();
    ["1", "true", "yes", "on"]
        .iter()
        .any(|word| value.eq_ignore_ascii_case(word))
}
