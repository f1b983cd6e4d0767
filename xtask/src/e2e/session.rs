//! One session of a client: prepared, installed, run after the script.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use super::clients::Client;
use super::repository::{self, Contents};
use super::sandbox::{CLIENT, Job, NODE, Outcome, ROOT, Sandbox};
use super::script::Reply;
use super::setup::{self, StepCommand, Way};
use crate::host::Host;

/// After so many seconds a run is over.
const SECONDS: u64 = 90;

/// What is run and in what repository.
#[derive(Default)]
pub(super) struct Session {
    /// What the repository has beside the files that it always has.
    pub(super) contents: Contents,
    /// How the tool gets into the client's home.
    pub(super) way: Way,
    /// True if the program of the hook is gone when the client starts.
    pub(super) broken: bool,
    /// The runs of the client, in order.
    pub(super) runs: Vec<Run>,
}

/// One start of the client.
pub(super) struct Run {
    pub(super) prompt: String,
    /// What the model answers, request by request; "ok" after that.
    pub(super) script: Vec<Reply>,
    /// True if it continues the session of the run before.
    pub(super) resumed: bool,
}

impl Session {
    /// A session of one run.
    pub(super) fn of(prompt: &str, script: Vec<Reply>) -> Self {
        Self::default().then(prompt, script)
    }

    /// Adds a run that continues the session.
    pub(super) fn then(mut self, prompt: &str, script: Vec<Reply>) -> Self {
        self.runs.push(Run {
            prompt: prompt.to_owned(),
            script,
            resumed: !self.runs.is_empty(),
        });
        self
    }

    /// Adds a committed file.
    pub(super) fn with(mut self, path: &str, text: impl Into<String>) -> Self {
        self.contents.files.push((path.to_owned(), text.into()));
        self
    }

    /// Adds a file on a branch that somebody else pushed, which is then the one checked out.
    pub(super) fn with_pulled(mut self, path: &str, text: impl Into<String>) -> Self {
        self.contents.pulled.push((path.to_owned(), text.into()));
        self
    }

    /// Adds or changes a file that is not committed.
    pub(super) fn with_uncommitted(mut self, path: &str, text: impl Into<String>) -> Self {
        self.contents
            .uncommitted
            .push((path.to_owned(), text.into()));
        self
    }

    /// Takes a repository that has no record.
    pub(super) fn without_records(mut self) -> Self {
        self.contents.without_records = true;
        self
    }

    /// Takes the program of the hook away after the installation.
    pub(super) fn without_program(mut self) -> Self {
        self.broken = true;
        self
    }

    /// Installs the tool in the way that is not the host's usual one.
    pub(super) fn installed_otherwise(mut self) -> Self {
        self.way = Way::Other;
        self
    }
}

/// A client in its sandbox, with the programs under test.
pub(super) struct Stage<'a> {
    pub(super) sandbox: Sandbox,
    pub(super) host: Host,
    pub(super) client: &'a Client,
    /// The folder of the built programs.
    pub(super) programs: &'a Path,
}

impl Stage<'_> {
    /// Plays `session` in the new folder `root`; returns what came of each run.
    ///
    /// A file that changes below a plugin's root is an error: a host would no longer trust the plugin.
    ///
    /// # Errors
    ///
    /// Fails where something cannot be prepared or installed; a run that goes wrong shows in its
    /// outcome.
    pub(super) fn play(&self, session: &Session, root: &Path) -> Result<Vec<Outcome>> {
        let work = root.join("work");
        repository::make(&work, &session.contents)?;
        setup::prepare(self.host, self.programs, root)?;
        for step in setup::steps(self.host, session.way) {
            let command = match step.command {
                StepCommand::Client(arguments) => self.client_command(&arguments),
                StepCommand::Decision(arguments) => {
                    let mut command = vec![format!("{ROOT}/bin/decision")];
                    command.extend(arguments);
                    command
                }
            };
            let outcome = self.run(root, step.name, command, Vec::new())?;
            if outcome.ended != "0" {
                bail!(
                    "the step {} ended with {}: {} {}",
                    step.name,
                    outcome.ended,
                    outcome.stdout.trim(),
                    outcome.stderr.trim()
                );
            }
        }
        if session.broken {
            fs::remove_file(root.join("bin/decision-hook"))?;
        }
        let installed = plugin_files(root)?;
        let outcomes = session
            .runs
            .iter()
            .enumerate()
            .map(|(index, run)| {
                let command = self.client_command(&self.host.arguments(&run.prompt, run.resumed));
                self.run(
                    root,
                    &format!("run-{}", index + 1),
                    command,
                    run.script.clone(),
                )
            })
            .collect();
        ensure!(
            plugin_files(root)? == installed,
            "the session changed files of the installed plugin"
        );
        outcomes
    }

    fn client_command(&self, arguments: &[String]) -> Vec<String> {
        let program = Path::new(CLIENT).join(&self.client.program);
        let mut command = Vec::new();
        if self.client.node.is_some() {
            command.push(NODE.to_owned());
        }
        command.push(program.display().to_string());
        command.extend_from_slice(arguments);
        command
    }

    fn run(
        &self,
        root: &Path,
        name: &str,
        command: Vec<String>,
        script: Vec<Reply>,
    ) -> Result<Outcome> {
        let mut shown = vec![(self.client.folder.clone(), PathBuf::from(CLIENT))];
        if let Some(node) = &self.client.node {
            shown.push((node.clone(), PathBuf::from(NODE)));
        }
        let mut hidden = vec![PathBuf::from("/tmp")];
        hidden.extend(std::env::home_dir());
        let job = Job {
            wire: self.host.wire(),
            script,
            command,
            environment: self.host.environment(),
            seconds: SECONDS,
            shown,
            hidden,
            user: self.sandbox.user(),
        };
        self.sandbox.run(root, name, &job)
    }
}

/// The programs' and plugins' files where the clients run them from, with their contents.
fn plugin_files(root: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for folder in [
        "bin",
        "plugin",
        "home/.codex/plugins/cache",
        "home/.gemini/extensions/decision",
    ] {
        let folder = root.join(folder);
        if folder.is_dir() {
            read_folder(&folder, &mut files)?;
        }
    }
    Ok(files)
}

fn read_folder(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            read_folder(&entry.path(), files)?;
        } else {
            files.insert(entry.path(), fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// Copies what is worth keeping of the run's folder `root` to `kept`, in place of what an earlier run left
/// there: the steps with their bodies, and the repository.
///
/// # Errors
///
/// Fails where something cannot be read or written.
pub(super) fn keep(root: &Path, kept: &Path) -> Result<()> {
    for folder in ["steps", "work"] {
        let (from, to) = (root.join(folder), kept.join(folder));
        if to.is_dir() {
            fs::remove_dir_all(&to).with_context(|| format!("clearing {}", to.display()))?;
        }
        // A run that could not begin leaves nothing.
        if from.is_dir() {
            copy_folder(&from, &to)?;
        }
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("making {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_folder(&from, &to)?;
        } else if kind.is_file() {
            fs::copy(&from, &to).with_context(|| format!("keeping {}", from.display()))?;
        }
    }
    Ok(())
}
