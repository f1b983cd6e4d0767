//! The commits of a branch.

use gix::ObjectId;
use gix::bstr::{BStr, ByteSlice};
use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;

use crate::repository::Git;
use crate::snapshot;
use crate::{CompareError, Repository, path};

/// A commit that a branch has and its base has not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// The whole id.
    pub id: String,
    /// The first line of the message.
    pub subject: String,
    /// The whole message.
    pub message: String,
    /// The files that it added, changed or removed against its parent, of a renamed file both names; from
    /// the root with `/`, in NFC, in order. Empty for a merge: what it brings was committed elsewhere.
    pub paths: Vec<String>,
}

impl Repository {
    /// The commits that `HEAD` has and `base` (a revision) has not, newest first.
    ///
    /// # Errors
    ///
    /// Where there is no repository, `base` stands for no commit, or an object cannot be read.
    pub fn commits_since(&self, base: &str) -> Result<Vec<Commit>, CompareError> {
        let git = self.git().map_err(Clone::clone)?;
        let base = snapshot::resolve(git, base)?;
        let head = snapshot::resolve(git, "HEAD")?;
        walk(git, &base, &head).map_err(|error| CompareError::unreadable(&error))
    }
}

fn walk(git: &Git, base: &str, head: &str) -> gix::Result<Vec<Commit>> {
    let repo = git.repo.to_thread_local();
    let id = |hex: &str| ObjectId::from_hex(BStr::new(hex));
    let history = repo
        .rev_walk([id(head)?])
        .with_hidden([id(base)?])
        .sorting(Sorting::ByCommitTime(CommitTimeOrder::NewestFirst))
        .all()?;
    let mut commits = Vec::new();
    for info in history {
        let info = info?;
        let commit = info.object()?;
        let message = commit.message_raw_sloppy().to_str_lossy().into_owned();
        commits.push(Commit {
            id: info.id.to_string(),
            subject: message.lines().next().unwrap_or_default().trim().to_owned(),
            message,
            paths: changed(git, &repo, &commit)?,
        });
    }
    Ok(commits)
}

fn changed(
    git: &Git,
    repo: &gix::Repository,
    commit: &gix::Commit<'_>,
) -> gix::Result<Vec<String>> {
    let mut parents = commit.parent_ids();
    let parent = match (parents.next(), parents.next()) {
        (_, Some(_)) => return Ok(Vec::new()),
        // Where history was cut off (a shallow clone) there is no telling.
        (Some(parent), None) => match parent.try_object()? {
            Some(parent) => Some(parent.try_into_commit()?.tree()?),
            None => return Ok(Vec::new()),
        },
        (None, None) => None,
    };
    let options = gix::diff::Options::default();
    let changes = repo.diff_tree_to_tree(parent.as_ref(), Some(&commit.tree()?), Some(options))?;
    let mut paths: Vec<String> = changes
        .iter()
        .filter(|change| !change.entry_mode().is_tree())
        .map(|change| format!("{}{}", git.prefix, path::text(change.location())))
        .collect();
    paths.sort_unstable();
    paths.dedup();
    Ok(paths)
}
