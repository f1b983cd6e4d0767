//! Where a log is, for people.

use std::io::{self, Write};

use decision_git::Sharing;
use decision_policy::workspace::Workspace;
use decision_policy::{audit, quote};

use super::style::PATH;

/// Which repository, which directories and why.
pub(crate) fn text(workspace: &Workspace, out: &mut dyn Write) -> io::Result<()> {
    let repository = &workspace.repository;
    writeln!(
        out,
        "root       {PATH}{}{PATH:#}",
        quote::path(&repository.root().display().to_string())
    )?;
    writeln!(out, "kind       {}", repository.kind())?;
    if let Some(submodule) = repository.submodule_path() {
        writeln!(
            out,
            "submodule  {} (its own changes count under this path)",
            quote::path(submodule)
        )?;
    }
    match repository.no_changes() {
        None => writeln!(out, "changes    known from git")?,
        Some(reason) => {
            writeln!(
                out,
                "changes    not known: {}",
                quote::plain(&reason.to_string())
            )?;
            if let Some(remedy) = reason.remedy() {
                writeln!(out, "           {} allows it", quote::plain(&remedy))?;
            }
        }
    }
    let log = workspace.log();
    for (index, located) in workspace.located.dirs.iter().enumerate() {
        let records = log
            .records
            .iter()
            .filter(|record| record.place == index)
            .count();
        let shared = match repository.sharing(&located.dir) {
            Sharing::Ignored => "; ignored by git, so not shared",
            Sharing::Untracked => "; not tracked by git yet, so not shared",
            Sharing::Tracked | Sharing::Unknown => "",
        };
        let label = quote::path(&located.dir.label);
        writeln!(
            out,
            "directory  {PATH}{label}{PATH:#} ({}): {records} records{shared}",
            located.found_by
        )?;
    }
    if workspace.located.dirs.is_empty() {
        let label = quote::path(&workspace.located.create_in.label);
        writeln!(
            out,
            "directory  none holds records; a new log would begin in {PATH}{label}{PATH:#}"
        )?;
    }
    for note in &workspace.located.notes {
        writeln!(out, "note       {}", quote::plain(&note.to_string()))?;
    }
    for skipped in &log.skipped {
        writeln!(
            out,
            "skipped    {} ({})",
            quote::path(&skipped.path),
            skipped.reason.words()
        )?;
    }
    for finding in audit::findings(workspace) {
        writeln!(out, "finding    {}", quote::plain(&finding.to_string()))?;
    }
    Ok(())
}
