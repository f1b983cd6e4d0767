//! The history of `HEAD`, commit by commit, with what each changed.

mod moves;
mod raw;

use std::io::{BufReader, Read as _};
use std::ops::ControlFlow;
use std::process::Stdio;

use gix::ObjectId;
use gix::bstr::BString;

use crate::command::{self, GitFailed};
use crate::repository::Git;
use crate::snapshot::{FileChangeKind, ReadError};
use crate::{CompareError, NoChanges, Repository, lines};

pub use moves::Move;

/// The caller hears of the walk each time that so many commits have been looked at.
const REPORT_EVERY: usize = 1_000;

/// A commit of the past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastCommit {
    /// The whole id.
    pub id: String,
    /// The day on which it was committed, `YYYY-MM-DD`, where the committer was.
    pub day: String,
    /// The first line of its message.
    pub subject: String,
    /// What it changed against its parent; a file that it renamed was removed and added, and
    /// [`Repository::moves`] tells the two to be one. Empty for a merge: what it brings was committed
    /// elsewhere.
    pub changes: Vec<PastChange>,
}

/// A file that a commit of the past changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastChange {
    /// The path after the change, of a removed file before; from the root with `/`, in NFC.
    pub path: String,
    /// What happened; nothing is renamed here.
    pub kind: FileChangeKind,
    /// The content before, of a file or a link.
    pub before: Option<Blob>,
    /// The content after, of a file or a link.
    pub after: Option<Blob>,
}

/// A content in the object database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blob(ObjectId);

/// How far a walk through the past came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walked {
    /// How many commits were looked at.
    pub commits: usize,
    /// Whether the history that is here was cut off (a shallow clone), so that there is more of it
    /// elsewhere.
    pub shallow: bool,
    /// Why git ended before the end of the history. What was seen until then is right.
    pub incomplete: Option<String>,
}

/// Why the past cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PastError {
    /// There is no repository, or it must not be used.
    #[error(transparent)]
    NoRepository(#[from] NoChanges),
    /// Git cannot be run.
    #[error(transparent)]
    Git(#[from] GitFailed),
}

impl Repository {
    /// Walks from `HEAD` through the whole history, no commit before those that came after it, until `each`
    /// breaks off. `progress` hears now and then how many commits were looked at.
    ///
    /// In a submodule that stands for its superproject's records the superproject's history comes first,
    /// then the submodule's. A branch without a commit has no history, and that is no error.
    ///
    /// Git does the walking: it takes seconds per ten thousand commits. Nothing that the repository names is
    /// run.
    ///
    /// # Errors
    ///
    /// Where there is no repository, or git cannot be run.
    pub fn past(
        &self,
        each: &mut dyn FnMut(PastCommit) -> ControlFlow<()>,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Walked, PastError> {
        let own = self.git().map_err(Clone::clone)?;
        let mut walked = Walked::default();
        for git in self.superproject().into_iter().chain([own]) {
            let repo = git.repo.to_thread_local();
            walked.shallow |= repo.is_shallow().unwrap_or(false);
            if walk(git, each, progress, &mut walked)?.is_break() {
                break;
            }
        }
        Ok(walked)
    }

    /// The contents that [`Repository::past`] names.
    ///
    /// # Errors
    ///
    /// Where there is no repository.
    pub fn blobs(&self) -> Result<Blobs, NoChanges> {
        let own = self.git().map_err(Clone::clone)?;
        let repos = [Some(own), self.superproject()];
        Ok(Blobs {
            repos: repos
                .into_iter()
                .flatten()
                .map(|git| git.repo.to_thread_local())
                .collect(),
        })
    }
}

const LOG: &[&str] = &[
    "log",
    "--topo-order",
    "--raw",
    "-z",
    "--no-abbrev",
    // To tell renames of all commits takes ten times as long as everything else.
    "--no-renames",
    // No file that the configuration names says in which order.
    "-O/dev/null",
    "--no-diff-merges",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-decorate",
    "--no-notes",
    "--no-relative",
    "--no-show-signature",
    "--encoding=UTF-8",
    raw::FORMAT,
    "HEAD",
    "--",
];

fn walk(
    git: &Git,
    each: &mut dyn FnMut(PastCommit) -> ControlFlow<()>,
    progress: &mut dyn FnMut(usize),
    walked: &mut Walked,
) -> Result<ControlFlow<()>, PastError> {
    if command::line(git, &["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]).is_err() {
        return Ok(ControlFlow::Continue(()));
    }
    let mut child = command::git(git)
        .args(["-c", "log.showRoot=true"])
        .args(LOG)
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| GitFailed::not_run("log", &error))?;
    let said = child.stderr.take();
    let said = std::thread::spawn(move || {
        let mut text = Vec::new();
        // What cannot be read of it is no reason to fail; that it cannot be listened to is none either.
        let _ = said.map(|mut said| said.read_to_end(&mut text));
        text
    });
    let mut flow = ControlFlow::Continue(());
    let mut failed = None;
    if let Some(stdout) = child.stdout.take() {
        for commit in raw::Commits::new(BufReader::new(stdout), &git.prefix) {
            match commit {
                Ok(commit) => {
                    walked.commits += 1;
                    if walked.commits.is_multiple_of(REPORT_EVERY) {
                        progress(walked.commits);
                    }
                    flow = each(commit);
                }
                Err(error) => failed = Some(error),
            }
            if flow.is_break() || failed.is_some() {
                break;
            }
        }
    }
    if flow.is_break() || failed.is_some() {
        // It may have ended by itself in this moment; either way it is waited for.
        let _ = child.kill();
    }
    let ended = child
        .wait()
        .map_err(|error| GitFailed::not_run("log", &error))?;
    let said = said.join().unwrap_or_default();
    if flow.is_continue() && failed.is_none() && !ended.success() {
        failed = Some(GitFailed::refused("log", &said).to_string());
    }
    if let Some(reason) = failed {
        walked.incomplete.get_or_insert(reason);
    }
    Ok(flow)
}

/// The contents of a repository, of its superproject too where that has the records.
pub struct Blobs {
    repos: Vec<gix::Repository>,
}

impl std::fmt::Debug for Blobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Blobs").finish_non_exhaustive()
    }
}

/// Two contents, compared line by line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LinesChanged {
    /// How many lines both together have.
    pub lines: usize,
    /// How many of them only one has, wherever they stand and whatever blanks are around them.
    pub changed: usize,
}

impl Blobs {
    /// Compares two contents, where none stands for an empty one. None where one of them is no text, or
    /// larger than 1 MiB.
    ///
    /// # Errors
    ///
    /// Where a content cannot be read; it may be missing in a partial clone.
    pub fn compare(
        &self,
        before: Option<Blob>,
        after: Option<Blob>,
    ) -> Result<Option<LinesChanged>, ReadError> {
        let (Some(before), Some(after)) = (self.lines(before)?, self.lines(after)?) else {
            return Ok(None);
        };
        Ok(Some(LinesChanged {
            lines: before.values().chain(after.values()).sum(),
            changed: lines::apart(&before, &after),
        }))
    }

    fn lines(&self, blob: Option<Blob>) -> Result<Option<lines::Lines>, ReadError> {
        let Some(Blob(id)) = blob else {
            return Ok(Some(lines::Lines::new()));
        };
        let here = self.repos.iter().find(|repo| repo.has_object(id));
        match here.or(self.repos.first()) {
            Some(repo) => {
                lines::of_blob(repo, id).map_err(|error| ReadError::new(&id.to_string(), &error))
            }
            None => Ok(None),
        }
    }
}

impl Repository {
    /// The files that `HEAD` has, with their contents, in order.
    ///
    /// # Errors
    ///
    /// Where there is no repository, or a tree cannot be read.
    pub fn head_files(&self) -> Result<Vec<(String, Blob)>, CompareError> {
        let own = self.git().map_err(Clone::clone)?;
        let mut files = Vec::new();
        for git in self.superproject().into_iter().chain([own]) {
            for (path, id) in crate::snapshot::head_files(git)? {
                files.push((format!("{}{path}", git.prefix), Blob(id)));
            }
        }
        files.sort_unstable();
        Ok(files)
    }
}

/// A path as git printed it, named from the root.
fn named(prefix: &str, raw: &BString) -> String {
    format!("{prefix}{}", crate::path::text(raw.as_ref()))
}
