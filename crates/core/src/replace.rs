//! Replacing a file at once or not at all.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why a file was not replaced. It is as it was.
#[derive(Debug, thiserror::Error)]
pub enum ReplaceError {
    /// Somebody wrote to it since it was read.
    #[error("{0}: changed in the meantime; run the command again")]
    Changed(PathBuf),
    /// The file system refused.
    #[error("{path}: cannot be written: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Writes `text` in the place of a file that holds `expected` (`None`: that does not exist).
///
/// The text goes to a file beside it that then takes its name, so nobody ever reads half of it.
/// Permissions are kept; where `path` is a link, the file that it leads to is replaced. A file that is
/// marked as read-only is left alone.
///
/// # Errors
///
/// Where the file holds something else by now, or cannot be written.
pub fn write_atomically(
    path: &Path,
    expected: Option<&[u8]>,
    text: &str,
) -> Result<(), ReplaceError> {
    Replacement::prepare(path, expected, text)?.commit()
}

/// A file that is written beside the one whose name it is to take. Dropped, it is gone.
///
/// Of several files all can be prepared before the first one is put in its place, so that a full disk or a
/// folder that cannot be written to is met while nothing has changed.
#[derive(Debug)]
pub struct Replacement<'a> {
    path: PathBuf,
    target: PathBuf,
    expected: Option<&'a [u8]>,
    temporary: tempfile::NamedTempFile,
}

impl<'a> Replacement<'a> {
    /// Writes `text` beside a file that holds `expected` (`None`: that does not exist).
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    pub fn prepare(
        path: &Path,
        expected: Option<&'a [u8]>,
        text: &str,
    ) -> Result<Replacement<'a>, ReplaceError> {
        let failed = |source| ReplaceError::Io {
            path: path.to_owned(),
            source,
        };
        let target = match expected {
            Some(_) => fs::canonicalize(path).map_err(failed)?,
            None => path.to_owned(),
        };
        let permissions = match expected {
            Some(_) => Some(fs::metadata(&target).map_err(failed)?.permissions()),
            None => None,
        };
        if permissions.as_ref().is_some_and(Permissions::readonly) {
            let why = "the file is read-only";
            return Err(failed(io::Error::new(io::ErrorKind::PermissionDenied, why)));
        }
        let parent = target.parent().unwrap_or(Path::new("."));
        let mut temporary = new_file_in(parent).map_err(failed)?;
        temporary.write_all(text.as_bytes()).map_err(failed)?;
        if let Some(permissions) = permissions {
            fs::set_permissions(temporary.path(), permissions).map_err(failed)?;
        }
        temporary.as_file().sync_all().map_err(failed)?;
        Ok(Replacement {
            path: path.to_owned(),
            target,
            expected,
            temporary,
        })
    }

    /// Puts it in its place.
    ///
    /// # Errors
    ///
    /// Where the file holds something else by now, or cannot be replaced.
    pub fn commit(self) -> Result<(), ReplaceError> {
        let Replacement {
            path,
            target,
            expected,
            temporary,
        } = self;
        let failed = |source| ReplaceError::Io {
            path: path.clone(),
            source,
        };
        let Some(expected) = expected else {
            return match temporary.persist_noclobber(&target) {
                Ok(_) => Ok(()),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                    Err(ReplaceError::Changed(path.clone()))
                }
                Err(error) => Err(failed(error.error)),
            };
        };
        if fs::read(&target).map_err(failed)? != expected {
            return Err(ReplaceError::Changed(path.clone()));
        }
        temporary
            .persist(&target)
            .map_err(|error| failed(error.error))?;
        Ok(())
    }
}

/// A temporary file with the permissions that a new file has.
fn new_file_in(parent: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".decision-").suffix(".tmp");
    #[cfg(unix)]
    let permissions = {
        use std::os::unix::fs::PermissionsExt;
        // What the user's mask takes away is taken away when the file is made.
        Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(permissions);
    builder.tempfile_in(parent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_while_it_is_what_was_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.md");
        fs::write(&path, "old").unwrap();
        write_atomically(&path, Some(b"old"), "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");

        let error = write_atomically(&path, Some(b"old"), "newer").unwrap_err();
        assert!(matches!(error, ReplaceError::Changed(_)), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");

        let error = write_atomically(&path, None, "newer").unwrap_err();
        assert!(matches!(error, ReplaceError::Changed(_)), "{error}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_new_file_appears_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("affects.yaml");
        write_atomically(&path, None, "text").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (path, link) = (dir.path().join("a.md"), dir.path().join("b.md"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.md", &link).unwrap();
        write_atomically(&link, Some(b"old"), "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }
    #[test]
    fn what_is_prepared_changes_nothing_until_it_is_put_in_its_place() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.md");
        fs::write(&path, "old").unwrap();
        let replacement = Replacement::prepare(&path, Some(b"old"), "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(replacement);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_read_only_file_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.md");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions.clone()).unwrap();
        let error = write_atomically(&path, Some(b"old"), "new").unwrap_err();
        assert!(error.to_string().contains("read-only"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
