//! `decision install` and `decision uninstall`: what is there before is there again afterwards, and what is
//! installed runs.

mod clients;
#[cfg(unix)]
mod git;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{Sandbox, put_program};

/// The programs in a folder beside the home, where a test can move them or put others in their place.
struct Programs {
    folder: PathBuf,
}

impl Programs {
    fn new(sandbox: &Sandbox) -> Programs {
        let folder = sandbox.root().with_file_name("bin");
        fs::create_dir_all(&folder).expect("a folder");
        for (name, built) in [
            ("decision", env!("CARGO_BIN_EXE_decision")),
            ("decision-hook", env!("CARGO_BIN_EXE_decision-hook")),
        ] {
            let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
            put_program(built.as_ref(), &program);
        }
        Programs { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder
            .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    }

    /// Runs `decision` from the folder.
    fn run(&self, sandbox: &Sandbox, arguments: &[&str]) -> Output {
        self.command(sandbox, arguments)
            .output()
            .expect("decision runs")
    }

    fn command(&self, sandbox: &Sandbox, arguments: &[&str]) -> Command {
        let mut command = sandbox.command(self.path("decision"));
        command.args(arguments);
        command
    }

    /// The same, which must succeed; gives back what it printed.
    fn succeed(&self, sandbox: &Sandbox, arguments: &[&str]) -> String {
        let output = self.run(sandbox, arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// The same, which must fail over the environment; gives back the error.
    fn refuse(&self, sandbox: &Sandbox, arguments: &[&str]) -> String {
        let output = self.run(sandbox, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    }
}

/// All that is below a folder: links by where they lead, files by mode and bytes.
fn tree(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(&at).expect("a folder") {
            let path = entry.expect("an entry").path();
            let meta = fs::symlink_metadata(&path).expect("it exists");
            let name = path.strip_prefix(folder).expect("below").to_owned();
            let what = if meta.is_symlink() {
                format!("link to {:?}", fs::read_link(&path).expect("a link"))
            } else if meta.is_dir() {
                folders.push(path);
                "folder".to_owned()
            } else {
                let bytes = fs::read(&path).expect("a file");
                format!("{} {}", mode(&meta), bytes.escape_ascii())
            };
            found.insert(name, what);
        }
    }
    found
}

#[cfg(unix)]
fn mode(meta: &fs::Metadata) -> String {
    use std::os::unix::fs::PermissionsExt;
    format!("{:o}", meta.permissions().mode())
}

#[cfg(not(unix))]
fn mode(meta: &fs::Metadata) -> String {
    format!("{:?}", meta.permissions())
}
