//! One run of a program with a network of its own, an empty environment, and a home of its own.
//!
//! The outer half starts `unshare`, which starts this task again within the namespaces
//! ([`super::inside`]); the job and what came of it pass through files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use super::mock::{Exchange, Wire};
use super::script::Reply;

/// Where a run's folder is seen within the sandbox: the same on every machine.
pub(super) const ROOT: &str = "/mnt";
/// The client's home, within the sandbox.
pub(super) const HOME: &str = "/mnt/home";
/// The repository, within the sandbox.
pub(super) const WORK: &str = "/mnt/work";
/// The client's folder, within the sandbox.
pub(super) const CLIENT: &str = "/mnt/client";
/// `node`, within the sandbox.
pub(super) const NODE: &str = "/mnt/node";
/// The address of the mock. The port is free: nothing else is in that network.
pub(super) const MOCK: &str = "http://127.0.0.1:8080";
pub(super) const MOCK_ADDRESS: &str = "127.0.0.1:8080";

/// The user and group that root gives itself up for.
pub(super) const NOBODY: &str = "65534";

/// The hidden task that runs within the namespaces.
pub(super) const INNER_TASK: &str = "e2e-inside";

/// What runs within the namespaces.
#[derive(Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) wire: Wire,
    pub(super) script: Vec<Reply>,
    /// Program and arguments.
    pub(super) command: Vec<String>,
    /// The whole environment.
    pub(super) environment: Vec<(String, String)>,
    /// After so many seconds it is killed.
    pub(super) seconds: u64,
    /// Folders and files of the machine to show, read-only: (there, within the sandbox).
    pub(super) shown: Vec<(PathBuf, PathBuf)>,
    /// Folders of the machine to hide.
    pub(super) hidden: Vec<PathBuf>,
    /// How privileges are given up.
    pub(super) user: User,
}

/// How the client gets a user that can do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum User {
    /// Started by root: another user id.
    Switched,
    /// Started by a person: a user namespace within the user namespace.
    Mapped,
}

/// What came of a job.
pub(super) struct Outcome {
    /// Every request to the mock, in order.
    pub(super) exchanges: Vec<Exchange>,
    /// The exit code, or how else it ended.
    pub(super) ended: String,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Outcome {
    /// The turns of the conversation.
    pub(super) fn turns(&self) -> impl Iterator<Item = &Exchange> {
        self.exchanges.iter().filter(|exchange| exchange.main)
    }
}

/// A machine on which a client can be kept apart.
#[derive(Clone, Copy)]
pub(super) struct Sandbox {
    user: User,
}

impl Sandbox {
    /// Tries the isolation out.
    ///
    /// # Errors
    ///
    /// The reason why this machine cannot isolate a client; a full sentence without its end.
    pub(super) fn try_out() -> Result<Self, String> {
        if !cfg!(target_os = "linux") {
            return Err("the isolation needs the namespaces of Linux".to_owned());
        }
        let root = Command::new("id")
            .arg("-u")
            .output()
            .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
        let sandbox = Self {
            user: if root { User::Switched } else { User::Mapped },
        };
        let mut trial = sandbox.unshare();
        trial
            .args(["sh", "-c"])
            .arg(format!("mount -t tmpfs tmpfs {ROOT} && ip link set lo up"));
        match trial.stdin(Stdio::null()).output() {
            Ok(output) if output.status.success() => Ok(sandbox),
            Ok(output) => Err(format!(
                "namespaces are not to be had here, by root or through user namespaces ({})",
                String::from_utf8_lossy(&output.stderr).trim()
            )),
            Err(error) => Err(format!(
                "the isolation needs unshare of util-linux ({error})"
            )),
        }
    }

    /// How the client gives privileges up here.
    pub(super) fn user(self) -> User {
        self.user
    }

    fn unshare(self) -> Command {
        let mut unshare = Command::new("unshare");
        if self.user == User::Mapped {
            unshare.args(["--user", "--map-root-user"]);
        }
        unshare.args([
            "--net",
            "--ipc",
            "--mount",
            "--pid",
            "--fork",
            "--mount-proc",
            "--kill-child",
        ]);
        unshare
    }

    /// Runs `job` on the folder `root`; its files go to the new folder `steps/<name>` there.
    ///
    /// # Errors
    ///
    /// Fails where the job cannot be started; how the program itself ended is in the outcome.
    pub(super) fn run(self, root: &Path, name: &str, job: &Job) -> Result<Outcome> {
        let step = root.join("steps").join(name);
        fs::create_dir_all(&step).with_context(|| format!("making {}", step.display()))?;
        fs::write(step.join("job.json"), serde_json::to_vec_pretty(job)?)?;
        if self.user == User::Switched {
            give_away(root)?;
        }
        let task = std::env::current_exe().context("the path of this program")?;
        let output = self
            .unshare()
            .arg(task)
            .arg(INNER_TASK)
            .args([root, Path::new(name)])
            .stdin(Stdio::null())
            .output()
            .context("starting unshare")?;
        ensure!(
            output.status.success(),
            "the sandbox ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
        let text = |file: &str| -> Result<String> {
            let bytes = fs::read(step.join(file)).with_context(|| format!("reading {file}"))?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        let exchanges = text("requests.jsonl")?
            .lines()
            .map(serde_json::from_str)
            .collect::<Result<_, _>>()?;
        Ok(Outcome {
            exchanges,
            ended: text("ended")?,
            stdout: text("stdout")?,
            stderr: text("stderr")?,
        })
    }
}

/// Makes everything below `root` the unprivileged user's.
fn give_away(root: &Path) -> Result<()> {
    let status = Command::new("chown")
        .args(["--recursive", "--no-dereference"])
        .arg(format!("{NOBODY}:{NOBODY}"))
        .arg(root)
        .status()
        .context("starting chown")?;
    ensure!(status.success(), "chown ended with {status}");
    Ok(())
}
