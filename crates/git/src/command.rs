//! Git itself, so that it runs nothing that a repository names.

use std::io::{ErrorKind, Write as _};
use std::process::{Command, Stdio};

use gix::bstr::{BStr, BString, ByteSlice};

use crate::repository::Git;

/// Git's rules for what a repository may make it run, all of it turned off.
const NOTHING_IS_RUN: &[&str] = &[
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    // Signatures are verified by a program that the configuration names.
    "log.showSignature=false",
];

/// Why git gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GitFailed {
    /// There is no program of that name.
    #[error("git is not installed")]
    NotInstalled,
    /// It cannot be started, or not be talked to.
    #[error("git {command} cannot be run: {reason}")]
    NotRun {
        /// The subcommand.
        command: String,
        /// Why.
        reason: String,
    },
    /// It says no.
    #[error("git {command}: {reason}")]
    Refused {
        /// The subcommand.
        command: String,
        /// The first line of what it printed.
        reason: String,
    },
}

impl GitFailed {
    pub(crate) fn not_run(command: &str, error: &std::io::Error) -> GitFailed {
        match error.kind() {
            ErrorKind::NotFound => GitFailed::NotInstalled,
            _ => GitFailed::NotRun {
                command: command.to_owned(),
                reason: error.to_string(),
            },
        }
    }

    /// `said` is what it printed to standard error.
    pub(crate) fn refused(command: &str, said: &[u8]) -> GitFailed {
        let said = String::from_utf8_lossy(said);
        let said = said.lines().find(|line| !line.trim().is_empty());
        let reason = said.unwrap_or("it failed without a word").trim();
        GitFailed::Refused {
            command: command.to_owned(),
            reason: reason
                .trim_start_matches("fatal: ")
                .trim_start_matches("error: ")
                .to_owned(),
        }
    }
}

/// A git command that looks at the repository that was opened, whatever the environment names, and at the
/// index that it was opened with. Filter programs are not turned off: that is for commands that read the
/// work tree.
pub(crate) fn git(git: &Git) -> Command {
    let repo = git.repo.to_thread_local();
    let mut command = Command::new("git");
    command
        .current_dir(&git.work_tree)
        .env("GIT_DIR", repo.git_dir())
        .env("GIT_WORK_TREE", &git.work_tree)
        .env("GIT_INDEX_FILE", repo.index_path())
        .env_remove("GIT_PREFIX")
        // What is missing in a partial clone is not fetched; older versions know the second variable alone,
        // and no `protocol.<name>.allow` of the repository counts beside it.
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "")
        .args(["--no-pager", "--no-optional-locks", "--literal-pathspecs"]);
    for setting in NOTHING_IS_RUN {
        command.args(["-c", setting]);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// The same with every filter program turned off, for commands that read the work tree; so does one that
/// writes the index, where an entry is as young as the index. A filter whose name does not let it be
/// turned off is an error.
///
/// Git itself is asked for the names too: it may see more of its configuration than is seen here (a file
/// that is included on one branch alone, where the branch cannot be told here).
pub(crate) fn git_without_filters(git: &Git) -> Result<Command, BString> {
    // Git takes the first `=` of `-c filter.<name>.clean=` for the end of the key.
    let can_be_turned_off = |name: &BStr| {
        name.to_str()
            .is_ok_and(|name| !name.contains(['=', '\n', '\0']))
    };
    let mut names: Vec<BString> = git.drivers.names().map(BStr::to_owned).collect();
    names.extend(filters_of_git(git));
    names.sort_unstable();
    names.dedup();
    if let Some(at) = names
        .iter()
        .position(|name| !can_be_turned_off(name.as_ref()))
    {
        return Err(names.swap_remove(at));
    }
    let mut command = self::git(git);
    for name in names {
        for value in ["clean=", "process=", "required=false"] {
            command.args(["-c", &format!("filter.{name}.{value}")]);
        }
    }
    Ok(command)
}

/// The names of the filter programs that git sees. None where it sees none (an error to git), and where it
/// cannot be run, as it cannot for what comes then.
fn filters_of_git(git: &Git) -> Vec<BString> {
    let keys = r"^filter\..*\.(clean|smudge|process)$";
    let arguments = ["config", "--null", "--name-only", "--get-regexp", keys];
    let listed = output(git, &arguments, b"").unwrap_or_default();
    let keys = listed.split(|byte| *byte == 0);
    keys.filter_map(|key| {
        let name = key.strip_prefix(b"filter.")?;
        Some(name[..name.rfind_byte(b'.')?].into())
    })
    .collect()
}

/// What `git <arguments>` prints.
pub(crate) fn output(git: &Git, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, GitFailed> {
    run(self::git(git), arguments, input)
}

/// What `git <arguments>` prints with every filter program turned off.
pub(crate) fn output_without_filters(
    git: &Git,
    arguments: &[&str],
    input: &[u8],
) -> Result<Vec<u8>, GitFailed> {
    match git_without_filters(git) {
        Ok(command) => run(command, arguments, input),
        Err(filter) => Err(GitFailed::NotRun {
            command: arguments.first().copied().unwrap_or_default().to_owned(),
            reason: format!("it would run the filter `{filter}`"),
        }),
    }
}

fn run(mut command: Command, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, GitFailed> {
    let name = arguments.first().copied().unwrap_or_default();
    let not_run = |error: std::io::Error| GitFailed::not_run(name, &error);
    let mut child = command
        .args(arguments)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(not_run)?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|threads| {
        threads.spawn(move || {
            // Git may have heard enough before the end; what it says of that counts.
            let _ = stdin.map(|mut stdin| stdin.write_all(input));
        });
        child.wait_with_output()
    })
    .map_err(not_run)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(GitFailed::refused(name, &output.stderr))
}

/// The first line of what `git <arguments>` prints, which is UTF-8.
pub(crate) fn line(git: &Git, arguments: &[&str]) -> Result<String, GitFailed> {
    let output = output(git, arguments, b"")?;
    let text = String::from_utf8_lossy(&output);
    Ok(text.lines().next().unwrap_or_default().trim().to_owned())
}
