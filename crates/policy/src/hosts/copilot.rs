//! Copilot CLI: `additionalContext` at the top level; before a tool call in Pascal-case events the shape
//! of Claude Code counts, so both stand in the answer. Camel-case events take a refusal at the top level.

use serde_json::{Map, Value, json};

use super::claude::{blocked, context, denied_both_ways};
use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    if let Some(deny) = &outcome.deny {
        return Some(if event.starts_with(char::is_uppercase) {
            denied_both_ways(event, deny)
        } else {
            json!({ "permissionDecision": "deny", "permissionDecisionReason": deny })
        });
    }
    if let Some(request) = &outcome.go_on {
        return Some(Value::Object(blocked(request)));
    }
    let mut object = Map::new();
    if let Some(message) = &outcome.message {
        object.insert("systemMessage".to_owned(), json!(message));
    }
    if let Some(reason) = &outcome.reason {
        object.insert("additionalContext".to_owned(), json!(reason));
        object.insert("hookSpecificOutput".to_owned(), context(event, reason));
    }
    (!object.is_empty()).then_some(Value::Object(object))
}
