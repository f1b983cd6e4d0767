//! The paths that a record governs, and whether a path is among them.
//!
//! What an entry means is told in `docs/affects.md`; the short of it is gitignore's terms, plus
//! plain entries that claim by suffix and by file stem.
//!
//! Cost: reading an entry is one pass over its text, without compiling anything. Matching takes at
//! most (bytes of the entry's readings, at most 16 KiB) × (bytes of the path) steps, whatever the
//! entry; there is no recursion and no exponential case.

mod entry;
mod expand;
mod glob;
mod problem;

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

pub use entry::Entry;
pub use problem::Problem;

/// The scope of one record: its `affects` entries in the order written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Affects {
    entries: Vec<Entry>,
}

/// How strongly an entry claims a path, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// A file stem: `core` for `core.rs`. Ranks, but never speaks on its own.
    Stem,
    /// The end of a path on a segment border: `policy/engine.py`.
    Suffix,
    /// A glob in gitignore terms.
    Glob,
    /// A directory above the path.
    Directory,
    /// The path itself.
    Exact,
}

/// A path that an entry claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match<'a> {
    /// How strongly.
    pub strength: Strength,
    /// The entry as written.
    pub entry: &'a str,
    /// Whether the entry claims most of the tree, and so never speaks on its own.
    pub broad: bool,
}

/// Where the paths that an entry claims can lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach<'a> {
    /// Only at or under this literal path from the root (no slash at the end, `""` is the root).
    Under(&'a str),
    /// Anywhere: a suffix or a stem has no beginning to look under.
    Anywhere,
}

impl Affects {
    /// Reads entries as written. Never fails: a bad entry matches nothing and is named by
    /// [`Affects::problems`].
    pub fn new<I>(entries: I) -> Affects
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        Affects {
            entries: entries
                .into_iter()
                .map(|text| Entry::new(text.into()))
                .collect(),
        }
    }

    /// The entries in the order written.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The first `count` entries alone.
    #[must_use]
    pub fn first(&self, count: usize) -> Affects {
        Affects {
            entries: self.entries.iter().take(count).cloned().collect(),
        }
    }

    /// The strongest claim on a path (from the repository root, with `/`), or none.
    ///
    /// The last entry that matches decides whether the path is claimed at all: a `!` entry takes
    /// out what was claimed before it. `!` entries that stand before every other entry hold for the
    /// whole list, as there is nothing before them that they could be meant for. Among the claims
    /// that remain the strongest is returned, one of a broad entry only where there is no other.
    pub fn matches(&self, path: &str) -> Option<Match<'_>> {
        let path = nfc(path);
        let mut leading = true;
        let mut best: Option<Match<'_>> = None;
        for entry in &self.entries {
            if entry.is_exclusion() {
                // A stem is a guess, good enough to rank by and not to take a path out.
                if entry
                    .claims(&path)
                    .is_some_and(|strength| strength > Strength::Stem)
                {
                    if leading {
                        return None;
                    }
                    best = None;
                }
                continue;
            }
            leading &= !entry.is_valid();
            let Some(strength) = entry.claims(&path) else {
                continue;
            };
            let found = Match {
                strength,
                entry: entry.text(),
                broad: entry.is_broad(),
            };
            if best.is_none_or(|best| (!best.broad, best.strength) < (!found.broad, strength)) {
                best = Some(found);
            }
        }
        best
    }

    /// For each entry that claims something, where the claimed paths can lie. A plain entry such as
    /// `policy/engine.py` reaches twice: under itself, and anywhere as a suffix. An entry with
    /// braces reaches once for each alternative.
    ///
    /// A literal beginning that is not ASCII is given in NFC and in NFD, as an index may hold
    /// either.
    pub fn reach(&self) -> impl Iterator<Item = Reach<'_>> {
        self.entries
            .iter()
            .filter(|entry| !entry.is_exclusion())
            .flat_map(Entry::reach)
    }

    /// What is wrong with the entries, in their order; what concerns the list as a whole comes last.
    pub fn problems(&self) -> Vec<Problem<'_>> {
        problem::of(&self.entries)
    }
}

/// The NFC form, borrowed where the text is in it already.
pub(crate) fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// The NFD form of an NFC text where it differs.
fn nfd(text: &str) -> Option<Box<str>> {
    if text.is_ascii() {
        return None;
    }
    let decomposed: String = text.nfd().collect();
    (decomposed != text).then(|| decomposed.into_boxed_str())
}
