//! Gemini CLI: the shape of Claude Code under its own event names; a refusal, of a call or of a turn's end, in
//! the older shape. It escapes `<` and `>`, and context before a tool call reaches nobody.

use serde_json::{Value, json};

use super::claude::{self, blocked, denied_both_ways};
use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    let mut object = match (&outcome.deny, &outcome.go_on) {
        (Some(deny), _) => denied_both_ways(event, deny),
        (None, Some(request)) => Value::Object(blocked(request)),
        (None, None) => return claude::write(event, outcome),
    };
    if let Some(message) = &outcome.message {
        object["systemMessage"] = json!(message);
    }
    Some(object)
}
