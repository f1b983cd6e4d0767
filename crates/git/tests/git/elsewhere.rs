//! Records that other branches and work trees have.

use std::time::Duration;

use decision_core::DecisionDir;
use decision_git::{Elsewhere, Place as Where, Repository};

use crate::support::{AMPLE, Place, discover, git_in, located, write};

const RECORD: &str = "# Use it\n\nBecause.\n";
const A: &str = "docs/adr/0001-a.md";

/// `place: path` of every file; nothing may be left out.
fn elsewhere(repository: &Repository) -> Vec<String> {
    let dirs = located(repository).decision_dirs();
    let found = repository.record_files_elsewhere(&dirs, AMPLE);
    assert_eq!(found.incomplete, None);
    let line = |file: &Elsewhere| match &file.place {
        Where::Branch(_) => format!("{}: {}", file.place, file.path),
        Where::WorkTree(dir) => {
            let name = dir.file_name().unwrap_or_default().to_string_lossy();
            format!("work tree {name}: {}", file.path)
        }
    };
    found.files.iter().map(line).collect()
}

/// Commits a file on a new branch off `from`, and goes back to `main`.
fn branch(place: &Place, name: &str, from: &str, path: &str) {
    place.git(&["checkout", "--quiet", "-b", name, from]);
    place.write(path, RECORD);
    place.commit();
    place.git(&["checkout", "--quiet", "main"]);
}

#[test]
fn what_other_branches_added_is_found() {
    let place = Place::with(&[(A, RECORD), ("src/a.rs", "a")]);
    branch(&place, "one", "main", "docs/adr/0002-one.md");
    branch(&place, "two", "one", "docs/adr/deep/0002-two.MDX");
    branch(&place, "other", "main", "docs/notes.md");
    branch(&place, "text", "main", "docs/adr/0003-no-record.txt");
    branch(&place, "hidden", "main", "docs/adr/.drafts/0002-x.md");
    place.git(&["branch", "same-as-one", "one"]);
    place.git(&["branch", "old"]);
    assert_eq!(
        elsewhere(&place.discover()),
        [
            "branch one: docs/adr/0002-one.md",
            "branch two: docs/adr/0002-one.md",
            "branch two: docs/adr/deep/0002-two.MDX"
        ]
    );
    place.write("docs/adr/0002-one.md", "not committed, but here");
    assert_eq!(
        elsewhere(&place.discover()),
        ["branch two: docs/adr/deep/0002-two.MDX"]
    );
    place.git(&["checkout", "--quiet", "--force", "two"]);
    assert_eq!(elsewhere(&place.discover()), [""; 0]);
}

#[test]
fn what_a_branch_has_only_because_it_is_old_is_not_new() {
    let place = Place::with(&[(A, RECORD), ("docs/adr/0002-b.md", RECORD)]);
    place.git(&["branch", "behind"]);
    branch(&place, "work", "main", "docs/adr/0003-new.md");
    place.git(&["mv", A, "docs/adr/0004-a.md"]);
    place.commit();
    assert_eq!(
        elsewhere(&place.discover()),
        ["branch work: docs/adr/0003-new.md"]
    );
    place.remove("docs/adr/0002-b.md");
    assert_eq!(
        elsewhere(&place.discover()),
        ["branch work: docs/adr/0003-new.md"],
        "removed here, not committed"
    );
}

#[test]
fn a_branch_without_a_common_history_added_everything() {
    let place = Place::with(&[(A, RECORD)]);
    place.git(&["checkout", "--quiet", "--orphan", "apart"]);
    place.write("docs/adr/0002-b.md", RECORD);
    place.commit();
    place.git(&["checkout", "--quiet", "main"]);
    assert_eq!(
        elsewhere(&place.discover()),
        ["branch apart: docs/adr/0002-b.md"]
    );
}

#[test]
fn other_work_trees_are_looked_into() {
    let place = Place::with(&[(A, RECORD)]);
    let trees = Place::empty();
    let [on_branch, detached, gone] = ["on-branch", "detached", "gone"].map(|name| {
        let path = trees.path.join(name);
        let text = path.to_string_lossy().into_owned();
        place.git(&["worktree", "add", "--quiet", "--detach", &text]);
        path
    });
    git_in(&on_branch, &["checkout", "--quiet", "-b", "work"]);
    write(&on_branch.join("docs/adr/0002-saved.md"), RECORD);
    git_in(&on_branch, &["add", "--all"]);
    git_in(&on_branch, &["commit", "--quiet", "-m", "x"]);
    write(&on_branch.join("docs/adr/0003-unsaved.md"), RECORD);
    write(&detached.join("docs/adr/0002-detached.md"), RECORD);
    git_in(&detached, &["add", "--all"]);
    git_in(&detached, &["commit", "--quiet", "-m", "y"]);
    std::fs::remove_dir_all(gone).unwrap();
    // A file that is gone here is no news where it still is.
    place.git(&["mv", A, "docs/adr/0004-a.md"]);
    place.commit();
    let mut found = elsewhere(&place.discover());
    found.sort();
    assert_eq!(
        found,
        [
            "branch work: docs/adr/0002-saved.md",
            "work tree detached: docs/adr/0002-detached.md",
            "work tree on-branch: docs/adr/0003-unsaved.md"
        ]
    );
    let main = place.path.file_name().unwrap().to_string_lossy();
    place.write("docs/adr/0005-main.md", RECORD);
    let mut found = elsewhere(&discover(&on_branch));
    found.sort();
    let mut expected = [
        "branch main: docs/adr/0004-a.md".to_owned(),
        "work tree detached: docs/adr/0002-detached.md".to_owned(),
        format!("work tree {main}: docs/adr/0005-main.md"),
    ];
    expected.sort();
    assert_eq!(found, expected, "seen from the other side");
}

#[test]
fn only_the_newest_branches_are_looked_at() {
    let place = Place::with(&[(A, RECORD)]);
    branch(&place, "seed", "main", "docs/adr/0002-b.md");
    let tree = place.git(&["rev-parse", "seed^{tree}"]);
    let parent = place.git(&["rev-parse", "main"]);
    let mut import = String::new();
    for number in 0..203 {
        let when = 1_700_000_100 + number;
        import += &format!(
            "commit refs/heads/b{number:03}\ncommitter a <a@example.org> {when} +0000\ndata 1\nx\n\
             from {parent}\nM 040000 {tree} \n\n"
        );
    }
    std::fs::write(place.path.join(".git/import"), import).unwrap();
    let file = std::fs::File::open(place.path.join(".git/import")).unwrap();
    let status = std::process::Command::new("git")
        .current_dir(&place.path)
        .args(["fast-import", "--quiet"])
        .stdin(file)
        .status()
        .unwrap();
    assert!(status.success());
    let dirs = [DecisionDir::new(place.path.join("docs/adr"), "docs/adr")];
    let found = place.discover().record_files_elsewhere(&dirs, AMPLE);
    assert_eq!(found.files.len(), 200);
    let names: Vec<String> = found
        .files
        .iter()
        .map(|file| file.place.to_string())
        .collect();
    assert_eq!(names[0], "branch b202");
    assert_eq!(names[199], "branch b003");
    assert_eq!(
        found.incomplete.as_deref(),
        Some("4 branches with older commits were not looked at")
    );
    let found = place
        .discover()
        .record_files_elsewhere(&dirs, Duration::ZERO);
    assert_eq!(found.files, []);
    assert!(found.incomplete.unwrap().contains("time budget"));
}

#[test]
fn the_records_may_be_those_of_the_whole_tree_or_of_another_place() {
    let place = Place::with(&[("0001-a.md", RECORD)]);
    branch(&place, "work", "main", "0002-b.md");
    let root = DecisionDir::new(&place.path, ".");
    let outside = DecisionDir::new("/somewhere/adr", "/somewhere/adr");
    for (dirs, expected) in [(vec![root], 1), (vec![outside], 0), (vec![], 0)] {
        let found = place.discover().record_files_elsewhere(&dirs, AMPLE);
        assert_eq!(found.files.len(), expected, "{dirs:?}");
        assert_eq!(found.incomplete, None);
    }
}

#[test]
fn a_submodule_looks_into_its_superproject() {
    let library = Place::with(&[("src/a.rs", "a")]);
    let place = Place::with(&[(A, RECORD)]);
    place.git(&[
        "submodule",
        "--quiet",
        "add",
        &library.path.to_string_lossy(),
        "vendor/lib",
    ]);
    place.commit();
    place.git(&["branch", "work"]);
    let trees = Place::empty();
    let other = trees.path.join("other");
    place.git(&[
        "worktree",
        "add",
        "--quiet",
        &other.to_string_lossy(),
        "work",
    ]);
    write(&other.join("docs/adr/0002-b.md"), RECORD);
    assert_eq!(
        elsewhere(&discover(&place.path.join("vendor/lib"))),
        ["work tree other: docs/adr/0002-b.md"]
    );
}

#[test]
fn without_other_branches_there_is_nothing_elsewhere() {
    let place = Place::empty();
    place.write(A, RECORD);
    assert_eq!(elsewhere(&place.discover()), [""; 0]);
    place.git(&["init", "--quiet", "-b", "main"]);
    assert_eq!(elsewhere(&place.discover()), [""; 0]);
    place.commit();
    assert_eq!(elsewhere(&place.discover()), [""; 0]);
}
