//! The files of a decision directory, and which of them may be records.

mod names;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Read};
use std::path::{MAIN_SEPARATOR, Path, PathBuf, is_separator};

use ignore::{DirEntry, WalkBuilder};

use crate::finding::{Finding, Rule};
use crate::log::{DecisionDir, MAX_RECORD_BYTES};
use names::{HIDDEN, by_name, is_markdown};
pub(crate) use names::{Role, candidate_at, is_about, role};

/// A file that may be a record, told by its name alone.
pub(crate) struct Candidate {
    pub(crate) file: PathBuf,
    /// As named to people.
    pub(crate) path: String,
    pub(crate) slug: String,
    /// The index of its decision directory.
    pub(crate) dir: usize,
    pub(crate) kind: Kind,
    /// A link; where it leads tells whether it is read.
    pub(crate) is_link: bool,
    /// Its fields stand in a file of their own beside it.
    pub(crate) has_metadata: bool,
}

/// What a name tells of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Record,
    /// The README of a dated or numbered folder: its record, or a list of the records in it.
    FolderIndex,
    /// Hidden by its name: put away, a template or an editor's.
    Hidden,
    /// A README or another file about the folder.
    Index,
    /// Named like a template; its text tells.
    TemplateName,
    /// A pipe, a socket, a device: to open it could wait for ever.
    Special,
}

/// The file beside a folder's README that holds its fields.
pub const METADATA: &str = "kep.yaml";

/// Lists the Markdown files under a decision directory: not in hidden folders other than the usual ones,
/// not in other repositories inside it, whether git ignores them or not.
pub(crate) fn list(
    dir: &DecisionDir,
    index: usize,
    candidates: &mut Vec<Candidate>,
    findings: &mut Vec<Finding>,
) {
    let start = candidates.len();
    let mut metadata: HashSet<PathBuf> = HashSet::new();
    for entry in walker(&dir.path).build() {
        match entry {
            Ok(entry) => {
                if is_metadata(&entry) {
                    metadata.extend(entry.path().parent().map(Path::to_owned));
                }
                candidates.extend(candidate(entry, dir, index));
            }
            Err(error) => {
                let path = error_path(&error)
                    .map_or_else(|| dir.label.clone(), |path| name_of(dir, &text_of(path)));
                findings.push(
                    Finding::new(Rule::Unreadable, path, format!("cannot be listed: {error}"))
                        .with_help("check that the folder is there and that you may read it"),
                );
            }
        }
    }
    settle_folders(&mut candidates[start..], &metadata);
}

/// A folder has one record in its README only where no other file is its record.
pub(crate) fn settle_folders(found: &mut [Candidate], metadata: &HashSet<PathBuf>) {
    let folders: HashSet<PathBuf> = if found.iter().any(|one| one.kind == Kind::FolderIndex) {
        let others = found.iter().filter(|one| one.kind != Kind::FolderIndex);
        others
            .filter_map(|one| one.file.parent().map(Path::to_owned))
            .collect()
    } else {
        HashSet::new()
    };
    for one in found.iter_mut().filter(|one| one.kind == Kind::FolderIndex) {
        let Some(folder) = one.file.parent() else {
            continue;
        };
        one.has_metadata = metadata.contains(folder);
        if one.has_metadata || !folders.contains(folder) {
            one.kind = Kind::Record;
        }
    }
}

/// Whether there is at least one candidate; stops at the first. A folder that cannot be listed may hold
/// records too: who reads it is told.
pub(crate) fn holds_records(path: &Path) -> bool {
    let dir = DecisionDir::new(path, "");
    walker(path).build().any(|entry| match entry {
        Ok(entry) => candidate(entry, &dir, 0).is_some_and(|candidate| {
            !matches!(candidate.kind, Kind::Index | Kind::Special | Kind::Hidden)
        }),
        Err(_) => path.is_dir(),
    })
}

fn walker(path: &Path) -> WalkBuilder {
    let mut builder = WalkBuilder::new(path);
    builder
        .standard_filters(false)
        .follow_links(false)
        .filter_entry(|entry| {
            if entry.depth() == 0 {
                return true;
            }
            let is_dir = entry.file_type().is_some_and(|kind| kind.is_dir());
            !is_dir || passes(entry) && !entry.path().join(".git").exists()
        });
    builder
}

fn is_metadata(entry: &DirEntry) -> bool {
    let path = entry.path();
    path.as_os_str()
        .as_encoded_bytes()
        .ends_with(METADATA.as_bytes())
        && path.file_name().is_some_and(|name| name == METADATA)
        && entry.file_type().is_some_and(|kind| kind.is_file())
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether a folder may hold records: not hidden, or on the way to a usual hidden place.
fn passes(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let above = entry.path().parent().and_then(Path::file_name);
    let on_the_way = HIDDEN
        .iter()
        .any(|way| way.first().is_some_and(|first| name == *first));
    let inside = HIDDEN
        .iter()
        .filter(|way| entry.depth() > 1 && above.is_some_and(|above| above == way[0]))
        .collect::<Vec<_>>();
    if inside.is_empty() {
        !is_hidden(name) || on_the_way
    } else {
        inside.iter().any(|way| {
            way.get(1)
                .map_or(!is_hidden(name), |second| name == *second)
        })
    }
}

fn candidate(entry: DirEntry, dir: &DecisionDir, index: usize) -> Option<Candidate> {
    let kind = entry.file_type()?;
    if entry.depth() == 0 || kind.is_dir() {
        return None;
    }
    let file = text_of(entry.path());
    // Below the first entry no path ends in a slash or in dots.
    let separator = |byte: u8| is_separator(char::from(byte));
    let name = &file[file.bytes().rposition(separator).map_or(0, |at| at + 1)..];
    if !is_markdown(name) {
        return None;
    }
    if entry.depth() > 1 {
        let above = entry.path().parent().and_then(Path::file_name);
        let is_above = |way: &&[&str]| way.len() > 1 && above.is_some_and(|above| above == way[0]);
        if HIDDEN.iter().any(is_above) {
            return None;
        }
    }
    let path = name_of(dir, &file);
    let is_special = !kind.is_file() && !kind.is_symlink();
    let (slug, kind_by_name) = by_name(dir, &path, name.len(), is_special)?;
    Some(Candidate {
        slug,
        path,
        dir: index,
        kind: kind_by_name,
        is_link: kind.is_symlink(),
        has_metadata: false,
        file: entry.into_path(),
    })
}

/// How a file under a directory is named to people. The walker puts the directory in front of each path
/// as it was given, so what follows it is the rest.
fn name_of(dir: &DecisionDir, file: &str) -> String {
    let inner = match file.strip_prefix(&*text_of(&dir.path)) {
        Some(rest) => rest.trim_start_matches(['/', MAIN_SEPARATOR]),
        None => file,
    };
    let mut name = String::with_capacity(dir.label.len() + 1 + inner.len());
    if dir.label != "." {
        name.push_str(dir.label.trim_end_matches('/'));
        if !inner.is_empty() {
            name.push('/');
        }
    }
    name.push_str(inner);
    if MAIN_SEPARATOR == '/' {
        name
    } else {
        name.replace(MAIN_SEPARATOR, "/")
    }
}

/// A path as text, as [`Path::to_string_lossy`] has it: quicker for the usual one, that is text.
fn text_of(path: &Path) -> Cow<'_, str> {
    path.to_str()
        .map_or_else(|| path.to_string_lossy(), Cow::Borrowed)
}

fn error_path(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } => error_path(err),
        _ => None,
    }
}

/// Whether a link leads to a file under `boundary`.
pub(crate) fn link_stays_inside(link: &Path, boundary: &Path) -> bool {
    let (Ok(target), Ok(boundary)) = (fs::canonicalize(link), fs::canonicalize(boundary)) else {
        return false;
    };
    target.starts_with(boundary) && target.is_file()
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("{0} bytes are too many")]
    TooLarge(u64),
    #[error("not a regular file")]
    Special,
    #[error(transparent)]
    Io(#[from] io::Error),
}

thread_local! {
    static READER: RefCell<Reader> = const { RefCell::new(Reader { buffer: Vec::new(), files: 0 }) };
}

/// Reads files one after the other into one buffer: a buffer for each would make the allocator ask the
/// system for memory again and again.
struct Reader {
    buffer: Vec<u8>,
    files: usize,
}

impl Reader {
    fn read(&mut self, file: &mut File) -> Result<Vec<u8>, ReadError> {
        let limit = MAX_RECORD_BYTES as usize + 1;
        let mut length = 0;
        loop {
            if length == self.buffer.len() {
                self.buffer.resize((2 * length).clamp(FIRST_READ, limit), 0);
            }
            match file.read(&mut self.buffer[length..]) {
                Ok(0) => break,
                Ok(more) => length += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
            if length == limit {
                let whole = file.metadata().map_or(length as u64, |meta| meta.len());
                return Err(ReadError::TooLarge(whole));
            }
        }
        self.files += 1;
        if self.files.is_multiple_of(FILES_AHEAD) {
            // glibc grows the heap of a thread by the page, with a system call each; a block that is
            // given back at once makes it grow by that much.
            drop(black_box(Vec::<u8>::with_capacity(AHEAD)));
        }
        Ok(self.buffer[..length].to_vec())
    }
}

/// The bytes of a file, never more than a record may have.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let mut file = File::open(path)?;
    READER.with_borrow_mut(|reader| reader.read(&mut file))
}

/// Most records fit; a second read then finds the end, and nothing asks for the size first.
const FIRST_READ: usize = 16 * 1024;

/// How much memory is asked for ahead, in bytes, and for how many files; glibc gives back larger blocks.
const AHEAD: usize = 60 * 1024;
const FILES_AHEAD: usize = 12;
