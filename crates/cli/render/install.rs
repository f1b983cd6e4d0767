//! Plans of installations, for people and for programs.

use std::io::{self, Write};
use std::path::Path;

use decision_policy::quote;
use serde_json::{Value, json};

use super::diff;
use super::style::{DIM, PATH};
use crate::install::git::Manager;
use crate::install::{Plan, Step, Write as Kind};

/// The steps, each with what it changes in a file; then what else there is to know. What a program holds is of
/// use to few, and shown where `shows_programs`.
pub(crate) fn plan(plan: &Plan, shows_programs: bool, out: &mut dyn Write) -> io::Result<()> {
    for step in &plan.steps {
        match step {
            Step::MakeFolder(path) => line("make the folder", path, out)?,
            Step::RemoveFolder(path) => line("remove the folder, if it is empty:", path, out)?,
            Step::Remove { path, .. } => line("remove", path, out)?,
            Step::Rename { from, to } => {
                let to = shown(to);
                let from = shown(from);
                writeln!(
                    out,
                    "rename {PATH}{from}{PATH:#}\n    to {PATH}{to}{PATH:#}"
                )?;
            }
            Step::Write {
                path,
                kind: Kind::Memory,
                ..
            } => {
                line("remember what is there in", path, out)?;
            }
            Step::Write {
                path,
                before,
                after,
                kind,
            } => {
                let verb = match (before, kind) {
                    (None, Kind::Hook) => "write the program",
                    (None, _) => "write",
                    (Some(_), _) => "change",
                };
                line(verb, path, out)?;
                if *kind != Kind::Hook || shows_programs {
                    diff::write(before.as_deref().unwrap_or_default(), after, out)?;
                }
            }
        }
    }
    for note in &plan.notes {
        writeln!(out, "{DIM}note:{DIM:#} {}", quote::plain(note))?;
    }
    Ok(())
}

/// What to tell a program that keeps the hooks itself.
pub(crate) fn managed(folder: &Path, manager: Manager, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "The hooks in {PATH}{}{PATH:#} are kept by {}. Add {}",
        shown(folder),
        manager.name(),
        manager.snippet()
    )
}

/// The same for programs.
pub(crate) fn plan_json(plan: &Plan, done: bool) -> Value {
    let steps: Vec<Value> = plan
        .steps
        .iter()
        .map(|step| match step {
            Step::MakeFolder(path) => json!({ "step": "make-folder", "path": path }),
            Step::RemoveFolder(path) => json!({ "step": "remove-folder", "path": path }),
            Step::Remove { path, .. } => json!({ "step": "remove", "path": path }),
            Step::Rename { from, to } => json!({ "step": "rename", "path": from, "to": to }),
            Step::Write {
                path,
                kind: Kind::Memory,
                ..
            } => json!({ "step": "remember", "path": path }),
            Step::Write {
                path,
                before,
                after,
                ..
            } => json!({ "step": "write", "path": path, "before": before, "after": after }),
        })
        .collect();
    json!({ "steps": steps, "notes": plan.notes, "done": done })
}

fn line(verb: &str, path: &Path, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{verb} {PATH}{}{PATH:#}", shown(path))
}

fn shown(path: &Path) -> String {
    quote::path(&path.display().to_string())
}
