//! Files that are about to change.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use decision_core::replace::{ReplaceError, Replacement};

use super::AuthorError;
use crate::inside::{self, NotUsed, leads_out};

/// A file that is about to be made, changed or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEdit {
    /// The file as people name it.
    pub path: String,
    file: PathBuf,
    before: Option<Vec<u8>>,
    after: Option<String>,
}

impl FileEdit {
    /// A file that does not exist yet.
    ///
    /// # Errors
    ///
    /// Where it exists, or would lie outside of the repository.
    pub fn create(
        root: &Path,
        path: String,
        file: PathBuf,
        text: String,
    ) -> Result<FileEdit, AuthorError> {
        if leads_out(root, &file) {
            return Err(AuthorError::Outside(path));
        }
        if file.symlink_metadata().is_ok() {
            return Err(AuthorError::Refused(format!("{path}: is there already")));
        }
        Ok(FileEdit {
            path,
            file,
            before: None,
            after: Some(text),
        })
    }

    /// A file as it is, to be changed by [`FileEdit::change`].
    ///
    /// # Errors
    ///
    /// Where it cannot be read.
    pub fn read(root: &Path, path: &str) -> Result<FileEdit, AuthorError> {
        let file = root.join(path);
        let gone = || NotUsed::Io(io::ErrorKind::NotFound.into());
        let before = inside::read(root, &file)
            .and_then(|bytes| bytes.ok_or_else(gone))
            .map_err(|source| match source {
                NotUsed::Outside => AuthorError::Outside(path.to_owned()),
                source => AuthorError::Read {
                    path: path.to_owned(),
                    source,
                },
            })?;
        Ok(FileEdit {
            path: path.to_owned(),
            file,
            after: String::from_utf8(before.clone()).ok(),
            before: Some(before),
        })
    }

    /// What the file holds, or will hold.
    pub fn bytes(&self) -> &[u8] {
        match &self.after {
            Some(text) => text.as_bytes(),
            None => self.before.as_deref().unwrap_or_default(),
        }
    }

    /// The text that the file will have; none where it is removed.
    pub fn after(&self) -> Option<&str> {
        self.after.as_deref()
    }

    /// The same with another text.
    #[must_use]
    pub fn change(self, text: String) -> FileEdit {
        FileEdit {
            after: Some(text),
            ..self
        }
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
        self.before.as_deref() != self.after.as_deref().map(str::as_bytes)
    }

    /// Whether the file is made.
    pub fn is_new(&self) -> bool {
        self.before.is_none()
    }

    /// The lines that go and those that come: what lies between the first and the last difference.
    pub fn lines(&self) -> (Vec<String>, Vec<String>) {
        let before = self.before.as_deref().unwrap_or_default();
        lines_between(before, self.after.as_deref().unwrap_or_default())
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
pub fn write(edits: &[FileEdit]) -> Result<(), AuthorError> {
    for edit in edits {
        is_as_read(edit)?;
    }
    let mut changes: Vec<&FileEdit> = edits.iter().filter(|edit| edit.is_change()).collect();
    changes.sort_by_key(|edit| !edit.is_new());
    let mut replacements = Vec::new();
    for edit in &changes {
        let Some(text) = &edit.after else { continue };
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
        is_as_read(edit)?;
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

fn is_as_read(edit: &FileEdit) -> Result<(), ReplaceError> {
    let now = match fs::read(&edit.file) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(&edit.file, error)),
    };
    if now == edit.before {
        Ok(())
    } else {
        Err(ReplaceError::Changed(edit.file.clone()))
    }
}
