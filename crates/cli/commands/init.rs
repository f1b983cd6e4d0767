//! `decision init`: a first log, or the one that is there, and what to do next.

use std::io::Write;

use clap::Args;
use decision_core::draft::Naming;
use decision_core::{Dialect, Severity};
use decision_policy::workspace::Workspace;
use decision_policy::{audit, author, file_edit, quote};
use serde_json::json;

use super::Report;
use crate::environment;
use crate::render::style::TITLE;
use crate::render::{self, json as envelope};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Write a first record, "Record decisions", into a log that has others too
    #[arg(long)]
    record: bool,
    /// Show what would be written and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

/// What to do next: a command, and what it does.
const NEXT: &[(&str, &str)] = &[
    (
        "decision new \"TITLE\"",
        "write a record, its scope taken from what you are changing",
    ),
    ("decision query WORDS", "find one"),
    (
        "decision install git",
        "check records and scope at each commit",
    ),
    (
        "decision install claude",
        "put records before the agent; also codex, gemini, copilot, cursor",
    ),
];

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let log = workspace.log();
    let is_first = log.records.is_empty();
    let style = author::style(workspace);
    let edits = if is_first || arguments.record {
        vec![author::first_record(workspace, environment::today())?.edit]
    } else {
        Vec::new()
    };
    if !arguments.dry_run {
        file_edit::write(&edits)?;
    }
    let without_scope = log
        .records
        .iter()
        .filter(|record| record.is_live() && record.affects.is_empty())
        .count();
    let is_wrong = audit::findings(workspace)
        .iter()
        .any(|finding| finding.severity < Severity::Info);
    if arguments.format == Report::Json {
        let mut value = render::author::json(&edits, arguments.dry_run);
        value["dir"] = json!(style.dir().label);
        value["records"] = json!(log.records.len());
        value["without_scope"] = json!(without_scope);
        return Ok(envelope::write(out, "init", &value)?);
    }
    if !is_first {
        let records = match log.records.len() {
            1 => "1 record".to_owned(),
            count => format!("{count} records"),
        };
        writeln!(
            out,
            "{TITLE}{records}{TITLE:#} in {}; new ones go to {}, {}, {}",
            quote::plain(&workspace.places()),
            quote::path(&style.dir().label),
            manner(style.dialect),
            naming(style.naming()),
        )?;
    }
    if !edits.is_empty() {
        render::author::text(&edits, arguments.dry_run, out)?;
    }
    writeln!(out, "\n{TITLE}Next{TITLE:#}")?;
    let mut steps: Vec<(String, String)> = Vec::new();
    if without_scope > 0 && !is_first {
        steps.push((
            "decision affects --suggest".to_owned(),
            match without_scope {
                1 => "propose paths for the record that names none".to_owned(),
                many => format!("propose paths for the {many} records that name none"),
            },
        ));
    }
    if is_wrong {
        steps.push((
            "decision validate".to_owned(),
            "see what is wrong with them".to_owned(),
        ));
    }
    let own = |(command, what): &(&str, &str)| ((*command).to_owned(), (*what).to_owned());
    steps.extend(NEXT.iter().map(own));
    let width = steps.iter().map(|(command, _)| command.len()).max();
    for (command, what) in &steps {
        let width = width.unwrap_or_default();
        writeln!(out, "  {command:width$}  {what}")?;
    }
    Ok(())
}

fn manner(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Native => "with front matter",
        Dialect::Nygard => "with a Status section",
        Dialect::Madr => "as MADR",
        Dialect::Labels => "with labels under the title",
        Dialect::Other => "like the others",
    }
}

fn naming(naming: &Naming) -> String {
    match naming {
        Naming::Numbered { prefix, width } => {
            format!("numbered as {}{:0width$}", quote::plain(prefix), 1)
        }
        Naming::Dated { .. } => "named by date".to_owned(),
        Naming::Plain => "named by title".to_owned(),
    }
}
