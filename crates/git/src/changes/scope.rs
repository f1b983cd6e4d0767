//! Where changes are looked for.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;

use decision_core::Affects;
use decision_core::affects::Reach;
use gix::bstr::BStr;

use crate::path;

/// Where changes are looked for: under literal prefixes, and wherever a pattern without a prefix
/// matches.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Directories or files, from the root; ordered, none in another one.
    prefixes: Vec<String>,
    anywhere: Anywhere,
    /// What stands in front of a path before a pattern sees it.
    in_front: String,
}

impl Scope {
    /// The scope of a set of `affects`.
    pub fn of<'a>(affects: impl IntoIterator<Item = &'a Affects>) -> Scope {
        let mut prefixes = Vec::new();
        let mut anywhere = Anywhere::default();
        for affects in affects {
            let first = prefixes.len();
            let mut suffix = false;
            let mut root = false;
            for reach in affects.reach() {
                match reach {
                    Reach::Under("") => root = true,
                    Reach::Under(prefix) => prefixes.push(composed(prefix)),
                    Reach::Anywhere => suffix = true,
                }
            }
            if root {
                anywhere.globs.push(affects.clone());
            } else if suffix {
                anywhere.add_named(affects, &prefixes[first..]);
            }
        }
        Scope {
            prefixes: outermost(prefixes),
            anywhere,
            in_front: String::new(),
        }
    }

    /// Everything at or under the given paths (from the root with `/`; `""` is the root).
    pub fn under<I>(prefixes: I) -> Scope
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        let trimmed = prefixes
            .into_iter()
            .map(Into::into)
            .map(|mut prefix: String| {
                prefix.truncate(prefix.trim_end_matches('/').len());
                prefix
            });
        Scope {
            prefixes: outermost(trimmed.collect()),
            ..Scope::default()
        }
    }

    /// The whole work tree.
    pub fn everything() -> Scope {
        Scope::under([""])
    }

    /// Whether there is nowhere to look.
    pub fn is_empty(&self) -> bool {
        self.prefixes.is_empty() && !self.reaches_anywhere()
    }

    /// The part of the scope that lies in a repository whose paths have `in_front` in front.
    pub(super) fn inside(&self, in_front: &str) -> Cow<'_, Scope> {
        if in_front.is_empty() {
            return Cow::Borrowed(self);
        }
        let dir = in_front.trim_end_matches('/');
        let prefixes = self.prefixes.iter().filter_map(|prefix| {
            if path::is_at_or_under(dir.as_bytes(), prefix.as_bytes()) {
                Some(String::new())
            } else {
                prefix.strip_prefix(in_front).map(str::to_owned)
            }
        });
        Cow::Owned(Scope {
            prefixes: outermost(prefixes.collect()),
            anywhere: self.anywhere.clone(),
            in_front: format!("{}{in_front}", self.in_front),
        })
    }

    /// What the prefixes that are a submodule or lie in it ask for there.
    pub(super) fn below(&self, in_front: &str) -> Scope {
        let dir = in_front.trim_end_matches('/');
        let prefixes = self.prefixes.iter().filter_map(|prefix| {
            if prefix == dir {
                Some(String::new())
            } else {
                prefix.strip_prefix(in_front).map(str::to_owned)
            }
        });
        Scope {
            prefixes: outermost(prefixes.collect()),
            ..Scope::default()
        }
    }

    /// The scope without the prefixes that lie in a submodule.
    pub(super) fn not_below(&self, in_front: &str) -> Scope {
        let mut rest = self.clone();
        rest.prefixes
            .retain(|prefix| !prefix.starts_with(in_front) || in_front.is_empty());
        rest
    }

    /// The prefixes, in every spelling that git may have them in.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = String> {
        self.prefixes
            .iter()
            .flat_map(|prefix| path::spellings(prefix))
    }

    /// Whether something may be anywhere.
    pub(super) fn reaches_anywhere(&self) -> bool {
        !self.anywhere.named.is_empty() || !self.anywhere.globs.is_empty()
    }

    /// Whether a path is at or under one of the prefixes.
    pub(crate) fn is_under_prefix(&self, path: &BStr) -> bool {
        let path = path::text(path);
        // Only the nearest prefix before the path can hold it, since none lies in another.
        let after = self
            .prefixes
            .partition_point(|prefix| by_segment(prefix, &path).is_le());
        after > 0 && path::is_at_or_under(path.as_bytes(), self.prefixes[after - 1].as_bytes())
    }

    /// Whether a pattern without a prefix matches a path.
    pub(crate) fn is_matched_anywhere(&self, path: &BStr) -> bool {
        if !self.reaches_anywhere() {
            return false;
        }
        let path = path::text(path);
        let named = self.anywhere.may_be_named(&path);
        if !named && self.anywhere.globs.is_empty() {
            return false;
        }
        let path = if self.in_front.is_empty() {
            path
        } else {
            Cow::Owned(format!("{}{path}", self.in_front))
        };
        let claims = |affects: &Affects| affects.matches(&path).is_some();
        self.anywhere.globs.iter().any(claims) || (named && self.anywhere.named.iter().any(claims))
    }

    /// Whether a path belongs to the scope.
    pub(crate) fn contains(&self, path: &BStr) -> bool {
        self.is_under_prefix(path) || self.is_matched_anywhere(path)
    }

    /// Whether something under a directory (without `/` at the end) may belong to the scope.
    pub(crate) fn reaches_into(&self, dir: &BStr) -> bool {
        if self.reaches_anywhere() || self.is_under_prefix(dir) {
            return true;
        }
        let dir = path::text(dir);
        let after = self
            .prefixes
            .partition_point(|prefix| by_segment(prefix, &dir).is_le());
        self.prefixes
            .get(after)
            .is_some_and(|prefix| path::is_at_or_under(prefix.as_bytes(), dir.as_bytes()))
    }
}

/// The patterns without a prefix.
#[derive(Debug, Clone, Default)]
struct Anywhere {
    /// Those with a glob that may match at any place.
    globs: Vec<Affects>,
    /// Those with suffixes and stems, but no such glob.
    named: Vec<Affects>,
    /// The last segments of their entries: a file that a suffix claims has that name, one that a
    /// stem claims has it before its extension.
    names: HashSet<String>,
}

impl Anywhere {
    /// A plain entry is among the prefixes too, cleaned of what it may be written with.
    fn add_named(&mut self, affects: &Affects, prefixes: &[String]) {
        self.named.push(affects.clone());
        let names = prefixes
            .iter()
            .filter_map(|prefix| prefix.rsplit('/').next());
        self.names.extend(names.map(str::to_owned));
    }

    /// Rules out most paths with one or two look-ups, before any entry is tried.
    fn may_be_named(&self, path: &str) -> bool {
        let file = path.rsplit('/').next().unwrap_or(path);
        let stems = file.match_indices('.').map(|(dot, _)| &file[..dot]);
        !self.names.is_empty()
            && std::iter::once(file)
                .chain(stems)
                .any(|name| self.names.contains(name))
    }
}

/// The path in NFC.
fn composed(path: &str) -> String {
    path::text(BStr::new(path)).into_owned()
}

/// Orders paths so that a directory comes right before everything under it: as plain text `a-b`
/// would stand between `a` and `a/b`.
fn by_segment(one: &str, other: &str) -> Ordering {
    one.split('/').cmp(other.split('/'))
}

/// The prefixes in order, without those that lie in another one.
fn outermost(mut prefixes: Vec<String>) -> Vec<String> {
    prefixes.sort_unstable_by(|a, b| by_segment(a, b));
    prefixes.dedup_by(|inner, outer| path::is_at_or_under(inner.as_bytes(), outer.as_bytes()));
    prefixes
}
