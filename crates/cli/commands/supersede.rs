//! `decision supersede`: one record in the place of another, said by both.

use std::io::Write;

use clap::{ArgGroup, Args};
use decision_policy::author::{self, Heir};
use decision_policy::workspace::Workspace;
use decision_policy::{file_edit, named};

use super::Report;
use super::new::date;
use crate::render::{self, json as envelope};

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("heir").required(true))]
pub(super) struct Arguments {
    /// The record that no longer holds: a slug, a number or a path
    record: String,
    /// The record that takes its place
    #[arg(long, value_name = "RECORD", group = "heir")]
    by: Option<String>,
    /// Write a new record of this title in its place, with its tags and its scope
    #[arg(long, value_name = "TITLE", group = "heir")]
    title: Option<String>,
    /// Show what would change and write nothing
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
    let old = named::find(workspace, &arguments.record)?;
    let heir = match (&arguments.by, &arguments.title) {
        (Some(by), _) => Heir::Present(named::find(workspace, by)?),
        (None, title) => {
            let title = title.clone().unwrap_or_default();
            let draft = author::successor(old, title, date(None)?);
            Heir::New(Box::new(author::new_record(workspace, &draft)?))
        }
    };
    let edits = author::supersede(workspace, old, heir)?;
    if !arguments.dry_run {
        file_edit::write(&edits)?;
    }
    match arguments.format {
        Report::Text => render::author::text(&edits, arguments.dry_run, out)?,
        Report::Json => {
            let value = render::author::json(&edits, arguments.dry_run);
            envelope::write(out, "supersede", &value)?;
        }
    }
    Ok(())
}
