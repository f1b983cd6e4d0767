//! `decision graph`: what leads from one record to another.

use std::io::Write;

use clap::{Args, ValueEnum};
use decision_core::{Names, Succession};
use decision_policy::graph;
use decision_policy::workspace::Workspace;

use crate::render::{json, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "dot")]
    format: Format,
    /// Show the records too that nothing leads to or from
    #[arg(long)]
    all: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For Graphviz
    Dot,
    /// A flow chart, as Markdown pages show it
    Mermaid,
    /// One JSON object
    Json,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let records = &workspace.log().records;
    let names = Names::of(records, |_| true);
    let succession = Succession::of(records, &names, |_| true);
    let graph = graph::of(records, &names, &succession, arguments.all);
    if workspace.located.dirs.is_empty() {
        text::no_log(workspace, &mut anstream::stderr())?;
    }
    match arguments.format {
        Format::Dot => out.write_all(graph.dot().as_bytes())?,
        Format::Mermaid => out.write_all(graph.mermaid().as_bytes())?,
        Format::Json => json::write(out, "graph", &json::graph(&graph, records))?,
    }
    Ok(())
}
