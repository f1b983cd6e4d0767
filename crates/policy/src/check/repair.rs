//! Writing the entries that a change breaks as they should be.

use std::collections::BTreeMap;
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
    // A file is written once, however many of its entries change.
    let mut by_file: BTreeMap<&str, Vec<(&Repair, &str)>> = BTreeMap::new();
    for repair in repairs {
        if let Some(with) = &repair.with {
            by_file
                .entry(&repair.file)
                .or_default()
                .push((repair, with));
        }
    }
    let root = workspace.repository.root();
    let mut repaired = Vec::new();
    for (file, repairs) in by_file {
        let path = root.join(file);
        let gone = || NotUsed::Io(std::io::ErrorKind::NotFound.into());
        let before = inside::read(root, &path)
            .and_then(|bytes| bytes.ok_or_else(gone))
            .map_err(|source| RepairError::Read {
                file: path.clone(),
                source,
            })?;
        let after = all_rewritten(&before, &repairs)?;
        replace::write_atomically(&path, Some(&before), &after)?;
        if stage {
            stage_one(workspace, file, &repairs)?;
        }
        repaired.extend(repairs.iter().map(|(repair, with)| Repaired {
            file: repair.file.clone(),
            entry: repair.entry.clone(),
            with: (*with).to_owned(),
        }));
    }
    Ok(repaired)
}

fn stage_one(
    workspace: &Workspace,
    file: &str,
    repairs: &[(&Repair, &str)],
) -> Result<(), RepairError> {
    let comparison = workspace
        .repository
        .compare(&Compare::Staged)
        .map_err(StageError::Index)?;
    let staged = comparison
        .after
        .read(file)?
        .ok_or_else(|| StageError::NotStaged(file.to_owned()))?;
    let after = all_rewritten(&staged, repairs)?;
    workspace
        .repository
        .stage(file, &staged, after.as_bytes())?;
    Ok(())
}

fn all_rewritten(bytes: &[u8], repairs: &[(&Repair, &str)]) -> Result<String, RepairError> {
    let mut text = String::new();
    for (number, (repair, with)) in repairs.iter().enumerate() {
        let before = if number == 0 { bytes } else { text.as_bytes() };
        text = rewritten(before, repair, with)?;
    }
    Ok(text)
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
