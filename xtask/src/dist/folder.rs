//! A folder that is made anew as a whole, and only where nothing of anyone else is lost.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

/// Shows in a folder that this task made it, and may delete it.
const STAMP: &str = ".made-by-xtask-dist";

/// Where a generated folder goes.
pub(super) struct Destination {
    path: PathBuf,
}

impl Destination {
    /// Claims `path` for a generated folder; touches nothing yet.
    ///
    /// # Errors
    ///
    /// Fails if `path` is anything but absent, an empty folder, or a folder made here before.
    pub(super) fn claim(path: &Path) -> Result<Self> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error).context(format!("reading {}", path.display())),
            Ok(metadata) => {
                ensure!(
                    metadata.is_dir(),
                    "{} is not a folder; move it away or choose another --out",
                    path.display()
                );
                let empty = fs::read_dir(path)?.next().is_none();
                if !empty && !path.join(STAMP).is_file() {
                    bail!(
                        "{} was not made by this task and is not empty; move it away or choose another --out",
                        path.display()
                    );
                }
            }
        }
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// The folder claimed.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Has `make` fill an empty folder beside the destination, then puts it in its place.
    ///
    /// Until then the destination stays as it was, also where `make` fails.
    pub(super) fn fill(self, make: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        let parent = match self.path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent)?;
        let next = self.beside("new");
        let previous = self.beside("old");
        let made = make_in(&next, make).and_then(|()| self.replace_with(&next, &previous));
        if made.is_err() {
            // The error that led here is the one to tell.
            let _ = fs::remove_dir_all(&next);
        }
        made
    }

    fn replace_with(&self, next: &Path, previous: &Path) -> Result<()> {
        // The build ran since the first look.
        Self::claim(&self.path)?;
        let existed = self.path.exists();
        if existed {
            fs::rename(&self.path, previous)?;
        }
        if let Err(error) = fs::rename(next, &self.path) {
            if existed {
                fs::rename(previous, &self.path)?;
            }
            return Err(error.into());
        }
        if existed {
            fs::remove_dir_all(previous)?;
        }
        Ok(())
    }

    fn beside(&self, role: &str) -> PathBuf {
        let mut name = std::ffi::OsString::from(".");
        name.push(self.path.file_name().unwrap_or_default());
        name.push(format!(".{role}-{}", std::process::id()));
        self.path.with_file_name(name)
    }
}

fn make_in(folder: &Path, make: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    fs::create_dir(folder)?;
    fs::write(
        folder.join(STAMP),
        "Made by `cargo xtask dist`, which deletes and remakes it.\n",
    )?;
    make(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_made_before_is_replaced_as_a_whole() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("dist/claude");
        for file in ["first", "second"] {
            Destination::claim(&path)
                .unwrap()
                .fill(|folder| Ok(fs::write(folder.join(file), "")?))
                .unwrap();
        }
        assert_eq!(entries(&path), [STAMP, "second"]);
        assert_eq!(entries(&temp.path().join("dist")), ["claude"]);
    }

    #[test]
    fn a_failed_attempt_leaves_the_last_one_and_no_rest() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("claude");
        let fill = |result: Result<()>| {
            Destination::claim(&path).unwrap().fill(|folder| {
                fs::write(folder.join("file"), "")?;
                result
            })
        };
        fill(Ok(())).unwrap();
        fill(Err(anyhow::anyhow!("no"))).unwrap_err();
        assert_eq!(entries(&path), [STAMP, "file"]);
        assert_eq!(entries(temp.path()), ["claude"]);
    }

    #[test]
    fn what_others_made_is_refused_and_kept() {
        let temp = tempfile::tempdir().unwrap();
        let folder = temp.path().join("folder");
        fs::create_dir(&folder).unwrap();
        Destination::claim(&folder).unwrap();
        fs::write(folder.join("precious"), "").unwrap();
        let file = temp.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [&folder, &file] {
            assert!(Destination::claim(path).is_err(), "{}", path.display());
        }

        // The same between the claim and the end of the build.
        let late = temp.path().join("late");
        let destination = Destination::claim(&late).unwrap();
        fs::create_dir(&late).unwrap();
        fs::write(late.join("precious"), "").unwrap();
        destination.fill(|_| Ok(())).unwrap_err();
        assert_eq!(entries(&late), ["precious"]);
        assert_eq!(entries(&folder), ["precious"]);
        assert_eq!(entries(temp.path()), ["file", "folder", "late"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed() {
        let temp = tempfile::tempdir().unwrap();
        let target = temp.path().join("target");
        fs::create_dir(&target).unwrap();
        fs::write(target.join(STAMP), "").unwrap();
        let link = temp.path().join("link");
        std::os::unix::fs::symlink(&target, &link).unwrap();
        assert!(Destination::claim(&link).is_err());
    }
}
