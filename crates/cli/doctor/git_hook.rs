//! The hooks of git: whether they are there, whether git runs them, and whether what they call is there.

use std::fs;
use std::io::Read;
use std::path::Path;

use decision_policy::workspace::Workspace;

use super::{Check, State};
use crate::environment;
use crate::install::git::{Folder, Found, Whose};
use crate::programs::is_program;

const AREA: &str = "git hook";

/// Files, from the root, in which programs that keep hooks are told what to run.
const MANAGERS: &[&str] = &[
    ".husky/pre-commit",
    "lefthook.yml",
    ".lefthook.yml",
    "lefthook.yaml",
    ".pre-commit-config.yaml",
    ".overcommit.yml",
];

/// A longer file is read so far, in bytes.
const MAX_FILE: u64 = 256 * 1024;

pub(super) fn examine(workspace: &Workspace) -> Vec<Check> {
    let repository = &workspace.repository;
    // Without a repository there is nothing to commit; what is wrong with one is told elsewhere.
    if repository.no_changes().is_some() {
        return Vec::new();
    }
    let (dir, usual) = match repository.hooks_dir() {
        Ok(dir) => (dir.path, dir.usual),
        Err(error) => return vec![Check::new(AREA, State::Warning, error.to_string())],
    };
    let folder = match Folder::read(&dir) {
        Ok(folder) => folder,
        Err(error) => return vec![Check::new(AREA, State::Broken, format!("{error:#}"))],
    };
    let (ours, others): (Vec<&Found>, Vec<&Found>) =
        folder.hooks.iter().partition(|found| is_ours(found));
    if !ours.is_empty() {
        let installed = ours
            .into_iter()
            .map(|found| installed(&dir, found, repository.root()));
        let missing = others.into_iter().map(|found| {
            let what = format!("{} is not installed beside it", found.hook.name());
            Check::new(AREA, State::Warning, what).with_help("`decision install git` adds it")
        });
        return installed.chain(missing).collect();
    }
    for name in MANAGERS {
        if read(&repository.root().join(name)).is_some_and(|text| calls_check(&text)) {
            return vec![Check::new(
                AREA,
                State::Good,
                format!("{name} runs the check"),
            )];
        }
    }
    let by_hand = folder.hooks.iter().find(|found| {
        let text = found.text.as_deref();
        text.is_some_and(calls_check)
    });
    let check = match by_hand {
        Some(found) if found.runs => {
            let place = dir.join(found.hook.name());
            Check::new(
                AREA,
                State::Good,
                format!("{} runs the check", place.display()),
            )
        }
        Some(found) => not_executable(&dir.join(found.hook.name())),
        None => passed_over(&dir, &usual).unwrap_or_else(|| {
            Check::new(AREA, State::Note, "no commit is checked here")
                .with_help("`decision install git` installs the check, beside what is there")
        }),
    };
    vec![check]
}

/// A hook of ours in git's own directory while git takes its hooks from another one.
fn passed_over(dir: &Path, usual: &Path) -> Option<Check> {
    let folder = Folder::read(usual).ok().filter(|_| dir != usual)?;
    let found = folder.hooks.iter().find(|found| is_ours(found))?;
    let hook = usual.join(found.hook.name());
    let what = format!(
        "{} is passed over: core.hooksPath is {}",
        hook.display(),
        dir.display()
    );
    let check = Check::new(AREA, State::Broken, what);
    Some(check.with_help("`decision install git` installs it where git looks"))
}

fn is_ours(found: &Found) -> bool {
    matches!(found.whose(), Some(Whose::Ours { .. } | Whose::OursChanged))
}

fn calls_check(text: &str) -> bool {
    text.contains("decision check") || text.contains("decision-check")
}

/// A hook of ours.
fn installed(dir: &Path, found: &Found, root: &Path) -> Check {
    let hook = dir.join(found.hook.name());
    if !found.runs {
        return not_executable(&hook);
    }
    let place = hook.display();
    let written = found.text.as_deref().and_then(program_in);
    let is_there = written
        .as_deref()
        .is_some_and(|program| is_program(Path::new(program)));
    if !is_there && !is_on_path(root) {
        let what = match written.filter(|program| !program.is_empty()) {
            Some(program) => format!("{place} calls {program}, which is not there"),
            None => format!("{place} calls `decision`, which is not on the PATH"),
        };
        return Check::new(AREA, State::Broken, what)
            .with_help("`decision install git` writes down where it is");
    }
    let kept = dir.join(found.hook.kept_name());
    let after = match (found.kept, is_program(&kept)) {
        (true, true) => ", after the hook that was there before",
        (true, false) => ", without the hook that was there before, which is not executable",
        (false, _) => "",
    };
    let what = format!("{place} runs the check{after}");
    if found.whose() == Some(Whose::OursChanged) {
        return Check::new(AREA, State::Note, what).with_help(
            "changed since it was installed, so `decision uninstall git` will not take it back",
        );
    }
    Check::new(AREA, State::Good, what)
}

/// Whether the hook would find `decision` by its name; it passes over what lies in the work tree.
fn is_on_path(root: &Path) -> bool {
    let name = format!("decision{}", std::env::consts::EXE_SUFFIX);
    environment::path_folders().into_iter().any(|folder| {
        let program = folder.join(&name);
        is_program(&program) && !program.starts_with(root)
    })
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
    file.take(MAX_FILE).read_to_end(&mut bytes).ok()?;
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
