//! `decision list`: every record, and what was skipped and why.

use std::io::Write;

use clap::Args;
use decision_policy::workspace::Workspace;

use super::Format;
use crate::render::{json, list, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let log = workspace.log();
    match arguments.format {
        Format::Text => list::text(workspace, log, out)?,
        Format::Json => json::write(out, "list", &json::list(workspace))?,
        Format::Slugs => text::slugs(log.records.iter(), out)?,
    }
    Ok(())
}
