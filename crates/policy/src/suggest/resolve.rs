//! From the words of a record to tracked files and directories.

use super::tree::{Tree, name_of};

/// Something in the tree that words of a record stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    File(usize),
    Dir(String),
}

/// How plainly the words name it, least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Plainness {
    /// A file's name alone, which one file has.
    BareName,
    /// The end of one path.
    Suffix,
    /// The whole path.
    Whole,
}

/// What a path as written stands for: from the root, else as the end of exactly one path.
pub(super) fn path(tree: &Tree, written: &str) -> Option<(Found, Plainness)> {
    let path = clean(written)?;
    let rooted = path
        .strip_prefix("./")
        .unwrap_or(path)
        .trim_start_matches('/');
    let dir_only = rooted.ends_with('/');
    let rooted = rooted.trim_end_matches('/');
    if rooted.is_empty() || rooted.starts_with("..") {
        return None;
    }
    let segments = rooted.split('/').count();
    if !dir_only && let Some(file) = tree.file(rooted) {
        let plainness = if segments == 1 {
            Plainness::BareName
        } else {
            Plainness::Whole
        };
        return Some((Found::File(file), plainness));
    }
    // A word alone is a directory only where it is written as one.
    if tree.under(rooted).is_some() && (segments > 1 || dir_only) {
        return Some((Found::Dir(rooted.to_owned()), Plainness::Whole));
    }
    if segments == 1 {
        let has_ending = rooted.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty()
                && ending.len() <= 10
                && ending.starts_with(|c: char| c.is_ascii_alphabetic())
        });
        return match tree.named(rooted) {
            [file] if has_ending && !dir_only => Some((Found::File(*file), Plainness::BareName)),
            _ => None,
        };
    }
    let ending = format!("/{rooted}");
    let mut files = tree
        .named(name_of(rooted))
        .iter()
        .filter(|file| tree.path(**file).ends_with(&ending));
    match (files.next(), files.next()) {
        (Some(file), None) if !dir_only => Some((Found::File(*file), Plainness::Suffix)),
        (None, _) => match tree.dirs_ending_with(rooted, 2)[..] {
            [dir] => Some((Found::Dir(dir.to_owned()), Plainness::Suffix)),
            _ => None,
        },
        _ => None,
    }
}

/// A link's target as seen from the record, which lies in `dir`.
pub(super) fn link(tree: &Tree, dir: &str, target: &str) -> Option<Found> {
    let target = target.split(['#', '?']).next()?;
    if target.is_empty() || target.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = if target.starts_with('/') {
        Vec::new()
    } else {
        dir.split('/').filter(|part| !part.is_empty()).collect()
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    match tree.file(&path) {
        Some(file) => Some(Found::File(file)),
        None => tree.under(&path).map(|_| Found::Dir(path)),
    }
}

/// The path in an address of the repository itself, as hosts of code write it:
/// `https://host/owner/name/blob/branch/path`. `origin` is where the repository was cloned from.
pub(super) fn address(tree: &Tree, origin: Option<&str>, url: &str) -> Option<Found> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let rest = rest.split(['#', '?']).next()?;
    let (place, path) = ["/-/blob/", "/-/tree/", "/blob/", "/tree/", "/src/branch/"]
        .iter()
        .find_map(|mark| rest.split_once(mark))?;
    let origin = origin?.trim_end_matches('/').trim_end_matches(".git");
    let same = |c: char| {
        if c == ':' {
            '/'
        } else {
            c.to_ascii_lowercase()
        }
    };
    let ends = |text: &str| -> Vec<String> {
        let text: String = text.chars().map(same).collect();
        text.rsplit('/').take(2).map(str::to_owned).collect()
    };
    if ends(origin) != ends(place) {
        return None;
    }
    // The branch is one segment as a rule.
    let (_, path) = path.split_once('/')?;
    link(tree, "", path)
}

/// The written path without line numbers, calls and marks around it; `None` where it is no path.
fn clean(written: &str) -> Option<&str> {
    let mut text = written.trim().trim_end_matches(['.', ',', ';', ':']);
    if let Some(at) = text.find('#') {
        text = &text[..at];
    }
    if let Some((path, line)) = text.rsplit_once(':')
        && line
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-')
    {
        text = path;
    }
    let plain = |c: char| c.is_alphanumeric() || "/._-@+[]()~".contains(c);
    (!text.is_empty() && text.chars().all(plain) && !text.starts_with("//")).then_some(text)
}
