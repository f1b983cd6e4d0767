//! Files that were written, or would be.

use std::io::{self, Write};

use decision_policy::author::FileEdit;
use decision_policy::quote;
use serde_json::{Value, json};

use super::style::{ADDED, DIM, PATH, REMOVED};

/// For people: each file with the lines that change; of a file that is made or removed its name alone,
/// unless nothing is written and its text is all that there is to see.
pub(crate) fn text(edits: &[FileEdit], dry_run: bool, out: &mut dyn Write) -> io::Result<()> {
    let would = if dry_run { "would be " } else { "" };
    let mut changes = edits.iter().filter(|edit| edit.is_change()).peekable();
    if changes.peek().is_none() {
        return writeln!(out, "Nothing to change");
    }
    for edit in changes {
        let path = quote::path(&edit.path);
        let what = what(edit);
        writeln!(out, "{PATH}{path}{PATH:#} {DIM}{would}{what}{DIM:#}")?;
        let (removed, added) = match (edit.is_new(), edit.after()) {
            (true, _) if dry_run => edit.lines(),
            (true, _) | (_, None) => continue,
            _ => edit.lines(),
        };
        for line in removed {
            let line = format!("{REMOVED}-{REMOVED:#} {}", quote::block(&line));
            writeln!(out, "  {}", line.trim_end())?;
        }
        for line in added {
            let line = format!("{ADDED}+{ADDED:#} {}", quote::block(&line));
            writeln!(out, "  {}", line.trim_end())?;
        }
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
