//! Files of a repository that are about to change: looked at, worked out, then written all together.
//!
//! A file is read by [`inside::read`], so that no edit leads out of the repository or waits for a pipe.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use decision_core::edit::EditError;
use decision_core::replace::{ReplaceError, Replacement};

use crate::inside::{self, NotUsed};

/// Why a file is not edited; nothing is written then.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read, or must not be written.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: NotUsed,
    },
    /// It was to be made.
    #[error("{0}: is there already")]
    Exists(String),
    /// What it holds cannot be edited.
    #[error("{path}: {source}")]
    Edit {
        /// The file.
        path: String,
        /// Why.
        source: EditError,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] ReplaceError),
}

/// A file that is about to be made, changed or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEdit {
    /// The file as people name it.
    pub path: String,
    root: PathBuf,
    file: PathBuf,
    before: Option<Vec<u8>>,
    after: Option<Vec<u8>>,
}

impl FileEdit {
    /// A file that does not exist yet, with its text.
    ///
    /// # Errors
    ///
    /// Where it exists, or would lie outside of the repository.
    pub fn create(
        root: &Path,
        path: String,
        file: PathBuf,
        text: String,
    ) -> Result<FileEdit, FileError> {
        if inside::leads_out(root, &file) {
            let source = NotUsed::Outside;
            return Err(FileError::Read { path, source });
        }
        if file.symlink_metadata().is_ok() {
            return Err(FileError::Exists(path));
        }
        Ok(FileEdit {
            path,
            root: root.to_owned(),
            file,
            before: None,
            after: Some(text.into_bytes()),
        })
    }

    /// A file as it is, to be changed by [`FileEdit::change`] or [`FileEdit::edit`]. `path` is from the root.
    ///
    /// # Errors
    ///
    /// Where there is none, or it cannot be read.
    pub fn read(root: &Path, path: &str) -> Result<FileEdit, FileError> {
        let read = FileEdit::read_or_new(root, path.to_owned(), root.join(path))?;
        if read.is_new() {
            let source = NotUsed::Io(io::ErrorKind::NotFound.into());
            let path = read.path;
            return Err(FileError::Read { path, source });
        }
        Ok(read)
    }

    /// The same, of a file that need not exist: a change makes it then.
    ///
    /// # Errors
    ///
    /// Where it cannot be read.
    pub fn read_or_new(root: &Path, path: String, file: PathBuf) -> Result<FileEdit, FileError> {
        match inside::read(root, &file) {
            Ok(before) => Ok(FileEdit {
                path,
                root: root.to_owned(),
                file,
                after: before.clone(),
                before,
            }),
            Err(source) => Err(FileError::Read { path, source }),
        }
    }

    /// What the file will hold; what it held where it is to be removed.
    pub fn bytes(&self) -> &[u8] {
        let before = self.before.as_deref();
        self.after.as_deref().or(before).unwrap_or_default()
    }

    /// The text that the file will have; none where it is to be removed, or is left as it is and is no text.
    pub fn after(&self) -> Option<&str> {
        std::str::from_utf8(self.after.as_deref()?).ok()
    }

    /// The same with another text.
    #[must_use]
    pub fn change(self, text: String) -> FileEdit {
        FileEdit {
            after: Some(text.into_bytes()),
            ..self
        }
    }

    /// The same with what an edit makes of its bytes.
    ///
    /// # Errors
    ///
    /// That of the edit.
    pub fn edit(
        self,
        edit: impl FnOnce(&[u8]) -> Result<String, EditError>,
    ) -> Result<FileEdit, FileError> {
        match edit(self.bytes()) {
            Ok(text) => Ok(self.change(text)),
            Err(source) => Err(self.failed(source)),
        }
    }

    /// Why this file is not edited.
    pub fn failed(self, source: EditError) -> FileError {
        let path = self.path;
        FileError::Edit { path, source }
    }

    /// The same, to be removed.
    #[must_use]
    pub fn remove(self) -> FileEdit {
        FileEdit {
            after: None,
            ..self
        }
    }

    /// Whether the file will be other than it is.
    pub fn is_change(&self) -> bool {
        self.before != self.after
    }

    /// Whether the file is made.
    pub fn is_new(&self) -> bool {
        self.before.is_none()
    }

    /// The lines that go and those that come: what lies between the first and the last difference.
    pub fn lines(&self) -> (Vec<String>, Vec<String>) {
        let before = self.before.as_deref().unwrap_or_default();
        lines_between(before, self.after().unwrap_or_default())
    }

    /// Whether the file still holds what was read, where it was read.
    fn is_as_read(&self) -> Result<(), FileError> {
        let now = inside::read(&self.root, &self.file).map_err(|source| FileError::Read {
            path: self.path.clone(),
            source,
        })?;
        if now == self.before {
            Ok(())
        } else {
            Err(ReplaceError::Changed(self.file.clone()).into())
        }
    }
}

/// The lines that go and those that come where `after` takes the place of `before`: what lies between the
/// first and the last difference.
pub fn lines_between(before: &[u8], after: &str) -> (Vec<String>, Vec<String>) {
    let before = String::from_utf8_lossy(before);
    let old: Vec<&str> = before.lines().collect();
    let new: Vec<&str> = after.lines().collect();
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - same;
    let tail = old.iter().rev().zip(new.iter().rev());
    let tail = tail.take(most).take_while(|(a, b)| a == b).count();
    let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    (
        owned(&old[same..old.len() - tail]),
        owned(&new[same..new.len() - tail]),
    )
}

/// Writes the files: new ones first, then changed ones, and removes only when all of that is done. Nothing
/// is touched where one of them changed since it was read, or cannot be written.
///
/// # Errors
///
/// At the first file that cannot be written. Where it is only then, when all of them are put in their places,
/// that one turns out to have changed, those before it are written.
pub fn write<'e>(edits: impl IntoIterator<Item = &'e FileEdit>) -> Result<(), FileError> {
    let edits: Vec<&FileEdit> = edits.into_iter().collect();
    for edit in &edits {
        edit.is_as_read()?;
    }
    let mut changes: Vec<&FileEdit> = edits.into_iter().filter(|edit| edit.is_change()).collect();
    changes.sort_by_key(|edit| !edit.is_new());
    let mut replacements = Vec::new();
    for edit in &changes {
        let Some(text) = edit.after() else { continue };
        if let Some(folder) = edit.file.parent().filter(|_| edit.is_new()) {
            fs::create_dir_all(folder).map_err(|source| failed(folder, source))?;
        }
        let before = edit.before.as_deref();
        replacements.push(Replacement::prepare(&edit.file, before, text)?);
    }
    for replacement in replacements {
        replacement.commit()?;
    }
    for edit in changes.iter().filter(|edit| edit.after.is_none()) {
        edit.is_as_read()?;
        fs::remove_file(&edit.file).map_err(|source| failed(&edit.file, source))?;
    }
    Ok(())
}

fn failed(path: &Path, source: io::Error) -> ReplaceError {
    ReplaceError::Io {
        path: path.to_owned(),
        source,
    }
}
