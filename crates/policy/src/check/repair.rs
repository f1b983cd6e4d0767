//! Writing the entries that a change breaks as they should be.

use std::collections::BTreeMap;

use decision_core::edit::{self, EditError};
use decision_core::sidecar;
use decision_git::{Compare, ReadError, StageError};

use super::report::Repair;
use crate::file_edit::{self, FileEdit, FileError};
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

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// Nothing: it is only told what would be.
    Nothing,
    /// The files on disk.
    Disk,
    /// The files on disk, and the same entries in what is staged; nothing else of those files is staged.
    DiskAndIndex,
}

/// What became of the entries that were to be rewritten.
#[derive(Debug, Default)]
pub struct Repairs {
    /// What was written.
    pub written: Vec<Repaired>,
    /// What stands on disk already.
    pub on_disk: Vec<Repaired>,
    /// Why the others were not.
    pub left: Vec<RepairError>,
}

/// Why an entry was not rewritten.
#[derive(Debug, thiserror::Error)]
pub enum RepairError {
    /// The file cannot be read, or must not be written.
    #[error(transparent)]
    File(#[from] FileError),
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
    /// What is staged cannot be read.
    #[error(transparent)]
    Staged(#[from] ReadError),
    /// Git did not stage it.
    #[error(transparent)]
    Stage(#[from] StageError),
}

/// Rewrites the entries whose new form is clear: only the bytes of those entries.
///
/// What reads as it should already is left. An entry that cannot be rewritten does not keep others from it.
pub fn repair<'a>(
    workspace: &Workspace,
    repairs: impl Iterator<Item = &'a Repair>,
    writing: Writing,
) -> Repairs {
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
    let mut done = Repairs::default();
    for (file, repairs) in by_file {
        let mut tasks: Vec<Task<'_>> = repairs
            .into_iter()
            .map(|(repair, with)| Task {
                repair,
                with,
                changed: false,
                is_there: false,
                failed: None,
            })
            .collect();
        let mut result = write_file(workspace, file, &mut tasks, writing);
        if writing == Writing::DiskAndIndex && result.is_ok() {
            result = stage_file(workspace, file, &mut tasks);
        }
        done.left.extend(result.err());
        for task in tasks {
            let repaired = Repaired {
                file: task.repair.file.clone(),
                entry: task.repair.entry.clone(),
                with: task.with.to_owned(),
            };
            if task.changed {
                done.written.push(repaired);
            } else if task.is_there {
                done.on_disk.push(repaired);
            }
            done.left.extend(task.failed);
        }
    }
    done
}

/// An entry to rewrite, and how far that has come.
struct Task<'a> {
    repair: &'a Repair,
    with: &'a str,
    changed: bool,
    /// Whether it reads as it should already.
    is_there: bool,
    failed: Option<RepairError>,
}

fn write_file(
    workspace: &Workspace,
    file: &str,
    tasks: &mut [Task<'_>],
    writing: Writing,
) -> Result<(), RepairError> {
    let on_disk = FileEdit::read(workspace.repository.root(), file)?;
    let (after, rewritten) = all_rewritten(on_disk.bytes(), tasks);
    if let Some(after) = after
        && writing != Writing::Nothing
    {
        file_edit::write([&on_disk.change(after)])?;
    }
    mark(tasks, &rewritten);
    Ok(())
}

fn stage_file(
    workspace: &Workspace,
    file: &str,
    tasks: &mut [Task<'_>],
) -> Result<(), RepairError> {
    let comparison = workspace
        .repository
        .compare(&Compare::Staged)
        .map_err(StageError::Index)?;
    let staged = comparison
        .after
        .read(file)?
        .ok_or_else(|| StageError::NotStaged(file.to_owned()))?;
    let (after, rewritten) = all_rewritten(&staged, tasks);
    if let Some(after) = after {
        workspace
            .repository
            .stage(file, &staged, after.as_bytes())?;
    }
    mark(tasks, &rewritten);
    Ok(())
}

/// Notes which entries changed, once that is written.
fn mark(tasks: &mut [Task<'_>], rewritten: &[bool]) {
    for (task, rewritten) in tasks.iter_mut().zip(rewritten) {
        task.changed |= rewritten;
    }
}

/// The text with the entries as they should be, none where it is so already; and which of them changed it.
/// One that failed before is not tried again.
fn all_rewritten(bytes: &[u8], tasks: &mut [Task<'_>]) -> (Option<String>, Vec<bool>) {
    let mut text: Option<String> = None;
    let mut changed = vec![false; tasks.len()];
    for (task, changed) in tasks.iter_mut().zip(&mut changed) {
        if task.failed.is_some() {
            continue;
        }
        let before = text.as_ref().map_or(bytes, String::as_bytes);
        match rewritten(before, task.repair, task.with) {
            Ok(Some(after)) => {
                text = Some(after);
                *changed = true;
            }
            Ok(None) => task.is_there = true,
            Err(error) => task.failed = Some(error),
        }
    }
    (text, changed)
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
