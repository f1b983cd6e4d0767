//! The steps on a thread of their own, and how long it is waited for.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::fallback;
use super::scope::Scope;
use super::steps::{over, steps};
use super::{Change, Changes, Known};
use crate::repository::Git;
use crate::stop::Stop;

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
