//! Cursor: flat objects with keys in snake case, each event with its own. Written from its documentation;
//! where that names no key for a text, the text is not given.

use serde_json::{Value, json};

use crate::outcome::Outcome;

pub(super) fn write(event: &str, outcome: &Outcome) -> Option<Value> {
    match event {
        "preToolUse" => {
            let deny = outcome.deny.as_deref()?;
            let user = outcome.message.as_deref().unwrap_or(deny);
            Some(json!({ "permission": "deny", "agent_message": deny, "user_message": user }))
        }
        "sessionStart" | "postToolUse" => {
            let reason = outcome.reason.as_deref()?;
            Some(json!({ "additional_context": reason }))
        }
        // Without `continue` the prompt might be held back.
        "beforeSubmitPrompt" => {
            let reason = outcome.reason.as_deref()?;
            Some(json!({ "continue": true, "additional_context": reason }))
        }
        "stop" => {
            let request = outcome.go_on.as_deref()?;
            Some(json!({ "followup_message": request }))
        }
        _ => None,
    }
}
