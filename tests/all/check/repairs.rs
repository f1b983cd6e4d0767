//! What a commit breaks of `affects`, and the repair.

use super::{Transcript, pre_commit, record, service};

#[test]
fn a_rename_is_repaired_in_the_commit_that_makes_it() {
    let sandbox = service();
    pre_commit(&sandbox);
    let mut script = Transcript::new(&sandbox);
    std::fs::create_dir_all(sandbox.root().join("services")).expect("a folder");
    script
        .note("a directory and a file that records govern")
        .git(&["mv", "src/auth", "services/auth"])
        .git(&["mv", "src/cache/keys.rs", "src/cache/names.rs"])
        .decision(&["check", "--hook"])
        .decision(&["check", "--fix", "--stage"])
        .git(&["diff", "--cached", "-M", "--", "docs"])
        .git(&["status", "--short"])
        .git(&["commit", "-q", "-m", "moved"])
        .decision(&["validate"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn only_the_entry_is_staged_and_not_what_else_is_on_disk() {
    let sandbox = service();
    let mut script = Transcript::new(&sandbox);
    let text = record(
        "keys",
        "Cache keys begin with the service",
        "src/cache/keys.rs # one file",
    );
    sandbox.write(
        "docs/decisions/keys.md",
        text.replace("Because.", "Because of what is not staged."),
    );
    script
        .git(&["mv", "src/cache/keys.rs", "src/cache/names.rs"])
        .decision(&["check", "--fix", "--stage"])
        .git(&["diff", "--cached", "--", "docs"])
        .git(&["diff", "--", "docs"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn without_stage_only_the_disk_changes() {
    let sandbox = service();
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["mv", "src/cache/keys.rs", "src/cache/names.rs"])
        .decision(&["check", "--fix"])
        .git(&["status", "--short"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn what_is_not_clear_is_told_and_left() {
    let sandbox = service();
    let mut script = Transcript::new(&sandbox);
    for folder in ["web", "api"] {
        std::fs::create_dir_all(sandbox.root().join(folder)).expect("a folder");
    }
    script
        .git(&["mv", "src/auth/store.rs", "web/store.rs"])
        .git(&["mv", "src/auth/check.rs", "api/check.rs"])
        .git(&["rm", "-q", "src/cache/keys.rs"])
        .decision(&["check", "--fix"])
        .git(&["status", "--short", "docs"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn an_entry_with_other_matches_is_not_broken() {
    let sandbox = service();
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["mv", "src/auth/store.rs", "src/store.rs"])
        .decision(&["check"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn scope_beside_the_records_is_repaired_there() {
    let sandbox = service();
    sandbox
        .write(
            "docs/decisions/bare.md",
            "---\nname: bare\ndescription: Bare\ndate: 2026-03-12\n---\n\n# Bare\n\nYes.\n",
        )
        .write("docs/decisions/affects.yaml", "bare:\n  - src/main.rs\n");
    sandbox.commit();
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["mv", "src/main.rs", "src/start.rs"])
        .decision(&["check"])
        .decision(&["check", "--fix", "--stage"])
        .git(&["diff", "--cached", "--", "docs"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_submodule_that_goes_takes_along_what_is_in_it() {
    let sandbox = service();
    let id = sandbox.git(&["rev-parse", "HEAD"]);
    let module = format!("160000,{},vendor/lib", id.trim());
    sandbox.git(&["update-index", "--add", "--cacheinfo", &module]);
    sandbox
        .write(
            "docs/decisions/lib.md",
            record("lib", "The library", "vendor/lib/src/"),
        )
        .write(
            "docs/decisions/all.md",
            record("all", "All of it", "vendor/lib/"),
        );
    sandbox.git(&["add", "docs"]);
    sandbox.git(&["commit", "-q", "-m", "a submodule"]);
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["rm", "-q", "--cached", "vendor/lib"])
        .decision(&["check", "--format", "github"])
        .note("where its files are kept instead the scope has something left");
    sandbox
        .write("vendor/lib/src/a.rs", "// a\n")
        .git(&["add", "vendor"]);
    script.decision(&["check", "--format", "github"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn scope_beside_the_records_is_checked_as_any_other() {
    let bare = "---\nname: bare\ndescription: Bare\ndate: 2026-03-12\n---\n\n# Bare\n\nYes.\n";
    let sandbox = service();
    sandbox.write("docs/decisions/bare.md", bare).commit();
    sandbox.write(
        "docs/decisions/affects.yaml",
        "# scopes\nbare:\n  - src/main.rs\n  - 'nowhere/' # gone\n  - src/[ab\n",
    );
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["add", "-A"])
        .decision(&["check"])
        .note("the record may allow it");
    let allow = "<!-- decision: allow dead-affects, invalid-affects because it comes later -->\n";
    sandbox.write("docs/decisions/bare.md", format!("{bare}\n{allow}"));
    script
        .git(&["add", "-A"])
        .decision(&["check", "--format", "github"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn what_is_written_on_disk_already_is_only_staged() {
    let sandbox = service();
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["mv", "src/cache/keys.rs", "src/cache/names.rs"])
        .decision(&["check", "--fix"])
        .note("again: nothing is left to write on disk")
        .decision(&["check", "--fix"])
        .decision(&["check", "--fix", "--stage"])
        .git(&["diff", "--cached", "--unified=0", "--", "docs"])
        .git(&["status", "--short", "docs"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn an_entry_that_cannot_be_edited_does_not_keep_others_from_it() {
    let sandbox = service();
    sandbox
        .write(
            "docs/decisions/block.md",
            "---\nname: block\ndescription: Block\ndate: 2026-03-12\naffects: >\n  src/cache/keys.rs\n---\n\n# Block\n\nYes.\n",
        )
        .commit();
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["mv", "src/cache/keys.rs", "src/cache/names.rs"])
        .decision(&["check", "--fix", "--format", "github"])
        .decision(&["check", "--fix"])
        .git(&["diff", "--unified=0", "--", "docs"]);
    insta::assert_snapshot!(script.finish());
}
