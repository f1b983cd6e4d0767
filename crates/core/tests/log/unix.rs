//! Links, pipes and names that only some systems have.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::{Tree, findings, paths, skipped};
use decision_core::{DecisionDir, DecisionLog, Rule, SkipReason};

fn link(tree: &Tree, at: &str, target: impl AsRef<Path>) {
    symlink(target, tree.path(at)).unwrap();
}

#[test]
fn links_are_followed_to_files_inside_the_boundary_only() {
    let outside = Tree::new(&[("secret.md", "# Secret\n"), ("records/x.md", "# X\n")]);
    let tree = Tree::new(&[
        ("adr/a.md", "# A\n"),
        ("docs/linked.md", "# Linked\n"),
        ("adr/2022-11-09-x/note.txt", ""),
    ]);
    link(&tree, "adr/inside.md", "../docs/linked.md");
    link(&tree, "adr/out.md", outside.path("secret.md"));
    link(&tree, "adr/template.md", outside.path("secret.md"));
    link(
        &tree,
        "adr/2022-11-09-x/README.md",
        outside.path("secret.md"),
    );
    link(&tree, "adr/folder.md", "../docs");
    link(&tree, "adr/loop.md", "loop.md");
    link(&tree, "adr/loop-a.md", "loop-b.md");
    link(&tree, "adr/loop-b.md", "loop-a.md");
    // Gone between listing and reading looks the same.
    link(&tree, "adr/dangling.md", "gone.md");
    link(&tree, "adr/up", "..");
    link(&tree, "adr/records", outside.path("records"));
    let log = tree.load("adr");
    assert_eq!(paths(&log), ["adr/a.md", "adr/inside.md"]);
    assert_eq!(
        skipped(&log),
        [
            ("adr/2022-11-09-x/README.md", SkipReason::Link),
            ("adr/dangling.md", SkipReason::Link),
            ("adr/folder.md", SkipReason::Link),
            ("adr/loop-a.md", SkipReason::Link),
            ("adr/loop-b.md", SkipReason::Link),
            ("adr/loop.md", SkipReason::Link),
            ("adr/out.md", SkipReason::Link),
            ("adr/template.md", SkipReason::Link),
        ]
    );
    // The directory alone is a narrower boundary.
    let narrow = DecisionLog::load(&[DecisionDir::new(tree.path("adr"), "adr")]);
    assert_eq!(paths(&narrow), ["adr/a.md"]);
}

#[test]
fn a_decision_directory_may_itself_be_a_link() {
    let tree = Tree::new(&[("real/a.md", "# A\n")]);
    link(&tree, "adr", "real");
    assert_eq!(paths(&tree.load("adr")), ["adr/a.md"]);
    assert!(DecisionLog::holds_records(&tree.path("adr")));
}

/// To open a pipe waits for a writer.
#[test]
fn a_pipe_is_not_opened() {
    let tree = Tree::new(&[("adr/a.md", "# A\n")]);
    let pipes = [
        "adr/pipe.md",
        "adr/template.md",
        "adr/beside/0001-x/kep.yaml",
    ];
    tree.write("adr/beside/0001-x/README.md", b"# X\n");
    for pipe in pipes {
        let made = Command::new("mkfifo")
            .arg(tree.path(pipe))
            .status()
            .unwrap();
        assert!(made.success());
    }
    link(&tree, "adr/to-pipe.md", "pipe.md");
    link(&tree, "adr/device.md", "/dev/zero");
    let log = tree.load("adr");
    assert_eq!(paths(&log), ["adr/a.md", "adr/beside/0001-x/README.md"]);
    assert_eq!(
        skipped(&log),
        [
            ("adr/device.md", SkipReason::Link),
            ("adr/pipe.md", SkipReason::Unreadable),
            ("adr/template.md", SkipReason::Unreadable),
            ("adr/to-pipe.md", SkipReason::Link),
        ]
    );
    assert_eq!(
        findings(&log),
        [
            ("adr/pipe.md", Rule::Unreadable),
            ("adr/template.md", Rule::Unreadable)
        ]
    );
    for file in ["a.md", "to-pipe.md", "device.md", "template.md"] {
        fs::remove_file(tree.path("adr").join(file)).unwrap();
    }
    fs::remove_dir_all(tree.path("adr/beside")).unwrap();
    assert!(!DecisionLog::holds_records(&tree.path("adr")));
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_are_not_utf8_are_read_and_stay_in_order() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let tree = Tree::new(&[("adr/a.md", "# A\n")]);
    for (name, title) in [
        (&b"b\xff.md"[..], "# One\n"),
        (b"b\xfe.md", "# Two\n"),
        (b"\xf0-dir", ""),
    ] {
        let path = tree.path("adr").join(OsStr::from_bytes(name));
        if title.is_empty() {
            fs::create_dir(&path).unwrap();
            fs::write(path.join("c.md"), "# Three\n").unwrap();
        } else {
            fs::write(path, title).unwrap();
        }
    }
    let log = tree.load("adr");
    let told: Vec<_> = log
        .records
        .iter()
        .map(|record| (record.path.as_str(), record.title.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("adr/a.md", "A"),
            ("adr/b\u{fffd}.md", "Two"),
            ("adr/b\u{fffd}.md", "One"),
            ("adr/\u{fffd}-dir/c.md", "Three"),
        ]
    );
}
