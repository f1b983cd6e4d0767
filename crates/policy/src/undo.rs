//! Taking back the last record that `decision record` wrote in a work tree.

use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use decision_core::Fnv;
use decision_git::Standing;
use serde::{Deserialize, Serialize};

use crate::memory::Memory;
use crate::workspace::Workspace;

/// Under which name the memory keeps it.
const NAME: &str = "last-written";

/// What has to be known of a record to take it back. Its text is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Written {
    path: String,
    length: usize,
    digest: u64,
    /// How many folders were made for it.
    #[serde(default)]
    made_folders: usize,
}

/// A record that was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenBack {
    /// Where it was, from the root with `/`.
    pub path: String,
    /// Whether git's index still has it, so that the next commit would bring it along.
    pub staged: bool,
}

/// Why nothing was taken back; the record is as it was.
#[derive(Debug, thiserror::Error)]
pub enum UndoError {
    /// Nothing is remembered.
    #[error(
        "nothing to take back: `decision record` has written nothing in this work tree, or it was taken back already"
    )]
    Nothing,
    /// It is not there any more.
    #[error("{0}: is gone already")]
    Gone(String),
    /// Somebody wrote to it.
    #[error(
        "{0}: changed since it was recorded; it is yours now, remove it by hand if it should go"
    )]
    Changed(String),
    /// Git has it.
    #[error("{0}: is committed; `git revert` takes a commit back, `decision supersede` a decision")]
    Committed(String),
    /// The file system refused.
    #[error("{path}: cannot be removed: {source}")]
    Io {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}

/// Remembers a record that was just written; false where that cannot be kept. `path` is from the root with
/// `/`, absolute where it lies outside.
pub fn remember(memory: &Memory, path: &str, text: &str, made_folders: usize) -> bool {
    let written = Written {
        path: path.to_owned(),
        length: text.len(),
        digest: digest(text.as_bytes()),
        made_folders,
    };
    serde_json::to_string(&written).is_ok_and(|text| memory.keep(NAME, &text))
}

/// Removes the record that was written last, if it is as it was written and in no commit.
///
/// # Errors
///
/// Where there is nothing to take back, or it is no longer this command's to take.
pub fn take_back(workspace: &Workspace, memory: &Memory) -> Result<TakenBack, UndoError> {
    let kept = memory.kept(NAME).ok_or(UndoError::Nothing)?;
    let written: Written = serde_json::from_str(&kept).map_err(|_| UndoError::Nothing)?;
    let path = written.path;
    let file = on_disk(workspace, &path).ok_or(UndoError::Nothing)?;
    let Ok(bytes) = fs::read(&file) else {
        memory.forget(NAME);
        return Err(UndoError::Gone(path));
    };
    if bytes.len() != written.length || digest(&bytes) != written.digest {
        return Err(UndoError::Changed(path));
    }
    let standing = workspace.repository.standing(&[&path]);
    if matches!(standing[..], [Standing::Merged | Standing::Branch]) {
        return Err(UndoError::Committed(path));
    }
    if let Err(source) = fs::remove_file(&file) {
        return Err(UndoError::Io { path, source });
    }
    let root = workspace.repository.root();
    let made = file.ancestors().skip(1).take(written.made_folders);
    for folder in made.take_while(|folder| folder.starts_with(root) && *folder != root) {
        // Fails where something else lies in it by now, and then it stays.
        let _ = fs::remove_dir(folder);
    }
    memory.forget(NAME);
    let staged = standing.contains(&Standing::Uncommitted);
    Ok(TakenBack { path, staged })
}

/// The file of a path that was kept; only inside the decision directories of the work tree, so that a
/// file of the memory cannot name any other.
fn on_disk(workspace: &Workspace, path: &str) -> Option<PathBuf> {
    let file = workspace.repository.root().join(path);
    let plain = Path::new(path)
        .components()
        .all(|part| !matches!(part, std::path::Component::ParentDir));
    let dirs = &workspace.located.dirs;
    let inside = dirs
        .iter()
        .map(|located| &located.dir)
        .chain([&workspace.located.create_in])
        .any(|dir| file.starts_with(&dir.path));
    (plain && inside).then_some(file)
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = Fnv::default();
    hasher.write(bytes);
    hasher.finish()
}
