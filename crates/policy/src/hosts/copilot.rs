//! Copilot CLI: `additionalContext` at the top level; before a tool call in Pascal-case events the shape
//! of Claude Code counts, so both stand in the answer.

use serde_json::{Map, Value, json};

use super::claude::context;
use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    let mut object = Map::new();
    if let Some(message) = &outcome.message {
        object.insert("systemMessage".to_owned(), json!(message));
    }
    if let Some(reason) = &outcome.reason {
        object.insert("additionalContext".to_owned(), json!(reason));
        object.insert("hookSpecificOutput".to_owned(), context(event, reason));
    }
    Some(Value::Object(object))
}
