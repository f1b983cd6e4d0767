//! `decision show`: one record, whole.

use std::io::Write;

use anyhow::bail;
use clap::Args;
use decision_core::DecisionLog;
use decision_policy::quote;
use decision_policy::workspace::Workspace;

use super::Format;
use crate::render::{json, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A slug, its last part, a number or a path
    record: String,
    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let log = workspace.log();
    let found = log.find(&arguments.record);
    let record = match found[..] {
        [record] => record,
        [] => bail!(
            "no record `{}` among {} in {}{}",
            quote::line(&arguments.record),
            log.records.len(),
            workspace.places(),
            suggestion(log, &arguments.record)
        ),
        _ => {
            let names: Vec<&str> = found.iter().map(|record| record.path.as_str()).collect();
            bail!(
                "`{}` may be any of: {}; name one by its path",
                quote::line(&arguments.record),
                names.join(", ")
            )
        }
    };
    match arguments.format {
        Format::Text => text::record(record, out)?,
        Format::Json => json::write(out, "show", &json::record(record))?,
        Format::Slugs => text::slugs(std::iter::once(record), out)?,
    }
    Ok(())
}

/// The slug that shares the most with what was asked for.
fn suggestion(log: &DecisionLog, name: &str) -> String {
    let name = name.to_lowercase();
    let parts: Vec<&str> = name
        .split(['-', '_', ' ', '/'])
        .filter(|part| part.len() > 2)
        .collect();
    let shared = |slug: &str| {
        parts
            .iter()
            .filter(|part| slug.to_lowercase().contains(**part))
            .count()
    };
    let best = log
        .records
        .iter()
        .max_by_key(|record| shared(&record.slug))
        .filter(|record| shared(&record.slug) > 0);
    best.map_or_else(
        || "; `decision list` names them".to_owned(),
        |record| format!("; did you mean `{}`?", record.slug),
    )
}
