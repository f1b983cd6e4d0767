//! Which files are being changed, and in which scope.

use decision_core::Affects;
use decision_git::{ChangeKind, Known, Scope};

use crate::support::{Place, complete, lines};

const NONE: [&str; 0] = [];

#[test]
fn a_clean_work_tree_has_no_changes() {
    let place = Place::with(&[("a.rs", "a"), ("src/b.rs", "b")]);
    assert_eq!(place.changes(&Scope::everything()), NONE);
}

#[test]
fn every_kind_of_change_is_told() {
    let place = Place::with(&[
        ("lib/kept.rs", "kept"),
        ("src/modified.rs", "modified"),
        ("src/removed.rs", "removed"),
        ("src/staged.rs", "staged"),
        ("src/gone.rs", "gone"),
        ("src/old-name.rs", "the same content before and after"),
    ]);
    place.write("src/modified.rs", "modified twice");
    place.git(&["rm", "--quiet", "src/removed.rs"]);
    place.write("src/staged.rs", "staged again");
    place.write("src/new/deep.rs", "added");
    place.git(&["add", "src/staged.rs", "src/new/deep.rs"]);
    place.git(&["mv", "src/old-name.rs", "lib/new-name.rs"]);
    place.remove("src/gone.rs");
    place.write("src/untracked.rs", "untracked");
    let changes = complete(&place.discover(), &Scope::everything());
    assert_eq!(
        lines(&changes),
        [
            "renamed lib/new-name.rs <- src/old-name.rs",
            "unstaged src/gone.rs",
            "unstaged src/modified.rs",
            "staged src/new/deep.rs",
            "staged src/removed.rs",
            "staged src/staged.rs",
            "untracked src/untracked.rs",
        ]
    );
    let renamed: Vec<_> = changes
        .paths()
        .filter(|(_, kind)| *kind == ChangeKind::Renamed)
        .map(|(path, _)| path)
        .collect();
    assert_eq!(
        renamed,
        ["lib/new-name.rs", "src/old-name.rs"],
        "both names count"
    );
}

#[test]
fn a_file_that_is_staged_and_changed_again_is_told_once() {
    let place = Place::with(&[("a.rs", "a")]);
    place.write("a.rs", "b");
    place.git(&["add", "a.rs"]);
    place.write("a.rs", "c");
    assert_eq!(place.changes(&Scope::everything()), ["staged a.rs"]);
}

#[test]
fn only_what_is_in_the_scope_is_told() {
    let place = Place::with(&[
        ("src/auth.rs", "x"),
        ("src/auth/session.rs", "x"),
        ("src/auth-old/session.rs", "x"),
        ("src/author.rs", "x"),
    ]);
    for path in [
        "src/auth.rs",
        "src/auth/session.rs",
        "src/auth-old/session.rs",
        "src/author.rs",
    ] {
        place.write(path, "changed");
    }
    place.write("src/auth/new.rs", "new");
    place.write("src/auth-new.rs", "new");
    for (prefixes, expected) in [
        (
            vec!["src/auth"],
            vec!["untracked src/auth/new.rs", "unstaged src/auth/session.rs"],
        ),
        (
            vec!["src/auth/"],
            vec!["untracked src/auth/new.rs", "unstaged src/auth/session.rs"],
        ),
        (
            vec!["src/auth.rs", "src/auth"],
            vec![
                "unstaged src/auth.rs",
                "untracked src/auth/new.rs",
                "unstaged src/auth/session.rs",
            ],
        ),
        (vec!["src/auth-new.rs"], vec!["untracked src/auth-new.rs"]),
        (
            vec!["src/auth/session.rs", "src/auth"],
            vec!["untracked src/auth/new.rs", "unstaged src/auth/session.rs"],
        ),
        (vec!["nowhere", "src/auth.rs/below", "../outside"], vec![]),
    ] {
        assert_eq!(
            place.changes(&Scope::under(prefixes.clone())),
            expected,
            "{prefixes:?}"
        );
    }
    place.git(&["add", "--all"]);
    assert_eq!(
        place.changes(&Scope::under(["src/auth"])),
        ["staged src/auth/new.rs", "staged src/auth/session.rs"]
    );
    assert_eq!(place.changes(&Scope::under(NONE)), NONE);
}

#[test]
fn every_form_of_affects_finds_what_it_claims() {
    let place = Place::with(&[
        ("src/auth/login.rs", "x"),
        ("src/core.rs", "x"),
        ("src/core/engine.py", "x"),
        ("src/policy/engine.py", "x"),
        ("lib/deep/core.test.rs", "x"),
        ("web/app/[id]/page.tsx", "x"),
        (".gitignore", "/out/\n"),
    ]);
    for path in [
        "src/auth/login.rs",
        "src/core.rs",
        "src/core/engine.py",
        "src/policy/engine.py",
        "lib/deep/core.test.rs",
        "web/app/[id]/page.tsx",
    ] {
        place.write(path, "changed");
    }
    for path in [
        "lib/new/core.rs",
        "lib/new/policy/engine.py",
        "out/core.rs",
        "other.py",
    ] {
        place.write(path, "new");
    }
    for (affects, expected) in [
        (&["src/auth/"][..], &["src/auth/login.rs"][..]),
        (&["/src/auth"], &["src/auth/login.rs"]),
        (
            &["policy/engine.py"],
            &["lib/new/policy/engine.py", "src/policy/engine.py"],
        ),
        (
            &["policy\\engine.py"],
            &["lib/new/policy/engine.py", "src/policy/engine.py"],
        ),
        (&["core"], &["lib/new/core.rs", "src/core.rs"]),
        (&["src/core"], &["src/core/engine.py"]),
        (
            &["**/*.py"],
            &[
                "lib/new/policy/engine.py",
                "other.py",
                "src/core/engine.py",
                "src/policy/engine.py",
            ],
        ),
        (
            &["src/**/*.py"],
            &["src/core/engine.py", "src/policy/engine.py"],
        ),
        (&["{src,lib}/core.rs", "nothing"], &["src/core.rs"]),
        (&["web/app/[id]/page.tsx"], &["web/app/[id]/page.tsx"]),
        (&["!src"], &[]),
        (&[], &[]),
    ] {
        let affects = Affects::new(affects.iter().copied());
        let changes = place
            .discover()
            .changes_under([&affects], crate::support::AMPLE);
        assert_eq!(changes.known, Known::Complete);
        let claimed: Vec<_> = changes
            .paths()
            .map(|(path, _)| path)
            .filter(|path| affects.matches(path).is_some())
            .collect();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(claimed, expected, "{affects:?}");
    }
    // What is claimed by name is not looked for by prefix.
    let all = [
        Affects::new(["core", "src/auth/"]),
        Affects::new(["**/*.tsx"]),
    ];
    let changes = place.discover().changes_under(&all, crate::support::AMPLE);
    assert_eq!(
        lines(&changes),
        [
            "untracked lib/new/core.rs",
            "unstaged src/auth/login.rs",
            "unstaged src/core.rs",
            "unstaged web/app/[id]/page.tsx",
        ]
    );
    place.git(&["add", "--all"]);
    let changes = place.discover().changes_under(&all, crate::support::AMPLE);
    assert_eq!(
        lines(&changes),
        [
            "staged lib/new/core.rs",
            "staged src/auth/login.rs",
            "staged src/core.rs",
            "staged web/app/[id]/page.tsx",
        ]
    );
}

#[test]
fn before_the_first_commit_everything_is_new() {
    let place = Place::unborn();
    assert_eq!(place.changes(&Scope::everything()), NONE);
    place.write("a.rs", "a");
    place.write("b.rs", "b");
    place.git(&["add", "a.rs"]);
    assert_eq!(
        place.changes(&Scope::everything()),
        ["staged a.rs", "untracked b.rs"]
    );
}

#[test]
fn a_conflict_is_one_change() {
    let place = Place::with(&[("a.rs", "base"), ("b.rs", "base"), ("c.rs", "base")]);
    place.git(&["checkout", "--quiet", "-b", "other"]);
    place.write("a.rs", "theirs");
    place.remove("b.rs");
    place.commit();
    place.git(&["checkout", "--quiet", "main"]);
    place.write("a.rs", "ours");
    place.write("b.rs", "ours");
    place.commit();
    assert!(
        !crate::support::try_git(&place.path, &["merge", "other"])
            .status
            .success()
    );
    assert_eq!(
        place.changes(&Scope::everything()),
        ["conflicted a.rs", "conflicted b.rs"]
    );
    assert_eq!(place.changes(&Scope::under(["b.rs"])), ["conflicted b.rs"]);
}

#[test]
fn a_directory_that_became_a_file_is_told_by_both() {
    let place = Place::with(&[("x/a.rs", "a"), ("x/b.rs", "b"), ("y", "y")]);
    place.git(&["rm", "--quiet", "-r", "x", "y"]);
    place.write("x", "now a file");
    place.write("y/inside.rs", "now a directory");
    place.git(&["add", "--all"]);
    assert_eq!(
        place.changes(&Scope::everything()),
        [
            "staged x",
            "staged x/a.rs",
            "staged x/b.rs",
            "staged y",
            "staged y/inside.rs"
        ]
    );
}
