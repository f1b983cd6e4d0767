//! Scope that stands beside the records.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeMap;
use std::fs;

use decision_core::sidecar::{self, Scope};
use decision_core::{DecisionDir, DecisionLog};

fn load(files: &[(&str, &str)]) -> DecisionLog {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    DecisionLog::load(&[DecisionDir::new(dir.path(), "docs/adr")])
}

fn scope_of(log: &DecisionLog, slug: &str) -> Vec<String> {
    let record = log
        .records
        .iter()
        .find(|record| record.slug == slug)
        .unwrap();
    let entries = record.affects.entries().iter();
    entries.map(|entry| entry.text().to_owned()).collect()
}

fn findings(log: &DecisionLog) -> Vec<String> {
    log.findings
        .iter()
        .map(|finding| {
            format!(
                "{}:{}: {}",
                finding.path,
                finding.line.unwrap_or(0),
                finding.message
            )
        })
        .collect()
}

#[test]
fn its_entries_follow_those_of_the_record() {
    let log = load(&[
        ("0001-a.md", "---\naffects: [src/a]\n---\n# A\n"),
        ("0002-b.md", "# B\n"),
        ("area/0003-c.md", "# C\n"),
        (
            "affects.yaml",
            "# reviewed\n0001-a: [src/a, src/x]\n\n0002-b:  # B\n  - \"*.rs\"  # comment\n  - src/b/\narea/0003-c: src/c\n",
        ),
    ]);
    assert_eq!(findings(&log), [""; 0]);
    assert_eq!(scope_of(&log, "0001-a"), ["src/a", "src/x"]);
    assert_eq!(scope_of(&log, "0002-b"), ["*.rs", "src/b/"]);
    assert_eq!(scope_of(&log, "area/0003-c"), ["src/c"]);
    assert_eq!(log.records.len(), 3);
    assert_eq!(log.skipped.len(), 0);
    let own: Vec<usize> = log
        .records
        .iter()
        .map(|record| record.own_affects)
        .collect();
    assert_eq!(own, [1, 0, 0]);
    let first = &log.records[0];
    assert!(first.affects.matches("src/x").is_some());
    assert!(
        first
            .affects
            .first(first.own_affects)
            .matches("src/x")
            .is_none()
    );
}

#[test]
fn what_cannot_be_used_is_named_and_loses_nothing_else() {
    let log = load(&[
        ("0001-a.md", "# A\n"),
        ("0002-b.md", "# B\n"),
        (
            "affects.yaml",
            "0001-a:\n  - src/[ab\n  - src/a\ngone:\n  - x\nno mapping\n0002-b:\n  - {a: b}\n0002-b: [src/b]\n0001-a: y\n",
        ),
    ]);
    assert_eq!(scope_of(&log, "0001-a"), ["src/[ab", "src/a"]);
    assert_eq!(scope_of(&log, "0002-b"), ["src/b"]);
    let findings = findings(&log);
    for expected in [
        "docs/adr/affects.yaml:2: the `affects` entry `src/[ab`",
        "docs/adr/affects.yaml:4: no record has the slug `gone`",
        "docs/adr/affects.yaml:6: not `slug:`",
        "docs/adr/affects.yaml:7: `0002-b`: an entry that is no path",
        "docs/adr/affects.yaml:10: `0001-a` stands in line 1 already",
    ] {
        assert!(
            findings.iter().any(|finding| finding.starts_with(expected)),
            "{expected} in {findings:#?}"
        );
    }
    assert_eq!(findings.len(), 5, "{findings:#?}");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_repository_is_not_read() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("x.yaml"), "a: [src]\n").unwrap();
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.md"), "# A\n").unwrap();
    std::os::unix::fs::symlink(
        outside.path().join("x.yaml"),
        dir.path().join("affects.yaml"),
    )
    .unwrap();
    let log = DecisionLog::load(&[DecisionDir::new(dir.path(), "adr")]);
    assert_eq!(scope_of(&log, "a"), [""; 0]);
    assert_eq!(log.findings.len(), 1);
}

#[test]
fn adding_keeps_what_is_there() {
    let additions = |pairs: &[(&str, &[&str])]| -> BTreeMap<String, Vec<String>> {
        let pairs = pairs.iter();
        pairs
            .map(|(slug, entries)| {
                let entries = entries.iter().map(|entry| (*entry).to_owned()).collect();
                ((*slug).to_owned(), entries)
            })
            .collect()
    };
    let text = "# reviewed\n0001-a:\n  - src/a  # why\n\n# next\n0002-b:\n  - src/b";
    let added = additions(&[
        ("0001-a", &["src/a", "*.x"]),
        ("0003-c", &["src/c/"]),
        ("0004", &["d"]),
    ]);
    let after = sidecar::add(text, &added).unwrap();
    assert_eq!(
        after,
        "# reviewed\n0001-a:\n  - src/a  # why\n  - \"*.x\"\n\n# next\n0002-b:\n  - src/b\n0003-c:\n  - src/c/\n\"0004\":\n  - d\n"
    );
    assert_eq!(sidecar::add(&after, &added).unwrap(), after);
    let (scopes, problems) = sidecar::parse(&after);
    assert_eq!(problems, []);
    assert_eq!(
        scopes[3],
        Scope {
            slug: "0004".into(),
            entries: vec!["d".into()],
            lines: vec![12],
            line: 11
        }
    );
    let inline = sidecar::add("0001-a: [x]\n", &additions(&[("0001-a", &["y"])]));
    assert!(inline.is_err_and(|error| error.to_string().starts_with("line 1: ")));
}
