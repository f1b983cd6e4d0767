//! How a client is told to start the hook.

use decision_policy::hosts::subscriptions::{Client, Launch};

use crate::install::git::quoted;

/// The line of a shell that runs a `decision-hook` of the `PATH`, unless it lies in the open project, which
/// somebody else may have written. It never fails: there are clients that take that for a refusal.
const FROM_PATH: &str = r#"hook=$(command -v decision-hook); case $hook in "$(pwd)"/* | "${CLAUDE_PROJECT_DIR:-/-}"/*) ;; /*) "$hook" ;; esac; exit 0"#;

/// For the user's own configuration: the program by its absolute path.
pub(crate) fn of_user(client: Client, program: &str, windows: bool) -> Launch {
    match (client, windows) {
        // Without a shell in between; a missing program stops nothing in this client.
        (Client::ClaudeCode, _) => Launch::Program(program.to_owned()),
        (_, false) => {
            let program = quoted(program);
            Launch::Shell(format!("if [ -x {program} ]; then {program}; fi; exit 0"))
        }
        (_, true) => {
            let program = format!("'{}'", program.replace('\'', "''"));
            Launch::PowerShell(format!(
                "if (Test-Path {program}) {{ & {program} }}; exit 0"
            ))
        }
    }
}

/// For a project's configuration, which others read too: the program by its name.
pub(crate) fn of_project(client: Client, windows: bool) -> Launch {
    match (client, windows) {
        (Client::ClaudeCode, _) | (_, false) => Launch::Shell(FROM_PATH.to_owned()),
        (_, true) => Launch::PowerShell("decision-hook; exit 0".to_owned()),
    }
}
