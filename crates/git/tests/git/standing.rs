//! Where git has a record.

use decision_git::{Environment, Repository, Standing};

use crate::support::{Place, discover, environment, git_in, try_git, write};

const RECORD: &str = "# Use it\n\nBecause.\n";
const A: &str = "docs/adr/0001-a.md";
const B: &str = "docs/adr/0002-b.md";

fn standing(repository: &Repository, path: &str) -> Standing {
    repository.standing(&[path])[0]
}

/// A repository on a branch off `main`, where `A` is merged.
fn on_branch() -> Place {
    let place = Place::with(&[(A, RECORD)]);
    place.git(&["checkout", "--quiet", "-b", "work"]);
    place
}

/// A clone of a repository whose `main` has `A`.
fn clone() -> (Place, Place) {
    let shared = Place::with(&[(A, RECORD)]);
    let clone = Place::empty();
    let from = shared.path.to_string_lossy().into_owned();
    clone.git(&["clone", "--quiet", &from, "."]);
    (shared, clone)
}

#[test]
fn every_way_that_git_has_a_file() {
    let place = on_branch();
    place.write(B, RECORD);
    place.write("docs/adr/0006-removed.md", RECORD);
    place.write("docs/adr/0007-unindexed.md", RECORD);
    place.write("docs/adr/0008-edited.md", RECORD);
    place.commit();
    place.write("docs/adr/0003-added.md", RECORD);
    place.git(&["add", "docs/adr/0003-added.md"]);
    place.write("docs/adr/0004-meant.md", RECORD);
    place.git(&["add", "--intent-to-add", "docs/adr/0004-meant.md"]);
    place.write("docs/adr/0005-new.md", RECORD);
    place.remove("docs/adr/0006-removed.md");
    place.git(&["rm", "--quiet", "--cached", "docs/adr/0007-unindexed.md"]);
    place.write("docs/adr/0008-edited.md", "edited");
    place.write("docs/adr/0009-large.md", vec![b'x'; 1024 * 1024 + 1]);
    let cases = [
        (A, Standing::Merged),
        (B, Standing::Branch),
        ("docs/adr/0003-added.md", Standing::Uncommitted),
        ("docs/adr/0004-meant.md", Standing::Uncommitted),
        ("docs/adr/0005-new.md", Standing::Untracked),
        ("docs/adr/0006-removed.md", Standing::Uncommitted),
        ("docs/adr/0007-unindexed.md", Standing::Branch),
        ("docs/adr/0008-edited.md", Standing::Uncommitted),
        ("docs/adr/0009-large.md", Standing::Unknown),
        ("docs/adr/0010-nowhere.md", Standing::Unknown),
        ("docs/adr", Standing::Unknown),
        ("", Standing::Unknown),
        ("../x.md", Standing::Unknown),
        ("/etc/hosts", Standing::Unknown),
    ];
    let paths = cases.map(|(path, _)| path);
    let found = place.discover().standing(&paths);
    let expected = cases.map(|(_, standing)| standing);
    assert_eq!(found, expected, "{paths:?}");
    place.git(&["add", "docs/adr/0008-edited.md"]);
    assert_eq!(
        standing(&place.discover(), "docs/adr/0008-edited.md"),
        Standing::Uncommitted,
        "staged"
    );
}

#[test]
fn the_content_decides_and_not_the_commit() {
    let place = on_branch();
    place.write(A, "edited");
    place.commit();
    assert_eq!(standing(&place.discover(), A), Standing::Branch, "edited");
    place.write(A, RECORD);
    assert_eq!(
        standing(&place.discover(), A),
        Standing::Merged,
        "put back, not committed"
    );
    place.write(A, "edited again");
    assert_eq!(standing(&place.discover(), A), Standing::Uncommitted);

    let place = on_branch();
    place.git(&["rm", "--quiet", A]);
    place.commit();
    place.write(A, RECORD);
    assert_eq!(
        standing(&place.discover(), A),
        Standing::Merged,
        "unknown to this branch"
    );
    place.write(A, "other");
    assert_eq!(standing(&place.discover(), A), Standing::Untracked);
}

#[test]
fn a_file_elsewhere_with_the_same_content_is_not_merged() {
    let place = on_branch();
    place.write("docs/adr/0002-copy.md", RECORD);
    place.commit();
    assert_eq!(
        standing(&place.discover(), "docs/adr/0002-copy.md"),
        Standing::Branch
    );
}

#[test]
fn what_is_not_pushed_is_not_merged() {
    let (_shared, clone) = clone();
    clone.write(B, RECORD);
    clone.commit();
    assert_eq!(
        clone.discover().standing(&[A, B]),
        [Standing::Merged, Standing::Branch]
    );
    clone.git(&["push", "--quiet", "origin", "HEAD:refs/heads/other"]);
    assert_eq!(
        standing(&clone.discover(), B),
        Standing::Branch,
        "pushed to a branch"
    );
    clone.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    assert_eq!(standing(&clone.discover(), B), Standing::Merged);
}

#[test]
fn the_default_branch_is_found() {
    // The branches (`remote/…` at the remote) that have the record, those that have not, what is set
    // up besides, and the standing on a branch of its own.
    type Branches = &'static [&'static str];
    let cases: [(Branches, Branches, &[Branches], Standing); 12] = [
        (&["main"], &[], &[], Standing::Merged),
        (&["master"], &[], &[], Standing::Merged),
        (&["trunk"], &[], &[], Standing::Unknown),
        (
            &["trunk"],
            &[],
            &[&["config", "init.defaultBranch", "trunk"]],
            Standing::Merged,
        ),
        (
            &["trunk"],
            &["main"],
            &[&["config", "init.defaultBranch", "trunk"]],
            Standing::Merged,
        ),
        (
            &["main"],
            &[],
            &[&["config", "init.defaultBranch", "not a..name"]],
            Standing::Merged,
        ),
        (&["remote/origin/main"], &[], &[], Standing::Merged),
        (&["main"], &["remote/origin/main"], &[], Standing::Branch),
        // What everybody shares says more than what is here.
        (&["main"], &["remote/origin/master"], &[], Standing::Branch),
        (
            &["remote/origin/trunk"],
            &["main", "remote/origin/main"],
            &[&[
                "symbolic-ref",
                "refs/remotes/origin/HEAD",
                "refs/remotes/origin/trunk",
            ]],
            Standing::Merged,
        ),
        // The remote's own word leads nowhere.
        (
            &["remote/origin/main"],
            &[],
            &[&[
                "symbolic-ref",
                "refs/remotes/origin/HEAD",
                "refs/remotes/origin/gone",
            ]],
            Standing::Merged,
        ),
        (
            &["main"],
            &["remote/upstream/main"],
            &[&["config", "remote.upstream.url", "x"]],
            Standing::Branch,
        ),
    ];
    for (with, without, setup, expected) in cases {
        let place = Place::with(&[("a.rs", "a")]);
        let empty = place.git(&["rev-parse", "HEAD"]);
        place.git(&["checkout", "--quiet", "--detach"]);
        place.git(&["branch", "--quiet", "-D", "main"]);
        place.write(A, RECORD);
        place.commit();
        let full = place.git(&["rev-parse", "HEAD"]);
        for (branches, commit) in [(with, &full), (without, &empty)] {
            for branch in branches {
                let name = match branch.strip_prefix("remote/") {
                    Some(name) => format!("refs/remotes/{name}"),
                    None => format!("refs/heads/{branch}"),
                };
                place.git(&["update-ref", &name, commit]);
            }
        }
        for arguments in setup {
            place.git(arguments);
        }
        assert_eq!(
            standing(&place.discover(), A),
            expected,
            "{with:?} {without:?} {setup:?}"
        );
        place.git(&["pack-refs", "--all"]);
        assert_eq!(standing(&place.discover(), A), expected, "packed");
    }
}

#[test]
fn nothing_is_committed_yet() {
    let place = Place::unborn();
    place.write_all(&[(A, RECORD), (B, RECORD)]);
    place.git(&["add", A]);
    assert_eq!(
        place.discover().standing(&[A, B]),
        [Standing::Uncommitted, Standing::Untracked]
    );
}

#[test]
fn where_git_says_nothing() {
    let place = Place::empty();
    place.write(A, RECORD);
    assert_eq!(place.discover().standing(&[A]), [Standing::Unknown]);

    let bare = Place::empty();
    bare.git(&["init", "--quiet", "--bare", "."]);
    bare.write(A, RECORD);
    assert_eq!(bare.discover().standing(&[A]), [Standing::Unknown]);

    let place = Place::empty();
    if try_git(&place.path, &["init", "--quiet", "--ref-format=reftable"])
        .status
        .success()
    {
        place.write(A, RECORD);
        place.commit();
        assert_eq!(place.discover().standing(&[A]), [Standing::Unknown]);
    }
}

#[test]
fn objects_that_are_not_here_are_not_fetched() {
    let place = on_branch();
    let tree = place.git(&["rev-parse", "HEAD:docs"]);
    std::fs::remove_file(
        place
            .path
            .join(".git/objects")
            .join(&tree[..2])
            .join(&tree[2..]),
    )
    .unwrap();
    assert_eq!(standing(&place.discover(), A), Standing::Unknown);
}

#[test]
fn a_linked_work_tree_has_its_own_branch() {
    let place = Place::with(&[(A, RECORD)]);
    let linked = place.path.join("linked");
    place.git(&["worktree", "add", "--quiet", "-b", "work", "linked"]);
    write(&linked.join(B), RECORD);
    git_in(&linked, &["add", B]);
    git_in(&linked, &["commit", "--quiet", "-m", "x"]);
    assert_eq!(
        discover(&linked).standing(&[A, B]),
        [Standing::Merged, Standing::Branch]
    );
    assert_eq!(
        place.discover().standing(&[&format!("linked/{B}")]),
        [Standing::Unknown],
        "seen from outside"
    );
}

#[test]
fn a_submodule_asks_its_superproject() {
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
    place.write(B, RECORD);
    let submodule = place.path.join("vendor/lib");
    write(&submodule.join("notes.md"), RECORD);
    let paths = [A, B, "vendor/lib/src/a.rs", "vendor/lib/notes.md"];
    assert_eq!(
        discover(&submodule).standing(&paths),
        [
            Standing::Merged,
            Standing::Untracked,
            Standing::Merged,
            Standing::Untracked
        ]
    );
    assert_eq!(
        place.discover().standing(&paths)[2..],
        [Standing::Unknown, Standing::Unknown],
        "only the submodule knows"
    );
}

#[test]
fn files_in_the_form_that_the_work_tree_has_them() {
    let crlf = RECORD.replace('\n', "\r\n");
    let place = on_branch();
    place.write(A, &crlf);
    assert_eq!(standing(&place.discover(), A), Standing::Uncommitted);
    for (key, value) in [("core.autocrlf", "true"), ("core.autocrlf", "input")] {
        place.git(&["config", key, value]);
        assert_eq!(standing(&place.discover(), A), Standing::Merged, "{value}");
        place.write(A, "edited\r\n");
        assert_eq!(standing(&place.discover(), A), Standing::Uncommitted);
        place.write(A, &crlf);
    }
    place.git(&["config", "core.autocrlf", "false"]);
    place.write(".gitattributes", "*.md text eol=crlf\n");
    assert_eq!(standing(&place.discover(), A), Standing::Merged);
    place.write(".gitattributes", "*.md ident\n");
    place.write(A, RECORD);
    place.write(B, "$Id$\n");
    place.commit();
    place.remove(B);
    place.git(&["checkout", "--quiet", B]);
    let text = std::fs::read_to_string(place.path.join(B)).unwrap();
    assert!(text.len() > "$Id$\n".len(), "{text}");
    assert_eq!(standing(&place.discover(), B), Standing::Branch);

    // What is committed with such line endings stays so.
    let place = Place::with(&[(A, &crlf)]);
    place.git(&["config", "core.autocrlf", "true"]);
    assert_eq!(standing(&place.discover(), A), Standing::Merged);
    place.write(A, format!("{crlf}more\r\n"));
    assert_eq!(standing(&place.discover(), A), Standing::Uncommitted);
}

#[test]
fn no_filter_program_is_run() {
    let place = on_branch();
    place.write(".gitattributes", "*.md filter=odd\n");
    place.write(A, "edited");
    assert_eq!(
        standing(&place.discover(), A),
        Standing::Uncommitted,
        "nothing is configured under that name"
    );
    place.git(&["config", "filter.odd.clean", "touch ran; cat"]);
    assert_eq!(standing(&place.discover(), A), Standing::Unknown);
    assert!(!place.path.join("ran").exists());
    place.write(A, RECORD);
    assert_eq!(standing(&place.discover(), A), Standing::Merged);
}

#[test]
fn names_are_found_in_either_spelling() {
    let place = Place::with(&[("docs/adr/0001-u\u{308}.md", RECORD)]);
    assert_eq!(
        standing(&place.discover(), "docs/adr/0001-\u{fc}.md"),
        Standing::Merged
    );
}

#[test]
fn the_root_of_the_work_tree_may_be_said_by_the_environment() {
    let place = on_branch();
    let git_dir = place.path.join(".git");
    let environment = Environment {
        git_dir: Some(git_dir),
        git_work_tree: Some(place.path.clone()),
        ..environment()
    };
    let repository = Repository::discover(&place.path, &environment).unwrap();
    assert_eq!(standing(&repository, A), Standing::Merged);
}

#[cfg(unix)]
#[test]
fn a_link_stands_as_what_it_leads_to() {
    use std::os::unix::fs::symlink;

    let place = Place::with(&[("decisions/0001-a.md", RECORD)]);
    place.git(&["checkout", "--quiet", "-b", "work"]);
    place.write("decisions/0002-b.md", RECORD);
    std::fs::create_dir(place.path.join("docs")).unwrap();
    symlink("../decisions", place.path.join("docs/adr")).unwrap();
    let outside = Place::empty();
    outside.write("0003-c.md", RECORD);
    symlink(
        outside.path.join("0003-c.md"),
        place.path.join("decisions/0003-c.md"),
    )
    .unwrap();
    symlink("0001-a.md", place.path.join("decisions/0004-d.md")).unwrap();
    symlink("nowhere", place.path.join("decisions/0005-e.md")).unwrap();
    let paths = [
        "docs/adr/0001-a.md",
        "docs/adr/0002-b.md",
        "decisions/0003-c.md",
        "decisions/0004-d.md",
        "decisions/0005-e.md",
    ];
    assert_eq!(
        place.discover().standing(&paths),
        [
            Standing::Merged,
            Standing::Untracked,
            Standing::Unknown,
            Standing::Merged,
            Standing::Unknown
        ]
    );
}
