//! Events as each host sends them, made up to be tried.

use serde_json::{Value, json};

use super::Host;
use crate::command;

/// What happens in a made-up event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening<'a> {
    /// The user sends a prompt.
    Prompt(&'a str),
    /// A session begins.
    SessionStart,
    /// The model has read a file, by its absolute path.
    Read(&'a str),
    /// The model changes a file, by its absolute path, and has changed it.
    Edit {
        /// The file.
        file: &'a str,
        /// A line of the file, which the edit leaves as it is; none for a file that is written anew.
        line: Option<&'a str>,
    },
    /// The model's turn ends with these words.
    Stop(&'a str),
}

/// The events that a host fires, in its order and with its keys, in a session and a folder.
pub fn events(host: Host, happening: Happening<'_>, session: &str, cwd: &str) -> Vec<Value> {
    let event = |name: &str, extra: Value| {
        let mut value = common(host, session, cwd);
        value["hook_event_name"] = json!(name);
        if let (Some(all), Value::Object(extra)) = (value.as_object_mut(), extra) {
            all.extend(extra);
        }
        value
    };
    let [start, submitted, before, after, stop] = names(host);
    match happening {
        Happening::Prompt(prompt) => {
            let mut events = vec![event(submitted, json!({ "prompt": prompt }))];
            let typed = command::typed(prompt).filter(|typed| typed.current);
            if let Some(typed) = typed.filter(|_| host.announces_commands()) {
                let command = json!({
                    "prompt": prompt,
                    "expansion_type": "slash_command",
                    "command_name": "decision:query",
                    "command_args": typed.words,
                    "command_source": "plugin",
                });
                events.push(event("UserPromptExpansion", command));
            }
            events
        }
        Happening::SessionStart => vec![event(start, json!({ "source": "startup" }))],
        Happening::Read(file) => vec![event(after, read(host, file))],
        Happening::Edit { file, line } => {
            let call = edit(host, file, line);
            vec![event(before, call.clone()), event(after, call)]
        }
        Happening::Stop(words) => {
            let mut extra = json!({ "stop_hook_active": false });
            match host {
                Host::ClaudeCode | Host::Codex => extra["last_assistant_message"] = json!(words),
                Host::Gemini => extra["prompt_response"] = json!(words),
                // They do not say what the model said.
                Host::Copilot | Host::Cursor => {}
            }
            vec![event(stop, extra)]
        }
    }
}

/// The names of a session's start, a prompt, a call of a tool before and after it, and a turn's end.
fn names(host: Host) -> [&'static str; 5] {
    match host {
        Host::ClaudeCode | Host::Codex | Host::Copilot => [
            "SessionStart",
            "UserPromptSubmit",
            "PreToolUse",
            "PostToolUse",
            "Stop",
        ],
        Host::Gemini => [
            "SessionStart",
            "BeforeAgent",
            "BeforeTool",
            "AfterTool",
            "AfterAgent",
        ],
        Host::Cursor => [
            "sessionStart",
            "beforeSubmitPrompt",
            "preToolUse",
            "postToolUse",
            "stop",
        ],
    }
}

/// What stands in every event of a host.
fn common(host: Host, session: &str, cwd: &str) -> Value {
    let mut value = json!({ "session_id": session, "cwd": cwd });
    let extra = match host {
        Host::ClaudeCode => json!({ "transcript_path": "" }),
        Host::Codex => json!({ "transcript_path": "", "turn_id": "1" }),
        Host::Gemini => json!({ "transcript_path": "", "timestamp": "0" }),
        Host::Copilot => json!({ "timestamp": "0" }),
        Host::Cursor => {
            return json!({
                "conversation_id": session,
                "generation_id": "1",
                "cursor_version": "3",
                "workspace_roots": [cwd],
            });
        }
    };
    if let (Some(all), Value::Object(extra)) = (value.as_object_mut(), extra) {
        all.extend(extra);
    }
    value
}

fn read(host: Host, file: &str) -> Value {
    let (tool, input) = match host {
        Host::ClaudeCode | Host::Cursor => ("Read", json!({ "file_path": file })),
        Host::Codex => ("Bash", json!({ "command": format!("cat \"{file}\"") })),
        Host::Gemini => ("read_file", json!({ "file_path": file })),
        Host::Copilot => ("Read", json!({ "path": file })),
    };
    json!({ "tool_name": tool, "tool_input": input })
}

fn edit(host: Host, file: &str, line: Option<&str>) -> Value {
    let (tool, input) = match (host, line) {
        (Host::ClaudeCode | Host::Cursor, Some(line)) => (
            "Edit",
            json!({ "file_path": file, "old_string": line, "new_string": line }),
        ),
        (Host::ClaudeCode | Host::Cursor, None) => {
            ("Write", json!({ "file_path": file, "content": "" }))
        }
        (Host::Codex, line) => {
            let change = match line {
                Some(line) => format!("Update File: {file}\n@@\n-{line}\n+{line}"),
                None => format!("Add File: {file}"),
            };
            let patch = format!("*** Begin Patch\n*** {change}\n*** End Patch\n");
            ("apply_patch", json!({ "command": patch }))
        }
        (Host::Gemini, Some(line)) => (
            "replace",
            json!({ "file_path": file, "old_string": line, "new_string": line }),
        ),
        (Host::Gemini, None) => ("write_file", json!({ "file_path": file, "content": "" })),
        (Host::Copilot, Some(line)) => (
            "Edit",
            json!({ "path": file, "old_str": line, "new_str": line }),
        ),
        (Host::Copilot, None) => ("Write", json!({ "path": file, "file_text": "" })),
    };
    json!({ "tool_name": tool, "tool_input": input })
}

#[cfg(test)]
mod tests {
    use super::{Happening, events};
    use crate::event::{Event, EventKind};
    use crate::hosts::Host;
    use crate::hosts::subscriptions::Client;
    use crate::registry;

    #[test]
    fn each_is_an_event_that_the_host_is_asked_for_and_that_is_understood() {
        for (host, client) in [
            (Host::ClaudeCode, Client::ClaudeCode),
            (Host::Codex, Client::Codex),
            (Host::Gemini, Client::Gemini),
            (Host::Copilot, Client::Copilot),
            (Host::Cursor, Client::Cursor),
        ] {
            let file = "/srv/app/src/a b.rs";
            for happening in [
                Happening::Prompt("/decision:query a"),
                Happening::SessionStart,
                Happening::Read(file),
                Happening::Edit {
                    file,
                    line: Some("fn a() {}"),
                },
                Happening::Edit { file, line: None },
                Happening::Stop("We chose a over b."),
            ] {
                for value in events(host, happening, "s", "/srv/app") {
                    let event = Event::read(value.to_string().as_bytes()).unwrap();
                    assert_eq!(event.host, host, "{value}");
                    assert_eq!(event.session.as_deref(), Some("s"), "{value}");
                    let mut asked_for = client.subscriptions().iter();
                    assert!(asked_for.any(|one| one.event == event.name), "{value}");
                    if !matches!(event.kind, EventKind::Prompt { .. }) {
                        assert!(registry::concerns(&event), "{value}");
                    }
                    if let EventKind::Edit { edits } | EventKind::Edited { edits } = &event.kind {
                        assert_eq!(edits[0].path, file, "{value}");
                    }
                }
            }
        }
    }
}
