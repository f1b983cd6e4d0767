//! Writing the entries that a change breaks as they should be.

use std::fs;
use std::path::PathBuf;

use decision_core::edit::{self, EditError};
use decision_core::replace::{self, ReplaceError};
use decision_core::sidecar;
use decision_git::{Compare, ReadError, StageError};

use super::report::Repair;
use crate::workspace::Workspace;

/// An entry that was rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// The file in which it stands, from the root.
    pub file: String,
    /// What stood there.
    pub entry: String,
    /// What stands there now.
    pub with: String,
}

/// What became of the entries that were to be rewritten.
#[derive(Debug, Default)]
pub struct Repairs {
    /// What was written.
    pub written: Vec<Repaired>,
    /// Why the others were not.
    pub left: Vec<RepairError>,
}

/// Why an entry was not rewritten.
#[derive(Debug, thiserror::Error)]
pub enum RepairError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {source}")]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The entry cannot be edited where it stands.
    #[error("{file}: the entry `{entry}`: {source}")]
    Edit {
        /// The file.
        file: String,
        /// The entry as written.
        entry: String,
        /// Why.
        source: EditError,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Replace(#[from] ReplaceError),
    /// What is staged cannot be read.
    #[error(transparent)]
    Staged(#[from] ReadError),
    /// Git did not stage it.
    #[error(transparent)]
    Stage(#[from] StageError),
}

/// Rewrites the entries whose new form is clear, in the files on disk: only the bytes of those entries.
///
/// With `stage` the same entries are rewritten in what is staged, and nothing else of those files is. What
/// reads as it should already is left. An entry that cannot be rewritten does not keep others from it.
pub fn repair<'a>(
    workspace: &Workspace,
    repairs: impl Iterator<Item = &'a Repair>,
    stage: bool,
) -> Repairs {
    let mut done = Repairs::default();
    for repair in repairs {
        let Some(with) = &repair.with else {
            continue;
        };
        let on_disk = write_one(workspace, repair, with);
        let staged = on_disk.and_then(|written| {
            let staged = stage && stage_one(workspace, repair, with)?;
            Ok(written || staged)
        });
        match staged {
            Ok(true) => done.written.push(Repaired {
                file: repair.file.clone(),
                entry: repair.entry.clone(),
                with: with.clone(),
            }),
            Ok(false) => {}
            Err(error) => done.left.push(error),
        }
    }
    done
}

/// Whether the file on disk had to be written.
fn write_one(workspace: &Workspace, repair: &Repair, with: &str) -> Result<bool, RepairError> {
    let path = workspace.repository.root().join(&repair.file);
    let before = fs::read(&path).map_err(|source| RepairError::Read {
        file: path.clone(),
        source,
    })?;
    let Some(after) = rewritten(&before, repair, with)? else {
        return Ok(false);
    };
    replace::write_atomically(&path, Some(&before), &after)?;
    Ok(true)
}

/// Whether it had to be staged. Entries of one file are staged one after the other, so what is staged is
/// read each time.
fn stage_one(workspace: &Workspace, repair: &Repair, with: &str) -> Result<bool, RepairError> {
    let comparison = workspace
        .repository
        .compare(&Compare::Staged)
        .map_err(StageError::Index)?;
    let staged = comparison
        .after
        .read(&repair.file)?
        .ok_or_else(|| StageError::NotStaged(repair.file.clone()))?;
    let Some(after) = rewritten(&staged, repair, with)? else {
        return Ok(false);
    };
    workspace
        .repository
        .stage(&repair.file, &staged, after.as_bytes())?;
    Ok(true)
}

/// The text with the entry as it should be; none where that stands there already.
fn rewritten(bytes: &[u8], repair: &Repair, with: &str) -> Result<Option<String>, RepairError> {
    let replace = |entry: &str| match std::str::from_utf8(bytes) {
        Ok(text) if repair.is_beside() => sidecar::replace(text, &repair.slug, entry, Some(with)),
        _ => edit::replace_affects(bytes, entry, with),
    };
    match replace(&repair.entry) {
        Ok(text) => Ok(Some(text)),
        Err(EditError::NoEntry(_)) if replace(with).is_ok() => Ok(None),
        Err(source) => Err(RepairError::Edit {
            file: repair.file.clone(),
            entry: repair.entry.clone(),
            source,
        }),
    }
}
