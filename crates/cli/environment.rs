//! The one place of the program that reads environment variables (those about git are read by
//! `decision-git`).

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::install::hosts::Homes;

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

/// Where agent clients keep their configuration.
pub(crate) fn client_homes() -> Homes {
    Homes {
        user: home(),
        claude: directory("CLAUDE_CONFIG_DIR"),
        codex: directory("CODEX_HOME"),
        gemini: directory("GEMINI_CLI_HOME"),
        copilot: directory("COPILOT_HOME"),
    }
}

/// The user's home.
pub(crate) fn home() -> Option<PathBuf> {
    env::home_dir().filter(|home| home.is_absolute())
}

/// The absolute folders of the `PATH`, in order.
pub(crate) fn path_folders() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .collect()
}

/// The folder of the plugin that brought the hook, where the host names it.
pub(crate) fn plugin_root() -> Option<PathBuf> {
    directory("CLAUDE_PLUGIN_ROOT").or_else(|| directory("PLUGIN_ROOT"))
}

/// The folders in which the plugin's launcher looks for the hook's program, in its order; its own comes
/// before them.
pub(crate) fn program_folders() -> Vec<PathBuf> {
    let cargo = directory("CARGO_HOME").map(|cargo| cargo.join("bin"));
    let home = home();
    let below = |parts: [&str; 2]| home.as_ref().map(|home| home.join(parts[0]).join(parts[1]));
    let own = [cargo, below([".cargo", "bin"]), below([".local", "bin"])];
    own.into_iter().flatten().chain(path_folders()).collect()
}

/// Starts this program anew with a home where it has none.
///
/// Who has no `HOME` is looked up among the users of the system, and in a statically linked glibc program
/// that look-up can end in a fault. The root stands for a home then: nothing of ours is kept there.
#[cfg(unix)]
pub(crate) fn ensure_home() {
    use std::os::unix::process::CommandExt;

    if env::var_os("HOME").is_none()
        && let Ok(program) = env::current_exe()
    {
        // Comes back only where it fails; then the look-up may still go well.
        let _ = std::process::Command::new(program)
            .args(env::args_os().skip(1))
            .env("HOME", "/")
            .exec();
    }
}

/// Elsewhere a program without a home has nothing to fear.
#[cfg(not(unix))]
pub(crate) fn ensure_home() {}

fn directory(name: &str) -> Option<PathBuf> {
    env::var_os(name)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
}

/// The editor that the user chose, as it stands in the environment: that for a terminal with a screen, else
/// the plain one.
pub(crate) fn editor() -> Option<OsString> {
    ["VISUAL", "EDITOR"]
        .iter()
        .filter_map(env::var_os)
        .find(|value| !value.is_empty())
}

/// The day of today where the user is, as `YYYY-MM-DD`.
pub(crate) fn today() -> String {
    jiff::Zoned::now().date().to_string()
}
