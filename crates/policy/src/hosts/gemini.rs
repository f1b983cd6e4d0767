//! Gemini CLI: the shape of Claude Code under its own event names. It escapes `<` and `>`.

use serde_json::Value;

use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    super::claude::write(event, outcome)
}
