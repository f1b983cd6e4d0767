//! What is on disk, as git would have it.

use std::borrow::Cow;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use gix::ObjectId;
use gix::bstr::BStr;
use gix::filter::plumbing::pipeline::CrlfRoundTripCheck;
use gix::filter::plumbing::pipeline::convert::ToGitOutcome;
use gix::worktree::stack::state::attributes::Source;

use crate::drivers::Drivers;
use crate::path;

/// No record is larger.
const MAX_BYTES: u64 = 1024 * 1024;

/// What is at a path on disk.
pub(super) enum OnDisk {
    File(Vec<u8>),
    Nothing,
    /// A directory, something too large, or something that cannot be read.
    Other,
}

/// The id that git would give a file.
pub(super) enum Id {
    Is(ObjectId),
    /// Only a filter program could tell.
    Hidden,
}

/// The path behind the links in `path`, from the work tree; none where they lead out of it.
pub(super) fn without_links<'a>(work_tree: &Path, path: &'a str) -> Option<Cow<'a, str>> {
    let linked = path
        .match_indices('/')
        .map(|(end, _)| end)
        .chain([path.len()])
        .any(|end| work_tree.join(&path[..end]).is_symlink());
    if !linked {
        return Some(Cow::Borrowed(path));
    }
    let root = work_tree.canonicalize().ok()?;
    let real = work_tree.join(path).canonicalize().ok()?;
    let inside = real.strip_prefix(&root).ok()?;
    Some(Cow::Owned(path::with_slashes(inside)))
}

/// Reads a file, which is no link.
pub(super) fn read(work_tree: &Path, path: &str) -> OnDisk {
    let on_disk = path::spellings(path).map(|path| work_tree.join(path));
    for on_disk in on_disk {
        match fs::symlink_metadata(&on_disk) {
            Ok(metadata) if metadata.is_file() && metadata.len() <= MAX_BYTES => {
                return fs::read(&on_disk).map_or(OnDisk::Other, OnDisk::File);
            }
            Ok(_) => return OnDisk::Other,
            Err(error) if path::is_absence(&error) => {}
            Err(_) => return OnDisk::Other,
        }
    }
    OnDisk::Nothing
}

/// The id of `content`. Where it is none of the `known` ids as it is, it is brought into the form
/// that git would store: line endings, encodings and keywords.
pub(super) fn id_among(
    repo: &gix::Repository,
    drivers: &Drivers,
    path: &str,
    content: &[u8],
    known: &[Option<ObjectId>],
) -> gix::Result<Id> {
    let plain = hash(repo, content)?;
    if known.contains(&Some(plain)) || known.iter().all(Option::is_none) {
        return Ok(Id::Is(plain));
    }
    let mut options = gix::filter::Pipeline::options(repo)?;
    // Attributes that are only in the index belong to files that are not on disk, in a sparse
    // checkout; to look for them there is a look at every entry.
    let no_index = gix::index::State::new(repo.object_hash());
    let mut attributes = repo.attributes_only(&no_index, Source::WorktreeThenIdMapping)?;
    if drivers.of_path(&mut attributes, BStr::new(path))?.is_some() {
        return Ok(Id::Hidden);
    }
    // What would not come back the same is git's to warn of when it is staged.
    options.crlf_roundtrip_check = CrlfRoundTripCheck::Skip;
    let mut pipeline =
        gix::filter::plumbing::Pipeline::new(repo.command_context()?, repo.object_hash(), options);
    let entry = attributes.at_entry(BStr::new(path), None)?;
    let mut committed = known.iter().rev().flatten();
    let stored = pipeline.convert_to_git(
        content,
        Path::new(path),
        &mut |_, outcome| {
            entry.matching_attributes(outcome);
        },
        // Line endings that are committed as they are stay as they are.
        &mut |buffer| {
            let Some(id) = committed.next() else {
                return Ok(None);
            };
            buffer.clear();
            buffer.extend_from_slice(&repo.find_blob(*id)?.data);
            Ok(Some(()))
        },
    )?;
    let id = match stored {
        ToGitOutcome::Unchanged(_) => plain,
        ToGitOutcome::Buffer(stored) => hash(repo, stored)?,
        ToGitOutcome::Process(mut stored) => {
            let mut bytes = Vec::new();
            stored
                .read_to_end(&mut bytes)
                .map_err(gix::Error::from_error)?;
            hash(repo, &bytes)?
        }
    };
    Ok(Id::Is(id))
}

fn hash(repo: &gix::Repository, content: &[u8]) -> gix::Result<ObjectId> {
    gix::objs::compute_hash(repo.object_hash(), gix::objs::Kind::Blob, content)
}
