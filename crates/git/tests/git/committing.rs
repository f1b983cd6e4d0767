//! What a hook sees while git commits: each way of committing has an index of its own.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::Path;

use decision_git::{Compare, EntryKind, Environment, FileChangeKind, Repository};

use crate::comparing::{compare, lines, staged, text};
use crate::support::{Place, discover, git_in, write};

/// Not a test: what a hook runs, told by the tests below where to write.
#[test]
#[ignore = "is run by a hook"]
fn inside_a_hook() {
    let Some(report) = std::env::var_os("DECISION_TEST_REPORT") else {
        return;
    };
    let environment = Environment::capture();
    let start = std::env::current_dir().unwrap();
    let repository = Repository::discover(&start, &environment).unwrap();
    if let Ok(path) = std::env::var("DECISION_TEST_STAGE") {
        let staged = repository.compare(&Compare::Staged).unwrap().after;
        let before = staged.read(&path).unwrap().unwrap();
        let done = match repository.stage(&path, &before, b"by the hook") {
            Ok(()) => "staged".to_owned(),
            Err(error) => error.to_string(),
        };
        std::fs::write(report, done).unwrap();
        return;
    }
    let comparison = repository.compare(&Compare::Staged).unwrap();
    let mut text = lines(&comparison).join("\n");
    for change in &comparison.changes {
        if change.kind != FileChangeKind::Removed {
            let content = comparison
                .after
                .read(&change.path)
                .unwrap()
                .unwrap_or_default();
            text.push_str(&format!("\n= {}", String::from_utf8_lossy(&content).trim()));
        }
    }
    std::fs::write(report, text).unwrap();
}

/// Has `git commit` run [`inside_a_hook`], and gives back what that saw.
fn seen_by_the_hook(dir: &Path, hooks: &Path, commit: &[&str]) -> String {
    run_hook(dir, hooks, commit, "")
}

/// The same with variables that are set for it, in the words of a shell.
fn run_hook(dir: &Path, hooks: &Path, commit: &[&str], variables: &str) -> String {
    let report = tempfile::NamedTempFile::new().unwrap();
    let this = std::env::current_exe().unwrap();
    let script = format!(
        "#!/bin/sh\n{variables} DECISION_TEST_REPORT='{}' exec '{}' --exact committing::inside_a_hook --ignored >&2\n",
        report.path().display(),
        this.display()
    );
    write(&hooks.join("pre-commit"), script);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(hooks.join("pre-commit"), executable).unwrap();
    }
    git_in(dir, commit);
    std::fs::read_to_string(report.path()).unwrap()
}

#[test]
fn the_hook_sees_what_each_way_of_committing_takes() {
    for (commit, expected) in [
        (&["commit", "-m", "x"][..], "modified src/a.rs\n= a staged"),
        (
            &["commit", "-a", "-m", "x"],
            "modified src/a.rs\nmodified src/b.rs\n= a on disk\n= b on disk",
        ),
        (
            &["commit", "-m", "x", "b.rs"],
            "modified src/b.rs\n= b on disk",
        ),
        (
            &["commit", "-m", "x", "--include", "b.rs"],
            "modified src/a.rs\nmodified src/b.rs\n= a staged\n= b on disk",
        ),
        (
            &["commit", "--amend", "-m", "x"],
            "modified src/a.rs\n= a staged",
        ),
    ] {
        for linked in [false, true] {
            let place = Place::with(&[("src/a.rs", "a"), ("src/b.rs", "b")]);
            place.commit();
            let elsewhere = Place::empty();
            let top = if linked {
                let top = elsewhere.path.join("linked");
                place.git(&["worktree", "add", "--quiet", top.to_str().unwrap()]);
                top
            } else {
                place.path.clone()
            };
            write(&top.join("src/a.rs"), "a staged");
            git_in(&top, &["add", "src/a.rs"]);
            write(&top.join("src/a.rs"), "a on disk");
            write(&top.join("src/b.rs"), "b on disk");
            // From a directory below the top, which git does not run hooks in.
            let hooks = place.path.join(".git/hooks");
            let seen = seen_by_the_hook(&top.join("src"), &hooks, commit);
            assert_eq!(seen, expected, "{commit:?}, linked: {linked}");
        }
    }
}

#[test]
fn the_hook_of_a_submodule_sees_the_submodule_from_its_superproject() {
    let library = Place::with(&[("src/a.rs", "a")]);
    let place = Place::with(&[("docs/adr/0001-x.md", "# Use it\n\nBecause.\n")]);
    let from = library.path.to_string_lossy();
    place.git(&["submodule", "--quiet", "add", &from, "lib"]);
    place.commit();
    let submodule = place.path.join("lib");
    git_in(&submodule, &["mv", "src/a.rs", "src/b.rs"]);
    let comparison = compare(&discover(&submodule), &Compare::Staged);
    assert_eq!(lines(&comparison), ["renamed lib/src/b.rs <- lib/src/a.rs"]);
    for snapshot in [&comparison.before, &comparison.after] {
        let record = text(snapshot, "docs/adr/0001-x.md").unwrap();
        assert_eq!(record, "# Use it\n\nBecause.\n");
        assert_eq!(snapshot.kind("lib").unwrap(), Some(EntryKind::Submodule));
    }
    assert_eq!(
        text(&comparison.before, "lib/src/a.rs").as_deref(),
        Some("a")
    );
    assert_eq!(
        text(&comparison.after, "lib/src/b.rs").as_deref(),
        Some("a")
    );
    let below = comparison.after.entries_under("lib/src").unwrap();
    assert_eq!(below.len(), 1);

    let hooks = place.path.join(".git/modules/lib/hooks");
    let seen = seen_by_the_hook(&submodule, &hooks, &["commit", "-m", "x"]);
    assert_eq!(seen, "renamed lib/src/b.rs <- lib/src/a.rs\n= a");

    // The superproject's commit is about which commit of the submodule is used.
    place.git(&["add", "lib"]);
    assert_eq!(staged(&place), ["modified lib"]);
}

#[test]
fn what_the_hook_stages_is_committed() {
    for (commit, said) in [
        (&["commit", "-m", "x"][..], "staged"),
        (&["commit", "-a", "-m", "x"], "staged"),
        (&["commit", "-m", "x", "--include", "src/b.rs"], "staged"),
        (
            &["commit", "-m", "x", "src/b.rs"],
            "docs/a.md: a commit of named paths is going on, and its index is thrown away; \
             stage before committing",
        ),
    ] {
        let place = Place::with(&[("docs/a.md", "a"), ("src/b.rs", "b"), ("src/c.rs", "c")]);
        place.write("src/b.rs", "b on disk");
        place.write("src/c.rs", "c staged");
        place.git(&["add", "src/c.rs"]);
        let hooks = place.path.join(".git/hooks");
        let stage = "DECISION_TEST_STAGE=docs/a.md";
        assert_eq!(
            run_hook(&place.path, &hooks, commit, stage),
            said,
            "{commit:?}"
        );
        let expected = if said == "staged" { "by the hook" } else { "a" };
        assert_eq!(
            place.git(&["show", "HEAD:docs/a.md"]),
            expected,
            "{commit:?}"
        );
        assert_eq!(place.git(&["show", ":docs/a.md"]), expected, "{commit:?}");
        let on_disk = std::fs::read_to_string(place.path.join("docs/a.md")).unwrap();
        // With `-a` git itself is done with the disk when the hook runs.
        assert_eq!(on_disk, "a", "{commit:?}");
        assert_eq!(
            place.git(&["diff", "--cached", "--name-only", "--", "docs"]),
            ""
        );
    }
}
