//! Paths as git has them (bytes with `/`) and as the rest of the program has them (text in NFC).

use std::borrow::Cow;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use gix::bstr::{BStr, ByteSlice};
use unicode_normalization::{UnicodeNormalization, is_nfc_quick};

/// The path as text in NFC, in which `affects` patterns are compared. Bytes that are no UTF-8 become
/// replacement characters.
pub(crate) fn text(path: &BStr) -> Cow<'_, str> {
    let text = path.to_str_lossy();
    if text.is_ascii() || is_nfc_quick(text.chars()) == unicode_normalization::IsNormalized::Yes {
        text
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// The spellings under which git may have a path that is given in NFC: itself, and decomposed where
/// that differs (file systems that decompose names hand them to git that way).
pub(crate) fn spellings(path: &str) -> impl Iterator<Item = String> {
    let decomposed = (!path.is_ascii())
        .then(|| path.nfd().collect::<String>())
        .filter(|other| other != path);
    std::iter::once(path.to_owned()).chain(decomposed)
}

/// Whether `path` is `dir` or lies under it; both with `/`, `""` is the root.
pub(crate) fn is_at_or_under(path: &[u8], dir: &[u8]) -> bool {
    dir.is_empty()
        || path
            .strip_prefix(dir)
            .is_some_and(|rest| rest.is_empty() || rest[0] == b'/')
}

/// Whether nothing is at a path, as far as the error of looking there tells.
pub(crate) fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// `path` without `.` and `..`, as far as that can be told from the text alone.
pub(crate) fn without_dots(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if clean.file_name().is_some() => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

/// `path`, which is absolute, without `.` and `..`. Behind a link `..` leads to where the link points
/// and not back to where it is, so the disk is asked where the path is there.
pub(crate) fn resolved(path: &Path) -> PathBuf {
    let climbs = path
        .components()
        .any(|component| component == Component::ParentDir);
    // Windows takes `..` from the text alone.
    let real = (climbs && !cfg!(windows))
        .then(|| path.canonicalize().ok())
        .flatten();
    real.unwrap_or_else(|| without_dots(path))
}

/// `path` from `root` with `/`; `"."` for the root itself, absolute where it lies outside.
///
/// Both are compared with links resolved where the plain text does not say, so that `/tmp` and
/// `/private/tmp` are the same place.
pub(crate) fn label(root: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(root).map(Path::to_owned).or_else(|_| {
        let (root, path) = (root.canonicalize(), path.canonicalize());
        match (root, path) {
            (Ok(root), Ok(path)) => path.strip_prefix(root).map(Path::to_owned).map_err(drop),
            _ => Err(()),
        }
    });
    match relative {
        Ok(relative) if relative.as_os_str().is_empty() => ".".to_owned(),
        Ok(relative) => with_slashes(&relative),
        Err(()) => with_slashes(path),
    }
}

/// The path as text with `/` on every platform.
pub(crate) fn with_slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' {
        text.into_owned()
    } else {
        text.replace(std::path::MAIN_SEPARATOR, "/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_holds_itself_and_what_is_under_it() {
        for (path, dir, expected) in [
            ("a/b", "a", true),
            ("a", "a", true),
            ("ab", "a", false),
            ("a/b", "", true),
            ("a", "a/b", false),
        ] {
            assert_eq!(
                is_at_or_under(path.as_bytes(), dir.as_bytes()),
                expected,
                "{path} in {dir}"
            );
        }
    }

    #[test]
    fn text_is_composed() {
        assert_eq!(text("u\u{308}.rs".into()), "\u{fc}.rs");
        assert_eq!(text(BStr::new(b"a\xff")), "a\u{fffd}");
        assert_eq!(
            spellings("\u{fc}").collect::<Vec<_>>(),
            ["\u{fc}", "u\u{308}"]
        );
        assert_eq!(spellings("u").collect::<Vec<_>>(), ["u"]);
    }

    #[test]
    fn dots_are_taken_out() {
        assert_eq!(without_dots(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(without_dots(Path::new("../a")), Path::new("../a"));
    }
}
