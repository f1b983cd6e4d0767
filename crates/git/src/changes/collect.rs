//! The steps in their order, on a thread of their own.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use gix::bstr::BStr;
use gix::index::State;

use super::content::Content;
use super::fallback;
use super::scope::Scope;
use super::staged;
use super::submodule;
use super::untracked::Walk;
use super::worktree::{Compared, Comparison};
use super::{Change, Changes, Known};
use crate::path;
use crate::repository::{Git, foreign_references};
use crate::stop::Stop;

/// So many tracked files are compared in one go.
const PART: usize = 256;
/// From so many parts on, a second thread is worth its start.
const MANY: usize = 4;

/// What the thread reports.
pub(super) enum Report {
    /// Changes that are certain, as each step brings them.
    Found(Vec<Change>),
    /// The end: how much of the truth was told.
    Done(Known),
    /// The files of git cannot be read here, for this reason.
    AskGit(String),
}

/// The changes of one repository in the scope, named from the root.
pub(crate) fn changes(git: &Git, scope: &Scope, stop: &Stop) -> Changes {
    let inner = scope.inside(&git.prefix);
    let mut changes = if inner.is_empty() {
        Changes {
            changes: Vec::new(),
            known: Known::Complete,
        }
    } else {
        watched(git, &inner, stop)
    };
    if !git.prefix.is_empty() {
        for change in &mut changes.changes {
            change.put_in_front(&git.prefix);
        }
    }
    changes
}

/// Lets a thread work and waits for it as long as the budget says, and a little longer, since it
/// looks at the clock itself and then still has to say how far it came.
fn watched(git: &Git, scope: &Scope, stop: &Stop) -> Changes {
    let (sender, reports) = mpsc::channel();
    let worker = {
        let (git, scope, stop) = (git.clone(), scope.clone(), stop.clone());
        move || {
            let last = match steps(&git, &scope, &stop, &sender) {
                Ok(known) => Report::Done(known),
                Err(error) => Report::AskGit(format!("{error:#}")),
            };
            // Nobody listens any more where time ran out.
            let _ = sender.send(last);
        }
    };
    if let Err(error) = std::thread::Builder::new()
        .name("changes".to_owned())
        .spawn(worker)
    {
        return Changes::unknown(format!("no thread to look for changes: {error}"));
    }
    let mut changes = Vec::new();
    let grace = (stop.budget() / 4).max(Duration::from_millis(2));
    let known = loop {
        let report = match stop.left() {
            Some(left) => reports.recv_timeout(left + grace),
            None => reports.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match report {
            Ok(Report::Found(found)) => changes.extend(found),
            Ok(Report::Done(known)) => break known,
            Ok(Report::AskGit(reason)) => {
                return fallback::changes(git, scope, stop, first_line(&reason));
            }
            Err(RecvTimeoutError::Timeout) => {
                stop.tell();
                break Known::Partial(over(stop, "the repository does not answer"));
            }
            Err(RecvTimeoutError::Disconnected) => {
                break Known::Partial("looking for changes ended early".to_owned());
            }
        }
    };
    let known = match known {
        Known::Partial(reason) if changes.is_empty() => Known::Unknown(reason),
        known => known,
    };
    Changes { changes, known }.in_order()
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or(text).trim()
}

fn over(stop: &Stop, while_doing: &str) -> String {
    format!(
        "the time budget of {} ms ran out: {while_doing}",
        stop.budget().as_millis()
    )
}

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
    let report = |found: Vec<Change>| {
        // The caller stopped listening where time ran out; the next look at the clock ends this.
        let _ = reports.send(Report::Found(found));
    };
    let mut incomplete = None;
    let mut note = |finished: bool, stop: &Stop, what: &str| {
        if !finished && incomplete.is_none() {
            incomplete = Some(over(stop, what));
        }
    };

    let (found, finished) = staged::staged(&repo, index, scope, stop)?;
    report(found);
    note(finished, stop, "not every staged file was looked at");

    let comparison = Comparison::new(&repo, index, &git.work_tree)?;
    let mut unreadable = None;
    let parts: Vec<Range<usize>> = scope
        .prefixes()
        .flat_map(|prefix| ranges(index, &prefix))
        .flat_map(in_parts)
        .collect();
    let next = AtomicUsize::new(0);
    let compare = |repo: &gix::Repository| -> gix::Result<Seen> {
        let mut seen = Seen::default();
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let compared = comparison.compare(part.clone(), stop, |_| true);
            if !seen.decide(compared, &Content::new(git, repo, index, stop), &report)? {
                break;
            }
        }
        Ok(seen)
    };
    let walk = |repo: &gix::Repository| -> gix::Result<bool> {
        let mut walk = Walk::new(repo, index, &git.work_tree, stop)?;
        let (found, finished) = walk.under_prefixes(scope)?;
        report(found);
        Ok(finished)
    };
    // Nearly all of it is waiting for the system: a second thread takes the untracked files, and then
    // its share of the tracked ones.
    let (seen, walked) = std::thread::scope(|threads| -> gix::Result<([Seen; 2], bool)> {
        let second = (parts.len() >= MANY).then(|| {
            let second = || {
                let repo = git.repo.to_thread_local();
                let walked = walk(&repo)?;
                Ok((compare(&repo)?, walked))
            };
            std::thread::Builder::new()
                .name("untracked".to_owned())
                .spawn_scoped(threads, second)
        });
        let first = compare(&repo)?;
        let (second, walked) = match second {
            Some(Ok(second)) => second.join().unwrap_or_else(|_| {
                Err(cannot("looking for untracked files ended early".to_owned()))
            })?,
            // Where there is no other thread it is done on this one.
            Some(Err(_)) | None => (Seen::default(), walk(&repo)?),
        };
        Ok(([first, second], walked))
    })?;
    for seen in seen {
        unreadable = unreadable.or(seen.unreadable);
        note(!seen.stopped, stop, "not every tracked file was looked at");
    }
    note(
        walked,
        stop,
        "not every directory was searched for untracked files",
    );

    let (found, reason) = submodule::below(&repo, index, scope, stop)?;
    report(found);
    unreadable = unreadable.or(reason);

    // A whole tree is listed for the sake of a new file that a suffix or a stem may claim: in a large
    // repository that takes longer than it is worth, so it may not use up what is left.
    if scope.reaches_anywhere() {
        let all = 0..index.entries().len();
        let mut seen = Seen::default();
        let compared = comparison.compare(all, stop, |path| {
            scope.is_matched_anywhere(path) && !scope.is_under_prefix(path)
        });
        seen.decide(compared, &Content::new(git, &repo, index, stop), &report)?;
        unreadable = unreadable.or(seen.unreadable);
        note(
            !seen.stopped,
            stop,
            "not every file was matched with the patterns that have no directory",
        );
        let halfway = stop.halfway();
        let mut walk = Walk::new(&repo, index, &git.work_tree, &halfway)?;
        let (found, finished) = walk.anywhere(scope)?;
        report(found);
        note(
            finished,
            &halfway,
            "not every directory was searched for untracked files by name",
        );
    }
    Ok(match (incomplete, unreadable) {
        (Some(reason), _) | (None, Some(reason)) => Known::Partial(reason),
        (None, None) => Known::Complete,
    })
}

/// What comparing tracked files with the disk left open.
#[derive(Default)]
struct Seen {
    /// What could not be looked at.
    unreadable: Option<String>,
    /// Whether time ran out.
    stopped: bool,
}

impl Seen {
    /// Reports what was found, after a look into the files of which only the content tells; `false`
    /// where time ran out.
    fn decide(
        &mut self,
        compared: Compared,
        content: &Content<'_>,
        report: &impl Fn(Vec<Change>),
    ) -> gix::Result<bool> {
        self.unreadable = self.unreadable.take().or(compared.unreadable);
        report(compared.changes);
        let decided = content.compare(&compared.undecided)?;
        report(decided.changes);
        self.unreadable = self.unreadable.take().or(decided.not_known);
        self.stopped = !compared.finished || content.stop.is_now();
        Ok(!self.stopped)
    }
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
