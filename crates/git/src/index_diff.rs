//! The index against a tree.

use std::collections::HashMap;
use std::ops::Range;

use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice, ByteVec};
use gix::index::entry::{Flags, Mode};
use gix::index::{State, extension::Tree};
use gix::objs::tree::EntryMode;

use crate::changes::Scope;
use crate::difference::{Difference, Recorded};
use crate::stop::Stop;

/// What differs in the scope between a tree (none: an empty one) and the index, in no order; `false`
/// where time ran out.
///
/// The index caches the id of every directory's tree as it would be written now. Where the id is
/// that of the given tree nothing below differs; only the rest is read, directory by directory.
pub(crate) fn differences(
    repo: &gix::Repository,
    index: &State,
    tree: Option<ObjectId>,
    scope: &Scope,
    stop: &Stop,
) -> gix::Result<(Vec<Difference>, bool)> {
    let mut comparison = Comparison {
        repo,
        index,
        scope,
        stop,
        found: Vec::new(),
    };
    let mut dir = BString::default();
    let finished = comparison.directory(&mut dir, 0..index.entries().len(), index.tree(), tree)?;
    Ok((comparison.found, finished))
}

/// The tree of `HEAD`; none before the first commit.
pub(crate) fn head_tree(repo: &gix::Repository) -> gix::Result<Option<ObjectId>> {
    let mut head = repo.head()?;
    if head.is_unborn() {
        return Ok(None);
    }
    Ok(Some(head.peel_to_commit()?.tree_id()?.detach()))
}

struct Comparison<'a> {
    repo: &'a gix::Repository,
    index: &'a State,
    scope: &'a Scope,
    stop: &'a Stop,
    found: Vec<Difference>,
}

/// One entry of a tree.
struct InHead {
    mode: EntryMode,
    id: ObjectId,
    seen: bool,
}

impl Comparison<'_> {
    /// Compares one directory. `dir` ends in `/` unless it is the root, `range` is its part of the
    /// index, `cached` what the index remembers of it. `false` where time ran out.
    fn directory(
        &mut self,
        dir: &mut BString,
        range: Range<usize>,
        cached: Option<&Tree>,
        head: Option<ObjectId>,
    ) -> gix::Result<bool> {
        if cached.is_some_and(|tree| tree.num_entries.is_some() && Some(tree.id) == head) {
            return Ok(true);
        }
        if self.stop.is_now() {
            return Ok(false);
        }
        let mut in_head = self.tree(head)?;
        let mut position = range.start;
        while position < range.end {
            let entry = self.index.entry(position);
            let entry_path = entry.path(self.index);
            let rest = &entry_path[dir.len()..];
            let Some(slash) = rest.find_byte(b'/') else {
                self.file(entry, entry_path, in_head.get_mut(rest.as_bstr()));
                position += 1;
                continue;
            };
            let name = rest[..slash].as_bstr();
            let below = &entry_path[..dir.len() + slash + 1];
            let end = position
                + self.index.entries()[position..range.end]
                    .partition_point(|entry| entry.path(self.index).starts_with(below));
            let head_tree = in_head
                .get_mut(name)
                .filter(|entry| entry.mode.is_tree())
                .map(|entry| {
                    entry.seen = true;
                    entry.id
                });
            if self.scope.reaches_into(below[..below.len() - 1].as_bstr()) {
                let cached = cached.and_then(|tree| child(tree, name));
                let length = dir.len();
                dir.push_str(&below[length..]);
                let finished = self.directory(dir, position..end, cached, head_tree)?;
                dir.truncate(length);
                if !finished {
                    return Ok(false);
                }
            }
            position = end;
        }
        for (name, entry) in in_head.into_iter().filter(|(_, entry)| !entry.seen) {
            let mut gone = dir.clone();
            gone.push_str(&name);
            if !self.removed(&mut gone, entry.mode, entry.id)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn file(&mut self, entry: &gix::index::Entry, path: &BStr, head: Option<&mut InHead>) {
        let head: Option<Recorded> = head.filter(|head| !head.mode.is_tree()).map(|head| {
            head.seen = true;
            (Mode::from(head.mode), head.id)
        });
        // Conflicts are told from the index alone; what is only meant to be added is not staged yet.
        let counts = entry.stage_raw() == 0 && !entry.flags.contains(Flags::INTENT_TO_ADD);
        if !counts || head == Some((entry.mode, entry.id)) || !self.scope.contains(path) {
            return;
        }
        self.found.push(Difference {
            path: path.to_owned(),
            before: head,
            after: Some((entry.mode, entry.id)),
        });
    }

    /// Everything at or under a path that the tree has and the index has not.
    fn removed(&mut self, at: &mut BString, mode: EntryMode, id: ObjectId) -> gix::Result<bool> {
        if !mode.is_tree() {
            if self.scope.contains(at.as_bstr()) {
                self.found.push(Difference {
                    path: at.clone(),
                    before: Some((Mode::from(mode), id)),
                    after: None,
                });
            }
            return Ok(true);
        }
        if !self.scope.reaches_into(at.as_bstr()) {
            return Ok(true);
        }
        if self.stop.is_now() {
            return Ok(false);
        }
        for (name, entry) in self.tree(Some(id))? {
            let length = at.len();
            at.push(b'/');
            at.push_str(&name);
            let finished = self.removed(at, entry.mode, entry.id)?;
            at.truncate(length);
            if !finished {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn tree(&self, id: Option<ObjectId>) -> gix::Result<HashMap<BString, InHead>> {
        let Some(id) = id else {
            return Ok(HashMap::new());
        };
        let tree = self.repo.find_tree(id)?;
        tree.iter()
            .map(|entry| {
                let entry = entry?;
                let in_head = InHead {
                    mode: entry.mode(),
                    id: entry.object_id(),
                    seen: false,
                };
                Ok((entry.filename().to_owned(), in_head))
            })
            .collect()
    }
}

fn child<'a>(tree: &'a Tree, name: &BStr) -> Option<&'a Tree> {
    let found = tree
        .children
        .binary_search_by(|child| child.name.as_bstr().cmp(name))
        .ok()?;
    tree.children.get(found)
}
