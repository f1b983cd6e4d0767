//! Index entries against the disk.

use std::ops::Range;
use std::path::{Path, PathBuf};

use gix::bstr::{BStr, ByteSlice};
use gix::index::entry::{Flags, Mode, stat};
use gix::index::{Entry, State, fs::Metadata};

use super::leading::LeadingDirs;
use super::{Change, ChangeKind};
use crate::path;
use crate::stop::Stop;

/// What comparing entries with the disk brought.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) changes: Vec<Change>,
    /// Entries of which only the content can tell, by their position in the index.
    pub(super) undecided: Vec<usize>,
    /// What could not be looked at.
    pub(super) unreadable: Option<String>,
    /// Whether every entry was looked at.
    pub(super) finished: bool,
}

/// How a work tree's files are compared.
pub(super) struct Comparison<'a> {
    index: &'a State,
    work_tree: &'a Path,
    stat: stat::Options,
    symlinks: bool,
    executable_bit: bool,
    sparse_checkout: bool,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(
        repo: &gix::Repository,
        index: &'a State,
        work_tree: &'a Path,
    ) -> gix::Result<Comparison<'a>> {
        let files = repo.filesystem_options()?;
        Ok(Comparison {
            index,
            work_tree,
            stat: repo.stat_options()?,
            symlinks: files.symlink,
            executable_bit: files.executable_bit,
            sparse_checkout: is_sparse_checkout(repo),
        })
    }

    /// Compares a range of the index. `wanted` chooses by path.
    pub(super) fn compare(
        &self,
        range: Range<usize>,
        stop: &Stop,
        wanted: impl Fn(&BStr) -> bool,
    ) -> Compared {
        let mut leading = LeadingDirs::new(self.work_tree);
        let mut compared = Compared::default();
        let mut on_disk = PathBuf::new();
        for (count, position) in range.enumerate() {
            if count % 64 == 0 && stop.is_now() {
                return compared;
            }
            let entry = self.index.entry(position);
            let entry_path = entry.path(self.index);
            if !wanted(entry_path) {
                continue;
            }
            let verdict = self.compare_entry(entry, entry_path, &mut leading, &mut on_disk);
            match verdict {
                Verdict::Same => {}
                Verdict::Changed(kind) => {
                    compared
                        .changes
                        .push(Change::new(path::text(entry_path), kind));
                }
                Verdict::Undecided => compared.undecided.push(position),
                Verdict::Unreadable(reason) => {
                    compared.unreadable = Some(format!("{}: {reason}", path::text(entry_path)));
                }
            }
        }
        compared.finished = true;
        compared
    }

    fn compare_entry(
        &self,
        entry: &Entry,
        entry_path: &BStr,
        leading: &mut LeadingDirs<'_>,
        on_disk: &mut PathBuf,
    ) -> Verdict {
        if entry.stage_raw() != 0 {
            return Verdict::Changed(ChangeKind::Conflicted);
        }
        if entry.flags.contains(Flags::ASSUME_VALID) {
            return Verdict::Same;
        }
        let skipped = entry.flags.contains(Flags::SKIP_WORKTREE);
        // In a sparse checkout git takes the flag back where the file is there after all.
        if skipped && !self.sparse_checkout {
            return Verdict::Same;
        }
        let gone = || {
            if skipped {
                Verdict::Same
            } else {
                Verdict::Changed(ChangeKind::Unstaged)
            }
        };
        let directory = entry_path
            .rfind_byte(b'/')
            .map_or(BStr::new(""), |end| entry_path[..end].as_bstr());
        if !leading.is_real(directory) {
            return gone();
        }
        let Ok(relative) = gix::path::from_bstr(entry_path) else {
            return Verdict::Unreadable("the name cannot be expressed here".to_owned());
        };
        on_disk.clear();
        on_disk.push(self.work_tree);
        on_disk.push(relative);
        let metadata = match Metadata::from_path_no_follow(on_disk) {
            Ok(metadata) => metadata,
            Err(error) if path::is_absence(&error) => return gone(),
            Err(error) => return Verdict::Unreadable(error.to_string()),
        };
        self.compare_metadata(entry, &metadata)
    }

    fn compare_metadata(&self, entry: &Entry, metadata: &Metadata) -> Verdict {
        if entry.mode == Mode::COMMIT {
            // A submodule: its own repository has to be asked.
            return if metadata.is_dir() {
                Verdict::Undecided
            } else {
                Verdict::Changed(ChangeKind::Unstaged)
            };
        }
        if metadata.is_dir() || entry.flags.contains(Flags::INTENT_TO_ADD) {
            return Verdict::Changed(ChangeKind::Unstaged);
        }
        if entry
            .mode
            .change_to_match_fs(metadata, self.symlinks, self.executable_bit)
            .is_some()
        {
            return Verdict::Changed(ChangeKind::Unstaged);
        }
        let Ok(stat) = gix::index::entry::Stat::from_fs(metadata) else {
            return Verdict::Undecided;
        };
        // Git marks an entry that it could not trust with size 0.
        let smudged = entry.stat.size == 0 && !entry.id.is_empty_blob();
        if stat.matches(&entry.stat, self.stat) && !smudged && !self.is_racy(entry, &stat) {
            Verdict::Same
        } else {
            Verdict::Undecided
        }
    }

    /// Whether the file may have been written after the index without its times telling.
    ///
    /// By whole seconds, as git does it, everything written in the second before the index is; right
    /// after a checkout that is most of the tree. Where both sides have nanoseconds and agree to the
    /// last one, a file that is older than the index by them cannot have been written since.
    fn is_racy(&self, entry: &Entry, on_disk: &gix::index::entry::Stat) -> bool {
        let timestamp = self.index.timestamp();
        if !entry.stat.is_racy(timestamp, self.stat) {
            return false;
        }
        let exact = stat::Options {
            use_nsec: true,
            ..self.stat
        };
        let has_nanoseconds = entry.stat.mtime.nsecs != 0 && timestamp.nanoseconds() != 0;
        !(has_nanoseconds
            && exact.check_stat
            && exact.trust_ctime
            && on_disk.matches(&entry.stat, exact)
            && !entry.stat.is_racy(timestamp, exact))
    }
}

enum Verdict {
    Same,
    Changed(ChangeKind),
    Undecided,
    Unreadable(String),
}

/// Whether only a part of the tree is meant to be on disk.
pub(super) fn is_sparse_checkout(repo: &gix::Repository) -> bool {
    repo.config_snapshot()
        .boolean("core.sparseCheckout")
        .unwrap_or(false)
}
