//! Commits that are named, and what differs between their trees.

use gix::ObjectId;
use gix::bstr::BStr;

use super::compare::CompareError;
use crate::command::{self, GitFailed};
use crate::difference::Difference;
use crate::repository::Git;

/// What differs between two trees.
pub(super) fn between(
    repo: &gix::Repository,
    before: Option<ObjectId>,
    after: Option<ObjectId>,
) -> gix::Result<Vec<Difference>> {
    use gix::object::tree::diff::ChangeDetached as Change;

    let tree = |id: Option<ObjectId>| id.map(|id| repo.find_tree(id)).transpose();
    let (before, after) = (tree(before)?, tree(after)?);
    let options = gix::diff::Options::default();
    let changes = repo.diff_tree_to_tree(before.as_ref(), after.as_ref(), Some(options))?;
    let mut differences = Vec::new();
    for change in changes {
        let (path, before, after) = match change {
            Change::Addition {
                location,
                entry_mode,
                id,
                ..
            } => (location, None, Some((entry_mode, id))),
            Change::Deletion {
                location,
                entry_mode,
                id,
                ..
            } => (location, Some((entry_mode, id)), None),
            Change::Modification {
                location,
                previous_entry_mode,
                previous_id,
                entry_mode,
                id,
            } => (
                location,
                Some((previous_entry_mode, previous_id)),
                Some((entry_mode, id)),
            ),
            // Renames are not asked for here.
            Change::Rewrite { .. } => continue,
        };
        let file = |entry: Option<(gix::objs::tree::EntryMode, ObjectId)>| {
            entry
                .filter(|(mode, _)| !mode.is_tree())
                .map(|(mode, id)| (mode.into(), id))
        };
        let (before, after) = (file(before), file(after));
        if before.is_some() || after.is_some() {
            differences.push(Difference {
                path,
                before,
                after,
            });
        }
    }
    Ok(differences)
}

/// The commit from which `HEAD` and a revision went apart.
pub(super) fn merge_base(
    git: &Git,
    repo: &gix::Repository,
    revision: &str,
) -> Result<ObjectId, CompareError> {
    let commit = resolve(git, revision)?;
    let head = resolve(git, "HEAD")?;
    let base = match command::line(git, &["merge-base", &head, &commit]) {
        // It says nothing where there is none.
        Err(GitFailed::Refused { .. }) => None,
        answer => ObjectId::from_hex(BStr::new(&answer?)).ok(),
    };
    base.ok_or_else(|| CompareError::NoMergeBase {
        revision: revision.to_owned(),
        shallow: repo.is_shallow().unwrap_or(false),
    })
}

/// The whole id of the commit that a revision stands for.
pub(crate) fn resolve(git: &Git, revision: &str) -> Result<String, CompareError> {
    let peeled = format!("{revision}^{{commit}}");
    let arguments = ["rev-parse", "--verify", "--end-of-options", &peeled];
    match command::line(git, &arguments) {
        Err(GitFailed::Refused { reason, .. }) => Err(CompareError::NoSuchRevision {
            revision: revision.to_owned(),
            reason,
        }),
        answer => Ok(answer?),
    }
}
