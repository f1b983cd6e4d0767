//! Two states of a repository, and what differs between them.

use gix::ObjectId;
use gix::bstr::{BString, ByteSlice};

use super::base::{between, merge_base, resolve};
use super::listing::{self, Index, Listing};
use super::{EntryKind, Files, Layer, Snapshot, worktree};
use crate::command::GitFailed;
use crate::difference::{self, Difference, Followed, Recorded};
use crate::repository::Git;
use crate::{NoChanges, Repository, error, path};

/// What is compared with what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compare {
    /// `HEAD` with the index that git names, as a commit would take it: staged contents, whatever is on
    /// disk. Of a merge `HEAD` is the first parent. `git commit --amend` cannot be told from a plain
    /// commit: what the amended commit brought is in `HEAD` and so not new.
    Staged,
    /// `HEAD` with the files on disk, those that git does not know and does not ignore included.
    Worktree,
    /// The merge base of `HEAD` and a revision with `HEAD`, as one who merges would see it.
    Base(String),
    /// Nothing with the files on disk: `before` is empty, and so are the changes.
    All,
}

/// Two states of a repository, and what differs between them.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The state that is compared with.
    pub before: Snapshot,
    /// The state that is asked about.
    pub after: Snapshot,
    /// What differs, in the order of the paths.
    pub changes: Vec<FileChange>,
    /// The files in conflict, which are not among the changes.
    pub unmerged: Vec<String>,
    /// Of [`Compare::Base`] the merge base: the whole id of the commit.
    pub base: Option<String>,
    /// Why there may be more changes, where that is so.
    pub incomplete: Option<String>,
}

/// A path that is not the same before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// The path after the change, of a removed file before; from the root with `/`, in NFC.
    pub path: String,
    /// The former path of a renamed file.
    pub from: Option<String>,
    /// What happened.
    pub kind: FileChangeKind,
    /// What was there before, of a renamed file under its former path.
    pub before: Option<EntryKind>,
    /// What is there after.
    pub after: Option<EntryKind>,
    /// Whether the other side of a merge in progress has exactly this: the commit brings it here, but it
    /// is not new.
    pub is_merged: bool,
}

/// What happened to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileChangeKind {
    /// It is new.
    Added,
    /// Its content changed, or whether it can be executed; of a submodule its commit.
    Modified,
    /// It is gone.
    Removed,
    /// It is what was removed under another path, at least half of it.
    Renamed,
    /// It was a file, a link or a submodule, and is another of these.
    TypeChanged,
}

impl std::fmt::Display for FileChangeKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            FileChangeKind::Added => "added",
            FileChangeKind::Modified => "modified",
            FileChangeKind::Removed => "removed",
            FileChangeKind::Renamed => "renamed",
            FileChangeKind::TypeChanged => "type changed",
        })
    }
}

/// Why two states cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// There is no repository, or it must not be used.
    #[error(transparent)]
    NoRepository(#[from] NoChanges),
    /// A name that stands for no commit.
    #[error(
        "{revision}: no such revision here ({reason}); fetch it, or name one that `git log` knows"
    )]
    NoSuchRevision {
        /// The revision as given.
        revision: String,
        /// What git says.
        reason: String,
    },
    /// Two histories without a common commit, or one that was cut off before it.
    #[error("{revision}: has no commit in common with HEAD{}", if *.shallow {
        "; the history here is cut off (a shallow clone): fetch more of it with `git fetch --unshallow`"
    } else { "" })]
    NoMergeBase {
        /// The revision as given.
        revision: String,
        /// Whether the clone is shallow.
        shallow: bool,
    },
    /// Git was asked and did not answer.
    #[error(transparent)]
    Git(#[from] GitFailed),
    /// Something in the repository cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

impl CompareError {
    pub(crate) fn unreadable(error: &gix::Error) -> CompareError {
        CompareError::Unreadable(error::reason(error))
    }
}

impl Repository {
    /// Compares two states of the repository.
    ///
    /// In a submodule that stands for its superproject's records the submodule is compared, and its paths
    /// have its own in front; the superproject's files are in both snapshots as its index has them (with
    /// [`Compare::Worktree`] and [`Compare::All`] as they are on disk, and compared too).
    ///
    /// The time depends on what changed, not on how much there is: of trees only what differs is read.
    /// Git is asked only for [`Compare::Base`] and where its files are in a form that cannot be read here
    /// (a sparse index, the reftable format).
    ///
    /// # Errors
    ///
    /// Where there is no repository, a revision stands for nothing, or an object or the index cannot be
    /// read.
    pub fn compare(&self, what: &Compare) -> Result<Comparison, CompareError> {
        let own = self.git().map_err(Clone::clone)?;
        let mut comparison = Comparison::default();
        side(&mut comparison, own, what)?;
        if let Some(outer) = self.superproject() {
            match what {
                Compare::Staged | Compare::Base(_) => standing_by(&mut comparison, outer)?,
                Compare::Worktree | Compare::All => side(&mut comparison, outer, what)?,
            }
        }
        comparison
            .changes
            .sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(comparison)
    }

    /// The files of the commit that a revision stands for. In a submodule that stands for its superproject's
    /// records they are those of the submodule alone.
    ///
    /// # Errors
    ///
    /// Where there is no repository, the revision is unknown, or its commit is damaged.
    pub fn snapshot_at(&self, revision: &str) -> Result<Snapshot, CompareError> {
        let git = self.git().map_err(Clone::clone)?;
        let failed = |error: gix::Error| CompareError::unreadable(&error);
        let id = resolve(git, revision)?;
        let repo = git.repo.to_thread_local();
        let tree = gix::ObjectId::from_hex(id.as_bytes())
            .map_err(gix::Error::from_error)
            .and_then(|id| Ok(repo.find_commit(id)?.tree_id()?.detach()))
            .map_err(failed)?;
        let files = Files::Recorded(Listing::tree(Some(tree)));
        let prefix = git.prefix.clone();
        Ok(Snapshot {
            layers: vec![Layer {
                repo,
                prefix,
                files,
            }],
        })
    }
}

/// Compares one repository.
fn side(comparison: &mut Comparison, git: &Git, what: &Compare) -> Result<(), CompareError> {
    let repo = git.repo.to_thread_local();
    let failed = |error: gix::Error| CompareError::unreadable(&error);
    let (before, after, differences) = match what {
        Compare::Staged => {
            let head = super::staged::head_tree(git, &repo)?;
            let index = super::staged::index(git, &repo)?;
            let differences = super::staged::differences(&repo, &index, head).map_err(failed)?;
            comparison.note_unmerged(git, &index);
            (
                Listing::tree(head),
                Files::Recorded(Listing::Index(index)),
                differences,
            )
        }
        Compare::Worktree | Compare::All => {
            let head = super::staged::head_tree(git, &repo)?;
            let index = super::staged::index(git, &repo)?;
            comparison.note_unmerged(git, &index);
            let found = worktree::compare(git, &repo, index, head)?;
            comparison.incomplete = comparison.incomplete.take().or(found.incomplete);
            if *what == Compare::All {
                (Listing::Nothing, Files::OnDisk(found.disk), Vec::new())
            } else {
                comparison.follow(git, &found.with_contents, found.differences, &[])?;
                (Listing::tree(head), Files::OnDisk(found.disk), Vec::new())
            }
        }
        Compare::Base(revision) => {
            let base = merge_base(git, &repo, revision)?;
            let head = super::staged::head_tree(git, &repo)?;
            let tree = repo.find_commit(base).and_then(|commit| commit.tree_id());
            let tree = Some(tree.map_err(failed)?.detach());
            comparison.base = Some(base.to_string());
            let differences = between(&repo, tree, head).map_err(failed)?;
            (
                Listing::tree(tree),
                Files::Recorded(Listing::tree(head)),
                differences,
            )
        }
    };
    let others = match what {
        Compare::Staged => super::staged::merged_trees(git, &repo).map_err(failed)?,
        _ => Vec::new(),
    };
    comparison.follow(git, &repo, differences, &others)?;
    let layer = |files| Layer {
        repo: repo.clone(),
        prefix: git.prefix.clone(),
        files,
    };
    comparison
        .before
        .layers
        .push(layer(Files::Recorded(before)));
    comparison.after.layers.push(layer(after));
    Ok(())
}

/// Puts a superproject's files into both states, without comparing them.
fn standing_by(comparison: &mut Comparison, outer: &Git) -> Result<(), CompareError> {
    for snapshot in [&mut comparison.before, &mut comparison.after] {
        let repo = outer.repo.to_thread_local();
        let index = super::staged::index(outer, &repo)?;
        snapshot.layers.push(Layer {
            repo,
            prefix: outer.prefix.clone(),
            files: Files::Recorded(Listing::Index(index)),
        });
    }
    Ok(())
}

impl Comparison {
    fn note_unmerged(&mut self, git: &Git, index: &Index) {
        let mut unmerged: Vec<String> = index
            .entries()
            .iter()
            .filter(|entry| entry.stage_raw() != 0)
            .map(|entry| format!("{}{}", git.prefix, path::text(entry.path(index))))
            .collect();
        unmerged.dedup();
        self.unmerged.append(&mut unmerged);
    }

    /// Adds the differences as changes, renames told apart. `others` are the trees of the other sides of a
    /// merge.
    fn follow(
        &mut self,
        git: &Git,
        repo: &gix::Repository,
        differences: Vec<Difference>,
        others: &[ObjectId],
    ) -> Result<(), CompareError> {
        let failed = |error: gix::Error| CompareError::unreadable(&error);
        for followed in difference::with_renames(repo, differences).map_err(failed)? {
            let mut is_merged = false;
            for tree in others {
                let path = path::text(followed.difference.path.as_bstr());
                let there = listing::look_up(repo, *tree, &path).map_err(failed)?;
                let there = there
                    .filter(|(_, mode, _)| !mode.is_tree())
                    .map(|(_, mode, id)| (mode.into(), id));
                is_merged |= there == followed.difference.after;
            }
            self.changes.push(change(git, &followed, is_merged));
        }
        Ok(())
    }
}

fn change(git: &Git, followed: &Followed, is_merged: bool) -> FileChange {
    let Followed { difference, from } = followed;
    let named = |path: &BString| format!("{}{}", git.prefix, path::text(path.as_bstr()));
    let kind_of = |entry: Option<Recorded>| entry.map(|(mode, _)| EntryKind::of(mode));
    let (before, after) = (kind_of(difference.before), kind_of(difference.after));
    FileChange {
        path: named(&difference.path),
        from: from.as_ref().map(named),
        kind: match (before, after) {
            (Some(_), Some(_)) if from.is_some() => FileChangeKind::Renamed,
            (Some(before), Some(after)) if before.is_same_type(after) => FileChangeKind::Modified,
            (Some(_), Some(_)) => FileChangeKind::TypeChanged,
            (None, _) => FileChangeKind::Added,
            (Some(_), None) => FileChangeKind::Removed,
        },
        before,
        after,
        is_merged,
    }
}
