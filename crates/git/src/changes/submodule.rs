//! Whether a submodule differs from what its superproject has of it.
//!
//! `gix` can tell too, but opens the submodule with the filter programs of its configuration.

use std::sync::mpsc;

use gix::bstr::BStr;
use gix::index::Entry;
use gix::submodule::config::Ignore;

use super::collect::{self, Report};
use super::scope::Scope;
use super::{ChangeKind, Known};
use crate::drivers::Drivers;
use crate::repository::Git;
use crate::stop::Stop;

/// What can be said of a submodule.
pub(super) enum Submodule {
    Same,
    Changed,
    /// It cannot be told, for this reason.
    NotKnown(String),
}

/// Compares a submodule's `HEAD` with the entry and, unless its configuration (`ignore`) says that it
/// does not count, its work tree with its `HEAD`. One that is not checked out is as it should be.
pub(super) fn compare(
    repo: &gix::Repository,
    entry: &Entry,
    path: &BStr,
    stop: &Stop,
) -> gix::Result<Submodule> {
    let submodule = repo
        .submodules()?
        .into_iter()
        .flatten()
        .find(|submodule| submodule.path().is_ok_and(|own| own == path));
    let Some(submodule) = submodule else {
        return Ok(Submodule::Same);
    };
    let ignore = submodule.ignore()?.unwrap_or_default();
    if ignore == Ignore::All || !submodule.state()?.worktree_checkout {
        return Ok(Submodule::Same);
    }
    let Some(mut inner) = submodule.open()? else {
        return Ok(Submodule::Same);
    };
    let drivers = Drivers::take_from(&mut inner)?;
    if inner.head_id().ok().map(gix::Id::detach) != Some(entry.id) {
        return Ok(Submodule::Changed);
    }
    let Some(work_tree) = inner.workdir().map(std::borrow::ToOwned::to_owned) else {
        return Ok(Submodule::Same);
    };
    if ignore == Ignore::Dirty {
        return Ok(Submodule::Same);
    }
    let git = Git {
        repo: inner.into_sync(),
        work_tree,
        prefix: String::new(),
        drivers,
    };
    let (sender, reports) = mpsc::channel();
    let known = collect::steps(&git, &Scope::everything(), stop, &sender);
    drop(sender);
    let counts = |kind| kind != ChangeKind::Untracked || ignore != Ignore::Untracked;
    let changed = reports.into_iter().any(|report| match report {
        Report::Found(found) => found.iter().any(|change| counts(change.kind)),
        Report::Done(_) | Report::AskGit(_) => false,
    });
    Ok(match known {
        _ if changed => Submodule::Changed,
        Ok(Known::Complete) => Submodule::Same,
        Ok(Known::Partial(reason) | Known::Unknown(reason)) => Submodule::NotKnown(reason),
        Err(error) => Submodule::NotKnown(collect::first_line(&format!("{error:#}")).to_owned()),
    })
}
