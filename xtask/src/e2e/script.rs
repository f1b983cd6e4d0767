//! What the scripted model answers, and the tool calls of each host's own tools.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::sandbox::WORK;
use crate::host::Host;

/// One part of a scripted answer, before a wire protocol gives it its shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Block {
    /// Words of the model.
    Text(String),
    /// A call of a tool that takes an object.
    Tool { name: String, input: Value },
    /// A call of a tool that takes plain text (the OpenAI protocol's custom tools).
    Plain { name: String, input: String },
}

/// One answer of the model, to one request.
pub(super) type Reply = Vec<Block>;

fn tool(name: &str, input: Value) -> Reply {
    vec![Block::Tool {
        name: name.to_owned(),
        input,
    }]
}

fn patch(body: &str) -> Reply {
    vec![Block::Plain {
        name: "apply_patch".to_owned(),
        input: format!("*** Begin Patch\n{body}*** End Patch\n"),
    }]
}

fn prefixed(mark: char, text: &str) -> String {
    text.lines().map(|line| format!("{mark}{line}\n")).collect()
}

/// The calls that a model of `Host` makes; paths are relative to the repository.
impl Host {
    /// Reads a file, with the shell where the host has no tool for it.
    pub(super) fn read(self, path: &str) -> Reply {
        let absolute = format!("{WORK}/{path}");
        match self {
            Self::Claude => tool("Read", json!({"file_path": absolute})),
            Self::Codex => self.shell(&format!("cat {path}")),
            Self::Gemini => tool("read_file", json!({"file_path": absolute})),
            Self::Copilot => tool("view", json!({"path": absolute})),
        }
    }

    /// Writes a whole new file.
    pub(super) fn write(self, path: &str, text: &str) -> Reply {
        let absolute = format!("{WORK}/{path}");
        match self {
            Self::Claude => tool("Write", json!({"file_path": absolute, "content": text})),
            Self::Codex => patch(&format!("*** Add File: {path}\n{}", prefixed('+', text))),
            Self::Gemini => tool(
                "write_file",
                json!({"file_path": absolute, "content": text}),
            ),
            Self::Copilot => tool("create", json!({"path": absolute, "file_text": text})),
        }
    }

    /// Replaces whole lines of a file, `old` by `new`.
    pub(super) fn edit(self, path: &str, old: &str, new: &str) -> Reply {
        let absolute = format!("{WORK}/{path}");
        match self {
            Self::Claude => tool(
                "Edit",
                json!({"file_path": absolute, "old_string": old, "new_string": new, "replace_all": false}),
            ),
            Self::Codex => patch(&format!(
                "*** Update File: {path}\n@@\n{}{}",
                prefixed('-', old),
                prefixed('+', new)
            )),
            Self::Gemini => tool(
                "replace",
                json!({"file_path": absolute, "instruction": "change it", "old_string": old, "new_string": new}),
            ),
            Self::Copilot => tool(
                "edit",
                json!({"path": absolute, "old_str": old, "new_str": new}),
            ),
        }
    }

    /// Runs a command in the host's shell tool.
    pub(super) fn shell(self, command: &str) -> Reply {
        match self {
            Self::Claude => tool("Bash", json!({"command": command, "description": "run it"})),
            Self::Codex => tool("exec_command", json!({"cmd": command})),
            Self::Gemini => tool(
                "run_shell_command",
                json!({"command": command, "description": "run it"}),
            ),
            Self::Copilot => tool("bash", json!({"command": command, "description": "run it"})),
        }
    }

    /// Calls a skill of the plugin; nothing where the host has no tool for it. Only Claude Code takes the
    /// plugin's name before the skill's, and words.
    pub(super) fn skill(self, name: &str, words: &str) -> Option<Reply> {
        match self {
            Self::Claude => {
                let skill = format!("decision:{name}");
                Some(tool("Skill", json!({"skill": skill, "args": words})))
            }
            Self::Codex => None,
            Self::Gemini => Some(tool("activate_skill", json!({"name": name}))),
            Self::Copilot => Some(tool("skill", json!({"skill": name}))),
        }
    }
}

/// Ends the turn with these words.
pub(super) fn say(words: &str) -> Reply {
    vec![Block::Text(words.to_owned())]
}

/// Ends the turn with a word that says nothing.
pub(super) fn done() -> Reply {
    say("Done.")
}

/// Claude Code: the model starts a subagent and waits for it.
pub(super) fn subagent(prompt: &str) -> Reply {
    tool(
        "Agent",
        json!({"description": "look", "prompt": prompt, "subagent_type": "general-purpose", "run_in_background": false}),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_holds_every_line_with_its_mark() {
        let Block::Plain { name, input } = &Host::Codex.edit("a.rs", "one\ntwo", "three")[0] else {
            panic!("not a patch");
        };
        assert_eq!(name, "apply_patch");
        assert_eq!(
            input,
            "*** Begin Patch\n*** Update File: a.rs\n@@\n-one\n-two\n+three\n*** End Patch\n"
        );
    }

    #[test]
    fn tools_with_a_path_get_an_absolute_one() {
        for (host, key) in [
            (Host::Claude, "file_path"),
            (Host::Gemini, "file_path"),
            (Host::Copilot, "path"),
        ] {
            for reply in [
                host.read("a/b"),
                host.write("a/b", ""),
                host.edit("a/b", "x", "y"),
            ] {
                let Block::Tool { input, .. } = &reply[0] else {
                    panic!("{host:?}: no tool call");
                };
                assert_eq!(input[key], format!("{WORK}/a/b"), "{host:?}");
            }
        }
    }
}
