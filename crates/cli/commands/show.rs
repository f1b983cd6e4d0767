//! `decision show`: one record, whole.

use std::io::Write;

use anyhow::bail;
use clap::Args;
use decision_core::Decision;
use decision_policy::quote;
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
    let log = workspace.log();
    // A path as the shell completes it, from where the user stands.
    let inside = workspace.repository.relative(&arguments.record);
    let by_path = inside
        .map(|path| log.find(&path))
        .filter(|found| !found.is_empty());
    let found = by_path.unwrap_or_else(|| log.find(&arguments.record));
    let name = quote::plain(&arguments.record);
    let record = match found[..] {
        [record] => record,
        [] => bail!("{}", missing(workspace, &name)),
        _ => {
            let names: Vec<&str> = found.iter().map(|record| record.slug.as_str()).collect();
            bail!("`{name}` may be any of: {}", names.join(", "))
        }
    };
    match arguments.format {
        Format::Text => text::record(record, out)?,
        Format::Json => json::write(out, "show", &json::record(record))?,
        Format::Slugs => text::slugs(std::iter::once(record), out)?,
    }
    Ok(())
}

/// That there is no such record, and what may have been meant.
fn missing(workspace: &Workspace, name: &str) -> String {
    let log = workspace.log();
    if log.records.is_empty() {
        return format!(
            "no record `{name}`: no records were read; `decision where` says where they are looked for"
        );
    }
    if let Some(skipped) = log
        .skipped
        .iter()
        .find(|skipped| !name.is_empty() && skipped.path.ends_with(name))
    {
        return format!(
            "`{}` is no record: skipped as {}",
            skipped.path,
            skipped.reason.words()
        );
    }
    let lower = name.to_lowercase();
    let parts: Vec<&str> = lower
        .split(['-', '_', ' ', '/'])
        .filter(|part| part.len() > 2)
        .collect();
    let shared = |record: &&Decision| {
        let slug = record.slug.to_lowercase();
        let words: Vec<&str> = slug.split(['-', '_', ' ', '/']).collect();
        parts.iter().filter(|part| words.contains(part)).count()
    };
    let best = log
        .records
        .iter()
        .max_by_key(shared)
        .filter(|record| shared(record) > 0);
    let hint = best.map_or_else(
        || "`decision list` names them".to_owned(),
        |record| format!("did you mean `{}`?", record.slug),
    );
    format!(
        "no record `{name}` among {} in {}; {hint}",
        log.records.len(),
        workspace.places()
    )
}
