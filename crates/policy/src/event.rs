//! What a host says on standard input, as one type for all hosts.

mod json;
mod kind;
mod shell;

use std::path::PathBuf;

use crate::hosts::Host;
use crate::patch::Hunk;

/// The largest input that is looked at, in bytes; a prompt of this size asks nothing that a short
/// answer helps with.
pub const MAX_INPUT_BYTES: usize = 8 * 1024 * 1024;

/// No system has longer paths, in bytes; to look one up would take a look at each of its directories.
const MAX_PATH: usize = 4_096;

/// One event of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Who speaks.
    pub host: Host,
    /// The event's name as the host spells it; answers repeat it.
    pub name: String,
    /// Where the host works; `None` where it does not say.
    pub cwd: Option<PathBuf>,
    /// The host's name for the session; empty names count as none.
    pub session: Option<String>,
    /// The subagent in which it happens; `None` in the session itself.
    pub agent: Option<String>,
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
    /// A session begins, or its context was made anew.
    SessionStart {
        /// Why.
        source: Source,
    },
    /// The session's context is about to be put into short. Only Copilot CLI is asked for this: the others
    /// say it with a new start of the session, or not at all.
    Compacting,
    /// A subagent begins; [`Event::agent`] names it.
    SubagentStart,
    /// The model has read files.
    Read {
        /// The files as the host names them.
        paths: Vec<String>,
        /// Whether they are only words of a shell command that may be files.
        guessed: bool,
    },
    /// The model is about to change files.
    Edit {
        /// The changes, in order.
        edits: Vec<Edit>,
    },
    /// The model has changed files.
    Edited {
        /// The changes, in order.
        edits: Vec<Edit>,
    },
    /// The model's turn ends.
    Stop {
        /// Whether the turn goes on already because a hook asked for it.
        active: bool,
        /// The model's last words.
        last_message: Option<String>,
    },
    /// Anything else: nothing is said to it.
    Other,
}

/// Why a session begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// It is new, or the host does not say.
    Startup,
    /// It goes on with what was said before.
    Resume,
    /// Its context was emptied.
    Clear,
    /// Its context was put into short, so most of what was said is gone.
    Compact,
    /// It goes on as a copy of another one.
    Fork,
}

impl Source {
    /// Whether what was said before is no longer in the model's context.
    pub fn forgets(self) -> bool {
        matches!(self, Source::Clear | Source::Compact)
    }
}

/// A change of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The file as the host names it: absolute, or from where the host works.
    pub path: String,
    /// What it is called afterwards, where that is another name.
    pub moved_to: Option<String>,
    /// What is changed.
    pub how: How,
}

/// What is changed in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// It is written anew with this text.
    Write(String),
    /// Passages are replaced, one after the other.
    Replace(Vec<Replacement>),
    /// A patch is applied.
    Patch(Vec<Hunk>),
    /// It is removed.
    Remove,
    /// The host does not say.
    Unknown,
}

/// A passage that takes another's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The text that must be there; empty where the new text is a new file's.
    pub old: String,
    /// What takes its place.
    pub new: String,
    /// Whether every occurrence is replaced, or the only one.
    pub all: bool,
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
        let value = json::parse(input)?;
        if !value.is_object() {
            return Err(EventError::NotAnEvent("not an object"));
        }
        let name = json::text(&value, &["hook_event_name", "hookEventName"])
            .ok_or(EventError::NotAnEvent("no `hook_event_name`"))?;
        let host = Host::of(&value, &name);
        let named = |keys: &[&str]| json::text(&value, keys).filter(|name| !name.is_empty());
        let root = || json::texts(&value, &["workspace_roots"]).into_iter().next();
        let cwd = named(&["cwd"])
            .or_else(root)
            .filter(|cwd| cwd.len() <= MAX_PATH);
        let session = named(&["session_id", "sessionId", "conversation_id"]);
        let agent = named(&["agent_id", "agentId", "subagent_id"]);
        let kind = kind::read(&value, &name);
        Ok(Event {
            host,
            name,
            cwd: cwd.map(PathBuf::from),
            session,
            agent,
            kind,
        })
    }
}
