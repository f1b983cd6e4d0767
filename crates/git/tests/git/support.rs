//! Real repositories in temporary directories, untouched by the configuration of the machine.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use decision_git::{Changes, Environment, Known, Located, Options, Repository, Scope};

/// More time than any test needs.
pub(crate) const AMPLE: Duration = Duration::from_secs(60);

pub(crate) fn environment() -> Environment {
    Environment {
        isolated: true,
        ..Environment::default()
    }
}

/// A temporary directory with a repository in it, or not.
pub(crate) struct Place {
    _dir: tempfile::TempDir,
    pub(crate) path: PathBuf,
}

impl Place {
    /// An empty directory.
    pub(crate) fn empty() -> Place {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().canonicalize().unwrap();
        Place { _dir: dir, path }
    }

    /// A repository without a commit.
    pub(crate) fn unborn() -> Place {
        let place = Place::empty();
        place.git(&["init", "--quiet", "-b", "main"]);
        place
    }

    /// A repository with one commit of these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Place {
        let place = Place::unborn();
        place.write_all(files);
        place.commit();
        place
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        write(&self.path.join(path), text);
    }

    pub(crate) fn write_all(&self, files: &[(&str, &str)]) {
        for (path, text) in files {
            self.write(path, text);
        }
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.path.join(path)).unwrap();
    }

    pub(crate) fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", "x"]);
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git_in(&self.path, arguments)
    }

    pub(crate) fn discover(&self) -> Repository {
        discover(&self.path)
    }

    pub(crate) fn changes(&self, scope: &Scope) -> Vec<String> {
        changes(&self.discover(), scope)
    }
}

pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

pub(crate) fn git_in(dir: &Path, arguments: &[&str]) -> String {
    let output = try_git(dir, arguments);
    assert!(
        output.status.success(),
        "git {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

pub(crate) fn try_git(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("git");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    command
        .current_dir(dir)
        .args([
            "-c",
            "protocol.file.allow=always",
            "-c",
            "core.autocrlf=false",
        ])
        .args(arguments)
        .env(
            "GIT_CONFIG_GLOBAL",
            if cfg!(windows) { "NUL" } else { "/dev/null" },
        )
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .envs([
            ("GIT_AUTHOR_NAME", "a"),
            ("GIT_AUTHOR_EMAIL", "a@example.org"),
        ])
        .envs([
            ("GIT_COMMITTER_NAME", "a"),
            ("GIT_COMMITTER_EMAIL", "a@example.org"),
        ])
        .envs([
            ("GIT_AUTHOR_DATE", "1700000000 +0000"),
            ("GIT_COMMITTER_DATE", "1700000000 +0000"),
        ])
        .output()
        .expect("git is installed where the tests run")
}

pub(crate) fn discover(start: &Path) -> Repository {
    Repository::discover(start, &environment()).unwrap()
}

pub(crate) fn located(repository: &Repository) -> Located {
    repository.decision_dirs(&Options::default()).unwrap()
}

/// The changes as lines, `kind path` with `<- former` behind a rename. They must be complete.
pub(crate) fn changes(repository: &Repository, scope: &Scope) -> Vec<String> {
    lines(&complete(repository, scope))
}

pub(crate) fn complete(repository: &Repository, scope: &Scope) -> Changes {
    let changes = repository.changes_in(scope, AMPLE);
    assert_eq!(changes.known, Known::Complete);
    changes
}

pub(crate) fn lines(changes: &Changes) -> Vec<String> {
    let former = |from: &Option<String>| from.as_ref().map(|from| format!(" <- {from}"));
    changes
        .changes
        .iter()
        .map(|change| {
            format!(
                "{} {}{}",
                change.kind,
                change.path,
                former(&change.renamed_from).unwrap_or_default()
            )
        })
        .collect()
}

/// What `git status` calls changed, as a set of paths.
pub(crate) fn git_status(dir: &Path) -> BTreeSet<String> {
    let output = try_git(
        dir,
        &[
            "--no-optional-locks",
            "status",
            "--porcelain=v2",
            "-z",
            "--untracked-files=all",
            "--no-renames",
        ],
    );
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let before = |record: &str| match record.as_bytes()[0] {
        b'1' => 8,
        b'u' => 10,
        b'?' => 1,
        other => panic!("record type {other}"),
    };
    String::from_utf8_lossy(&output.stdout)
        .split_terminator('\0')
        .map(|record| record.splitn(before(record) + 1, ' ').last().unwrap())
        .map(|path| path.trim_end_matches('/').to_owned())
        .collect()
}

/// The same set as [`git_status`], as this crate sees it.
pub(crate) fn our_status(repository: &Repository) -> BTreeSet<String> {
    complete(repository, &Scope::everything())
        .paths()
        .map(|(path, _)| path.to_owned())
        .collect()
}
