//! Codex CLI: the shape of Claude Code, read strictly (an unknown key drops the whole object), and no
//! line for the user: its `systemMessage` is shown to nobody.

use serde_json::{Value, json};

use super::claude::context;
use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    let reason = outcome.reason.as_deref()?;
    Some(json!({ "hookSpecificOutput": context(event, reason) }))
}
