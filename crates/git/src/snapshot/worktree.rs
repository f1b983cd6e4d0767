//! `HEAD` against the files on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice};
use gix::filter::plumbing::pipeline::convert::ToGitOutcome;
use gix::index::entry::{Flags, Mode};
use gix::index::fs::Metadata;

use super::EntryKind;
use super::compare::CompareError;
use super::disk::{self, Disk};
use super::listing::{self, Index};
use crate::changes::{self, Known, Scope};
use crate::difference::{Difference, Recorded};
use crate::repository::Git;
use crate::stop::Stop;

/// A larger file is not read: it counts as changed, and is not followed to another name. In bytes.
const MAX_READ: u64 = 4 * 1024 * 1024;

/// New files are kept in memory up to this much together, in bytes, to be compared with what was removed.
const MAX_KEPT: usize = 256 * 1024 * 1024;

/// What a work tree is, compared with `HEAD`.
pub(super) struct Worktree {
    pub(super) disk: Disk,
    pub(super) differences: Vec<Difference>,
    /// The repository with the contents of new files beside its own objects.
    pub(super) with_contents: gix::Repository,
    pub(super) incomplete: Option<String>,
}

pub(super) fn compare(
    git: &Git,
    repo: &gix::Repository,
    index: Index,
    head: Option<ObjectId>,
) -> Result<Worktree, CompareError> {
    let found = changes::in_repository(git, &Scope::everything(), &Stop::after(Duration::MAX));
    let incomplete = match &found.known {
        Known::Complete => None,
        Known::Partial(reason) => Some(reason.clone()),
        Known::Unknown(reason) => return Err(CompareError::Unreadable(reason.clone())),
    };
    let paths: BTreeSet<&str> = found
        .paths()
        .map(|(path, _)| path.strip_prefix(git.prefix.as_str()).unwrap_or(path))
        .collect();
    let failed = |error: gix::Error| CompareError::unreadable(&error);
    let mut contents = Contents::new(git, repo).map_err(failed)?;
    let mut changed = BTreeMap::new();
    let mut differences = Vec::new();
    for path in paths {
        let before = match head {
            Some(head) => listing::look_up(repo, head, path).map_err(failed)?,
            None => None,
        };
        let before = before.filter(|(_, mode, _)| !mode.is_tree());
        let entry = listing::find(&index, path);
        if entry.is_some_and(|(_, entry)| entry.stage_raw() != 0) {
            continue;
        }
        let raw: BString = match (&before, entry) {
            (Some((raw, _, _)), _) => raw.clone(),
            (None, Some((raw, _))) => raw.to_owned(),
            (None, None) => path.into(),
        };
        let before = before.map(|(_, mode, id)| (Mode::from(mode), id));
        let recorded = entry.map(|(_, entry)| (entry.mode, entry.id));
        let on_disk = disk::on_disk(&git.work_tree, raw.as_bstr());
        let elsewhere = on_disk.is_none()
            && entry.is_some_and(|(_, entry)| entry.flags.contains(Flags::SKIP_WORKTREE));
        let after = if elsewhere {
            recorded
        } else {
            let after = match on_disk {
                Some(file) => {
                    let known = [recorded, before];
                    contents.of(&file, raw.as_bstr(), known).map_err(failed)?
                }
                None => None,
            };
            changed.insert(path.to_owned(), after.map(|(mode, _)| EntryKind::of(mode)));
            after
        };
        if before != after {
            differences.push(Difference {
                path: raw,
                before,
                after,
            });
        }
    }
    Ok(Worktree {
        disk: Disk {
            work_tree: git.work_tree.clone(),
            index,
            changed,
        },
        differences,
        with_contents: contents.repo,
        incomplete,
    })
}

/// The contents of files on disk, as git would record them.
struct Contents<'a> {
    /// With objects that are only in memory.
    repo: gix::Repository,
    filters: Option<(
        gix::filter::Pipeline<'a>,
        gix::worktree::IndexPersistedOrInMemory,
    )>,
    symlinks: bool,
    executable_bit: bool,
    kept: usize,
}

impl<'a> Contents<'a> {
    fn new(git: &Git, repo: &'a gix::Repository) -> gix::Result<Contents<'a>> {
        let files = repo.filesystem_options()?;
        Ok(Contents {
            repo: git.repo.to_thread_local().with_object_memory(),
            // Line endings, encodings, keywords; filter programs were taken out of the configuration.
            filters: repo.filter_pipeline(None).ok(),
            symlinks: files.symlink,
            executable_bit: files.executable_bit,
            kept: 0,
        })
    }

    /// What would be recorded of a file, given what is recorded of it now, the nearest first. The null id
    /// stands for a content that was not looked at; none for what git does not record.
    fn of(
        &mut self,
        file: &Path,
        raw: &BStr,
        known: [Option<Recorded>; 2],
    ) -> gix::Result<Option<Recorded>> {
        let unknown = ObjectId::null(self.repo.object_hash());
        let Ok(metadata) = Metadata::from_path_no_follow(file) else {
            return Ok(None);
        };
        let known_mode = known.iter().flatten().next().map(|(mode, _)| *mode);
        if metadata.is_dir() {
            let is_submodule = known_mode == Some(Mode::COMMIT);
            return Ok(is_submodule.then_some((Mode::COMMIT, unknown)));
        }
        let mut mode = known_mode
            .filter(|mode| *mode != Mode::COMMIT)
            .unwrap_or(Mode::FILE);
        if let Some(change) = mode.change_to_match_fs(&metadata, self.symlinks, self.executable_bit)
        {
            mode = change.apply(mode);
        }
        if metadata.len() > MAX_READ {
            return Ok(Some((mode, unknown)));
        }
        let Ok(Some(content)) = disk::read(file) else {
            return Ok(None);
        };
        let content = if mode == Mode::SYMLINK {
            content
        } else {
            self.converted(content, raw)
        };
        let is_new = known[1].is_none();
        if is_new && self.kept + content.len() <= MAX_KEPT {
            self.kept += content.len();
            return Ok(Some((mode, self.repo.write_blob(&content)?.detach())));
        }
        let id = gix::objs::compute_hash(self.repo.object_hash(), gix::objs::Kind::Blob, &content)?;
        Ok(Some((mode, if is_new { unknown } else { id })))
    }

    /// What cannot be converted is taken as it is.
    fn converted(&mut self, content: Vec<u8>, raw: &BStr) -> Vec<u8> {
        let Some((pipeline, index)) = &mut self.filters else {
            return content;
        };
        let Ok(path) = gix::path::from_bstr(raw) else {
            return content;
        };
        let mut converted = Vec::new();
        match pipeline.convert_to_git(content.as_slice(), &path, index) {
            Ok(ToGitOutcome::Buffer(bytes)) => converted.extend_from_slice(bytes),
            Ok(ToGitOutcome::Process(mut bytes)) => {
                if bytes.read_to_end(&mut converted).is_err() {
                    return content;
                }
            }
            Ok(ToGitOutcome::Unchanged(_)) | Err(_) => return content,
        }
        converted
    }
}
