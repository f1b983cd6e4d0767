//! The hook of git: whether it is there, whether git runs it, and whether what it calls is there.

use std::fs;
use std::io::Read;
use std::path::Path;

use decision_policy::workspace::Workspace;

use super::programs::is_program;
use super::{Check, State};
use crate::environment;

const AREA: &str = "git hook";

/// What stands in a hook that `decision install git` wrote.
const OURS: &str = "`decision install git`";

/// Under this ending a hook that was there before is kept.
const KEPT: &str = ".before-decision";

/// Files, from the root, in which programs that keep hooks are told what to run.
const MANAGERS: &[&str] = &[
    ".husky/pre-commit",
    "lefthook.yml",
    ".lefthook.yml",
    "lefthook.yaml",
    ".pre-commit-config.yaml",
    ".overcommit.yml",
];

/// A longer hook is read so far, in bytes.
const MAX_HOOK: u64 = 256 * 1024;

pub(super) fn examine(workspace: &Workspace) -> Vec<Check> {
    let repository = &workspace.repository;
    // Without a repository there is nothing to commit; what is wrong with one is told elsewhere.
    if repository.no_changes().is_some() {
        return Vec::new();
    }
    let dir = match repository.hooks_dir() {
        Ok(dir) => dir,
        Err(error) => return vec![Check::new(AREA, State::Warning, error.to_string())],
    };
    let hook = dir.path.join("pre-commit");
    let text = read(&hook);
    if let Some(text) = text.as_deref().filter(|text| text.contains(OURS)) {
        let mut checks = vec![installed(&hook, text, repository.root())];
        if read(&dir.path.join("commit-msg")).is_none_or(|text| !text.contains(OURS)) {
            checks.push(
                Check::new(
                    AREA,
                    State::Warning,
                    "the hook commit-msg is not installed with it",
                )
                .with_help("`decision install git` adds it; without it no trailer is read"),
            );
        }
        return checks;
    }
    let calls = |text: &str| text.contains("decision check") || text.contains("decision-check");
    for name in MANAGERS {
        let file = repository.root().join(name);
        if read(&file).is_some_and(|text| calls(&text)) {
            return vec![Check::new(
                AREA,
                State::Good,
                format!("{name} runs the check"),
            )];
        }
    }
    let check = match text {
        Some(text) if calls(&text) => {
            let place = hook.display();
            if is_program(&hook) {
                Check::new(AREA, State::Good, format!("{place} runs the check"))
            } else {
                not_executable(&hook)
            }
        }
        Some(_) => Check::new(
            AREA,
            State::Note,
            format!("{} does not run the check", hook.display()),
        )
        .with_help("`decision install git` adds it beside what is there"),
        None => Check::new(AREA, State::Note, "no commit is checked here")
            .with_help("`decision install git` installs the check"),
    };
    vec![check]
}

fn installed(hook: &Path, text: &str, root: &Path) -> Check {
    let place = hook.display();
    if !is_program(hook) {
        return not_executable(hook);
    }
    let written = program_in(text).filter(|program| !program.is_empty());
    let is_there = written
        .as_deref()
        .is_some_and(|program| is_program(Path::new(program)));
    let on_path = || {
        environment::path_folders().into_iter().any(|folder| {
            let program = folder.join(format!("decision{}", std::env::consts::EXE_SUFFIX));
            is_program(&program) && !program.starts_with(root)
        })
    };
    if !is_there && !on_path() {
        let what = match written {
            Some(program) => format!("{place} calls {program}, which is not there"),
            None => format!("{place} calls `decision`, which is not on the PATH"),
        };
        return Check::new(AREA, State::Broken, what)
            .with_help("`decision install git` writes down where it is");
    }
    let kept = hook.with_file_name(format!("pre-commit{KEPT}"));
    let after = match (kept.exists(), is_program(&kept)) {
        (true, true) => ", after the hook that was there before",
        (true, false) => ", without the hook that was there before: that is not executable",
        (false, _) => "",
    };
    Check::new(AREA, State::Good, format!("{place} runs the check{after}"))
}

fn not_executable(hook: &Path) -> Check {
    let place = hook.display();
    Check::new(
        AREA,
        State::Broken,
        format!("{place} is not executable, so git passes it over"),
    )
    .with_help(format!("chmod +x {place}"))
}

/// The program that a hook of ours was told of: a line `program='…'`, quoted for a POSIX shell.
fn program_in(text: &str) -> Option<String> {
    let mut lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("program="));
    let word = lines.next()?.trim();
    let inner = word
        .strip_prefix('\'')
        .and_then(|word| word.strip_suffix('\''));
    Some(inner.unwrap_or(word).replace(r"'\''", "'"))
}

/// The text of a file, as far as it is needed; none where there is none.
fn read(path: &Path) -> Option<String> {
    let is_file = fs::metadata(path).ok()?.is_file();
    let mut bytes = Vec::new();
    let file = is_file.then(|| fs::File::open(path).ok()).flatten()?;
    file.take(MAX_HOOK).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::program_in;

    #[test]
    fn the_program_of_a_hook_is_unquoted() {
        for (text, expected) in [
            (
                "#!/bin/sh\nprogram='/a b/decision'\n",
                Some("/a b/decision"),
            ),
            (r"program='/it'\''s/decision'", Some("/it's/decision")),
            ("program=\n", Some("")),
            ("#!/bin/sh\n", None),
        ] {
            assert_eq!(program_in(text).as_deref(), expected, "{text}");
        }
    }
}
