//! Files in the folders of the memory.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Folders that nobody touched for so long are removed.
const MAX_AGE: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// So many folders are looked at when a new one is made.
const MAX_LOOKED_AT: usize = 256;

/// A folder that is made when something is first kept in it, at the first of its places that can be
/// written. Readers look at the places in the same order.
#[derive(Debug, Clone)]
pub(super) struct Folder {
    places: Vec<Place>,
}

/// A directory that is there and is not ours, and the names below it that are.
#[derive(Debug, Clone)]
struct Place {
    base: PathBuf,
    below: Vec<String>,
}

/// A name from outside as a file name: 128 bits in hexadecimal. Not kept beyond days, so it may change with
/// the program.
pub(super) fn hashed(kind: &str, text: &str) -> String {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, kind, text).hash(&mut hasher);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(0), half(1))
}

impl Folder {
    pub(super) fn new<'a>(places: impl Iterator<Item = (&'a Path, Vec<String>)>) -> Folder {
        let place = |(base, below): (&Path, Vec<String>)| Place {
            base: base.to_owned(),
            below,
        };
        Folder {
            places: places.map(place).collect(),
        }
    }

    pub(super) fn below(&self, name: &str) -> Folder {
        let mut folder = self.clone();
        for place in &mut folder.places {
            place.below.push(name.to_owned());
        }
        folder
    }

    /// Creates a file that is not there; false where it is.
    pub(super) fn mark(&self, name: &str) -> io::Result<bool> {
        self.in_first(|folder| match new_file().open(folder.join(name)) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        })
    }

    pub(super) fn is_marked(&self, name: &str) -> bool {
        self.existing()
            .any(|folder| folder.join(name).symlink_metadata().is_ok())
    }

    /// Adds one line, unless the file is larger than `limit` bytes.
    pub(super) fn append(&self, name: &str, line: &str, limit: u64) -> io::Result<()> {
        self.in_first(|folder| {
            let path = folder.join(name);
            refuse_link(&path)?;
            let mut file = private().create(true).append(true).open(&path)?;
            if file.metadata()?.len() < limit {
                // In one call, so that lines of several processes do not mix.
                file.write_all(format!("{line}\n").as_bytes())?;
            }
            Ok(())
        })
    }

    /// Puts a file in the place of another, whole.
    pub(super) fn replace(&self, name: &str, text: &str) -> io::Result<()> {
        self.in_first(|folder| {
            let mut temporary = tempfile::Builder::new()
                .prefix(".new-")
                .tempfile_in(folder)?;
            temporary.write_all(text.as_bytes())?;
            temporary.persist(folder.join(name))?;
            Ok(())
        })
    }

    /// The text of a file of at most `limit` bytes.
    pub(super) fn read(&self, name: &str, limit: u64) -> Option<String> {
        self.existing().find_map(|folder| {
            let path = folder.join(name);
            refuse_link(&path).ok()?;
            let mut text = String::new();
            let file = File::open(path).ok()?;
            file.take(limit).read_to_string(&mut text).ok()?;
            Some(text)
        })
    }

    pub(super) fn remove(&self, name: &str) {
        for folder in self.existing() {
            let _ = fs::remove_file(folder.join(name));
        }
    }

    /// Empties the folder at once: it gets another name first, so that whoever works in it meanwhile
    /// finishes in the old one or begins a new one.
    pub(super) fn clear(&self) {
        for folder in self.existing() {
            let Some(above) = folder.parent() else {
                continue;
            };
            let Ok(aside) = tempfile::Builder::new().prefix("old-").tempdir_in(above) else {
                continue;
            };
            let _ = fs::rename(&folder, aside.path().join("cleared"));
        }
    }

    /// Runs an operation in the first place where it succeeds. Where somebody cleared the folder in
    /// between, it is made again.
    fn in_first<T>(&self, operation: impl Fn(&Path) -> io::Result<T>) -> io::Result<T> {
        let mut last = io::Error::from(io::ErrorKind::NotFound);
        for place in &self.places {
            for _ in 0..8 {
                let result = place.make().and_then(|folder| operation(&folder));
                match result {
                    Ok(value) => return Ok(value),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => last = error,
                    Err(error) => {
                        last = error;
                        break;
                    }
                }
            }
        }
        Err(last)
    }

    /// The places that are there and are no links.
    fn existing(&self) -> impl Iterator<Item = PathBuf> {
        self.places.iter().filter_map(Place::existing)
    }
}

impl Place {
    fn existing(&self) -> Option<PathBuf> {
        let mut path = self.base.clone();
        for name in &self.below {
            path.push(name);
            let metadata = path.symlink_metadata().ok()?;
            if !metadata.is_dir() {
                return None;
            }
        }
        Some(path)
    }

    fn make(&self) -> io::Result<PathBuf> {
        if let Some(path) = self.existing() {
            return Ok(path);
        }
        let mut path = self.base.clone();
        fs::create_dir_all(&path)?;
        for name in &self.below {
            path.push(name);
            match private_dir(&path) {
                Ok(()) => clean(&path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
            if !path.symlink_metadata()?.is_dir() {
                return Err(io::Error::other(
                    "a link or a file where a folder of ours should be",
                ));
            }
        }
        Ok(path)
    }
}

/// Removes old folders beside a new one.
fn clean(new: &Path) {
    let Some(entries) = new.parent().and_then(|above| fs::read_dir(above).ok()) else {
        return;
    };
    let now = SystemTime::now();
    for entry in entries.take(MAX_LOOKED_AT).flatten() {
        let is_ours = |name: &str| {
            name.starts_with("old-")
                || name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let Ok(metadata) = entry.metadata() else {
            continue;
        };
        let age = metadata
            .modified()
            .ok()
            .and_then(|time| now.duration_since(time).ok());
        if metadata.is_dir()
            && entry.file_name().to_str().is_some_and(is_ours)
            && age.is_some_and(|age| age > MAX_AGE)
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn refuse_link(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("no plain file")),
        _ => Ok(()),
    }
}

fn new_file() -> OpenOptions {
    let mut options = private();
    options.write(true).create_new(true);
    options
}

/// Options for a file that only the user may read.
fn private() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there is no mode to set"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn private_dir(path: &Path) -> io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there is no mode to set"))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
