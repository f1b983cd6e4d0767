//! Reading one entry, and what it claims.

use std::borrow::Cow;

use super::expand;
use super::glob::{Glob, is_special, strip_directory};
use super::problem::Fault;
use super::{Reach, Strength, nfc, nfd};

/// The longest entry that is read, in bytes: as long as a path can be on the usual systems.
pub(super) const MAX_ENTRY: usize = 4096;

/// One entry of an `affects` list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    text: String,
    exclusion: bool,
    scope: Result<Scope, Fault>,
}

/// What an entry claims, or takes out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Scope {
    plain: Option<Plain>,
    globs: Vec<Glob>,
    broad: bool,
}

/// An entry read as text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Plain {
    /// The path; empty for the root.
    path: String,
    dir_only: bool,
    /// Whether it starts at the root, as a leading `/` or `./` says, and so is no suffix.
    anchored: bool,
    /// The path in NFD, where that differs.
    nfd: Option<Box<str>>,
}

impl Entry {
    pub(super) fn new(text: String) -> Entry {
        let trimmed = text.trim();
        let (exclusion, pattern) = match trimmed.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, trimmed),
        };
        let scope = Scope::read(pattern);
        Entry {
            exclusion,
            scope,
            text,
        }
    }

    /// The entry as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it takes paths out: it begins with `!`.
    pub fn is_exclusion(&self) -> bool {
        self.exclusion
    }

    /// Whether it could be read. An entry that could not claims nothing.
    pub fn is_valid(&self) -> bool {
        self.scope.is_ok()
    }

    /// Whether it claims most of any tree, as `**` does.
    pub fn is_broad(&self) -> bool {
        self.scope.as_ref().is_ok_and(|scope| scope.broad)
    }

    /// How it claims a path (from the root, with `/`) taken by itself: neither the entries around it nor
    /// what `!` says count.
    pub fn strength(&self, path: &str) -> Option<Strength> {
        self.claims(&nfc(path))
    }

    pub(super) fn fault(&self) -> Option<Fault> {
        self.scope.as_ref().err().copied()
    }

    /// How it claims (or takes out) a path in NFC.
    pub(super) fn claims(&self, path: &str) -> Option<Strength> {
        let scope = self.scope.as_ref().ok()?;
        let plain = scope.plain.as_ref().and_then(|plain| plain.claims(path));
        if plain > Some(Strength::Glob) || scope.globs.is_empty() {
            return plain;
        }
        let glob = scope
            .globs
            .iter()
            .any(|glob| glob.claims(path))
            .then_some(Strength::Glob);
        plain.max(glob)
    }

    pub(super) fn reach(&self) -> impl Iterator<Item = Reach<'_>> {
        let scope = self.scope.as_ref().ok();
        let plain = scope.and_then(|scope| scope.plain.as_ref());
        let under = plain.map(|plain| plain.path.as_str());
        let under_nfd = plain.and_then(|plain| plain.nfd.as_deref());
        let anywhere = plain
            .filter(|plain| plain.is_suffix())
            .map(|_| Reach::Anywhere);
        let globs = scope.map_or(&[][..], |scope| &scope.globs);
        // Neighbours that differ only in how a bracket is read have one beginning.
        let fresh = globs
            .iter()
            .enumerate()
            .filter(|&(at, glob)| at == 0 || globs[at - 1].prefix() != glob.prefix());
        let prefixes = fresh.flat_map(|(_, glob)| [Some(glob.prefix()), glob.prefix_nfd()]);
        let literals = [under, under_nfd].into_iter().chain(prefixes).flatten();
        literals.map(Reach::Under).chain(anywhere)
    }
}

impl Scope {
    fn read(pattern: &str) -> Result<Scope, Fault> {
        if pattern.is_empty() {
            return Err(Fault::Empty);
        }
        if pattern.len() > MAX_ENTRY {
            return Err(Fault::TooLong);
        }
        let pattern = nfc(pattern);
        let pattern = slashes(&pattern);
        if is_elsewhere(&pattern) {
            return Err(Fault::Elsewhere);
        }
        let mut scope = Scope::default();
        if pattern.bytes().any(|b| matches!(b, b'{' | b'[' | b'\\')) {
            let readings = expand::readings(&pattern)?;
            for (at, reading) in readings.patterns.iter().enumerate() {
                // An empty alternative, as in `{,a}`, names nothing.
                if !reading.is_empty() {
                    scope.add(reading, at == 0 && readings.text_first)?;
                }
            }
        } else {
            scope.add(&pattern, true)?;
        }
        Ok(scope)
    }

    /// Adds a pattern without braces; one that has no wildcard is text where `may_be_text`.
    fn add(&mut self, pattern: &str, may_be_text: bool) -> Result<(), Fault> {
        let anchored = pattern.starts_with('/') || pattern.starts_with("./");
        let dir_only = pattern.ends_with('/');
        let path = clean(pattern)?;
        if path.is_empty() {
            self.broad = true;
            self.plain = Some(Plain {
                path,
                dir_only: true,
                anchored: true,
                nfd: None,
            });
        } else if may_be_text && !has_wildcard(&path) {
            let path = unescape(path);
            let nfd = nfd(&path);
            self.plain = Some(Plain {
                path,
                dir_only,
                anchored,
                nfd,
            });
        } else {
            let glob = Glob::new(path, anchored, dir_only);
            self.broad |= is_broad(&glob);
            // Most entries are one; room for four would be the rule.
            if self.globs.is_empty() {
                self.globs.reserve_exact(1);
            }
            self.globs.push(glob);
        }
        Ok(())
    }
}

impl Plain {
    fn is_suffix(&self) -> bool {
        !self.anchored && !self.dir_only
    }

    fn claims(&self, path: &str) -> Option<Strength> {
        if self.path.is_empty() {
            return (!path.is_empty()).then_some(Strength::Directory);
        }
        match strip_directory(path, &self.path) {
            Some(Some(_)) => return Some(Strength::Directory),
            Some(None) if !self.dir_only => return Some(Strength::Exact),
            _ => {}
        }
        if !self.is_suffix() {
            return None;
        }
        if path
            .strip_suffix(self.path.as_str())
            .is_some_and(|above| above.ends_with('/'))
        {
            return Some(Strength::Suffix);
        }
        let name = path.rsplit('/').next()?;
        let extension = name.strip_prefix(self.path.as_str())?.strip_prefix('.')?;
        (!extension.is_empty() && !extension.contains('.')).then_some(Strength::Stem)
    }
}

/// Windows' backslashes as slashes, where they are plainly meant.
///
/// In gitignore terms a backslash takes the meaning from the character behind it. Before a letter,
/// before a digit, before `**` and at the end there is none to take, so that backslash parts
/// segments, and with it all others of the entry; so do all in an entry without a glob character.
fn slashes(pattern: &str) -> Cow<'_, str> {
    if !pattern.contains('\\') {
        return Cow::Borrowed(pattern);
    }
    let mut parts = false;
    let mut rest = pattern;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at + 1..];
        let Some(next) = rest.chars().next() else {
            parts = true;
            break;
        };
        parts |= next.is_alphanumeric() || next == '_' || rest.starts_with("**");
        rest = &rest[next.len_utf8()..];
    }
    let no_glob = !pattern.contains(['*', '?', '[', ']', '{', '}', '!', ',', ' ', '#', '/']);
    if parts || no_glob {
        Cow::Owned(pattern.replace('\\', "/"))
    } else {
        Cow::Borrowed(pattern)
    }
}

/// Whether it names something that no path from the root can be: a drive, a network share, a home
/// folder, an address.
fn is_elsewhere(pattern: &str) -> bool {
    let bytes = pattern.as_bytes();
    let drive = bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    (drive && bytes.get(2).is_none_or(|&b| b == b'/'))
        || pattern.starts_with("//")
        || pattern.starts_with("~/")
        || memchr::memchr_iter(b':', bytes).any(|at| bytes[at..].starts_with(b"://"))
}

/// Takes out empty segments, `.` and `..`.
fn clean(pattern: &str) -> Result<String, Fault> {
    let mut above = b'/';
    let clean = pattern.bytes().all(|byte| {
        let begins = above == b'/';
        above = byte;
        !(begins && matches!(byte, b'/' | b'.'))
    });
    if clean {
        return Ok(pattern.strip_suffix('/').unwrap_or(pattern).to_owned());
    }
    let mut path = String::with_capacity(pattern.len());
    for segment in pattern.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                let parent = path.rfind('/').unwrap_or(0);
                if path.is_empty() || has_wildcard(&path[parent..]) {
                    return Err(Fault::Elsewhere);
                }
                path.truncate(parent);
            }
            _ => {
                if !path.is_empty() {
                    path.push('/');
                }
                path.push_str(segment);
            }
        }
    }
    Ok(path)
}

/// Whether a cleaned pattern is more than text and escapes.
fn has_wildcard(pattern: &str) -> bool {
    let mut bytes = pattern.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            _ if is_special(byte) => return true,
            _ => {}
        }
    }
    false
}

fn unescape(pattern: String) -> String {
    if !pattern.contains('\\') {
        return pattern;
    }
    let mut text = String::with_capacity(pattern.len());
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        text.push(if c == '\\' {
            chars.next().unwrap_or(c)
        } else {
            c
        });
    }
    text
}

/// Whether it claims most of any tree: told by two paths that have nothing in common but three
/// segments and an extension, so that only wildcards can claim both.
fn is_broad(glob: &Glob) -> bool {
    glob.prefix().is_empty()
        && ["qzxj/qzxj/qzxj.qz", "Kw7v/Kw7v/Kw7v.kv"]
            .iter()
            .all(|probe| glob.claims(probe))
}
