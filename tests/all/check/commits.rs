//! Real commits through a real `pre-commit` hook, one case each.

use super::{Transcript, hook, pre_commit, record, service, write_service};
use crate::support::Sandbox;

const BAD_DATE: &str = "---\nname: bad\ndescription: A date that is none\ndate: 2026-02-31\n---\n\n# Bad\n\nBecause.\n";

#[test]
fn a_fault_stops_the_commit_that_brings_it() {
    let sandbox = service();
    pre_commit(&sandbox);
    sandbox.write("docs/decisions/bad.md", BAD_DATE);
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["add", "."])
        .git(&["commit", "-q", "-m", "bad"])
        .note("mended");
    sandbox.write("docs/decisions/bad.md", BAD_DATE.replace("02-31", "02-28"));
    script
        .git(&["add", "."])
        .git(&["commit", "-q", "-m", "good"])
        .git(&["log", "--format=%s", "-2"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_fault_that_was_there_stops_nothing() {
    let sandbox = service();
    sandbox.write("docs/decisions/bad.md", BAD_DATE).commit();
    pre_commit(&sandbox);
    sandbox.write(
        "docs/decisions/bad.md",
        BAD_DATE.replace("Because", "For a reason"),
    );
    let mut script = Transcript::new(&sandbox);
    script
        .note("an old fault in an edited record")
        .git(&["commit", "-q", "-a", "-m", "a word"])
        .note("also where the record is renamed")
        .git(&["mv", "docs/decisions/bad.md", "docs/decisions/worse.md"])
        .git(&["commit", "-q", "-m", "renamed"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn each_record_is_named_once_on_a_branch() {
    let sandbox = service();
    pre_commit(&sandbox);
    let mut script = Transcript::new(&sandbox);
    sandbox
        .write("src/auth/store.rs", "// one\n")
        .write("src/cache/keys.rs", "// one\n");
    script.git(&["commit", "-q", "-a", "-m", "one"]);
    sandbox.write("src/auth/store.rs", "// two\n");
    script
        .note("nothing is new")
        .git(&["commit", "-q", "-a", "-m", "two"])
        .note("another branch")
        .git(&["switch", "-q", "-c", "other"]);
    sandbox.write("src/auth/store.rs", "// three\n");
    script.git(&["commit", "-q", "-a", "-m", "three"]);
    sandbox.write("src/main.rs", "// four\n");
    script
        .note("nothing governs it")
        .git(&["commit", "-q", "-a", "-m", "four"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn the_index_that_git_names_is_the_one_that_is_checked() {
    let sandbox = service();
    let say = "echo \"index: $(basename \"$GIT_INDEX_FILE\" | sed 's/[0-9][0-9]*/N/')\"\n";
    hook(&sandbox, ".git/hooks", "pre-commit", say, "");
    sandbox.write("docs/decisions/bad.md", BAD_DATE);
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["add", "docs/decisions/bad.md"])
        .note("all that is staged")
        .git(&["commit", "-q", "-m", "staged"]);
    sandbox.write("src/main.rs", "fn main() { run() }\n");
    script
        .note("a path: the fault that is staged is not part of it")
        .git(&["commit", "-q", "-m", "path", "src/main.rs"])
        .note("a path with the fault")
        .git(&["commit", "-q", "-m", "path", "docs/decisions/bad.md"])
        .git(&["reset", "-q", "--hard"]);
    sandbox.write("docs/decisions/keys.md", BAD_DATE);
    script
        .note("nothing is staged, and the fault is only on disk")
        .git(&["commit", "-q", "--allow-empty", "-m", "nothing"])
        .git(&["commit", "-q", "-a", "-m", "all"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn amending() {
    let sandbox = service();
    pre_commit(&sandbox);
    sandbox.write("src/auth/store.rs", "// one\n");
    let mut script = Transcript::new(&sandbox);
    script.git(&["commit", "-q", "-a", "-m", "one"]);
    sandbox.write("docs/decisions/bad.md", BAD_DATE);
    script
        .git(&["add", "."])
        .git(&["commit", "-q", "--amend", "--no-edit"])
        .git(&["rm", "-q", "--cached", "docs/decisions/bad.md"])
        .git(&["commit", "-q", "--amend", "-m", "one, amended"])
        .git(&["log", "--format=%s", "-1"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn what_is_staged_counts_and_not_what_is_on_disk() {
    let sandbox = service();
    pre_commit(&sandbox);
    let good = record("new", "A new decision", "src/main.rs");
    sandbox.write("docs/decisions/new.md", &good);
    let mut script = Transcript::new(&sandbox);
    script.git(&["add", "."]);
    sandbox.write("docs/decisions/new.md", BAD_DATE);
    script
        .note("good in the index, bad on disk")
        .git(&["commit", "-q", "-m", "good"])
        .git(&["add", "."]);
    sandbox.write("docs/decisions/new.md", &good);
    script
        .note("bad in the index, good on disk")
        .git(&["commit", "-q", "-m", "bad"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_file_that_is_staged_and_then_deleted() {
    let sandbox = service();
    pre_commit(&sandbox);
    sandbox
        .write("docs/decisions/bad.md", BAD_DATE)
        .write("src/auth/new.rs", "// new\n");
    let mut script = Transcript::new(&sandbox);
    script.git(&["add", "."]);
    std::fs::remove_file(sandbox.root().join("docs/decisions/bad.md")).expect("removed");
    std::fs::remove_file(sandbox.root().join("src/auth/new.rs")).expect("removed");
    script.git(&["commit", "-q", "-m", "staged"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn the_first_commit() {
    let sandbox = Sandbox::without_git();
    sandbox.git(&["init", "-q", "-b", "main"]);
    pre_commit(&sandbox);
    write_service(&sandbox);
    sandbox.write("docs/decisions/bad.md", BAD_DATE);
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["add", "."])
        .git(&["commit", "-q", "-m", "first"])
        .git(&["rm", "-q", "-f", "docs/decisions/bad.md"])
        .git(&["commit", "-q", "-m", "first"])
        .git(&["log", "--format=%s"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_merge_is_not_blamed_for_what_the_other_side_did() {
    let sandbox = service();
    sandbox.git(&["switch", "-q", "-c", "other"]);
    sandbox
        .write("docs/decisions/bad.md", BAD_DATE)
        .write("src/auth/store.rs", "// theirs\n")
        .write("src/main.rs", "// theirs\n");
    sandbox.commit();
    sandbox.git(&["switch", "-q", "main"]);
    sandbox.write("src/main.rs", "// ours\n").commit();
    pre_commit(&sandbox);
    let mut script = Transcript::new(&sandbox);
    script.git(&["merge", "-q", "other"]);
    sandbox.write("src/main.rs", "// both\n");
    script
        .git(&["add", "src/main.rs"])
        .git(&["commit", "-q", "-m", "merged"])
        .git(&["log", "--format=%s", "-1"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_merge_in_which_two_records_take_one_number() {
    let sandbox = Sandbox::new();
    sandbox
        .write(
            "docs/adr/0001-first.md",
            "# 1. First\n\n## Decision\n\nYes.\n",
        )
        .commit();
    sandbox.git(&["switch", "-q", "-c", "other"]);
    sandbox
        .write(
            "docs/adr/0002-theirs.md",
            "# 2. Theirs\n\n## Decision\n\nYes.\n",
        )
        .commit();
    sandbox.git(&["switch", "-q", "main"]);
    sandbox
        .write(
            "docs/adr/0002-ours.md",
            "# 2. Ours\n\n## Decision\n\nYes.\n",
        )
        .commit();
    pre_commit(&sandbox);
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["merge", "-q", "--no-commit", "other"])
        .git(&["commit", "-q", "-m", "merged"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_clean_merge_is_looked_at_before_git_commits_it() {
    let adr = |number: usize, title: &str| format!("# {number}. {title}\n\n## Decision\n\nYes.\n");
    let sandbox = Sandbox::new();
    sandbox
        .write("docs/adr/0001-first.md", adr(1, "First"))
        .commit();
    sandbox.git(&["switch", "-q", "-c", "fault"]);
    sandbox
        .write("docs/adr/0009-bad.md", BAD_DATE)
        .write("docs/adr/0001-first.md", adr(1, "First and last"))
        .commit();
    sandbox.git(&["switch", "-q", "-c", "number", "main"]);
    sandbox
        .write("docs/adr/0002-theirs.md", adr(2, "Theirs"))
        .commit();
    sandbox.git(&["switch", "-q", "main"]);
    sandbox
        .write("docs/adr/0002-ours.md", adr(2, "Ours"))
        .commit();
    pre_commit(&sandbox);
    hook(&sandbox, ".git/hooks", "pre-merge-commit", "", "");
    let mut script = Transcript::new(&sandbox);
    script
        .note("what the other side brings is its own matter")
        .git(&["merge", "-q", "--no-edit", "fault"])
        .note("what the meeting brings is not")
        .git(&["merge", "-q", "--no-edit", "number"])
        .git(&["log", "--first-parent", "--format=%s", "-1"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn trailers_answer_records_where_the_message_is_read() {
    let sandbox = service();
    pre_commit(&sandbox);
    hook(
        &sandbox,
        ".git/hooks",
        "commit-msg",
        "",
        " --message \"$1\"",
    );
    sandbox.write("src/auth/store.rs", "// one\n");
    let mut script = Transcript::new(&sandbox);
    script
        .note("the record is named once, where the message can answer it")
        .git(&[
            "commit",
            "-q",
            "-a",
            "-m",
            "one\n\nDecision: tokens complies",
        ]);
    sandbox
        .write("src/auth/store.rs", "// two\n")
        .write("src/cache/keys.rs", "// two\n");
    script
        .git(&[
            "commit",
            "-q",
            "-a",
            "-m",
            "two\n\nDecision: nobody complies",
        ])
        .git(&["log", "--format=%s", "-2"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_record_of_the_same_commit_is_no_news() {
    let sandbox = service();
    pre_commit(&sandbox);
    let text = record("tokens", "Session tokens live in the database", "src/auth/");
    sandbox
        .write("docs/decisions/tokens.md", text)
        .write("src/auth/store.rs", "// db\n");
    let mut script = Transcript::new(&sandbox);
    script.git(&["commit", "-q", "-a", "-m", "change our mind"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn both_hooks_of_one_commit_say_a_thing_once() {
    let sandbox = service();
    pre_commit(&sandbox);
    hook(
        &sandbox,
        ".git/hooks",
        "commit-msg",
        "",
        " --message \"$1\"",
    );
    let text = record("tokens", "Session tokens live in the database", "src/auth/");
    sandbox
        .write("docs/decisions/tokens.md", text)
        .write("src/auth/store.rs", "// db\n");
    let mut script = Transcript::new(&sandbox);
    script.git(&["commit", "-q", "-a", "-m", "change our mind"]);
    let said = script.finish();
    assert_eq!(said.matches("is written together").count(), 1, "{said}");
}

#[test]
fn what_removes_a_record_answers_for_links_to_it() {
    let sandbox = Sandbox::new();
    sandbox
        .write("docs/adr/0001-a.md", "# 1. A\n\n## Decision\n\nYes.\n")
        .write(
            "docs/adr/0002-b.md",
            "---\nstatus: accepted\namends: 0001-a\n---\n\n# 2. B\n\n## Decision\n\nYes.\n",
        );
    sandbox.commit();
    pre_commit(&sandbox);
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["rm", "-q", "docs/adr/0001-a.md"])
        .git(&["commit", "-q", "-m", "gone"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn what_is_acknowledged_is_so_once() {
    let sandbox = service();
    pre_commit(&sandbox);
    hook(
        &sandbox,
        ".git/hooks",
        "commit-msg",
        "",
        " --message \"$1\"",
    );
    sandbox
        .write("docs/decisions/new.md", record("new", "New", "src/main.rs"))
        .write("src/main.rs", "fn main() { run() }\n");
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["add", "."])
        .git(&["commit", "-q", "-m", "both"]);
    let said = script.finish();
    assert_eq!(said.matches("written together").count(), 1, "{said}");
}

#[test]
fn what_the_hook_names_can_be_asked_for_after_the_commit() {
    let sandbox = service();
    pre_commit(&sandbox);
    sandbox.write("src/auth/store.rs", "// one\n");
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["mv", "src/cache/keys.rs", "src/cache/names.rs"])
        .git(&["commit", "-q", "-a", "-m", "moved"])
        .decision(&["check", "--base", "HEAD~", "--format", "github"])
        .decision(&["stale", "--fix"])
        .git(&["diff", "--unified=0"]);
    let said = script.finish();
    for expected in [
        "`src/cache/names.rs`; `decision stale --fix` writes it",
        "(and 1 more: `decision check --base HEAD~` shows them)",
        "title=Governed by tokens",
        "+  - src/cache/names.rs # one file",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
}

#[test]
fn files_in_conflict_are_not_passed_over_in_silence() {
    let sandbox = service();
    let mut script = Transcript::new(&sandbox);
    script.git(&["branch", "other"]);
    let new = |what: &str| record("new", what, "src/main.rs");
    sandbox.write("docs/decisions/new.md", new("Ours"));
    sandbox.commit();
    script.git(&["switch", "-q", "other"]);
    sandbox.write("docs/decisions/new.md", new("Theirs"));
    sandbox.commit();
    script.git(&["merge", "-q", "-"]).decision(&["check"]);
    let said = script.finish();
    let expected = "Not all is known: docs/decisions/new.md is in conflict and was not looked at";
    assert!(said.contains(expected), "{said}");
}
