//! Where the clients keep their configuration.

use std::path::{Path, PathBuf};

use anyhow::Context;
use decision_policy::hosts::subscriptions::Client;

/// The folders that the environment names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Homes {
    /// The user's home.
    pub(crate) user: Option<PathBuf>,
    /// `CLAUDE_CONFIG_DIR`, in place of `~/.claude`.
    pub(crate) claude: Option<PathBuf>,
    /// `CODEX_HOME`, in place of `~/.codex`.
    pub(crate) codex: Option<PathBuf>,
    /// `GEMINI_CLI_HOME`, in place of the home.
    pub(crate) gemini: Option<PathBuf>,
    /// `COPILOT_HOME`, in place of `~/.copilot`.
    pub(crate) copilot: Option<PathBuf>,
}

impl Homes {
    /// The user's file for a client.
    ///
    /// # Errors
    ///
    /// Where the environment names no home.
    pub(crate) fn file(&self, client: Client) -> anyhow::Result<PathBuf> {
        let (own, folder, file) = match client {
            Client::ClaudeCode => (self.claude.clone(), ".claude", "settings.json"),
            Client::Codex => (self.codex.clone(), ".codex", "hooks.json"),
            Client::Gemini => {
                let home = self.gemini.as_ref().map(|home| home.join(".gemini"));
                (home, ".gemini", "settings.json")
            }
            Client::Copilot => (self.copilot.clone(), ".copilot", "hooks/decision.json"),
            Client::Cursor => (None, ".cursor", "hooks.json"),
        };
        let folder = own
            .or_else(|| self.user.as_ref().map(|home| home.join(folder)))
            .context("there is no home folder: HOME is not set")?;
        Ok(folder.join(file))
    }
}

/// A project's file for a client, from its root.
pub(crate) fn in_project(root: &Path, client: Client) -> PathBuf {
    root.join(match client {
        Client::ClaudeCode => ".claude/settings.json",
        Client::Codex => ".codex/hooks.json",
        Client::Gemini => ".gemini/settings.json",
        Client::Copilot => ".github/hooks/decision.json",
        Client::Cursor => ".cursor/hooks.json",
    })
}
