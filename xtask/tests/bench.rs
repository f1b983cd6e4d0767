//! `cargo xtask bench` with stand-ins for the programs that it times.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn stand_in(dir: &Path, name: &str, script: &str) {
    let path = dir.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("writable");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is there");
}

/// Runs the record part, small, with scripts in the place of the two programs.
fn bench(query: &str, hook: &str) -> Output {
    let temp = TempDir::new().expect("a temporary folder");
    stand_in(temp.path(), "decision", query);
    stand_in(temp.path(), "decision-hook", hook);
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args([
            "bench",
            "--quick",
            "--runs",
            "2",
            "--only",
            "records",
            "--bin-dir",
        ])
        .arg(temp.path())
        .output()
        .expect("it can be started")
}

/// The line of the table for a process among 50 records.
fn row<'a>(printed: &'a str, process: &str) -> Vec<&'a str> {
    let start = format!("| 50 records | `{process}` |");
    let line = printed
        .lines()
        .find(|line| line.starts_with(&start))
        .expect(process);
    line.split('|').map(str::trim).collect()
}

/// Finds a record in the folder behind `--dir`, and checks the words.
const QUERY: &str = r#"[ "$1 $2 $4 $5 $6" = "query --dir timeout retry policy" ] && ls "$3""#;
/// Finds a record in the folder that the event names.
const HOOK: &str = r#"dir=$(sed 's/.*"cwd":"\([^"]*\)".*/\1/') && ls "$dir/docs/decisions""#;

#[test]
fn processes_that_work_are_timed() {
    let output = bench(QUERY, HOOK);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for process in ["decision-hook", "decision query", "true"] {
        let row = row(&printed, process);
        assert!(
            row[3].parse::<f64>().is_ok_and(|time| time > 0.0),
            "{printed}"
        );
        let ratio = row[5].parse::<f64>();
        assert_eq!(ratio.is_ok(), process != "true", "{printed}");
    }
}

#[test]
fn a_process_that_fails_fails_the_benchmark() {
    for (query, hook, process, message) in [
        ("exit 3", HOOK, "decision query", "exit status: 3"),
        (QUERY, "exit 0", "decision-hook", "printed nothing"),
    ] {
        let output = bench(query, hook);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success(), "{printed}");
        let row = row(&printed, process);
        assert!(
            row[3].contains("**failed**") && row[3].contains(message),
            "{printed}"
        );
        assert!(row[4..].iter().all(|cell| cell.is_empty()), "{printed}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("failed, see the table"));
    }
}
