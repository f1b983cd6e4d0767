//! `decision renumber`: another number for a record whose number two branches took.

use std::io::Write;

use clap::Args;
use decision_policy::author;
use decision_policy::quote;
use decision_policy::workspace::Workspace;
use serde_json::json;

use super::Report;
use crate::render::{self, json as envelope};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The record [default: of two that share a number the one that is not merged]
    record: Option<String>,
    /// The revision that it will be merged into: what that has keeps its numbers
    #[arg(long, value_name = "REV")]
    base: Option<String>,
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
    let log = workspace.log();
    let named = arguments
        .record
        .as_deref()
        .map(|name| author::find(log, name))
        .transpose()?;
    let done = author::renumber(workspace, named, arguments.base.as_deref())?;
    if !arguments.dry_run {
        author::write(&done.edits)?;
    }
    match arguments.format {
        Report::Text => {
            let (old, new) = (quote::path(&done.old), quote::path(&done.new));
            let would = if arguments.dry_run { "would be " } else { "" };
            let why = quote::plain(&done.why);
            writeln!(out, "{old} → {new}, {would}renamed: {why}")?;
            let pair = (done.old.as_str(), done.new.as_str());
            render::author::renamed(&done.edits, pair, arguments.dry_run, out)?;
        }
        Report::Json => {
            let mut value = render::author::json(&done.edits, arguments.dry_run);
            value["old"] = json!(done.old);
            value["new"] = json!(done.new);
            value["why"] = json!(done.why);
            envelope::write(out, "renumber", &value)?;
        }
    }
    Ok(())
}
