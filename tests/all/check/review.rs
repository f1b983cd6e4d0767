//! A branch against its base, as CI sees it.

use super::{Transcript, record, service};
use crate::support::Sandbox;

fn branch() -> Sandbox {
    let sandbox = service();
    sandbox.git(&["switch", "-q", "-c", "work"]);
    sandbox
}

fn commit(sandbox: &Sandbox, message: &str) {
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-q", "-m", message]);
}

/// Commit ids differ from run to run.
pub(super) fn without_ids(text: &str) -> String {
    text.split_inclusive([' ', '\n'])
        .map(|word| {
            let id = word.trim_end().trim_end_matches(':');
            let is_id = id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
            if is_id {
                word.replace(id, "COMMIT")
            } else {
                word.to_owned()
            }
        })
        .collect()
}

#[test]
fn trailers_of_the_branch_answer_records() {
    let sandbox = branch();
    sandbox.write("src/auth/store.rs", "// in memory\n");
    commit(
        &sandbox,
        "Keep tokens in memory\n\nDecision: tokens deviates because the test\n needs no Redis",
    );
    sandbox.write("src/cache/keys.rs", "// keys\n");
    commit(&sandbox, "Touch the keys");
    let mut script = Transcript::new(&sandbox);
    script
        .decision(&["check", "--base", "main"])
        .decision(&["check", "--base", "main", "--format", "markdown"])
        .decision(&["check", "--base", "main", "--format", "github"]);
    insta::assert_snapshot!(without_ids(&script.finish()));
}

#[test]
fn a_change_cannot_exempt_itself() {
    let sandbox = branch();
    let bad = "---\nname: bad\ndescription: Bad\ndate: 2026-02-31\n---\n\n# Bad\n\nYes.\n";
    sandbox
        .write(
            "docs/decisions/bad.md",
            format!("{bad}\n<!-- decision: allow invalid-date because I say so -->\n"),
        )
        .write(".decision.yaml", "rules:\n  invalid-date: off\n");
    let mut script = Transcript::new(&sandbox);
    script
        .note("as a commit it is for its author to say")
        .git(&["add", "."])
        .decision(&["check", "--format", "github"]);
    sandbox.decision(&["check", "--all", "--write-baseline"]);
    commit(&sandbox, "Exempt");
    script
        .note("as a branch it is not")
        .decision(&["check", "--base", "main", "--format", "github"])
        .note("where the base has the settings they count")
        .git(&["branch", "-q", "-f", "main", "HEAD"]);
    sandbox.write("docs/decisions/worse.md", bad.replace("bad", "worse"));
    commit(&sandbox, "Worse");
    script.decision(&["check", "--base", "main", "--format", "github"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn what_only_this_clone_has_is_no_part_of_the_baseline() {
    let adr = |title: &str| format!("# {title}\n\n## Decision\n\nYes.\n");
    let sandbox = Sandbox::new();
    sandbox
        .write("docs/adr/0001-first.md", adr("1. First"))
        .commit();
    sandbox.git(&["switch", "-q", "-c", "other"]);
    sandbox.write("docs/adr/0002-theirs.md", adr("2. Theirs"));
    commit(&sandbox, "Theirs");
    sandbox.git(&["switch", "-q", "main"]);
    sandbox.write("docs/adr/0002-ours.md", adr("2. Ours"));
    commit(&sandbox, "Ours");
    let told = sandbox.decision(&["check", "--all", "--format", "github"]);
    assert!(told.contains("duplicate-number"), "{told}");
    sandbox.decision(&["check", "--all", "--write-baseline"]);
    let path = sandbox.root().join(".decision-baseline.json");
    let baseline = std::fs::read_to_string(path).expect("a baseline");
    assert!(!baseline.contains("duplicate-number"), "{baseline}");
    assert_eq!(
        sandbox.decision(&["check", "--all", "--format", "github"]),
        told
    );
}

#[test]
fn records_cannot_be_moved_out_of_sight() {
    let sandbox = service();
    sandbox
        .write(".decision.yaml", "dirs: [docs/decisions]\n")
        .commit();
    sandbox.git(&["switch", "-q", "-c", "work"]);
    sandbox
        .write(".decision.yaml", "dirs: [docs/other]\n")
        .write("docs/other/a.md", record("a", "A", "src/main.rs"))
        .write("src/auth/store.rs", "// changed\n");
    commit(&sandbox, "Look elsewhere");
    let mut script = Transcript::new(&sandbox);
    script.decision(&["check", "--base", "main", "--format", "github"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn settings_that_are_new_do_not_hide_records() {
    let sandbox = branch();
    sandbox
        .write(".decision.yaml", "dirs: [docs/other]\n")
        .write("docs/other/a.md", record("a", "A", "src/main.rs"))
        .write("src/auth/store.rs", "// changed\n");
    commit(&sandbox, "Look elsewhere");
    let output = sandbox.decision(&["check", "--base", "main", "--format", "github"]);
    assert!(output.contains("title=Governed by tokens"), "{output}");
}

#[test]
fn a_number_that_the_base_took_meanwhile() {
    let sandbox = Sandbox::new();
    let adr = |title: &str| format!("# {title}\n\n## Decision\n\nYes.\n");
    sandbox
        .write("docs/adr/0001-first.md", adr("1. First"))
        .commit();
    sandbox.git(&["switch", "-q", "-c", "work"]);
    sandbox.write("docs/adr/0002-ours.md", adr("2. Ours"));
    commit(&sandbox, "Ours");
    sandbox.git(&["switch", "-q", "main"]);
    sandbox.write("docs/adr/0002-theirs.md", adr("2. Theirs"));
    commit(&sandbox, "Theirs");
    sandbox.git(&["switch", "-q", "work"]);
    let mut script = Transcript::new(&sandbox);
    script.decision(&["check", "--base", "main"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn the_disk_against_the_last_commit() {
    let sandbox = service();
    sandbox
        .write("src/auth/new.rs", "// not known to git\n")
        .write("docs/decisions/dead.md", record("dead", "Dead", "nowhere/"));
    let mut script = Transcript::new(&sandbox);
    script
        .decision(&["check"])
        .decision(&["check", "--worktree", "--format", "github"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn usage_and_environment_are_exit_code_2() {
    let sandbox = service();
    let mut script = Transcript::new(&sandbox);
    script
        .decision(&["check", "--base", "nowhere"])
        .decision(&["check", "--message", "nowhere"]);
    for arguments in [
        &["check", "--stage"][..],
        &["check", "--all", "--worktree"],
        &["check", "--all", "--fix"],
        &["check", "--write-baseline"],
        &["check", "--hook", "--fix"],
    ] {
        let output = sandbox.decision_in(".", arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    insta::assert_snapshot!(script.finish());
}
