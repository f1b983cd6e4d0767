//! Faults that a commit finds there stop nothing, however the commit moves the records about.

use super::{Transcript, pre_commit};
use crate::support::Sandbox;

/// A log with one fault of each kind that two records share, and some that one has alone.
fn old_log() -> Sandbox {
    let sandbox = Sandbox::new();
    let numbered = "---\ndate: 2026-03-01\n---\n\n# Numbered\n\nYes.\n";
    let with_id = "---\nid: X-1\n---\n\n# Identified\n\nYes.\n";
    sandbox
        .write("docs/decisions/0001-a.md", numbered)
        .write("docs/decisions/0001-b.md", numbered)
        .write("docs/decisions/0001-c.md", numbered)
        .write("docs/decisions/d.md", with_id)
        .write("docs/decisions/e.md", with_id)
        .write("docs/decisions/f.md", with_id)
        .write("docs/decisions/x/same.md", "# Same\n\nYes.\n")
        .write("docs/decisions/y/same.md", "# Same\n\nYes.\n")
        .write(
            "docs/decisions/yaml.md",
            "---\ndate: 2026-03-01\nowner: [us\n---\n\n# Not YAML\n\nYes.\n",
        )
        .write(
            "docs/decisions/date.md",
            "---\ndate: 2026-02-31\n---\n\n# No date\n\nYes.\n",
        );
    sandbox.commit();
    pre_commit(&sandbox);
    sandbox
}

#[test]
fn moving_and_removing_records_brings_no_fault_in() {
    let cases: &[&[&[&str]]] = &[
        // The record of which the others are told to be the double, and one of those.
        &[&[
            "mv",
            "docs/decisions/0001-a.md",
            "docs/decisions/0001-aa.md",
        ]],
        &[&["mv", "docs/decisions/0001-a.md", "docs/decisions/0001-z.md"]],
        &[&["mv", "docs/decisions/0001-c.md", "docs/decisions/0001-0.md"]],
        &[&["rm", "-q", "docs/decisions/0001-a.md"]],
        &[&["mv", "docs/decisions/d.md", "docs/decisions/z.md"]],
        &[&["rm", "-q", "docs/decisions/d.md"]],
        &[
            &["mv", "docs/decisions/0001-a.md", "docs/decisions/0001-z.md"],
            &["rm", "-q", "docs/decisions/0001-b.md"],
            &["mv", "docs/decisions/f.md", "docs/decisions/a.md"],
        ],
        &[&["mv", "docs/decisions/x", "docs/decisions/z"]],
        // The log as a whole.
        &[&["mv", "docs/decisions", "docs/adr"]],
        &[&["mv", "docs", "doc"]],
    ];
    for commands in cases {
        let sandbox = old_log();
        let mut script = Transcript::new(&sandbox);
        for command in *commands {
            script.git(command);
        }
        script.git(&["commit", "-q", "-m", "moved"]);
        let said = script.finish();
        assert!(!said.contains("exit code"), "{said}");
        assert!(!said.contains("error"), "{said}");
    }
}

#[test]
fn a_record_more_with_what_two_share_is_a_fault_of_the_commit() {
    for name in ["0001-0.md", "0001-z.md"] {
        let sandbox = old_log();
        sandbox.write(
            &format!("docs/decisions/{name}"),
            "# Something else\n\nThis one is new.\n",
        );
        let mut script = Transcript::new(&sandbox);
        script
            .git(&["add", "."])
            .git(&["commit", "-q", "-m", "one more"]);
        let said = script.finish();
        assert!(said.contains("error[duplicate-number]"), "{said}");
        assert!(said.contains("[exit code 1]"), "{said}");
    }
}

#[test]
fn front_matter_that_was_broken_may_be_broken_otherwise() {
    let sandbox = old_log();
    sandbox.write(
        "docs/decisions/yaml.md",
        "---\ndate: 2026-03-01\nowner: [us, {\n---\n\n# Not YAML\n\nYes.\n",
    );
    let mut script = Transcript::new(&sandbox);
    script.git(&["commit", "-q", "-a", "-m", "a word"]);
    let said = script.finish();
    assert!(!said.contains("exit code"), "{said}");
}

#[test]
fn a_draft_that_moves_into_the_log_answers_for_its_faults() {
    let sandbox = old_log();
    sandbox.write(
        "drafts/new.md",
        "---\ndate: 2026-02-30\n---\n\n# New\n\nYes.\n",
    );
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["add", "."])
        .git(&["commit", "-q", "-m", "a draft"])
        .git(&["mv", "drafts/new.md", "docs/decisions/new.md"])
        .git(&["commit", "-q", "-m", "accepted"]);
    let said = script.finish();
    assert!(said.contains("error[invalid-date]"), "{said}");
    assert!(said.contains("[exit code 1]"), "{said}");
}
