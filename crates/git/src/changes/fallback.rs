//! Git itself, where its files cannot be read here.

use std::io::{ErrorKind, Read as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::scope::Scope;
use super::{Changes, Known, porcelain};
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
    let mut child = match command(git, scope).spawn() {
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
    let known = match (succeeded && read && complete, changes.is_empty()) {
        (true, _) => Known::Complete,
        (false, true) => Known::Unknown(format!("{reason}; git status failed")),
        (false, false) => Known::Partial(format!("{reason}; git status failed half-way")),
    };
    Changes { changes, known }.in_order()
}

/// The command looks at the repository that was opened, whatever the environment names.
fn command(git: &Git, scope: &Scope) -> Command {
    let repo = git.repo.to_thread_local();
    let mut command = Command::new("git");
    command
        .current_dir(&git.work_tree)
        .env("GIT_DIR", repo.git_dir())
        .env("GIT_WORK_TREE", &git.work_tree)
        .env("GIT_INDEX_FILE", repo.index_path())
        .env_remove("GIT_PREFIX")
        .args([
            "--no-optional-locks",
            "-c",
            "core.fsmonitor=false",
            "--literal-pathspecs",
        ])
        .args(["status", "--porcelain=v2", "-z", "--untracked-files=all"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let paths: Vec<String> = scope.prefixes().take(MAX_PATHS + 1).collect();
    if !scope.reaches_anywhere() && paths.len() <= MAX_PATHS && !paths.iter().any(String::is_empty)
    {
        command.arg("--").args(paths);
    }
    command
}
