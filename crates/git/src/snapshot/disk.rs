//! The tracked files as they are on disk, and those that are not ignored.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use gix::bstr::{BStr, BString};
use gix::index::entry::Flags;

use super::listing::{self, Index};
use super::{EntryKind, Found, ReadError};
use crate::path;

/// The index, and what the disk has that differs from it.
pub(super) struct Disk {
    pub(super) work_tree: PathBuf,
    pub(super) index: Index,
    /// By path in NFC: what is on disk where that is not what the index says; none where it is gone.
    pub(super) changed: BTreeMap<String, Option<EntryKind>>,
}

impl Disk {
    pub(super) fn entries(&self) -> impl Iterator<Item = (Cow<'_, str>, EntryKind)> {
        let unchanged = listing::listed(&self.index, self.index.entries())
            .map(|(path, entry)| (path::text(path), EntryKind::of(entry.mode)))
            .filter(|(path, _)| !self.changed.contains_key(&**path));
        let changed = self.changed.iter();
        unchanged.chain(
            changed
                .filter_map(|(path, kind)| kind.map(|kind| (Cow::Borrowed(path.as_str()), kind))),
        )
    }

    pub(super) fn entries_under(&self, dir: &str) -> Vec<(String, EntryKind)> {
        let mut under = listing::under(&self.index, dir);
        under.retain(|(path, _)| !self.changed.contains_key(path));
        for (path, kind) in &self.changed {
            if let Some(kind) = kind
                && path::is_at_or_under(path.as_bytes(), dir.as_bytes())
            {
                under.push((path.clone(), *kind));
            }
        }
        under
    }

    pub(super) fn find(&self, path: &str) -> Option<Found> {
        let entry = listing::find(&self.index, path);
        let raw = |entry: Option<&BStr>| entry.map_or_else(|| BString::from(path), BStr::to_owned);
        if let Some(kind) = self.changed.get(path) {
            return kind.map(|kind| Found {
                raw: raw(entry.map(|(raw, _)| raw)),
                kind,
                id: None,
            });
        }
        let (path, entry) = entry?;
        // In a sparse checkout it is tracked and not there.
        let elsewhere = entry.flags.contains(Flags::SKIP_WORKTREE);
        Some(Found {
            raw: raw(Some(path)),
            kind: EntryKind::of(entry.mode),
            id: elsewhere.then_some(entry.id),
        })
    }

    pub(super) fn read(&self, path: &str, found: &Found) -> Result<Option<Vec<u8>>, ReadError> {
        let failed = |reason: String| ReadError {
            path: path.to_owned(),
            reason,
        };
        let Some(file) = on_disk(&self.work_tree, found.raw.as_ref()) else {
            return Ok(None);
        };
        read(&file).map_err(|error| failed(error.to_string()))
    }
}

/// Where a path of git's is on disk; none where nothing is there.
pub(super) fn on_disk(work_tree: &Path, raw: &BStr) -> Option<PathBuf> {
    let exact = work_tree.join(gix::path::from_bstr(raw).ok()?);
    if exact.symlink_metadata().is_ok() {
        return Some(exact);
    }
    path::spellings(&path::text(raw))
        .map(|spelling| work_tree.join(spelling))
        .find(|file| file.symlink_metadata().is_ok())
}

/// A file's content, or where a link leads; none where it is neither.
pub(super) fn read(file: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let metadata = file.symlink_metadata()?;
    if metadata.is_symlink() {
        let target = gix::path::into_bstr(fs::read_link(file)?)
            .map_err(|_| std::io::Error::from(std::io::ErrorKind::InvalidFilename))?;
        return Ok(Some(target.into_owned().into()));
    }
    if metadata.is_file() {
        fs::read(file).map(Some)
    } else {
        Ok(None)
    }
}
