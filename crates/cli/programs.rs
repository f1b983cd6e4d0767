//! Where the programs are, and what of them a host's model can call.

use std::env;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

use decision_policy::hosts::Host;
use decision_policy::means::Means;

use crate::environment;

/// Shows that a folder is that of the plugin.
const SKILL: &str = "skills/record/SKILL.md";

/// The file of a program on this system.
pub(crate) fn file_name(program: &str) -> PathBuf {
    PathBuf::from(format!("{program}{EXE_SUFFIX}"))
}

/// The `decision` that a shell finds.
pub(crate) fn on_path() -> Option<PathBuf> {
    let name = file_name("decision");
    environment::path_folders()
        .into_iter()
        .map(|folder| folder.join(&name))
        .find(|file| is_program(file))
}

/// What can be called in a session of a host: asked of the disk, so only when something is to be said of it.
pub(crate) fn means(host: Host) -> Means {
    let folder = env::current_exe()
        .ok()
        .and_then(|own| Some(own.parent()?.to_owned()));
    let is_plugin = |root: &Path| root.join(SKILL).is_file();
    let around = folder
        .as_deref()
        .and_then(Path::parent)
        .filter(|root| is_plugin(root));
    let beside = folder
        .as_ref()
        .map(|folder| folder.join(file_name("decision")))
        .filter(|file| is_program(file));
    // One host puts a plugin's own folder of programs on the path of its shell, though not on that of hooks.
    let by_name =
        on_path().is_some() || host == Host::ClaudeCode && around.is_some() && beside.is_some();
    Means {
        command: if by_name {
            Some("decision".to_owned())
        } else {
            beside.and_then(|file| quoted(file.to_str()?))
        },
        skills: around.is_some() || environment::plugin_root().is_some_and(|root| is_plugin(&root)),
    }
}

/// A path as one word of a shell; none where no quotes hold it together.
fn quoted(path: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:".contains(c);
    if path.chars().all(plain) {
        Some(path.to_owned())
    } else {
        let holds = |c: char| !c.is_control() && c != '\'';
        path.chars().all(holds).then(|| format!("'{path}'"))
    }
}

#[cfg(unix)]
pub(crate) fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Windows tells programs by their endings.
#[cfg(not(unix))]
pub(crate) fn is_program(file: &Path) -> bool {
    file.is_file()
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_path_is_one_word_of_a_shell() {
        for (path, expected) in [
            (
                "/home/ann/.cargo/bin/decision",
                Some("/home/ann/.cargo/bin/decision"),
            ),
            ("/a b/decision", Some("'/a b/decision'")),
            (r"C:\bin\decision.exe", Some(r"'C:\bin\decision.exe'")),
            ("/a$(b)/decision", Some("'/a$(b)/decision'")),
            ("/a'b/decision", None),
            ("/a\nb/decision", None),
        ] {
            assert_eq!(quoted(path).as_deref(), expected, "{path:?}");
        }
    }
}
