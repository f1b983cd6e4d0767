//! What the other side of a hook can call: a text that names a command which is not there is false.

use crate::hosts::Host;

/// What can be called where an event happens, as the program around knows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Means {
    /// `decision` as a shell finds it: by name, else by its path, in quotes where it needs them. None where
    /// the program is not there.
    pub command: Option<String>,
    /// Whether the skills `query` and `record` are there: they come with the plugin alone.
    pub skills: bool,
}

impl Means {
    /// A skill by the name that the host has for it; none where there are no skills.
    pub(crate) fn skill(&self, host: Host, name: &str) -> Option<String> {
        if !self.skills {
            return None;
        }
        match host {
            Host::ClaudeCode => Some(format!("/decision:{name}")),
            Host::Codex => Some(format!("$decision:{name}")),
            // These know a plugin's skill by its own name, and have no command for it.
            Host::Gemini | Host::Copilot => Some(format!("the skill `{name}`")),
            Host::Cursor => None,
        }
    }
}
