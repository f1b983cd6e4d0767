//! What a policy has to say.

/// What a policy says to an event, before a host's writer puts it into the host's shape.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The text for the model.
    pub reason: Option<String>,
    /// A line for the user.
    pub message: Option<String>,
    /// Why the tool call that is about to be made is refused, with what to do instead; the model gets it.
    /// Beside it no other text counts.
    pub deny: Option<String>,
    /// What the model is asked to do before its turn ends. Costs a turn; only where the turn does not go on
    /// for such a request already.
    pub go_on: Option<String>,
}

impl Outcome {
    /// A text for the model alone.
    pub fn for_model(reason: impl Into<String>) -> Outcome {
        Outcome {
            reason: Some(reason.into()),
            ..Outcome::default()
        }
    }

    /// A tool call is refused.
    pub fn denied(reason: impl Into<String>) -> Outcome {
        Outcome {
            deny: Some(reason.into()),
            ..Outcome::default()
        }
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Outcome::default()
    }
}
