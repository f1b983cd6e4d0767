//! Gemini CLI: the shape of Claude Code under its own event names; a refusal in the older shape. It escapes
//! `<` and `>`, and context before a tool call reaches nobody.

use serde_json::{Value, json};

use super::claude::{self, denied_both_ways};
use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    let Some(deny) = &outcome.deny else {
        return claude::write(event, outcome);
    };
    let mut object = denied_both_ways(event, deny);
    if let Some(message) = &outcome.message {
        object["systemMessage"] = json!(message);
    }
    Some(object)
}
