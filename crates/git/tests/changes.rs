//! Which files are being changed.

mod support;

use std::fs;
use std::time::Duration;

use decision_core::Affects;
use decision_git::{ChangeKind, Changes, Known, Scope};
use support::{Place, complete, git_status, lines, our_status};

const NONE: [&str; 0] = [];

fn everything() -> Scope {
    Scope::everything()
}

#[test]
fn a_clean_work_tree_has_no_changes() {
    let place = Place::with(&[("a.rs", "a"), ("src/b.rs", "b")]);
    assert_eq!(place.changes(&everything()), NONE);
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
    let changes = complete(&place.discover(), &everything());
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
    assert_eq!(place.changes(&everything()), ["staged a.rs"]);
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
        let changes = place.discover().changes_under([&affects], support::AMPLE);
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
    let changes = place.discover().changes_under(&all, support::AMPLE);
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
    let changes = place.discover().changes_under(&all, support::AMPLE);
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
    assert_eq!(place.changes(&everything()), NONE);
    place.write("a.rs", "a");
    place.write("b.rs", "b");
    place.git(&["add", "a.rs"]);
    assert_eq!(
        place.changes(&everything()),
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
        !support::try_git(&place.path, &["merge", "other"])
            .status
            .success()
    );
    assert_eq!(
        place.changes(&everything()),
        ["conflicted a.rs", "conflicted b.rs"]
    );
    assert_eq!(place.changes(&Scope::under(["b.rs"])), ["conflicted b.rs"]);
}

#[test]
fn a_touched_file_with_the_same_content_is_clean() {
    let place = Place::with(&[("a.rs", "same"), ("src/b.rs", "same")]);
    for path in ["a.rs", "src/b.rs"] {
        place.remove(path);
        place.write(path, "same");
    }
    assert_eq!(place.changes(&everything()), NONE);
}

#[test]
fn a_change_of_the_same_size_right_after_the_index_was_written_is_seen() {
    for round in 0..20 {
        let place = Place::with(&[("a.rs", "one"), ("b.rs", "one")]);
        place.write("a.rs", "two");
        assert_eq!(
            place.changes(&everything()),
            ["unstaged a.rs"],
            "round {round}"
        );
    }
}

#[test]
fn a_change_with_the_times_put_back_is_seen_as_git_sees_it() {
    let place = Place::with(&[("a.rs", "one")]);
    let path = place.path.join("a.rs");
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    fs::write(&path, "two").unwrap();
    fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_modified(before)
        .unwrap();
    assert_eq!(our_status(&place.discover()), git_status(&place.path));
}

#[test]
fn line_ends_are_compared_as_git_stores_them() {
    let place = Place::unborn();
    place.write(".gitattributes", "*.txt text eol=crlf\n*.bin binary\n");
    let before = [
        ("a.txt", "one\r\ntwo\r\n"),
        ("b.txt", "one\r\n"),
        ("c.bin", "one\r\n"),
    ];
    place.write_all(&before);
    place.commit();
    touch(&place, &before);
    place.write_all(&[("b.txt", "two\r\n"), ("c.bin", "two\r\n")]);
    assert_eq!(
        place.changes(&everything()),
        ["unstaged b.txt", "unstaged c.bin"]
    );
    // Git takes the attributes from the index where the file is missing.
    place.remove(".gitattributes");
    assert_eq!(
        place.changes(&Scope::under(["a.txt", "b.txt", "c.bin"])),
        ["unstaged b.txt", "unstaged c.bin"]
    );
    // Another length is a change to git, whatever the filters would make of it.
    place.write("a.txt", "one\ntwo\n");
    assert_eq!(our_status(&place.discover()), git_status(&place.path));
}

#[test]
fn automatic_line_ends_are_respected() {
    let place = Place::unborn();
    place.git(&["config", "core.autocrlf", "true"]);
    let before = [("a.txt", "one\r\n"), ("b.txt", "one\r\n")];
    place.write_all(&before);
    place.git(&["-c", "core.autocrlf=true", "add", "--all"]);
    place.git(&["-c", "core.autocrlf=true", "commit", "--quiet", "-m", "x"]);
    touch(&place, &before);
    place.write("b.txt", "two\r\n");
    assert_eq!(place.changes(&everything()), ["unstaged b.txt"]);
}

/// Writes the same content again, into new files.
fn touch(place: &Place, files: &[(&str, &str)]) {
    for (path, _) in files {
        place.remove(path);
    }
    place.write_all(files);
}

#[cfg(unix)]
#[test]
fn a_change_of_type_or_mode_is_a_change() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let place = Place::with(&[
        ("dir", "a file"),
        ("exec.sh", "x"),
        ("link", "a file"),
        ("linked/inside.rs", "x"),
        ("real/inside.rs", "x"),
    ]);
    place.remove("dir");
    place.write("dir/inside.rs", "x");
    fs::set_permissions(
        place.path.join("exec.sh"),
        fs::Permissions::from_mode(0o755),
    )
    .unwrap();
    place.remove("link");
    symlink("exec.sh", place.path.join("link")).unwrap();
    fs::remove_dir_all(place.path.join("linked")).unwrap();
    symlink("real", place.path.join("linked")).unwrap();
    assert_eq!(
        place.changes(&everything()),
        [
            "unstaged dir",
            "untracked dir/inside.rs",
            "unstaged exec.sh",
            "unstaged link",
            "untracked linked",
            "unstaged linked/inside.rs",
        ]
    );
    assert_eq!(our_status(&place.discover()), git_status(&place.path));
    assert_eq!(
        place.changes(&Scope::under(["linked/inside.rs"])),
        ["unstaged linked/inside.rs"]
    );
    assert_eq!(
        place.changes(&Scope::under(["linked/other.rs"])),
        NONE,
        "not through a link"
    );
}

#[test]
fn the_flags_of_the_index_count() {
    let place = Place::with(&[
        ("assumed.rs", "x"),
        ("skipped.rs", "x"),
        ("sub/gone.rs", "x"),
    ]);
    place.git(&["update-index", "--assume-unchanged", "assumed.rs"]);
    place.git(&[
        "update-index",
        "--skip-worktree",
        "skipped.rs",
        "sub/gone.rs",
    ]);
    place.write("assumed.rs", "changed");
    place.write("skipped.rs", "changed");
    place.remove("sub/gone.rs");
    place.write("meant.rs", "x");
    place.git(&["add", "--intent-to-add", "meant.rs"]);
    assert_eq!(place.changes(&everything()), ["unstaged meant.rs"]);
    assert_eq!(our_status(&place.discover()), git_status(&place.path));
}

#[test]
fn a_skipped_file_that_is_there_after_all_counts_in_a_sparse_checkout() {
    let place = Place::with(&[("in/a.rs", "x"), ("out/b.rs", "x"), ("out/c.rs", "x")]);
    place.git(&["sparse-checkout", "set", "--no-sparse-index", "in"]);
    assert_eq!(place.changes(&everything()), NONE);
    place.write("out/b.rs", "changed");
    assert_eq!(place.changes(&everything()), ["unstaged out/b.rs"]);
}

#[test]
fn ignored_files_are_no_changes() {
    let place = Place::with(&[
        (".gitignore", "*.log\n/target/\n!keep.log\n"),
        ("src/.gitignore", "generated/\n"),
        ("vendor/tracked.rs", "x"),
    ]);
    place.write(".git/info/exclude", "vendor/\n");
    for path in [
        "a.log",
        "keep.log",
        "src/deep/b.log",
        "src/generated/c.rs",
        "src/target/d.rs",
        "target/e.rs",
        "vendor/f.rs",
    ] {
        place.write(path, "x");
    }
    assert_eq!(
        place.changes(&everything()),
        ["untracked keep.log", "untracked src/target/d.rs"]
    );
    for prefix in [
        "target/e.rs",
        "target",
        "src/generated",
        "src/generated/c.rs",
        "vendor",
        "a.log",
    ] {
        assert_eq!(place.changes(&Scope::under([prefix])), NONE, "{prefix}");
    }
    assert_eq!(
        place.changes(&Scope::under(["src/target"])),
        ["untracked src/target/d.rs"]
    );
    assert_eq!(our_status(&place.discover()), git_status(&place.path));
}

#[test]
fn a_repository_inside_is_told_by_its_directory() {
    let place = Place::with(&[("a.rs", "a")]);
    let inner = place.path.join("inner");
    fs::create_dir_all(&inner).unwrap();
    support::git_in(&inner, &["init", "--quiet"]);
    place.write("inner/x.rs", "x");
    assert_eq!(place.changes(&everything()), ["untracked inner"]);
    assert_eq!(place.changes(&Scope::under(["inner/x.rs"])), NONE);
}

#[test]
fn a_submodule_counts_when_its_commit_or_content_changed() {
    let library = Place::with(&[("lib.rs", "x")]);
    let place = Place::with(&[("a.rs", "a")]);
    let url = library.path.to_str().unwrap();
    place.git(&["submodule", "--quiet", "add", url, "vendor/clean"]);
    place.git(&["submodule", "--quiet", "add", url, "vendor/dirty"]);
    place.git(&["submodule", "--quiet", "add", url, "vendor/moved"]);
    place.git(&["submodule", "--quiet", "add", url, "vendor/gone"]);
    place.commit();
    assert_eq!(place.changes(&everything()), NONE);
    place.write("vendor/dirty/lib.rs", "changed");
    place.write("vendor/moved/lib.rs", "changed");
    support::git_in(
        &place.path.join("vendor/moved"),
        &["commit", "--quiet", "-a", "-m", "x"],
    );
    fs::remove_dir_all(place.path.join("vendor/gone")).unwrap();
    assert_eq!(
        place.changes(&Scope::under(["vendor"])),
        [
            "unstaged vendor/dirty",
            "unstaged vendor/gone",
            "unstaged vendor/moved"
        ]
    );
    assert_eq!(our_status(&place.discover()), git_status(&place.path));
}

#[test]
fn names_that_are_not_ascii_come_in_nfc() {
    let place = Place::with(&[
        ("docs/\u{fc}ber.md", "x"),
        ("docs/u\u{308}b.md", "x"),
        ("\u{6f22}/a b.md", "x"),
    ]);
    for path in ["docs/\u{fc}ber.md", "docs/u\u{308}b.md", "\u{6f22}/a b.md"] {
        place.write(path, "changed");
    }
    place.write("docs/neu\u{df}.md", "x");
    assert_eq!(
        place.changes(&everything()),
        [
            "untracked docs/neu\u{df}.md",
            "unstaged docs/\u{fc}b.md",
            "unstaged docs/\u{fc}ber.md",
            "unstaged \u{6f22}/a b.md",
        ]
    );
    assert_eq!(
        place.changes(&Scope::under(["docs/\u{fc}b.md"])),
        ["unstaged docs/\u{fc}b.md"]
    );
    assert_eq!(
        place.changes(&Scope::under(["\u{6f22}"])),
        ["unstaged \u{6f22}/a b.md"]
    );
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_do_no_harm() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = Place::with(&[("a.rs", "a")]);
    for name in [
        &b"bad-\xff.rs"[..],
        b"line\nbreak.rs",
        b" blank .rs",
        b"\"quoted\".rs",
    ] {
        fs::write(place.path.join(std::ffi::OsStr::from_bytes(name)), "x").unwrap();
    }
    assert_eq!(
        place.changes(&everything()),
        [
            "untracked  blank .rs",
            "untracked \"quoted\".rs",
            "untracked bad-\u{fffd}.rs",
            "untracked line\nbreak.rs",
        ]
    );
}

#[test]
fn other_kinds_of_index_are_read() {
    for setup in [
        &["update-index", "--split-index"][..],
        &["update-index", "--index-version", "4"],
        &["update-index", "--untracked-cache"],
        &["read-tree", "HEAD"],
    ] {
        let place = Place::with(&[("a.rs", "a"), ("src/b.rs", "b"), ("src/c/d.rs", "d")]);
        if setup.contains(&"--untracked-cache") {
            // Git refuses where the file system is not fit for it.
            support::try_git(&place.path, setup);
        } else {
            place.git(setup);
        }
        place.write("a.rs", "changed");
        place.write("src/b.rs", "staged");
        place.git(&["add", "src/b.rs"]);
        assert_eq!(
            place.changes(&everything()),
            ["unstaged a.rs", "staged src/b.rs"],
            "{setup:?}"
        );
        assert_eq!(place.changes(&Scope::under(["src/c"])), NONE, "{setup:?}");
    }
}

#[test]
fn an_index_without_cached_trees_is_compared_directory_by_directory() {
    let place = Place::with(&[("a.rs", "a"), ("src/b.rs", "b"), ("src/c/d.rs", "d")]);
    let index = place.path.join(".git/index");
    place.git(&[
        "-c",
        "index.threads=1",
        "rm",
        "--quiet",
        "--cached",
        "src/c/d.rs",
    ]);
    fs::remove_file(&index).unwrap();
    place.git(&["update-index", "--add", "a.rs", "src/b.rs"]);
    assert_eq!(place.changes(&everything()), ["staged src/c/d.rs"]);
    assert_eq!(
        place.changes(&Scope::under(["src/c"])),
        ["staged src/c/d.rs"]
    );
    assert_eq!(place.changes(&Scope::under(["a.rs"])), NONE);
}

#[test]
fn a_directory_that_became_a_file_is_told_by_both() {
    let place = Place::with(&[("x/a.rs", "a"), ("x/b.rs", "b"), ("y", "y")]);
    place.git(&["rm", "--quiet", "-r", "x", "y"]);
    place.write("x", "now a file");
    place.write("y/inside.rs", "now a directory");
    place.git(&["add", "--all"]);
    assert_eq!(
        place.changes(&everything()),
        [
            "staged x",
            "staged x/a.rs",
            "staged x/b.rs",
            "staged y",
            "staged y/inside.rs"
        ]
    );
}

#[test]
fn a_sparse_index_goes_to_git() {
    let place = Place::with(&[("in/a.rs", "x"), ("out/deep/b.rs", "x"), ("top.rs", "x")]);
    place.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "in"]);
    assert!(
        place.git(&["ls-files", "--sparse"]).contains("out/"),
        "the index is sparse"
    );
    place.write("in/a.rs", "changed");
    place.write("in/new.rs", "new");
    place.write("top.rs", "changed");
    assert_eq!(
        place.changes(&everything()),
        ["unstaged in/a.rs", "untracked in/new.rs", "unstaged top.rs"]
    );
    assert_eq!(
        place.changes(&Scope::under(["top.rs"])),
        ["unstaged top.rs"]
    );
}

#[test]
fn a_reftable_repository_goes_to_git() {
    let place = Place::empty();
    let init = ["init", "--quiet", "-b", "main", "--ref-format=reftable"];
    if !support::try_git(&place.path, &init).status.success() {
        eprintln!("skipped: this git knows no reftable");
        return;
    }
    place.write_all(&[("a.rs", "a"), ("b.rs", "b"), ("old.rs", "moved as it is")]);
    place.commit();
    assert_eq!(place.changes(&everything()), NONE);
    place.write("a.rs", "changed");
    place.git(&["mv", "old.rs", "new.rs"]);
    assert_eq!(
        place.changes(&everything()),
        ["unstaged a.rs", "renamed new.rs <- old.rs"]
    );
}

#[test]
fn a_sha256_repository_is_read() {
    let place = Place::empty();
    place.git(&["init", "--quiet", "-b", "main", "--object-format=sha256"]);
    place.write_all(&[("a.rs", "a"), ("src/b.rs", "b")]);
    place.commit();
    place.write("a.rs", "changed");
    place.write("src/b.rs", "staged");
    place.git(&["add", "src/b.rs"]);
    assert_eq!(
        place.changes(&everything()),
        ["unstaged a.rs", "staged src/b.rs"]
    );
}

#[test]
fn the_index_is_never_written() {
    let place = Place::with(&[("a.rs", "a")]);
    let index = place.path.join(".git/index");
    place.remove("a.rs");
    place.write("a.rs", "a");
    let before = (
        fs::read(&index).unwrap(),
        fs::metadata(&index).unwrap().modified().unwrap(),
    );
    place.changes(&everything());
    let after = (
        fs::read(&index).unwrap(),
        fs::metadata(&index).unwrap().modified().unwrap(),
    );
    assert_eq!(before, after);
}

#[test]
fn without_time_nothing_is_claimed() {
    let place = Place::with(&[("a.rs", "a")]);
    place.write("a.rs", "changed");
    let changes = place.discover().changes_in(&everything(), Duration::ZERO);
    assert!(
        matches!(&changes, Changes { changes, known: Known::Unknown(reason) }
            if changes.is_empty() && reason.contains("budget of 0 ms")),
        "{changes:?}"
    );
}

#[test]
fn a_filter_that_hangs_is_left_behind() {
    if cfg!(windows) {
        return;
    }
    let place = Place::unborn();
    place.write(".gitattributes", "*.slow filter=slow\n");
    place.write("a.slow", "a");
    place.write("b.rs", "b");
    place.commit();
    place.write("b.rs", "changed and longer");
    place.git(&["add", "b.rs"]);
    let finished = place.path.join(".git/finished");
    place.git(&[
        "config",
        "filter.slow.clean",
        "sleep 3; touch .git/finished 2>/dev/null; cat",
    ]);
    place.write("a.slow", "b");
    let changes = place
        .discover()
        .changes_in(&everything(), Duration::from_millis(300));
    assert!(!finished.exists(), "the filter was waited for");
    assert!(matches!(&changes.known, Known::Partial(_)), "{changes:?}");
    assert_eq!(
        lines(&changes),
        ["staged b.rs"],
        "what was certain by then is told"
    );
}

#[test]
fn a_damaged_repository_is_no_catastrophe() {
    for (file, text) in [
        (".git/index", "nonsense"),
        (".git/index", ""),
        (".git/HEAD", "nonsense"),
        (
            ".git/refs/heads/main",
            "0000000000000000000000000000000000000001\n",
        ),
        (".git/config", "[core"),
    ] {
        let place = Place::with(&[("a.rs", "a")]);
        place.write("a.rs", "changed");
        place.write(file, text);
        let changes = place.discover().changes_in(&everything(), support::AMPLE);
        assert!(
            matches!(
                changes.known,
                Known::Unknown(_) | Known::Partial(_) | Known::Complete
            ),
            "{file}: {changes:?}"
        );
    }
}
