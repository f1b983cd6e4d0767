//! What differs between the hosts that a plugin folder is made for.

use std::env::consts::EXE_SUFFIX;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value, json};

/// How the plugin's source calls its hook: in shell form, through the launcher.
const SOURCE_COMMAND: &str = "\"${CLAUDE_PLUGIN_ROOT}/launch/hook.sh\"";

/// An agent host that a plugin folder is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    /// Claude Code.
    Claude,
    /// OpenAI Codex CLI.
    Codex,
}

impl Host {
    /// The name of the host's folder.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
        }
    }

    /// Where the host looks first for a plugin's manifest.
    pub(super) fn manifest_path(self) -> &'static str {
        match self {
            Self::Claude => ".claude-plugin/plugin.json",
            Self::Codex => ".codex-plugin/plugin.json",
        }
    }

    /// The programs that the plugin brings: the hook, and what the model can run by itself where
    /// the host puts a plugin's `bin/` on the path of its shell tool.
    pub(super) fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Claude => &["decision-hook", "decision"],
            Self::Codex => &["decision-hook"],
        }
    }

    /// True if the host fires `event` for a hook of this plugin. Codex has no expansion event and
    /// no tool that calls a skill.
    fn fires(self, event: &str) -> bool {
        match self {
            Self::Claude => true,
            Self::Codex => event == "UserPromptSubmit",
        }
    }

    /// The host's hooks.json, from the source's.
    ///
    /// # Errors
    ///
    /// Fails on a shape or a command that this function does not know, and if no hook is left.
    pub(super) fn hooks(self, source: &Value) -> Result<Value> {
        let mut hooks = source.clone();
        let events = member(&mut hooks, "hooks")?
            .as_object_mut()
            .context("`hooks` is not an object")?;
        events.retain(|event, _| self.fires(event));
        if events.is_empty() {
            bail!("no hook is left for {}", self.name());
        }
        for (event, groups) in events {
            for group in groups
                .as_array_mut()
                .with_context(|| format!("{event} is not a list"))?
            {
                let handlers = member(group, "hooks")?;
                for handler in handlers
                    .as_array_mut()
                    .with_context(|| format!("{event}: `hooks` is not a list"))?
                {
                    let handler = handler
                        .as_object_mut()
                        .with_context(|| format!("{event}: a hook is not an object"))?;
                    self.call_program(handler).with_context(|| event.clone())?;
                }
            }
        }
        Ok(hooks)
    }

    /// Makes a handler of the source start the program itself instead of the launcher.
    fn call_program(self, handler: &mut Map<String, Value>) -> Result<()> {
        let command = handler.get("command").and_then(Value::as_str);
        if command != Some(SOURCE_COMMAND) {
            bail!("the command {command:?} is not the launcher, {SOURCE_COMMAND}");
        }
        let program = format!("${{CLAUDE_PLUGIN_ROOT}}/bin/decision-hook{EXE_SUFFIX}");
        match self {
            // `args` makes the exec form: no shell is started, and no quoting is needed.
            Self::Claude => {
                handler.insert("command".to_owned(), json!(program));
                handler.insert("args".to_owned(), json!([]));
            }
            // Codex ignores `args` and starts a shell for every command.
            Self::Codex => {
                handler.insert("command".to_owned(), json!(format!("\"{program}\"")));
            }
        }
        Ok(())
    }

    /// The text of a skill as the host needs it.
    pub(super) fn skill(self, source: &str) -> String {
        match self {
            Self::Claude => source.to_owned(),
            // Codex hands a skill over as it is, with the words in the prompt alone.
            Self::Codex => source.replace(
                "$ARGUMENTS",
                "those that follow the skill's name in the prompt",
            ),
        }
    }
}

fn member<'a>(value: &'a mut Value, key: &str) -> Result<&'a mut Value> {
    value
        .get_mut(key)
        .with_context(|| format!("there is no `{key}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> Value {
        let handler = json!({"type": "command", "command": SOURCE_COMMAND, "timeout": 5});
        json!({"hooks": {
            "UserPromptSubmit": [{"hooks": [handler]}],
            "PreToolUse": [{"matcher": "Skill", "hooks": [handler]}],
        }})
    }

    #[test]
    fn claude_starts_the_program_without_a_shell() {
        let hooks = Host::Claude.hooks(&source()).unwrap();
        let command = format!("${{CLAUDE_PLUGIN_ROOT}}/bin/decision-hook{EXE_SUFFIX}");
        let handler = json!({"type": "command", "command": command, "args": [], "timeout": 5});
        assert_eq!(
            hooks["hooks"],
            json!({
                "UserPromptSubmit": [{"hooks": [handler]}],
                "PreToolUse": [{"matcher": "Skill", "hooks": [handler]}],
            })
        );
    }

    #[test]
    fn codex_gets_its_own_events_in_shell_form() {
        let hooks = Host::Codex.hooks(&source()).unwrap();
        let command = format!("\"${{CLAUDE_PLUGIN_ROOT}}/bin/decision-hook{EXE_SUFFIX}\"");
        let handler = json!({"type": "command", "command": command, "timeout": 5});
        assert_eq!(
            hooks["hooks"],
            json!({"UserPromptSubmit": [{"hooks": [handler]}]})
        );
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        let cases = [
            json!({}),
            json!({"hooks": []}),
            json!({"hooks": {"UserPromptSubmit": {}}}),
            json!({"hooks": {"UserPromptSubmit": [{}]}}),
            json!({"hooks": {"UserPromptSubmit": [{"hooks": ["x"]}]}}),
            json!({"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "prompt"}]}]}}),
            json!({"hooks": {"UserPromptSubmit": [{"hooks": [{"command": "other"}]}]}}),
            json!({"hooks": {}}),
        ];
        for case in cases {
            for host in [Host::Claude, Host::Codex] {
                assert!(host.hooks(&case).is_err(), "{host:?} {case}");
            }
        }
    }
}
