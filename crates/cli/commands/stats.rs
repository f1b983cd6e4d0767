//! `decision stats`: the log in numbers.

use std::io::Write;

use clap::Args;
use decision_policy::stats;
use decision_policy::workspace::Workspace;

use super::Report;
use crate::render;

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
    let stats = stats::of(workspace);
    match arguments.format {
        Report::Text if workspace.located.dirs.is_empty() => render::text::no_log(workspace, out)?,
        Report::Text => render::stats::text(&stats, out)?,
        Report::Json => render::json::write(out, "stats", &render::stats::json(&stats))?,
    }
    Ok(())
}
