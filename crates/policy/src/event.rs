//! What a host says on standard input, as one type for all hosts.

use std::path::PathBuf;

use serde_json::Value;

use crate::hosts::Host;

/// The largest input that is looked at, in bytes; a prompt of this size asks nothing that a short
/// answer helps with.
pub const MAX_INPUT_BYTES: usize = 8 * 1024 * 1024;

/// One event of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Who speaks.
    pub host: Host,
    /// The event's name as the host spells it; answers repeat it.
    pub name: String,
    /// Where the host works; `None` where it does not say.
    pub cwd: Option<PathBuf>,
    /// What happens.
    pub kind: EventKind,
}

/// What happens in an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    /// The user sent a prompt, as typed.
    Prompt {
        /// The text.
        text: String,
    },
    /// The user typed a command that the host now expands.
    Expansion {
        /// The command's full name, as in `decision:query`.
        command: String,
        /// What stands behind it.
        arguments: String,
    },
    /// The model calls a skill.
    Skill {
        /// The skill's name, with or without its plugin's.
        skill: String,
        /// Its arguments; empty where the host has none.
        arguments: String,
    },
    /// Anything else: nothing is said to it.
    Other,
}

/// Why an input is no event.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// Nothing came.
    #[error("standard input is empty: a host sends one JSON object")]
    Empty,
    /// More came than is looked at.
    #[error(
        "standard input has more than {MAX_INPUT_BYTES} bytes; nothing is said to an event of that size"
    )]
    TooLarge,
    /// Not JSON.
    #[error("standard input is not JSON: {0}")]
    NotJson(#[from] serde_json::Error),
    /// JSON, but no event.
    #[error("standard input is no event: {0}")]
    NotAnEvent(&'static str),
}

impl Event {
    /// Reads an event. A field that is missing or of another type is taken as not given; only an input
    /// without an event name is an error.
    pub fn read(input: &[u8]) -> Result<Event, EventError> {
        if input.iter().all(u8::is_ascii_whitespace) {
            return Err(EventError::Empty);
        }
        if input.len() > MAX_INPUT_BYTES {
            return Err(EventError::TooLarge);
        }
        let value: Value = serde_json::from_slice(input)?;
        if !value.is_object() {
            return Err(EventError::NotAnEvent("not an object"));
        }
        let name = text(&value, &["hook_event_name", "hookEventName"])
            .ok_or(EventError::NotAnEvent("no `hook_event_name`"))?;
        let host = Host::of(&value, &name);
        let cwd = text(&value, &["cwd"])
            .filter(|cwd| !cwd.is_empty())
            .map(PathBuf::from);
        let kind = kind(&value, &name);
        Ok(Event {
            host,
            name,
            cwd,
            kind,
        })
    }
}

/// Event names are told without regard to case: `userPromptSubmitted` and `UserPromptSubmit` are one.
fn kind(value: &Value, name: &str) -> EventKind {
    match name.to_ascii_lowercase().as_str() {
        "userpromptsubmit" | "userpromptsubmitted" | "beforeagent" => {
            match text(value, &["prompt"]) {
                Some(text) => EventKind::Prompt { text },
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
        "pretooluse" | "beforetool" => skill(value).unwrap_or(EventKind::Other),
        _ => EventKind::Other,
    }
}

/// `Skill` of Claude Code, `skill` of Copilot CLI, `activate_skill` of Gemini CLI.
fn skill(value: &Value) -> Option<EventKind> {
    let tool = text(value, &["tool_name", "toolName"])?;
    if !["skill", "activate_skill"]
        .iter()
        .any(|name| tool.eq_ignore_ascii_case(name))
    {
        return None;
    }
    let input = value.get("tool_input").or_else(|| value.get("toolArgs"))?;
    let skill = text(input, &["skill", "name"])?;
    Some(EventKind::Skill {
        skill,
        arguments: text(input, &["args", "arguments"]).unwrap_or_default(),
    })
}

fn text(value: &Value, keys: &[&str]) -> Option<String> {
    keys.iter()
        .find_map(|key| value.get(key)?.as_str())
        .map(str::to_owned)
}
