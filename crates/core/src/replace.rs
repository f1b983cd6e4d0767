//! Replacing a file at once or not at all.

use std::fs;
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
/// Permissions are kept; where `path` is a link, the file that it leads to is replaced.
///
/// # Errors
///
/// Where the file holds something else by now, or cannot be written.
pub fn write_atomically(
    path: &Path,
    expected: Option<&[u8]>,
    text: &str,
) -> Result<(), ReplaceError> {
    let failed = |source| ReplaceError::Io {
        path: path.to_owned(),
        source,
    };
    let target = match expected {
        Some(_) => fs::canonicalize(path).map_err(failed)?,
        None => path.to_owned(),
    };
    let parent = target.parent().unwrap_or(Path::new("."));
    let mut temporary = new_file_in(parent).map_err(failed)?;
    temporary.write_all(text.as_bytes()).map_err(failed)?;
    if expected.is_some() {
        let permissions = fs::metadata(&target).map_err(failed)?.permissions();
        fs::set_permissions(temporary.path(), permissions).map_err(failed)?;
    }
    temporary.as_file().sync_all().map_err(failed)?;
    let Some(expected) = expected else {
        return match temporary.persist_noclobber(&target) {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(ReplaceError::Changed(path.to_owned()))
            }
            Err(error) => Err(failed(error.error)),
        };
    };
    if fs::read(&target).map_err(failed)? != expected {
        return Err(ReplaceError::Changed(path.to_owned()));
    }
    temporary
        .persist(&target)
        .map_err(|error| failed(error.error))?;
    Ok(())
}

/// A temporary file with the permissions that a new file has.
fn new_file_in(parent: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".decision-").suffix(".tmp");
    #[cfg(unix)]
    let permissions = {
        use std::os::unix::fs::PermissionsExt;
        // What the user's mask takes away is taken away when the file is made.
        fs::Permissions::from_mode(0o666)
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
}
