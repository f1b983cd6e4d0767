//! One writer at a time, so that two do not take the same number.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
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
pub(super) struct Claim {
    file: Option<PathBuf>,
    /// Stands in the file, so that it is told from the claim of another who took this one for stale.
    mark: String,
}

impl Claim {
    /// Waits for the claim. Outside a repository, and where it cannot be kept, nobody is waited for; nor for
    /// longer than some seconds: a file is never overwritten anyway.
    pub(super) fn wait(git_common_dir: Option<&Path>) -> Claim {
        let none = Claim {
            file: None,
            mark: String::new(),
        };
        let Some(folder) = git_common_dir.map(|dir| dir.join("decision")) else {
            return none;
        };
        if fs::create_dir_all(&folder).is_err() {
            return none;
        }
        let file = folder.join("recording.lock");
        let until = Instant::now() + PATIENCE;
        loop {
            match new_file(&file) {
                Ok(mut claim) => {
                    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
                    let mark = format!("{} {:?}", std::process::id(), now.unwrap_or_default());
                    let _ = claim.write_all(mark.as_bytes());
                    let file = Some(file);
                    return Claim { file, mark };
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(_) => return none,
            }
            if is_stale(&file) && take_away(&file) {
                continue;
            }
            if Instant::now() > until {
                return none;
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(file) = &self.file
            && fs::read_to_string(file).is_ok_and(|mark| mark == self.mark)
        {
            let _ = fs::remove_file(file);
        }
    }
}

fn new_file(file: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(file)
}

/// Removes a claim that was left behind; false where another is at it. One at a time, and looked at again:
/// who came second would remove the new claim of who came first.
fn take_away(file: &Path) -> bool {
    let turn = file.with_extension("stale");
    if new_file(&turn).is_err() {
        return false;
    }
    if is_stale(file) {
        let _ = fs::remove_file(file);
    }
    let _ = fs::remove_file(turn);
    true
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn leave_behind(folder: &Path) -> PathBuf {
        let file = folder.join("decision/recording.lock");
        fs::create_dir_all(folder.join("decision")).unwrap();
        let old = SystemTime::now() - 2 * STALE;
        File::create(&file).unwrap().set_modified(old).unwrap();
        file
    }

    #[test]
    fn one_at_a_time_also_after_one_that_was_left_behind() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let file = leave_behind(folder.path());
            let (holders, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
            thread::scope(|scope| {
                for _ in 0..8 {
                    scope.spawn(|| {
                        let claim = Claim::wait(Some(folder.path()));
                        assert!(claim.file.is_some());
                        most.fetch_max(
                            holders.fetch_add(1, Ordering::SeqCst) + 1,
                            Ordering::SeqCst,
                        );
                        thread::yield_now();
                        holders.fetch_sub(1, Ordering::SeqCst);
                    });
                }
            });
            assert_eq!(most.into_inner(), 1);
            assert!(!file.exists());
        }
    }

    #[test]
    fn what_another_took_over_is_not_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let slow = Claim::wait(Some(folder.path()));
        let file = leave_behind(folder.path());
        let other = Claim::wait(Some(folder.path()));
        drop(slow);
        assert!(file.exists());
        drop(other);
        assert!(!file.exists());
    }
}
