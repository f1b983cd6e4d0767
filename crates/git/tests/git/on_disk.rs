//! What is on disk against what the index says: content, types, flags, ignored files, names.

use std::fs;

use decision_git::Scope;

use crate::support::{Place, git_status, our_status};

const NONE: [&str; 0] = [];

#[test]
fn a_touched_file_with_the_same_content_is_clean() {
    let place = Place::with(&[("a.rs", "same"), ("src/b.rs", "same")]);
    for path in ["a.rs", "src/b.rs"] {
        place.remove(path);
        place.write(path, "same");
    }
    assert_eq!(place.changes(&Scope::everything()), NONE);
}

#[test]
fn a_change_of_the_same_size_right_after_the_index_was_written_is_seen() {
    for round in 0..20 {
        let place = Place::with(&[("a.rs", "one"), ("b.rs", "one")]);
        place.write("a.rs", "two");
        assert_eq!(
            place.changes(&Scope::everything()),
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
        place.changes(&Scope::everything()),
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
    assert_eq!(place.changes(&Scope::everything()), ["unstaged b.txt"]);
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
        place.changes(&Scope::everything()),
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
    assert_eq!(place.changes(&Scope::everything()), ["unstaged meant.rs"]);
    assert_eq!(our_status(&place.discover()), git_status(&place.path));
}

#[test]
fn a_skipped_file_that_is_there_after_all_counts_in_a_sparse_checkout() {
    let place = Place::with(&[("in/a.rs", "x"), ("out/b.rs", "x"), ("out/c.rs", "x")]);
    place.git(&["sparse-checkout", "set", "--no-sparse-index", "in"]);
    assert_eq!(place.changes(&Scope::everything()), NONE);
    place.write("out/b.rs", "changed");
    assert_eq!(place.changes(&Scope::everything()), ["unstaged out/b.rs"]);
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
        place.changes(&Scope::everything()),
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
    crate::support::git_in(&inner, &["init", "--quiet"]);
    place.write("inner/x.rs", "x");
    assert_eq!(place.changes(&Scope::everything()), ["untracked inner"]);
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
    assert_eq!(place.changes(&Scope::everything()), NONE);
    place.write("vendor/dirty/lib.rs", "changed");
    place.write("vendor/moved/lib.rs", "changed");
    crate::support::git_in(
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
        place.changes(&Scope::everything()),
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
        place.changes(&Scope::everything()),
        [
            "untracked  blank .rs",
            "untracked \"quoted\".rs",
            "untracked bad-\u{fffd}.rs",
            "untracked line\nbreak.rs",
        ]
    );
}
