//! What the history says of a log, shown commit by commit.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::cell::RefCell;
use std::ops::ControlFlow;

use decision_core::{DecisionDir, DecisionLog};
use decision_git::{FileChangeKind, GitFailed, Move, PastChange, PastCommit, PastError};
use decision_policy::stale::{How, Now, Stale, Watch};

fn log(entries: &[&str]) -> DecisionLog {
    let folder = tempfile::tempdir().unwrap();
    let affects: String = entries.iter().map(|one| format!("  - {one}\n")).collect();
    let text = format!("---\naffects:\n{affects}---\n\n# It\n\nBecause.\n");
    std::fs::write(folder.path().join("it.md"), text).unwrap();
    DecisionLog::load(&[DecisionDir::new(folder.path(), "docs/decisions")])
}

/// A commit that removed the first files and added the others.
fn commit(id: &str, removed: &[&str], added: &[&str]) -> PastCommit {
    let change = |path: &&str, kind| PastChange {
        path: (*path).to_owned(),
        kind,
        before: None,
        after: None,
    };
    let removed = removed
        .iter()
        .map(|path| change(path, FileChangeKind::Removed));
    let added = added.iter().map(|path| change(path, FileChangeKind::Added));
    PastCommit {
        id: id.to_owned(),
        day: "2026-01-01".to_owned(),
        subject: id.to_owned(),
        changes: removed.chain(added).collect(),
    }
}

/// Shows `commits` to a watch of `log`. `moved` has for each commit what it moved; one without that cannot be
/// told. Gives back what was found, the commits that were asked for, and how many were seen.
fn watched(
    log: &DecisionLog,
    commits: &[PastCommit],
    moved: &[(&str, &[(&str, &str)])],
) -> (Stale, Vec<String>, usize) {
    let now = Now {
        paths: vec!["lib/new.rs".to_owned()],
        ..Now::default()
    };
    let asked = RefCell::new(Vec::new());
    let moves = |id: &str| {
        asked.borrow_mut().push(id.to_owned());
        let (_, pairs) = moved
            .iter()
            .find(|(commit, _)| *commit == id)
            .ok_or(PastError::Git(GitFailed::NotInstalled))?;
        let pairs = pairs.iter().map(|(from, to)| Move {
            from: (*from).to_owned(),
            to: (*to).to_owned(),
        });
        Ok(pairs.collect())
    };
    let mut watch = Watch::new(log, &now, &moves);
    watch.not_committed(&[]);
    let mut seen = 0;
    for commit in commits {
        seen += 1;
        if watch.commit(commit) == ControlFlow::Break(()) {
            break;
        }
    }
    let found = watch.finish(&|_, _| Ok(None)).unwrap();
    (found, asked.into_inner(), seen)
}

#[test]
fn only_commits_that_lead_to_what_is_claimed_are_asked_what_they_moved() {
    let log = log(&["src/old.rs"]);
    let commits = [
        commit("unrelated", &["a.rs"], &["b.rs"]),
        commit("last", &["lib/between.rs"], &["lib/new.rs"]),
        commit("no-pair", &["web/c.rs"], &[]),
        commit("unrelated-too", &["b.rs"], &["c.rs"]),
        commit("first", &["src/old.rs"], &["lib/between.rs"]),
        commit("older", &["src/old.rs"], &["z.rs"]),
    ];
    let moved = [
        ("last", &[("lib/between.rs", "lib/new.rs")][..]),
        ("first", &[("src/old.rs", "lib/between.rs")]),
    ];
    let (found, asked, seen) = watched(&log, &commits, &moved);
    assert_eq!(asked, ["first", "last"]);
    assert_eq!(seen, 5);
    assert_eq!(found.dead.len(), 1);
    assert_eq!(found.dead[0].repair.with.as_deref(), Some("lib/new.rs"));
    let How::Left { by, files } = &found.dead[0].how else {
        panic!("{:?}", found.dead[0].how);
    };
    assert_eq!(by.as_ref().unwrap().id, "first");
    assert_eq!(files[0].to.as_deref(), Some("lib/new.rs"));
}

#[test]
fn a_name_that_was_used_again_is_another_file() {
    let log = log(&["src/old.rs"]);
    // `lib/new.rs` of today is not the one to which the claimed file went.
    let commits = [
        commit("anew", &[], &["lib/new.rs"]),
        commit("away", &["lib/new.rs"], &["web/x.rs"]),
        commit("first", &["src/old.rs"], &["lib/new.rs"]),
    ];
    let moved = [
        ("away", &[][..]),
        ("first", &[("src/old.rs", "lib/new.rs")]),
    ];
    let (found, asked, _) = watched(&log, &commits, &moved);
    assert_eq!(asked, ["first", "away"]);
    let How::Left { by, files } = &found.dead[0].how else {
        panic!("{:?}", found.dead[0].how);
    };
    assert_eq!(by.as_ref().unwrap().id, "first");
    assert_eq!(files[0].to, None);
    assert_eq!(files[0].removed_by.as_ref().unwrap().id, "away");
}

#[test]
fn where_a_commit_cannot_be_told_the_walk_ends_and_nothing_is_said_of_the_entry() {
    let log = log(&["src/old.rs"]);
    let commits = [
        commit("first", &["src/old.rs"], &["lib/new.rs"]),
        commit("older", &["src/old.rs"], &[]),
    ];
    let (found, asked, seen) = watched(&log, &commits, &[]);
    assert_eq!((asked.len(), seen), (1, 1));
    assert_eq!(found.dead[0].how, How::NeverThere);
    assert_eq!(found.incomplete.as_deref(), Some("git is not installed"));
}
