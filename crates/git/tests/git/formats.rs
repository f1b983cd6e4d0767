//! The forms that an index and a repository can have, and what there is when time runs out.

use std::fs;
use std::time::Duration;

use decision_git::{Changes, Known, Scope};

use crate::support::Place;

const NONE: [&str; 0] = [];

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
            crate::support::try_git(&place.path, setup);
        } else {
            place.git(setup);
        }
        place.write("a.rs", "changed");
        place.write("src/b.rs", "staged");
        place.git(&["add", "src/b.rs"]);
        assert_eq!(
            place.changes(&Scope::everything()),
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
    assert_eq!(place.changes(&Scope::everything()), ["staged src/c/d.rs"]);
    assert_eq!(
        place.changes(&Scope::under(["src/c"])),
        ["staged src/c/d.rs"]
    );
    assert_eq!(place.changes(&Scope::under(["a.rs"])), NONE);
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
        place.changes(&Scope::everything()),
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
    if !crate::support::try_git(&place.path, &init).status.success() {
        eprintln!("skipped: this git knows no reftable");
        return;
    }
    place.write_all(&[("a.rs", "a"), ("b.rs", "b"), ("old.rs", "moved as it is")]);
    place.commit();
    assert_eq!(place.changes(&Scope::everything()), NONE);
    place.write("a.rs", "changed");
    place.git(&["mv", "old.rs", "new.rs"]);
    assert_eq!(
        place.changes(&Scope::everything()),
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
        place.changes(&Scope::everything()),
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
    place.changes(&Scope::everything());
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
    let changes = place
        .discover()
        .changes_in(&Scope::everything(), Duration::ZERO);
    assert!(
        matches!(&changes, Changes { changes, known: Known::Unknown(reason) }
            if changes.is_empty() && reason.contains("budget of 0 ms")),
        "{changes:?}"
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
        let changes = place
            .discover()
            .changes_in(&Scope::everything(), crate::support::AMPLE);
        assert!(
            matches!(
                changes.known,
                Known::Unknown(_) | Known::Partial(_) | Known::Complete
            ),
            "{file}: {changes:?}"
        );
    }
}
