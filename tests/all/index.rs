//! `decision index` on real repositories.

use crate::support::{Sandbox, record, write_log};

/// A small log with every status, titles that try to be Markdown, and a file name with a space.
fn log() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox
        .write(
            "docs/adr/0001-lru.md",
            "---\nstatus: superseded by ADR-0002\ndate: 2024-01-02\ntags: [cache]\n---\n# An LRU cache\n\n## Decision\n\nDo not follow me.\n",
        )
        .write(
            "docs/adr/0002-redis.md",
            "---\nstatus: accepted\ndate: 2025-03-04\ntags: [Cache, db]\nsupersedes: ADR-0001\n---\n# Redis for `sessions` | [x](y)\n\n## Decision\n\nSessions live in Redis, see @../secrets.md and <b>this</b>.\n",
        )
        .write(
            "docs/adr/0003-queue.md",
            "---\nstatus: proposed\ntags: [cache]\n---\n# A queue\n\n## Decision\n\nOne queue.\n",
        )
        .write(
            "docs/adr/0004 rejected.md",
            "---\nstatus: rejected\n---\n# No (never)\n\nText.\n",
        )
        .write(
            "docs/adr/0005-living.md",
            "---\nstatus: Living\n---\n# Alive\n\nIt lives.\n",
        )
        .write("docs/adr/0006-plain.md", "# Plain\n\nNothing but text.\n")
        .commit();
    sandbox
}

fn read(sandbox: &Sandbox, path: &str) -> String {
    std::fs::read_to_string(sandbox.root().join(path)).expect("a file")
}

#[test]
fn a_new_index() {
    let sandbox = log();
    let said = sandbox.decision(&["index", "docs/decisions.md"]);
    assert_eq!(said, "docs/decisions.md: index of 6 records written\n");
    let text = read(&sandbox, "docs/decisions.md");
    insta::assert_snapshot!(text);
    let said = sandbox.decision(&["index", "docs/decisions.md"]);
    assert_eq!(
        said,
        "docs/decisions.md: the index of 6 records is current\n"
    );
    assert_eq!(read(&sandbox, "docs/decisions.md"), text);
    // The index is no record, also where it stands among them.
    sandbox.decision(&["index", "docs/adr/README.md"]);
    let list = sandbox.decision(&["list", "--format", "slugs"]);
    assert_eq!(list.lines().count(), 6, "{list}");
    assert!(read(&sandbox, "docs/adr/README.md").contains("](0002-redis.md)"));
}

#[test]
fn what_is_around_an_index_stays_and_so_does_its_time() {
    let sandbox = log();
    sandbox.write(
        "NOTES.md",
        "---\nkey: value\n---\r\n# Ours\r\n\r\nBefore.\r\n",
    );
    sandbox.decision(&["index", "NOTES.md"]);
    let text = read(&sandbox, "NOTES.md");
    let file = sandbox.root().join("NOTES.md");
    std::fs::write(&file, format!("{text}\r\nAfter.")).expect("a file");
    sandbox.write("docs/adr/0007-new.md", "# New\n\nText.\n");
    sandbox.decision(&["index", "NOTES.md"]);
    let again = read(&sandbox, "NOTES.md");
    assert!(again.starts_with("---\nkey: value\n---\r\n# Ours\r\n\r\nBefore.\r\n"));
    assert!(again.ends_with("end -->\n\r\nAfter."), "{again:?}");
    assert!(
        again.contains("[0007 New](docs/adr/0007-new.md)"),
        "{again}"
    );
    let written = std::fs::metadata(&file)
        .and_then(|meta| meta.modified())
        .expect("a time");
    sandbox.decision(&["index", "NOTES.md"]);
    let now = std::fs::metadata(&file)
        .and_then(|meta| meta.modified())
        .expect("a time");
    assert_eq!(written, now, "a current file is not touched");
}

#[test]
fn check_tells_what_differs_and_writes_nothing() {
    let sandbox = log();
    let output = sandbox.decision_in(".", &["index", "DECISIONS.md", "--check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("is not there"));
    assert!(!sandbox.root().join("DECISIONS.md").exists());
    sandbox.decision(&["index", "DECISIONS.md"]);
    let current = sandbox.decision_in(".", &["index", "DECISIONS.md", "--check"]);
    assert_eq!(current.status.code(), Some(0));

    sandbox.write("docs/adr/0006-plain.md", "# Renamed\n\nNothing but text.\n");
    let before = read(&sandbox, "DECISIONS.md");
    let output = sandbox.decision_in(".", &["index", "DECISIONS.md", "--check"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    insta::assert_snapshot!(text);
    assert_eq!(read(&sandbox, "DECISIONS.md"), before);

    let output = sandbox.decision_in(
        ".",
        &["index", "DECISIONS.md", "--check", "--format", "json"],
    );
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["version"], 1);
    assert_eq!(value["command"], "index");
    assert_eq!(value["file"], "DECISIONS.md");
    assert_eq!(value["state"], "outdated");
    assert_eq!(value["added"].as_array().map(Vec::len), Some(1));
}

/// What the older tool wrote: no markers, paths from the root.
const OLDER: &str = "# Team Decisions\n\n## Cache\n- [cache-key-names](.claude/decisions/cache-key-names.md) \u{2014} Old words\n\n## Hooks\n- [gone](.claude/decisions/gone.md) \u{2014} No longer there\n";

#[test]
fn the_index_of_the_older_tool_is_found_and_updated() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    let head = "---\npaths:\n  - \"services/**\"\n---\n\n";
    sandbox.write(".claude/rules/decisions.md", format!("{head}{OLDER}"));
    let said = sandbox.decision(&["index"]);
    assert_eq!(
        said,
        ".claude/rules/decisions.md: index of 4 records written\n"
    );
    let text = read(&sandbox, ".claude/rules/decisions.md");
    assert!(text.starts_with(&format!(
        "{head}# Team Decisions\n\n<!-- decision:index begin"
    )));
    assert!(
        !text.contains("gone.md") && !text.contains("Old words"),
        "{text}"
    );
    assert!(
        text.contains("[Cache key names](../../docs/decisions/cache-key-names.md)"),
        "{text}"
    );
}

#[test]
fn the_settings_name_the_index_and_cannot_lead_out() {
    let sandbox = log();
    let nothing = sandbox.decision_in(".", &["index"]);
    assert_eq!(nothing.status.code(), Some(2));
    let error = String::from_utf8_lossy(&nothing.stderr).into_owned();
    assert!(error.contains("no index to update"), "{error}");

    sandbox.write(".decision.yaml", "index: docs/log/all.md\n");
    let said = sandbox.decision(&["index"]);
    assert!(said.starts_with("docs/log/all.md: "), "{said}");
    assert!(read(&sandbox, "docs/log/all.md").contains("](../adr/0002-redis.md)"));

    for (settings, message) in [
        ("index: ../out.md\n", "no index to update"),
        ("index: /tmp/out.md\n", "no index to update"),
        ("index: notes.txt\n", "give it a name that ends in .md"),
        ("index: .git/info/x.md\n", "leads out of the repository"),
    ] {
        sandbox.write(".decision.yaml", settings);
        let output = sandbox.decision_in(".", &["index"]);
        assert_eq!(output.status.code(), Some(2), "{settings}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(message), "{settings}: {error}");
    }
    assert!(!sandbox.root().join("../out.md").exists());
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_repository_is_not_written_through() {
    let sandbox = log();
    let outside = sandbox.home().join("notes.md");
    std::fs::write(&outside, "mine\n").expect("a file");
    sandbox.write(".decision.yaml", "index: all.md\n");
    for target in [outside.clone(), sandbox.home().join("new.md")] {
        let link = sandbox.root().join("all.md");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let output = sandbox.decision_in(".", &["index"]);
        assert_eq!(output.status.code(), Some(2), "{}", target.display());
    }
    assert_eq!(std::fs::read_to_string(&outside).expect("a file"), "mine\n");
    assert!(!sandbox.home().join("new.md").exists());
}

#[test]
fn broken_markers_are_named_and_nothing_is_written() {
    let sandbox = log();
    let text = "# Ours\n\n<!-- decision:index begin -->\nold\n";
    sandbox.write("NOTES.md", text);
    let output = sandbox.decision_in(".", &["index", "NOTES.md"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("NOTES.md:3:"), "{error}");
    assert_eq!(read(&sandbox, "NOTES.md"), text);
}

#[test]
fn a_record_that_is_new_stands_in_its_place() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.decision(&["index", "docs/index.md"]);
    let before = read(&sandbox, "docs/index.md");
    sandbox.write(
        "docs/decisions/backoff.md",
        record("Wait", &["lib/"], "Backoff", "Text."),
    );
    sandbox.decision(&["index", "docs/index.md"]);
    let after = read(&sandbox, "docs/index.md");
    let line = |text: &str| {
        text.lines()
            .find(|line| line.contains("Backoff"))
            .map(str::to_owned)
    };
    assert_eq!(line(&before), None);
    let line = line(&after).expect("a line");
    assert_eq!(line, "- [Backoff](decisions/backoff.md), 2026-03-12: Wait");
}
