//! The files that the index or a tree lists.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Deref;

use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice, ByteVec};
use gix::index::entry::{Flags, Mode, Stage};
use gix::index::{Entry, State};
use gix::objs::TreeRefIter;
use gix::objs::tree::EntryMode;

use super::{EntryKind, Found, ReadError};
use crate::path;

/// An index in which every file has an entry.
#[derive(Clone)]
pub(super) enum Index {
    /// The one that git wrote.
    Shared(gix::worktree::Index),
    /// A sparse one, spelled out.
    Spelled(Box<State>),
}

impl Deref for Index {
    type Target = State;

    fn deref(&self) -> &State {
        match self {
            Index::Shared(index) => index,
            Index::Spelled(state) => state,
        }
    }
}

/// What is listed, and where.
pub(super) enum Listing {
    /// There is nothing: before the first commit.
    Nothing,
    /// The index.
    Index(Index),
    /// A tree, with all of its files once they were asked for.
    Tree(ObjectId, OnceCell<Box<State>>),
}

impl Listing {
    pub(super) fn tree(id: Option<ObjectId>) -> Listing {
        match id {
            Some(id) => Listing::Tree(id, OnceCell::new()),
            None => Listing::Nothing,
        }
    }

    pub(super) fn entries(
        &self,
        repo: &gix::Repository,
    ) -> Result<impl Iterator<Item = (Cow<'_, str>, EntryKind)>, ReadError> {
        let state = match self {
            Listing::Nothing => None,
            Listing::Index(index) => Some(&**index),
            Listing::Tree(id, all) => Some(&**match all.get() {
                Some(all) => all,
                None => {
                    let read = spelled(repo, *id).map_err(|error| ReadError::new("", &error))?;
                    all.get_or_init(|| Box::new(read))
                }
            }),
        };
        Ok(state.into_iter().flat_map(|state| {
            listed(state, state.entries())
                .map(|(path, entry)| (path::text(path), EntryKind::of(entry.mode)))
        }))
    }

    /// What is at and under a directory, `""` being the root.
    pub(super) fn entries_under(
        &self,
        repo: &gix::Repository,
        dir: &str,
    ) -> Result<Vec<(String, EntryKind)>, ReadError> {
        match self {
            Listing::Nothing => Ok(Vec::new()),
            Listing::Index(index) => Ok(under(index, dir)),
            Listing::Tree(id, all) => match all.get() {
                Some(all) => Ok(under(all, dir)),
                None => in_tree_under(repo, *id, dir).map_err(|error| ReadError::new(dir, &error)),
            },
        }
    }

    pub(super) fn find(
        &self,
        repo: &gix::Repository,
        path: &str,
    ) -> Result<Option<Found>, ReadError> {
        match self {
            Listing::Nothing => Ok(None),
            Listing::Index(index) => Ok(find(index, path).map(|(raw, entry)| Found {
                raw: raw.to_owned(),
                kind: EntryKind::of(entry.mode),
                id: Some(entry.id),
            })),
            Listing::Tree(id, _) => {
                let found =
                    look_up(repo, *id, path).map_err(|error| ReadError::new(path, &error))?;
                Ok(found
                    .filter(|(_, mode, _)| !mode.is_tree())
                    .map(|(raw, mode, id)| Found {
                        raw,
                        kind: EntryKind::of(Mode::from(mode)),
                        id: Some(id),
                    }))
            }
        }
    }
}

/// The files of a tree as an index would list them.
fn spelled(repo: &gix::Repository, tree: ObjectId) -> gix::Result<State> {
    Ok(repo.index_from_tree(&tree)?.into_parts().0)
}

/// Entries with their paths: what is only meant to be added is not there yet, and of a file in conflict
/// there is one.
pub(super) fn listed<'a>(
    state: &'a State,
    entries: &'a [Entry],
) -> impl Iterator<Item = (&'a BStr, &'a Entry)> {
    let mut in_conflict: Option<&BStr> = None;
    entries.iter().filter_map(move |entry| {
        if entry.flags.contains(Flags::INTENT_TO_ADD) {
            return None;
        }
        let path = entry.path(state);
        if entry.stage() != Stage::Unconflicted {
            if in_conflict == Some(path) {
                return None;
            }
            in_conflict = Some(path);
        }
        Some((path, entry))
    })
}

pub(super) fn under(state: &State, dir: &str) -> Vec<(String, EntryKind)> {
    let mut found = Vec::new();
    let mut add = |entries: &[Entry]| {
        found.extend(
            listed(state, entries)
                .map(|(path, entry)| (path::text(path).into_owned(), EntryKind::of(entry.mode))),
        );
    };
    if dir.is_empty() {
        add(state.entries());
        return found;
    }
    for dir in path::spellings(dir) {
        add(at(state, dir.as_str().into()));
        let below = format!("{dir}/");
        add(state
            .prefixed_entries(below.as_str().into())
            .unwrap_or_default());
    }
    found
}

/// The entries at a path: one, or up to three of a file in conflict.
fn at<'a>(state: &'a State, path: &BStr) -> &'a [Entry] {
    let entries = state.entries();
    let first = entries.partition_point(|entry| entry.path(state) < path);
    let count = entries[first..].partition_point(|entry| entry.path(state) == path);
    &entries[first..first + count]
}

/// The entry of a path in NFC; of a file in conflict that of our side where there is one.
pub(super) fn find<'a>(state: &'a State, path: &str) -> Option<(&'a BStr, &'a Entry)> {
    let found = path::spellings(path).find_map(|path| chosen(at(state, path.as_str().into())));
    let entry = match found {
        None if !path.is_ascii() => state
            .entries()
            .iter()
            .find(|entry| path::text(entry.path(state)) == path)
            .and_then(|entry| chosen(at(state, entry.path(state)))),
        found => found,
    }?;
    Some((entry.path(state), entry))
}

fn chosen(entries: &[Entry]) -> Option<&Entry> {
    let of = |stage| entries.iter().find(|entry| entry.stage() == stage);
    [Stage::Unconflicted, Stage::Ours, Stage::Theirs, Stage::Base]
        .into_iter()
        .find_map(of)
        .filter(|entry| !entry.flags.contains(Flags::INTENT_TO_ADD))
}

/// What a tree has at a path in NFC, with the path as git has it.
pub(super) fn look_up(
    repo: &gix::Repository,
    tree: ObjectId,
    path: &str,
) -> gix::Result<Option<(BString, EntryMode, ObjectId)>> {
    let mut at = (
        BString::default(),
        EntryMode::from(gix::objs::tree::EntryKind::Tree),
        tree,
    );
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        if !at.1.is_tree() {
            return Ok(None);
        }
        let tree = repo.find_tree(at.2)?;
        let mut found = None;
        for entry in TreeRefIter::from_bytes(&tree.data, repo.object_hash()) {
            let entry = entry?;
            let name = entry.filename;
            if name == segment || (!name.is_ascii() && path::text(name) == segment) {
                found = Some((name.to_owned(), entry.mode, entry.oid.to_owned()));
                if name == segment {
                    break;
                }
            }
        }
        let Some((name, mode, id)) = found else {
            return Ok(None);
        };
        let mut raw = at.0;
        if !raw.is_empty() {
            raw.push(b'/');
        }
        raw.push_str(name);
        at = (raw, mode, id);
    }
    Ok(Some(at))
}

fn in_tree_under(
    repo: &gix::Repository,
    tree: ObjectId,
    dir: &str,
) -> gix::Result<Vec<(String, EntryKind)>> {
    let Some((raw, mode, id)) = look_up(repo, tree, dir)? else {
        return Ok(Vec::new());
    };
    if !mode.is_tree() {
        let path = path::text(raw.as_bstr()).into_owned();
        return Ok(vec![(path, EntryKind::of(Mode::from(mode)))]);
    }
    let state = spelled(repo, id)?;
    let name = |path: &BStr| {
        let mut whole = raw.clone();
        if !whole.is_empty() {
            whole.push(b'/');
        }
        whole.push_str(path);
        path::text(whole.as_bstr()).into_owned()
    };
    Ok(listed(&state, state.entries())
        .map(|(path, entry)| (name(path), EntryKind::of(entry.mode)))
        .collect())
}
