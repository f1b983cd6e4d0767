//! Small files at the root that say how a repository is set up. They come with the repository, so
//! anything may be behind their names.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::path;

/// The most a small file may have, in bytes.
const MAX_BYTES: u64 = 64 * 1024;

/// Why a small file is not read.
#[derive(Debug, thiserror::Error)]
pub enum NotRead {
    /// A directory, a pipe or a device.
    #[error("is no regular file")]
    NoFile,
    /// A link out of the directory that the file was looked for in.
    #[error("leads out of the repository, so it is not read")]
    Outside,
    /// More than 64 KiB.
    #[error("is larger than {} KiB, so it is not read", MAX_BYTES / 1024)]
    TooLarge,
    /// The system says no.
    #[error("cannot be read: {0}")]
    Failed(#[from] io::Error),
}

/// The text of a small file in `root`; none where there is none. Bytes that are no UTF-8 become
/// replacement characters, and a byte order mark is left out.
///
/// It is looked at before it is opened, so that a pipe or a device cannot block.
///
/// # Errors
///
/// Where it is no regular file, reached through a link that leads out of `root`, larger than 64 KiB,
/// or cannot be read.
pub fn read_small_file(root: &Path, name: &str) -> Result<Option<String>, NotRead> {
    let path = root.join(name);
    let is_link = match path.symlink_metadata() {
        Ok(metadata) => metadata.is_symlink(),
        Err(error) if path::is_absence(&error) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(path) = (if is_link {
        target(root, &path)?
    } else {
        Some(path)
    }) else {
        return Ok(None);
    };
    if !path.metadata()?.is_file() {
        return Err(NotRead::NoFile);
    }
    let mut bytes = Vec::new();
    File::open(&path)?
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(NotRead::TooLarge);
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.trim_start_matches('\u{feff}').to_owned()))
}

/// Where a link leads; none where it leads nowhere.
fn target(root: &Path, link: &Path) -> Result<Option<PathBuf>, NotRead> {
    match link.canonicalize() {
        Ok(target) if target.starts_with(root.canonicalize()?) => Ok(Some(target)),
        Ok(_) => Err(NotRead::Outside),
        Err(error) if path::is_absence(&error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
