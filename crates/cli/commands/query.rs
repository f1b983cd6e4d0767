//! `decision query`: the ranking of the hook, for a person or a program.

use std::io::Write;

use clap::Args;
use decision_policy::search::{Purpose, search};
use decision_policy::workspace::Workspace;

use super::Format;
use crate::render::{json, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What to look for: any words, a question, a path. Records that have more of them, and in their
    /// titles, come first
    words: Vec<String>,
    /// How many records at most
    #[arg(short = 'n', long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Show what each part of a score comes from
    #[arg(long)]
    explain: bool,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let answer = search(
        workspace,
        &arguments.words.join(" "),
        arguments.limit as usize,
        Purpose::Browse,
    );
    match arguments.format {
        Format::Text => text::answer(workspace, &answer, arguments.explain, out)?,
        Format::Json => json::write(
            out,
            "query",
            &json::answer(workspace, &answer, arguments.explain),
        )?,
        Format::Slugs => text::slugs(answer.results.iter().map(|found| found.record), out)?,
    }
    Ok(())
}
