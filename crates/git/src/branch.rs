//! What the current branch changes, quickly enough for a hook.

use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::time::Duration;

use gix::ObjectId;
use gix::bstr::BString;
use gix::objs::TreeRefIter;
use gix::objs::tree::EntryMode;

use crate::standing::default_branch;
use crate::stop::Stop;
use crate::trees::Trees;
use crate::{Repository, path};

/// So many changed files are named.
const MAX_PATHS: usize = 2_000;

/// So many commits are looked at for the one at which the branch left.
const MAX_COMMITS: usize = 5_000;

/// The files that the current branch changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BranchChanges {
    /// The short name of the branch; none where `HEAD` is on none.
    pub branch: Option<String>,
    /// The files that differ between the commit at which the branch left the default branch and `HEAD`, from
    /// the root with `/`, in NFC and in order.
    pub paths: Vec<String>,
    /// Whether these are all.
    pub complete: bool,
}

impl Repository {
    /// What the current branch changes against the default branch, as far as the time budget goes; what is
    /// not committed is not looked at, and renames are not followed.
    ///
    /// Nothing, and not complete, where that cannot be told: without a repository or a default branch, with
    /// references in another format.
    pub fn changed_on_branch(&self, budget: Duration) -> BranchChanges {
        let mut changes = BranchChanges::default();
        let Ok(git) = self.git() else {
            return changes;
        };
        let repo = git.repo.to_thread_local();
        changes.branch = branch(&repo);
        if let Ok(Some((paths, complete))) = changed(&repo, &Stop::after(budget)) {
            let named = |path: &BString| format!("{}{}", git.prefix, path::text(path.as_ref()));
            changes.paths = paths.iter().map(named).collect();
            changes.complete = complete;
        }
        changes
    }
}

fn branch(repo: &gix::Repository) -> Option<String> {
    let name = repo.head_name().ok()??;
    Some(path::text(name.shorten()).into_owned())
}

fn changed(repo: &gix::Repository, stop: &Stop) -> gix::Result<Option<(Vec<BString>, bool)>> {
    if crate::repository::foreign_references(repo).is_some() {
        return Ok(None);
    }
    let Some(head) = repo.head()?.try_into_peeled_id()? else {
        return Ok(None);
    };
    let Some(default) = default_branch::commit(repo)? else {
        return Ok(None);
    };
    let Some(base) = merge_base(repo, head.detach(), default, stop)? else {
        return Ok(None);
    };
    let tree =
        |commit| -> gix::Result<ObjectId> { Ok(repo.find_commit(commit)?.tree_id()?.detach()) };
    let mut difference = Difference {
        trees: Trees::new(repo),
        stop,
        paths: Vec::new(),
        complete: true,
    };
    let (base, head) = (tree(base)?, tree(head.detach())?);
    difference.of_trees(Some(base), Some(head), &mut BString::default())?;
    difference.paths.sort_unstable();
    Ok(Some((difference.paths, difference.complete)))
}

/// The newest commit that both have; by the dates of commits, as any order of a history goes by them.
fn merge_base(
    repo: &gix::Repository,
    one: ObjectId,
    other: ObjectId,
    stop: &Stop,
) -> gix::Result<Option<ObjectId>> {
    let mut reached: HashMap<ObjectId, u8> = HashMap::new();
    let mut queue: BinaryHeap<(i64, ObjectId)> = BinaryHeap::new();
    for (id, side) in [(one, 1), (other, 2)] {
        *reached.entry(id).or_default() |= side;
        queue.push((repo.find_commit(id)?.time()?.seconds, id));
    }
    while let Some((_, id)) = queue.pop() {
        let sides = reached.get(&id).copied().unwrap_or_default();
        if sides == 3 {
            return Ok(Some(id));
        }
        if reached.len() > MAX_COMMITS || stop.is_now() {
            return Ok(None);
        }
        for parent in repo.find_commit(id)?.parent_ids() {
            let parent = parent.detach();
            let known = reached.entry(parent).or_default();
            if *known | sides != *known {
                *known |= sides;
                // Beyond the end of a shallow history there is nothing to read.
                if let Ok(commit) = repo.find_commit(parent) {
                    queue.push((commit.time()?.seconds, parent));
                }
            }
        }
    }
    Ok(None)
}

struct Difference<'a> {
    trees: Trees<'a>,
    stop: &'a Stop,
    paths: Vec<BString>,
    complete: bool,
}

impl Difference<'_> {
    fn of_trees(
        &mut self,
        before: Option<ObjectId>,
        after: Option<ObjectId>,
        at: &mut BString,
    ) -> gix::Result<()> {
        if before == after {
            return Ok(());
        }
        let (before, after) = (self.entries(before)?, self.entries(after)?);
        let names = before
            .keys()
            .chain(after.keys().filter(|name| !before.contains_key(*name)));
        for name in names {
            if self.paths.len() >= MAX_PATHS || self.stop.is_now() {
                self.complete = false;
                return Ok(());
            }
            let (old, new) = (before.get(name), after.get(name));
            if old == new {
                continue;
            }
            let length = at.len();
            if length > 0 {
                at.push(b'/');
            }
            at.extend_from_slice(name);
            let tree = |entry: Option<&(EntryMode, ObjectId)>| {
                entry.filter(|(mode, _)| mode.is_tree()).map(|(_, id)| *id)
            };
            let is_file = |entry: Option<&(EntryMode, ObjectId)>| {
                entry.is_some_and(|(mode, _)| !mode.is_tree())
            };
            if is_file(old) || is_file(new) {
                self.paths.push(at.clone());
            }
            self.of_trees(tree(old), tree(new), at)?;
            at.truncate(length);
        }
        Ok(())
    }

    fn entries(
        &mut self,
        tree: Option<ObjectId>,
    ) -> gix::Result<BTreeMap<BString, (EntryMode, ObjectId)>> {
        let mut entries = BTreeMap::new();
        let Some(tree) = tree else {
            return Ok(entries);
        };
        let data = self.trees.read(tree)?;
        for entry in TreeRefIter::from_bytes(&data, tree.kind()) {
            let entry = entry?;
            entries.insert(
                entry.filename.to_owned(),
                (entry.mode, entry.oid.to_owned()),
            );
        }
        Ok(entries)
    }
}
