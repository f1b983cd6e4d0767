//! Paths of events and files, made relative to the repository root.

use std::path::Path;

/// `path` relative to `root`, with `/`, in NFC, without `.` and `..`; `None` where it lies outside.
///
/// A path may be absolute, may go through links, may have backslashes; a relative one is taken from
/// `base` (a directory). The file need not exist.
pub fn relative_to(root: &Path, base: &Path, path: &str) -> Option<String> {
    let _ = (root, base, path);
    None
}
