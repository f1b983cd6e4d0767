//! Every record of a log on a line, for people.

use std::io::{self, Write};

use decision_core::DecisionLog;
use decision_policy::workspace::Workspace;
use decision_policy::{audit, quote};

use super::style::{DEAD, DIM, PATH};
use super::text::{no_log, status_word};

/// A longer slug breaks the columns rather than making all of them that wide.
const MAX_COLUMN: usize = 48;

/// Every record, what was skipped, what is odd.
pub(crate) fn text(
    workspace: &Workspace,
    log: &DecisionLog,
    out: &mut dyn Write,
) -> io::Result<()> {
    if workspace.located.dirs.is_empty() {
        return no_log(workspace, out);
    }
    let in_force = audit::in_force(workspace);
    let dates = audit::dates(workspace);
    let slugs: Vec<String> = log
        .records
        .iter()
        .map(|record| quote::path(&record.slug))
        .collect();
    let width = slugs
        .iter()
        .map(|slug| slug.chars().count())
        .max()
        .unwrap_or(0)
        .min(MAX_COLUMN);
    let records = log.records.iter().zip(&slugs).zip(in_force).zip(dates);
    for (((record, slug), in_force), date) in records {
        let date = date.map_or_else(String::new, |date| quote::plain_excerpt(&date, 10));
        let note = match &record.status {
            Some(status) if !in_force && status.kind.is_live() => {
                format!("  {DEAD}not in force{DEAD:#}")
            }
            None if !in_force => format!("  {DEAD}not in force{DEAD:#}"),
            _ => String::new(),
        };
        let title = quote::plain_excerpt(&record.title, 100);
        writeln!(
            out,
            "{DIM}{date:10}{DIM:#}  {PATH}{slug:width$}{PATH:#}  {title}{}{note}",
            status_word(record)
        )?;
    }
    let places = quote::path(&workspace.places());
    writeln!(
        out,
        "{DIM}read {}, skipped {} in {places}{DIM:#}",
        log.records.len(),
        log.skipped.len()
    )?;
    for skipped in &log.skipped {
        let path = quote::path(&skipped.path);
        writeln!(
            out,
            "{DIM}skipped ({}): {path}{DIM:#}",
            skipped.reason.words()
        )?;
    }
    for finding in audit::findings(workspace) {
        writeln!(out, "{}", quote::plain(&finding.to_string()))?;
    }
    Ok(())
}
