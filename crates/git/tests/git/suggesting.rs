//! What is tracked, and which commits say what.

use decision_git::{ChangedFile, Limits};

use crate::support::{Place, discover, try_git};

const LIMITS: Limits = Limits {
    commits: 100,
    files: 10,
};

#[test]
fn tracked_files_are_those_of_the_index() {
    let place = Place::with(&[("b/x.rs", "x"), ("a.rs", "x"), ("u\u{308}.rs", "x")]);
    place.write("new.rs", "x");
    assert_eq!(
        place.discover().tracked_files().unwrap(),
        ["a.rs", "b/x.rs", "\u{fc}.rs"]
    );
    place.git(&["add", "new.rs"]);
    place.git(&["rm", "--quiet", "--cached", "a.rs"]);
    assert_eq!(
        place.discover().tracked_files().unwrap(),
        ["b/x.rs", "new.rs", "\u{fc}.rs"]
    );
    let error = discover(&Place::empty().path).tracked_files().unwrap_err();
    assert_eq!(error.to_string(), "not in a git repository");
}

#[cfg(unix)]
#[test]
fn links_are_not_among_the_tracked_files() {
    let place = Place::with(&[("a.rs", "x")]);
    std::os::unix::fs::symlink("a.rs", place.path.join("link.rs")).unwrap();
    place.commit();
    assert_eq!(place.discover().tracked_files().unwrap(), ["a.rs"]);
}

#[test]
fn commits_are_found_by_their_messages() {
    let place = Place::unborn();
    let wanted = |message: &str| message.contains("ADR-1");
    let none = place.discover().messages(LIMITS, wanted, |_| {}).unwrap();
    assert_eq!((none.commits.len(), none.seen, none.cut), (0, 0, false));

    let commit = |message: &str| {
        place.git(&["add", "--all"]);
        place.git(&["commit", "--quiet", "-m", message]);
    };
    place.write_all(&[("a.rs", "one\ntwo\n"), ("b.rs", "b\n"), ("bin", "\0\0")]);
    commit("begin (ADR-1)");
    place.write_all(&[("a.rs", "one\nthree\n"), ("d/new.rs", "1\n2\n3\n")]);
    place.remove("b.rs");
    commit("go on\n\nAs ADR-1 says.");
    place.write("a.rs", "other\n");
    commit("something else");

    let found = place.discover().messages(LIMITS, wanted, |_| {}).unwrap();
    let file = |path: &str, lines| ChangedFile {
        path: path.to_owned(),
        lines,
    };
    let commits: Vec<_> = found
        .commits
        .iter()
        .map(|commit| (commit.message.trim_end(), commit.files.clone()))
        .collect();
    assert_eq!(
        commits,
        [
            (
                "go on\n\nAs ADR-1 says.",
                vec![file("a.rs", 2), file("b.rs", 1), file("d/new.rs", 3)]
            ),
            (
                "begin (ADR-1)",
                vec![file("a.rs", 2), file("b.rs", 1), file("bin", 0)]
            ),
        ]
    );
    assert_eq!((found.seen, found.cut), (3, false));
    assert!(
        place
            .git(&["log", "--format=%H"])
            .contains(&found.commits[0].id)
    );
}

#[test]
fn a_walk_keeps_to_its_limits() {
    let place = Place::with(&[("a", "1"), ("b", "1"), ("c", "1")]);
    place.write("a", "2");
    place.commit();
    let limits = |commits, files| Limits { commits, files };
    let repository = place.discover();
    let walk = |limits| repository.messages(limits, |_| true, |_| {}).unwrap();
    let cut = walk(limits(1, 10));
    assert_eq!((cut.commits.len(), cut.seen, cut.cut), (1, 1, true));
    let few = walk(limits(2, 2));
    assert!(!few.cut);
    assert_eq!(few.commits[0].files.len(), 1);
    assert_eq!(few.commits[1].files, []);
}

#[test]
fn a_shallow_history_ends_where_it_was_cut() {
    let origin = Place::with(&[("a", "1")]);
    origin.write("a", "2");
    origin.commit();
    let url = format!(
        "file://{}",
        origin.path.to_string_lossy().replace('\\', "/")
    );
    let place = Place::empty();
    let clone = place.path.join("clone");
    let output = try_git(
        &place.path,
        &["clone", "--quiet", "--depth", "1", &url, "clone"],
    );
    assert!(output.status.success());
    let found = discover(&clone).messages(LIMITS, |_| true, |_| {}).unwrap();
    assert_eq!(found.seen, 1);
    assert_eq!(discover(&clone).remote_url().as_deref(), Some(url.as_str()));
}
