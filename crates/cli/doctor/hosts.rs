//! Which agent hosts are told to run the hook, as their own settings say.

use std::fs;
use std::path::{Path, PathBuf};

use decision_policy::workspace::Workspace;

use super::programs::is_program;
use super::{Check, State};
use crate::environment;

/// The files in which hosts are told of hooks and plugins, from the user's home or a project's root.
const FILES: &[(&str, &str)] = &[
    ("claude", ".claude/settings.json"),
    ("claude", ".claude/settings.local.json"),
    ("codex", ".codex/hooks.json"),
    ("codex", ".codex/config.toml"),
    ("gemini", ".gemini/settings.json"),
    ("copilot", ".copilot/hooks/decision.json"),
    ("copilot", ".copilot/config.json"),
    ("copilot", ".github/hooks/decision.json"),
    ("cursor", ".cursor/hooks.json"),
];

/// What stands there where the plugin is enabled.
const PLUGIN: &str = "decision@";
/// What stands there where the hook itself is.
const HOOK: &str = "decision-hook";

/// A larger file is not looked into, in bytes.
const MAX_FILE: u64 = 4 * 1024 * 1024;

pub(super) fn examine(workspace: &Workspace) -> Vec<Check> {
    let root = workspace.repository.root().to_owned();
    let mut folders: Vec<PathBuf> = environment::home().into_iter().collect();
    if !folders.contains(&root) {
        folders.push(root);
    }
    let mut checks: Vec<Check> = folders
        .iter()
        .flat_map(|folder| {
            FILES
                .iter()
                .map(move |(host, name)| (*host, folder.join(name)))
        })
        .filter_map(|(host, file)| check(host, &file))
        .collect();
    if checks.is_empty() {
        checks.push(
            Check::new(
                "host",
                State::Note,
                "no agent host is set up to run the hook",
            )
            .with_help("docs/install.md says how"),
        );
    }
    checks
}

fn check(host: &str, file: &Path) -> Option<Check> {
    let meta = fs::metadata(file).ok()?;
    if !meta.is_file() || meta.len() > MAX_FILE {
        return None;
    }
    let text = fs::read_to_string(file).ok()?;
    let place = file.display();
    let missing: Vec<String> = programs(&text)
        .into_iter()
        .filter(|program| !is_program(Path::new(program)))
        .collect();
    if !missing.is_empty() {
        let what = format!(
            "{host}: {place} runs {}, which is not there",
            missing.join(", ")
        );
        return Some(
            Check::new("host", State::Broken, what)
                .with_help(format!("`decision install {host}` writes where it is")),
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
        format!("{host}: {place} {how}"),
    ))
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
