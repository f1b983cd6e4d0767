//! The paths that a record governs, and whether a path is among them.

/// The scope of one record: its `affects` entries in the order written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Affects {
    entries: Vec<Entry>,
}

/// One entry of an `affects` list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    text: String,
}

impl Entry {
    /// The entry as written.
    pub fn text(&self) -> &str {
        &self.text
    }
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
                .map(|text| Entry { text: text.into() })
                .collect(),
        }
    }

    /// The entries in the order written.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is wrong with the entries.
    pub fn problems(&self) -> Vec<Problem<'_>> {
        Vec::new()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The strongest claim on a path (from the repository root, with `/`), or none.
    pub fn matches(&self, path: &str) -> Option<Match<'_>> {
        let _ = path;
        None
    }

    /// For each entry that claims something, where the claimed paths can lie. A plain entry such as
    /// `policy/engine.py` reaches twice: under itself, and anywhere as a suffix.
    pub fn reach(&self) -> impl Iterator<Item = Reach<'_>> {
        std::iter::empty()
    }
}

/// One thing wrong with an `affects` list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem<'a> {
    /// Which rule is broken.
    pub rule: crate::Rule,
    /// The entry as written; `None` where the list as a whole is meant.
    pub entry: Option<&'a str>,
    /// What is wrong, as a fragment that names the entry.
    pub message: String,
    /// What to do about it.
    pub help: String,
}
