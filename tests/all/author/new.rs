//! `decision new`.

use std::fs;

use super::{NYGARD, dated, read};
use crate::support::{Sandbox, write_log};

#[test]
fn a_new_record_takes_its_scope_from_what_is_being_changed() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    sandbox.write("services/auth/session_store.rs", "fn changed() {}\n");
    sandbox.write("services/auth/new.rs", "fn new() {}\n");
    let printed = sandbox.decision(&[
        "new",
        "Tokens don't expire: why?",
        "--tag",
        "auth",
        "--tag",
        "a: b",
    ]);
    assert_eq!(printed, "docs/decisions/tokens-dont-expire-why.md\n");
    let text = read(&sandbox, "docs/decisions/tokens-dont-expire-why.md");
    insta::assert_snapshot!(dated(&text));
    let shown = sandbox.decision(&["query", "--format", "slugs"]);
    assert!(shown.contains("tokens-dont-expire-why"), "{shown}");

    // A second one of the same name does not overwrite the first.
    let again = sandbox.decision(&["new", "Tokens don't expire: why?", "--no-affects"]);
    assert_eq!(again, "docs/decisions/tokens-dont-expire-why-2.md\n");
    assert_eq!(
        read(&sandbox, "docs/decisions/tokens-dont-expire-why.md"),
        text
    );
}

#[test]
fn a_new_record_continues_the_series_of_every_branch() {
    let sandbox = Sandbox::new();
    sandbox
        .write("doc/adr/0001-use-postgres.md", NYGARD)
        .commit();
    sandbox.git(&["checkout", "-q", "-b", "other"]);
    sandbox
        .write(
            "doc/adr/0002-on-a-branch.md",
            NYGARD.replace("# 1.", "# 2."),
        )
        .commit();
    sandbox.git(&["checkout", "-q", "main"]);
    let json = sandbox.decision(&[
        "new",
        "Use Redis",
        "--status",
        "accepted",
        "--affects",
        "src/",
        "--date",
        "2025-01-02",
        "--format",
        "json",
    ]);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["path"], "doc/adr/0003-use-redis.md");
    assert_eq!(value["notes"][0], "`src/` matches no tracked file yet");
    let text = read(&sandbox, "doc/adr/0003-use-redis.md");
    assert!(
        text.contains("# 3. Use Redis\n\nDate: 2025-01-02\n\n## Status\n\nAccepted\n"),
        "{text}"
    );
}

#[test]
fn what_makes_no_record_is_refused() {
    let sandbox = Sandbox::new();
    for (arguments, expected) in [
        (vec!["new", "  "], "needs a title"),
        (
            vec!["new", "X", "--affects", "../out"],
            "no path from the repository root",
        ),
        (
            vec!["new", "X", "--date", "tomorrow"],
            "write it as YYYY-MM-DD",
        ),
        (
            vec!["supersede", "gone", "--by", "x"],
            "no record `gone`: no records were read",
        ),
    ] {
        let output = sandbox.decision_in(".", &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    assert!(!sandbox.root().join("docs").exists());
}

#[cfg(unix)]
#[test]
fn nothing_is_written_behind_a_link_out_of_the_repository() {
    let sandbox = Sandbox::new();
    let outside = sandbox.home().join("outside");
    fs::create_dir_all(&outside).expect("a folder");
    std::os::unix::fs::symlink(&outside, sandbox.root().join("docs")).expect("a link");
    let output = sandbox.decision_in(".", &["new", "X", "--no-affects"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("leads out of the repository"), "{error}");
    assert_eq!(fs::read_dir(outside).expect("a folder").count(), 0);
}

#[test]
fn a_dry_run_shows_the_text_as_it_would_be() {
    let sandbox = Sandbox::new();
    let shown = sandbox.decision(&["new", "X", "--dry-run", "--affects", "src/"]);
    for line in [
        "  +   - src/",
        "  + <!-- What makes a decision necessary? -->",
    ] {
        assert!(shown.lines().any(|other| other == line), "{line}: {shown}");
    }
    // The same, line for line, as what is written then.
    let path = sandbox.decision(&["new", "X", "--no-edit", "--affects", "src/"]);
    let mut expected = format!("{} would be written\n", path.trim());
    for line in read(&sandbox, path.trim()).lines() {
        expected.push_str(format!("  + {line}").trim_end());
        expected.push('\n');
    }
    assert_eq!(shown, expected);
}
