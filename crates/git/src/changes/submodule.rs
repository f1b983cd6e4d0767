//! What is changed in a submodule, seen from its superproject.
//!
//! `gix` can tell too, but opens the submodule with the filter programs of its configuration.

use std::path::Path;
use std::sync::{OnceLock, mpsc};

use gix::ObjectId;
use gix::bstr::BStr;
use gix::index::Entry;
use gix::index::State;
use gix::index::entry::Mode;
use gix::submodule::config::Ignore;

use super::collect::Report;
use super::scope::Scope;
use super::steps::steps;
use super::{Change, ChangeKind, Known};
use crate::drivers::Drivers;
use crate::repository::Git;
use crate::stop::Stop;
use crate::trees::Trees;
use crate::{error, path};

/// What can be said of a submodule.
pub(super) enum Submodule {
    Same,
    Changed,
    /// It cannot be told, for this reason.
    NotKnown(String),
}

/// A submodule that is checked out and whose changes count.
struct CheckedOut {
    git: Git,
    head: Option<ObjectId>,
    /// What of it does not count, as its configuration says (`ignore`).
    ignore: Ignore,
}

impl CheckedOut {
    fn open(repo: &gix::Repository, path: &BStr) -> gix::Result<Option<CheckedOut>> {
        let submodule = repo
            .submodules()?
            .into_iter()
            .flatten()
            .find(|submodule| submodule.path().is_ok_and(|own| own == path));
        let Some(submodule) = submodule else {
            return Ok(None);
        };
        let ignore = submodule.ignore()?.unwrap_or_default();
        if ignore == Ignore::All || !submodule.state()?.worktree_checkout {
            return Ok(None);
        }
        let Some(mut inner) = submodule.open()? else {
            return Ok(None);
        };
        let drivers = Drivers::take_from(&mut inner)?;
        let Some(work_tree) = inner.workdir().map(Path::to_owned) else {
            return Ok(None);
        };
        let head = inner.head_id().ok().map(gix::Id::detach);
        let git = Git {
            repo: inner.into_sync(),
            work_tree,
            prefix: String::new(),
            drivers,
            merging: Vec::new(),
            default_tree: OnceLock::new(),
        };
        Ok(Some(CheckedOut { git, head, ignore }))
    }

    /// What is not committed in it, with its own paths, and why more may be changed.
    fn not_committed(&self, scope: &Scope, stop: &Stop) -> (Vec<Change>, Option<String>) {
        if self.ignore == Ignore::Dirty {
            return (Vec::new(), None);
        }
        let (sender, reports) = mpsc::channel();
        let known = steps(&self.git, scope, stop, &sender);
        drop(sender);
        let mut changes = Vec::new();
        for report in reports {
            if let Report::Found(found) = report {
                changes.extend(found);
            }
        }
        if self.ignore == Ignore::Untracked {
            changes.retain(|change| change.kind != ChangeKind::Untracked);
        }
        let reason = match known {
            Ok(Known::Complete) => None,
            Ok(Known::Partial(reason) | Known::Unknown(reason)) => Some(reason),
            Err(error) => Some(error::reason(&error)),
        };
        (changes, reason)
    }

    /// The files in the scope that differ between a commit and the one that is checked out.
    fn committed_since(&self, base: ObjectId, scope: &Scope) -> gix::Result<Vec<String>> {
        let Some(head) = self.head.filter(|head| *head != base) else {
            return Ok(Vec::new());
        };
        let repo = self.git.repo.to_thread_local();
        let (old, new) = (
            repo.find_commit(base)?.tree()?,
            repo.find_commit(head)?.tree()?,
        );
        let changes = repo.diff_tree_to_tree(&old, &new, gix::diff::Options::default())?;
        Ok(changes
            .iter()
            .filter(|change| !change.entry_mode().is_tree() && scope.contains(change.location()))
            .map(|change| path::text(change.location()).into_owned())
            .collect())
    }
}

/// Compares a submodule's `HEAD` with the entry and, unless its configuration says that it does not
/// count, its work tree with its `HEAD`. One that is not checked out is as it should be.
pub(super) fn compare(
    repo: &gix::Repository,
    entry: &Entry,
    path: &BStr,
    stop: &Stop,
) -> gix::Result<Submodule> {
    let Some(inner) = CheckedOut::open(repo, path)? else {
        return Ok(Submodule::Same);
    };
    if inner.head != Some(entry.id) {
        return Ok(Submodule::Changed);
    }
    let (changes, reason) = inner.not_committed(&Scope::everything(), stop);
    Ok(match reason {
        _ if !changes.is_empty() => Submodule::Changed,
        None => Submodule::Same,
        Some(reason) => Submodule::NotKnown(reason),
    })
}

/// The changed files in the submodules that prefixes of the scope lead into, by their paths from the
/// superproject: what is not committed there, and what differs from the commit that the superproject's
/// `HEAD` names. Beside them, why more may be changed.
pub(super) fn below(
    repo: &gix::Repository,
    index: &State,
    scope: &Scope,
    stop: &Stop,
) -> gix::Result<(Vec<Change>, Option<String>)> {
    let mut changes = Vec::new();
    let mut not_known = None;
    if index.entry_by_path(BStr::new(".gitmodules")).is_none() {
        return Ok((changes, not_known));
    }
    for entry in entered(index, scope) {
        let entry_path = entry.path(index);
        let Some(inner) = CheckedOut::open(repo, entry_path)? else {
            continue;
        };
        let in_front = format!("{}/", path::text(entry_path));
        let scope = scope.below(&in_front);
        let (mut found, mut reason) = inner.not_committed(&scope, stop);
        let head = repo.head_tree_id_or_empty()?.detach();
        let recorded = Trees::new(repo).look_up(head, entry_path)?;
        let recorded = recorded.map_or(entry.id, |(_, id)| id);
        match inner.committed_since(recorded, &scope) {
            Ok(paths) => {
                let kind = if inner.head == Some(entry.id) {
                    ChangeKind::Staged
                } else {
                    ChangeKind::Unstaged
                };
                found.extend(paths.into_iter().map(|path| Change::new(path, kind)));
            }
            Err(error) => {
                reason.get_or_insert_with(|| error::reason(&error));
            }
        }
        for change in &mut found {
            change.put_in_front(&in_front);
        }
        changes.append(&mut found);
        not_known =
            not_known.or(reason.map(|reason| format!("{}: {reason}", path::text(entry_path))));
    }
    Ok((changes, not_known))
}

/// The submodules that a prefix names or leads into.
fn entered<'a>(index: &'a State, scope: &Scope) -> Vec<&'a Entry> {
    let mut entered: Vec<&Entry> = Vec::new();
    for prefix in scope.prefixes() {
        let ends = prefix.match_indices('/').map(|(end, _)| end);
        let submodule = ends
            .chain([prefix.len()])
            .filter_map(|end| index.entry_by_path(BStr::new(&prefix[..end])))
            .find(|entry| entry.mode == Mode::COMMIT);
        if let Some(entry) = submodule
            && !entered.iter().any(|other| std::ptr::eq(*other, entry))
        {
            entered.push(entry);
        }
    }
    entered
}
