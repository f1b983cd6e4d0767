//! Repositories that try to have programs run.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::Path;

use decision_git::{Environment, Kind, Known, NoChanges, Repository, Scope};

use crate::support::{AMPLE, Place, discover, environment, git_in, lines, try_git, write};

/// What a program that must not be run leaves behind in its working directory, which is the top of
/// the work tree.
const RAN: &str = "ran";

fn plant(repository: &Path, driver: &str) {
    let ran = repository.join(RAN);
    let touch = format!("touch '{}'; cat", ran.display());
    for (key, program) in [
        (format!("filter.{driver}.clean"), &touch),
        (format!("filter.{driver}.process"), &touch),
        ("core.fsmonitor".to_owned(), &touch),
        (
            "core.hooksPath".to_owned(),
            &ran.join("..").to_string_lossy().into_owned(),
        ),
    ] {
        git_in(repository, &["config", &key, program]);
    }
}

/// A project that carries a directory which looks like a bare repository and names the project as its
/// work tree.
fn with_embedded_repository(under_git: bool) -> Place {
    let project = Place::with(&[
        ("a.rs", "aaaa"),
        (".gitattributes", "*.rs filter=e\n"),
        ("docs/adr/0001-x.md", "# Use it\n\nBecause.\n"),
    ]);
    git_in(&project.path, &["clone", "--quiet", "--bare", ".", "evil"]);
    std::fs::copy(
        project.path.join(".git/index"),
        project.path.join("evil/index"),
    )
    .unwrap();
    write(
        &project.path.join("evil/config"),
        format!(
            "[core]\nbare = false\nrepositoryformatversion = 0\nworktree = ..\n\
             fsmonitor = \"touch '{ran}'\"\n[filter \"e\"]\nclean = \"touch '{ran}'; cat\"\n\
             [decision]\ndir = evil\n",
            ran = project.path.join(RAN).display()
        ),
    );
    if !under_git {
        std::fs::remove_dir_all(project.path.join(".git")).unwrap();
    }
    project.write("a.rs", "bbbb");
    project
}

#[test]
fn a_directory_that_looks_like_a_repository_is_none_in_a_clone() {
    let project = with_embedded_repository(true);
    for start in ["evil", "evil/refs", "evil/objects"] {
        let repository = discover(&project.path.join(start));
        assert_eq!(repository.root(), project.path);
        assert_eq!(repository.kind(), Kind::WorkTree);
        assert_eq!(
            repository.git_common_dir(),
            Some(project.path.join(".git").as_path()),
            "{start}"
        );
        let changes = repository.changes_in(&Scope::under(["a.rs"]), AMPLE);
        assert_eq!(lines(&changes), ["unstaged a.rs"], "{start}");
        assert_eq!(repository.standing(&["a.rs"]).len(), 1);
        assert!(!project.path.join(RAN).exists(), "{start}");
    }
}

#[test]
fn a_directory_that_looks_like_a_repository_has_no_work_tree() {
    if discover(&Place::empty().path).kind() != Kind::Directory {
        eprintln!("skipped: the temporary directory lies in a repository");
        return;
    }
    let project = with_embedded_repository(false);
    let repository = discover(&project.path.join("evil/refs"));
    assert_eq!(repository.kind(), Kind::Bare);
    assert_eq!(repository.no_changes(), Some(&NoChanges::Bare));
    assert_eq!(repository.git_common_dir(), None);
    let changes = repository.changes_in(&Scope::everything(), AMPLE);
    assert!(matches!(changes.known, Known::Unknown(_)), "{changes:?}");
    assert!(!project.path.join(RAN).exists());
}

#[test]
fn git_itself_may_still_name_such_a_directory() {
    let project = with_embedded_repository(true);
    let named = Environment {
        git_dir: Some(project.path.join("evil")),
        ..environment()
    };
    let repository = Repository::discover(&project.path, &named).unwrap();
    let changes = repository.changes_in(&Scope::under(["a.rs"]), AMPLE);
    assert!(
        matches!(&changes.known, Known::Unknown(reason) if reason.contains("filter `e`")),
        "{changes:?}"
    );
    assert!(!project.path.join(RAN).exists());
}

#[test]
fn no_filter_program_is_run_to_find_changes() {
    let place = Place::with(&[
        (".gitattributes", "*.bin filter=odd\n*.txt text eol=crlf\n"),
        ("a.bin", "aaaa"),
        ("b.bin", "bbbb"),
        ("c.rs", "cccc"),
        ("d.txt", "one\ntwo\n"),
    ]);
    plant(&place.path, "odd");
    place.write("a.bin", "xxxx");
    place.write("b.bin", "longer than before");
    place.write("c.rs", "xxxx");
    place.write("d.txt", "one\r\ntwo\r\n");
    let changes = place.discover().changes_in(&Scope::everything(), AMPLE);
    assert!(!place.path.join(RAN).exists());
    assert_eq!(
        changes.known,
        Known::Partial("a.bin: only the filter `odd` could tell, and none is run".to_owned())
    );
    // Another length is a change without a look into the file; so it is to git.
    assert_eq!(
        lines(&changes),
        ["unstaged b.bin", "unstaged c.rs", "unstaged d.txt"]
    );
    // A name that nobody has configured a program for is no filter.
    place.git(&["config", "--remove-section", "filter.odd"]);
    assert_eq!(
        place.changes(&Scope::under(["a.bin", "b.bin"])),
        ["unstaged a.bin", "unstaged b.bin"]
    );
}

#[test]
fn line_endings_and_keywords_are_still_understood() {
    let place = Place::with(&[
        (".gitattributes", "*.txt text eol=crlf\n*.id ident\n"),
        ("a.txt", "one\ntwo\n"),
        ("b.id", "$Id$\n"),
    ]);
    plant(&place.path, "odd");
    for path in ["a.txt", "b.id"] {
        place.remove(path);
        place.git(&["-c", "core.fsmonitor=false", "checkout", "--quiet", path]);
        let text = std::fs::read(place.path.join(path)).unwrap();
        // Written again, only the content tells.
        place.write(path, text);
    }
    std::fs::remove_file(place.path.join(RAN)).ok();
    assert_eq!(place.changes(&Scope::everything()), [""; 0]);
    assert!(!place.path.join(RAN).exists());
}

#[test]
fn no_program_of_a_submodule_is_run() {
    let library = Place::with(&[
        (".gitattributes", "*.bin filter=odd\n"),
        ("a.bin", "aaaa"),
        ("b.rs", "bbbb"),
    ]);
    let place = Place::with(&[("c.rs", "cccc")]);
    place.git(&[
        "submodule",
        "--quiet",
        "add",
        &library.path.to_string_lossy(),
        "lib",
    ]);
    place.commit();
    let submodule = place.path.join("lib");
    assert_eq!(place.changes(&Scope::everything()), [""; 0]);
    plant(&submodule, "odd");
    write(&submodule.join("a.bin"), "xxxx");
    let changes = place.discover().changes_in(&Scope::everything(), AMPLE);
    assert!(!submodule.join(RAN).exists());
    assert_eq!(
        changes.known,
        Known::Unknown("lib: a.bin: only the filter `odd` could tell, and none is run".to_owned())
    );
    write(&submodule.join("b.rs"), "xxxx");
    let changes = place.discover().changes_in(&Scope::everything(), AMPLE);
    assert!(!submodule.join(RAN).exists());
    assert_eq!(lines(&changes), ["unstaged lib"]);
}

#[test]
fn git_is_not_made_to_run_programs_either() {
    let library = Place::with(&[(".gitattributes", "*.bin filter=odd\n"), ("a.bin", "aaaa")]);
    let place = Place::with(&[
        (".gitattributes", "*.bin filter=odd\n"),
        ("in/a.bin", "aaaa"),
        ("in/c.rs", "cccc"),
        ("out/b.rs", "bbbb"),
    ]);
    place.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "in"]);
    plant(&place.path, "odd");
    place.write("in/a.bin", "xxxx");
    place.write("in/c.rs", "xxxx");
    let changes = place.discover().changes_in(&Scope::everything(), AMPLE);
    assert!(!place.path.join(RAN).exists());
    assert_eq!(lines(&changes), ["unstaged in/c.rs"]);
    assert_eq!(
        changes.known,
        Known::Partial("in/a.bin: only the filter `odd` could tell, and none is run".to_owned())
    );

    // A name that cannot be turned off on the command line.
    place.git(&["config", "filter.o=d.clean", "touch ran; cat"]);
    let changes = place.discover().changes_in(&Scope::everything(), AMPLE);
    assert!(
        matches!(&changes.known, Known::Unknown(reason) if reason.contains("filter `o=d`")),
        "{changes:?}"
    );
    assert!(!place.path.join(RAN).exists());

    // In a submodule what git is told would not count.
    let place = Place::with(&[("in/c.rs", "cccc"), ("out/b.rs", "bbbb")]);
    place.git(&[
        "submodule",
        "--quiet",
        "add",
        &library.path.to_string_lossy(),
        "in/lib",
    ]);
    place.commit();
    place.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "in"]);
    let submodule = place.path.join("in/lib");
    plant(&submodule, "odd");
    write(&submodule.join("a.bin"), "xxxx");
    let changes = place.discover().changes_in(&Scope::everything(), AMPLE);
    assert!(!submodule.join(RAN).exists());
    assert!(
        matches!(&changes.known, Known::Partial(reason) if reason.contains("submodules")),
        "{changes:?}"
    );
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_not_read() {
    for under_git in [true, false] {
        let project = with_embedded_repository(under_git);
        let head = project.path.join("evil/HEAD");
        std::fs::remove_file(&head).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &head).unwrap();
        // It ends at all.
        let repository = discover(&project.path.join("evil"));
        assert_eq!(repository.root(), project.path);
        assert_ne!(repository.kind(), Kind::Bare);
    }
}

#[test]
fn a_filter_that_git_alone_sees_is_not_run() {
    let place = Place::empty();
    let init = ["init", "--quiet", "-b", "main", "--ref-format=reftable"];
    if !try_git(&place.path, &init).status.success() {
        eprintln!("skipped: this git knows no reftable");
        return;
    }
    place.write_all(&[("a.rs", "aaaa"), (".gitattributes", "*.rs filter=e\n")]);
    place.commit();
    let run = format!("touch '{}'; cat", place.path.join(RAN).display());
    git_in(
        &place.path,
        &["config", "-f", ".git/more", "filter.e.clean", &run],
    );
    let key = "includeIf.onbranch:*.path";
    git_in(&place.path, &["config", key, "more"]);
    place.write("a.rs", "bbbb");
    let repository = discover(&place.path);
    repository.changes_in(&Scope::everything(), AMPLE);
    assert!(!place.path.join(RAN).exists());
}
