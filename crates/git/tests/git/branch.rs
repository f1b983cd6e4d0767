//! What a branch changes, and what of it was committed here.

use std::time::Duration;

use crate::support::{AMPLE, Place, discover, git_in};

const A: &str = "docs/adr/0001-a.md";
const B: &str = "docs/adr/0002-b.md";

#[test]
fn a_branch_changes_what_differs_from_where_it_left() {
    let place = Place::with(&[
        ("src/a.rs", "1"),
        ("src/b.rs", "1"),
        ("lib/c.rs", "1"),
        ("d", "1"),
    ]);
    place.git(&["checkout", "--quiet", "-b", "work/topic"]);
    place.write("src/a.rs", "2");
    place.write("new/deep/e.rs", "1");
    place.remove("lib/c.rs");
    place.remove("d");
    place.write("d/inner.rs", "a directory by now");
    place.commit();
    place.write("src/b.rs", "not committed");
    let changes = place.discover().changed_on_branch(AMPLE);
    assert_eq!(changes.branch.as_deref(), Some("work/topic"));
    assert!(changes.complete);
    assert_eq!(
        changes.paths,
        ["d", "d/inner.rs", "lib/c.rs", "new/deep/e.rs", "src/a.rs"]
    );

    // What others did meanwhile is not the branch's, until it is merged into it and is the same.
    place.git(&["stash", "--quiet"]);
    place.git(&["checkout", "--quiet", "main"]);
    assert_eq!(
        place.discover().changed_on_branch(AMPLE).paths,
        Vec::<String>::new()
    );
    place.write("src/b.rs", "others");
    place.commit();
    place.git(&["checkout", "--quiet", "work/topic"]);
    let paths = place.discover().changed_on_branch(AMPLE).paths;
    assert!(!paths.contains(&"src/b.rs".to_owned()), "{paths:?}");
    place.git(&["merge", "--quiet", "--no-edit", "main"]);
    let merged = place.discover().changed_on_branch(AMPLE).paths;
    assert_eq!(merged, paths);
}

#[test]
fn where_there_is_nothing_to_compare_with_nothing_is_told() {
    let empty = Place::empty();
    assert_eq!(
        empty.discover().changed_on_branch(AMPLE),
        decision_git::BranchChanges::default()
    );
    let unborn = Place::unborn();
    let changes = unborn.discover().changed_on_branch(AMPLE);
    assert!(changes.paths.is_empty() && !changes.complete);
    // Another branch alone is no default branch.
    let trunk = Place::with(&[(A, "x")]);
    trunk.git(&["branch", "--quiet", "-m", "trunk"]);
    let changes = trunk.discover().changed_on_branch(AMPLE);
    assert!(changes.paths.is_empty() && !changes.complete);
    assert_eq!(changes.branch.as_deref(), Some("trunk"));
    trunk.git(&["checkout", "--quiet", "--detach"]);
    assert_eq!(trunk.discover().changed_on_branch(AMPLE).branch, None);
    // Without time it is not known.
    let place = Place::with(&[(A, "1")]);
    place.git(&["checkout", "--quiet", "-b", "topic"]);
    place.write(A, "2");
    place.commit();
    assert!(!place.discover().changed_on_branch(Duration::ZERO).complete);
}

#[test]
fn only_what_was_committed_in_this_clone_is_one_s_own() {
    let shared = Place::with(&[(A, "1")]);
    let here = Place::empty();
    let from = shared.path.to_string_lossy().into_owned();
    here.git(&["clone", "--quiet", &from, "."]);
    shared.git(&["checkout", "--quiet", "-b", "theirs"]);
    shared.write(B, "theirs");
    shared.commit();
    let own = |path: &str| here.discover().committed_here(&[path]) == [true];

    here.git(&["fetch", "--quiet"]);
    here.git(&["checkout", "--quiet", "theirs"]);
    // The same author in both clones, and yet:
    assert!(!own(B));
    here.git(&["checkout", "--quiet", "-b", "mine", "main"]);
    here.git(&["cherry-pick", "theirs"]);
    assert!(!own(B));
    here.write(B, "mine");
    assert!(!own(B), "not committed yet");
    here.commit();
    assert!(own(B));
    assert!(!own(A), "committed elsewhere, and not since");
    here.git(&["commit", "--quiet", "--amend", "-m", "again"]);
    assert!(own(B));
    // Committed on the branch from another work tree.
    let linked = here.path.parent().unwrap().join(format!(
        "{}-linked",
        here.path.file_name().unwrap().to_string_lossy()
    ));
    here.git(&["checkout", "--quiet", "main"]);
    here.git(&[
        "worktree",
        "add",
        "--quiet",
        &linked.to_string_lossy(),
        "mine",
    ]);
    assert_eq!(discover(&linked).committed_here(&[B]), [true]);
    git_in(
        &here.path,
        &["worktree", "remove", &linked.to_string_lossy()],
    );
    here.git(&["checkout", "--quiet", "mine"]);
    // A name that somebody else stands for as the author is not one's own.
    here.write(B, "for others");
    here.git(&[
        "commit",
        "--quiet",
        "-a",
        "-m",
        "x",
        "--author",
        "B <b@example.org>",
    ]);
    assert!(!own(B));
    std::fs::remove_dir_all(here.path.join(".git/logs")).unwrap();
    here.write(B, "mine");
    assert!(!own(B));
    assert!(!own("docs/adr/none.md"));
    assert_eq!(Place::empty().discover().committed_here(&[A]), [false]);
}

#[test]
fn the_merged_content_is_that_of_the_default_branch() {
    let place = Place::with(&[(A, "merged")]);
    place.git(&["checkout", "--quiet", "-b", "topic"]);
    place.write(A, "changed");
    place.write(B, "new");
    place.commit();
    let repository = place.discover();
    assert_eq!(
        repository.merged_content(A).as_deref(),
        Some(&b"merged"[..])
    );
    assert_eq!(repository.merged_content(B), None);
    assert_eq!(repository.merged_content("docs"), None);
    assert_eq!(Place::empty().discover().merged_content(A), None);
}

#[test]
fn a_pointer_file_can_be_passed_over() {
    let place = Place::with(&[
        (A, "# A\n"),
        (".adr-dir", "notes\n"),
        ("notes/0001-x.md", "# X\n"),
    ]);
    let options = decision_git::Options {
        not_followed: vec![".adr-dir".to_owned()],
        ..decision_git::Options::default()
    };
    let labels = |options: &decision_git::Options| -> Vec<String> {
        let located = place.discover().decision_dirs(options).unwrap();
        located
            .dirs
            .iter()
            .map(|dir| dir.dir.label.clone())
            .collect()
    };
    assert_eq!(labels(&options), ["docs/adr"]);
    assert_eq!(labels(&decision_git::Options::default()).len(), 2);
    let located = place.discover().decision_dirs(&options).unwrap();
    assert!(
        located
            .notes
            .iter()
            .any(|note| note.message.contains("not followed")),
        "{:?}",
        located.notes
    );
}
