//! Files that are about to change, and what may have become of them meanwhile.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;

use decision_core::replace::ReplaceError;
use decision_policy::file_edit::{self, FileEdit, FileError};

#[test]
fn a_file_that_is_no_text_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.md");
    fs::write(&file, b"\xff\xfe").unwrap();
    let edit = FileEdit::read(folder.path(), "a.md").unwrap();
    assert!(!edit.is_change() && !edit.is_new() && edit.after().is_none());
    file_edit::write(&[edit]).unwrap();
    assert_eq!(fs::read(&file).unwrap(), b"\xff\xfe");
}

#[test]
fn nothing_is_written_where_one_file_is_other_than_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    for name in ["a.md", "b.md"] {
        fs::write(root.join(name), "old").unwrap();
    }
    let read = |name| FileEdit::read(root, name).unwrap();
    let edits = [
        FileEdit::create(root, "c.md".to_owned(), root.join("c.md"), "new".to_owned()).unwrap(),
        read("a.md").change("new".to_owned()),
        read("b.md").remove(),
    ];
    fs::write(root.join("b.md"), "of somebody else").unwrap();
    let error = file_edit::write(&edits).unwrap_err();
    assert!(
        matches!(error, FileError::Write(ReplaceError::Changed(_))),
        "{error}"
    );
    assert_eq!(fs::read_to_string(root.join("a.md")).unwrap(), "old");
    assert!(!root.join("c.md").exists());

    fs::write(root.join("b.md"), "old").unwrap();
    file_edit::write(&edits).unwrap();
    assert_eq!(fs::read_to_string(root.join("a.md")).unwrap(), "new");
    assert_eq!(fs::read_to_string(root.join("c.md")).unwrap(), "new");
    assert!(!root.join("b.md").exists());
}

#[cfg(unix)]
#[test]
fn what_leads_out_or_is_no_file_is_neither_read_nor_written() {
    use decision_policy::inside::NotUsed;

    let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let root = folder.path();
    let target = outside.path().join("profile");
    fs::write(&target, "old").unwrap();
    fs::write(root.join("a.md"), "old").unwrap();
    let edit = FileEdit::read(root, "a.md")
        .unwrap()
        .change("new".to_owned());

    // The same text behind a link that came in between.
    fs::remove_file(root.join("a.md")).unwrap();
    std::os::unix::fs::symlink(&target, root.join("a.md")).unwrap();
    let refused = |error: FileError| match error {
        FileError::Read { source, .. } => source,
        other => panic!("{other}"),
    };
    let error = refused(file_edit::write(&[edit]).unwrap_err());
    assert!(matches!(error, NotUsed::Outside), "{error}");
    assert_eq!(fs::read_to_string(&target).unwrap(), "old");
    let error = refused(FileEdit::read(root, "a.md").unwrap_err());
    assert!(matches!(error, NotUsed::Outside), "{error}");

    let pipe = root.join("pipe.md");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let error = refused(FileEdit::read(root, "pipe.md").unwrap_err());
    assert!(matches!(error, NotUsed::NoFile), "{error}");
}
