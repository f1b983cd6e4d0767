//! Paths of events and files, made relative to the repository root.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::affects::nfc;

/// `path` relative to `root`, with `/`, in NFC, without `.` and `..`; `None` where it lies outside
/// or is empty, `""` where it is the root.
///
/// A path may be absolute, may go through links, may have backslashes; a relative one is taken from
/// `base` (a directory, absolute as `root` is). The file need not exist.
///
/// `.` and `..` are taken by the text, before any link. Then the text decides where it can: a path
/// that begins with `root` is inside, at the price of one look at each directory between the two,
/// as git has no paths through a linked directory and knows its files by where they really lie. A
/// link to a directory outside of the root is left as it is, and so is a file that is a link:
/// that is the path which git tracks. Only a path that does not begin with `root` is resolved on
/// disk, as far as it exists.
///
/// Backslashes part segments on Windows, in a path with a drive or on a share, and in a relative
/// path that has no `/` and is no file's name as it stands.
pub fn relative_to(root: &Path, base: &Path, path: &str) -> Option<String> {
    if path.is_empty() || path.contains('\0') {
        return None;
    }
    let path = slashes(base, path);
    let absolute = if is_absolute(&path) {
        path.into_owned()
    } else {
        format!("{}/{path}", text_of(base))
    };
    let absolute = resolve_dots(&absolute)?;
    let found = match strip_root(&text_of(root), &absolute) {
        Some(inside) => behind_links(root, &inside).unwrap_or(inside),
        None => on_disk(root, Path::new(&absolute))?,
    };
    Some(nfc(&found).into_owned())
}

/// The path with `/` for the backslashes that part segments.
fn slashes<'a>(base: &Path, path: &'a str) -> Cow<'a, str> {
    if !path.contains('\\') {
        return Cow::Borrowed(path);
    }
    let parts = cfg!(windows)
        || has_drive(path)
        || path.starts_with(r"\\")
        || !(path.contains('/') || base.join(path).symlink_metadata().is_ok());
    if parts {
        Cow::Owned(plain(&path.replace('\\', "/")))
    } else {
        Cow::Borrowed(path)
    }
}

/// A path of the system as text with `/`.
fn text_of(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) || has_drive(&text) || text.starts_with(r"\\") {
        plain(&text.replace('\\', "/"))
    } else {
        text.into_owned()
    }
}

/// A Windows path without the mark by which the system takes it literally.
fn plain(path: &str) -> String {
    match path.strip_prefix("//?/UNC/") {
        Some(share) => format!("//{share}"),
        None => path.strip_prefix("//?/").unwrap_or(path).to_owned(),
    }
}

fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    bytes.len() > 2
        && bytes[0].is_ascii_alphabetic()
        && bytes[1] == b':'
        && matches!(bytes[2], b'/' | b'\\')
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || has_drive(path)
}

/// An absolute path without `.`, `..` and repeated slashes; `None` where `..` has nothing above.
fn resolve_dots(path: &str) -> Option<String> {
    let mut resolved = String::with_capacity(path.len());
    // What a drive and a share begin with stands before all segments.
    let start = if has_drive(path) {
        2
    } else {
        usize::from(path.starts_with("//"))
    };
    resolved.push_str(&path[..start]);
    for segment in path[start..].split('/') {
        match segment {
            "" | "." => {}
            ".." => resolved.truncate(resolved[start..].rfind('/')? + start),
            _ => {
                resolved.push('/');
                resolved.push_str(segment);
            }
        }
    }
    Some(resolved)
}

/// What follows `root` in `path`, told by the text alone; the letter of a drive has no case, and
/// letters that are composed differently are the same.
fn strip_root(root: &str, path: &str) -> Option<String> {
    let root = resolve_dots(root)?;
    let (root, path) = (nfc(&root), nfc(path));
    let (root, path) = if has_drive(&root) && has_drive(&path) {
        if !root[..1].eq_ignore_ascii_case(&path[..1]) {
            return None;
        }
        (&root[1..], &path[1..])
    } else {
        (&root[..], &path[..])
    };
    let rest = path.strip_prefix(root)?;
    if rest.is_empty() {
        Some(String::new())
    } else {
        rest.strip_prefix('/').map(str::to_owned)
    }
}

/// Where a path below `root` really lies, if a directory on the way is a link that stays inside.
fn behind_links(root: &Path, inside: &str) -> Option<String> {
    let mut directory = root.to_path_buf();
    let (above, _) = inside.rsplit_once('/')?;
    for name in above.split('/') {
        directory.push(name);
        // What does not exist has nothing below it that could be a link.
        if directory.symlink_metadata().ok()?.is_symlink() {
            return on_disk(root, &root.join(inside));
        }
    }
    None
}

/// The same with every link resolved: of the directories first, as a file that is a link has a path
/// of its own, then of the whole.
fn on_disk(root: &Path, path: &Path) -> Option<String> {
    let root = text_of(&root.canonicalize().ok()?);
    let inside = |path: PathBuf| strip_root(&root, &text_of(&path));
    let of_directory = || match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => inside(canonical(parent)?.join(name)),
        _ => None,
    };
    of_directory().or_else(|| inside(canonical(path)?))
}

/// The path with every link resolved, as far as it exists.
fn canonical(path: &Path) -> Option<PathBuf> {
    for existing in path.ancestors() {
        if let Ok(real) = existing.canonicalize() {
            return Some(match path.strip_prefix(existing) {
                Ok(rest) if !rest.as_os_str().is_empty() => real.join(rest),
                _ => real,
            });
        }
    }
    None
}
