//! Files that were written, or would be.

use std::io::{self, Write};

use decision_policy::file_edit::{FileEdit, lines_between};
use decision_policy::quote;
use serde_json::{Value, json};

use super::style::{ADDED, DIM, PATH, REMOVED};

/// For people: each file with the lines that change; of a file that is made or removed its name alone,
/// unless nothing is written and its text is all that there is to see.
pub(crate) fn text(edits: &[FileEdit], dry_run: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut changes = edits.iter().filter(|edit| edit.is_change()).peekable();
    if changes.peek().is_none() {
        return writeln!(out, "Nothing to change");
    }
    changes.try_for_each(|edit| file(edit, dry_run, out))
}

/// The same where one of the files takes the place of another one: of these two only the lines that differ.
pub(crate) fn renamed(
    edits: &[FileEdit],
    (old, new): (&str, &str),
    dry_run: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let bytes = |path: &str| {
        let found = edits.iter().find(|edit| edit.path == path);
        found.map(FileEdit::bytes).unwrap_or_default()
    };
    let text = edits.iter().find(|edit| edit.path == new);
    let text = text.and_then(FileEdit::after).unwrap_or_default();
    let (removed, added) = lines_between(bytes(old), text);
    lines(&removed, &added, out)?;
    edits
        .iter()
        .filter(|edit| edit.is_change() && edit.path != old && edit.path != new)
        .try_for_each(|edit| file(edit, dry_run, out))
}

fn file(edit: &FileEdit, dry_run: bool, out: &mut dyn Write) -> io::Result<()> {
    let would = if dry_run { "would be " } else { "" };
    let path = quote::path(&edit.path);
    let what = what(edit);
    writeln!(out, "{PATH}{path}{PATH:#} {DIM}{would}{what}{DIM:#}")?;
    if edit.after().is_none() || edit.is_new() && !dry_run {
        return Ok(());
    }
    let (removed, added) = edit.lines();
    lines(&removed, &added, out)
}

fn lines(removed: &[String], added: &[String], out: &mut dyn Write) -> io::Result<()> {
    for line in removed {
        let line = format!("{REMOVED}-{REMOVED:#} {}", quote::block(line));
        writeln!(out, "  {}", line.trim_end())?;
    }
    for line in added {
        let line = format!("{ADDED}+{ADDED:#} {}", quote::block(line));
        writeln!(out, "  {}", line.trim_end())?;
    }
    Ok(())
}

fn what(edit: &FileEdit) -> &'static str {
    match (edit.is_new(), edit.after()) {
        (true, _) => "written",
        (false, Some(_)) => "changed",
        (false, None) => "removed",
    }
}

/// The same as data.
pub(crate) fn json(edits: &[FileEdit], dry_run: bool) -> Value {
    let changes = edits.iter().filter(|edit| edit.is_change());
    let files: Vec<Value> = changes
        .map(|edit| {
            let (removed, added) = edit.lines();
            json!({
                "path": edit.path,
                "change": what(edit),
                "removed": removed,
                "added": added,
            })
        })
        .collect();
    json!({ "written": !dry_run, "files": files })
}
