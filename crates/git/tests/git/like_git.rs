//! Random repositories and random edits: the same files are changed as `git status` says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::{Place, complete, git_status, our_status};
use decision_git::{Compare, Scope};
use proptest::prelude::*;

/// Few names, so that edits meet each other; some sort around `/`.
const PATHS: [&str; 12] = [
    "a",
    "a.rs",
    "a-b/x.rs",
    "a/x.rs",
    "a/y/z.rs",
    "b/x.rs",
    "b/.gitignore",
    "b/log/x.log",
    "c d/\u{fc}.rs",
    "c d/x.rs",
    ".gitignore",
    "z",
];
const TEXTS: [&str; 5] = ["one\n", "two\n", "longer text\n", "", "*.log\n/z\n"];

#[derive(Debug, Clone)]
enum Edit {
    Write(usize, usize),
    Remove(usize),
    Add(usize),
    AddAll,
    Unstage(usize),
    Forget(usize),
    Commit,
    Refresh,
    Move(usize, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let path = 0..PATHS.len();
    let text = 0..TEXTS.len();
    prop_oneof![
        6 => (path.clone(), text).prop_map(|(path, text)| Edit::Write(path, text)),
        2 => path.clone().prop_map(Edit::Remove),
        3 => path.clone().prop_map(Edit::Add),
        2 => Just(Edit::AddAll),
        1 => path.clone().prop_map(Edit::Unstage),
        1 => path.clone().prop_map(Edit::Forget),
        2 => Just(Edit::Commit),
        1 => Just(Edit::Refresh),
        1 => (path.clone(), path).prop_map(|(from, to)| Edit::Move(from, to)),
    ]
}

/// Many edits are impossible (a file where a directory is needed); git and the disk refuse those.
fn apply(place: &Place, edit: &Edit) {
    let git = |arguments: &[&str]| drop(crate::support::try_git(&place.path, arguments));
    match edit {
        Edit::Write(path, text) => write_over(&place.path, PATHS[*path], TEXTS[*text]),
        Edit::Remove(path) => {
            let path = place.path.join(PATHS[*path]);
            let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
        }
        Edit::Add(path) => git(&["add", "--force", "--", PATHS[*path]]),
        Edit::AddAll => git(&["add", "--all"]),
        Edit::Unstage(path) => git(&["reset", "--quiet", "--", PATHS[*path]]),
        Edit::Forget(path) => git(&["rm", "--quiet", "-r", "--cached", "--", PATHS[*path]]),
        Edit::Commit => git(&["commit", "--quiet", "-m", "x"]),
        Edit::Refresh => git(&["status"]),
        Edit::Move(from, to) => {
            let to = place.path.join(PATHS[*to]);
            let _ = to.parent().map(fs::create_dir_all);
            let _ = fs::rename(place.path.join(PATHS[*from]), to);
        }
    }
}

fn write_over(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    for parent in path
        .ancestors()
        .skip(1)
        .take_while(|parent| *parent != root)
    {
        if parent.is_file() {
            let _ = fs::remove_file(parent);
        }
    }
    if path.is_dir() {
        let _ = fs::remove_dir_all(&path);
    }
    crate::support::write(&path, text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_files_are_changed(edits in proptest::collection::vec(edit(), 1..16)) {
        let place = Place::unborn();
        for edit in &edits {
            apply(&place, edit);
        }
        let ours = our_status(&place.discover());
        let theirs = git_status(&place.path);
        prop_assert_eq!(&ours, &theirs);

        // And under a prefix the same as of everything.
        for prefix in ["a", "b", "a/y", "c d/\u{fc}.rs", "b/log"] {
            let under = format!("{prefix}/");
            let expected: Vec<_> =
                theirs.iter().filter(|path| *path == prefix || path.starts_with(&under)).collect();
            let changes = complete(&place.discover(), &Scope::under([prefix]));
            let found: Vec<_> = changes.changes.iter().map(|change| &change.path).collect();
            prop_assert_eq!(found, expected, "under {}", prefix);
        }

        // What a commit would take, and what the disk has beside HEAD.
        let names = |comparison: &decision_git::Comparison| -> BTreeSet<String> {
            let changes = comparison.changes.iter();
            changes.flat_map(|change| change.from.iter().chain([&change.path])).cloned().collect()
        };
        let listed = |arguments: &[&str]| -> BTreeSet<String> {
            let printed = place.git(arguments);
            printed.split_terminator('\0').map(str::to_owned).collect()
        };
        let staged = place.discover().compare(&Compare::Staged).unwrap();
        let theirs = listed(&["diff", "--cached", "--name-only", "-z", "--no-renames"]);
        prop_assert_eq!(names(&staged), theirs);
        let tracked: BTreeSet<String> = staged.after.paths().unwrap().map(String::from).collect();
        prop_assert_eq!(tracked, listed(&["ls-files", "-z"]));
        if crate::support::try_git(&place.path, &["rev-parse", "HEAD"]).status.success() {
            let tracked: BTreeSet<String> = staged.before.paths().unwrap().map(String::from).collect();
            prop_assert_eq!(tracked, listed(&["ls-tree", "-r", "-z", "--name-only", "HEAD"]));
            let on_disk = place.discover().compare(&Compare::Worktree).unwrap();
            let untracked = listed(&["ls-files", "--others", "--exclude-standard", "-z"]);
            let mut theirs = listed(&["diff", "HEAD", "--name-only", "-z", "--no-renames"]);
            // Git names what is out of the index and still on disk as gone and as new.
            theirs.retain(|path| {
                let same = fs::read(place.path.join(path)).ok()
                    == on_disk.before.read(path).unwrap();
                !(untracked.contains(path) && same)
            });
            theirs.extend(untracked.into_iter().filter(|path| !on_disk.before.holds(path).unwrap()));
            prop_assert_eq!(names(&on_disk), theirs);
        }
    }
}
