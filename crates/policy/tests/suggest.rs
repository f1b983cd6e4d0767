//! Scope proposed from texts, sources and commits of real repositories.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use decision_core::DecisionLog;
use decision_git::Environment;
use decision_policy::file_edit::{self, FileError};
use decision_policy::inside::NotUsed;
use decision_policy::suggest::apply::{self, ApplyError, Change, Target};
use decision_policy::suggest::{self, Confidence, Options, Suggestions, Tree, review};
use decision_policy::workspace::Workspace;

fn write(changes: &[Change]) -> Result<(), FileError> {
    file_edit::write(changes.iter().map(|change| &change.edit))
}

struct Repository {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

impl Repository {
    fn new() -> Repository {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let repository = Repository {
            _folder: folder,
            root,
        };
        repository.git(&["init", "--quiet", "-b", "main"]);
        repository
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) -> &Self {
        let file = self.root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self
    }

    /// Other files, so that no directory of the test is a large part of the tree.
    fn filled(&self) -> &Self {
        for index in 0..40 {
            self.write(&format!("other/part{index}/code.rs"), "fn other() {}\n");
        }
        self
    }

    fn commit(&self, message: &str) -> &Self {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
        self
    }

    fn git(&self, arguments: &[&str]) {
        let output = Command::new("git")
            .args(arguments)
            .current_dir(&self.root)
            .env_remove("GIT_DIR")
            .env_remove("GIT_INDEX_FILE")
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
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    fn workspace(&self) -> Workspace {
        let environment = Environment {
            isolated: true,
            ..Environment::default()
        };
        Workspace::open(&self.root, &[], &environment).unwrap()
    }

    fn suggest(&self) -> (Workspace, Tree, Suggestions) {
        let workspace = self.workspace();
        let tree = Tree::new(workspace.repository.tracked_files().unwrap());
        let all: Vec<usize> = (0..workspace.log().records.len()).collect();
        let suggestions = suggest::suggest(
            &workspace.repository,
            workspace.log(),
            &tree,
            Options::new(&all),
            &mut |_| {},
        )
        .unwrap();
        (workspace, tree, suggestions)
    }

    /// Every proposal as `slug: entry confidence: evidence; evidence`, hashes replaced.
    fn proposals(&self) -> Vec<String> {
        let (workspace, _, suggestions) = self.suggest();
        lines(workspace.log(), &suggestions)
    }
}

fn lines(log: &DecisionLog, suggestions: &Suggestions) -> Vec<String> {
    let records = suggestions.records.iter();
    records
        .flat_map(|record| {
            let slug = &log.records[record.record].slug;
            record.proposals.iter().map(move |proposal| {
                let evidence: Vec<String> = proposal
                    .evidence
                    .iter()
                    .map(|evidence| {
                        let text = evidence.to_string();
                        match text.rsplit_once(' ') {
                            Some((words, _)) if evidence.kind() == "commits" => words.to_owned(),
                            _ => text,
                        }
                    })
                    .collect();
                format!(
                    "{slug}: {} {}: {}",
                    proposal.entry,
                    proposal.confidence,
                    evidence.join("; ")
                )
            })
        })
        .collect()
}

#[test]
fn paths_and_names_in_the_text() {
    let repository = Repository::new();
    repository
        .filled()
        .write("services/auth/session.rs", "")
        .write("services/auth/token.rs", "")
        .write("web/src/OrderManager.ts", "")
        .write("web/src/Common.ts", "")
        .write("docs/guide.md", "# Guide\n")
        .write("deep/down/unique_name.py", "")
        .write("twice/a/same.py", "")
        .write("twice/b/same.py", "")
        .write(
            "docs/adr/0001-sessions.md",
            "# Sessions\n\n## Context\n\nToday it is `services/auth/token.rs`.\n\n## Decision\n\n\
             Sessions live in `services/auth/session.rs:12`, see [the code](../../deep/down/unique_name.py#L3)\n\
             and `down/unique_name.py`, not `same.py`, `docs/guide.md`, `gone.rs` or `../x`.\n\n\
             ```\ncat `twice/a/same.py`\n```\n\n## Alternatives\n\nPut it into `twice/b/same.py`.\n",
        )
        .write(
            "docs/adr/0002-orders.md",
            "# Orders\n\n## Decision\n\nThe `OrderManager` does it, `OrderManager.run()` and `Other`.\n",
        )
        .commit("begin");
    assert_eq!(
        repository.proposals(),
        [
            "0001-sessions: deep/down/unique_name.py medium: text line 9; text line 10",
            "0001-sessions: services/auth/session.rs medium: text line 9",
            "0001-sessions: services/auth/token.rs low: text line 5",
            "0002-orders: web/src/OrderManager.ts low: name OrderManager, text line 5",
        ]
    );
}

#[test]
fn source_that_cites_a_record() {
    let repository = Repository::new();
    repository
        .filled()
        .write("a/x.rs", "fn a() {}\n\n// As ADR-012 says.\nfn b() {}\n")
        .write("b/x.py", "x = 1  # see docs/adr/0012-sessions.md\n")
        .write("c/x.go", "package c // adr 12, and ADR-0012\n")
        .write("d/x.c", "int adr12; int adr_12; // ADR 120, ADR-12.5\n")
        .write(
            "e/x.go",
            "// ADR 013:\n// https://github.com/x/y/docs/adr-013-their-own-thing.md\n",
        )
        .write("f/x.rs", "let text = \"per ADR-012\";\n")
        .write("g/binary.rs", b"\0\0 ADR-012")
        .write("README.md", "ADR-012\n")
        .write("tests/t.rs", "// ADR-012\n")
        .write("docs/adr/0012-sessions.md", "# Sessions\n\nBy ADR-013.\n")
        .write("docs/adr/0013-tokens.md", "# Tokens\n")
        .commit("begin");
    assert_eq!(
        repository.proposals(),
        [
            "0012-sessions: a/x.rs high: comment a/x.rs:3",
            "0012-sessions: b/x.py high: comment b/x.py:1",
            "0012-sessions: c/x.go high: comment c/x.go:1",
            "0012-sessions: f/x.rs low: comment f/x.rs:1",
            "0012-sessions: tests/t.rs low: comment tests/t.rs:1",
        ]
    );
}

#[test]
fn the_nearest_record_of_a_number_is_meant() {
    let repository = Repository::new();
    repository
        .filled()
        .write("docs/adr/0001-whole.md", "# Whole\n")
        .write("packages/web/docs/adr/0001-web.md", "# Web\n")
        .write("packages/web/src/a.ts", "// ADR-0001\n")
        .write("packages/api/src/a.ts", "// ADR-0001\n")
        .commit("begin");
    assert_eq!(
        repository.proposals(),
        [
            "0001-whole: packages/api/src/a.ts high: comment packages/api/src/a.ts:1",
            "0001-web: packages/web/src/a.ts high: comment packages/web/src/a.ts:1",
        ]
    );
}

#[test]
fn commits_that_cite_a_record() {
    let repository = Repository::new();
    let lines = |count: usize| "a line\n".repeat(count);
    repository
        .filled()
        .write("docs/adr/0007-queue.md", "# Queue\n")
        .write("src/main.rs", "fn main() {}\n")
        .write("src/typo.rs", "")
        .commit("begin");
    repository
        .write("src/queue.rs", lines(30))
        .write("src/main.rs", "fn main() { queue() }\n")
        .write("Cargo.lock", lines(90))
        .write("tests/queue.rs", lines(90))
        .commit("feat: a queue\n\nImplements ADR-0007.");
    repository
        .write("src/queue.rs", lines(40))
        .commit("Retry, per ADR 7");
    repository
        .write("src/typo.rs", "x\n")
        .commit("docs: reword ADR-0007");
    repository
        .write("src/typo.rs", "y\n")
        .commit("Add ADR-0007");
    repository
        .write("src/typo.rs", "z\n")
        .commit("Fix links in docs/adr/0007-queue.md");
    repository
        .write("src/gone.rs", lines(50))
        .commit("Rework (ADR-0007)");
    repository.git(&["rm", "--quiet", "src/gone.rs"]);
    repository.commit("Remove it again");
    assert_eq!(
        repository.proposals(),
        ["0007-queue: src/queue.rs medium: 2 commits, latest"]
    );
}

#[test]
fn files_that_fill_a_directory_become_the_directory() {
    let repository = Repository::new();
    repository.filled();
    for name in ["a", "b", "c", "d"] {
        repository.write(&format!("src/queue/{name}.rs"), "// ADR-0007\n");
    }
    repository
        .write("src/queue/e.rs", "")
        .write("src/large/a.rs", "// ADR-0007\n")
        .write("lib.rs", "// ADR-0007\n")
        .write(
            "docs/adr/0007-queue.md",
            "---\naffects: [src/large/]\n---\n# Queue\n",
        )
        .commit("begin");
    let (workspace, tree, suggestions) = repository.suggest();
    let proposals: Vec<(&str, usize)> = suggestions.records[0]
        .proposals
        .iter()
        .map(|proposal| (proposal.entry.as_str(), proposal.files))
        .collect();
    // What the record governs already is left out, and a file at the root is tied to it.
    assert_eq!(proposals, [("src/queue/", 5), ("/lib.rs", 1)]);
    for (entry, files) in proposals {
        assert_eq!(tree.claimed_by(entry), files, "{entry}");
    }
    assert_eq!(workspace.log().records.len(), 1);
}

#[test]
fn no_directory_that_holds_most_of_the_tree_is_proposed() {
    let repository = Repository::new();
    for name in ["a", "b", "c", "d"] {
        repository.write(&format!("src/{name}.rs"), "// ADR-0007\n");
    }
    repository
        .write("docs/adr/0007-queue.md", "# Queue\n\nAll of `src/`.\n")
        .commit("begin");
    let proposals = repository.proposals();
    assert_eq!(proposals.len(), 4, "{proposals:#?}");
    assert!(
        proposals.iter().all(|line| line.contains(".rs high")),
        "{proposals:#?}"
    );
}

#[test]
fn a_file_that_cites_everything_is_a_list() {
    let repository = Repository::new();
    repository.filled();
    let mut list = String::new();
    for number in 1..9 {
        repository.write(
            &format!("docs/adr/000{number}-thing-of-many.md"),
            "# Thing\n",
        );
        list.push_str(&format!("# ADR-000{number}\n"));
    }
    repository.write("nav.yaml", &list).commit("begin");
    assert_eq!(repository.proposals(), [""; 0]);
}

#[test]
fn the_reviewed_file_goes_into_the_records() {
    let repository = Repository::new();
    repository
        .filled()
        .write("src/app/[id]/page.tsx", "// ADR-0001\n")
        .write("src/b.rs", "// ADR-0002\n")
        .write("docs/adr/0001-pages.md", "# Pages\r\n\r\nText.\r\n")
        .write(
            "docs/adr/0002-b.md",
            "---\ntags: [x]\n---\n# B: \"quoted\"\n",
        )
        .commit("begin");
    let (workspace, tree, suggestions) = repository.suggest();
    let text = review::write(workspace.log(), &suggestions, Confidence::Low).unwrap();
    assert!(
        text.contains("0002-b:\n  - src/b.rs  # high: comment src/b.rs:1\n"),
        "{text}"
    );

    let entries = review::read(workspace.log(), &text).unwrap();
    let plan = |target| apply::plan(&repository.root, workspace.log(), &tree, &entries, target);
    let changes = plan(Target::Sidecar).unwrap();
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].edit.path, "docs/adr/affects.yaml");
    write(&plan(Target::Records).unwrap()).unwrap();
    assert_eq!(
        fs::read_to_string(repository.root.join("docs/adr/0002-b.md")).unwrap(),
        "---\ntags: [x]\naffects:\n  - src/b.rs\n---\n# B: \"quoted\"\n"
    );
    let log = DecisionLog::load(&workspace.located.decision_dirs());
    assert!(
        log.records[0]
            .affects
            .matches("src/app/[id]/page.tsx")
            .is_some()
    );
    assert!(log.records[0].text().ends_with("# Pages\r\n\r\nText.\r\n"));
    // What was planned before somebody wrote to the file is not written over it.
    let stale = write(&changes).and_then(|()| write(&changes));
    assert!(matches!(stale, Err(FileError::Write(_))), "{stale:?}");
    // Now there is nothing left to propose.
    assert_eq!(repository.proposals(), [""; 0]);
}

#[test]
fn entries_that_match_nothing_or_everything_are_refused() {
    let repository = Repository::new();
    repository
        .write("src/b.rs", "")
        .write("docs/adr/0002-b.md", "# B\n")
        .commit("begin");
    let (workspace, tree, _) = repository.suggest();
    let plan = |entry: &str| {
        let entries = BTreeMap::from([(0, vec![entry.to_owned()])]);
        apply::plan(
            Path::new(&repository.root),
            workspace.log(),
            &tree,
            &entries,
            Target::Records,
        )
    };
    for (entry, expected) in [
        ("src/gone.rs", "`src/gone.rs` matches no tracked file"),
        ("**", "`**` claims most of the tree"),
        ("src/[b", "matches no tracked file"),
    ] {
        let error = plan(entry).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(plan("src/").unwrap().len(), 1);
    let read = review::read(workspace.log(), "gone: [src/]\nno colon\n");
    assert_eq!(
        read.unwrap_err(),
        [
            "line 2: not `slug:` with a list of paths under it",
            "line 1: no record is called `gone`"
        ]
    );
}

#[cfg(unix)]
#[test]
fn scope_is_not_written_through_a_link_out_of_the_repository() {
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("profile");
    fs::write(&target, "# mine\n").unwrap();
    let repository = Repository::new();
    repository
        .write("src/b.rs", "")
        .write("docs/adr/0002-b.md", "# B\n")
        .commit("begin");
    let link = repository.root.join("docs/adr/affects.yaml");
    std::os::unix::fs::symlink(&target, link).unwrap();
    let (workspace, tree, _) = repository.suggest();
    let entries = BTreeMap::from([(0, vec!["src/".to_owned()])]);
    let plan = apply::plan(
        &repository.root,
        workspace.log(),
        &tree,
        &entries,
        Target::Sidecar,
    );
    assert!(
        matches!(
            plan,
            Err(ApplyError::File(FileError::Read {
                source: NotUsed::Outside,
                ..
            }))
        ),
        "{plan:?} would write {}",
        target.display()
    );
}
