//! What the code has left behind.

use std::io::{self, Write};

use decision_core::{Decision, DecisionLog};
use decision_policy::check::Repaired;
use decision_policy::quote;
use decision_policy::stale::{By, Dead, Drift, How, Stale, Went};
use serde_json::{Value, json};

use super::style::{ADDED, DEAD, DIM, PATH, REMOVED, TITLE, counted};

/// So many characters tell a commit from all others.
const SHORT: usize = 9;
/// So many records with changed code are shown; the rest is counted.
const MAX_DRIFT: usize = 20;
/// So many places are named where an entry's files went to several.
const MAX_PLACES: usize = 4;

/// For people: dead entries with what to write in their place, then the records whose code changed most.
pub(crate) fn text(
    log: &DecisionLog,
    stale: &Stale,
    least: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let is_partial = stale.shallow || stale.incomplete.is_some();
    let mut last = None;
    for dead in &stale.dead {
        if last != Some(dead.record) {
            heading(&log.records[dead.record], out)?;
            last = Some(dead.record);
        }
        entry(dead, is_partial, out)?;
    }
    if !stale.dead.is_empty() {
        writeln!(out)?;
    }
    let much: Vec<&Drift> = stale
        .drift
        .iter()
        .filter(|drift| drift.percent() >= least)
        .collect();
    if !much.is_empty() {
        writeln!(
            out,
            "{TITLE}Governed code that changed since the record did{TITLE:#}"
        )?;
        for drift in much.iter().take(MAX_DRIFT) {
            drifted(&log.records[drift.record], drift, out)?;
        }
        if much.len() > MAX_DRIFT {
            let more = counted(much.len() - MAX_DRIFT, "more record");
            writeln!(out, "  {DIM}and {more}; `--format json` has all{DIM:#}")?;
        }
        writeln!(out)?;
    }
    summary(stale, much.len(), least, out)
}

fn heading(record: &Decision, out: &mut dyn Write) -> io::Result<()> {
    let title = quote::line(&record.title);
    let path = quote::path(&record.path);
    writeln!(out, "{TITLE}{title}{TITLE:#} {DIM}{path}{DIM:#}")
}

/// `is_partial` says that there is more history than was looked at.
fn entry(dead: &Dead, is_partial: bool, out: &mut dyn Write) -> io::Result<()> {
    let repair = &dead.repair;
    let shown = quote::path(&repair.entry);
    let place = match dead.line {
        Some(line) if repair.is_beside() => format!("{}:{line}", quote::path(&repair.file)),
        Some(line) => format!("line {line}"),
        None => quote::path(&repair.file),
    };
    writeln!(out, "  {DEAD}{shown}{DEAD:#}  {DIM}{place}{DIM:#}")?;
    match &dead.how {
        How::NeverThere if is_partial => writeln!(
            out,
            "    no commit of the history that is here moved or removed such a file; look in the rest of it"
        ),
        How::NeverThere => writeln!(
            out,
            "    no commit moved or removed such a file; mend the entry, or take it out"
        ),
        How::Left { by, files } => {
            let by = commit(by.as_ref());
            let later = files.iter().find_map(|file| file.removed_by.as_ref());
            match (&repair.with, repair.went_to.as_slice(), later) {
                (Some(_), ..) => writeln!(out, "    moved by {by}")?,
                (None, [], Some(later)) => {
                    let later = commit(Some(later));
                    writeln!(out, "    moved by {by}, removed later by {later}")?;
                }
                (None, [], None) => writeln!(out, "    removed by {by}")?,
                (None, places, _) => writeln!(out, "    moved to {} by {by}", listed(places))?,
            }
            match &repair.with {
                Some(with) => {
                    writeln!(out, "    {ADDED}write {}{ADDED:#}", quote::path(with))
                }
                None if repair.went_to.is_empty() => writeln!(
                    out,
                    "    take the entry out; where nothing is left to govern, say so in the status"
                ),
                None => writeln!(
                    out,
                    "    not clear, so not written: name what the record governs"
                ),
            }
        }
    }
}

fn commit(by: Option<&By>) -> String {
    match by {
        Some(by) => format!(
            "{} {} \u{201c}{}\u{201d}",
            short(&by.id),
            by.day,
            quote::line(&by.subject)
        ),
        None => "a change that is not committed".to_owned(),
    }
}

fn short(id: &str) -> &str {
    id.get(..SHORT).unwrap_or(id)
}

fn listed(places: &[String]) -> String {
    let mut shown: Vec<String> = places
        .iter()
        .take(MAX_PLACES)
        .map(|place| quote::path(place))
        .collect();
    if places.len() > MAX_PLACES {
        shown.push(format!("{} more", places.len() - MAX_PLACES));
    }
    shown.join(", ")
}

fn drifted(record: &Decision, drift: &Drift, out: &mut dyn Write) -> io::Result<()> {
    let title = quote::line(&record.title);
    let path = quote::path(&record.path);
    let since = match &drift.written {
        Some(by) => format!("since {}", by.day),
        None => "since before this history begins".to_owned(),
    };
    writeln!(
        out,
        "  {:>3}% of lines, {}, {} {since}  {title} {PATH}{path}{PATH:#}",
        drift.percent(),
        counted(drift.files, "file"),
        counted(drift.commits, "commit"),
    )?;
    let not_compared = match drift.not_compared {
        0 => String::new(),
        files => format!(
            "; {} not compared (no text, or large)",
            counted(files, "file")
        ),
    };
    let latest = commit(Some(&drift.latest));
    writeln!(out, "       {DIM}latest: {latest}{not_compared}{DIM:#}")
}

fn summary(stale: &Stale, much: usize, least: usize, out: &mut dyn Write) -> io::Result<()> {
    let clear = stale
        .dead
        .iter()
        .filter(|dead| dead.repair.with.is_some())
        .count();
    let dead = match stale.dead.len() {
        0 => "No dead entry".to_owned(),
        1 => "1 dead entry".to_owned(),
        entries => format!("{entries} dead entries"),
    };
    let how = match clear {
        0 => String::new(),
        clear => format!("; `decision stale --fix` writes {clear}"),
    };
    writeln!(out, "{dead}{how}.")?;
    let little = stale.drift.len() - much;
    if little > 0 {
        let records = counted(little, "record");
        writeln!(
            out,
            "{records} with less than {least}% of their governed lines changed."
        )?;
    }
    let cut = if stale.shallow {
        "; the history here is cut off (a shallow clone), `git fetch --unshallow` gets the rest"
    } else {
        ""
    };
    writeln!(
        out,
        "{DIM}{} looked at{cut}.{DIM:#}",
        counted(stale.commits, "commit")
    )?;
    match &stale.incomplete {
        Some(reason) => writeln!(out, "There may be more: {}", quote::line(reason)),
        None => Ok(()),
    }
}

/// What was written, or would be, and what could not be.
pub(crate) fn written(
    written: &[Repaired],
    failed: &[String],
    dry_run: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let would = if dry_run { " would be changed" } else { "" };
    for one in written {
        writeln!(
            out,
            "{PATH}{}{PATH:#}{would}\n  {REMOVED}- {}{REMOVED:#}\n  {ADDED}+ {}{ADDED:#}",
            quote::path(&one.file),
            quote::path(&one.entry),
            quote::path(&one.with)
        )?;
    }
    for reason in failed {
        writeln!(out, "{DEAD}not written:{DEAD:#} {}", quote::line(reason))?;
    }
    if !(written.is_empty() && failed.is_empty()) {
        writeln!(out)?;
    }
    Ok(())
}

/// For programs.
pub(crate) fn json(
    log: &DecisionLog,
    stale: &Stale,
    (written, failed): (&[Repaired], &[String]),
    least: usize,
) -> Value {
    let dead: Vec<Value> = stale
        .dead
        .iter()
        .map(|dead| {
            let mut value = head(&log.records[dead.record]);
            let repair = &dead.repair;
            value["entry"] = json!(repair.entry);
            value["file"] = json!(repair.file);
            value["line"] = json!(dead.line);
            value["with"] = json!(repair.with);
            match &dead.how {
                How::NeverThere => value["how"] = json!("never-there"),
                How::Left { by, files } => {
                    let is_gone = repair.went_to.is_empty();
                    value["how"] = json!(if is_gone { "removed" } else { "moved" });
                    value["commit"] = json!(by.as_ref().map(by_json));
                    value["went_to"] = json!(repair.went_to);
                    value["files"] = json!(files.iter().map(went).collect::<Vec<_>>());
                }
            }
            value
        })
        .collect();
    let drift: Vec<Value> = stale
        .drift
        .iter()
        .filter(|drift| drift.percent() >= least)
        .map(|drift| {
            let mut value = head(&log.records[drift.record]);
            value["written"] = json!(drift.written.as_ref().map(by_json));
            value["latest"] = by_json(&drift.latest);
            value["commits"] = json!(drift.commits);
            value["files"] = json!(drift.files);
            value["not_compared"] = json!(drift.not_compared);
            value["lines"] = json!(drift.lines);
            value["changed"] = json!(drift.changed);
            value["percent"] = json!(drift.percent());
            value
        })
        .collect();
    let written: Vec<Value> = written
        .iter()
        .map(|one| json!({ "file": one.file, "entry": one.entry, "with": one.with }))
        .collect();
    json!({
        "dead": dead,
        "drift": drift,
        "least_percent": least,
        "written": written,
        "not_written": failed,
        "commits": stale.commits,
        "shallow": stale.shallow,
        "incomplete": stale.incomplete,
    })
}

fn head(record: &Decision) -> Value {
    json!({ "slug": record.slug, "path": record.path, "title": record.title })
}

fn by_json(by: &By) -> Value {
    json!({ "id": by.id, "day": by.day, "subject": by.subject })
}

fn went(file: &Went) -> Value {
    json!({
        "from": file.from,
        "to": file.to,
        "removed_by": file.removed_by.as_ref().map(by_json),
    })
}

/// How far the work has come, on one line that the next report takes the place of.
pub(crate) fn progress(commits: usize, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\r{DIM}{commits} commits looked at{DIM:#}")?;
    out.flush()
}

/// Takes that line away.
pub(crate) fn end_of_progress(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "\r{:40}\r", "")?;
    out.flush()
}
