//! Putting one file's new content into the index.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use decision_git::{Environment, Repository, StageError};

use crate::support::{Place, environment};

#[test]
fn only_the_staged_content_of_the_one_file_changes() {
    let place = Place::with(&[("docs/a.md", "one\ntwo\n"), ("b.rs", "b")]);
    place.write("docs/a.md", "one\nTWO\n");
    place.git(&["add", "docs/a.md"]);
    place.write("docs/a.md", "one\nTWO\nnot staged\n");
    place.write("b.rs", "not staged");
    let repository = place.discover();
    repository
        .stage("docs/a.md", b"one\nTWO\n", b"ONE\nTWO\n")
        .unwrap();
    assert_eq!(place.git(&["show", ":docs/a.md"]), "ONE\nTWO");
    assert_eq!(
        std::fs::read_to_string(place.path.join("docs/a.md")).unwrap(),
        "one\nTWO\nnot staged\n"
    );
    assert_eq!(place.git(&["diff", "--cached", "--name-only"]), "docs/a.md");
    assert_eq!(place.git(&["diff", "--name-only"]), "b.rs\ndocs/a.md");
}

#[test]
fn the_mode_and_the_name_stay_as_they_are() {
    for name in [
        "\u{fc}ber.md",
        "u\u{308}nter.md",
        "a \"b\" c.md",
        "tab\there.md",
    ] {
        if cfg!(windows) && name.contains(['"', '\t']) {
            continue;
        }
        let place = Place::with(&[(name, "old\r\n")]);
        place.git(&["update-index", "--chmod=+x", name]);
        let path = name.replace("u\u{308}", "\u{fc}");
        place
            .discover()
            .stage(&path, b"old\r\n", b"new\r\n")
            .unwrap();
        let listed = place.git(&["-c", "core.quotePath=false", "ls-files", "--stage", "-z"]);
        assert!(listed.starts_with("100755 "), "{listed}");
        assert!(listed.ends_with(&format!("\t{name}\0")), "{listed}");
        let id = place.git(&["rev-parse", &format!(":{name}")]);
        assert_eq!(place.git(&["cat-file", "-s", &id]), "5");
    }
}

#[test]
fn what_is_not_as_it_was_read_is_left_alone() {
    let place = Place::with(&[("a.md", "a"), ("b.md", "b")]);
    place.write("new.md", "new");
    place.git(&["add", "--intent-to-add", "new.md"]);
    let repository = place.discover();
    let before = std::fs::read(place.path.join(".git/index")).unwrap();
    assert_eq!(
        repository.stage("a.md", b"other", b"x"),
        Err(StageError::Changed("a.md".to_owned()))
    );
    for path in ["new.md", "nothing.md"] {
        assert_eq!(
            repository.stage(path, b"new", b"x"),
            Err(StageError::NotStaged(path.to_owned()))
        );
    }
    place.write(".git/index.lock", "");
    let refused = repository.stage("a.md", b"a", b"x");
    assert!(matches!(refused, Err(StageError::Git(_))), "{refused:?}");
    std::fs::remove_file(place.path.join(".git/index.lock")).unwrap();
    assert_eq!(
        std::fs::read(place.path.join(".git/index")).unwrap(),
        before
    );
}

#[test]
fn the_index_that_git_names_is_written() {
    let place = Place::with(&[("a.md", "a")]);
    std::fs::copy(
        place.path.join(".git/index"),
        place.path.join(".git/index.tmp"),
    )
    .unwrap();
    let named = |file: &str| {
        let environment = Environment {
            git_index_file: Some(format!(".git/{file}").into()),
            ..environment()
        };
        Repository::discover(&place.path, &environment).unwrap()
    };
    named("index.tmp").stage("a.md", b"a", b"staged").unwrap();
    assert_eq!(place.git(&["diff", "--cached", "--name-only"]), "");
    let index = place.path.join(".git/index.tmp");
    std::fs::rename(index, place.path.join(".git/index")).unwrap();
    assert_eq!(place.git(&["show", ":a.md"]), "staged");
    // What `git commit <path>` works on is thrown away.
    let index = place.path.join(".git/index");
    std::fs::copy(&index, place.path.join(".git/next-index-7.lock")).unwrap();
    assert_eq!(
        named("next-index-7.lock").stage("a.md", b"staged", b"x"),
        Err(StageError::PartialCommit("a.md".to_owned()))
    );
}
