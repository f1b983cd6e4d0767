//! Git itself, where its files cannot be read here.

use std::io::{ErrorKind, Read as _};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use gix::bstr::BString;
use gix::worktree::stack::state::attributes::Source;

use super::scope::Scope;
use super::{ChangeKind, Changes, Known, porcelain};
use crate::command;
use crate::repository::Git;
use crate::stop::Stop;

/// More prefixes than this make a command line that may be too long; then git looks at everything.
const MAX_PATHS: usize = 200;

/// Asks `git status`, which must not refresh the index on disk, and stops it at the end of the
/// budget. `reason` says why git is asked.
pub(super) fn changes(git: &Git, scope: &Scope, stop: &Stop, reason: &str) -> Changes {
    let over = || {
        let budget = stop.budget().as_millis();
        Changes::unknown(format!(
            "{reason}; git status did not answer within {budget} ms"
        ))
    };
    if stop.is_now() {
        return over();
    }
    let mut command = match command(git, scope) {
        Ok(command) => command,
        Err(name) => {
            return Changes::unknown(format!(
                "{reason}; git is not run because of the filter `{name}`"
            ));
        }
    };
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Changes::unknown(format!("{reason}; git is not installed"));
        }
        Err(error) => return Changes::unknown(format!("{reason}; git cannot be run: {error}")),
    };
    let (sender, receiver) = mpsc::channel();
    if let Some(mut stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut output = Vec::new();
            let read = stdout.read_to_end(&mut output).is_ok();
            // The receiver is gone where time ran out.
            let _ = sender.send((output, read));
        });
    }
    let answer = match stop.left() {
        Some(left) => receiver
            .recv_timeout(left.max(Duration::from_millis(1)))
            .ok(),
        None => receiver.recv().ok(),
    };
    let Some((output, read)) = answer else {
        // It may have ended by itself in this moment; either way it is waited for.
        let _ = child.kill();
        let _ = child.wait();
        return over();
    };
    let succeeded = child.wait().is_ok_and(|status| status.success());
    let (mut changes, complete) = porcelain::parse(&output);
    changes.retain(|change| {
        let former = change.renamed_from.as_deref();
        std::iter::once(change.path.as_str())
            .chain(former)
            .any(|path| scope.contains(path.into()))
    });
    let mut found = Changes {
        changes,
        known: Known::Complete,
    };
    let not_known = without_filtered(git, &mut found).or_else(|| {
        let submodules = git.work_tree.join(".gitmodules").symlink_metadata().is_ok();
        submodules.then(|| format!("{reason}; submodules are not looked into"))
    });
    let changes = found.changes;
    let known = match (succeeded && read && complete, changes.is_empty()) {
        (true, _) => not_known.map_or(Known::Complete, Known::Partial),
        (false, true) => Known::Unknown(format!("{reason}; git status failed")),
        (false, false) => Known::Partial(format!("{reason}; git status failed half-way")),
    };
    Changes { changes, known }.in_order()
}

/// Drops the files of which only a filter program could tell that they changed: git was told to run
/// none. The reason says which one that is.
fn without_filtered(git: &Git, changes: &mut Changes) -> Option<String> {
    if git.drivers.is_empty() {
        return None;
    }
    let repo = git.repo.to_thread_local();
    let no_index = gix::index::State::new(repo.object_hash());
    let mut attributes = repo
        .attributes_only(&no_index, Source::WorktreeThenIdMapping)
        .ok();
    let mut reason = None;
    changes.changes.retain(|change| {
        if change.kind != ChangeKind::Unstaged {
            return true;
        }
        let driver = attributes
            .as_mut()
            .and_then(|stack| git.drivers.of_path(stack, change.path.as_str().into()).ok());
        let because = match driver {
            Some(None) => return true,
            Some(Some(driver)) => format!("only the filter `{driver}` could tell"),
            None => "its attributes cannot be read".to_owned(),
        };
        reason.get_or_insert_with(|| format!("{}: {because}, and none is run", change.path));
        false
    });
    reason
}

/// The name of a filter program that would be run is an error.
fn command(git: &Git, scope: &Scope) -> Result<Command, BString> {
    let mut command = command::git_without_filters(git)?;
    command
        .args(["status", "--porcelain=v2", "-z", "--untracked-files=all"])
        // In a submodule nothing of that would count, so it is not looked into.
        .arg("--ignore-submodules=dirty");
    let paths: Vec<String> = scope.prefixes().take(MAX_PATHS + 1).collect();
    if !scope.reaches_anywhere() && paths.len() <= MAX_PATHS && !paths.iter().any(String::is_empty)
    {
        command.arg("--").args(paths);
    }
    Ok(command)
}
