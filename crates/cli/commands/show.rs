//! `decision show`: one record, whole.

use std::io::Write;

use clap::Args;
use decision_policy::named;
use decision_policy::workspace::Workspace;

use super::Format;
use crate::render::{json, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A slug, its last part, a number or a path
    record: String,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let record = named::find(workspace, &arguments.record)?;
    match arguments.format {
        Format::Text => text::record(record, out)?,
        Format::Json => json::write(out, "show", &json::record(record))?,
        Format::Slugs => text::slugs(std::iter::once(record), out)?,
    }
    Ok(())
}
