//! What differs between the hosts that a plugin folder is made for.

use std::env::consts::EXE_SUFFIX;

use decision_policy::hosts::subscriptions::Launch;
use serde_json::{Map, Value, json};

use crate::host::Host;

impl Host {
    /// Where the host looks first for a plugin's manifest.
    pub(super) fn manifest_path(self) -> &'static str {
        match self {
            Self::Claude | Self::Copilot => ".claude-plugin/plugin.json",
            Self::Codex => ".codex-plugin/plugin.json",
            Self::Gemini => "gemini-extension.json",
        }
    }

    /// The host's manifest, from the source's.
    pub(super) fn manifest(self, source: &Value) -> Value {
        match self {
            Self::Claude | Self::Codex | Self::Copilot => source.clone(),
            Self::Gemini => json!({
                "name": source["name"],
                "version": source["version"],
                "description": source["description"],
            }),
        }
    }

    /// Whether plugins are installed from a marketplace; an extension is installed from its own folder.
    pub(super) fn has_marketplaces(self) -> bool {
        self != Self::Gemini
    }

    /// The programs that the plugin brings: the hook, and what the model can run by itself where
    /// the host puts a plugin's `bin/` on the path of its shell tool.
    pub(super) fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Claude => &["decision-hook", "decision"],
            Self::Codex | Self::Gemini | Self::Copilot => &["decision-hook"],
        }
    }

    /// The host's hooks.json, with the description of the source's.
    pub(super) fn hooks(self, source: &Value) -> Value {
        let client = self.client();
        let launch = self.launch();
        let events: Map<String, Value> = client
            .subscriptions()
            .iter()
            .map(|one| (one.event.to_owned(), json!([client.entry(one, &launch)])))
            .collect();
        match self {
            Self::Claude | Self::Codex => {
                json!({ "description": source["description"], "hooks": events })
            }
            Self::Gemini => json!({ "hooks": events }),
            Self::Copilot => json!({ "version": 1, "hooks": events }),
        }
    }

    /// How the host starts the program that lies in the plugin.
    fn launch(self) -> Launch {
        let program = format!("bin/decision-hook{EXE_SUFFIX}");
        match self {
            // `${CLAUDE_PLUGIN_ROOT}` is filled in by the first, an environment variable in the others.
            Self::Claude | Self::Codex | Self::Copilot => {
                Launch::Program(format!("${{CLAUDE_PLUGIN_ROOT}}/{program}"))
            }
            // Here a hook that does not start blocks every prompt.
            Self::Gemini => {
                let path = format!("\"${{extensionPath}}/{program}\"");
                if cfg!(windows) {
                    Launch::PowerShell(format!("if (Test-Path {path}) {{ & {path} }}; exit 0"))
                } else {
                    Launch::Shell(format!("if [ -x {path} ]; then {path}; fi; exit 0"))
                }
            }
        }
    }

    /// The text of a skill as the host needs it.
    pub(super) fn skill_text(self, source: &str) -> String {
        match self {
            Self::Claude => source.to_owned(),
            // These hand a skill over as it is, with the words in the prompt alone.
            Self::Codex | Self::Gemini | Self::Copilot => source.replace(
                "$ARGUMENTS",
                "those that follow the skill's name in the prompt",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handler(host: Host, event: &str) -> Value {
        let hooks = host.hooks(&json!({"description": "d"}));
        let entry = &hooks["hooks"][event][0];
        entry
            .get("hooks")
            .map_or(entry, |handlers| &handlers[0])
            .clone()
    }

    #[test]
    fn claude_starts_the_program_without_a_shell() {
        let handler = handler(Host::Claude, "UserPromptExpansion");
        let command = format!("${{CLAUDE_PLUGIN_ROOT}}/bin/decision-hook{EXE_SUFFIX}");
        assert_eq!(handler["command"], command);
        assert_eq!(handler["args"], json!([]));
    }

    #[test]
    fn codex_gets_its_own_events_in_shell_form() {
        let handler = handler(Host::Codex, "PreToolUse");
        let command = format!("\"${{CLAUDE_PLUGIN_ROOT}}/bin/decision-hook{EXE_SUFFIX}\"");
        assert_eq!(handler["command"], command);
        assert_eq!(handler.get("args"), None);
        let hooks = Host::Codex.hooks(&json!({}));
        assert_eq!(hooks["hooks"].get("UserPromptExpansion"), None);
    }

    #[cfg(unix)]
    #[test]
    fn the_line_for_gemini_succeeds_whatever_happens() {
        let temp = tempfile::tempdir().unwrap();
        let folder = temp.path().join("a \u{fc} b");
        std::fs::create_dir_all(folder.join("bin")).unwrap();
        let program = folder.join("bin/decision-hook");
        let line = handler(Host::Gemini, "BeforeAgent")["command"]
            .as_str()
            .unwrap()
            .replace("${extensionPath}", folder.to_str().unwrap());
        let succeeds = || {
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &line]).output().unwrap().status.success()
        };
        assert!(succeeds(), "missing");
        std::fs::write(&program, "#!/bin/sh\nexit 3\n").unwrap();
        assert!(succeeds(), "not to be run");
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert!(succeeds(), "failing");
    }
}
