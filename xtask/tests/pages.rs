//! Completions, manual pages and the verbs of `decision`, as `cargo xtask` has them.
#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn xtask(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(arguments)
        .output()
        .expect("it can be started");
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// Every verb that the help lists, with those of verbs that have verbs of their own.
fn verbs(command: &clap::Command, name: &str) -> Vec<String> {
    let mut names = vec![name.to_owned()];
    for verb in command.get_subcommands() {
        names.extend(verbs(verb, &format!("{name}-{}", verb.get_name())));
    }
    names
}

#[test]
fn every_verb_has_a_manual_page() {
    let temp = TempDir::new().expect("a temporary folder");
    xtask(&["man", temp.path().to_str().expect("UTF-8")]);
    let verbs = verbs(&decision::command(), "decision");
    assert!(verbs.len() > 5, "{verbs:?}");
    for verb in verbs {
        let page = fs::read_to_string(temp.path().join(format!("{verb}.1")));
        let page = page.expect(&verb);
        for section in [".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION"] {
            assert!(page.contains(section), "{verb}: {section}");
        }
    }
}

#[test]
fn completions_know_every_verb_and_can_be_sourced() {
    let temp = TempDir::new().expect("a temporary folder");
    xtask(&["completions", temp.path().to_str().expect("UTF-8")]);
    for file in [
        "decision.bash",
        "_decision",
        "decision.fish",
        "_decision.ps1",
        "decision.elv",
    ] {
        let text = fs::read_to_string(temp.path().join(file)).expect(file);
        for verb in decision::command().get_subcommands() {
            assert!(
                text.contains(verb.get_name()),
                "{file}: {}",
                verb.get_name()
            );
        }
    }
    for (shell, file) in [
        ("bash", "decision.bash"),
        ("zsh", "_decision"),
        ("fish", "decision.fish"),
    ] {
        assert_parses(shell, &temp.path().join(file));
    }
}

/// A shell that is not installed has nothing to say.
fn assert_parses(shell: &str, file: &Path) {
    if let Ok(output) = Command::new(shell).arg("-n").arg(file).output() {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.success() && error.is_empty(),
            "{shell}: {error}"
        );
    }
}

#[test]
fn the_verbs_of_decision_are_tasks_on_this_repository() {
    let help = xtask(&["help"]).stdout;
    let help = String::from_utf8_lossy(&help);
    for verb in decision::command().get_subcommands() {
        let name = verb.get_name();
        let lists = |line: &str| line.split_whitespace().next() == Some(name);
        assert!(help.lines().any(lists), "{name}:\n{help}");
    }
    let temp = TempDir::new().expect("a temporary folder");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["list", "--format", "slugs"])
        .current_dir(temp.path())
        .output()
        .expect("it can be started");
    let slugs = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        slugs.lines().any(|slug| slug == "no-index-on-disk"),
        "{slugs}"
    );
    let help = xtask(&["coverage", "--help"]).stdout;
    let help = String::from_utf8_lossy(&help);
    assert!(help.contains("Usage: cargo xtask coverage"), "{help}");
    let usage = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["coverage", "--depth", "0"])
        .output()
        .expect("it can be started");
    assert_eq!(usage.status.code(), Some(2));
}
