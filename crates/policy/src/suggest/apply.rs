//! Writing reviewed scope into the records, or beside them.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use decision_core::edit::{self, EditError};
use decision_core::replace::{self, ReplaceError};
use decision_core::{Affects, DecisionLog, sidecar};

use super::Tree;
use crate::inside::{self, NotUsed};

/// A file that is about to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file as people name it.
    pub path: String,
    /// What is added: the slug of a record, and its entries.
    pub added: Vec<(String, Vec<String>)>,
    file: PathBuf,
    before: Option<Vec<u8>>,
    after: String,
}

/// Why nothing is written.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// Entries that no tracked file matches, or that match nearly all of them.
    #[error("{}", .0.join("\n"))]
    Entries(Vec<String>),
    /// A record that cannot be edited.
    #[error("{path}: {source}")]
    Edit {
        /// The file.
        path: String,
        /// Why.
        source: EditError,
    },
    /// A file that cannot be read, or must not be written.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: NotUsed,
    },
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] ReplaceError),
}

/// Where the entries go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Into each record.
    Records,
    /// Into the sidecar of each decision directory.
    Sidecar,
}

/// Works out every change, and writes none.
///
/// # Errors
///
/// Where an entry claims no tracked file or nearly all, and where a file cannot be edited or lies outside of
/// the repository: then nothing is to be written at all.
pub fn plan(
    root: &Path,
    log: &DecisionLog,
    tree: &Tree,
    entries: &BTreeMap<usize, Vec<String>>,
    target: Target,
) -> Result<Vec<Change>, ApplyError> {
    check(log, tree, entries)?;
    let fresh = entries.iter().filter_map(|(record, entries)| {
        let has = |entry: &String| {
            let present = log.records[*record].affects.entries();
            present.iter().any(|other| other.text() == entry)
        };
        let mut fresh: Vec<String> = entries
            .iter()
            .filter(|entry| !has(entry))
            .cloned()
            .collect();
        let mut seen = std::collections::HashSet::new();
        fresh.retain(|entry| seen.insert(entry.clone()));
        (!fresh.is_empty()).then_some((*record, fresh))
    });
    match target {
        Target::Records => fresh
            .map(|(record, entries)| in_record(root, log, record, entries))
            .collect(),
        Target::Sidecar => {
            let mut by_dir: BTreeMap<usize, BTreeMap<String, Vec<String>>> = BTreeMap::new();
            for (record, entries) in fresh {
                let record = &log.records[record];
                by_dir
                    .entry(record.place)
                    .or_default()
                    .insert(record.slug.clone(), entries);
            }
            by_dir
                .into_iter()
                .map(|(place, added)| in_sidecar(root, log, place, added))
                .collect()
        }
    }
}

/// Writes the changes, one file at a time, each whole.
///
/// # Errors
///
/// At the first file that changed in the meantime or cannot be written; those before it are written.
pub fn write(changes: &[Change]) -> Result<(), ApplyError> {
    for change in changes {
        replace::write_atomically(&change.file, change.before.as_deref(), &change.after)?;
    }
    Ok(())
}

fn check(
    log: &DecisionLog,
    tree: &Tree,
    entries: &BTreeMap<usize, Vec<String>>,
) -> Result<(), ApplyError> {
    let mut bad = Vec::new();
    for (record, entries) in entries {
        let slug = &log.records[*record].slug;
        for entry in entries {
            let read = Affects::new([entry.as_str()]);
            let broad = read
                .entries()
                .iter()
                .any(|entry| entry.is_broad() && !entry.is_exclusion());
            if broad {
                bad.push(format!("{slug}: `{entry}` claims most of the tree"));
            } else if tree.claimed_by(entry.strip_prefix('!').unwrap_or(entry)) == 0 {
                bad.push(format!("{slug}: `{entry}` matches no tracked file"));
            }
        }
    }
    if bad.is_empty() {
        Ok(())
    } else {
        Err(ApplyError::Entries(bad))
    }
}

fn in_record(
    root: &Path,
    log: &DecisionLog,
    record: usize,
    entries: Vec<String>,
) -> Result<Change, ApplyError> {
    let record = &log.records[record];
    let file = root.join(&record.path);
    let gone = || NotUsed::Io(io::ErrorKind::NotFound.into());
    let before = inside::read(root, &file)
        .and_then(|bytes| bytes.ok_or_else(gone))
        .map_err(|source| ApplyError::Read {
            path: record.path.clone(),
            source,
        })?;
    let after = edit::add_affects(&before, &entries).map_err(|source| ApplyError::Edit {
        path: record.path.clone(),
        source,
    })?;
    Ok(Change {
        path: record.path.clone(),
        added: vec![(record.slug.clone(), entries)],
        file,
        before: Some(before),
        after,
    })
}

fn in_sidecar(
    root: &Path,
    log: &DecisionLog,
    place: usize,
    added: BTreeMap<String, Vec<String>>,
) -> Result<Change, ApplyError> {
    let dir = &log.dirs[place];
    let file = sidecar::path(dir);
    let path = sidecar::label(dir);
    let before = match inside::read(root, &file) {
        Ok(bytes) => bytes,
        Err(source) => return Err(ApplyError::Read { path, source }),
    };
    let failed = |source| ApplyError::Edit {
        path: path.clone(),
        source,
    };
    let text = match &before {
        Some(bytes) => std::str::from_utf8(bytes).map_err(|_| failed(EditError::NotUtf8))?,
        None => "# Paths that the records beside this file govern; reviewed like the records.\n",
    };
    let after = sidecar::add(text, &added).map_err(failed)?;
    Ok(Change {
        added: added.into_iter().collect(),
        file,
        before,
        after,
        path,
    })
}
