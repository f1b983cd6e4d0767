//! Entries of which only the content can tell whether they changed.

use std::collections::BTreeSet;

use gix::bstr::{BStr, ByteSlice};
use gix::index::State;
use gix::index::entry::{Flags, Mode};
use gix::status::plumbing::index_as_worktree::EntryStatus;
use gix::status::plumbing::index_as_worktree::traits::{FastEq, SubmoduleStatus};
use gix::status::plumbing::index_as_worktree_with_renames::{Entry, VisitEntry};
use gix::worktree::stack::state::attributes::Source;

use super::submodule::{self, Submodule};
use super::{Change, ChangeKind};
use crate::path;
use crate::repository::Git;
use crate::stop::Stop;

/// What only a look into files can decide.
pub(super) struct Content<'a> {
    git: &'a Git,
    repo: &'a gix::Repository,
    index: &'a State,
    stop: &'a Stop,
}

/// What the look into files brought.
#[derive(Default)]
pub(super) struct Decided {
    pub(super) changes: Vec<Change>,
    /// What it could not tell.
    pub(super) not_known: Option<String>,
}

impl<'a> Content<'a> {
    /// `repo` is the repository of `git` for this thread.
    pub(super) fn new(
        git: &'a Git,
        repo: &'a gix::Repository,
        index: &'a State,
        stop: &'a Stop,
    ) -> Content<'a> {
        Content {
            git,
            repo,
            index,
            stop,
        }
    }

    /// Compares the content of entries (positions in the index) with what is on disk, through line
    /// endings, encodings and keywords as git does. No filter program is run: where one would decide
    /// it is not known.
    pub(super) fn compare(&self, positions: &[usize]) -> gix::Result<Decided> {
        let mut decided = Decided::default();
        let mut files = Vec::new();
        for &position in positions {
            let entry = self.index.entry(position);
            if entry.mode != Mode::COMMIT {
                files.push(position);
                continue;
            }
            let path = entry.path(self.index);
            match submodule::compare(self.repo, entry, path, self.stop)? {
                Submodule::Same => {}
                Submodule::Changed => decided.changed(path),
                Submodule::NotKnown(reason) => decided.not_known(path, &reason),
            }
        }
        if files.is_empty() {
            return Ok(decided);
        }
        if !self.git.drivers.is_empty() {
            files = self.without_filtered(&files, &mut decided)?;
        }
        self.read(&files, &mut decided)?;
        Ok(decided)
    }

    /// The files that no filter program is for. Of the others the size may tell: git takes one that
    /// differs from what was checked out for a change, whatever the filter would make of it.
    fn without_filtered(
        &self,
        positions: &[usize],
        decided: &mut Decided,
    ) -> gix::Result<Vec<usize>> {
        let few = index_of(self.index, positions);
        let mut attributes = self
            .repo
            .attributes_only(&few, Source::WorktreeThenIdMapping)?;
        let mut unfiltered = Vec::new();
        for &position in positions {
            let entry = self.index.entry(position);
            let path = entry.path(self.index);
            let driver = if entry.mode == Mode::SYMLINK {
                None
            } else {
                self.git.drivers.of_path(&mut attributes, path)?
            };
            match driver {
                None => unfiltered.push(position),
                Some(_) if self.is_resized(entry, path) => decided.changed(path),
                Some(driver) => decided.not_known(
                    path,
                    &format!("only the filter `{driver}` could tell, and none is run"),
                ),
            }
        }
        Ok(unfiltered)
    }

    fn is_resized(&self, entry: &gix::index::Entry, path: &BStr) -> bool {
        let on_disk = gix::path::from_bstr(path)
            .ok()
            .and_then(|path| self.git.work_tree.join(path).symlink_metadata().ok());
        // The index keeps the size in 32 bits.
        on_disk.is_some_and(|on_disk| {
            entry.stat.size != 0
                && u64::from(entry.stat.size) != on_disk.len() & u64::from(u32::MAX)
        })
    }

    /// The entries are put into an index of their own, so that the cost is theirs and not that of the
    /// whole tree.
    fn read(&self, positions: &[usize], decided: &mut Decided) -> gix::Result<()> {
        if positions.is_empty() {
            return Ok(());
        }
        let few = index_of(self.index, positions);
        let mut found = Found(Vec::new());
        self.repo.index_worktree_status(
            &few,
            std::iter::empty::<&BStr>(),
            &mut found,
            FastEq,
            NoSubmodules,
            &mut gix::progress::Discard,
            self.stop.flag(),
            gix::status::index_worktree::Options {
                // One thread: a handful of files, and threads suffer on a busy machine.
                thread_limit: Some(1),
                ..Default::default()
            },
        )?;
        decided.changes.append(&mut found.0);
        Ok(())
    }
}

impl Decided {
    fn changed(&mut self, path: &BStr) {
        self.changes
            .push(Change::new(path::text(path), ChangeKind::Unstaged));
    }

    fn not_known(&mut self, path: &BStr, reason: &str) {
        self.not_known
            .get_or_insert_with(|| format!("{}: {reason}", path::text(path)));
    }
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
