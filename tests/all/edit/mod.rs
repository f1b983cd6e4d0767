//! The moment of an edit: what each host sends, and what it gets.

mod context;
mod hosts;
mod robust;
mod session;
mod trust;
mod validation;

use serde_json::Value;

use crate::support::Sandbox;

/// A host by the inputs that it sends.
#[derive(Clone, Copy)]
pub(crate) struct Host {
    pub(crate) name: &'static str,
    inputs: &'static str,
}

/// The hosts, the first one being Claude Code.
pub(crate) const HOSTS: [Host; 6] = [
    Host {
        name: "claude",
        inputs: include_str!("../inputs/claude.json"),
    },
    Host {
        name: "codex",
        inputs: include_str!("../inputs/codex.json"),
    },
    Host {
        name: "gemini",
        inputs: include_str!("../inputs/gemini.json"),
    },
    Host {
        name: "copilot",
        inputs: include_str!("../inputs/copilot.json"),
    },
    Host {
        name: "copilot-camel",
        inputs: include_str!("../inputs/copilot-camel.json"),
    },
    Host {
        name: "cursor",
        inputs: include_str!("../inputs/cursor.json"),
    },
];

pub(crate) const CLAUDE: Host = HOSTS[0];

/// What stands in the place of the marks of an input.
#[derive(Clone, Copy)]
pub(crate) struct Fill<'a> {
    pub(crate) session: &'a str,
    pub(crate) source: &'a str,
    pub(crate) file: &'a str,
    pub(crate) old: &'a str,
    pub(crate) new: &'a str,
    pub(crate) text: &'a str,
}

impl<'a> Fill<'a> {
    pub(crate) fn file(file: &'a str) -> Fill<'a> {
        Fill {
            session: "s",
            source: "startup",
            file,
            old: "old",
            new: "new",
            text: "",
        }
    }
}

impl Host {
    /// The input that the host sends at an event.
    pub(crate) fn input(self, sandbox: &Sandbox, event: &str, fill: Fill<'_>) -> Value {
        let inputs: Value = serde_json::from_str(self.inputs).expect("inputs are JSON");
        let mut input = inputs
            .get(event)
            .unwrap_or_else(|| panic!("{} has no {event}", self.name))
            .clone();
        let root = sandbox.root().to_string_lossy().into_owned();
        let added: String = fill.text.lines().map(|line| format!("+{line}\n")).collect();
        let marks = [
            ("@SESSION@", fill.session),
            ("@SOURCE@", fill.source),
            ("@ROOT@", &root),
            ("@FILE@", fill.file),
            ("@OLD@", fill.old),
            ("@NEW@", fill.new),
            ("@ADDED@", &added),
            ("@TEXT@", fill.text),
        ];
        put_in(&mut input, &marks);
        input
    }

    /// What the host gets at an event; null where it gets nothing.
    pub(crate) fn fire(self, sandbox: &Sandbox, event: &str, fill: Fill<'_>) -> Value {
        answer(sandbox, &self.input(sandbox, event, fill))
    }

    /// What reaches the model as context; empty where nothing does.
    pub(crate) fn context(self, answer: &Value) -> String {
        let place = match self.name {
            "cursor" => "/additional_context",
            "copilot" | "copilot-camel" => "/additionalContext",
            _ => "/hookSpecificOutput/additionalContext",
        };
        text_at(answer, place)
    }

    /// Why the call is refused; empty where it is not.
    pub(crate) fn denial(self, answer: &Value) -> String {
        let (decision, word, reason) = match self.name {
            "cursor" => ("/permission", "deny", "/agent_message"),
            "copilot-camel" => ("/permissionDecision", "deny", "/permissionDecisionReason"),
            "gemini" => ("/decision", "block", "/reason"),
            _ => (
                "/hookSpecificOutput/permissionDecision",
                "deny",
                "/hookSpecificOutput/permissionDecisionReason",
            ),
        };
        if text_at(answer, decision) == word {
            text_at(answer, reason)
        } else {
            String::new()
        }
    }

    /// Whether context before a tool call reaches the model.
    pub(crate) fn hears_before(self) -> bool {
        !matches!(self.name, "gemini" | "cursor")
    }
}

/// Runs the hook on an input.
pub(crate) fn answer(sandbox: &Sandbox, input: &Value) -> Value {
    let printed = sandbox.hook(input.to_string().as_bytes());
    if printed.is_empty() {
        return Value::Null;
    }
    assert_eq!(printed.lines().count(), 1, "one line: {printed:?}");
    serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed:?}"))
}

fn text_at(answer: &Value, place: &str) -> String {
    answer
        .pointer(place)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn put_in(value: &mut Value, marks: &[(&str, &str)]) {
    match value {
        Value::String(text) => {
            for (mark, with) in marks {
                *text = text.replace(mark, with);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| put_in(item, marks)),
        Value::Object(fields) => fields.values_mut().for_each(|field| put_in(field, marks)),
        _ => {}
    }
}

/// The context that Claude Code gets when a file is read.
pub(crate) fn on_read(sandbox: &Sandbox, file: &str) -> String {
    CLAUDE.context(&CLAUDE.fire(sandbox, "read", Fill::file(file)))
}
