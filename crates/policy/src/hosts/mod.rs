//! Agent hosts: who speaks, and in which shape each wants its answer.

mod claude;
mod codex;
mod copilot;
mod cursor;
mod gemini;
pub mod sample;
pub mod subscriptions;

use serde_json::Value;

use crate::event::{Event, EventKind};
use crate::outcome::Outcome;
use crate::quote;

/// The most that every host takes in one value, in bytes of UTF-8: Codex CLI cuts behind 10,000 bytes,
/// Claude Code behind 10,000 UTF-16 units.
pub const MAX_VALUE_BYTES: usize = 10_000;

/// The events of Gemini CLI that other hosts have under the same name.
const GEMINI_SHARES: [&str; 3] = ["SessionStart", "SessionEnd", "Notification"];

/// An agent host, told by the shape of what it sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// Claude Code, and hosts that speak like it.
    ClaudeCode,
    /// OpenAI Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// GitHub Copilot CLI.
    Copilot,
    /// Cursor, by its own events. Its loader for the hooks of Claude Code speaks like that.
    Cursor,
}

impl Host {
    /// Tells the host: Codex sends `turn_id`, Gemini names of its own or a `timestamp` beside a
    /// `transcript_path`, Copilot a `timestamp` without one or camel-case keys, Claude Code none of these
    /// (as seen from the clients); Cursor names its conversation and writes events in camel case (as
    /// documented). At the end of a turn and before a compaction Copilot sends a `transcript_path`, too, under
    /// names that Gemini does not have.
    pub fn of(event: &Value, name: &str) -> Host {
        let has = |key: &str| event.get(key).is_some();
        if (has("cursor_version") || has("conversation_id")) && name.starts_with(char::is_lowercase)
        {
            Host::Cursor
        } else if has("turn_id") {
            Host::Codex
        } else if name.starts_with("Before")
            || name.starts_with("After")
            || (has("timestamp") && has("transcript_path") && GEMINI_SHARES.contains(&name))
        {
            Host::Gemini
        } else if has("timestamp") || has("sessionId") {
            Host::Copilot
        } else {
            Host::ClaudeCode
        }
    }

    /// A stable word for it.
    pub fn word(self) -> &'static str {
        match self {
            Host::ClaudeCode => "claude",
            Host::Codex => "codex",
            Host::Gemini => "gemini",
            Host::Copilot => "copilot",
            Host::Cursor => "cursor",
        }
    }

    /// Whether a typed command is announced by an event of its own, so that the prompt event must stay
    /// silent on it.
    pub fn announces_commands(self) -> bool {
        self == Host::ClaudeCode
    }

    /// Whether a text for the model reaches it at an event. Before a tool call two hosts take none, at the
    /// start of a subagent one; at the end of a turn none does without another turn.
    pub fn takes_context(self, event: &EventKind) -> bool {
        match event {
            EventKind::Edit { .. } | EventKind::Skill { .. } => {
                !matches!(self, Host::Gemini | Host::Cursor)
            }
            EventKind::SubagentStart => self != Host::Cursor,
            EventKind::Stop { .. } => false,
            _ => true,
        }
    }

    /// Whether a line for the user is shown to anybody.
    pub fn shows_messages(self) -> bool {
        matches!(self, Host::ClaudeCode | Host::Gemini)
    }
}

/// The answer to an event as the host reads it from standard output: one line of JSON, or nothing.
pub fn answer(event: &Event, outcome: &Outcome) -> Option<String> {
    if outcome.is_empty() {
        return None;
    }
    let cut = |text: &Option<String>| {
        let text = text.as_deref()?;
        Some(quote::cut_bytes(text, MAX_VALUE_BYTES))
    };
    let outcome = Outcome {
        reason: cut(&outcome.reason),
        message: cut(&outcome.message),
        deny: cut(&outcome.deny),
        go_on: cut(&outcome.go_on),
    };
    let value = match event.host {
        Host::ClaudeCode => claude::write(&event.name, &outcome),
        Host::Codex => codex::write(&event.name, &outcome),
        Host::Gemini => gemini::write(&event.name, &outcome),
        Host::Copilot => copilot::write(&event.name, &outcome),
        Host::Cursor => cursor::write(&event.name, &outcome),
    };
    value.map(|value| value.to_string())
}
