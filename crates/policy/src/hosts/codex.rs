//! Codex CLI: the shape of Claude Code, read strictly (an unknown key drops the whole object), and no
//! line for the user: its `systemMessage` is shown to nobody.

use serde_json::{Value, json};

use super::claude::{blocked, context, denied_both_ways};
use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    if let Some(deny) = &outcome.deny {
        return Some(denied_both_ways(event, deny));
    }
    if let Some(request) = &outcome.go_on {
        return Some(Value::Object(blocked(request)));
    }
    let reason = outcome.reason.as_deref()?;
    Some(json!({ "hookSpecificOutput": context(event, reason) }))
}
