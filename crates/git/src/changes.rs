//! Which files are being changed, as far as a decision record's `affects` can tell one of them.
//!
//! `git status` looks at every file. Here only the index entries under the literal prefixes of the
//! `affects` patterns are compared with the disk, untracked files are looked for only below those
//! prefixes, and the staged side descends only where the index's cached trees differ from `HEAD`.
//! What cannot be answered that way (a sparse index, the reftable format) goes to git itself.
//!
//! Nothing is ever written, and nothing outlasts the time budget: the work is done on a thread of
//! its own, so that a hanging network file system cannot hold the caller. No program that a repository
//! may name is run: where a content filter would decide it is not known.

mod collect;
mod content;
mod fallback;
mod leading;
mod porcelain;
mod scope;
mod staged;
mod steps;
mod submodule;
mod untracked;
mod worktree;

use std::time::Duration;

use decision_core::Affects;

use crate::Repository;
use crate::stop::Stop;
pub(crate) use collect::changes as in_repository;
pub use scope::Scope;

/// A file that is being changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// The file from the root with `/`, in NFC. A repository nested in an untracked directory, and a
    /// submodule, is named by its directory; the files in a submodule are named too where a prefix of
    /// the scope is the submodule or lies in it.
    pub path: String,
    /// In what way; of several ways the first one in the order of [`ChangeKind`].
    pub kind: ChangeKind,
    /// The former path of a renamed file.
    pub renamed_from: Option<String>,
}

impl Change {
    pub(crate) fn new(path: impl Into<String>, kind: ChangeKind) -> Change {
        Change {
            path: path.into(),
            kind,
            renamed_from: None,
        }
    }

    /// Names the file from a directory further up. `in_front` ends in `/`.
    fn put_in_front(&mut self, in_front: &str) {
        self.path.insert_str(0, in_front);
        if let Some(former) = &mut self.renamed_from {
            former.insert_str(0, in_front);
        }
    }
}

/// In what way a file is being changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// A merge left it in conflict.
    Conflicted,
    /// Staged under a new name.
    Renamed,
    /// Staged: added, modified or removed in the index.
    Staged,
    /// Modified or removed on disk, not staged.
    Unstaged,
    /// Not known to git, and not ignored.
    Untracked,
}

impl std::fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ChangeKind::Conflicted => "conflicted",
            ChangeKind::Renamed => "renamed",
            ChangeKind::Staged => "staged",
            ChangeKind::Unstaged => "unstaged",
            ChangeKind::Untracked => "untracked",
        })
    }
}

/// How much of the truth a set of changes is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// Every change in the scope is there.
    Complete,
    /// What is there is right, but more may be changed; the reason says why.
    Partial(String),
    /// Nothing can be said; the reason says why.
    Unknown(String),
}

/// The changed files in a scope, ordered by path, each path once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The changed files.
    pub changes: Vec<Change>,
    /// Whether that is all of them.
    pub known: Known,
}

impl Changes {
    /// Every path that counts as changed: of a renamed file both names.
    pub fn paths(&self) -> impl Iterator<Item = (&str, ChangeKind)> {
        self.changes.iter().flat_map(|change| {
            let former = change.renamed_from.as_deref();
            std::iter::once(change.path.as_str())
                .chain(former)
                .map(|path| (path, change.kind))
        })
    }

    fn unknown(reason: impl Into<String>) -> Changes {
        Changes {
            changes: Vec::new(),
            known: Known::Unknown(reason.into()),
        }
    }

    /// Puts what is known of another repository (a superproject) beside this.
    fn and(mut self, other: Changes) -> Changes {
        self.changes.extend(other.changes);
        self.known = match (self.known, other.known) {
            (Known::Complete, Known::Complete) => Known::Complete,
            (Known::Unknown(reason), Known::Unknown(_)) => Known::Unknown(reason),
            (Known::Complete, Known::Partial(reason) | Known::Unknown(reason))
            | (Known::Partial(reason) | Known::Unknown(reason), _) => Known::Partial(reason),
        };
        self.in_order()
    }

    fn in_order(mut self) -> Changes {
        self.changes.sort_unstable();
        self.changes
            .dedup_by(|later, earlier| later.path == earlier.path);
        self
    }
}

impl Repository {
    /// The changed files that the given scopes can claim, within a time budget.
    ///
    /// Under a literal prefix every change is reported, whatever its name; [`Affects::matches`] has
    /// the last word. Patterns without a prefix (a suffix, a stem, `**/*.rs`) come last: they are
    /// matched against the index, and against untracked files, in the time that is left.
    pub fn changes_under<'a>(
        &self,
        scopes: impl IntoIterator<Item = &'a Affects>,
        budget: Duration,
    ) -> Changes {
        self.changes_in(&Scope::of(scopes), budget)
    }

    /// The changed files in a scope, within a time budget ([`Duration::MAX`] for no limit).
    pub fn changes_in(&self, scope: &Scope, budget: Duration) -> Changes {
        let git = match self.git() {
            Ok(git) => git,
            Err(reason) => return Changes::unknown(reason.to_string()),
        };
        if scope.is_empty() {
            return Changes {
                changes: Vec::new(),
                known: Known::Complete,
            };
        }
        let stop = Stop::after(budget);
        let own = collect::changes(git, scope, &stop);
        match self.superproject() {
            Some(outer) => {
                let rest = scope.not_below(&git.prefix);
                own.and(collect::changes(outer, &rest, &stop))
            }
            None => own,
        }
    }
}
