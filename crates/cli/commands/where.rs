//! `decision where`: which repository, which directories, by which rule, and what was read there.

use std::io::Write;

use clap::{Args, ValueEnum};
use decision_policy::workspace::Workspace;

use crate::render::{json, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match arguments.format {
        Format::Text => text::place(workspace, out)?,
        Format::Json => json::write(out, "where", &json::place(workspace))?,
    }
    Ok(())
}
