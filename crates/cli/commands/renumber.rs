//! `decision renumber`: another number for a record whose number two branches took.

use std::io::{self, Write};

use clap::Args;
use decision_policy::author::{self, Left, Renumbered};
use decision_policy::workspace::Workspace;
use decision_policy::{file_edit, named, quote};
use serde_json::json;

use super::Report;
use crate::render::{self, json as envelope};

/// A terminal shows no more of them.
const MOST_LEFT: usize = 10;

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
    let named = arguments
        .record
        .as_deref()
        .map(|name| named::find(workspace, name))
        .transpose()?;
    let Some(done) = author::renumber(workspace, named, arguments.base.as_deref())? else {
        return match arguments.format {
            Report::Text => Ok(writeln!(
                out,
                "Nothing to do: no number is taken twice; `decision renumber RECORD` renumbers one all the same"
            )?),
            Report::Json => {
                let value = render::author::json(&[], arguments.dry_run);
                Ok(envelope::write(out, "renumber", &value)?)
            }
        };
    };
    if !arguments.dry_run {
        file_edit::write(&done.edits)?;
    }
    match arguments.format {
        Report::Text => {
            let (old, new) = (quote::path(&done.old), quote::path(&done.new));
            let would = if arguments.dry_run { "would be " } else { "" };
            let why = quote::plain(&done.why);
            writeln!(out, "{old} → {new}, {would}renamed: {why}")?;
            let pair = (done.old.as_str(), done.new.as_str());
            render::author::renamed(&done.edits, pair, arguments.dry_run, out)?;
            left(&done, out)?;
        }
        Report::Json => {
            let mut value = render::author::json(&done.edits, arguments.dry_run);
            value["old"] = json!(done.old);
            value["new"] = json!(done.new);
            value["why"] = json!(done.why);
            let left = done.left.iter();
            let left = left.map(|left| json!({ "path": left.path, "line": left.line }));
            value["left"] = left.collect();
            envelope::write(out, "renumber", &value)?;
        }
    }
    Ok(())
}

/// What a person has to see to.
fn left(done: &Renumbered, out: &mut dyn Write) -> io::Result<()> {
    if done.left.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nThese name {} still:", quote::path(&done.old))?;
    for Left { path, line } in done.left.iter().take(MOST_LEFT) {
        writeln!(out, "  {}:{line}", quote::path(path))?;
    }
    match done.left.len().saturating_sub(MOST_LEFT) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more: --format json"),
    }
}
