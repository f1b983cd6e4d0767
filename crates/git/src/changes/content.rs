//! Entries of which only the content can tell whether they changed.

use std::collections::BTreeSet;

use gix::bstr::{BStr, ByteSlice};
use gix::index::State;
use gix::index::entry::{Flags, Mode};
use gix::status::index_worktree::BuiltinSubmoduleStatus;
use gix::status::plumbing::index_as_worktree::EntryStatus;
use gix::status::plumbing::index_as_worktree::traits::{FastEq, SubmoduleStatus};
use gix::status::plumbing::index_as_worktree_with_renames::{Entry, VisitEntry};

use super::{Change, ChangeKind};
use crate::path;
use crate::stop::Stop;

/// Compares the content of entries with what is on disk, through git's filters and line endings.
///
/// The entries (positions in `index`) are put into an index of their own, so that the cost is theirs
/// and not that of the whole tree.
pub(super) fn changed(
    repo: &gix::Repository,
    index: &State,
    positions: &[usize],
    stop: &Stop,
) -> gix::Result<Vec<Change>> {
    if positions.is_empty() {
        return Ok(Vec::new());
    }
    let few = index_of(index, positions);
    let mut found = Found(Vec::new());
    let options = gix::status::index_worktree::Options {
        // One thread: a handful of files, and threads suffer on a busy machine.
        thread_limit: Some(1),
        ..Default::default()
    };
    let any = std::iter::empty::<&BStr>;
    let mut progress = gix::progress::Discard;
    if few.entries().iter().any(|entry| entry.mode == Mode::COMMIT) {
        let mode = gix::status::Submodule::AsConfigured { check_dirty: true };
        let submodules = BuiltinSubmoduleStatus::new(repo.clone().into_sync(), mode)?;
        repo.index_worktree_status(
            &few,
            any(),
            &mut found,
            FastEq,
            submodules,
            &mut progress,
            stop.flag(),
            options,
        )?;
    } else {
        repo.index_worktree_status(
            &few,
            any(),
            &mut found,
            FastEq,
            NoSubmodules,
            &mut progress,
            stop.flag(),
            options,
        )?;
    }
    Ok(found.0)
}

fn index_of(index: &State, positions: &[usize]) -> State {
    let mut few = State::new(index.object_hash());
    few.set_timestamp(index.timestamp());
    let mut attributes = BTreeSet::new();
    for &position in positions {
        let entry = index.entry(position);
        let entry_path = entry.path(index);
        let flags = entry.flags.difference(Flags::SKIP_WORKTREE);
        few.dangerously_push_entry(entry.stat, entry.id, flags, entry.mode, entry_path);
        attributes.extend(attribute_files(entry_path));
    }
    // Attributes come from the index where the file is missing on disk.
    for name in attributes {
        if let Some(entry) = index.entry_by_path(name.as_bstr()) {
            let flags = entry.flags | Flags::SKIP_WORKTREE;
            few.dangerously_push_entry(entry.stat, entry.id, flags, entry.mode, name.as_bstr());
        }
    }
    few.sort_entries();
    few
}

/// The `.gitattributes` of every directory above a path.
fn attribute_files(path: &BStr) -> impl Iterator<Item = Vec<u8>> + '_ {
    let ends = path.find_iter("/").map(|end| end + 1);
    std::iter::once(0)
        .chain(ends)
        .map(|end| [&path.as_bytes()[..end], b".gitattributes"].concat())
}

struct Found(Vec<Change>);

impl<'index> VisitEntry<'index> for Found {
    type ContentChange = ();
    type SubmoduleStatus = gix::submodule::Status;

    fn visit_entry(&mut self, entry: Entry<'index, (), gix::submodule::Status>) {
        if let Entry::Modification {
            rela_path, status, ..
        } = entry
            && !matches!(status, EntryStatus::NeedsUpdate(_))
        {
            self.0
                .push(Change::new(path::text(rela_path), ChangeKind::Unstaged));
        }
    }
}

#[derive(Clone)]
struct NoSubmodules;

impl SubmoduleStatus for NoSubmodules {
    type Output = gix::submodule::Status;

    fn status(&mut self, _: &gix::index::Entry, _: &BStr) -> gix::Result<Option<Self::Output>> {
        Ok(None)
    }
}
