//! `decision new`: a record in the log's own style.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use decision_core::draft::Draft;
use decision_core::{Decision, lint};
use decision_policy::author::{self, NewRecord};
use decision_policy::suggest::Tree;
use decision_policy::workspace::Workspace;
use decision_policy::{file_edit, quote};
use serde_json::json;

use super::Report;
use crate::render::{self, json as envelope};
use crate::{editor, environment};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What it is called
    title: String,
    /// The one sentence that says what is decided
    #[arg(long, value_name = "SENTENCE")]
    description: Option<String>,
    /// A tag; may be given several times
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// A path, directory or glob that it governs, from the root; may be given several times [default: the
    /// files being changed]
    #[arg(long, value_name = "ENTRY")]
    affects: Vec<String>,
    /// Propose no scope
    #[arg(long, conflicts_with = "affects")]
    no_affects: bool,
    /// Where it stands [default: proposed, where the records of the log say so at all]
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,
    /// The day of the decision [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<String>,
    /// Do not open it in $VISUAL or $EDITOR, which happens on a terminal, without a shell
    #[arg(long)]
    no_edit: bool,
    /// Show the record and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut notes = Vec::new();
    let affects = if !arguments.affects.is_empty() || arguments.no_affects {
        arguments.affects.clone()
    } else {
        let proposal = author::propose_scope(workspace);
        if let Some(note) = proposal.note {
            notes.push(format!("no scope, or not all of it, was proposed: {note}"));
        }
        proposal.entries
    };
    let draft = Draft {
        title: arguments.title.clone(),
        description: arguments.description.clone(),
        date: date(arguments.date.as_deref())?,
        status: arguments.status.clone(),
        tags: arguments.tags.clone(),
        affects,
        sections: Vec::new(),
    };
    let new = author::new_record(workspace, &draft)?;
    if !arguments.affects.is_empty()
        && let Ok(files) = workspace.repository.tracked_files()
    {
        let tree = Tree::new(files);
        for entry in &arguments.affects {
            if tree.claimed_by(entry.trim_start_matches('!')) == 0 {
                notes.push(format!("`{entry}` matches no tracked file yet"));
            }
        }
    }
    let bytes = new.rendered.text.clone().into_bytes();
    let (read, _) = Decision::read(&new.rendered.path, &new.rendered.slug, 0, bytes);
    if !arguments.tags.iter().all(|tag| read.tags.contains(tag)) {
        notes.push("the records of this log have no place for tags; they were left out".to_owned());
    }
    finish(new, arguments, &notes, out)
}

/// The date as given, if it is one; else today.
pub(super) fn date(given: Option<&str>) -> anyhow::Result<String> {
    match given {
        None => Ok(environment::today()),
        Some(date) => {
            let is_date = date.parse::<jiff::civil::Date>().is_ok() && date.len() == 10;
            anyhow::ensure!(is_date, "--date {date}: no date; write it as YYYY-MM-DD");
            Ok(date.to_owned())
        }
    }
}

fn finish(
    new: NewRecord,
    arguments: &Arguments,
    notes: &[String],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let edits = [new.edit];
    if !arguments.dry_run {
        file_edit::write(&edits)?;
    }
    match arguments.format {
        Report::Json => {
            let mut value = render::author::json(&edits, arguments.dry_run);
            value["path"] = json!(new.rendered.path);
            value["slug"] = json!(new.rendered.slug);
            value["notes"] = json!(notes);
            envelope::write(out, "new", &value)?;
        }
        Report::Text if arguments.dry_run => {
            render::author::text(&edits, true, out)?;
        }
        // Alone on its line, so that a script can take it.
        Report::Text => writeln!(out, "{}", quote::path(&new.rendered.path))?,
    }
    for note in notes {
        writeln!(anstream::stderr(), "note: {}", quote::plain(note))?;
    }
    let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if arguments.dry_run || arguments.no_edit || !on_terminal {
        return Ok(());
    }
    let Some(program) = environment::editor() else {
        return Ok(());
    };
    out.flush()?;
    editor::open(&program, &new.rendered.file)?;
    let bytes = std::fs::read(&new.rendered.file)?;
    let (_, findings) = lint::read(&new.rendered.path, &new.rendered.slug, 0, bytes);
    for finding in findings {
        writeln!(anstream::stderr(), "{}", quote::plain(&finding.to_string()))?;
    }
    Ok(())
}
