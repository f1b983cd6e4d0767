//! Writing entries as they should be.

use std::fs;
use std::io;

use decision_core::edit::{self, EditError};
use decision_core::replace::{self, ReplaceError};
use decision_core::sidecar;

use super::Dead;
use crate::workspace::Workspace;

/// An entry that was rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// The file in which it stands, from the root.
    pub file: String,
    /// What stood there.
    pub entry: String,
    /// What stands there now.
    pub with: String,
}

/// Why an entry was not rewritten. Those before it were.
#[derive(Debug, thiserror::Error)]
pub enum FixError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {source}")]
    Read {
        /// The file, from the root.
        file: String,
        /// Why.
        source: io::Error,
    },
    /// The entry cannot be edited where it stands.
    #[error("{file}: the entry `{entry}`: {source}")]
    Edit {
        /// The file, from the root.
        file: String,
        /// The entry as written.
        entry: String,
        /// Why.
        source: EditError,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] ReplaceError),
}

/// Rewrites the entries whose new form is clear, on disk: only the bytes of those entries.
///
/// # Errors
///
/// Where a file cannot be read, edited or written.
pub fn fix(workspace: &Workspace, dead: &[Dead]) -> Result<Vec<Fixed>, FixError> {
    let log = workspace.log();
    let mut fixed = Vec::new();
    for one in dead {
        let Some(with) = &one.with else { continue };
        let record = &log.records[one.record];
        let path = match one.line {
            Some(_) => workspace.repository.root().join(&record.path),
            None => sidecar::path(&log.dirs[record.place]),
        };
        let before = fs::read(&path).map_err(|source| FixError::Read {
            file: one.file.clone(),
            source,
        })?;
        let after = match one.line {
            Some(_) => edit::replace_affects(&before, &one.entry, with),
            None => match std::str::from_utf8(&before) {
                Ok(text) => sidecar::replace(text, &record.slug, &one.entry, Some(with)),
                Err(_) => Err(EditError::NotUtf8),
            },
        };
        let after = after.map_err(|source| FixError::Edit {
            file: one.file.clone(),
            entry: one.entry.clone(),
            source,
        })?;
        replace::write_atomically(&path, Some(&before), &after)?;
        fixed.push(Fixed {
            file: one.file.clone(),
            entry: one.entry.clone(),
            with: with.clone(),
        });
    }
    Ok(fixed)
}
