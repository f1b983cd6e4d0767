//! The files of a repository as a commit, the index or the disk has them.

mod base;
mod compare;
mod disk;
mod listing;
mod many;
mod staged;
mod worktree;

use std::borrow::Cow;

use gix::ObjectId;
use gix::bstr::BString;
use gix::index::entry::Mode;

use crate::{error, path};
pub(crate) use base::resolve;
pub use compare::{Compare, CompareError, Comparison, FileChange, FileChangeKind};
use disk::Disk;
use listing::Listing;
pub(crate) use staged::{head_files, staged_file};

/// What kind of thing a repository has at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// A file.
    File,
    /// A file that can be executed.
    Executable,
    /// A symbolic link; its content is the path that it leads to.
    Link,
    /// A submodule, named by its directory; it has no content here.
    Submodule,
}

impl EntryKind {
    pub(crate) fn of(mode: Mode) -> EntryKind {
        match mode {
            Mode::SYMLINK => EntryKind::Link,
            Mode::COMMIT => EntryKind::Submodule,
            Mode::FILE_EXECUTABLE => EntryKind::Executable,
            _ => EntryKind::File,
        }
    }

    /// Whether both are files, or links, or submodules. That a file can be executed is no other type.
    pub fn is_same_type(self, other: EntryKind) -> bool {
        let is_file = |kind| matches!(kind, EntryKind::File | EntryKind::Executable);
        self == other || (is_file(self) && is_file(other))
    }
}

/// A path that a snapshot has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tracked<'a> {
    /// From the root with `/`, in NFC.
    pub path: Cow<'a, str>,
    /// What is there.
    pub kind: EntryKind,
}

/// The tracked files of a repository in one state: of a commit, of the index, or on disk.
///
/// Contents are read when they are asked for. Paths count from [`crate::Repository::root`] and are
/// given and compared in NFC, however git has them. In a submodule that stands for its superproject's
/// records both repositories' files are there.
///
/// Of a file in conflict there is one entry, with our side's content.
#[derive(Debug, Default)]
pub struct Snapshot {
    layers: Vec<Layer>,
}

/// The files of one repository.
struct Layer {
    repo: gix::Repository,
    /// What stands in front of its paths: empty, or a submodule's path with `/`.
    prefix: String,
    files: Files,
}

/// Where the files of one repository are.
enum Files {
    /// In the object database, as a tree or an index lists them.
    Recorded(Listing),
    /// On disk.
    OnDisk(Disk),
}

/// Why a file, or the list of files, cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: cannot be read: {reason}")]
pub struct ReadError {
    /// The file or directory, from the root with `/`; `.` is the root.
    pub path: String,
    /// Why.
    pub reason: String,
}

impl ReadError {
    pub(crate) fn new(path: &str, error: &gix::Error) -> ReadError {
        ReadError {
            path: if path.is_empty() { "." } else { path }.to_owned(),
            reason: error::reason(error),
        }
    }
}

impl std::fmt::Debug for Layer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let files = match self.files {
            Files::Recorded(_) => "recorded",
            Files::OnDisk(_) => "on disk",
        };
        f.debug_struct("Layer")
            .field("prefix", &self.prefix)
            .field("files", &files)
            .finish_non_exhaustive()
    }
}

/// Something found at a path.
struct Found {
    /// The path as git has it.
    raw: BString,
    kind: EntryKind,
    /// The blob; none where the content is on disk.
    id: Option<ObjectId>,
}

impl Found {
    /// The object that is its content; none where that is on disk, and of a submodule.
    fn object(&self) -> Option<ObjectId> {
        self.id.filter(|_| self.kind != EntryKind::Submodule)
    }
}

impl Snapshot {
    /// Everything that is there, in git's order, which is nearly that of the paths.
    ///
    /// Of the index that is a walk over memory; a tree's files are listed when they are first asked for.
    ///
    /// # Errors
    ///
    /// Where a tree is missing or damaged.
    pub fn entries(&self) -> Result<impl Iterator<Item = Tracked<'_>>, ReadError> {
        let mut of_layers = Vec::with_capacity(self.layers.len());
        for layer in &self.layers {
            of_layers.push(layer.entries()?);
        }
        Ok(of_layers.into_iter().flatten())
    }

    /// The paths of [`Snapshot::entries`]: files, links and submodules.
    ///
    /// # Errors
    ///
    /// Those of [`Snapshot::entries`].
    pub fn paths(&self) -> Result<impl Iterator<Item = Cow<'_, str>>, ReadError> {
        Ok(self.entries()?.map(|entry| entry.path))
    }

    /// The files (no links, no submodules), in order and each once.
    ///
    /// # Errors
    ///
    /// Those of [`Snapshot::entries`].
    pub fn files(&self) -> Result<Vec<String>, ReadError> {
        let is_file = |entry: &Tracked<'_>| entry.kind.is_same_type(EntryKind::File);
        let mut files: Vec<String> = self
            .entries()?
            .filter(is_file)
            .map(|entry| entry.path.into_owned())
            .collect();
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }

    /// What is at a path, and everything under it where that is a directory (from the root with `/`, `""`
    /// is the root; with or without a slash at the end). Cheaper than looking through
    /// [`Snapshot::entries`]: only that directory is read.
    ///
    /// # Errors
    ///
    /// Where a tree is missing or damaged.
    pub fn entries_under(&self, dir: &str) -> Result<Vec<Tracked<'_>>, ReadError> {
        let dir = dir.trim_end_matches('/');
        let mut under = Vec::new();
        for layer in &self.layers {
            layer.entries_under(dir, &mut under)?;
        }
        Ok(under)
    }

    /// What is at a path; none where there is nothing, or a directory.
    ///
    /// # Errors
    ///
    /// Where a tree is missing or damaged.
    pub fn kind(&self, path: &str) -> Result<Option<EntryKind>, ReadError> {
        Ok(self.find(path)?.map(|(_, found)| found.kind))
    }

    /// Whether a file, a link or a submodule is at a path.
    ///
    /// # Errors
    ///
    /// Where a tree is missing or damaged.
    pub fn holds(&self, path: &str) -> Result<bool, ReadError> {
        Ok(self.kind(path)?.is_some())
    }

    /// The content of a file, of a link the path that it leads to; none where nothing is there, and of a
    /// submodule.
    ///
    /// What is recorded comes as git has it, what is on disk as it is there.
    ///
    /// # Errors
    ///
    /// Where an object is missing or damaged, or the file on disk cannot be read.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, ReadError> {
        match self.find(path)? {
            Some((layer, found)) => layer.read(path, &found),
            None => Ok(None),
        }
    }

    /// The contents of several files, in their order.
    pub fn read_all<P: AsRef<str>>(
        &self,
        paths: impl IntoIterator<Item = P>,
    ) -> impl Iterator<Item = Result<Option<Vec<u8>>, ReadError>> {
        let paths: Vec<P> = paths.into_iter().collect();
        let paths: Vec<&str> = paths.iter().map(AsRef::as_ref).collect();
        many::read(self, &paths).into_iter()
    }

    /// The layer that has a path, with what it has there. A submodule's own paths are its own alone.
    fn find(&self, path: &str) -> Result<Option<(&Layer, Found)>, ReadError> {
        let found = self.find_at(path)?;
        Ok(found.map(|(layer, found)| (&self.layers[layer], found)))
    }

    /// The same with the place of the layer.
    fn find_at(&self, path: &str) -> Result<Option<(usize, Found)>, ReadError> {
        for (at, layer) in self.layers.iter().enumerate() {
            if let Some(inner) = path.strip_prefix(layer.prefix.as_str())
                && let Some(found) = layer.find(inner)?
            {
                return Ok(Some((at, found)));
            }
        }
        Ok(None)
    }
}

impl Layer {
    fn entries(&self) -> Result<Box<dyn Iterator<Item = Tracked<'_>> + '_>, ReadError> {
        let entries: Box<dyn Iterator<Item = _>> = match &self.files {
            Files::Recorded(listing) => Box::new(listing.entries(&self.repo)?),
            Files::OnDisk(disk) => Box::new(disk.entries()),
        };
        Ok(Box::new(
            entries.map(|(path, kind)| self.called(path, kind)),
        ))
    }

    /// Adds what is at and under `dir`, seen from the root.
    fn entries_under<'a>(
        &'a self,
        dir: &str,
        under: &mut Vec<Tracked<'a>>,
    ) -> Result<(), ReadError> {
        let above = self.prefix.trim_end_matches('/');
        let inner = if path::is_at_or_under(above.as_bytes(), dir.as_bytes()) {
            ""
        } else if let Some(inner) = dir.strip_prefix(self.prefix.as_str()) {
            inner
        } else {
            return Ok(());
        };
        let found = match &self.files {
            Files::Recorded(listing) => listing.entries_under(&self.repo, inner)?,
            Files::OnDisk(disk) => disk.entries_under(inner),
        };
        let called = |(path, kind)| self.called(Cow::Owned(path), kind);
        under.extend(found.into_iter().map(called));
        Ok(())
    }

    fn find(&self, path: &str) -> Result<Option<Found>, ReadError> {
        match &self.files {
            Files::Recorded(listing) => listing.find(&self.repo, path),
            Files::OnDisk(disk) => Ok(disk.find(path)),
        }
    }

    fn read(&self, path: &str, found: &Found) -> Result<Option<Vec<u8>>, ReadError> {
        match (&self.files, found.id) {
            _ if found.kind == EntryKind::Submodule => Ok(None),
            (_, Some(id)) => match self.repo.find_object(id) {
                Ok(mut object) => Ok(Some(std::mem::take(&mut object.data))),
                Err(error) => Err(ReadError::new(path, &error)),
            },
            (Files::OnDisk(disk), None) => disk.read(path, found),
            (Files::Recorded(_), None) => Ok(None),
        }
    }

    fn called<'a>(&self, path: Cow<'a, str>, kind: EntryKind) -> Tracked<'a> {
        let path = if self.prefix.is_empty() {
            path
        } else {
            Cow::Owned(format!("{}{path}", self.prefix))
        };
        Tracked { path, kind }
    }
}
