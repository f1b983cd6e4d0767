//! The log file of the hook: what went wrong there, since a hook must not tell its host.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::environment;

/// A log file is put aside when it is larger than this, in bytes; one older one is kept.
const MAX_BYTES: u64 = 256 * 1024;

const NAME: &str = "hook.log";

/// Notes a line: in the repository's git directory where there is one and it can be written, else in the
/// user's state folder, else nowhere.
pub(crate) fn note(git_common_dir: Option<&Path>, message: &str) {
    for folder in folders(git_common_dir) {
        if append(&folder, message).is_ok() {
            return;
        }
    }
}

/// Where log files may lie, the first choice first.
pub(crate) fn folders(git_common_dir: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let shared = git_common_dir.map(|dir| dir.join("decision"));
    let own = environment::state_home().map(|dir| dir.join("decision"));
    shared.into_iter().chain(own)
}

fn append(folder: &Path, message: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = folder.join(NAME);
    if let Ok(meta) = fs::symlink_metadata(&path) {
        if !meta.is_file() {
            return Err(io::Error::other("the log file is no plain file"));
        }
        if meta.len() > MAX_BYTES {
            fs::rename(&path, folder.join("hook.log.1"))?;
        }
    }
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.as_secs());
    let message = message.replace(['\n', '\r'], " ");
    open(&path)?.write_all(format!("{seconds} {message}\n").as_bytes())
}

/// Opens for appending; only the user may read what is in it.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
