//! Where git looks for hooks.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use decision_git::{ConfiguredBy, Environment, Repository};

use crate::support::{Place, discover, environment, git_in};

#[test]
fn hooks_are_in_the_directory_that_all_work_trees_share() {
    let place = Place::with(&[("src/a.rs", "a")]);
    let elsewhere = Place::empty();
    let linked = elsewhere.path.join("linked");
    place.git(&["worktree", "add", "--quiet", linked.to_str().unwrap()]);
    for start in [place.path.join("src"), linked] {
        let hooks = discover(&start).hooks_dir().unwrap();
        assert_eq!(
            hooks.path.canonicalize().unwrap(),
            place.path.join(".git/hooks")
        );
        assert_eq!(hooks.configured_by, None);
    }
}

#[test]
fn a_configured_directory_comes_with_who_configured_it() {
    let place = Place::with(&[("src/a.rs", "a")]);
    let start = place.path.join("src");
    for (value, expected) in [
        (".husky/_", place.path.join(".husky/_")),
        ("./x/../hooks", place.path.join("hooks")),
    ] {
        place.git(&["config", "core.hooksPath", value]);
        let hooks = discover(&start).hooks_dir().unwrap();
        assert_eq!(hooks.path, expected);
        assert_eq!(hooks.configured_by, Some(ConfiguredBy::Local));
    }
    place.git(&["config", "extensions.worktreeConfig", "true"]);
    place.git(&["config", "--worktree", "core.hooksPath", "~/hooks"]);
    let home = Environment {
        home: Some(place.path.join("home")),
        ..environment()
    };
    let hooks = Repository::discover(&start, &home)
        .unwrap()
        .hooks_dir()
        .unwrap();
    assert_eq!(hooks.path, place.path.join("home/hooks"));
    assert_eq!(hooks.configured_by, Some(ConfiguredBy::Worktree));
    assert!(!ConfiguredBy::Worktree.is_shared());
    assert!(ConfiguredBy::Global.is_shared());

    place.git(&["config", "--worktree", "core.hooksPath", "~nobody/hooks"]);
    let error = discover(&start).hooks_dir().unwrap_err();
    assert!(error.to_string().contains("core.hooksPath"), "{error}");
}

#[test]
fn a_submodule_has_hooks_of_its_own() {
    let library = Place::with(&[("src/a.rs", "a")]);
    let place = Place::with(&[("docs/adr/0001-x.md", "# Use it\n\nBecause.\n")]);
    let from = library.path.to_string_lossy();
    place.git(&["submodule", "--quiet", "add", &from, "lib"]);
    place.commit();
    let submodule = place.path.join("lib");
    let hooks = discover(&submodule).hooks_dir().unwrap();
    assert_eq!(
        hooks.path.canonicalize().unwrap(),
        place.path.join(".git/modules/lib/hooks")
    );
    let said = git_in(&submodule, &["rev-parse", "--git-path", "hooks"]);
    assert_eq!(
        submodule.join(said).canonicalize().unwrap(),
        hooks.path.canonicalize().unwrap()
    );
}

#[test]
fn without_a_repository_there_are_no_hooks() {
    assert!(Place::empty().discover().hooks_dir().is_err());
}
