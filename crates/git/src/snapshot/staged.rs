//! `HEAD` and the index, whatever form git keeps them in.

use std::time::Duration;

use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice};
use gix::index::State;
use gix::index::entry::{Flags, Mode, Stage, Stat};

use super::EntryKind;
use super::compare::CompareError;
use super::listing::{self, Index};
use crate::changes::Scope;
use crate::command::{self, GitFailed};
use crate::difference::Difference;
use crate::index_diff;
use crate::path;
use crate::repository::{Git, foreign_references};
use crate::stop::Stop;

/// The tree of `HEAD`; none before the first commit.
pub(super) fn head_tree(
    git: &Git,
    repo: &gix::Repository,
) -> Result<Option<ObjectId>, CompareError> {
    if foreign_references(repo).is_none() {
        return index_diff::head_tree(repo).map_err(|error| CompareError::unreadable(&error));
    }
    match command::line(git, &["rev-parse", "--verify", "--quiet", "HEAD^{tree}"]) {
        Ok(id) => Ok(ObjectId::from_hex(BStr::new(&id)).ok()),
        Err(GitFailed::Refused { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The files of `HEAD` (no links, no submodules), in NFC, with their contents.
pub(crate) fn head_files(git: &Git) -> Result<Vec<(String, ObjectId)>, CompareError> {
    let repo = git.repo.to_thread_local();
    let Some(tree) = head_tree(git, &repo)? else {
        return Ok(Vec::new());
    };
    let state = repo
        .index_from_tree(&tree)
        .map_err(|error| CompareError::unreadable(&error))?;
    let is_file = |mode| EntryKind::of(mode).is_same_type(EntryKind::File);
    Ok(state
        .entries()
        .iter()
        .filter(|entry| is_file(entry.mode))
        .map(|entry| (path::text(entry.path(&state)).into_owned(), entry.id))
        .collect())
}

/// The index that git names, with an entry for every file.
pub(super) fn index(git: &Git, repo: &gix::Repository) -> Result<Index, CompareError> {
    let index = repo
        .index_or_empty()
        .map_err(|error| CompareError::unreadable(&error))?;
    if !index.is_sparse() {
        return Ok(Index::Shared(index));
    }
    let listed = command::output(git, &["ls-files", "--stage", "-z"], b"")?;
    let mut state = State::new(repo.object_hash());
    for line in listed
        .split(|byte| *byte == 0)
        .filter(|line| !line.is_empty())
    {
        let entry = listed_entry(line).ok_or_else(|| {
            let line = BStr::new(line);
            CompareError::Unreadable(format!("git ls-files printed what is no entry: {line}"))
        })?;
        let (mode, id, stage, path) = entry;
        let kept = Flags::INTENT_TO_ADD | Flags::SKIP_WORKTREE;
        let flags = match index.entry_by_path(path) {
            Some(entry) => entry.flags & kept,
            // It lies in a directory that the index has as one entry, because it is not checked out.
            None if stage == Stage::Unconflicted => Flags::SKIP_WORKTREE,
            None => Flags::empty(),
        };
        let flags = flags | Flags::from_stage(stage);
        state.dangerously_push_entry(Stat::default(), id, flags, mode, path);
    }
    state.sort_entries();
    Ok(Index::Spelled(Box::new(state)))
}

/// A file that is staged: no link, no submodule, not in conflict.
pub(crate) struct StagedFile {
    /// The path as git has it.
    pub(crate) raw: BString,
    pub(crate) mode: Mode,
    pub(crate) id: ObjectId,
}

/// The file that the index has at a path.
pub(crate) fn staged_file(
    git: &Git,
    repo: &gix::Repository,
    path: &str,
) -> Result<Option<StagedFile>, CompareError> {
    let index = index(git, repo)?;
    let entry = listing::find(&index, path).filter(|(_, entry)| {
        let is_file = EntryKind::of(entry.mode).is_same_type(EntryKind::File);
        is_file && entry.stage_raw() == 0
    });
    Ok(entry.map(|(raw, entry)| StagedFile {
        raw: raw.to_owned(),
        mode: entry.mode,
        id: entry.id,
    }))
}

/// A line of `git ls-files --stage`: mode, id and stage, a tab, the path.
fn listed_entry(line: &[u8]) -> Option<(Mode, ObjectId, Stage, &BStr)> {
    let (fields, path) = line.split_once_str(b"\t")?;
    let mut fields = fields.to_str().ok()?.split(' ');
    let mode = u32::from_str_radix(fields.next()?, 8).ok()?;
    let id = ObjectId::from_hex(fields.next()?.as_bytes().as_bstr()).ok()?;
    let stage = match fields.next()? {
        "1" => Stage::Base,
        "2" => Stage::Ours,
        "3" => Stage::Theirs,
        _ => Stage::Unconflicted,
    };
    Some((Mode::from_bits(mode)?, id, stage, path.as_bstr()))
}

/// What differs between a tree and the index.
pub(super) fn differences(
    repo: &gix::Repository,
    index: &State,
    tree: Option<ObjectId>,
) -> gix::Result<Vec<Difference>> {
    let forever = Stop::after(Duration::MAX);
    let (found, _) = index_diff::differences(repo, index, tree, &Scope::everything(), &forever)?;
    Ok(found)
}

/// The trees of what is being merged; none where no merge is going on.
pub(super) fn merged_trees(git: &Git, repo: &gix::Repository) -> gix::Result<Vec<ObjectId>> {
    let heads = std::fs::read_to_string(repo.git_dir().join("MERGE_HEAD"));
    let heads: Vec<String> = match heads {
        Ok(text) => text.lines().map(|line| line.trim().to_owned()).collect(),
        Err(_) => git.merging.clone(),
    };
    heads
        .iter()
        .filter_map(|id| ObjectId::from_hex(BStr::new(id)).ok())
        .map(|id| Ok(repo.find_commit(id)?.tree_id()?.detach()))
        .collect()
}
