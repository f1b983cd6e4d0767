//! Which events of each agent client come to the hook, and how its configuration asks for them.
//!
//! One table for `decision install`, for the plugin folders and for the test of `plugin/hooks/hooks.json`.
//! The hook itself says nothing to what no policy knows, so a subscription too many costs a process, never an
//! answer.

use serde_json::{Map, Value, json};

/// How long a client waits for the hook, in seconds.
pub const TIMEOUT_SECONDS: u64 = 5;

/// An agent client that runs hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// Claude Code.
    ClaudeCode,
    /// OpenAI Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// GitHub Copilot CLI.
    Copilot,
    /// Cursor.
    Cursor,
}

/// One event that a client sends to the hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subscription {
    /// The event's name in the client's configuration.
    pub event: &'static str,
    /// Which tools or commands are meant, in the client's own terms (a regular expression in all of them);
    /// `None` for all of them.
    pub matcher: Option<&'static str>,
}

/// How a client starts the hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Launch {
    /// A line for a POSIX shell, or on Windows for the shell that the client starts there.
    Shell(String),
    /// A line for PowerShell; Copilot CLI keeps the two apart.
    PowerShell(String),
    /// The path of the program, which the client starts without a shell. Only Claude Code does that; for the
    /// others the path becomes a quoted line.
    Program(String),
}

const fn on(event: &'static str) -> Subscription {
    Subscription {
        event,
        matcher: None,
    }
}

const fn on_match(event: &'static str, matcher: &'static str) -> Subscription {
    Subscription {
        event,
        matcher: Some(matcher),
    }
}

/// A matcher of names and bars is compared with whole names; with any other character in it, it is a regular
/// expression that is searched for.
const CLAUDE_CODE: &[Subscription] = &[
    on("SessionStart"),
    on("SubagentStart"),
    on("UserPromptSubmit"),
    on_match("UserPromptExpansion", "^decision:query$"),
    on_match("PreToolUse", "Skill|Write|Edit|NotebookEdit"),
    on_match("PostToolUse", "Read|Write|Edit|NotebookEdit"),
    on("Stop"),
];

/// No expansion event and no skill tool. Edits are patches by the tool `apply_patch`, for which `Write` and
/// `Edit` are other names; files are read by commands of the shell.
const CODEX: &[Subscription] = &[
    on("SessionStart"),
    on("SubagentStart"),
    on("UserPromptSubmit"),
    on_match("PreToolUse", "apply_patch|Write|Edit"),
    on_match("PostToolUse", "Bash|apply_patch|Write|Edit"),
    on("Stop"),
];

/// Matchers are searched for anywhere in a tool's name here, so they are anchored.
const GEMINI: &[Subscription] = &[
    on("SessionStart"),
    on("BeforeAgent"),
    on_match("BeforeTool", "^(write_file|replace|activate_skill)$"),
    on_match(
        "AfterTool",
        "^(read_file|read_many_files|write_file|replace)$",
    ),
    on("AfterAgent"),
];

/// Under these names, rather than its own camel-case ones, Copilot sends the keys of Claude Code and takes a
/// denial in that client's shape. Tools go by Claude Code's names there, `skill` keeps its own.
const COPILOT: &[Subscription] = &[
    on("SessionStart"),
    on("PreCompact"),
    on("UserPromptSubmit"),
    on_match("PreToolUse", "Write|Edit|skill"),
    on_match("PostToolUse", "Read|Write|Edit"),
    on("Stop"),
];

/// From the client's documentation alone. Its `subagentStart` asks for leave and takes no context.
const CURSOR: &[Subscription] = &[
    on("sessionStart"),
    on("beforeSubmitPrompt"),
    on_match("preToolUse", "Write|Edit"),
    on_match("postToolUse", "Read|Write|Edit"),
    on("stop"),
];

impl Client {
    /// All clients, in the order in which they are spoken of.
    pub const ALL: [Client; 5] = [
        Client::ClaudeCode,
        Client::Codex,
        Client::Gemini,
        Client::Copilot,
        Client::Cursor,
    ];

    /// The client's own name for people.
    pub fn name(self) -> &'static str {
        match self {
            Client::ClaudeCode => "Claude Code",
            Client::Codex => "Codex CLI",
            Client::Gemini => "Gemini CLI",
            Client::Copilot => "Copilot CLI",
            Client::Cursor => "Cursor",
        }
    }

    /// The events that the hook wants, in the order in which the configuration names them; each event once.
    pub fn subscriptions(self) -> &'static [Subscription] {
        match self {
            Client::ClaudeCode => CLAUDE_CODE,
            Client::Codex => CODEX,
            Client::Gemini => GEMINI,
            Client::Copilot => COPILOT,
            Client::Cursor => CURSOR,
        }
    }

    /// What stands in the list of an event in the client's configuration: a group of one handler; in Copilot
    /// CLI and Cursor, whose lists are flat, the handler itself.
    pub fn entry(self, subscription: &Subscription, launch: &Launch) -> Value {
        let mut handler = Map::new();
        if self != Client::Cursor {
            handler.insert("type".to_owned(), json!("command"));
        }
        if self == Client::Gemini {
            handler.insert("name".to_owned(), json!("decision"));
        }
        handler.extend(self.start(launch));
        let (key, timeout) = match self {
            // Milliseconds there, and there alone.
            Client::Gemini => ("timeout", TIMEOUT_SECONDS * 1000),
            Client::Copilot => ("timeoutSec", TIMEOUT_SECONDS),
            Client::ClaudeCode | Client::Codex | Client::Cursor => ("timeout", TIMEOUT_SECONDS),
        };
        handler.insert(key.to_owned(), json!(timeout));
        let matcher = subscription
            .matcher
            .map(|matcher| ("matcher".to_owned(), json!(matcher)));
        if matches!(self, Client::Copilot | Client::Cursor) {
            handler.extend(matcher);
            return Value::Object(handler);
        }
        let mut group: Map<String, Value> = matcher.into_iter().collect();
        group.insert("hooks".to_owned(), json!([handler]));
        Value::Object(group)
    }

    /// The keys of a handler that start the hook.
    fn start(self, launch: &Launch) -> Map<String, Value> {
        let (key, line) = match (self, launch) {
            (Client::ClaudeCode, Launch::Program(path)) => {
                // The empty list of arguments is what makes this client start no shell.
                let keys = [("command", json!(path)), ("args", json!([]))];
                return keys
                    .map(|(key, value)| (key.to_owned(), value))
                    .into_iter()
                    .collect();
            }
            (Client::Copilot, Launch::PowerShell(line)) => ("powershell", line.clone()),
            (Client::Copilot, Launch::Shell(line)) => ("bash", line.clone()),
            (Client::Copilot, Launch::Program(path)) => ("bash", format!("\"{path}\"")),
            (_, Launch::Shell(line) | Launch::PowerShell(line)) => ("command", line.clone()),
            (_, Launch::Program(path)) => ("command", format!("\"{path}\"")),
        };
        [(key.to_owned(), json!(line))].into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_client_gets_an_entry_in_its_own_shape() {
        let shell = Launch::Shell("sh".to_owned());
        let program = Launch::Program("/p".to_owned());
        let tool = on_match("E", "Write");
        let cases = [
            (
                Client::ClaudeCode,
                &program,
                json!({"matcher": "Write", "hooks": [{"type": "command", "command": "/p", "args": [], "timeout": 5}]}),
            ),
            (
                Client::Codex,
                &program,
                json!({"matcher": "Write", "hooks": [{"type": "command", "command": "\"/p\"", "timeout": 5}]}),
            ),
            (
                Client::Gemini,
                &shell,
                json!({"matcher": "Write", "hooks": [{"type": "command", "name": "decision", "command": "sh", "timeout": 5000}]}),
            ),
            (
                Client::Copilot,
                &shell,
                json!({"type": "command", "bash": "sh", "timeoutSec": 5, "matcher": "Write"}),
            ),
            (
                Client::Cursor,
                &shell,
                json!({"command": "sh", "timeout": 5, "matcher": "Write"}),
            ),
        ];
        for (client, launch, expected) in cases {
            assert_eq!(client.entry(&tool, launch), expected, "{client:?}");
        }
        let all = Client::Codex.entry(&on("E"), &shell);
        assert_eq!(all.get("matcher"), None);
    }

    #[test]
    fn a_client_hears_of_an_event_once() {
        for client in Client::ALL {
            let mut events: Vec<_> = client.subscriptions().iter().map(|one| one.event).collect();
            let count = events.len();
            events.sort_unstable();
            events.dedup();
            assert_eq!(events.len(), count, "{client:?}");
        }
    }
}
