//! What a person should know about a client beside the plan.

use std::path::Path;

use decision_policy::hosts::subscriptions::Client;

use super::{edit, read};

/// The notes of an installation. `user_file` is the user's configuration of the client, beside which plugins
/// are noted, also where a project's is changed.
pub(crate) fn notes(client: Client, user_file: Option<&Path>, project: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let mut say = |note: &str| notes.push(note.to_owned());
    if user_file.is_some_and(|file| has_plugin(client, file)) {
        say("the plugin is installed as well, so everything is said twice: remove one of them");
    }
    match client {
        Client::ClaudeCode => say(
            "the command /decision:query comes with the plugin alone (docs/install.md); with these hooks, /decision WORDS and questions are answered",
        ),
        Client::Codex => say(
            "Codex runs new and changed hooks only after they are trusted, in /hooks; until then it passes them over without a word",
        ),
        Client::Gemini | Client::Copilot if project => {
            say("this client reads a project's hooks in a trusted folder alone");
        }
        Client::Cursor => say("written from Cursor's documentation, not tried with the program"),
        Client::Gemini | Client::Copilot => {}
    }
    if project {
        say(
            "these hooks start the decision-hook on the PATH of whoever opens the project, and nothing where there is none",
        );
    }
    notes
}

/// Whether the client has a plugin of ours, as far as its files tell; what cannot be read tells nothing.
fn has_plugin(client: Client, user_file: &Path) -> bool {
    let text = |file: &Path| read(file).ok().flatten().unwrap_or_default();
    match client {
        Client::ClaudeCode => edit::enables_plugin(&text(user_file)),
        Client::Copilot => user_file
            .parent()
            .and_then(Path::parent)
            .is_some_and(|home| edit::enables_plugin(&text(&home.join("settings.json")))),
        Client::Codex => {
            text(&user_file.with_file_name("config.toml")).contains("[plugins.\"decision@")
        }
        Client::Gemini => user_file
            .with_file_name("extensions")
            .join("decision")
            .is_dir(),
        Client::Cursor => false,
    }
}
