//! A repository whose author means harm: links that lead out of it, pipes where files are expected.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Sandbox, event, record};

/// A record that governs a file that was moved, so that there is something to write.
fn moved() -> Sandbox {
    let sandbox = Sandbox::new();
    let text = record("Use one.", &["src/a.rs"], "One", "Because.");
    sandbox
        .write("docs/decisions/one.md", text)
        .write("src/a.rs", "fn a() {}\n")
        .commit()
        .git(&["mv", "src/a.rs", "src/b.rs"]);
    sandbox
}

/// Moves a file or folder out of the repository and leaves a link.
fn put_out(sandbox: &Sandbox, path: &str) -> PathBuf {
    let outside = sandbox.home().join("outside");
    std::fs::rename(sandbox.root().join(path), &outside).expect("a move");
    symlink(&outside, sandbox.root().join(path)).expect("a link");
    outside
}

fn pipe(path: &Path) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo runs").success());
}

/// Every file below a folder with its text.
fn tree(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).expect("text");
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

/// Runs a program that must end by itself.
fn ends(command: &mut Command, input: &[u8]) -> Option<i32> {
    let (stdin, out) = (tempfile::tempfile(), Stdio::null());
    let mut stdin = stdin.expect("a file");
    std::io::Write::write_all(&mut stdin, input).expect("a file takes it");
    std::io::Seek::rewind(&mut stdin).expect("a file has a beginning");
    let mut child = command
        .stdin(stdin)
        .stdout(out)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    panic!("{command:?} waits for something");
}

#[test]
fn nothing_is_written_through_links_that_lead_out() {
    for linked in ["docs/decisions/one.md", "docs/decisions", "docs"] {
        let sandbox = moved();
        let settings = "dirs: [docs/decisions]\nbaseline: known.json\n";
        sandbox.write(".decision.yaml", settings);
        put_out(&sandbox, linked);
        sandbox.write("../home/rc", "alias a=b\n");
        symlink(sandbox.home().join("rc"), sandbox.root().join("known.json")).expect("a link");
        let before = tree(&sandbox.home());
        for arguments in [
            &["check", "--fix"][..],
            &["check", "--fix", "--stage"],
            &["stale", "--fix"],
            &["check", "--all", "--write-baseline"],
            &["new", "Two"],
            &["supersede", "one", "Two"],
            &["renumber", "one"],
        ] {
            sandbox.decision_in(".", arguments);
            let after = tree(&sandbox.home());
            assert_eq!(after, before, "{linked}: {arguments:?}");
        }
    }
}

#[test]
fn nothing_is_written_into_gits_own_directory() {
    let sandbox = moved();
    sandbox.write(".decision.yaml", "baseline: .git/config\n");
    let config = sandbox.root().join(".git/config");
    let before = std::fs::read(&config).expect("a file");
    let output = sandbox.decision_in(".", &["check", "--all", "--write-baseline"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read(&config).expect("a file"), before);

    let hidden = sandbox.root().join(".git/records");
    std::fs::rename(sandbox.root().join("docs/decisions"), &hidden).expect("a move");
    symlink("../.git/records", sandbox.root().join("docs/decisions")).expect("a link");
    let before = tree(&hidden);
    let output = sandbox.decision_in(".", &["check", "--fix"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(tree(&hidden), before);
}

#[test]
fn a_projects_configuration_is_not_written_elsewhere() {
    for client in ["claude", "codex", "gemini", "copilot", "cursor"] {
        let sandbox = Sandbox::new();
        let outside = sandbox.home().join("outside");
        std::fs::create_dir(&outside).expect("a folder");
        for folder in [".claude", ".codex", ".gemini", ".github", ".cursor"] {
            symlink(&outside, sandbox.root().join(folder)).expect("a link");
        }
        let output = sandbox.decision_in(".", &["install", client, "--project"]);
        assert_eq!(output.status.code(), Some(2), "{client}");
        assert_eq!(tree(&outside), [], "{client}");
    }
}

#[test]
fn hooks_are_not_written_elsewhere() {
    let sandbox = Sandbox::new();
    let outside = sandbox.home().join("outside");
    std::fs::create_dir(&outside).expect("a folder");
    symlink(&outside, sandbox.root().join(".hooks")).expect("a link");
    sandbox.git(&["config", "core.hooksPath", ".hooks"]);
    let output = sandbox.decision_in(".", &["install", "git"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(tree(&outside), []);
}

#[test]
fn no_template_is_read_through_a_link_that_leads_out() {
    let sandbox = moved();
    let secret = "# Title\n\n## Context\n\nThe key is 4711.\n";
    sandbox.write("../home/key", secret);
    let templates = sandbox.root().join("docs/decisions/templates");
    std::fs::create_dir(&templates).expect("a folder");
    symlink(sandbox.home().join("key"), templates.join("template.md")).expect("a link");
    sandbox.decision(&["new", "Two"]);
    let records = tree(&sandbox.root().join("docs/decisions"));
    let written = records.iter().find(|(path, _)| path.ends_with("two.md"));
    let (_, text) = written.expect("a record");
    assert!(!text.contains("4711"), "{text}");
}

#[test]
fn nothing_waits_for_a_pipe() {
    for name in [
        ".decision.yaml",
        ".decision-baseline.json",
        ".claude/rules/decisions.md",
        ".claude/settings.json",
        "docs/decisions/affects.yaml",
        "docs/decisions/pipe.md",
        "docs/decisions/template.md",
        "docs/decisions/templates/template.md",
        "src/pipe.rs",
    ] {
        let sandbox = moved();
        pipe(&sandbox.root().join(name));
        for arguments in [
            &["check"][..],
            &["check", "--hook"],
            &["check", "--worktree", "--fix"],
            &["check", "--all", "--write-baseline"],
            &["index", "--check"],
            &["doctor"],
            &["stale"],
            &["coverage"],
            &["new", "Two"],
            &["install", "claude", "--project"],
        ] {
            let mut command = sandbox.command(env!("CARGO_BIN_EXE_decision"));
            ends(command.args(arguments), b"");
        }
        let file =
            |path: &str| json!({ "file_path": sandbox.root().join(path), "content": "# A\n" });
        for (event_name, tool, path) in [
            ("SessionStart", "", ""),
            ("PostToolUse", "Read", "src/b.rs"),
            ("PreToolUse", "Write", "docs/decisions/two.md"),
            ("PostToolUse", "Write", "docs/decisions/one.md"),
            ("PreToolUse", "Write", name),
        ] {
            let extra = json!({ "tool_name": tool, "tool_input": file(path), "source": "startup" });
            let input = event(event_name, &sandbox.root(), extra);
            let mut command = sandbox.command(env!("CARGO_BIN_EXE_decision-hook"));
            assert_eq!(ends(&mut command, &input), Some(0), "{name} {event_name}");
        }
    }
}
