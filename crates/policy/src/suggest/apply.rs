//! Writing reviewed scope into the records, or beside them.

use std::collections::BTreeMap;
use std::path::Path;

use decision_core::edit::{self, EditError};
use decision_core::{Affects, DecisionLog, sidecar};

use super::Tree;
use crate::file_edit::{FileEdit, FileError};

/// How a sidecar begins that did not exist.
const HEADER: &str =
    "# Paths that the records beside this file govern; reviewed like the records.\n";

/// A file that is about to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file with what it will hold.
    pub edit: FileEdit,
    /// What is added: the slug of a record, and its entries.
    pub added: Vec<(String, Vec<String>)>,
}

/// Why nothing is written.
#[derive(Debug, thiserror::Error)]
pub enum ApplyError {
    /// Entries that no tracked file matches, or that match nearly all of them.
    #[error("{}", .0.join("\n"))]
    Entries(Vec<String>),
    /// A file that cannot be read or edited.
    #[error(transparent)]
    File(#[from] FileError),
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
    let before = FileEdit::read(root, &record.path)?;
    Ok(Change {
        edit: before.edit(|bytes| edit::add_affects(bytes, &entries))?,
        added: vec![(record.slug.clone(), entries)],
    })
}

fn in_sidecar(
    root: &Path,
    log: &DecisionLog,
    place: usize,
    added: BTreeMap<String, Vec<String>>,
) -> Result<Change, ApplyError> {
    let dir = &log.dirs[place];
    let before = FileEdit::read_or_new(root, sidecar::label(dir), sidecar::path(dir))?;
    let is_new = before.is_new();
    let edit = before.edit(|bytes| {
        let text = std::str::from_utf8(bytes).map_err(|_| EditError::NotUtf8)?;
        sidecar::add(if is_new { HEADER } else { text }, &added)
    })?;
    Ok(Change {
        edit,
        added: added.into_iter().collect(),
    })
}
