//! The repository, the directories that were chosen, what was skipped, and the settings.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use decision_git::Sharing;
use decision_policy::workspace::Workspace;

use super::{Check, State};
use crate::{environment, journal};

pub(super) fn examine(workspace: &Workspace) -> Vec<Check> {
    let mut checks = vec![repository(workspace), git()];
    checks.extend(directories(workspace));
    checks.extend(settings(workspace));
    checks.push(state_folder(workspace));
    if environment::hooks_are_off() {
        checks.push(
            Check::new(
                "settings",
                State::Warning,
                "DECISION_HOOK silences the hooks",
            )
            .with_help("take it out of the environment"),
        );
    }
    checks
}

fn repository(workspace: &Workspace) -> Check {
    let repository = &workspace.repository;
    let root = repository.root().display();
    let kind = repository.kind();
    match repository.no_changes() {
        None => Check::new("repository", State::Good, format!("{root} ({kind})")),
        Some(reason) => {
            let help = reason.remedy().map_or_else(
                || "records are read all the same".to_owned(),
                |remedy| format!("{remedy} allows it"),
            );
            let what = format!("{root} ({kind}): changes are not known: {reason}");
            Check::new("repository", State::Warning, what).with_help(help)
        }
    }
}

/// `git --version` reads no repository.
fn git() -> Check {
    let output = Command::new("git")
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    match output {
        Ok(output) if output.status.success() => {
            let version = String::from_utf8_lossy(&output.stdout);
            Check::new("git", State::Good, version.trim())
        }
        _ => Check::new("git", State::Warning, "git does not run")
            .with_help("queries work without it; install it for the check of commits"),
    }
}

fn directories(workspace: &Workspace) -> Vec<Check> {
    let log = workspace.log();
    let mut checks = Vec::new();
    for (index, located) in workspace.located.dirs.iter().enumerate() {
        let records = log
            .records
            .iter()
            .filter(|record| record.place == index)
            .count();
        let what = format!(
            "{} (found by: {}): {records} records",
            located.dir.label, located.found_by
        );
        let check = match workspace.repository.sharing(&located.dir) {
            Sharing::Ignored => Check::new("directory", State::Note, what)
                .with_help("ignored by git, so not shared"),
            Sharing::Untracked => Check::new("directory", State::Note, what)
                .with_help("not tracked by git yet, so not shared"),
            Sharing::Tracked | Sharing::Unknown => Check::new("directory", State::Good, what),
        };
        checks.push(check);
    }
    if checks.is_empty() {
        let place = &workspace.located.create_in.label;
        checks.push(
            Check::new("directory", State::Note, "no decision records here")
                .with_help(format!("a first one would go into {place}")),
        );
    }
    for note in &workspace.located.notes {
        checks.push(Check::new("directory", State::Warning, note.to_string()));
    }
    let (lost, others): (Vec<_>, Vec<_>) = log
        .skipped
        .iter()
        .partition(|skipped| skipped.reason.may_be_lost());
    for skipped in lost {
        let what = format!("{}: {}", skipped.path, skipped.reason.words());
        checks.push(
            Check::new("skipped", State::Warning, what)
                .with_help("it may be a record; `decision list` says more"),
        );
    }
    if !others.is_empty() {
        let names: Vec<String> = others
            .iter()
            .take(3)
            .map(|skipped| format!("{} ({})", skipped.path, skipped.reason.words()))
            .collect();
        let more = match others.len().saturating_sub(names.len()) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        checks.push(Check::new(
            "skipped",
            State::Good,
            format!("{}{more}", names.join(", ")),
        ));
    }
    checks
}

fn settings(workspace: &Workspace) -> Vec<Check> {
    let findings = workspace.settings.findings.iter();
    findings
        .map(|finding| {
            let place = match finding.line {
                Some(line) => format!("{}:{line}", finding.path),
                None => finding.path.clone(),
            };
            let what = format!("{place}: {}", finding.message);
            Check::new("settings", State::Warning, what).with_help(&finding.help)
        })
        .collect()
}

/// The first of the folders in which something can be written, as the hook finds it.
fn state_folder(workspace: &Workspace) -> Check {
    let folders: Vec<_> = journal::folders(workspace.repository.git_common_dir()).collect();
    match folders.iter().find(|folder| can_be_written(folder)) {
        Some(folder) => Check::new("state", State::Good, folder.display().to_string()),
        None => {
            let names: Vec<String> = folders
                .iter()
                .map(|folder| folder.display().to_string())
                .collect();
            let what = format!("nothing can be kept in {}", names.join(" or "));
            Check::new("state", State::Broken, what)
                .with_help("make one of them writable; without it things are said again and again")
        }
    }
}

/// Tries it: permissions alone do not tell of read-only file systems. What was made for it is removed.
fn can_be_written(folder: &Path) -> bool {
    let missing: Vec<&Path> = folder
        .ancestors()
        .take_while(|above| !above.exists())
        .collect();
    let probe = folder.join(format!("doctor-{}.tmp", std::process::id()));
    let written = fs::create_dir_all(folder).is_ok()
        && fs::File::create_new(&probe).is_ok()
        && fs::remove_file(&probe).is_ok();
    for made in missing {
        // Fails where another process has begun to use it.
        let _ = fs::remove_dir(made);
    }
    written
}
