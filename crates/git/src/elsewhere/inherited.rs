//! What a branch has from the history that it shares with `HEAD`.

use std::collections::HashSet;

use gix::ObjectId;
use gix::bstr::BStr;

use crate::trees::Trees;

/// The state in which a branch left what `HEAD` has.
pub(super) struct Inherited {
    /// Everything that the branch has is in `HEAD`'s history.
    everything: bool,
    /// The trees of the commits at which the branch left.
    trees: Vec<ObjectId>,
}

impl Inherited {
    pub(super) fn of(
        repo: &gix::Repository,
        tip: ObjectId,
        head: Option<ObjectId>,
    ) -> gix::Result<Inherited> {
        let mut own = HashSet::new();
        let mut parents = HashSet::new();
        for commit in repo.rev_walk([tip]).with_hidden(head).all()? {
            let commit = commit?;
            own.insert(commit.id);
            parents.extend(commit.parent_ids);
        }
        let trees = parents
            .difference(&own)
            // Beyond the end of a shallow history there is nothing to read.
            .filter_map(|parent| Some(repo.find_commit(*parent).ok()?.tree_id().ok()?.detach()))
            .collect();
        Ok(Inherited {
            everything: own.is_empty(),
            trees,
        })
    }

    pub(super) fn has(&self, trees: &mut Trees<'_>, path: &BStr) -> gix::Result<bool> {
        if self.everything {
            return Ok(true);
        }
        for tree in &self.trees {
            if trees.file(*tree, path)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
