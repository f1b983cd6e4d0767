//! Levels, comments that allow, the baseline.

use super::{Transcript, record, service};

#[test]
fn the_settings_give_rules_their_level() {
    let sandbox = service();
    sandbox.write("docs/decisions/dead.md", record("dead", "Dead", "nowhere/"));
    let mut script = Transcript::new(&sandbox);
    script.git(&["add", "."]).decision(&["check"]);
    for level in ["error", "info", "off", "loud"] {
        sandbox.write(
            ".decision.yaml",
            format!("rules:\n  dead-affects: {level}\n"),
        );
        script.note(level).git(&["add", "."]).decision(&["check"]);
    }
    script.note("strict");
    sandbox.write(".decision.yaml", "");
    script
        .git(&["add", "."])
        .decision(&["check", "--strict", "--format", "github"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_comment_with_a_reason_allows() {
    let sandbox = service();
    let allow = |comment: &str| {
        format!(
            "{}\n<!-- decision: {comment} -->\n",
            record("dead", "Dead", "nowhere/")
        )
    };
    let mut script = Transcript::new(&sandbox);
    for comment in [
        "allow dead-affects because it lives in another repository",
        "allow dead-affects",
        "allow dead-affects, invalid-date because of a reason",
        "allow everything because I say so",
    ] {
        sandbox.write("docs/decisions/dead.md", allow(comment));
        script
            .note(comment)
            .git(&["add", "."])
            .decision(&["check", "--format", "github"]);
    }
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_baseline_lets_an_old_log_begin() {
    let sandbox = service();
    sandbox.write(
        "docs/decisions/old.md",
        "---\nname: old\ndescription: Old\ndate: 2019-02-31\n---\n\n# Old\n\nYes.\n",
    );
    sandbox.commit();
    let mut script = Transcript::new(&sandbox);
    script
        .decision(&["validate", "--format", "github"])
        .decision(&["check", "--all", "--write-baseline"])
        .decision(&["validate"]);
    let baseline = std::fs::read_to_string(sandbox.root().join(".decision-baseline.json"))
        .expect("a baseline");
    script.note(&baseline);
    script.note("a line more above it changes nothing, a fault more is told");
    sandbox.write(
        "docs/decisions/old.md",
        "---\n# a comment\nname: old\ndescription: Old\ndate: 2019-02-31\naffects: [nowhere/]\n---\n\n# Old\n\nYes.\n",
    );
    script.decision(&["validate", "--format", "github"]);
    script.note("mended: the entry is no longer needed");
    sandbox.write(
        "docs/decisions/old.md",
        "---\nname: old\ndescription: Old\ndate: 2019-02-28\n---\n\n# Old\n\nYes.\n",
    );
    script.decision(&["validate", "--format", "github"]);
    script.note("a baseline that is none");
    sandbox.write(".decision-baseline.json", "[1]");
    script.decision(&["validate", "--format", "github"]);
    insta::assert_snapshot!(script.finish());
}

#[cfg(unix)]
#[test]
fn the_baseline_is_not_written_through_a_link_or_into_git() {
    let sandbox = service();
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("profile");
    std::fs::write(&target, "mine\n").unwrap();
    let link = sandbox.root().join(".decision-baseline.json");
    std::os::unix::fs::symlink(&target, link).unwrap();
    let refused = |file: &str| {
        let output = sandbox.decision_in(".", &["check", "--all", "--write-baseline"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{file}: {said}");
        assert!(said.contains(&format!("{file}: leads out")), "{said}");
    };
    refused(".decision-baseline.json");
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "mine\n");
    sandbox.write(".decision.yaml", "baseline: .git/hooks/pre-push\n");
    refused(".git/hooks/pre-push");
    assert!(!sandbox.root().join(".git/hooks/pre-push").exists());
}
