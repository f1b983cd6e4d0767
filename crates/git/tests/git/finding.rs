//! Which repository a directory belongs to.

use std::fs;
use std::path::Path;

use crate::support::{Place, changes, discover, environment, git_in, write};
use decision_git::{Environment, Kind, Known, NoChanges, Options, Repository, Scope, Settings};

const RECORD: &str = "# Use it\n\nBecause.\n";

#[test]
fn a_repository_is_found_from_any_directory_in_it() {
    let place = Place::with(&[("src/deep/a.rs", "a")]);
    for start in ["", "src", "src/deep", "src/../src/deep", "src/./deep/."] {
        let repository = discover(&place.path.join(start));
        assert_eq!(repository.root(), place.path, "{start}");
        assert_eq!(repository.kind(), Kind::WorkTree);
        assert_eq!(
            repository.git_common_dir(),
            Some(place.path.join(".git").as_path())
        );
        assert_eq!(repository.no_changes(), None);
    }
}

#[test]
fn a_start_that_does_not_exist_stands_for_the_nearest_that_does() {
    let place = Place::with(&[("src/a.rs", "a")]);
    for start in ["gone", "src/gone/deeper", "src/a.rs", "src/a.rs/below"] {
        assert_eq!(
            discover(&place.path.join(start)).root(),
            place.path,
            "{start}"
        );
    }
}

#[test]
fn a_repository_without_a_commit_is_one() {
    let place = Place::unborn();
    assert_eq!(place.discover().root(), place.path);
    assert_eq!(place.discover().kind(), Kind::WorkTree);
}

#[test]
fn a_linked_work_tree_has_its_own_root_and_the_common_git_directory() {
    let place = Place::with(&[("src/a.rs", "a")]);
    let linked = Place::empty();
    let path = linked.path.join("linked");
    place.git(&["worktree", "add", "--quiet", path.to_str().unwrap()]);
    let repository = discover(&path.join("src"));
    assert_eq!(repository.root(), path);
    assert_eq!(repository.kind(), Kind::LinkedWorkTree);
    assert_eq!(
        repository.git_common_dir(),
        Some(place.path.join(".git").as_path())
    );
    write(&path.join("src/a.rs"), "changed");
    assert_eq!(
        changes(&repository, &Scope::everything()),
        ["unstaged src/a.rs"]
    );
    assert!(
        place.changes(&Scope::everything()).is_empty(),
        "the main work tree is untouched"
    );
}

#[test]
fn a_work_tree_of_a_bare_clone_is_a_work_tree() {
    let origin = Place::with(&[("src/a.rs", "a")]);
    for relative in ["false", "true"] {
        let place = Place::empty();
        git_in(
            &place.path,
            &[
                "clone",
                "--quiet",
                "--bare",
                origin.path.to_str().unwrap(),
                "x.git",
            ],
        );
        let bare = place.path.join("x.git");
        let option = format!("worktree.useRelativePaths={relative}");
        git_in(
            &bare,
            &[
                "-c", &option, "worktree", "add", "--quiet", "../tree", "main",
            ],
        );
        let tree = place.path.join("tree");
        let repository = discover(&tree.join("src"));
        assert_eq!(repository.root(), tree);
        assert_eq!(repository.kind(), Kind::LinkedWorkTree);
        assert_eq!(repository.git_common_dir(), Some(bare.as_path()));
        write(&tree.join("src/new.rs"), "new");
        assert_eq!(
            changes(&repository, &Scope::everything()),
            ["untracked src/new.rs"]
        );
    }
}

#[test]
fn a_bare_repository_has_no_changes() {
    let place = Place::empty();
    place.git(&["init", "--quiet", "--bare", "x.git"]);
    let repository = discover(&place.path.join("x.git/refs"));
    assert_eq!(repository.kind(), Kind::Bare);
    assert_eq!(repository.no_changes(), Some(&NoChanges::Bare));
    assert!(matches!(
        repository
            .changes_in(&Scope::everything(), crate::support::AMPLE)
            .known,
        Known::Unknown(_)
    ));
}

#[test]
fn the_repository_that_git_names_is_taken() {
    let place = Place::with(&[("a.rs", "a")]);
    let elsewhere = Place::with(&[("b.rs", "b")]);
    let other = Place::empty();
    other.write("a.rs", "a");
    other.write("new.rs", "new");

    let named = Environment {
        git_dir: Some(place.path.join(".git")),
        ..environment()
    };
    let repository = Repository::discover(&elsewhere.path, &named).unwrap();
    assert_eq!(repository.root(), place.path);

    let with_tree = Environment {
        git_work_tree: Some(other.path.clone()),
        ..named
    };
    let repository = Repository::discover(&elsewhere.path, &with_tree).unwrap();
    assert_eq!(repository.root(), other.path);
    assert_eq!(
        changes(&repository, &Scope::everything()),
        ["untracked new.rs"]
    );

    let relative = Environment {
        git_dir: Some(".git".into()),
        ..environment()
    };
    assert_eq!(
        Repository::discover(&place.path, &relative).unwrap().root(),
        place.path
    );

    let broken = Environment {
        git_dir: Some("nowhere".into()),
        ..environment()
    };
    let repository = Repository::discover(&place.path, &broken).unwrap();
    assert!(matches!(
        repository.no_changes(),
        Some(NoChanges::Unreadable { .. })
    ));
}

#[test]
fn the_work_tree_is_where_git_starts_when_only_its_directory_is_named() {
    let place = Place::with(&[("a.rs", "a")]);
    fs::rename(place.path.join(".git"), place.path.join("elsewhere.git")).unwrap();
    fs::create_dir(place.path.join("top")).unwrap();
    place.write("top/a.rs", "a");
    let named = Environment {
        git_dir: Some("../elsewhere.git".into()),
        ..environment()
    };
    let repository = Repository::discover(&place.path.join("top"), &named).unwrap();
    assert_eq!(repository.root(), place.path.join("top"));
    assert_eq!(changes(&repository, &Scope::everything()), [""; 0]);
}

#[test]
fn the_index_that_git_names_is_taken() {
    let place = Place::with(&[("a.rs", "a"), ("b.rs", "b")]);
    place.write("a.rs", "staged in the usual index");
    place.git(&["add", "a.rs"]);
    fs::copy(
        place.path.join(".git/index"),
        place.path.join(".git/next-index-1.lock"),
    )
    .unwrap();
    place.git(&["reset", "--quiet"]);
    for index in [
        ".git/next-index-1.lock".into(),
        place.path.join(".git/next-index-1.lock"),
    ] {
        let named = Environment {
            git_index_file: Some(index),
            ..environment()
        };
        let repository = Repository::discover(&place.path, &named).unwrap();
        assert_eq!(changes(&repository, &Scope::everything()), ["staged a.rs"]);
    }
    assert_eq!(place.changes(&Scope::everything()), ["unstaged a.rs"]);
}

#[cfg(unix)]
#[test]
fn in_a_repository_of_another_owner_records_are_read_and_changes_are_not() {
    let place = Place::with(&[("docs/adr/0001-x.md", RECORD)]);
    if std::os::unix::fs::chown(place.path.join(".git"), Some(65_533), None).is_err() {
        eprintln!("skipped: only the superuser can give files away");
        return;
    }
    std::os::unix::fs::chown(&place.path, Some(65_533), None).unwrap();
    let repository = discover(&place.path.join("docs"));
    assert_eq!(repository.root(), place.path);
    assert!(matches!(
        repository.no_changes(),
        Some(NoChanges::OtherOwner(_))
    ));
    assert_eq!(
        repository
            .decision_dirs(&Options::default())
            .unwrap()
            .dirs
            .len(),
        1
    );
    let remedy = repository.no_changes().unwrap().remedy().unwrap();
    assert!(remedy.contains("safe.directory"), "{remedy}");
}

#[test]
fn without_a_repository_the_nearest_directory_with_records_is_the_root() {
    let place = Place::empty();
    if discover(&place.path).kind() != Kind::Directory {
        eprintln!("skipped: the temporary directory lies in a repository");
        return;
    }
    place.write("project/docs/adr/0001-x.md", RECORD);
    place.write("project/src/deep/a.rs", "a");
    let repository = discover(&place.path.join("project/src/deep"));
    assert_eq!(repository.root(), place.path.join("project"));
    assert_eq!(repository.no_changes(), Some(&NoChanges::NoRepository));
    assert_eq!(repository.git_common_dir(), None);
    let changes = repository.changes_in(&Scope::everything(), crate::support::AMPLE);
    assert_eq!(
        changes.known,
        Known::Unknown("not in a git repository".to_owned())
    );

    // Nothing anywhere: where the search began.
    let nothing = Place::empty();
    assert_eq!(discover(&nothing.path).root(), nothing.path);
}

#[test]
fn without_a_repository_the_home_directory_is_no_project() {
    let place = Place::empty();
    if discover(&place.path).kind() != Kind::Directory {
        eprintln!("skipped: the temporary directory lies in a repository");
        return;
    }
    place.write("above/docs/adr/0001-x.md", RECORD);
    place.write("above/home/docs/adr/0001-x.md", RECORD);
    place.write("above/home/scratch/deep/a.rs", "a");
    place.write("above/home/project/docs/adr/0001-x.md", RECORD);
    place.write("above/home/project/src/a.rs", "a");
    let home = place.path.join("above/home");
    let at_home = Environment {
        home: Some(home.clone()),
        ..environment()
    };
    for (start, expected) in [
        ("scratch/deep", "scratch/deep"),
        ("project/src", "project"),
        ("", ""),
    ] {
        let repository = Repository::discover(&home.join(start), &at_home).unwrap();
        assert_eq!(repository.root(), home.join(expected), "{start}");
    }
    fs::remove_dir_all(home.join("docs")).unwrap();
    let repository = Repository::discover(&home, &at_home).unwrap();
    assert_eq!(repository.root(), home, "nor is what lies above it");
}

#[cfg(unix)]
#[test]
fn without_a_repository_nothing_of_another_owner_counts() {
    let place = Place::empty();
    if discover(&place.path).kind() != Kind::Directory {
        eprintln!("skipped: the temporary directory lies in a repository");
        return;
    }
    place.write("docs/adr/0001-x.md", RECORD);
    place.write("shared/docs/adr/0001-x.md", RECORD);
    place.write("shared/own/a.rs", "a");
    let start = place.path.join("shared/own");
    assert_eq!(discover(&start).root(), place.path.join("shared"));
    if std::os::unix::fs::chown(place.path.join("shared"), Some(65_533), None).is_err() {
        eprintln!("skipped: only the superuser can give directories away");
        return;
    }
    assert_eq!(
        discover(&start).root(),
        start,
        "the search ends there and does not go on above"
    );
}

#[test]
fn a_repository_that_cannot_be_opened_still_has_a_root() {
    let place = Place::with(&[("docs/adr/0001-x.md", RECORD)]);
    place.write(".git/config", "[core\n");
    let repository = discover(&place.path.join("docs"));
    assert_eq!(repository.root(), place.path);
    assert!(
        matches!(repository.no_changes(), Some(NoChanges::Unreadable { .. })),
        "{repository:?}"
    );
    assert_eq!(
        repository
            .decision_dirs(&Options::default())
            .unwrap()
            .dirs
            .len(),
        1
    );
}

#[test]
fn the_filesystem_root_ends_the_search() {
    let root = Path::new(if cfg!(windows) { "C:\\" } else { "/" });
    let repository = discover(root);
    let settings = Settings::default();
    assert!(
        repository
            .decision_dirs(&Options {
                dirs: vec![],
                settings,
                ..Options::default()
            })
            .is_ok()
    );
}

#[test]
fn the_path_of_an_event_is_made_relative() {
    let place = Place::with(&[("src/a.rs", "a")]);
    let linked = place.path.join("linked");
    place.git(&["worktree", "add", "--quiet", linked.to_str().unwrap()]);
    let repository = discover(&place.path.join("src"));
    let other = discover(&linked);
    let elsewhere = Place::with(&[("src/a.rs", "a")]);
    let absolute = |path: &str| place.path.join(path).to_str().unwrap().to_owned();
    assert_eq!(
        repository.relative(&absolute("src/a.rs")).as_deref(),
        Some("src/a.rs")
    );
    assert_eq!(
        repository.relative(&absolute("src/new/b.rs")).as_deref(),
        Some("src/new/b.rs")
    );
    assert_eq!(
        repository.relative("a.rs").as_deref(),
        Some("src/a.rs"),
        "from the start"
    );
    assert_eq!(repository.relative("../b.rs").as_deref(), Some("b.rs"));
    // The same file in the other work tree, both ways.
    assert_eq!(
        other.relative(&absolute("src/a.rs")).as_deref(),
        Some("src/a.rs")
    );
    assert_eq!(
        repository.relative(&absolute("linked/src/a.rs")).as_deref(),
        Some("src/a.rs")
    );
    let outside = elsewhere.path.join("src/a.rs");
    assert_eq!(repository.relative(outside.to_str().unwrap()), None);
}

#[test]
fn git_is_asked_about_the_repository_that_was_found() {
    let place = Place::with(&[("in/a.rs", "x"), ("out/b.rs", "x")]);
    place.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "in"]);
    place.write("in/a.rs", "staged in another index");
    let other = place.path.join(".git/next-index-1.lock");
    fs::copy(place.path.join(".git/index"), &other).unwrap();
    place.git(&["add", "in/a.rs"]);
    fs::rename(place.path.join(".git/index"), place.path.join(".git/swap")).unwrap();
    fs::rename(&other, place.path.join(".git/index")).unwrap();
    fs::rename(place.path.join(".git/swap"), &other).unwrap();
    let named = Environment {
        git_index_file: Some(other),
        ..environment()
    };
    let repository = Repository::discover(&place.path, &named).unwrap();
    assert_eq!(
        changes(&repository, &Scope::everything()),
        ["staged in/a.rs"]
    );
    assert_eq!(place.changes(&Scope::everything()), ["unstaged in/a.rs"]);
}

#[cfg(unix)]
#[test]
fn dots_behind_a_link_lead_to_where_the_link_points() {
    let place = Place::with(&[("src/deep/a.rs", "a")]);
    let outside = Place::empty();
    let link = outside.path.join("link");
    std::os::unix::fs::symlink(place.path.join("src/deep"), &link).unwrap();
    assert_eq!(discover(&link.join("..")).root(), place.path);
}
