//! The steps in their order: what is staged, tracked files, untracked ones, submodules.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use gix::bstr::BStr;
use gix::index::State;

use super::collect::Report;
use super::content::Content;
use super::scope::Scope;
use super::staged;
use super::submodule;
use super::untracked::Walk;
use super::worktree::{Compared, Comparison};
use super::{Change, Known};
use crate::path;
use crate::repository::{Git, foreign_references};
use crate::stop::Stop;

/// So many tracked files are compared in one go.
const PART: usize = 256;
/// From so many parts on, a second thread is worth its start.
const MANY: usize = 4;

/// Looks for the changes in the scope and reports them as they are found.
pub(super) fn steps(
    git: &Git,
    scope: &Scope,
    stop: &Stop,
    reports: &Sender<Report>,
) -> gix::Result<Known> {
    let repo = git.repo.to_thread_local();
    if let Some(reason) = foreign_references(&repo) {
        return Err(cannot(reason));
    }
    let index = repo.index_or_empty()?;
    let index: &State = &index;
    if index.is_sparse() {
        return Err(cannot("the index is sparse".to_owned()));
    }
    let steps = Steps {
        git,
        index,
        scope,
        stop,
        reports,
        comparison: Comparison::new(&repo, index, &git.work_tree)?,
    };
    let mut open = Open::default();

    let (found, finished) = staged::staged(&repo, index, scope, stop)?;
    steps.report(found);
    open.note(finished, stop, "not every staged file was looked at");

    let (seen, walked) = steps.under_prefixes(&repo)?;
    for seen in seen {
        open.note_unreadable(seen.unreadable);
        open.note(!seen.stopped, stop, "not every tracked file was looked at");
    }
    open.note(
        walked,
        stop,
        "not every directory was searched for untracked files",
    );

    let (found, reason) = submodule::below(&repo, index, scope, stop)?;
    steps.report(found);
    open.note_unreadable(reason);

    if scope.reaches_anywhere() {
        steps.anywhere(&repo, &mut open)?;
    }
    Ok(open.known())
}

/// What the steps have in common, on whichever thread.
struct Steps<'a> {
    git: &'a Git,
    index: &'a State,
    scope: &'a Scope,
    stop: &'a Stop,
    reports: &'a Sender<Report>,
    comparison: Comparison<'a>,
}

impl Steps<'_> {
    fn report(&self, found: Vec<Change>) {
        // The caller stopped listening where time ran out; the next look at the clock ends this.
        let _ = self.reports.send(Report::Found(found));
    }

    /// The tracked files, and whether all directories were searched for untracked ones.
    ///
    /// Nearly all of it is waiting for the system: a second thread takes the untracked files, and then its
    /// share of the tracked ones.
    fn under_prefixes(&self, repo: &gix::Repository) -> gix::Result<([Seen; 2], bool)> {
        let parts: Vec<Range<usize>> = self
            .scope
            .prefixes()
            .flat_map(|prefix| ranges(self.index, &prefix))
            .flat_map(in_parts)
            .collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|threads| {
            let second = (parts.len() >= MANY).then(|| {
                let second = || {
                    let repo = self.git.repo.to_thread_local();
                    let walked = self.walk(&repo)?;
                    Ok((self.compare(&repo, &parts, &next)?, walked))
                };
                std::thread::Builder::new()
                    .name("untracked".to_owned())
                    .spawn_scoped(threads, second)
            });
            let first = self.compare(repo, &parts, &next)?;
            let (second, walked) = match second {
                Some(Ok(second)) => second.join().unwrap_or_else(|_| {
                    Err(cannot("looking for untracked files ended early".to_owned()))
                })?,
                // Where there is no other thread it is done on this one.
                Some(Err(_)) | None => (Seen::default(), self.walk(repo)?),
            };
            Ok(([first, second], walked))
        })
    }

    /// Compares parts of the index with the disk until none is left that no thread has taken.
    fn compare(
        &self,
        repo: &gix::Repository,
        parts: &[Range<usize>],
        next: &AtomicUsize,
    ) -> gix::Result<Seen> {
        let mut seen = Seen::default();
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let compared = self.comparison.compare(part.clone(), self.stop, |_| true);
            if !self.decide(&mut seen, repo, compared)? {
                break;
            }
        }
        Ok(seen)
    }

    fn walk(&self, repo: &gix::Repository) -> gix::Result<bool> {
        let mut walk = Walk::new(repo, self.index, &self.git.work_tree, self.stop)?;
        let (found, finished) = walk.under_prefixes(self.scope)?;
        self.report(found);
        Ok(finished)
    }

    /// What patterns without a directory match elsewhere.
    ///
    /// A whole tree is listed for the sake of a new file that a suffix or a stem may claim: in a large
    /// repository that takes longer than it is worth, so it may not use up what is left.
    fn anywhere(&self, repo: &gix::Repository, open: &mut Open) -> gix::Result<()> {
        let (scope, stop) = (self.scope, self.stop);
        let all = 0..self.index.entries().len();
        let mut seen = Seen::default();
        let compared = self.comparison.compare(all, stop, |path| {
            scope.is_matched_anywhere(path) && !scope.is_under_prefix(path)
        });
        self.decide(&mut seen, repo, compared)?;
        open.note_unreadable(seen.unreadable);
        open.note(
            !seen.stopped,
            stop,
            "not every file was matched with the patterns that have no directory",
        );
        let halfway = stop.halfway();
        let mut walk = Walk::new(repo, self.index, &self.git.work_tree, &halfway)?;
        let (found, finished) = walk.anywhere(scope)?;
        self.report(found);
        open.note(
            finished,
            &halfway,
            "not every directory was searched for untracked files by name",
        );
        Ok(())
    }

    /// Reports what was found, after a look into the files of which only the content tells; `false`
    /// where time ran out.
    fn decide(
        &self,
        seen: &mut Seen,
        repo: &gix::Repository,
        compared: Compared,
    ) -> gix::Result<bool> {
        seen.unreadable = seen.unreadable.take().or(compared.unreadable);
        self.report(compared.changes);
        let content = Content::new(self.git, repo, self.index, self.stop);
        let decided = content.compare(&compared.undecided)?;
        self.report(decided.changes);
        seen.unreadable = seen.unreadable.take().or(decided.not_known);
        seen.stopped = !compared.finished || self.stop.is_now();
        Ok(!seen.stopped)
    }
}

/// What is not known in the end; the first reason of each sort counts.
#[derive(Default)]
struct Open {
    /// Where time ran out.
    incomplete: Option<String>,
    /// What could not be looked at.
    unreadable: Option<String>,
}

impl Open {
    fn note(&mut self, finished: bool, stop: &Stop, what: &str) {
        if !finished && self.incomplete.is_none() {
            self.incomplete = Some(over(stop, what));
        }
    }

    fn note_unreadable(&mut self, reason: Option<String>) {
        self.unreadable = self.unreadable.take().or(reason);
    }

    fn known(self) -> Known {
        match self.incomplete.or(self.unreadable) {
            Some(reason) => Known::Partial(reason),
            None => Known::Complete,
        }
    }
}

/// What comparing tracked files with the disk left open.
#[derive(Default)]
struct Seen {
    /// What could not be looked at.
    unreadable: Option<String>,
    /// Whether time ran out.
    stopped: bool,
}

fn cannot(reason: String) -> gix::Error {
    gix::Error::from_error(gix::error::unsupported(reason))
}

/// A range as pieces that are done in one go.
fn in_parts(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range
        .step_by(PART)
        .map(move |start| start..end.min(start + PART))
}

/// The parts of the index at and under a prefix. A file `a` and a directory `a/` are not neighbours:
/// `a.rs` lies between them.
fn ranges(index: &State, prefix: &str) -> [Range<usize>; 2] {
    let entries = index.entries();
    let (begin, first) = if prefix.is_empty() {
        (0, 0..0)
    } else {
        let prefix = BStr::new(prefix);
        let first = entries.partition_point(|entry| entry.path(index) < prefix);
        let count = entries[first..].partition_point(|entry| entry.path(index) == prefix);
        let below = format!("{prefix}/");
        let begin = entries.partition_point(|entry| entry.path(index) < BStr::new(&below));
        (begin, first..first + count)
    };
    let count = entries[begin..]
        .partition_point(|entry| path::is_at_or_under(entry.path(index), prefix.as_bytes()));
    [first, begin..begin + count]
}

pub(super) fn over(stop: &Stop, while_doing: &str) -> String {
    format!(
        "the time budget of {} ms ran out: {while_doing}",
        stop.budget().as_millis()
    )
}
