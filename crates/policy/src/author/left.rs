//! What still calls a record by a name that it no longer has.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;

use memchr::memmem;

use crate::file_edit::FileEdit;
use crate::workspace::Workspace;

/// Larger files are data; nobody refers to a record there.
const MOST_BYTES: u64 = 1 << 20;

/// A line in a file that names the old file of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// The file, from the root.
    pub path: String,
    /// The line, counted from 1; the first one of the file.
    pub line: usize,
}

/// The tracked files that will name a record's old file once these edits are made: other documents, comments
/// in the code, links of a shape that is not edited. None are found where the index cannot be read.
pub(super) fn left(workspace: &Workspace, edits: &[FileEdit], old: &str) -> Vec<Left> {
    let name = old.rsplit('/').next().unwrap_or(old);
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let edited: BTreeMap<&str, Option<&str>> = edits
        .iter()
        .map(|edit| (edit.path.as_str(), edit.after()))
        .collect();
    let mut files = workspace.repository.tracked_files().unwrap_or_default();
    let own = edited.iter().filter(|(_, after)| after.is_some());
    files.extend(own.map(|(path, _)| (*path).to_owned()));
    files.sort();
    files.dedup();
    let finder = memmem::Finder::new(name);
    let mut bytes = Vec::new();
    files
        .into_iter()
        .filter_map(|path| {
            bytes.clear();
            match edited.get(path.as_str()) {
                Some(after) => bytes.extend_from_slice((*after)?.as_bytes()),
                None => {
                    let file = workspace.repository.root().join(&path);
                    // A link may lead anywhere; what it leads to is tracked by its own name or not at all.
                    let kind = fs::symlink_metadata(&file).ok()?;
                    if !kind.is_file() || kind.len() > MOST_BYTES {
                        return None;
                    }
                    File::open(file).ok()?.read_to_end(&mut bytes).ok()?;
                }
            }
            let at = finder
                .find_iter(&bytes)
                .find(|at| is_whole(&bytes, *at, name.len()))?;
            let line = memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1;
            Some(Left { path, line })
        })
        .collect()
}

/// Whether a name stands on its own, not as a part of a longer one.
fn is_whole(bytes: &[u8], at: usize, length: usize) -> bool {
    let joins = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    !joins(at.checked_sub(1).and_then(|before| bytes.get(before))) && !joins(bytes.get(at + length))
}
