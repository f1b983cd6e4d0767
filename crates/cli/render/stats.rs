//! A log in numbers.

use std::io::{self, Write};

use decision_core::Dialect;
use decision_policy::quote;
use decision_policy::stats::Stats;
use serde_json::{Map, Value, json};

use super::json::status_kind;
use super::style::{DEAD, DIM, TITLE};

/// So many tags are shown; the rest is counted.
const MAX_TAGS: usize = 20;

/// For people.
pub(crate) fn text(stats: &Stats, out: &mut dyn Write) -> io::Result<()> {
    let scope = stats.in_force + stats.proposed - stats.with_scope;
    writeln!(
        out,
        "{} records, {}; {scope} of these without `affects`",
        stats.records,
        quote::in_force(stats.in_force, stats.proposed)
    )?;
    let status = stats.by_status.iter();
    section(
        "status",
        status.map(|(kind, count)| (kind.map_or("none given", status_kind).to_owned(), *count)),
        out,
    )?;
    let tags = stats.by_tag.iter().take(MAX_TAGS);
    section(
        "tag",
        tags.map(|(tag, count)| (quote::path(tag), *count)),
        out,
    )?;
    let more = stats.by_tag.len().saturating_sub(MAX_TAGS);
    if more > 0 {
        writeln!(out, "  {DIM}and {more} more tags: --format json{DIM:#}")?;
    }
    if stats.untagged > 0 && !stats.by_tag.is_empty() {
        row("no tag", stats.untagged, out)?;
    }
    let years = stats.by_year.iter();
    section(
        "year",
        years.map(|(year, count)| (year.as_deref().unwrap_or("no date").to_owned(), *count)),
        out,
    )?;
    let dialects = stats.by_dialect.iter();
    section(
        "dialect",
        dialects.map(|(dialect, count)| (dialect_name(*dialect).to_owned(), *count)),
        out,
    )?;
    let places = stats.by_place.iter();
    section(
        "directory",
        places.map(|(label, count)| (quote::path(label), *count)),
        out,
    )?;
    writeln!(
        out,
        "\ndeclared links between records: {}; records that took the place of others: {}; files skipped: {}",
        stats.links, stats.successors, stats.skipped
    )?;
    for (path, message) in &stats.orphans {
        let (path, message) = (quote::path(path), quote::plain(message));
        writeln!(
            out,
            "{DEAD}link that leads nowhere{DEAD:#}  {path}: {message}"
        )?;
    }
    Ok(())
}

fn section(
    heading: &str,
    rows: impl Iterator<Item = (String, usize)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        writeln!(out, "\n{TITLE}{heading}{TITLE:#}")?;
    }
    for (name, count) in rows {
        row(&name, count, out)?;
    }
    Ok(())
}

fn row(name: &str, count: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {count:>6}  {name}")
}

/// The same for programs, with every tag.
pub(crate) fn json(stats: &Stats) -> Value {
    let map = |counts: &mut dyn Iterator<Item = (String, usize)>| -> Map<String, Value> {
        counts.map(|(key, count)| (key, json!(count))).collect()
    };
    let status = stats.by_status.iter();
    let years = stats.by_year.iter();
    let dialects = stats.by_dialect.iter();
    let orphans = stats.orphans.iter();
    json!({
        "records": stats.records,
        "in_force": stats.in_force,
        "proposed": stats.proposed,
        "with_affects": stats.with_scope,
        "untagged": stats.untagged,
        "successors": stats.successors,
        "links": stats.links,
        "skipped": stats.skipped,
        "status": map(&mut status.map(|(kind, count)| (kind.map_or("none", status_kind).to_owned(), *count))),
        "tags": map(&mut stats.by_tag.iter().cloned()),
        "years": map(&mut years.map(|(year, count)| (year.as_deref().unwrap_or("none").to_owned(), *count))),
        "dialects": map(&mut dialects.map(|(dialect, count)| (dialect_name(*dialect).to_owned(), *count))),
        "dirs": map(&mut stats.by_place.iter().cloned()),
        "orphans": orphans.map(|(path, message)| json!({ "path": path, "message": message })).collect::<Vec<_>>(),
    })
}

/// A word for a dialect.
fn dialect_name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Native => "native",
        Dialect::Nygard => "nygard",
        Dialect::Madr => "madr",
        Dialect::Labels => "labels",
        Dialect::Other => "other",
    }
}
