//! Claude Code: context and decisions in `hookSpecificOutput`, a line for the user in `systemMessage`. One
//! wrong key drops nothing here, but one wrong type drops all.

use serde_json::{Map, Value, json};

use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    let mut object = Map::new();
    if let Some(message) = &outcome.message {
        object.insert("systemMessage".to_owned(), json!(message));
    }
    if let Some(deny) = &outcome.deny {
        object.insert("hookSpecificOutput".to_owned(), denial(event, deny));
    } else if let Some(request) = &outcome.go_on {
        // As context it makes the turn go on, too, and comes once; as a refusal it comes twice.
        object.insert("hookSpecificOutput".to_owned(), context(event, request));
    } else if let Some(reason) = &outcome.reason {
        object.insert("hookSpecificOutput".to_owned(), context(event, reason));
    }
    (!object.is_empty()).then_some(Value::Object(object))
}

/// The shape in which three hosts take context: the event's own name must stand in it.
pub(super) fn context(event: &str, reason: &str) -> Value {
    json!({ "hookEventName": event, "additionalContext": reason })
}

/// The shape in which two hosts take a refusal.
pub(super) fn denial(event: &str, reason: &str) -> Value {
    json!({
        "hookEventName": event,
        "permissionDecision": "deny",
        "permissionDecisionReason": reason,
    })
}

/// The older shape of a refusal, which the others read before a tool call and all of them at the end of a
/// turn.
pub(super) fn blocked(reason: &str) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("decision".to_owned(), json!("block"));
    object.insert("reason".to_owned(), json!(reason));
    object
}

/// A refusal in both shapes: each host reads the one that it knows.
pub(super) fn denied_both_ways(event: &str, reason: &str) -> Value {
    let mut object = blocked(reason);
    object.insert("hookSpecificOutput".to_owned(), denial(event, reason));
    Value::Object(object)
}
