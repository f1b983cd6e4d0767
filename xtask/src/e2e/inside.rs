//! What happens within the namespaces: mounts, the loopback device, the mock, then the program.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use super::mock;
use super::sandbox::{Job, MOCK_ADDRESS, NOBODY, ROOT, User, WORK};

/// Arguments of the hidden task.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run's folder.
    root: PathBuf,
    /// The step below it.
    step: String,
}

/// Runs the job of a step; what came of it lies in the step's folder afterwards.
///
/// # Errors
///
/// Fails where the sandbox or the mock cannot be set up, or the program not be started.
pub(crate) fn run(args: &Args) -> Result<()> {
    let job = fs::read(args.root.join("steps").join(&args.step).join("job.json"))?;
    let job: Job = serde_json::from_slice(&job)?;
    lay_out(&args.root, &job)?;
    command("ip", ["link", "set", "lo", "up"])?;

    let step = Path::new(ROOT).join("steps").join(&args.step);
    let listener = TcpListener::bind(MOCK_ADDRESS).context("opening the mock's port")?;
    mock::serve(
        listener,
        job.wire,
        job.script.clone(),
        &step.join("requests.jsonl"),
    )?;
    let child = unprivileged(job.user)
        .args(&job.command)
        .env_clear()
        .envs(job.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(WORK)
        .stdin(Stdio::null())
        .stdout(File::create(step.join("stdout"))?)
        .stderr(File::create(step.join("stderr"))?)
        .spawn()
        .with_context(|| format!("starting {:?}", job.command))?;
    let ended = wait(child, Duration::from_secs(job.seconds))?;
    fs::write(step.join("ended"), ended)?;
    // The end of this process, the first of its pid namespace, is the end of all in it.
    Ok(())
}

/// Shows the run's folder at its one place and hides the machine's own folders.
fn lay_out(root: &Path, job: &Job) -> Result<()> {
    mount([Path::new("--bind"), root, Path::new(ROOT)])?;
    for (there, here) in &job.shown {
        if there.is_dir() {
            fs::create_dir_all(here)?;
        } else if !here.exists() {
            File::create(here)?;
        }
        mount([Path::new("--bind"), there, here])?;
        // A bind mount takes the flag only once it is there.
        mount([Path::new("-o"), Path::new("remount,bind,ro"), here])?;
    }
    for folder in job.hidden.iter().filter(|folder| folder.is_dir()) {
        mount(
            ["-t", "tmpfs", "-o", "mode=1777", "tmpfs"]
                .map(Path::new)
                .into_iter()
                .chain([folder.as_path()]),
        )?;
    }
    Ok(())
}

fn mount<'a>(arguments: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    command("mount", arguments)
}

fn command(
    program: &str,
    arguments: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>,
) -> Result<()> {
    let mut command = Command::new(program);
    command.args(arguments);
    let status = command
        .status()
        .with_context(|| format!("starting {program}"))?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}

/// The start of a command that gives all privileges up before it runs the rest.
fn unprivileged(user: User) -> Command {
    match user {
        User::Switched => {
            let mut command = Command::new("setpriv");
            command.args(["--reuid", NOBODY, "--regid", NOBODY]);
            command.args(["--clear-groups", "--no-new-privs"]);
            command
        }
        User::Mapped => {
            let mut command = Command::new("unshare");
            command.arg("--user");
            command.arg(format!("--map-user={NOBODY}"));
            command.arg(format!("--map-group={NOBODY}"));
            command
        }
    }
}

/// Waits for the program, and kills it at the end of `patience`; returns how it ended.
fn wait(mut child: Child, patience: Duration) -> Result<String> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status
                .code()
                .map_or_else(|| status.to_string(), |code| code.to_string()));
        }
        if started.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(format!("killed after {} s", patience.as_secs()));
        }
        thread::sleep(Duration::from_millis(20));
    }
}
