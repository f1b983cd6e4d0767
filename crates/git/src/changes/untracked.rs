//! Files that git does not know and is not told to ignore.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use gix::bstr::{BStr, BString, ByteSlice, ByteVec};
use gix::index::entry::Mode;
use gix::index::{AccelerateLookup, State};
use gix::worktree::stack::state::ignore::Source;
use unicode_normalization::UnicodeNormalization;

use super::leading::LeadingDirs;
use super::scope::Scope;
use super::worktree::is_sparse_checkout;
use super::{Change, ChangeKind};
use crate::path;
use crate::stop::Stop;

/// Looks for untracked files, with git's own ignore rules.
///
/// A listing is compared with the index first, so only what git does not have is matched against
/// ignore rules; ignored directories are not entered.
pub(super) struct Walk<'a> {
    repo: &'a gix::Repository,
    index: &'a State,
    work_tree: &'a Path,
    ignore_case: bool,
    precompose: bool,
    /// Only read where something is found that the index does not have.
    ignore_rules: Option<gix::AttributeStack<'a>>,
    /// Only built where a name seems to be unknown on a file system that ignores case.
    by_folded_name: Option<AccelerateLookup<'a>>,
    stop: &'a Stop,
    found: Vec<Change>,
}

/// What the index has at a path.
enum InIndex {
    File,
    Submodule,
    /// A directory, with its part of the index.
    Directory(Range<usize>),
    Nothing,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        repo: &'a gix::Repository,
        index: &'a State,
        work_tree: &'a Path,
        stop: &'a Stop,
    ) -> gix::Result<Walk<'a>> {
        let files = repo.filesystem_options()?;
        Ok(Walk {
            repo,
            index,
            work_tree,
            ignore_case: files.ignore_case,
            precompose: files.precompose_unicode,
            ignore_rules: None,
            by_folded_name: None,
            stop,
            found: Vec::new(),
        })
    }

    /// The untracked files under every prefix of the scope; `false` where time ran out.
    pub(super) fn under_prefixes(&mut self, scope: &Scope) -> gix::Result<(Vec<Change>, bool)> {
        let mut leading = LeadingDirs::new(self.work_tree);
        let mut finished = true;
        for prefix in scope.prefixes() {
            finished = finished && self.prefix(BStr::new(&prefix), &mut leading)?;
        }
        Ok((std::mem::take(&mut self.found), finished))
    }

    /// The untracked files anywhere that a pattern without a prefix matches; `false` where time ran
    /// out.
    pub(super) fn anywhere(&mut self, scope: &Scope) -> gix::Result<(Vec<Change>, bool)> {
        let all = 0..self.index.entries().len();
        let finished = self.directory(&mut BString::default(), all, &|path| {
            scope.is_matched_anywhere(path) && !scope.is_under_prefix(path)
        })?;
        Ok((std::mem::take(&mut self.found), finished))
    }

    fn prefix(&mut self, prefix: &BStr, leading: &mut LeadingDirs<'_>) -> gix::Result<bool> {
        if prefix.is_empty() {
            let all = 0..self.index.entries().len();
            return self.directory(&mut BString::default(), all, &|_| true);
        }
        let parent = prefix
            .rfind_byte(b'/')
            .map_or(BStr::new(""), |end| prefix[..end].as_bstr());
        if !leading.is_real(parent) || self.is_in_other_repository(parent) {
            return Ok(true);
        }
        let Ok(metadata) = self
            .on_disk(prefix)
            .and_then(|path| path.symlink_metadata().ok())
            .ok_or(())
        else {
            return Ok(true);
        };
        let parent_range = 0..self.index.entries().len();
        self.entry(
            &mut prefix.to_owned(),
            parent_range,
            metadata.file_type(),
            &|_| true,
        )
    }

    /// Whether a directory lies in a submodule or in a repository of its own.
    fn is_in_other_repository(&self, dir: &BStr) -> bool {
        if dir.is_empty() {
            return false;
        }
        dir.find_iter("/").chain([dir.len()]).any(|end| {
            let part = dir[..end].as_bstr();
            match self.look_up(part, 0..self.index.entries().len()) {
                InIndex::Submodule => true,
                InIndex::Directory(_) => false,
                InIndex::File | InIndex::Nothing => self.is_repository(part),
            }
        })
    }

    fn directory(
        &mut self,
        dir: &mut BString,
        range: Range<usize>,
        wanted: &dyn Fn(&BStr) -> bool,
    ) -> gix::Result<bool> {
        if self.stop.is_now() {
            return Ok(false);
        }
        let Some(on_disk) = self.on_disk(dir.as_bstr()) else {
            return Ok(true);
        };
        // What cannot be listed holds nothing for git either.
        let Ok(listing) = fs::read_dir(on_disk) else {
            return Ok(true);
        };
        for entry in listing.flatten() {
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let Some(name) = self.name(&entry) else {
                continue;
            };
            if name.eq_ignore_ascii_case(b".git") {
                continue;
            }
            let length = dir.len();
            if length > 0 {
                dir.push(b'/');
            }
            dir.push_str(&name);
            let finished = self.entry(dir, range.clone(), kind, wanted)?;
            dir.truncate(length);
            if !finished {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn entry(
        &mut self,
        at: &mut BString,
        range: Range<usize>,
        kind: fs::FileType,
        wanted: &dyn Fn(&BStr) -> bool,
    ) -> gix::Result<bool> {
        match self.look_up(at.as_bstr(), range) {
            InIndex::Submodule => return Ok(true),
            InIndex::File if !kind.is_dir() => return Ok(true),
            InIndex::Directory(range) if kind.is_dir() => return self.directory(at, range, wanted),
            InIndex::File | InIndex::Directory(_) | InIndex::Nothing => {}
        }
        if kind.is_dir() {
            if self.is_ignored(at.as_bstr(), Mode::DIR)? {
                return Ok(true);
            }
            if self.is_repository(at.as_bstr()) {
                self.report(at.as_bstr(), wanted);
                return Ok(true);
            }
            return self.directory(at, 0..0, wanted);
        }
        let is_file = kind.is_file() || kind.is_symlink();
        if is_file
            && wanted(at.as_bstr())
            && !self.is_tracked_in_other_case(at.as_bstr())
            && !self.is_ignored(at.as_bstr(), Mode::FILE)?
        {
            self.report(at.as_bstr(), wanted);
        }
        Ok(true)
    }

    fn report(&mut self, path: &BStr, wanted: &dyn Fn(&BStr) -> bool) {
        if wanted(path) {
            self.found
                .push(Change::new(path::text(path), ChangeKind::Untracked));
        }
    }

    /// Looks a path up in a part of the index.
    fn look_up(&self, path: &BStr, range: Range<usize>) -> InIndex {
        let entries = &self.index.entries()[range.clone()];
        let first = entries.partition_point(|entry| entry.path(self.index) < path);
        let exact = entries
            .get(first)
            .filter(|entry| entry.path(self.index) == path);
        match exact {
            Some(entry) if entry.mode == Mode::COMMIT => return InIndex::Submodule,
            Some(_) => return InIndex::File,
            None => {}
        }
        let mut below = path.to_owned();
        below.push(b'/');
        let rest = &entries[first..];
        let begin = first + rest.partition_point(|entry| entry.path(self.index) < below.as_bstr());
        let count =
            entries[begin..].partition_point(|entry| entry.path(self.index).starts_with(&below));
        if count == 0 {
            return InIndex::Nothing;
        }
        InIndex::Directory(range.start + begin..range.start + begin + count)
    }

    fn is_tracked_in_other_case(&mut self, path: &BStr) -> bool {
        if !self.ignore_case {
            return false;
        }
        let index = self.index;
        let by_name = self
            .by_folded_name
            .get_or_insert_with(|| index.prepare_icase_backing());
        index.entry_by_path_icase(path, true, by_name).is_some()
    }

    fn is_ignored(&mut self, path: &BStr, mode: Mode) -> gix::Result<bool> {
        let rules = match &mut self.ignore_rules {
            Some(rules) => rules,
            none => none.insert(ignore_rules(self.repo, self.index)?),
        };
        Ok(rules.at_entry(path, Some(mode))?.is_excluded())
    }

    fn is_repository(&self, dir: &BStr) -> bool {
        self.on_disk(dir)
            .is_some_and(|dir| dir.join(".git").symlink_metadata().is_ok())
    }

    fn on_disk(&self, path: &BStr) -> Option<PathBuf> {
        Some(self.work_tree.join(gix::path::from_bstr(path).ok()?))
    }

    /// The name as git would have it.
    fn name(&self, entry: &fs::DirEntry) -> Option<BString> {
        let name = gix::path::os_string_into_bstring(entry.file_name()).ok()?;
        if self.precompose
            && !name.is_ascii()
            && let Ok(text) = name.to_str()
        {
            return Some(text.nfc().collect::<String>().into());
        }
        Some(name)
    }
}

/// Git's ignore rules. Of a sparse checkout those that are not on disk are in the index, and finding
/// them there takes a look at every entry.
fn ignore_rules<'a>(
    repo: &'a gix::Repository,
    index: &State,
) -> gix::Result<gix::AttributeStack<'a>> {
    let source = Source::WorktreeThenIdMappingIfNotSkipped;
    if is_sparse_checkout(repo) {
        repo.excludes(index, None, source)
    } else {
        repo.excludes(&State::new(index.object_hash()), None, source)
    }
}
