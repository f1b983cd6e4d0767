//! When a file came into the history.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::time::Duration;

use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice};
use gix::date::time::format::SHORT;

use crate::bases;
use crate::stop::Stop;
use crate::trees::Trees;
use crate::{Repository, path};

/// So many files are compared with one another where a commit moved some.
const MAX_MOVED: usize = 200;

impl Repository {
    /// The day (`YYYY-MM-DD`, where the author was) on which each of the files (from the root with `/`)
    /// was written into the history: the author date of the commit that added it. Where that commit
    /// moved it there, the day of the file that it was before.
    ///
    /// None where `HEAD` does not have the file, where the history that is here does not reach back so far (a
    /// shallow clone), where git cannot be read, and where the time budget ([`Duration::MAX`] for no
    /// limit) ends before the commit is found.
    ///
    /// The history is walked once for all the files. It may be long: not for a hook.
    pub fn first_commit_dates(&self, paths: &[&str], budget: Duration) -> Vec<Option<String>> {
        let stop = Stop::after(budget);
        let submodule = self.submodule_path();
        let mut dates = vec![None; paths.len()];
        for (git, is_own) in [(self.git().ok(), true), (self.superproject(), false)] {
            let Some(git) = git else { continue };
            let mut repo = git.repo.to_thread_local();
            bases::remember(&mut repo);
            let inside = |path: &str| match submodule {
                Some(dir) => path::is_at_or_under(path.as_bytes(), dir.as_bytes()) == is_own,
                None => true,
            };
            let pending = paths
                .iter()
                .enumerate()
                .filter(|(_, path)| inside(path))
                .map(|(position, path)| Pending {
                    position,
                    path: path.strip_prefix(&git.prefix).unwrap_or(path).into(),
                })
                .collect();
            // What was found before an object turned out to be missing is right.
            let _ = walk(&repo, pending, &mut dates, &stop);
        }
        dates
    }
}

/// A file whose first commit is not found yet, under the name that it has at this point.
struct Pending {
    position: usize,
    path: BString,
}

/// A commit with what is needed of it.
struct Commit {
    id: ObjectId,
    tree: ObjectId,
    parents: Vec<ObjectId>,
    /// When it was committed, in seconds since 1970.
    seconds: i64,
}

/// Commits that were read and not visited yet: each is wanted by its children first, for its tree, and
/// unpacking one costs more than all that is done with it.
struct Commits<'a> {
    repo: &'a gix::Repository,
    read: HashMap<ObjectId, Commit>,
}

impl Commits<'_> {
    fn get(&mut self, id: ObjectId) -> gix::Result<&Commit> {
        Ok(match self.read.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(read(self.repo, id)?),
        })
    }

    /// The commit as the queue orders it.
    fn newest_first(&mut self, id: ObjectId) -> gix::Result<(i64, Reverse<ObjectId>)> {
        Ok((self.get(id)?.seconds, Reverse(id)))
    }

    /// The commit, which is not asked for again.
    fn visit(&mut self, id: ObjectId) -> gix::Result<Commit> {
        self.read
            .remove(&id)
            .map_or_else(|| read(self.repo, id), Ok)
    }
}

fn walk(
    repo: &gix::Repository,
    pending: Vec<Pending>,
    dates: &mut [Option<String>],
    stop: &Stop,
) -> gix::Result<()> {
    if crate::repository::foreign_references(repo).is_some() {
        return Ok(());
    }
    let Some(head) = repo.head()?.try_into_peeled_id()? else {
        return Ok(());
    };
    let head = head.detach();
    let mut trees = Trees::new(repo);
    let shallow = repo.shallow_commits()?;
    let ends_here = |id: &ObjectId| shallow.as_ref().is_some_and(|ends| ends.contains(id));

    let mut commits = Commits {
        repo,
        read: HashMap::new(),
    };
    let tree = commits.get(head)?.tree;
    let mut pending = in_head(pending, &mut trees, tree)?;
    let mut dirs = dirs_of(&pending);
    let mut seen = HashSet::from([head]);
    let mut queue = BinaryHeap::from([commits.newest_first(head)?]);
    while let Some((_, Reverse(id))) = queue.pop() {
        if pending.is_empty() || stop.is_now() {
            break;
        }
        if ends_here(&id) {
            continue;
        }
        let commit = commits.visit(id)?;
        let parents = commit
            .parents
            .iter()
            .map(|parent| Ok(commits.get(*parent)?.tree))
            .collect::<gix::Result<Vec<ObjectId>>>()?;
        // As git does it: where one parent has the same, the others had no part in it.
        let mut same = None;
        for (parent, tree) in commit.parents.iter().zip(&parents) {
            if is_same(&mut trees, commit.tree, *tree, &dirs)? {
                same = Some(*parent);
                break;
            }
        }
        let next = match same {
            Some(parent) => vec![parent],
            None => {
                added(repo, &mut trees, &commit, &parents, &mut pending, dates)?;
                dirs = dirs_of(&pending);
                commit.parents
            }
        };
        for parent in next {
            if seen.insert(parent) {
                queue.push(commits.newest_first(parent)?);
            }
        }
    }
    Ok(())
}

/// Takes the files out of `pending` that a commit added, and follows those that it moved.
fn added(
    repo: &gix::Repository,
    trees: &mut Trees<'_>,
    commit: &Commit,
    parents: &[ObjectId],
    pending: &mut Vec<Pending>,
    dates: &mut [Option<String>],
) -> gix::Result<()> {
    let mut moves = None;
    let mut left = Vec::with_capacity(pending.len());
    for mut file in std::mem::take(pending) {
        let mut is_added = trees.file(commit.tree, file.path.as_bstr())?.is_some();
        for parent in parents {
            is_added = is_added && trees.file(*parent, file.path.as_bstr())?.is_none();
        }
        if !is_added {
            left.push(file);
            continue;
        }
        let moves = match &moves {
            Some(moves) => moves,
            None => moves.insert(moved(repo, commit.tree, parents.first())?),
        };
        match moves.iter().find(|(_, to)| *to == file.path) {
            Some((from, _)) => {
                file.path.clone_from(from);
                left.push(file);
            }
            None => dates[file.position] = author_date(repo, commit.id)?,
        }
    }
    *pending = left;
    Ok(())
}

/// The files that were moved between two trees: from where, to where.
fn moved(
    repo: &gix::Repository,
    tree: ObjectId,
    parent: Option<&ObjectId>,
) -> gix::Result<Vec<(BString, BString)>> {
    let Some(parent) = parent else {
        return Ok(Vec::new());
    };
    let rewrites = gix::diff::Rewrites {
        limit: MAX_MOVED,
        ..Default::default()
    };
    let options = gix::diff::Options::default().with_rewrites(Some(rewrites));
    let changes =
        repo.diff_tree_to_tree(&repo.find_tree(*parent)?, &repo.find_tree(tree)?, options)?;
    let moves = changes.into_iter().filter_map(|change| match change {
        gix::object::tree::diff::ChangeDetached::Rewrite {
            source_location,
            location,
            ..
        } => Some((source_location, location)),
        _ => None,
    });
    Ok(moves.collect())
}

/// The files that `HEAD` has, named as it has them.
fn in_head(
    pending: Vec<Pending>,
    trees: &mut Trees<'_>,
    head: ObjectId,
) -> gix::Result<Vec<Pending>> {
    let mut found = Vec::with_capacity(pending.len());
    for Pending { position, path } in pending {
        for spelling in path::spellings(&path::text(path.as_bstr())) {
            if trees.file(head, BStr::new(&spelling))?.is_some() {
                let path = spelling.into();
                found.push(Pending { position, path });
                break;
            }
        }
    }
    Ok(found)
}

/// The directories of the files, each once.
fn dirs_of(pending: &[Pending]) -> Vec<BString> {
    let mut dirs: Vec<BString> = pending
        .iter()
        .map(|file| {
            let end = file.path.rfind_byte(b'/').unwrap_or(0);
            file.path[..end].into()
        })
        .collect();
    dirs.sort_unstable();
    dirs.dedup();
    dirs
}

fn is_same(
    trees: &mut Trees<'_>,
    one: ObjectId,
    other: ObjectId,
    dirs: &[BString],
) -> gix::Result<bool> {
    if one == other {
        return Ok(true);
    }
    for dir in dirs {
        if trees.look_up(one, dir.as_bstr())? != trees.look_up(other, dir.as_bstr())? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn read(repo: &gix::Repository, id: ObjectId) -> gix::Result<Commit> {
    let commit = repo.find_commit(id)?;
    Ok(Commit {
        id,
        tree: commit.tree_id()?.detach(),
        parents: commit.parent_ids().map(gix::Id::detach).collect(),
        seconds: commit.time()?.seconds,
    })
}

fn author_date(repo: &gix::Repository, id: ObjectId) -> gix::Result<Option<String>> {
    let time = repo.find_commit(id)?.author()?.time()?;
    Ok(time.format(SHORT).ok())
}
