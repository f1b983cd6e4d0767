//! What is compared, as the engine sees it.

/// A file that differs between before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file, from the repository root with `/`: as it is called now, or was where it is gone.
    pub path: String,
    /// Its former name, where it was renamed.
    pub from: Option<String>,
    /// Whether it is gone.
    pub is_removed: bool,
    /// Whether it is a submodule, of which the commit changes.
    pub is_submodule: bool,
    /// Whether it was a submodule.
    pub was_submodule: bool,
    /// Whether a merge brings it from the other side as it is there: it is new here, but nothing that this
    /// commit thought up.
    pub is_merged: bool,
}

impl Change {
    /// The path that is no longer there, and where it went.
    pub fn gone(&self) -> Option<Gone<'_>> {
        match &self.from {
            Some(from) => Some(Gone {
                path: from,
                to: Some(&self.path),
                is_submodule: self.was_submodule,
            }),
            None if self.is_removed => Some(Gone {
                path: &self.path,
                to: None,
                is_submodule: self.was_submodule,
            }),
            None => None,
        }
    }

    /// The names of the file before and after; one where it was not renamed.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.path.as_str()).chain(self.from.as_deref())
    }
}

/// A path that a change takes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gone<'a> {
    /// The path.
    pub path: &'a str,
    /// Its new name; none where the file was deleted.
    pub to: Option<&'a str>,
    /// Whether it was a submodule, whose files are gone with it.
    pub is_submodule: bool,
}
