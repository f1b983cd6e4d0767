//! The log file of the hook: what it answered at what cost, and what went wrong there, since a hook must not
//! tell its host. No text of a prompt or of a record is kept.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::environment;

/// A log file is put aside when it is larger than this, in bytes; one older one is kept.
const MAX_BYTES: u64 = 256 * 1024;

const NAME: &str = "hook.log";
const OLDER: &str = "hook.log.1";

/// Stands in the program of the hook, which takes no arguments and so cannot be asked for its version.
pub(crate) const PROGRAM: &str = concat!("decision-hook/", env!("CARGO_PKG_VERSION"), ";");

/// One run of the hook that concerned somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    /// The event's name as the host spells it.
    pub(crate) event: String,
    /// A word for the host.
    pub(crate) host: String,
    /// How much was said, in bytes; 0 where nothing was.
    pub(crate) bytes: usize,
    /// How long it took from the end of the input on.
    pub(crate) took: Duration,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The name comes from outside; a line is not to be made of it.
        let plain = self.event.chars().filter(char::is_ascii_alphanumeric);
        let event: String = plain.take(40).collect();
        let (host, bytes, micros) = (&self.host, self.bytes, self.took.as_micros());
        write!(f, "ran {event} {host} {bytes} {micros}")
    }
}

impl Run {
    fn read(message: &str) -> Option<Run> {
        let mut words = message.strip_prefix("ran ")?.split(' ');
        let mut next = || words.next();
        Some(Run {
            event: next()?.to_owned(),
            host: next()?.to_owned(),
            bytes: next()?.parse().ok()?,
            took: Duration::from_micros(next()?.parse().ok()?),
        })
    }
}

/// A line of the log file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// When, in seconds since 1970.
    pub(crate) at: i64,
    /// What.
    pub(crate) what: What,
}

/// What a line of the log file tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// An event was answered, or found nothing to say to.
    Ran(Run),
    /// Something went wrong.
    Problem(String),
}

/// The lines of a folder's log files, the oldest first. A file that cannot be read has none.
pub(crate) fn entries(folder: &Path) -> Vec<Entry> {
    let mut entries = Vec::new();
    for name in [OLDER, NAME] {
        let path = folder.join(name);
        let is_file = fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_file());
        let mut bytes = Vec::new();
        if let Some(file) = is_file.then(|| File::open(&path).ok()).flatten() {
            // Longer than that is none of ours.
            let _ = file.take(2 * MAX_BYTES).read_to_end(&mut bytes);
        }
        entries.extend(String::from_utf8_lossy(&bytes).lines().filter_map(entry));
    }
    entries
}

fn entry(line: &str) -> Option<Entry> {
    let (at, message) = line.split_once(' ')?;
    Some(Entry {
        at: at.parse().ok()?,
        what: Run::read(message).map_or_else(|| What::Problem(message.to_owned()), What::Ran),
    })
}

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
            fs::rename(&path, folder.join(OLDER))?;
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
