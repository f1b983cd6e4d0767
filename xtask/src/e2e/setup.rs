//! How the tool under test gets into a client's home: the way a user would put it there.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::sandbox::ROOT;
use crate::dist;
use crate::host::Host;

/// How the tool gets into a client's home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Way {
    /// The plugin for Claude Code and Codex CLI, `decision install` for the others.
    #[default]
    Usual,
    /// The other one of the two.
    Other,
}

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
    // A login shell, which one client starts for a command, sets its own PATH.
    fs::write(
        root.join("home/.profile"),
        format!("PATH={ROOT}/bin:$PATH\n"),
    )?;
    dist::lay_out(host, programs, &root.join("plugin"))?;
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

/// The commands that install the tool, in order.
pub(super) fn steps(host: Host, way: Way) -> Vec<Step> {
    let plugin = match host {
        Host::Claude | Host::Codex => way == Way::Usual,
        Host::Gemini | Host::Copilot => way == Way::Other,
    };
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    if !plugin {
        return vec![Step {
            name: "install",
            command: StepCommand::Decision(words(&["install", host.name()])),
        }];
    }
    let folder = format!("{ROOT}/plugin");
    let client = |name, arguments: &[&str]| Step {
        name,
        command: StepCommand::Client(words(arguments)),
    };
    if host == Host::Gemini {
        return vec![client(
            "extension",
            &[
                "extensions",
                "install",
                &folder,
                "--consent",
                "--skip-settings",
            ],
        )];
    }
    let verb = if host == Host::Codex {
        "add"
    } else {
        "install"
    };
    vec![
        client("marketplace", &["plugin", "marketplace", "add", &folder]),
        client("plugin", &["plugin", verb, "decision@decision"]),
    ]
}
