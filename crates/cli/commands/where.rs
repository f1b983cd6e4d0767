//! `decision where`: which repository, which directories, by which rule, and what was read there.

use std::io::Write;

use clap::Args;
use decision_policy::workspace::Workspace;

use super::Report;
use crate::render::{json, place};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match arguments.format {
        Report::Text => place::text(workspace, out)?,
        Report::Json => json::write(out, "where", &json::place(workspace))?,
    }
    Ok(())
}
