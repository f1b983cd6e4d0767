//! The history of `HEAD`.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::ops::ControlFlow;

use decision_git::{LinesChanged, PastChange, PastCommit, Repository, Walked};

use crate::support::{Place, discover, git_in, write};

const LONG: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

fn past(repository: &Repository) -> (Vec<PastCommit>, Walked) {
    let mut commits = Vec::new();
    let mut each = |commit| {
        commits.push(commit);
        ControlFlow::Continue(())
    };
    let walked = repository.past(&mut each, &mut |_| {}).unwrap();
    assert_eq!(walked.commits, commits.len());
    assert_eq!(walked.incomplete, None);
    (commits, walked)
}

fn line(change: &PastChange) -> String {
    format!("{} {}", change.kind, change.path)
}

fn moves(repository: &Repository, commit: &str) -> Vec<String> {
    let moves = repository.moves(commit).unwrap().into_iter();
    moves
        .map(|one| format!("{} -> {}", one.from, one.to))
        .collect()
}

fn lines(commits: &[PastCommit]) -> Vec<(String, Vec<String>)> {
    let of = |commit: &PastCommit| {
        let changes = commit.changes.iter().map(line).collect();
        (commit.subject.clone(), changes)
    };
    commits.iter().map(of).collect()
}

fn commit(place: &Place, subject: &str) {
    place.git(&["add", "--all"]);
    place.git(&["commit", "--quiet", "--allow-empty", "-m", subject]);
}

#[test]
fn commits_come_newest_first_with_what_they_changed() {
    let place = Place::unborn();
    assert_eq!(past(&place.discover()).0, []);
    place.write_all(&[("a.rs", LONG), ("b.rs", "b")]);
    commit(&place, "begin");
    place.git(&["mv", "a.rs", "src.rs"]);
    place.write("src.rs", LONG.replace("five", "FIVE"));
    commit(&place, "move and change");
    commit(&place, "nothing");
    place.remove("b.rs");
    place.write("\u{65e5} x.rs", "new");
    commit(&place, "\u{fc}ber");
    // Neither the user's nor the repository's taste in listings counts.
    for (key, value) in [
        ("diff.renames", "false"),
        ("diff.orderFile", "nowhere"),
        ("log.showRoot", "false"),
        ("log.decorate", "full"),
        ("core.quotePath", "true"),
        ("diff.noprefix", "true"),
        ("log.diffMerges", "on"),
        ("color.ui", "always"),
        ("format.pretty", "fuller"),
        ("diff.renameLimit", "1"),
    ] {
        place.git(&["config", key, value]);
    }
    let (commits, walked) = past(&place.discover());
    let expected = [
        ("\u{fc}ber", vec!["removed b.rs", "added \u{65e5} x.rs"]),
        ("nothing", vec![]),
        ("move and change", vec!["removed a.rs", "added src.rs"]),
        ("begin", vec!["added a.rs", "added b.rs"]),
    ];
    let expected: Vec<(String, Vec<String>)> = expected
        .into_iter()
        .map(|(subject, changes)| {
            let changes = changes.into_iter().map(str::to_owned).collect();
            (subject.to_owned(), changes)
        })
        .collect();
    assert_eq!(lines(&commits), expected);
    assert_eq!(commits[0].id, place.git(&["rev-parse", "HEAD"]));
    assert_eq!(commits[0].day, "2023-11-14");
    assert!(!walked.shallow);

    let moved = |commit: usize| moves(&place.discover(), &commits[commit].id);
    assert_eq!(moved(2), ["a.rs -> src.rs"]);
    assert!(moved(0).is_empty() && moved(1).is_empty() && moved(3).is_empty());

    let blobs = place.discover().blobs().unwrap();
    let (before, after) = (commits[2].changes[0].before, commits[2].changes[1].after);
    assert_eq!(
        blobs.compare(before, after).unwrap(),
        Some(LinesChanged {
            lines: 20,
            changed: 2
        })
    );
    assert_eq!(
        blobs.compare(None, after).unwrap(),
        Some(LinesChanged {
            lines: 10,
            changed: 10
        })
    );
    let head = place.discover().head_files().unwrap();
    let names: Vec<&str> = head.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["src.rs", "\u{65e5} x.rs"]);
    assert_eq!(Some(head[0].1), after);
}

#[test]
fn the_walk_ends_where_it_is_broken_off() {
    let place = Place::with(&[("a.rs", "a")]);
    for number in 0..5 {
        place.write("a.rs", format!("{number}"));
        commit(&place, &format!("number {number}"));
    }
    let mut seen = Vec::new();
    let mut each = |commit: PastCommit| {
        seen.push(commit.subject);
        if seen.len() == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let walked = place.discover().past(&mut each, &mut |_| {}).unwrap();
    assert_eq!(walked.commits, 2);
    assert_eq!(walked.incomplete, None);
    assert_eq!(seen, ["number 4", "number 3"]);
}

#[test]
fn a_merge_brings_nothing_of_its_own() {
    let place = Place::with(&[("a.rs", "a")]);
    place.git(&["checkout", "--quiet", "-b", "other"]);
    place.write("b.rs", "b");
    commit(&place, "other");
    place.git(&["checkout", "--quiet", "main"]);
    place.write("c.rs", "c");
    commit(&place, "own");
    place.git(&["merge", "--quiet", "--no-ff", "-m", "merge", "other"]);
    let (commits, _) = past(&place.discover());
    assert_eq!(commits[0].subject, "merge");
    assert!(commits[0].changes.is_empty());
    let mut subjects: Vec<&str> = commits[1..3]
        .iter()
        .map(|one| one.subject.as_str())
        .collect();
    subjects.sort_unstable();
    assert_eq!(subjects, ["other", "own"]);
}

#[test]
fn what_is_no_text_is_not_compared() {
    let place = Place::with(&[("a.bin", "a\0b")]);
    place.write("a.bin", "c\0d");
    commit(&place, "more");
    let (commits, _) = past(&place.discover());
    let change = &commits[0].changes[0];
    let blobs = place.discover().blobs().unwrap();
    assert_eq!(blobs.compare(change.before, change.after).unwrap(), None);
}

#[test]
fn a_history_that_was_cut_off_says_so() {
    let place = Place::with(&[("a.rs", "a")]);
    place.write("a.rs", "b");
    commit(&place, "second");
    let clone = Place::empty();
    let from = format!("file://{}", place.path.display());
    clone.git(&["clone", "--quiet", "--depth=1", &from, "."]);
    let (commits, walked) = past(&clone.discover());
    assert!(walked.shallow);
    assert_eq!(
        lines(&commits),
        [("second".to_owned(), vec!["added a.rs".to_owned()])]
    );
}

#[test]
fn what_moved_cannot_be_told_where_a_content_is_missing() {
    let place = Place::with(&[("a.rs", LONG)]);
    place.git(&["mv", "a.rs", "b.rs"]);
    place.write("b.rs", LONG.replace("five", "FIVE"));
    commit(&place, "moved");
    place.write("c.rs", "c");
    commit(&place, "newest");
    let id = place.git(&["rev-parse", "HEAD~2:a.rs"]);
    let object = format!(".git/objects/{}/{}", &id[..2], &id[2..]);
    std::fs::remove_file(place.path.join(object)).unwrap();
    let (commits, _) = past(&place.discover());
    let subjects: Vec<&str> = commits.iter().map(|one| one.subject.as_str()).collect();
    assert_eq!(subjects, ["newest", "moved", "x"]);
    let told = place.discover().moves(&commits[1].id);
    assert!(told.unwrap_err().to_string().contains("git diff-tree"));
    let unknown = place.discover().moves("--output=x");
    assert!(unknown.is_err());
    assert!(!place.path.join("x").exists());
}

#[test]
fn the_references_may_be_stored_in_any_way() {
    let place = Place::empty();
    let init = ["init", "--quiet", "-b", "main", "--ref-format=reftable"];
    if !crate::support::try_git(&place.path, &init).status.success() {
        eprintln!("skipped: this git knows no reftable");
        return;
    }
    place.write("a.rs", "a");
    commit(&place, "begin");
    assert_eq!(past(&place.discover()).0.len(), 1);
    assert_eq!(place.discover().head_files().unwrap().len(), 1);
}

#[test]
fn a_submodule_comes_after_the_superproject_whose_records_it_uses() {
    let library = Place::with(&[("src/a.rs", "a")]);
    let place = Place::with(&[("docs/adr/0001-x.md", "# Use it\n\nBecause.\n")]);
    let from = library.path.to_string_lossy();
    place.git(&["submodule", "--quiet", "add", &from, "lib"]);
    commit(&place, "with the library");
    let submodule = place.path.join("lib");
    write(&submodule.join("src/b.rs"), "b");
    git_in(&submodule, &["add", "--all"]);
    git_in(&submodule, &["commit", "--quiet", "-m", "in the library"]);
    let (commits, _) = past(&discover(&submodule));
    let subjects: Vec<&str> = commits.iter().map(|one| one.subject.as_str()).collect();
    assert_eq!(subjects, ["with the library", "x", "in the library", "x"]);
    assert_eq!(line(&commits[2].changes[0]), "added lib/src/b.rs");
    git_in(&submodule, &["mv", "src/a.rs", "src/c.rs"]);
    git_in(&submodule, &["commit", "--quiet", "-m", "moved"]);
    let id = git_in(&submodule, &["rev-parse", "HEAD"]);
    assert_eq!(
        moves(&discover(&submodule), &id),
        ["lib/src/a.rs -> lib/src/c.rs"]
    );
    let files = discover(&submodule).head_files().unwrap();
    let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        names,
        [
            ".gitmodules",
            "docs/adr/0001-x.md",
            "lib/src/b.rs",
            "lib/src/c.rs"
        ]
    );
}
