//! The programs: this one, the one of the hook, and whether a plugin finds it.

use std::env;
use std::fs;
use std::path::Path;

use decision_policy::workspace::Workspace;
use memchr::memmem;

use super::{Check, State};
use crate::programs::{self, file_name, is_program};
use crate::{environment, journal};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A program of more bytes is none of ours.
const MAX_PROGRAM: u64 = 256 * 1024 * 1024;

pub(super) fn examine(workspace: &Workspace) -> Vec<Check> {
    let root = workspace.repository.root();
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let own = env::current_exe().ok();
    let what = match &own {
        Some(own) => format!("decision {VERSION}, {}", own.display()),
        None => format!("decision {VERSION}"),
    };
    let mut checks = vec![Check::new("program", State::Good, what)];
    checks.extend(on_path(own.as_deref()));
    checks.push(hook(&root, own.as_deref()));
    checks
}

/// What a skill or a git hook gets when it calls `decision`.
fn on_path(own: Option<&Path>) -> Option<Check> {
    let Some(first) = programs::on_path() else {
        return Some(
            Check::new("program", State::Warning, "`decision` is not on the PATH").with_help(
                "skills and hooks that call it do not find it; add its folder to the PATH",
            ),
        );
    };
    let same = own.is_some_and(|own| own.canonicalize().ok() == first.canonicalize().ok());
    (!same).then(|| {
        let what = format!(
            "another `decision` comes first on the PATH: {}",
            first.display()
        );
        Check::new("program", State::Note, what)
    })
}

/// The program that the plugin's launcher would start, else the one beside this program.
fn hook(root: &Path, own: Option<&Path>) -> Check {
    let name = file_name("decision-hook");
    let mut inside = None;
    let mut found = None;
    for folder in environment::program_folders() {
        let file = folder.join(&name);
        if !file.is_file() {
            continue;
        }
        if !is_program(&file) {
            let what = format!("{} is not executable", file.display());
            return Check::new("hook", State::Broken, what)
                .with_help("install it again: `cargo install --force --path .`");
        }
        let real = file.canonicalize().unwrap_or_else(|_| file.clone());
        if real.starts_with(root) {
            inside.get_or_insert(file);
        } else {
            found = Some(file);
            break;
        }
    }
    let beside = own
        .and_then(Path::parent)
        .map(|folder| folder.join(&name))
        .filter(|file| is_program(file));
    match (found, beside, inside) {
        (Some(file), _, _) => versions(&file, State::Good, ""),
        (None, Some(file), _) => versions(
            &file,
            State::Warning,
            "a plugin in the source form does not find it there; `cargo install --path .` puts it where it looks",
        ),
        (None, None, Some(file)) => {
            let what = format!(
                "{} lies in the open project, so it is not run",
                file.display()
            );
            Check::new("hook", State::Broken, what).with_help("install it outside of the project")
        }
        (None, None, None) => Check::new("hook", State::Broken, "decision-hook is not found")
            .with_help("`cargo install --path .` installs it beside `decision`"),
    }
}

/// The hook answers by its own rules; of another version these are not the ones that are shown here.
fn versions(file: &Path, state: State, help: &str) -> Check {
    let version = match fs::metadata(file) {
        Ok(meta) if meta.len() <= MAX_PROGRAM => {
            fs::read(file).ok().and_then(|bytes| version_in(&bytes))
        }
        _ => None,
    };
    let place = file.display();
    match version {
        Some(version) if version == VERSION => {
            Check::new("hook", state, format!("decision-hook {version}, {place}")).with_help(help)
        }
        Some(version) => Check::new(
            "hook",
            State::Broken,
            format!("decision-hook {version}, {place}: this is decision {VERSION}"),
        )
        .with_help("install both at once: `cargo install --path .`"),
        None => Check::new(
            "hook",
            State::Warning,
            format!("{place} does not say which version it is"),
        )
        .with_help("install both at once: `cargo install --path .`"),
    }
}

/// The version that stands in the program of the hook, as [`journal::PROGRAM`] has it.
fn version_in(program: &[u8]) -> Option<String> {
    let (mark, _) = journal::PROGRAM.split_once('/')?;
    let mark = format!("{mark}/");
    let mut rest = program;
    while let Some(at) = memmem::find(rest, mark.as_bytes()) {
        rest = &rest[at + mark.len()..];
        let end = rest.iter().take(40).position(|byte| *byte == b';');
        let version = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
        if let Some(version) = version
            && version.starts_with(|c: char| c.is_ascii_digit())
        {
            return Some(version.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_asked_for_its_version_without_being_run() {
        for (program, expected) in [
            (format!("\0x{}y\0", journal::PROGRAM), Some(VERSION)),
            (
                "decision-hook/ decision-hook/1.2.3-rc.1;".into(),
                Some("1.2.3-rc.1"),
            ),
            ("decision-hook/0.1".into(), None),
            (String::new(), None),
        ] {
            assert_eq!(
                version_in(program.as_bytes()).as_deref(),
                expected,
                "{program:?}"
            );
        }
    }
}
