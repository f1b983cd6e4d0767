//! The branch that everybody shares.

use gix::ObjectId;
use gix::bstr::ByteSlice;

use crate::repository::Git;

/// Names that a default branch has where nothing says otherwise.
const USUAL: [&str; 2] = ["main", "master"];

/// The tree of the default branch; none where there is none.
pub(super) fn tree(git: &Git, repo: &gix::Repository) -> gix::Result<Option<ObjectId>> {
    if let Some(known) = git.default_tree.get() {
        return Ok(*known);
    }
    let tree = match commit(repo)? {
        Some(commit) => Some(repo.find_commit(commit)?.tree_id()?.detach()),
        None => None,
    };
    Ok(*git.default_tree.get_or_init(|| tree))
}

/// The newest commit of the default branch; none where there is none.
pub(crate) fn commit(repo: &gix::Repository) -> gix::Result<Option<ObjectId>> {
    let remote = remote(repo);
    let mut names = Vec::new();
    if let Some(head) = repo.try_find_reference(&format!("refs/remotes/{remote}/HEAD"))?
        && let Some(target) = head.target().try_name()
        && let Some(name) = target
            .as_bstr()
            .strip_prefix(format!("refs/remotes/{remote}/").as_bytes())
    {
        names.push(name.to_str_lossy().into_owned());
    }
    if let Some(name) = repo.config_snapshot().string("init.defaultBranch") {
        names.push(name.to_str_lossy().into_owned());
    }
    names.extend(USUAL.map(str::to_owned));
    // Every name is tried at the remote first: a `main` that somebody made here says nothing where
    // everybody shares `master`.
    for place in [format!("refs/remotes/{remote}"), "refs/heads".to_owned()] {
        for name in &names {
            // A configured name may be none that a reference can have.
            let Ok(found) = repo.try_find_reference(&format!("{place}/{name}")) else {
                continue;
            };
            if let Some(mut found) = found {
                return Ok(Some(found.peel_to_commit()?.id().detach()));
            }
        }
    }
    Ok(None)
}

/// The remote whose branches count: `origin`, or the only one where that has another name.
fn remote(repo: &gix::Repository) -> String {
    let names = repo.remote_names();
    let mut others = names.iter();
    match (others.next(), others.next()) {
        (Some(only), None) => only.to_str_lossy().into_owned(),
        _ => "origin".to_owned(),
    }
}
