//! Commits by what their messages say.

use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::object::tree::diff::ChangeDetached as Change;
use gix::revision::walk::Sorting;
use gix::traverse::commit::simple::CommitTimeOrder;

use crate::lines::{self, Lines};
use crate::repository::Git;
use crate::tracked::NotKnown;
use crate::{Repository, path};

/// How many commits are looked at where nothing else is said, newest first.
pub const DEFAULT_COMMITS: usize = 20_000;

/// The caller hears of the walk each time that so many commits have been looked at.
const REPORT_EVERY: usize = 1_000;

/// Trees that many commits have in common are kept; in bytes.
const OBJECT_CACHE: usize = 32 * 1024 * 1024;

/// A commit whose message says what was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The abbreviated hash.
    pub id: String,
    /// The whole message.
    pub message: String,
    /// The files that it added, changed or removed against its first parent. Empty where there are more
    /// than the caller asked for.
    pub files: Vec<ChangedFile>,
}

/// A file that a commit changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    /// The file, from the root with `/`, in NFC.
    pub path: String,
    /// How many lines the file has before and not after, or after and not before, wherever they stand; 0
    /// for what is no text or very large.
    pub lines: usize,
}

/// What a walk through the history found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Messages {
    /// The commits, newest first.
    pub commits: Vec<Said>,
    /// How many were looked at.
    pub seen: usize,
    /// Whether there were more than could be looked at.
    pub cut: bool,
}

/// How far a walk goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most commits that are looked at.
    pub commits: usize,
    /// A commit that changes more files than this is one about everything: its files are left out.
    pub files: usize,
}

impl Repository {
    /// Walks from `HEAD` through the history, newest first, and returns the commits whose messages are
    /// `wanted`. `progress` hears now and then how many were looked at.
    ///
    /// # Errors
    ///
    /// Where there is no repository or an object cannot be read. A branch without a commit has no
    /// history, and that is no error.
    pub fn messages(
        &self,
        limits: Limits,
        wanted: impl Fn(&str) -> bool,
        mut progress: impl FnMut(usize),
    ) -> Result<Messages, NotKnown> {
        let git = self.git().map_err(Clone::clone)?;
        walk(git, limits, &wanted, &mut progress).map_err(|error| NotKnown::unreadable(&error))
    }
}

fn walk(
    git: &Git,
    limits: Limits,
    wanted: &dyn Fn(&str) -> bool,
    progress: &mut dyn FnMut(usize),
) -> gix::Result<Messages> {
    let mut repo = git.repo.to_thread_local();
    repo.object_cache_size_if_unset(OBJECT_CACHE);
    let mut messages = Messages::default();
    let head = repo.head()?;
    let Some(tip) = head.id() else {
        return Ok(messages);
    };
    let history = repo
        .rev_walk([tip])
        .sorting(Sorting::ByCommitTime(CommitTimeOrder::NewestFirst))
        .all()?;
    for info in history {
        let info = info?;
        if messages.seen == limits.commits {
            messages.cut = true;
            break;
        }
        messages.seen += 1;
        if messages.seen % REPORT_EVERY == 0 {
            progress(messages.seen);
        }
        let commit = info.object()?;
        let message = commit.message_raw_sloppy().to_str_lossy();
        if !wanted(&message) {
            continue;
        }
        let message = message.into_owned();
        messages.commits.push(Said {
            id: info.id.to_hex_with_len(9).to_string(),
            message,
            files: changed(git, &repo, &commit, limits.files)?,
        });
    }
    Ok(messages)
}

/// What a commit changed against its first parent; nothing where that is more than `most` files.
fn changed(
    git: &Git,
    repo: &gix::Repository,
    commit: &gix::Commit<'_>,
    most: usize,
) -> gix::Result<Vec<ChangedFile>> {
    let parent = match commit.parent_ids().next() {
        // Where history was cut off (a shallow clone) there is no telling.
        Some(parent) => match parent.try_object()? {
            Some(parent) => Some(parent.try_into_commit()?.tree()?),
            None => return Ok(Vec::new()),
        },
        None => None,
    };
    let options = gix::diff::Options::default();
    let changes = repo.diff_tree_to_tree(parent.as_ref(), Some(&commit.tree()?), Some(options))?;
    let mut files = Vec::new();
    for change in &changes {
        if !change.entry_mode().is_blob_or_symlink() {
            continue;
        }
        if files.len() == most {
            return Ok(Vec::new());
        }
        let (before, after) = match change {
            Change::Addition { id, .. } => (None, Some(*id)),
            Change::Deletion { id, .. } => (Some(*id), None),
            Change::Modification {
                previous_id, id, ..
            } => (Some(*previous_id), Some(*id)),
            Change::Rewrite { source_id, id, .. } => (Some(*source_id), Some(*id)),
        };
        files.push(ChangedFile {
            path: format!("{}{}", git.prefix, path::text(change.location())),
            lines: lines::apart(&lines_of(repo, before)?, &lines_of(repo, after)?),
        });
    }
    Ok(files)
}

/// The lines of a blob; none where it is no text.
fn lines_of(repo: &gix::Repository, blob: Option<ObjectId>) -> gix::Result<Lines> {
    Ok(match blob {
        Some(blob) => lines::of_blob(repo, blob)?.unwrap_or_default(),
        None => Lines::new(),
    })
}
