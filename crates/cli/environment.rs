//! The one place of the program that reads environment variables (those about git are read by
//! `decision-git`).

use std::env;
use std::path::PathBuf;

/// Whether `DECISION_HOOK` turns the hooks off.
pub(crate) fn hooks_are_off() -> bool {
    env::var_os("DECISION_HOOK")
        .is_some_and(|value| value.eq_ignore_ascii_case("off") || value == "0")
}

/// The project that a host names in the environment, for events that do not say where they happen.
pub(crate) fn project_dir() -> Option<PathBuf> {
    [
        "CLAUDE_PROJECT_DIR",
        "GEMINI_PROJECT_DIR",
        "COPILOT_PROJECT_DIR",
    ]
    .iter()
    .find_map(|name| directory(name))
}

/// Where programs keep what they may lose: `XDG_STATE_HOME`, `~/.local/state`, `%LOCALAPPDATA%`.
pub(crate) fn state_home() -> Option<PathBuf> {
    directory("XDG_STATE_HOME")
        .or_else(|| directory("HOME").map(|home| home.join(".local").join("state")))
        .or_else(|| directory("LOCALAPPDATA"))
}

fn directory(name: &str) -> Option<PathBuf> {
    env::var_os(name)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
}
