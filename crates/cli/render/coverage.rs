//! How much of the source is governed.

use std::io::{self, Write};

use decision_core::DecisionLog;
use decision_policy::coverage::{Coverage, Directory, Share};
use decision_policy::quote;
use serde_json::{Value, json};

use super::style::{DIM, PATH};

/// So many directories are shown; the rest is counted.
const MAX_DIRECTORIES: usize = 30;
/// A longer path breaks the columns rather than making all of them that wide.
const MAX_COLUMN: usize = 48;

/// For people: the whole, the directories with the most files that no record governs, and what was not
/// looked at.
pub(crate) fn text(log: &DecisionLog, coverage: &Coverage, out: &mut dyn Write) -> io::Result<()> {
    let Share {
        files, governed, ..
    } = coverage.total;
    writeln!(
        out,
        "{governed} of {files} source files ({}) are governed, by {} of {} records in force or proposed",
        percent(coverage.total),
        coverage.governing.len(),
        coverage.live,
    )?;
    let open: Vec<&Directory> = coverage
        .directories
        .iter()
        .filter(|directory| directory.share.open() > 0)
        .collect();
    directories(&open, out)?;
    let whole = coverage.directories.len() - open.len();
    if whole > 0 {
        let (noun, verb) = match whole {
            1 => ("directory", "is"),
            _ => ("directories", "are"),
        };
        writeln!(out, "\n{whole} {noun} {verb} governed as a whole")?;
    }
    not_counted(log, coverage, out)
}

/// A table of the directories in which something is open; of many the first ones.
fn directories(open: &[&Directory], out: &mut dyn Write) -> io::Result<()> {
    let shown = &open[..open.len().min(MAX_DIRECTORIES)];
    let paths: Vec<String> = shown
        .iter()
        .map(|directory| quote::path(&directory.path))
        .collect();
    let longest = paths.iter().map(|path| path.chars().count()).max();
    let width = longest.unwrap_or(0).clamp("directory".len(), MAX_COLUMN);
    if !shown.is_empty() {
        writeln!(
            out,
            "\n{DIM}{:width$}  {:>8}  {:>8}  {:>4}{DIM:#}",
            "directory", "files", "governed", "%"
        )?;
    }
    for (directory, path) in shown.iter().zip(&paths) {
        let share = directory.share;
        writeln!(
            out,
            "{PATH}{path:width$}{PATH:#}  {:>8}  {:>8}  {:>4}",
            share.files,
            share.governed,
            percent(share)
        )?;
    }
    if open.len() > shown.len() {
        writeln!(
            out,
            "{DIM}and {} more: --depth 1 for fewer, --format json for all{DIM:#}",
            open.len() - shown.len()
        )?;
    }
    Ok(())
}

/// What is in none of the numbers.
fn not_counted(log: &DecisionLog, coverage: &Coverage, out: &mut dyn Write) -> io::Result<()> {
    if !coverage.broad.is_empty() {
        let paths: Vec<String> = coverage
            .broad
            .iter()
            .map(|record| quote::path(&log.records[*record].path))
            .collect();
        writeln!(
            out,
            "\n{} claimed by nothing but a scope that claims most of the tree, and not counted: {}",
            match coverage.total.broad_only {
                1 => "1 file is".to_owned(),
                files => format!("{files} files are"),
            },
            paths.join(", ")
        )?;
    }
    if !coverage.left_out.is_empty() {
        let kinds: Vec<String> = coverage
            .left_out
            .iter()
            .map(|(kind, files)| format!("{files} {}", kind.name()))
            .collect();
        writeln!(out, "\n{DIM}no source: {}{DIM:#}", kinds.join(", "))?;
    }
    Ok(())
}

/// Of a hundred files how many are governed; a few of very many are not none.
fn percent(share: Share) -> String {
    match share.percent() {
        0 if share.governed > 0 => "<1%".to_owned(),
        percent => format!("{percent}%"),
    }
}

/// The same for programs, with every directory.
pub(crate) fn json(log: &DecisionLog, coverage: &Coverage, depth: u8) -> Value {
    let paths = |records: &[usize]| -> Vec<&str> {
        let records = records.iter();
        records
            .map(|record| log.records[*record].path.as_str())
            .collect()
    };
    let directories: Vec<Value> = coverage
        .directories
        .iter()
        .map(|directory| {
            let mut value = share(directory.share);
            value["path"] = json!(directory.path);
            value
        })
        .collect();
    let left_out: serde_json::Map<String, Value> = coverage
        .left_out
        .iter()
        .map(|(kind, files)| (kind.name().to_owned(), json!(files)))
        .collect();
    json!({
        "depth": depth,
        "total": share(coverage.total),
        "directories": directories,
        "left_out": left_out,
        "records_live": coverage.live,
        "governing": paths(&coverage.governing),
        "broad": paths(&coverage.broad),
    })
}

fn share(share: Share) -> Value {
    json!({
        "files": share.files,
        "governed": share.governed,
        "broad_only": share.broad_only,
        "percent": share.percent(),
    })
}
