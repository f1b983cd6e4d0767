//! What a commit takes against what it is made on.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::Path;

use decision_git::{Compare, CompareError, Comparison, EntryKind, Environment, Repository};

use crate::support::{Place, discover, environment, git_in, write};

/// The changes as lines, `kind path`, with `<- former` behind a rename.
pub(crate) fn lines(comparison: &Comparison) -> Vec<String> {
    comparison
        .changes
        .iter()
        .map(|change| {
            let former = change.from.as_ref().map(|from| format!(" <- {from}"));
            let merged = if change.is_merged { " (merged)" } else { "" };
            format!(
                "{} {}{}{merged}",
                change.kind,
                change.path,
                former.unwrap_or_default()
            )
        })
        .collect()
}

pub(crate) fn compare(repository: &Repository, what: &Compare) -> Comparison {
    let comparison = repository.compare(what).unwrap();
    assert_eq!(comparison.incomplete, None);
    comparison
}

pub(crate) fn staged(place: &Place) -> Vec<String> {
    lines(&compare(&place.discover(), &Compare::Staged))
}

fn on_disk(place: &Place) -> Vec<String> {
    lines(&compare(&place.discover(), &Compare::Worktree))
}

pub(crate) fn text(comparison: &decision_git::Snapshot, path: &str) -> Option<String> {
    let content = comparison.read(path).unwrap()?;
    Some(String::from_utf8(content).unwrap())
}

fn paths(snapshot: &decision_git::Snapshot) -> Vec<String> {
    let mut paths: Vec<String> = snapshot.paths().unwrap().map(String::from).collect();
    paths.sort();
    paths
}

const LONG: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

#[test]
fn the_first_commit_is_compared_with_nothing() {
    let place = Place::unborn();
    for what in [Compare::Staged, Compare::Worktree, Compare::All] {
        let comparison = compare(&place.discover(), &what);
        assert_eq!(lines(&comparison), [""; 0]);
        assert_eq!(paths(&comparison.after), [""; 0]);
    }
    place.write_all(&[("a.rs", "a"), ("src/b.rs", "b")]);
    place.git(&["add", "a.rs"]);
    assert_eq!(staged(&place), ["added a.rs"]);
    assert_eq!(on_disk(&place), ["added a.rs", "added src/b.rs"]);
    let comparison = compare(&place.discover(), &Compare::All);
    assert_eq!(lines(&comparison), [""; 0]);
    assert_eq!(paths(&comparison.after), ["a.rs", "src/b.rs"]);
    assert_eq!(paths(&comparison.before), [""; 0]);
    assert!(matches!(
        place.discover().compare(&Compare::Base("HEAD".to_owned())),
        Err(CompareError::NoSuchRevision { .. })
    ));
}

#[test]
fn contents_are_what_is_staged() {
    let place = Place::with(&[("a.rs", "before"), ("b.rs", "b"), ("c.rs", "c")]);
    place.write("a.rs", "staged");
    place.git(&["add", "a.rs"]);
    place.write("a.rs", "on disk");
    // Staged and then gone from the disk.
    place.write("new.rs", "new");
    place.git(&["add", "new.rs"]);
    place.remove("new.rs");
    // Meant to be added, which is not staged.
    place.write("later.rs", "later");
    place.git(&["add", "--intent-to-add", "later.rs"]);
    // Gone from the disk, and not from the index.
    place.remove("b.rs");
    let repository = place.discover();
    let comparison = compare(&repository, &Compare::Staged);
    assert_eq!(lines(&comparison), ["modified a.rs", "added new.rs"]);
    assert_eq!(text(&comparison.before, "a.rs").as_deref(), Some("before"));
    assert_eq!(text(&comparison.after, "a.rs").as_deref(), Some("staged"));
    assert_eq!(text(&comparison.after, "new.rs").as_deref(), Some("new"));
    assert_eq!(text(&comparison.after, "later.rs"), None);
    assert_eq!(paths(&comparison.after), ["a.rs", "b.rs", "c.rs", "new.rs"]);
    assert_eq!(paths(&comparison.before), ["a.rs", "b.rs", "c.rs"]);

    let comparison = compare(&repository, &Compare::Worktree);
    assert_eq!(
        lines(&comparison),
        ["modified a.rs", "removed b.rs", "added later.rs"]
    );
    assert_eq!(text(&comparison.before, "b.rs").as_deref(), Some("b"));
    assert_eq!(text(&comparison.after, "a.rs").as_deref(), Some("on disk"));
    assert_eq!(text(&comparison.after, "b.rs"), None);
    assert_eq!(text(&comparison.after, "new.rs"), None);
    assert_eq!(paths(&comparison.after), ["a.rs", "c.rs", "later.rs"]);
}

#[test]
fn what_was_staged_and_taken_back_on_disk_is_no_change_of_the_work_tree() {
    let place = Place::with(&[("a.rs", "before"), (".gitignore", "*.log\n")]);
    place.write("a.rs", "staged");
    place.git(&["add", "a.rs"]);
    place.write("a.rs", "before");
    place.write("x.log", "ignored");
    assert_eq!(staged(&place), ["modified a.rs"]);
    assert_eq!(on_disk(&place), [""; 0]);
}

#[test]
fn what_moved_is_followed() {
    let changed = LONG.replace("five", "FIVE");
    let other = "nothing\nin\ncommon\nwith\nit\n";
    for (case, files, after, expected) in [
        (
            "as it is",
            &[("a/old.rs", LONG)][..],
            &[("b/new.rs", LONG)][..],
            vec!["renamed b/new.rs <- a/old.rs"],
        ),
        (
            "and changed",
            &[("a/old.rs", LONG)],
            &[("b/new.rs", &changed)],
            vec!["renamed b/new.rs <- a/old.rs"],
        ),
        (
            "something else is there",
            &[("a/old.rs", LONG)],
            &[("b/new.rs", other)],
            vec!["removed a/old.rs", "added b/new.rs"],
        ),
        (
            "a directory",
            &[("a/x.rs", LONG), ("a/y.rs", other), ("a/in/z.rs", "z\n")],
            &[
                ("b/x.rs", &changed),
                ("b/y.rs", other),
                ("b/in/z.rs", "z\n"),
            ],
            vec![
                "renamed b/in/z.rs <- a/in/z.rs",
                "renamed b/x.rs <- a/x.rs",
                "renamed b/y.rs <- a/y.rs",
            ],
        ),
        (
            "of two with the same content the one of that name",
            &[("a/one.rs", LONG), ("a/two.rs", LONG)],
            &[("b/one.rs", LONG), ("b/two.rs", LONG)],
            vec![
                "renamed b/one.rs <- a/one.rs",
                "renamed b/two.rs <- a/two.rs",
            ],
        ),
        (
            "a directory becomes a file",
            &[("a/x.rs", LONG)],
            &[("a", LONG)],
            vec!["renamed a <- a/x.rs"],
        ),
    ] {
        let place = Place::with(files);
        for (path, _) in files {
            place.remove(path);
        }
        let _ = std::fs::remove_dir(place.path.join("a"));
        place.write_all(after);
        assert_eq!(on_disk(&place), expected, "{case}, on disk");
        place.git(&["add", "--all"]);
        assert_eq!(staged(&place), expected, "{case}, staged");
        place.git(&["commit", "--quiet", "-m", "x"]);
        let base = Compare::Base("HEAD~1".to_owned());
        let comparison = compare(&place.discover(), &base);
        assert_eq!(lines(&comparison), expected, "{case}, committed");
    }
}

#[test]
fn a_rename_keeps_what_was_there_before() {
    let place = Place::with(&[("old.rs", LONG)]);
    place.git(&["mv", "old.rs", "new.rs"]);
    let comparison = compare(&place.discover(), &Compare::Staged);
    let change = &comparison.changes[0];
    assert_eq!(change.before, Some(EntryKind::File));
    assert_eq!(change.after, Some(EntryKind::File));
    assert!(comparison.before.holds("old.rs").unwrap());
    assert!(!comparison.after.holds("old.rs").unwrap());
    assert_eq!(text(&comparison.after, "new.rs").as_deref(), Some(LONG));
}

#[cfg(unix)]
#[test]
fn another_type_is_a_change_of_its_own() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let place = Place::with(&[("file", LONG), ("tool", "#!/bin/sh\n")]);
    symlink("file", place.path.join("link")).unwrap();
    place.commit();
    place.remove("file");
    symlink("tool", place.path.join("file")).unwrap();
    place.remove("link");
    place.write("link", LONG);
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(place.path.join("tool"), executable).unwrap();
    let expected = ["type changed file", "type changed link", "modified tool"];
    assert_eq!(on_disk(&place), expected);
    place.git(&["add", "--all"]);
    let comparison = compare(&place.discover(), &Compare::Staged);
    assert_eq!(lines(&comparison), expected);
    let kinds = |change: &decision_git::FileChange| (change.before.unwrap(), change.after.unwrap());
    assert_eq!(
        comparison.changes.iter().map(kinds).collect::<Vec<_>>(),
        [
            (EntryKind::File, EntryKind::Link),
            (EntryKind::Link, EntryKind::File),
            (EntryKind::File, EntryKind::Executable),
        ]
    );
    // A link's content is where it leads, on disk and staged.
    assert_eq!(text(&comparison.after, "file").as_deref(), Some("tool"));
    let comparison = compare(&place.discover(), &Compare::Worktree);
    assert_eq!(text(&comparison.after, "file").as_deref(), Some("tool"));
    assert_eq!(comparison.after.files().unwrap(), ["link", "tool"]);
}

#[test]
fn names_may_be_anything() {
    let composed = "\u{fc}ber.rs";
    let decomposed = "u\u{308}nter.rs";
    let mut names = vec![
        "with space.rs",
        composed,
        decomposed,
        "\u{65e5}\u{672c}/\u{8a9e}.rs",
    ];
    if cfg!(unix) {
        names.extend([
            "line\nbreak.rs",
            "quote\".rs",
            "back\\slash.rs",
            "-dash",
            ":colon",
        ]);
    }
    let place = Place::with(&[("a.rs", "a")]);
    for name in &names {
        place.write(name, format!("content of {name}"));
    }
    let mut expected: Vec<String> = names
        .iter()
        .map(|name| format!("added {}", name.replace("u\u{308}", "\u{fc}")))
        .collect();
    expected.sort();
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    assert_eq!(sorted(on_disk(&place)), expected);
    place.git(&["add", "--all"]);
    assert_eq!(sorted(staged(&place)), expected);
    for what in [Compare::Staged, Compare::Worktree] {
        let comparison = compare(&place.discover(), &what);
        for name in &names {
            let path = name.replace("u\u{308}", "\u{fc}");
            let content = text(&comparison.after, &path).unwrap();
            assert_eq!(content, format!("content of {name}"), "{what:?}");
        }
    }
    place.commit();
    let comparison = compare(&place.discover(), &Compare::Base("HEAD~1".to_owned()));
    assert_eq!(sorted(lines(&comparison)), expected);
    let below = comparison.after.entries_under("\u{65e5}\u{672c}/").unwrap();
    assert_eq!(below[0].path, "\u{65e5}\u{672c}/\u{8a9e}.rs");
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_there_all_the_same() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let place = Place::with(&[("a.rs", "a")]);
    let name = OsStr::from_bytes(b"caf\xe9.rs");
    std::fs::write(place.path.join(name), "latin").unwrap();
    place.git(&["add", "--all"]);
    let comparison = compare(&place.discover(), &Compare::Staged);
    assert_eq!(lines(&comparison), ["added caf\u{fffd}.rs"]);
    assert_eq!(
        text(&comparison.after, "caf\u{fffd}.rs").as_deref(),
        Some("latin")
    );
}

#[test]
fn a_merge_is_compared_with_its_first_parent() {
    let place = Place::with(&[("a.rs", "a"), ("both.rs", LONG)]);
    place.git(&["checkout", "--quiet", "-b", "other"]);
    place.write("theirs.rs", "theirs");
    place.write("both.rs", LONG.replace("ten", "TEN"));
    place.commit();
    place.git(&["checkout", "--quiet", "main"]);
    place.write("ours.rs", "ours");
    place.write("both.rs", LONG.replace("one", "ONE"));
    place.commit();
    place.git(&["merge", "--quiet", "--no-commit", "--no-ff", "other"]);
    place.write("during.rs", "during");
    place.git(&["add", "during.rs"]);
    // Of what the other branch brings only the mixture is new.
    assert_eq!(
        staged(&place),
        [
            "modified both.rs",
            "added during.rs",
            "added theirs.rs (merged)"
        ]
    );
}

#[test]
fn a_file_in_conflict_is_named_and_is_no_change() {
    let place = Place::with(&[("a.rs", "a\n")]);
    place.git(&["checkout", "--quiet", "-b", "other"]);
    place.write("a.rs", "theirs\n");
    place.commit();
    place.git(&["checkout", "--quiet", "main"]);
    place.write("a.rs", "ours\n");
    place.commit();
    let merged = crate::support::try_git(&place.path, &["merge", "--quiet", "other"]);
    assert!(!merged.status.success());
    let comparison = compare(&place.discover(), &Compare::Staged);
    assert_eq!(lines(&comparison), [""; 0]);
    assert_eq!(comparison.unmerged, ["a.rs"]);
    assert_eq!(paths(&comparison.after), ["a.rs"]);
    assert_eq!(text(&comparison.after, "a.rs").as_deref(), Some("ours\n"));
    let comparison = compare(&place.discover(), &Compare::Worktree);
    assert_eq!(comparison.unmerged, ["a.rs"]);
    let content = text(&comparison.after, "a.rs").unwrap();
    assert!(content.starts_with("<<<<<<<"), "{content}");
}

#[test]
fn a_branch_is_compared_with_where_it_left() {
    let place = Place::with(&[("a.rs", "a"), ("b.rs", "b")]);
    place.git(&["checkout", "--quiet", "-b", "topic"]);
    place.write("topic.rs", "topic");
    place.commit();
    place.git(&["checkout", "--quiet", "main"]);
    place.write("main.rs", "main");
    place.commit();
    place.git(&["checkout", "--quiet", "topic"]);
    place.write("not-committed.rs", "x");
    let base = Compare::Base("main".to_owned());
    let comparison = compare(&place.discover(), &base);
    assert_eq!(lines(&comparison), ["added topic.rs"]);
    assert_eq!(
        comparison.base,
        Some(place.git(&["merge-base", "main", "topic"]))
    );
    assert_eq!(paths(&comparison.before), ["a.rs", "b.rs"]);
    assert_eq!(paths(&comparison.after), ["a.rs", "b.rs", "topic.rs"]);

    let commits = place.discover().commits_since("main").unwrap();
    assert_eq!(commits.len(), 1);
    assert_eq!(commits[0].paths, ["topic.rs"]);
    assert_eq!(commits[0].subject, "x");
}

#[test]
fn commits_come_with_their_messages_and_paths() {
    let place = Place::with(&[("a.rs", LONG), ("b.rs", "b")]);
    place.git(&["tag", "begin"]);
    place.git(&["mv", "a.rs", "c.rs"]);
    let message = "Move it\n\nBecause.\n\nDecision: 0001-x complies\n";
    place.git(&["commit", "--quiet", "-m", message]);
    place.remove("b.rs");
    place.git(&["add", "--all"]);
    place.git(&["commit", "--quiet", "-m", "Remove \u{fc}"]);
    let commits = place.discover().commits_since("begin").unwrap();
    let seen: Vec<_> = commits
        .iter()
        .map(|commit| (commit.subject.as_str(), commit.paths.join(" ")))
        .collect();
    assert_eq!(
        seen,
        [
            ("Remove \u{fc}", "b.rs".to_owned()),
            ("Move it", "a.rs c.rs".to_owned())
        ]
    );
    assert_eq!(commits[1].message, message);
    assert_eq!(commits[0].id, place.git(&["rev-parse", "HEAD"]));
    assert!(place.discover().commits_since("HEAD").unwrap().is_empty());
}

#[test]
fn a_revision_that_is_none_is_said() {
    let place = Place::with(&[("a.rs", "a")]);
    let repository = place.discover();
    for revision in ["nowhere", "--help", "HEAD^{tree}"] {
        let error = repository
            .compare(&Compare::Base(revision.to_owned()))
            .unwrap_err();
        assert!(
            matches!(error, CompareError::NoSuchRevision { .. }),
            "{revision}: {error}"
        );
        assert!(error.to_string().starts_with(revision), "{error}");
    }
    // Two histories.
    place.git(&["checkout", "--quiet", "--orphan", "other"]);
    place.git(&["rm", "--quiet", "--force", "a.rs"]);
    place.git(&["commit", "--quiet", "--allow-empty", "-m", "x"]);
    let error = place
        .discover()
        .compare(&Compare::Base("main".to_owned()))
        .unwrap_err();
    let expected = CompareError::NoMergeBase {
        revision: "main".to_owned(),
        shallow: false,
    };
    assert_eq!(error, expected);
    // A history that was cut off.
    place.git(&["checkout", "--quiet", "-b", "topic", "main"]);
    place.commit();
    place.commit();
    let clone = Place::empty();
    let from = format!("file://{}", place.path.display());
    clone.git(&[
        "clone",
        "--quiet",
        "--depth=1",
        "--no-single-branch",
        &from,
        ".",
    ]);
    let error = clone
        .discover()
        .compare(&Compare::Base("origin/main".to_owned()))
        .unwrap_err();
    assert!(error.to_string().contains("--unshallow"), "{error}");
}

#[test]
fn without_a_repository_there_is_nothing_to_compare() {
    let place = Place::empty();
    let error = place.discover().compare(&Compare::Staged).unwrap_err();
    assert!(matches!(error, CompareError::NoRepository(_)), "{error}");
}

#[test]
fn every_form_of_index_and_references_gives_the_same() {
    type Setup = fn(&Place);
    let setups: [(&str, Setup); 6] = [
        ("plain", |_| {}),
        ("version 4", |place| {
            place.git(&["update-index", "--index-version", "4"]);
        }),
        ("split", |place| {
            place.git(&["update-index", "--split-index"]);
        }),
        ("no cached trees", |place| {
            std::fs::remove_file(place.path.join(".git/index")).unwrap();
            place.git(&[
                "update-index",
                "--add",
                "in/a.rs",
                "in/old.rs",
                "out/deep/b.rs",
                "top.rs",
            ]);
        }),
        ("sparse", |place| {
            place.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "in"]);
            assert!(place.git(&["ls-files", "--sparse"]).contains("out/"));
        }),
        ("skipped", |place| {
            place.git(&["sparse-checkout", "set", "--cone", "in"]);
        }),
    ];
    let files = [
        ("in/a.rs", "a"),
        ("in/old.rs", LONG),
        ("out/deep/b.rs", "b"),
        ("top.rs", "t"),
    ];
    for (name, setup) in setups {
        let place = Place::with(&files);
        setup(&place);
        check_forms(name, &place);
    }
    for format in ["--ref-format=reftable", "--object-format=sha256"] {
        let place = Place::empty();
        let init = ["init", "--quiet", "-b", "main", format];
        if !crate::support::try_git(&place.path, &init).status.success() {
            eprintln!("skipped: this git knows no {format}");
            continue;
        }
        place.write("only.rs", "x");
        place.git(&["add", "--all"]);
        assert_eq!(staged(&place), ["added only.rs"], "{format}");
        place.git(&["rm", "--quiet", "--cached", "only.rs"]);
        place.remove("only.rs");
        place.write_all(&files);
        place.commit();
        check_forms(format, &place);
    }
}

fn check_forms(name: &str, place: &Place) {
    assert_eq!(staged(place), [""; 0], "{name}");
    place.write("in/a.rs", "staged");
    place.git(&["add", "in/a.rs"]);
    place.write("in/a.rs", "on disk");
    place.git(&["mv", "in/old.rs", "in/new.rs"]);
    place.write("in/later.rs", "later");
    place.git(&["add", "--intent-to-add", "in/later.rs"]);
    let comparison = compare(&place.discover(), &Compare::Staged);
    let expected = ["modified in/a.rs", "renamed in/new.rs <- in/old.rs"];
    assert_eq!(lines(&comparison), expected, "{name}");
    assert_eq!(
        paths(&comparison.after),
        ["in/a.rs", "in/new.rs", "out/deep/b.rs", "top.rs"],
        "{name}"
    );
    assert_eq!(
        text(&comparison.after, "in/a.rs").as_deref(),
        Some("staged"),
        "{name}"
    );
    assert_eq!(
        text(&comparison.after, "out/deep/b.rs").as_deref(),
        Some("b"),
        "{name}"
    );
    let comparison = compare(&place.discover(), &Compare::Worktree);
    assert_eq!(
        text(&comparison.after, "in/a.rs").as_deref(),
        Some("on disk"),
        "{name}"
    );
    assert_eq!(
        text(&comparison.after, "out/deep/b.rs").as_deref(),
        Some("b"),
        "{name}"
    );
    assert_eq!(
        lines(&comparison),
        [
            "modified in/a.rs",
            "added in/later.rs",
            "renamed in/new.rs <- in/old.rs"
        ],
        "{name}"
    );
}

#[test]
fn a_linked_work_tree_has_its_own_index() {
    let place = Place::with(&[("a.rs", "a")]);
    let other = Place::empty();
    let linked = other.path.join("linked");
    place.git(&["worktree", "add", "--quiet", linked.to_str().unwrap()]);
    write(&linked.join("b.rs"), "b");
    git_in(&linked, &["add", "b.rs"]);
    let comparison = compare(&discover(&linked), &Compare::Staged);
    assert_eq!(lines(&comparison), ["added b.rs"]);
    assert_eq!(staged(&place), [""; 0]);
}

#[test]
fn line_endings_on_disk_are_no_change() {
    let place = Place::with(&[(".gitattributes", "*.txt text eol=crlf\n"), ("a.txt", LONG)]);
    place.write("a.txt", LONG.replace('\n', "\r\n"));
    assert_eq!(on_disk(&place), [""; 0]);
    place.remove("a.txt");
    place.write("b.txt", LONG.replace('\n', "\r\n"));
    assert_eq!(on_disk(&place), ["renamed b.txt <- a.txt"]);
}

#[test]
fn no_program_is_run_to_compare() {
    let ran = |place: &Place| place.path.join("ran").exists();
    let place = Place::with(&[
        (".gitattributes", "*.rs filter=odd diff=odd\n"),
        ("a.rs", LONG),
        ("b.rs", "b"),
    ]);
    for key in [
        "filter.odd.clean",
        "filter.odd.smudge",
        "filter.odd.process",
        "diff.odd.textconv",
        "diff.odd.command",
        "diff.external",
        "core.fsmonitor",
        "gpg.program",
    ] {
        let touch = format!("echo {key} >> '{}'; cat", place.path.join("ran").display());
        place.git(&["config", key, &touch]);
    }
    place.git(&["config", "log.showSignature", "true"]);
    let id = place.git(&["rev-parse", ":a.rs"]);
    for entry in [
        format!("100644,{id},c.rs"),
        // Nothing is checked out, no filter is asked.
        format!("100755,{id},d.rs"),
    ] {
        place.git(&[
            "-c",
            "core.fsmonitor=false",
            "update-index",
            "--add",
            "--cacheinfo",
            &entry,
        ]);
    }
    place.git(&[
        "-c",
        "core.fsmonitor=false",
        "update-index",
        "--force-remove",
        "a.rs",
    ]);
    let _ = std::fs::remove_file(place.path.join("ran"));
    let repository = place.discover();
    for what in [
        Compare::Staged,
        Compare::Base("HEAD".to_owned()),
        Compare::Worktree,
        Compare::All,
    ] {
        let _ = repository.compare(&what);
        assert!(!ran(&place), "{what:?}");
    }
    repository.commits_since("HEAD").unwrap();
    assert!(!ran(&place), "commits");
    repository.stage("c.rs", LONG.as_bytes(), b"c").unwrap();
    assert_eq!(
        std::fs::read_to_string(place.path.join("ran")).unwrap_or_default(),
        ""
    );
}

#[test]
fn a_relative_index_counts_from_where_git_runs_the_hook() {
    let place = Place::with(&[("a.rs", "a")]);
    place.write("b.rs", "b");
    place.git(&["add", "b.rs"]);
    std::fs::rename(place.path.join(".git/index"), place.path.join(".git/other")).unwrap();
    for index in [Path::new(".git/other"), &place.path.join(".git/other")] {
        let named = Environment {
            git_index_file: Some(index.to_owned()),
            git_dir: Some(".git".into()),
            ..environment()
        };
        let repository = Repository::discover(&place.path, &named).unwrap();
        assert_eq!(
            lines(&compare(&repository, &Compare::Staged)),
            ["added b.rs"]
        );
    }
}

#[test]
fn many_files_are_read_as_one_is() {
    let names: Vec<String> = (0..300)
        .map(|number| format!("src/{number:03}.rs"))
        .collect();
    let place = Place::unborn();
    for (number, name) in names.iter().enumerate() {
        place.write(name, format!("fn number_{number}() {{}}\n"));
    }
    place.commit();
    place.write("src/007.rs", "staged");
    place.git(&["add", "src/007.rs"]);
    place.write("src/008.rs", "on disk");
    let mut asked: Vec<&str> = names.iter().map(String::as_str).collect();
    asked.insert(100, "src/nowhere.rs");
    asked.push("src/000.rs");
    for what in [Compare::Staged, Compare::Worktree] {
        let comparison = compare(&place.discover(), &what);
        for snapshot in [&comparison.before, &comparison.after] {
            let all: Vec<_> = snapshot.read_all(&asked).collect();
            assert_eq!(all.len(), asked.len());
            for (path, content) in asked.iter().zip(all) {
                assert_eq!(content, snapshot.read(path), "{path}");
            }
        }
    }
}
