//! Claude Code: context in `hookSpecificOutput.additionalContext`, a line for the user in
//! `systemMessage`. One wrong key drops nothing here, but one wrong type drops all.

use serde_json::{Map, Value, json};

use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    let mut object = Map::new();
    if let Some(message) = &outcome.message {
        object.insert("systemMessage".to_owned(), json!(message));
    }
    if let Some(reason) = &outcome.reason {
        object.insert("hookSpecificOutput".to_owned(), context(event, reason));
    }
    Some(Value::Object(object))
}

/// The shape in which three hosts take context: the event's own name must stand in it.
pub(super) fn context(event: &str, reason: &str) -> Value {
    json!({ "hookEventName": event, "additionalContext": reason })
}
