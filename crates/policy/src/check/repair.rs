//! Writing the entries that a change breaks as they should be.

use std::path::PathBuf;

use decision_core::edit::{self, EditError};
use decision_core::replace::{self, ReplaceError};
use decision_core::sidecar;
use decision_git::{Compare, ReadError, StageError};

use super::report::Repair;
use crate::inside::{self, NotUsed};
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

/// Why an entry was not rewritten.
#[derive(Debug, thiserror::Error)]
pub enum RepairError {
    /// The file cannot be read, or must not be written.
    #[error("{file}: {source}")]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        source: NotUsed,
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
/// With `stage` the same entries are rewritten in what is staged, and nothing else of those files is.
///
/// # Errors
///
/// Where a file cannot be edited, or changed meanwhile. Files before it were written.
pub fn repair<'a>(
    workspace: &Workspace,
    repairs: impl Iterator<Item = &'a Repair>,
    stage: bool,
) -> Result<Vec<Repaired>, RepairError> {
    let mut repaired = Vec::new();
    for repair in repairs {
        let Some(with) = &repair.with else {
            continue;
        };
        let root = workspace.repository.root();
        let path = root.join(&repair.file);
        let gone = || NotUsed::Io(std::io::ErrorKind::NotFound.into());
        let before = inside::read(root, &path)
            .and_then(|bytes| bytes.ok_or_else(gone))
            .map_err(|source| RepairError::Read {
                file: path.clone(),
                source,
            })?;
        let after = rewritten(&before, repair, with)?;
        replace::write_atomically(&path, Some(&before), &after)?;
        if stage {
            stage_one(workspace, repair, with)?;
        }
        repaired.push(Repaired {
            file: repair.file.clone(),
            entry: repair.entry.clone(),
            with: with.clone(),
        });
    }
    Ok(repaired)
}

/// Entries of one file are staged one after the other, so what is staged is read each time.
fn stage_one(workspace: &Workspace, repair: &Repair, with: &str) -> Result<(), RepairError> {
    let comparison = workspace
        .repository
        .compare(&Compare::Staged)
        .map_err(StageError::Index)?;
    let staged = comparison
        .after
        .read(&repair.file)?
        .ok_or_else(|| StageError::NotStaged(repair.file.clone()))?;
    let after = rewritten(&staged, repair, with)?;
    workspace
        .repository
        .stage(&repair.file, &staged, after.as_bytes())?;
    Ok(())
}

fn rewritten(bytes: &[u8], repair: &Repair, with: &str) -> Result<String, RepairError> {
    let edited = match std::str::from_utf8(bytes) {
        Ok(text) if repair.is_beside() => {
            sidecar::replace(text, &repair.slug, &repair.entry, Some(with))
        }
        _ => edit::replace_affects(bytes, &repair.entry, with),
    };
    edited.map_err(|source| RepairError::Edit {
        file: repair.file.clone(),
        entry: repair.entry.clone(),
        source,
    })
}
