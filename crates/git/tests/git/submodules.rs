//! Submodules with and without records of their own.

use decision_core::Affects;
use decision_git::{Environment, Kind, Known, Repository, Scope};

use crate::support::{Place, changes, discover, environment, git_in, write};

const RECORD: &str = "# Use it\n\nBecause.\n";

/// A superproject with a submodule at `vendor/lib`.
fn with_submodule(own: &[(&str, &str)], submodule: &[(&str, &str)]) -> Place {
    let library = Place::with(submodule);
    let place = Place::with(own);
    place.git(&[
        "submodule",
        "--quiet",
        "add",
        &library.path.to_string_lossy(),
        "vendor/lib",
    ]);
    place.commit();
    place
}

#[test]
fn a_submodule_with_records_stands_for_itself() {
    let place = with_submodule(
        &[("docs/adr/0001-x.md", RECORD)],
        &[("docs/adr/0001-y.md", RECORD), ("src/a.rs", "a")],
    );
    let submodule = place.path.join("vendor/lib");
    let repository = discover(&submodule.join("src"));
    assert_eq!(repository.kind(), Kind::Submodule);
    assert_eq!(repository.root(), submodule);
    assert_eq!(repository.submodule_path(), None);
}

#[test]
fn a_submodule_without_records_takes_part_in_its_superproject() {
    let place = with_submodule(
        &[("docs/adr/0001-x.md", RECORD), ("b.rs", "b")],
        &[("src/a.rs", "a")],
    );
    let submodule = place.path.join("vendor/lib");
    let repository = discover(&submodule.join("src"));
    assert_eq!(repository.kind(), Kind::Submodule);
    assert_eq!(repository.root(), place.path);
    assert_eq!(repository.submodule_path(), Some("vendor/lib"));
    assert_eq!(
        repository.git_common_dir().unwrap().canonicalize().unwrap(),
        place.path.join(".git/modules/vendor/lib")
    );
    assert_eq!(changes(&repository, &Scope::everything()), [""; 0]);
    write(&submodule.join("src/a.rs"), "changed");
    write(&submodule.join("src/new.rs"), "new");
    git_in(&submodule, &["mv", "src/a.rs", "src/b.rs"]);
    place.write("b.rs", "changed");
    assert_eq!(
        changes(&repository, &Scope::under(["vendor/lib/src", "b.rs"])),
        [
            "unstaged b.rs",
            "renamed vendor/lib/src/b.rs <- vendor/lib/src/a.rs",
            "untracked vendor/lib/src/new.rs",
        ]
    );
    assert_eq!(
        changes(&repository, &Scope::under(["vendor/lib/src/new.rs"])),
        ["untracked vendor/lib/src/new.rs"]
    );
    assert_eq!(
        changes(&repository, &Scope::under(["src"])),
        [""; 0],
        "not by its inner path"
    );
    // Patterns without a directory see the whole path as well.
    let affects = Affects::new(["lib/src/new.rs", "vendor/*/src/b.rs", "b"]);
    let claimed = repository.changes_under([&affects], crate::support::AMPLE);
    assert_eq!(claimed.known, Known::Complete);
    assert_eq!(
        crate::support::lines(&claimed),
        [
            "unstaged b.rs",
            "unstaged vendor/lib",
            "renamed vendor/lib/src/b.rs <- vendor/lib/src/a.rs",
            "untracked vendor/lib/src/new.rs",
        ]
    );
}

#[test]
fn a_submodule_stands_for_itself_where_nobody_has_records() {
    let place = with_submodule(&[("b.rs", "b")], &[("src/a.rs", "a")]);
    assert_eq!(
        discover(&place.path.join("vendor/lib")).root(),
        place.path.join("vendor/lib")
    );
}

#[test]
fn a_submodule_may_say_by_its_configuration_that_it_stands_for_itself() {
    for own in [
        ("config", ""),
        (".decision.yaml", "dirs: [records]\n"),
        (".adr-dir", "records\n"),
    ] {
        let place = with_submodule(
            &[("docs/adr/0001-x.md", RECORD)],
            &[("records/x.md", RECORD)],
        );
        let submodule = place.path.join("vendor/lib");
        if own.0 == "config" {
            git_in(&submodule, &["config", "decision.dir", "records"]);
        } else {
            write(&submodule.join(own.0), own.1);
        }
        assert_eq!(discover(&submodule).root(), submodule, "{}", own.0);
    }
}

#[test]
fn a_submodule_in_a_submodule_looks_further_up() {
    let innermost = Place::with(&[("src/a.rs", "a")]);
    let middle = Place::with(&[("m.rs", "m")]);
    middle.git(&[
        "submodule",
        "--quiet",
        "add",
        innermost.path.to_str().unwrap(),
        "inner",
    ]);
    middle.commit();
    let place = Place::with(&[("docs/adr/0001-x.md", RECORD)]);
    place.git(&[
        "submodule",
        "--quiet",
        "add",
        middle.path.to_str().unwrap(),
        "middle",
    ]);
    place.git(&["submodule", "--quiet", "update", "--init", "--recursive"]);
    place.commit();
    let repository = discover(&place.path.join("middle/inner"));
    assert_eq!(repository.root(), place.path);
    assert_eq!(repository.submodule_path(), Some("middle/inner"));
}

#[test]
fn what_git_names_for_a_submodule_is_not_taken_for_its_superproject() {
    let place = with_submodule(
        &[("docs/adr/0001-x.md", RECORD), ("b.rs", "b")],
        &[("src/a.rs", "a")],
    );
    let submodule = place.path.join("vendor/lib");
    let git_dir = place.path.join(".git/modules/vendor/lib");
    let named = Environment {
        git_dir: Some(git_dir.clone()),
        git_index_file: Some(git_dir.join("index")),
        ..environment()
    };
    let repository = Repository::discover(&submodule, &named).unwrap();
    assert_eq!(repository.root(), place.path);
    write(&submodule.join("src/a.rs"), "changed");
    place.write("b.rs", "changed");
    assert_eq!(
        changes(&repository, &Scope::under(["vendor/lib/src", "b.rs"])),
        ["unstaged b.rs", "unstaged vendor/lib/src/a.rs"]
    );
}

#[test]
fn what_is_changed_in_a_submodule_is_a_change_of_what_lies_there() {
    let place = with_submodule(
        &[("docs/adr/0001-x.md", RECORD), ("b.rs", "b")],
        &[("src/a.rs", "a"), ("src/c.rs", "c"), ("test/t.rs", "t")],
    );
    let submodule = place.path.join("vendor/lib");
    let affects = Affects::new(["vendor/lib/src/"]);
    let claimed = || {
        let changes = place
            .discover()
            .changes_under([&affects], crate::support::AMPLE);
        assert_eq!(changes.known, Known::Complete);
        crate::support::lines(&changes)
    };
    assert_eq!(claimed(), [""; 0]);

    // Not committed.
    write(&submodule.join("src/a.rs"), "changed");
    write(&submodule.join("src/new.rs"), "new");
    write(&submodule.join("test/t.rs"), "changed");
    let dirty = [
        "unstaged vendor/lib/src/a.rs",
        "untracked vendor/lib/src/new.rs",
    ];
    assert_eq!(claimed(), dirty);
    // The submodule by its name, with and without the slash.
    for entry in ["vendor/lib/", "vendor/lib"] {
        let changes = place
            .discover()
            .changes_under([&Affects::new([entry])], crate::support::AMPLE);
        assert_eq!(
            crate::support::lines(&changes),
            [
                "unstaged vendor/lib",
                dirty[0],
                dirty[1],
                "unstaged vendor/lib/test/t.rs"
            ],
            "{entry}"
        );
    }

    // Committed there, then recorded here, then committed here.
    git_in(&submodule, &["add", "--all"]);
    git_in(&submodule, &["commit", "--quiet", "-m", "x"]);
    let both = |kind: &str| ["a.rs", "new.rs"].map(|file| format!("{kind} vendor/lib/src/{file}"));
    assert_eq!(claimed(), both("unstaged"));
    place.git(&["add", "vendor/lib"]);
    assert_eq!(claimed(), both("staged"));
    place.commit();
    assert_eq!(claimed(), [""; 0]);

    // A commit that is not there.
    let missing = "1".repeat(40);
    let entry = format!("160000,{missing},vendor/lib");
    place.git(&["update-index", "--cacheinfo", &entry]);
    place.git(&["commit", "--quiet", "-m", "x"]);
    let changes = place
        .discover()
        .changes_under([&affects], crate::support::AMPLE);
    assert!(
        matches!(&changes.known, Known::Unknown(reason) if reason.starts_with("vendor/lib: ")),
        "{changes:?}"
    );
}
