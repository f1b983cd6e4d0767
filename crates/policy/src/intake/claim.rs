//! One writer at a time, so that two do not take the same number.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// How long another writer is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// A claim of this age was left behind by a process that ended early.
const STALE: Duration = Duration::from_secs(30);

/// How often it is asked.
const PAUSE: Duration = Duration::from_millis(10);

/// The claim to write into the logs of a repository; given back when dropped.
#[derive(Debug)]
pub struct Claim {
    file: Option<PathBuf>,
}

impl Claim {
    /// Waits for the claim. Outside a repository, and where it cannot be kept, nobody is waited for; nor for
    /// longer than some seconds: a file is never overwritten anyway.
    pub fn wait(git_common_dir: Option<&Path>) -> Claim {
        let Some(folder) = git_common_dir.map(|dir| dir.join("decision")) else {
            return Claim { file: None };
        };
        if fs::create_dir_all(&folder).is_err() {
            return Claim { file: None };
        }
        let file = folder.join("recording.lock");
        let until = Instant::now() + PATIENCE;
        loop {
            match OpenOptions::new().write(true).create_new(true).open(&file) {
                Ok(_) => return Claim { file: Some(file) },
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(_) => return Claim { file: None },
            }
            if is_stale(&file) {
                let _ = fs::remove_file(&file);
            } else if Instant::now() > until {
                return Claim { file: None };
            } else {
                thread::sleep(PAUSE);
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            let _ = fs::remove_file(file);
        }
    }
}

fn is_stale(file: &Path) -> bool {
    let made = file
        .symlink_metadata()
        .and_then(|metadata| metadata.modified());
    made.is_ok_and(|made| {
        SystemTime::now()
            .duration_since(made)
            .is_ok_and(|age| age > STALE)
    })
}
