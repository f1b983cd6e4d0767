//! What a branch has from the history that it shares with `HEAD`.

use std::collections::{BinaryHeap, HashSet};

use gix::ObjectId;
use gix::bstr::BStr;

use crate::stop::Stop;
use crate::trees::Trees;

/// So far (in seconds) the clocks of those who commit may be apart.
const SKEW: i64 = 24 * 60 * 60;

/// The history of `HEAD`, read back as far as it was asked for: branches share most of it.
pub(super) struct Shared<'a> {
    repo: &'a gix::Repository,
    stop: &'a Stop,
    commits: HashSet<ObjectId>,
    /// Those of which the parents are not among them yet, by time, with the parents; the newest first.
    queue: BinaryHeap<(i64, Vec<ObjectId>)>,
}

/// Time ran out.
struct Stopped;

impl<'a> Shared<'a> {
    pub(super) fn new(
        repo: &'a gix::Repository,
        head: Option<ObjectId>,
        stop: &'a Stop,
    ) -> Shared<'a> {
        let mut shared = Shared {
            repo,
            stop,
            commits: HashSet::new(),
            queue: BinaryHeap::new(),
        };
        shared.add(head);
        shared
    }

    /// What a branch has from here; none where time ran out.
    pub(super) fn inherited(&mut self, tip: ObjectId) -> Option<Inherited> {
        let mut inherited = Inherited { trees: Vec::new() };
        let mut seen = HashSet::from([tip]);
        let mut left = vec![tip];
        while let Some(id) = left.pop() {
            if self.stop.is_now() {
                return None;
            }
            // Beyond the end of a shallow history there is nothing to read.
            let Some(commit) = Read::new(self.repo, id) else {
                continue;
            };
            match self.has(&commit) {
                Err(Stopped) => return None,
                Ok(true) => inherited.trees.push(commit.tree),
                Ok(false) => left.extend(commit.parents.into_iter().filter(|id| seen.insert(*id))),
            }
        }
        Some(inherited)
    }

    /// Whether a commit belongs to `HEAD`'s history.
    fn has(&mut self, commit: &Read) -> Result<bool, Stopped> {
        while !self.commits.contains(&commit.id)
            && let Some((seconds, _)) = self.queue.peek()
            && *seconds >= commit.seconds.saturating_sub(SKEW)
            && let Some((_, parents)) = self.queue.pop()
        {
            if self.stop.is_now() {
                return Err(Stopped);
            }
            self.add(parents);
        }
        Ok(self.commits.contains(&commit.id))
    }

    fn add(&mut self, commits: impl IntoIterator<Item = ObjectId>) {
        for id in commits {
            if self.commits.insert(id)
                && let Some(commit) = Read::new(self.repo, id)
            {
                self.queue.push((commit.seconds, commit.parents));
            }
        }
    }
}

/// A commit with what is needed of it.
struct Read {
    id: ObjectId,
    tree: ObjectId,
    parents: Vec<ObjectId>,
    seconds: i64,
}

impl Read {
    fn new(repo: &gix::Repository, id: ObjectId) -> Option<Read> {
        let commit = repo.find_commit(id).ok()?;
        Some(Read {
            id,
            tree: commit.tree_id().ok()?.detach(),
            parents: commit.parent_ids().map(gix::Id::detach).collect(),
            seconds: commit.time().ok()?.seconds,
        })
    }
}

/// The state in which a branch left what `HEAD` has.
pub(super) struct Inherited {
    /// The trees of the commits at which the branch left; its own where it never did.
    trees: Vec<ObjectId>,
}

impl Inherited {
    pub(super) fn has(&self, trees: &mut Trees<'_>, path: &BStr) -> gix::Result<bool> {
        for tree in &self.trees {
            if trees.file(*tree, path)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
