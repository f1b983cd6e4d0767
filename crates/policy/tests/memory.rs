//! What is remembered between calls, by many at once.
#![expect(clippy::expect_used, reason = "a helper of a test fails by panicking")]

use std::path::Path;
use std::process::Command;

use decision_git::{Environment, Repository};
use decision_policy::memory::Memory;
use tempfile::TempDir;

fn repository() -> (TempDir, Repository) {
    let dir = tempfile::tempdir().expect("a folder");
    let done = Command::new("git")
        .args(["init", "-q"])
        .current_dir(dir.path())
        .env("GIT_CONFIG_GLOBAL", dir.path().join("none"))
        .status()
        .expect("git runs");
    assert!(done.success());
    let repository = open(dir.path());
    (dir, repository)
}

fn open(path: &Path) -> Repository {
    let environment = Environment {
        isolated: true,
        ..Environment::default()
    };
    Repository::discover(path, &environment).expect("a place")
}

#[test]
fn a_thing_is_first_once_per_session_and_subagent() {
    let (_dir, repository) = repository();
    let memory = Memory::of(&repository, None).expect("a memory");
    let session = memory.session(Some("s"), None);
    assert!(session.first_time("record", "a"));
    assert!(!session.first_time("record", "a"));
    assert!(
        !memory
            .session(Some("s"), None)
            .surely_first_time("record", "a")
    );
    assert!(session.first_time("record", "b"));
    assert!(session.first_time("other", "a"));
    assert!(memory.session(Some("t"), None).first_time("record", "a"));
    assert!(
        memory
            .session(Some("s"), Some("agent"))
            .first_time("record", "a")
    );
    assert!(session.was_there("record", "a"));
    session.clear();
    assert!(!session.was_there("record", "a"));
    assert!(session.first_time("record", "a"));
    assert!(memory.first_time_on_branch("main", "k", "x"));
    assert!(!memory.first_time_on_branch("main", "k", "x"));
    assert!(memory.first_time_on_branch("topic", "k", "x"));
}

#[test]
fn edits_nudges_and_dismissals_outlive_a_cleared_context() {
    let (_dir, repository) = repository();
    let memory = Memory::of(&repository, None).expect("a memory");
    let session = memory.session(Some("s"), None);
    for path in ["src/a.rs", "src/b.rs", "src/a.rs", "odd\nname"] {
        session.note_edited(path);
    }
    assert!(session.take_of("nudge", 2) && session.take_of("nudge", 2));
    assert!(!session.take_of("nudge", 2));
    assert!(!session.dismissed() && session.dismiss() && session.dismiss());
    session.clear();
    assert_eq!(session.edited(), ["src/a.rs", "src/b.rs"]);
    assert!(session.dismissed() && !session.take_of("nudge", 2));
    memory.note_current("s");
    assert!(memory.current().expect("a session").dismissed());
    assert!(memory.keep("last", "text") && memory.kept("last").as_deref() == Some("text"));
    memory.forget("last");
    assert_eq!(memory.kept("last"), None);
}

#[test]
fn where_nothing_can_be_kept_is_said_by_the_answer() {
    let dir = tempfile::tempdir().expect("a folder");
    assert!(Memory::of(&open(dir.path()), Some(dir.path())).is_none());
    let (_dir, repository) = repository();
    let memory = Memory::of(&repository, None).expect("a memory");
    for session in [None, Some("")] {
        let session = memory.session(session, None);
        assert!(session.first_time("k", "x") && session.first_time("k", "x"));
        assert!(!session.surely_first_time("k", "y"));
        assert!(!session.take_of("nudge", 3) && !session.dismiss());
        session.note_edited("a");
        assert!(session.edited().is_empty());
    }
}

#[test]
fn a_git_directory_that_cannot_be_written_is_replaced_by_the_state_folder() {
    let (dir, repository) = repository();
    // A file where the folder should be works for every user, root included.
    std::fs::write(dir.path().join(".git/decision"), "").expect("a file");
    let state = tempfile::tempdir().expect("a folder");
    let memory = Memory::of(&repository, Some(state.path())).expect("a memory");
    let session = memory.session(Some("s"), None);
    assert!(session.first_time("k", "x") && !session.first_time("k", "x"));
    session.note_edited("a");
    assert_eq!(session.edited(), ["a"]);
    assert!(state.path().join("decision/memory").is_dir());
}

#[cfg(unix)]
#[test]
fn links_are_refused_and_files_are_private() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (dir, repository) = repository();
    let elsewhere = tempfile::tempdir().expect("a folder");
    symlink(elsewhere.path(), dir.path().join(".git/decision")).expect("a link");
    let memory = Memory::of(&repository, None).expect("a memory");
    assert!(memory.session(Some("s"), None).first_time("k", "x"));
    assert_eq!(
        std::fs::read_dir(elsewhere.path())
            .expect("a folder")
            .count(),
        0
    );

    std::fs::remove_file(dir.path().join(".git/decision")).expect("the link goes");
    let session = memory.session(Some("s"), None);
    assert!(session.surely_first_time("k", "x"));
    session.note_edited("a");
    memory.keep("last", "text");
    let mut files = 0;
    let mut open = vec![dir.path().join(".git/decision/memory")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let metadata = entry.metadata().expect("metadata");
            if metadata.is_dir() {
                open.push(entry.path());
            } else {
                files += 1;
                assert_eq!(
                    metadata.permissions().mode() & 0o077,
                    0,
                    "{:?}",
                    entry.path()
                );
            }
        }
    }
    assert_eq!(files, 3);
}

#[test]
fn of_many_at_once_exactly_one_is_first() {
    let (_dir, repository) = repository();
    let memory = Memory::of(&repository, None).expect("a memory");
    let first = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                let session = memory.session(Some("s"), None);
                for key in 0..50 {
                    if session.first_time("k", &key.to_string()) {
                        first.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    }
                    session.note_edited(&format!("src/{key}.rs"));
                }
            });
        }
    });
    assert_eq!(first.into_inner(), 50);
    let mut edited = memory.session(Some("s"), None).edited();
    edited.sort();
    assert_eq!(edited.len(), 50);
}

#[test]
fn old_sessions_are_removed_when_new_ones_begin() {
    let (dir, repository) = repository();
    let memory = Memory::of(&repository, None).expect("a memory");
    memory.session(Some("old"), None).dismiss();
    let of_work_tree = std::fs::read_dir(dir.path().join(".git/decision/memory"))
        .expect("a folder")
        .next()
        .expect("an entry")
        .expect("an entry")
        .path();
    let old = std::fs::read_dir(&of_work_tree)
        .expect("a folder")
        .next()
        .expect("an entry")
        .expect("an entry")
        .path();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(40 * 24 * 60 * 60);
    let folder = std::fs::File::open(&old);
    // Not every system opens a folder as a file.
    let Ok(folder) = folder else { return };
    folder.set_modified(long_ago).expect("a time");
    memory.session(Some("new"), None).dismiss();
    assert!(!old.exists());
    assert_eq!(
        std::fs::read_dir(&of_work_tree).expect("a folder").count(),
        1
    );
}
