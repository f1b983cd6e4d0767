//! Whether what is about to be read or written lies where its path says.
//!
//! A repository may bring links along, and what is no file: none of them makes this program write into the
//! user's home or into git's own directory, or wait for ever.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Larger files are none that this program writes, in bytes.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Why a file of the repository is left alone.
#[derive(Debug, thiserror::Error)]
pub enum NotUsed {
    /// It is in truth elsewhere.
    #[error("leads out of the repository, so it is left alone")]
    Outside,
    /// A directory, a pipe or a device.
    #[error("is no regular file, so it is left alone")]
    NoFile,
    /// More than 16 MiB.
    #[error("is larger than {} MiB, so it is left alone", MAX_BYTES / 1024 / 1024)]
    TooLarge,
    /// The system says no.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

/// Whether a path in the repository is in truth elsewhere, or in git's own directory. A path that the user
/// gave and that lies outside is meant so.
pub fn leads_out(root: &Path, path: &Path) -> bool {
    if !path.starts_with(root) {
        return false;
    }
    let existing = path
        .ancestors()
        .find(|above| above.symlink_metadata().is_ok());
    match (root.canonicalize(), existing.unwrap_or(root).canonicalize()) {
        (Ok(root), Ok(real)) => real.strip_prefix(root).map_or(true, |inner| {
            inner
                .components()
                .any(|part| part.as_os_str().eq_ignore_ascii_case(".git"))
        }),
        // A link that leads nowhere would be made into a file at its end.
        _ => true,
    }
}

/// The bytes of a file; none where there is none.
///
/// It is looked at before it is opened, so that a pipe or a device cannot block.
///
/// # Errors
///
/// Where it leads out of the repository, is no regular file or too large, or cannot be read.
pub fn read(root: &Path, path: &Path) -> Result<Option<Vec<u8>>, NotUsed> {
    if leads_out(root, path) {
        return Err(NotUsed::Outside);
    }
    read_anywhere(path)
}

/// The same wherever links lead, for a file of the user's.
///
/// # Errors
///
/// Where it is no regular file or too large, or cannot be read.
pub fn read_anywhere(path: &Path) -> Result<Option<Vec<u8>>, NotUsed> {
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() => return Err(NotUsed::NoFile),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(NotUsed::TooLarge);
    }
    Ok(Some(bytes))
}
