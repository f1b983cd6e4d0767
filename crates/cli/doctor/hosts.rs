//! Which agent clients are told to run the hook, as their own settings say.

use std::fs;
use std::path::{Path, PathBuf};

use decision_policy::hosts::subscriptions::Client;
use decision_policy::workspace::Workspace;
use jsonc_parser::{JsonValue, ParseOptions};

use super::{Check, State};
use crate::environment;
use crate::install::hosts::in_project;
use crate::programs::is_program;

/// What stands there where the plugin is enabled.
const PLUGIN: &str = "decision@";
/// What stands there where the hook itself is.
const HOOK: &str = "decision-hook";

/// A larger file is not looked into, in bytes.
const MAX_FILE: u64 = 4 * 1024 * 1024;

pub(super) fn examine(workspace: &Workspace) -> Vec<Check> {
    let mut checks: Vec<Check> = Client::ALL
        .into_iter()
        .flat_map(|client| {
            let files = files(client, workspace.repository.root());
            files
                .into_iter()
                .filter_map(move |file| check(client, &file))
        })
        .collect();
    if checks.is_empty() {
        checks.push(
            Check::new(
                "host",
                State::Note,
                "no agent client is set up to run the hook",
            )
            .with_help("`decision install claude`, or another client; `decision install --help`"),
        );
    }
    checks
}

/// The files in which a client is told of hooks and plugins: those that `decision install` writes, and
/// beside them others that say which plugins are on. Each once: the project may be the home.
fn files(client: Client, root: &Path) -> Vec<PathBuf> {
    let of_user = environment::client_homes().file(client).ok();
    let of_project = Some(in_project(root, client));
    let beside = match client {
        Client::ClaudeCode => Some("settings.local.json"),
        Client::Codex => Some("config.toml"),
        Client::Gemini | Client::Copilot | Client::Cursor => None,
    };
    let mut files = Vec::new();
    for file in [of_user, of_project].into_iter().flatten() {
        files.extend(beside.map(|name| file.with_file_name(name)));
        files.push(file);
    }
    files.sort();
    files.dedup();
    files
}

fn check(client: Client, file: &Path) -> Option<Check> {
    let meta = fs::metadata(file).ok()?;
    if !meta.is_file() || meta.len() > MAX_FILE {
        return None;
    }
    let text = fs::read_to_string(file).ok()?;
    let (name, place) = (client.name(), file.display());
    if let Some(why) = unusable(file, &text) {
        let what = format!("{name}: {place} {why}");
        return Some(
            Check::new("host", State::Broken, what)
                .with_help("mend it; until then none of its hooks run"),
        );
    }
    let missing: Vec<String> = programs(&text)
        .into_iter()
        .filter(|program| !is_program(Path::new(program)))
        .collect();
    if !missing.is_empty() {
        let what = format!(
            "{name}: {place} runs {}, which is not there",
            missing.join(", ")
        );
        return Some(
            Check::new("host", State::Broken, what)
                .with_help("`decision install` for this client writes down where it is"),
        );
    }
    let how = if text.contains(HOOK) {
        "runs the hook"
    } else if text.contains(PLUGIN) {
        "names the plugin"
    } else {
        return None;
    };
    Some(Check::new(
        "host",
        State::Good,
        format!("{name}: {place} {how}"),
    ))
}

/// Why a client takes no hooks from a settings file at all.
fn unusable(file: &Path, text: &str) -> Option<String> {
    let is_json = file.extension().is_some_and(|ending| ending == "json");
    if !is_json || text.trim().is_empty() {
        return None;
    }
    match jsonc_parser::parse_to_value(text, &ParseOptions::default()) {
        Err(error) => Some(format!("is not JSON: {error}")),
        // What Claude Code reads.
        Ok(Some(JsonValue::Object(settings))) => settings
            .get_boolean("disableAllHooks")
            .filter(|off| *off)
            .map(|_| "turns all hooks off (`disableAllHooks`)".to_owned()),
        Ok(_) => None,
    }
}

/// The absolute paths in a text that end in the name of the hook's program, each once. In JSON and in shell
/// lines they stand between quotes or spaces; a path with a space is found where it is quoted.
fn programs(text: &str) -> Vec<String> {
    let text = text.replace("\\\\", "\\");
    let mut found = Vec::new();
    for (at, _) in text.match_indices(HOOK) {
        let end = at + HOOK.len();
        let end = if text[end..].starts_with(".exe") {
            end + 4
        } else {
            end
        };
        let before = &text[..at];
        let quoted = before
            .rfind(['"', '\'', '\n'])
            .map_or(before, |quote| &before[quote + 1..]);
        let start = if is_absolute(quoted) {
            quoted
        } else {
            quoted.rsplit(' ').next().unwrap_or(quoted)
        };
        if is_absolute(start) {
            let program = format!("{start}{}", &text[at..end]);
            if !found.contains(&program) {
                found.push(program);
            }
        }
    }
    found
}

fn is_absolute(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':');
    path.starts_with('/') || (drive && path.starts_with(|c: char| c.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::programs;

    #[test]
    fn programs_are_found_in_settings() {
        for (text, expected) in [
            (
                r#"{"command": "/a/bin/decision-hook"}"#,
                vec!["/a/bin/decision-hook"],
            ),
            (
                r#"{"command": "'/a b/decision-hook' x"}"#,
                vec!["/a b/decision-hook"],
            ),
            (
                r#"{"command": "\"/a b/decision-hook\""}"#,
                vec!["/a b/decision-hook"],
            ),
            (
                r#"{"command": "exec /a/decision-hook"}"#,
                vec!["/a/decision-hook"],
            ),
            (
                r#"{"command": "C:\\bin\\decision-hook.exe"}"#,
                vec![r"C:\bin\decision-hook.exe"],
            ),
            (r#"{"command": "decision-hook"}"#, vec![]),
            (r#"{"enabledPlugins": {"decision@decision": true}}"#, vec![]),
        ] {
            assert_eq!(programs(text), expected, "{text}");
        }
    }
}
