//! The results of a query, and a record, for people: on a terminal or in a pipe.

use std::io::{self, Write};

use decision_core::{Decision, DecisionLog, StatusKind};
use decision_git::{Known, NoChanges, Standing};
use decision_policy::search::{Answer, Found};
use decision_policy::workspace::Workspace;
use decision_policy::{quote, reasons};

use super::style::{DEAD, DIM, GOVERNS, LIVE, PATH, TITLE};

/// The deciding sentence is cut behind this many characters.
pub(super) const MAX_SENTENCE: usize = 240;

/// The results of a query.
pub(crate) fn answer(
    workspace: &Workspace,
    answer: &Answer<'_>,
    explain: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    head(workspace, answer, out)?;
    for (index, one) in answer.results.iter().enumerate() {
        writeln!(out)?;
        found(one, answer.log, index + 1, out)?;
        if explain {
            parts(one, answer.log, out)?;
        }
    }
    let more = answer.matched.saturating_sub(answer.results.len());
    if more > 0 {
        writeln!(out, "\n{DIM}{more} more: -n {}{DIM:#}", answer.matched)?;
    }
    if !answer.also_governing.is_empty() {
        writeln!(
            out,
            "\n{DIM}Also governs uncommitted changes, words do not match:{DIM:#}"
        )?;
        for one in &answer.also_governing {
            let path = quote::path(&one.record.path);
            writeln!(out, "   {} {PATH}{path}{PATH:#}", heading(one.record))?;
        }
    }
    changes(workspace, answer, out)?;
    faults(workspace, answer.log, out)
}

/// What was asked, and how much of the log answers it.
fn head(workspace: &Workspace, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let read = answer.log.records.len();
    let places = quote::path(&workspace.places());
    let asked = quote::plain_excerpt(&answer.words, 80);
    if workspace.located.dirs.is_empty() {
        return no_log(workspace, out);
    }
    if !answer.results.is_empty() {
        let asked = if asked.is_empty() {
            "govern the uncommitted changes".to_owned()
        } else {
            format!("match \"{asked}\"")
        };
        let (records, asked) = match answer.matched {
            1 => (
                "record",
                asked
                    .replacen("match ", "matches ", 1)
                    .replacen("govern ", "governs ", 1),
            ),
            _ => ("records", asked),
        };
        let matched = answer.matched;
        return writeln!(
            out,
            "{DIM}{matched} {records} {asked}, of {read} read in {places}{DIM:#}"
        );
    }
    match (&answer.changes.known, asked.is_empty()) {
        (Known::Complete, true) => {
            writeln!(
                out,
                "No record governs an uncommitted change: {read} read in {places}."
            )?;
        }
        (_, true) => {
            writeln!(
                out,
                "{read} records read in {places}. Without words, only uncommitted changes rank them."
            )?;
        }
        (_, false) => writeln!(
            out,
            "No record matches \"{asked}\": {read} read in {places}."
        )?,
    }
    if let Some(near) = &answer.nearest {
        let path = quote::path(&answer.log.records[near.record].path);
        let found = quote::plain(&near.found);
        writeln!(
            out,
            "Nearest spelling: {TITLE}{found}{TITLE:#} ({PATH}{path}{PATH:#})"
        )?;
    }
    Ok(())
}

/// There is no log, and how one begins.
pub(crate) fn no_log(workspace: &Workspace, out: &mut dyn Write) -> io::Result<()> {
    let place = quote::path(&workspace.located.create_in.label);
    writeln!(
        out,
        "No decision records here: none of the usual folders holds one. `decision init` begins a log in {place}."
    )
}

/// What is not known of the changes, where that may change the answer.
fn changes(workspace: &Workspace, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Some((extent, reason)) = answer.unknown_changes() else {
        return Ok(());
    };
    let no_repository = workspace.repository.no_changes() == Some(&NoChanges::NoRepository);
    if no_repository && !answer.words.is_empty() {
        return Ok(());
    }
    let reason = quote::plain(reason);
    writeln!(
        out,
        "\n{DIM}Uncommitted changes are {extent} known: {reason}{DIM:#}"
    )
}

/// `ADR-0088 Session tokens live in Redis`
pub(super) fn heading(record: &Decision) -> String {
    let title = quote::plain_excerpt(&record.title, 120);
    match &record.id {
        Some(id) => format!("{} {title}", quote::plain_excerpt(id, 40)),
        None => title,
    }
}

fn found(
    found: &Found<'_>,
    log: &DecisionLog,
    number: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let record = found.record;
    let standing = match found.standing {
        Standing::Merged | Standing::Unknown => String::new(),
        standing => format!("  {GOVERNS}{standing}{GOVERNS:#}"),
    };
    let head = format!(
        "{TITLE}{}{TITLE:#}{}{standing}",
        heading(record),
        status(record)
    );
    writeln!(out, "{number}. {head}")?;
    writeln!(out, "   {PATH}{}{PATH:#}", quote::path(&record.path))?;
    let named = |records: &[&Decision]| {
        let slugs: Vec<String> = records
            .iter()
            .map(|record| quote::path(&record.slug))
            .collect();
        slugs.join(", ")
    };
    match (found.in_force, found.successors.as_slice()) {
        (true, []) => {}
        (true, next) => writeln!(
            out,
            "   {GOVERNS}its replacement is not in force yet: {}{GOVERNS:#}",
            named(next)
        )?,
        (false, []) => writeln!(out, "   {DEAD}not in force{DEAD:#}")?,
        (false, next) => writeln!(
            out,
            "   {DEAD}not in force, replaced by {}{DEAD:#}",
            named(next)
        )?,
    }
    if !found.replaced.is_empty() {
        writeln!(out, "   {DIM}replaced {}{DIM:#}", named(&found.replaced))?;
    }
    for one in found.governs.iter().take(3) {
        let path = quote::path(&one.path);
        writeln!(
            out,
            "   {GOVERNS}governs {path}{GOVERNS:#} ({})",
            one.change
        )?;
    }
    if let Some(sentence) = record.deciding_sentence() {
        writeln!(out, "   {}", quote::plain_excerpt(&sentence, MAX_SENTENCE))?;
    }
    let why = reasons::why(found, log);
    if !why.is_empty() {
        writeln!(out, "   {DIM}why: {why}{DIM:#}")?;
    }
    Ok(())
}

/// The parts of a score, aligned; they add up to it.
fn parts(found: &Found<'_>, log: &DecisionLog, out: &mut dyn Write) -> io::Result<()> {
    for part in &found.hit.parts {
        writeln!(
            out,
            "   {DIM}{:>9.3}  {}{DIM:#}",
            part.score,
            reasons::reason(&part.reason, log)
        )?;
    }
    writeln!(out, "   {DIM}{:>9.3}  score{DIM:#}", found.hit.score)
}

/// The status with its colour, and the date.
pub(super) fn status(record: &Decision) -> String {
    let mut text = status_word(record);
    if let Some(date) = &record.date {
        text.push_str(&format!("  {DIM}{}{DIM:#}", quote::plain_excerpt(date, 24)));
    }
    text
}

/// The status with its colour.
pub(super) fn status_word(record: &Decision) -> String {
    let Some(status) = &record.status else {
        return String::new();
    };
    let style = match status.kind {
        StatusKind::Accepted => LIVE,
        kind if kind.is_live() => GOVERNS,
        _ => DEAD,
    };
    format!(
        "  {style}{}{style:#}",
        quote::plain_excerpt(&status.text, 60)
    )
}

/// What may have been lost, so that nobody takes a short list for the whole.
fn faults(workspace: &Workspace, log: &DecisionLog, out: &mut dyn Write) -> io::Result<()> {
    let lost: Vec<_> = log
        .skipped
        .iter()
        .filter(|skipped| skipped.reason.may_be_lost())
        .collect();
    if !lost.is_empty() {
        writeln!(out)?;
    }
    for skipped in lost {
        writeln!(
            out,
            "{DEAD}{}{DEAD:#}: {}",
            skipped.reason.words(),
            quote::path(&skipped.path)
        )?;
    }
    for finding in &workspace.settings.findings {
        writeln!(out, "{}", quote::plain(&finding.to_string()))?;
    }
    Ok(())
}

/// One slug a line.
pub(crate) fn slugs<'a>(
    records: impl Iterator<Item = &'a Decision>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for record in records {
        writeln!(out, "{}", quote::path(&record.slug))?;
    }
    Ok(())
}

/// One record: what is known of it, then its text as it stands but for what a terminal would act on.
pub(crate) fn record(record: &Decision, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{TITLE}{}{TITLE:#}{}", heading(record), status(record))?;
    writeln!(out, "{PATH}{}{PATH:#}", quote::path(&record.path))?;
    let affects: Vec<String> = record
        .affects
        .entries()
        .iter()
        .map(|entry| quote::path(entry.text()))
        .collect();
    if !affects.is_empty() {
        writeln!(out, "{GOVERNS}governs {}{GOVERNS:#}", affects.join(", "))?;
    }
    if !record.tags.is_empty() {
        writeln!(
            out,
            "{DIM}tags {}{DIM:#}",
            quote::plain(&record.tags.join(", "))
        )?;
    }
    writeln!(out, "\n{}", quote::block(record.body()).trim())
}
