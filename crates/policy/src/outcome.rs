//! What a policy has to say.

/// What a policy says to an event, before a host's writer puts it into the host's shape.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The text for the model.
    pub reason: Option<String>,
    /// A line for the user.
    pub message: Option<String>,
}

impl Outcome {
    /// A text for the model alone.
    pub fn for_model(reason: impl Into<String>) -> Outcome {
        Outcome {
            reason: Some(reason.into()),
            message: None,
        }
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.reason.is_none() && self.message.is_none()
    }
}
