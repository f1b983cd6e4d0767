//! Another number for a record whose number two branches took.

use std::collections::BTreeMap;
use std::path::Path;

use decision_core::edit::EditError;
use decision_core::{Decision, Names, SkipReason, edit, sidecar};
use decision_git::{Snapshot, Standing};

use super::AuthorError;
use super::left::{Left, left};
use crate::file_edit::FileEdit;
use crate::workspace::Workspace;

/// A record that gets another number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renumbered {
    /// The file as it was.
    pub old: String,
    /// The file as it will be.
    pub new: String,
    /// Why it, and not another one.
    pub why: String,
    /// What is written: the record under its new name, what leads to it, and the old file removed.
    pub edits: Vec<FileEdit>,
    /// What names the old file all the same and is for a person to mend.
    pub left: Vec<Left>,
}

/// The folder of a file with the letters and the number in its name.
type Key = (String, String, u64);

/// Finds the record whose number is taken, or takes the one that is named, and gives it the next free
/// number of its folder.
///
/// Of two records that share a number the one that is not merged gets another: into `base` where that is
/// given, else into the default branch. Numbers on other branches, in other work trees and in `base` are
/// taken. Links to its file in other records and in the indexes beside them follow; numbers in prose are
/// left as they are, since nobody can tell which of the two they mean. None where no number is taken twice.
///
/// # Errors
///
/// Where it cannot be told which record is to be renumbered, and where a
/// file cannot be edited.
pub fn renumber(
    workspace: &Workspace,
    named: Option<&Decision>,
    base: Option<&str>,
) -> Result<Option<Renumbered>, AuthorError> {
    let base = base
        .map(|revision| {
            let snapshot = workspace.repository.snapshot_at(revision)?;
            Ok::<_, AuthorError>((revision, snapshot))
        })
        .transpose()?;
    let taken = Taken::of(workspace, base.as_ref())?;
    let (record, why) = match named {
        Some(record) => (record, "as asked".to_owned()),
        None => match choose(workspace, &taken, base.as_ref())? {
            Some(chosen) => chosen,
            None => return Ok(None),
        },
    };
    let path = record.path.as_str();
    let Some((folder, series, number)) = key(path) else {
        return Err(AuthorError::Refused(format!(
            "{path}: its file has no number"
        )));
    };
    let next = taken.next(&folder, &series).max(number + 1);
    let unnumbered = || AuthorError::Refused(format!("{path}: its file has no number"));
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if !record.slug.ends_with(stem) {
        // Other files may lie in it, and what leads to them is not known.
        let old = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let new = edit::renumbered_path(old, next).ok_or_else(unnumbered)?;
        let why = match named {
            Some(_) => String::new(),
            None => format!("{why}; "),
        };
        return Err(AuthorError::Refused(format!(
            "{path}: {why}a record that is a folder is renamed by hand, to {new}"
        )));
    }
    let new = edit::renumbered_path(path, next).ok_or_else(unnumbered)?;
    let edits = rename(workspace, record, &new, next)?;
    let left = left(workspace, &edits, path);
    Ok(Some(Renumbered {
        left,
        old: path.to_owned(),
        new,
        why,
        edits,
    }))
}

fn key(path: &str) -> Option<Key> {
    let (folder, (series, number)) = Names::of_file(path)?;
    Some((folder.to_owned(), series, number))
}

/// The numbers of a log, here and elsewhere.
struct Taken {
    /// The files with each number, those of this work tree first, with the place of the others.
    by_key: BTreeMap<Key, Vec<(String, Option<String>)>>,
}

impl Taken {
    fn of(workspace: &Workspace, base: Option<&(&str, Snapshot)>) -> Result<Taken, AuthorError> {
        let log = workspace.log();
        let dirs = workspace.located.decision_dirs();
        let mut files: Vec<(String, Option<String>)> = log
            .records
            .iter()
            .map(|record| (record.path.clone(), None))
            .collect();
        if let Some((revision, base)) = base {
            for dir in &dirs {
                let label = if dir.label == "." { "" } else { &dir.label };
                let entries = base
                    .entries_under(label)
                    .map_err(|error| AuthorError::Refused(format!("{revision}: {error}")))?;
                for entry in entries {
                    let path = entry.path.into_owned();
                    let is_here = files.iter().any(|(other, _)| *other == path);
                    if path.ends_with(".md") && !is_here {
                        files.push((path, Some((*revision).to_owned())));
                    }
                }
            }
        }
        // Behind the base: where several have a record, the one that was asked for is named.
        for file in workspace.files_elsewhere() {
            let of_base =
                |(path, place): &(String, Option<String>)| place.is_some() && *path == file.path;
            if base.is_none() || !files.iter().any(of_base) {
                files.push((file.path, Some(file.place.to_string())));
            }
        }
        let mut taken = Taken {
            by_key: BTreeMap::new(),
        };
        for (path, place) in files {
            if let Some(key) = key(&path) {
                taken.by_key.entry(key).or_default().push((path, place));
            }
        }
        Ok(taken)
    }

    fn next(&self, folder: &str, series: &str) -> u64 {
        let own = self
            .by_key
            .keys()
            .filter(|(of, letters, _)| of == folder && letters == series);
        own.map(|(.., number)| number + 1).max().unwrap_or(1)
    }
}

/// The one record whose number is another one's too and that is to give way.
fn choose<'w>(
    workspace: &'w Workspace,
    taken: &Taken,
    base: Option<&(&str, Snapshot)>,
) -> Result<Option<(&'w Decision, String)>, AuthorError> {
    let mut undecided = Vec::new();
    for ((.., number), files) in &taken.by_key {
        let own: Vec<&str> = files
            .iter()
            .filter(|(_, place)| place.is_none())
            .map(|(path, _)| path.as_str())
            .collect();
        if files.len() < 2 || own.is_empty() {
            continue;
        }
        let merged = match base {
            Some((_, base)) => own
                .iter()
                .map(|path| base.holds(path).unwrap_or(false))
                .collect(),
            None => is_merged(workspace, &own),
        };
        let free: Vec<&str> = own
            .iter()
            .zip(&merged)
            .filter(|(_, merged)| !**merged)
            .map(|(path, _)| *path)
            .collect();
        if own.len() == 1 && free.is_empty() {
            // What is merged keeps its number; the other branch has to see to its own.
            continue;
        }
        let other = |path: &str| -> String {
            let other = files.iter().find(|(other, _)| other != path);
            other.map_or_else(String::new, |(other, place)| match place {
                Some(place) => format!("{other} on {place}"),
                None => other.clone(),
            })
        };
        // Two that are both new: neither is nearer to its number.
        let giving_way = match (free[..].len(), own.len()) {
            (1, _) => free.first(),
            _ => None,
        };
        let Some(path) = giving_way else {
            undecided.push(format!("{number}: {}", own.join(", ")));
            continue;
        };
        let mut records = workspace.log().records.iter();
        if let Some(record) = records.find(|record| record.path == **path) {
            let into = base.map_or_else(String::new, |(revision, _)| format!(" into {revision}"));
            let why = format!(
                "number {number} is that of {} too; this one is not merged{into}",
                other(path)
            );
            return Ok(Some((record, why)));
        }
    }
    if undecided.is_empty() {
        return Ok(None);
    }
    Err(AuthorError::Refused(format!(
        "it cannot be told which record gives way; name one (number {})",
        undecided.join("; number ")
    )))
}

fn is_merged(workspace: &Workspace, paths: &[&str]) -> Vec<bool> {
    let standing = workspace.repository.standing(paths);
    standing
        .into_iter()
        .map(|standing| standing == Standing::Merged)
        .collect()
}

/// The record under its new name, and everything that leads to it.
fn rename(
    workspace: &Workspace,
    record: &Decision,
    new: &str,
    number: u64,
) -> Result<Vec<FileEdit>, AuthorError> {
    let root = workspace.repository.root();
    let old = FileEdit::read(root, &record.path)?;
    let renamed = old.clone().edit(|bytes| {
        let text = edit::set_number(record, bytes, number)?;
        let (own, _) = Decision::read(&record.path, &record.slug, 0, text.clone().into_bytes());
        edit::retarget(&own, text.as_bytes(), &record.path, new)
    })?;
    let text = renamed.after().unwrap_or_default().to_owned();
    let created = FileEdit::create(root, new.to_owned(), root.join(Path::new(new)), text)?;
    let mut edits = vec![created];
    let log = workspace.log();
    let indexes = log
        .skipped
        .iter()
        .filter(|skipped| skipped.reason == SkipReason::Index);
    let others = log
        .records
        .iter()
        .map(|other| (other.path.as_str(), other.slug.as_str()))
        .filter(|(path, _)| *path != record.path)
        .chain(indexes.map(|skipped| (skipped.path.as_str(), "")));
    for (path, slug) in others {
        let before = FileEdit::read(root, path)?;
        // What is not UTF-8 is no reason not to renumber another record.
        if std::str::from_utf8(before.bytes()).is_err() {
            continue;
        }
        let (read, _) = Decision::read(path, slug, 0, before.bytes().to_vec());
        let after = before.edit(|bytes| edit::retarget(&read, bytes, &record.path, new))?;
        if after.is_change() {
            edits.push(after);
        }
    }
    if let Some(dir) = log.dirs.get(record.place)
        && sidecar::path(dir).is_file()
    {
        let label = match dir.label.as_str() {
            "." => sidecar::FILE_NAME.to_owned(),
            label => format!("{label}/{}", sidecar::FILE_NAME),
        };
        let before = FileEdit::read(root, &label)?;
        let stem = new.strip_suffix(".md").unwrap_or(new);
        let slug = stem
            .strip_prefix(&format!("{}/", dir.label))
            .unwrap_or(stem);
        let after = before.edit(|bytes| {
            let text = std::str::from_utf8(bytes).map_err(|_| EditError::NotUtf8)?;
            sidecar::rename(text, &record.slug, slug)
        })?;
        if after.is_change() {
            edits.push(after);
        }
    }
    edits.push(old.remove());
    Ok(edits)
}
