//! What happens in an event, told by its name and its tool.
//!
//! Every host has names of its own for events, tools and arguments; each is read wherever it stands, as no
//! two mean different things. A field that is missing or of another type is taken as not given.

use std::borrow::Cow;

use serde_json::Value;

use super::json::{is_true, text, texts};
use super::{Edit, EventKind, How, MAX_PATH, Replacement, Source, shell};
use crate::patch;

/// So many changes of one call are looked at; where one file has more, it is not told what they make of it.
const MAX_EDITS: usize = 200;

/// Event names are told without regard to case: `userPromptSubmitted` and `UserPromptSubmit` are one.
pub(super) fn read(value: &Value, name: &str) -> EventKind {
    match name.to_ascii_lowercase().as_str() {
        "userpromptsubmit" | "userpromptsubmitted" | "beforeagent" | "beforesubmitprompt" => {
            match text(value, &["prompt"]) {
                Some(text) => EventKind::Prompt { text: typed(text) },
                None => EventKind::Other,
            }
        }
        "userpromptexpansion" => match text(value, &["command_name"]) {
            Some(command) => EventKind::Expansion {
                command,
                arguments: text(value, &["command_args"]).unwrap_or_default(),
            },
            None => EventKind::Other,
        },
        "sessionstart" => EventKind::SessionStart {
            source: source(value),
        },
        "subagentstart" => EventKind::SubagentStart,
        "precompact" => EventKind::Compacting,
        "pretooluse" | "beforetool" => before(value).unwrap_or(EventKind::Other),
        "posttooluse" | "aftertool" => after(value).unwrap_or(EventKind::Other),
        "afterfileedit" => match edit(value, value) {
            Some(edit) => EventKind::Edited { edits: vec![edit] },
            None => EventKind::Other,
        },
        "stop" | "agentstop" | "afteragent" => EventKind::Stop {
            active: is_true(value, &["stop_hook_active", "loop_count"]),
            last_message: text(value, &["last_assistant_message", "prompt_response"]),
        },
        _ => EventKind::Other,
    }
}

/// A prompt without what Gemini CLI puts in front of it: in a run that is not interactive, what hooks said
/// to the start of the session comes to the next hook as if the user had typed it. Angle brackets in that
/// are escaped, so the first end is the end.
fn typed(prompt: String) -> String {
    let rest = prompt
        .strip_prefix("<hook_context>")
        .and_then(|rest| rest.split_once("</hook_context>"));
    match rest {
        Some((_, rest)) => rest.trim_start().to_owned(),
        None => prompt,
    }
}

fn source(value: &Value) -> Source {
    match text(value, &["source"]).unwrap_or_default().as_str() {
        "resume" => Source::Resume,
        "clear" => Source::Clear,
        "compact" => Source::Compact,
        "fork" => Source::Fork,
        _ => Source::Startup,
    }
}

fn before(value: &Value) -> Option<EventKind> {
    let tool = Tool::of(value)?;
    match tool.name.as_str() {
        "skill" | "activate_skill" => Some(EventKind::Skill {
            skill: text(&tool.input, &["skill", "name"])?,
            arguments: text(&tool.input, &["args", "arguments"]).unwrap_or_default(),
        }),
        _ => tool.edits().map(|edits| EventKind::Edit { edits }),
    }
}

fn after(value: &Value) -> Option<EventKind> {
    let tool = Tool::of(value)?;
    if let Some(edits) = tool.edits() {
        return Some(EventKind::Edited { edits });
    }
    let (paths, guessed) = match tool.name.as_str() {
        "read" | "view" | "read_file" | "readfile" | "read_many_files" | "notebookread" => (
            texts(
                &tool.input,
                &[
                    "file_path",
                    "absolute_path",
                    "path",
                    "filePath",
                    "notebook_path",
                    "paths",
                    "include",
                    "files",
                ],
            ),
            false,
        ),
        "bash" | "shell" | "local_shell" | "exec_command" | "run_shell_command" | "powershell" => {
            (shell::words(&tool.command()), true)
        }
        _ => return None,
    };
    let paths: Vec<String> = paths.into_iter().filter(|path| is_path(path)).collect();
    (!paths.is_empty()).then_some(EventKind::Read { paths, guessed })
}

/// A call of a tool.
struct Tool<'v> {
    /// Lower case.
    name: String,
    input: Cow<'v, Value>,
}

impl<'v> Tool<'v> {
    fn of(value: &'v Value) -> Option<Tool<'v>> {
        let name = text(value, &["tool_name", "toolName"])?.to_ascii_lowercase();
        let input = value.get("tool_input").or_else(|| value.get("toolArgs"))?;
        // One host may write the arguments as JSON within a text.
        let input = match input.as_str().map(serde_json::from_str::<Value>) {
            Some(Ok(inner)) if inner.is_object() => Cow::Owned(inner),
            _ => Cow::Borrowed(input),
        };
        Some(Tool { name, input })
    }

    fn command(&self) -> String {
        match self.input.get("command") {
            Some(Value::Array(words)) => {
                let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
                words.join("\n")
            }
            _ => text(&self.input, &["command", "cmd", "input", "patch"]).unwrap_or_default(),
        }
    }

    /// The changes that the call makes; none where it makes none.
    fn edits(&self) -> Option<Vec<Edit>> {
        let edits = match self.name.as_str() {
            "apply_patch" | "applypatch" => {
                let text = match self.input.as_str() {
                    Some(text) => text.to_owned(),
                    None => self.command(),
                };
                patch::read(&text)
            }
            "write" | "edit" | "multiedit" | "notebookedit" | "write_file" | "replace"
            | "create" | "edit_file" | "str_replace_editor" | "delete" => {
                // The client that patches files also fires hooks for its patches under other tools' names.
                let command = self.command();
                if self.input.get("path").is_none() && patch::is_patch(&command) {
                    patch::read(&command)
                } else {
                    edit(&self.input, &self.input).into_iter().collect()
                }
            }
            // A patch may come through the shell.
            "bash" | "shell" | "local_shell" | "exec_command" => {
                let command = self.command();
                if command.contains("apply_patch") && patch::is_patch(&command) {
                    patch::read(&command)
                } else {
                    return None;
                }
            }
            _ => return None,
        };
        let plausible =
            |edit: &Edit| is_path(&edit.path) && edit.moved_to.as_deref().is_none_or(is_path);
        let edits: Vec<Edit> = edits
            .into_iter()
            .filter(plausible)
            .take(MAX_EDITS)
            .collect();
        (!edits.is_empty()).then_some(edits)
    }
}

fn is_path(path: &str) -> bool {
    !path.is_empty() && path.len() <= MAX_PATH
}

fn edit(place: &Value, change: &Value) -> Option<Edit> {
    let path = text(place, &["file_path", "path", "notebook_path", "filePath"])
        .filter(|path| is_path(path))?;
    Some(Edit {
        path,
        moved_to: None,
        how: how(change),
    })
}

fn how(input: &Value) -> How {
    // A notebook's cell is no text of the file.
    if input.get("notebook_path").is_some() {
        return How::Unknown;
    }
    if let Some(text) = text(input, &["content", "file_text", "contents"]) {
        return How::Write(text);
    }
    let many = input.get("edits").and_then(Value::as_array);
    let replacements: Vec<Replacement> = match many {
        Some(edits) => edits.iter().filter_map(replacement).collect(),
        None => replacement(input).into_iter().collect(),
    };
    if replacements.is_empty() || replacements.len() > MAX_EDITS {
        How::Unknown
    } else {
        How::Replace(replacements)
    }
}

fn replacement(input: &Value) -> Option<Replacement> {
    let old = text(input, &["old_string", "old_str", "oldString"])?;
    let new = text(input, &["new_string", "new_str", "newString"])?;
    let all = is_true(input, &["replace_all", "replaceAll", "allow_multiple"]);
    Some(Replacement { old, new, all })
}
