//! Commits in work trees and submodules, and of files with odd names.

use super::{Transcript, hook, pre_commit, record, service};
use crate::support::Sandbox;

#[test]
fn a_linked_work_tree() {
    let sandbox = service();
    pre_commit(&sandbox);
    let mut script = Transcript::new(&sandbox);
    script.git(&["worktree", "add", "-q", "-b", "side", "../side"]);
    sandbox
        .write("../side/src/auth/store.rs", "// side\n")
        .write(
            "../side/docs/decisions/keys.md",
            record("keys", "Keys", "src/gone/"),
        );
    script
        .git_in("../side", &["commit", "-q", "-a", "-m", "side"])
        .note("the main work tree is another place");
    sandbox.write("src/auth/store.rs", "// main\n");
    script.git(&["commit", "-q", "-a", "-m", "main"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_submodule_whose_records_are_in_the_superproject() {
    let sandbox = Sandbox::new();
    let library = "../library";
    sandbox.write("../library/a.rs", "// a\n");
    for arguments in [
        &["-C", library, "init", "-q", "-b", "main"][..],
        &["-C", library, "add", "."],
        &["-C", library, "commit", "-q", "-m", "library"],
    ] {
        sandbox.git(arguments);
    }
    sandbox.write(
        "docs/decisions/lib.md",
        record("lib", "The library stays small", "vendor/library/"),
    );
    sandbox.git(&[
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library,
        "vendor/library",
    ]);
    sandbox.commit();
    hook(
        &sandbox,
        ".git/modules/vendor/library/hooks",
        "pre-commit",
        "",
        "",
    );
    pre_commit(&sandbox);
    sandbox.write("vendor/library/a.rs", "// more\n");
    let mut script = Transcript::new(&sandbox);
    script
        .git_in(
            "vendor/library",
            &["commit", "-q", "-a", "-m", "in the submodule"],
        )
        .note("the superproject takes its new commit")
        .git(&["switch", "-q", "-c", "take"])
        .git(&["commit", "-q", "-a", "-m", "take it"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn odd_names() {
    let sandbox = Sandbox::new();
    sandbox
        .write(
            "docs/decisions/über-töne.md",
            record("ueber", "Töne sind leise", "\"src/größe [1].rs\""),
        )
        .write("src/größe [1].rs", "// eins\n");
    sandbox.commit();
    pre_commit(&sandbox);
    sandbox.write("src/größe [1].rs", "// zwei\n");
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["commit", "-q", "-a", "-m", "changed"])
        .git(&["mv", "src/größe [1].rs", "src/weite (1).rs"])
        .git(&["commit", "-q", "-m", "renamed"]);
    insta::assert_snapshot!(script.finish());
}

#[cfg(unix)]
#[test]
fn names_that_a_terminal_would_act_on() {
    let sandbox = service();
    pre_commit(&sandbox);
    let name = "src/auth/a\u{1b}[31m\nb.rs";
    sandbox.write(name, "// odd\n");
    sandbox.write(
        "docs/decisions/odd.md",
        "---\nname: odd\ndescription: \"A\u{1b}[2J\"\ndate: \"\u{1b}[31m2026-02-31\"\n---\n\n# Odd\n",
    );
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["add", "."])
        .git(&["commit", "-q", "-m", "odd"]);
    let text = script.finish();
    assert!(!text.contains('\u{1b}'), "{text:?}");
    insta::assert_snapshot!(text);
}

#[cfg(unix)]
#[test]
fn a_type_change() {
    use std::os::unix::fs::symlink;
    let sandbox = service();
    pre_commit(&sandbox);
    let change = |path: &str, target: &str| {
        let path = sandbox.root().join(path);
        std::fs::remove_file(&path).expect("removed");
        symlink(target, path).expect("a link");
    };
    change("src/cache/keys.rs", "../main.rs");
    change("docs/decisions/tokens.md", "keys.md");
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["add", "."])
        .git(&["diff", "--cached", "--name-status"])
        .git(&["commit", "-q", "-m", "links"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_log_that_git_ignores() {
    let sandbox = service();
    sandbox.write(".gitignore", ".claude/\n").commit();
    pre_commit(&sandbox);
    sandbox
        .write(
            ".claude/decisions/own.md",
            record("own", "The entry point stays empty", "src/main.rs"),
        )
        .write("src/main.rs", "// full\n");
    let mut script = Transcript::new(&sandbox);
    script.git(&["commit", "-q", "-a", "-m", "main"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn without_a_repository_only_the_whole_log_can_be_checked() {
    let sandbox = Sandbox::without_git();
    sandbox.write("docs/decisions/a.md", record("a", "A", "src/"));
    let mut script = Transcript::new(&sandbox);
    script
        .decision(&["check", "--hook"])
        .decision(&["check", "--all"])
        .decision(&["validate", "--strict"]);
    insta::assert_snapshot!(script.finish());
}

#[test]
fn a_repository_without_records() {
    let sandbox = Sandbox::new();
    pre_commit(&sandbox);
    sandbox.write("src/main.rs", "fn main() {}\n");
    let mut script = Transcript::new(&sandbox);
    script
        .git(&["add", "."])
        .decision(&["check"])
        .git(&["commit", "-q", "-m", "code"]);
    insta::assert_snapshot!(script.finish());
}
