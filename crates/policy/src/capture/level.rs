//! How much is said about choices that no record keeps.

use std::str::FromStr;

/// What is said where a choice is made and no record written: the `capture` of the settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Level {
    /// Nothing.
    Off,
    /// The model is told how to record it, the user that it was not recorded.
    #[default]
    Nudge,
    /// The model is also asked at the end of its turn, which costs another turn.
    Ask,
}

/// A word that names no level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is none of `nudge`, `ask` and `off`")]
pub struct NoLevel;

impl FromStr for Level {
    type Err = NoLevel;

    /// The booleans of YAML stand for the two usual levels.
    fn from_str(text: &str) -> Result<Level, NoLevel> {
        match text.trim() {
            "off" | "false" => Ok(Level::Off),
            "nudge" | "on" | "true" => Ok(Level::Nudge),
            "ask" => Ok(Level::Ask),
            _ => Err(NoLevel),
        }
    }
}
