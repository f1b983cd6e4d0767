//! The commits that other branches and work trees stand at.

use std::collections::HashSet;
use std::path::Path;

use gix::ObjectId;
use gix::bstr::ByteSlice;

use super::Place;

/// So many commits are looked at.
const MAX_TIPS: usize = 200;

/// A commit that somebody works on.
pub(super) struct Tip {
    pub(super) place: Place,
    pub(super) commit: ObjectId,
    seconds: i64,
}

/// What there is besides this work tree.
pub(super) struct Tips {
    /// The newest first.
    pub(super) tips: Vec<Tip>,
    /// The other work trees.
    pub(super) work_trees: Vec<gix::Repository>,
    /// How many tips were left out.
    pub(super) left_out: usize,
}

/// Everything but the commit of this work tree.
pub(super) fn tips(repo: &gix::Repository, work_tree: &Path) -> gix::Result<Tips> {
    let mut tips = Vec::new();
    let mut add = |place: Place, commit: ObjectId| {
        // A branch may lead to a commit that is not here, as after a partial fetch.
        if let Ok(seconds) = repo.find_commit(commit).and_then(|commit| commit.time()) {
            let seconds = seconds.seconds;
            tips.push(Tip {
                place,
                commit,
                seconds,
            });
        }
    };
    for branch in repo.references()?.local_branches()? {
        let mut branch = branch?;
        let name = branch.name().shorten().to_str_lossy().into_owned();
        if let Ok(commit) = branch.peel_to_id() {
            add(Place::Branch(name), commit.detach());
        }
    }
    let own = work_tree.canonicalize().ok();
    let mut work_trees = Vec::new();
    // One that was deleted or cannot be opened has nothing to tell.
    for other in repo.worktrees_including_main()?.flatten() {
        let Some(dir) = other.workdir().and_then(|dir| dir.canonicalize().ok()) else {
            continue;
        };
        if own.as_ref() == Some(&dir) {
            continue;
        }
        if let Ok(head) = other.head()
            && head.is_detached()
            && let Some(commit) = head.id()
        {
            add(Place::WorkTree(dir), commit.detach());
        }
        work_trees.push(other);
    }
    tips.sort_by(|a, b| {
        let newest_first = b.seconds.cmp(&a.seconds);
        newest_first.then_with(|| a.place.cmp(&b.place))
    });
    let mut seen = HashSet::new();
    if let Some(head) = repo.head()?.id() {
        seen.insert(head.detach());
    }
    tips.retain(|tip| seen.insert(tip.commit));
    let left_out = tips.len().saturating_sub(MAX_TIPS);
    tips.truncate(MAX_TIPS);
    Ok(Tips {
        tips,
        work_trees,
        left_out,
    })
}
