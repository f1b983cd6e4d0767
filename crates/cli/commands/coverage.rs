//! `decision coverage`: which part of the tracked source the log governs.

use std::io::Write;

use clap::Args;
use decision_policy::coverage;
use decision_policy::workspace::Workspace;

use super::Report;
use crate::render;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// How many folders deep directories are told apart
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    depth: u8,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let coverage = coverage::of(workspace, usize::from(arguments.depth))?;
    let log = workspace.log();
    match arguments.format {
        Report::Text if workspace.located.dirs.is_empty() => render::text::no_log(workspace, out)?,
        Report::Text => render::coverage::text(log, &coverage, out)?,
        Report::Json => {
            let value = render::coverage::json(log, &coverage, arguments.depth);
            render::json::write(out, "coverage", &value)?;
        }
    }
    Ok(())
}
