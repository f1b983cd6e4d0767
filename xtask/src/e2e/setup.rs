//! How the tool under test gets into a client's home: the way a user would put it there.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use decision_policy::hosts::subscriptions::{Client, Launch};
use serde_json::{Value, json};

use super::host::Host;
use super::sandbox::ROOT;
use crate::dist;

/// A command that a user gives once, before the first session.
pub(super) struct Step {
    /// A word for the step's folder.
    pub(super) name: &'static str,
    pub(super) command: StepCommand,
}

/// What a step runs.
pub(super) enum StepCommand {
    /// The client, with these arguments.
    Client(Vec<String>),
    /// `decision`, with these arguments.
    Decision(Vec<String>),
}

/// Puts into the run's folder `root` what `host` installs from: the programs in `bin` from
/// `programs`, the plugin's marketplace in `plugin`, and settings in `home`.
///
/// # Errors
///
/// Fails where a file cannot be made.
pub(super) fn prepare(host: Host, programs: &Path, root: &Path) -> Result<()> {
    for folder in ["bin", "home", "tmp", "client"] {
        fs::create_dir_all(root.join(folder))?;
    }
    if let Some((path, text)) = host.settings() {
        let path = root.join("home").join(path);
        let folder = path.parent().context("a file without a folder")?;
        fs::create_dir_all(folder)?;
        fs::write(path, text)?;
    }
    let plugin = root.join("plugin");
    match host {
        Host::Claude => dist::lay_out(dist::Host::Claude, programs, &plugin),
        Host::Codex => dist::lay_out(dist::Host::Codex, programs, &plugin),
        Host::Gemini => configure(Client::Gemini, &root.join("home/.gemini/settings.json")),
        Host::Copilot => configure(
            Client::Copilot,
            &root.join("home/.copilot/hooks/decision.json"),
        ),
    }?;
    for program in ["decision", "decision-hook"] {
        let from = programs.join(program);
        ensure!(
            from.is_file(),
            "{} is not there; build the programs first",
            from.display()
        );
        fs::copy(from, root.join("bin").join(program))?;
    }
    Ok(())
}

/// Adds the hooks of `client` to its configuration at `path`.
fn configure(client: Client, path: &Path) -> Result<()> {
    let mut settings: Value = match fs::read(path) {
        Ok(text) => serde_json::from_slice(&text)?,
        Err(_) => json!({"version": 1}),
    };
    let launch = Launch::Program(format!("{ROOT}/bin/decision-hook"));
    for subscription in client.subscriptions() {
        settings["hooks"][subscription.event] = json!([client.entry(subscription, &launch)]);
    }
    let folder = path.parent().context("a file without a folder")?;
    fs::create_dir_all(folder)?;
    fs::write(path, format!("{settings:#}\n"))?;
    Ok(())
}

/// The commands that install the tool, in order.
pub(super) fn steps(host: Host) -> Vec<Step> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let marketplace = format!("{ROOT}/plugin");
    let add = Step {
        name: "marketplace",
        command: StepCommand::Client(words(&["plugin", "marketplace", "add", &marketplace])),
    };
    let plugin = |verb: &str| Step {
        name: "plugin",
        command: StepCommand::Client(words(&["plugin", verb, "decision@decision"])),
    };
    match host {
        Host::Claude => vec![add, plugin("install")],
        Host::Codex => vec![add, plugin("add")],
        Host::Gemini | Host::Copilot => Vec::new(),
    }
}
