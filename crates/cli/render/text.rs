//! For people, on a terminal or in a pipe. Colours are always written; the stream takes them out where
//! they are not wanted.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use decision_core::{Decision, DecisionLog, StatusKind};
use decision_git::{Kind, Known, Sharing};
use decision_policy::search::{Answer, Found};
use decision_policy::workspace::Workspace;
use decision_policy::{quote, render};

const TITLE: Style = Style::new().bold();
const PATH: Style = AnsiColor::Cyan.on_default();
const DIM: Style = Style::new().effects(Effects::DIMMED);
const GOVERNS: Style = AnsiColor::Yellow.on_default();
const LIVE: Style = AnsiColor::Green.on_default();
const DEAD: Style = AnsiColor::Red.on_default();

/// The deciding sentence is cut behind this many characters.
const MAX_SENTENCE: usize = 240;

/// The results of a query.
pub(crate) fn answer(
    workspace: &Workspace,
    answer: &Answer<'_>,
    explain: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (read, places) = (answer.log.records.len(), quote::path(&workspace.places()));
    let asked = match quote::excerpt(&answer.words, 80) {
        words if words.is_empty() => "for the uncommitted changes".to_owned(),
        words => format!("for \"{words}\""),
    };
    if answer.results.is_empty() {
        if workspace.located.dirs.is_empty() {
            writeln!(
                out,
                "No decision records here: none of the usual folders holds one. A new log would begin in {places}."
            )?;
        } else {
            writeln!(out, "No record {asked}: {read} read in {places}.")?;
        }
        if let Some(near) = &answer.nearest {
            writeln!(
                out,
                "Nearest spelling: {TITLE}{}{TITLE:#} ({PATH}{}{PATH:#})",
                quote::line(&near.found),
                quote::path(&answer.log.records[near.record].path)
            )?;
        }
    } else {
        writeln!(
            out,
            "{DIM}{} of {read} records in {places} {asked}{DIM:#}",
            answer.results.len()
        )?;
    }
    for (index, one) in answer.results.iter().enumerate() {
        writeln!(out)?;
        found(one, answer.log, index + 1, out)?;
        if explain {
            parts(one, answer.log, out)?;
        }
    }
    if !answer.also_governing.is_empty() {
        writeln!(
            out,
            "\n{DIM}Also governs uncommitted changes, words do not match:{DIM:#}"
        )?;
        for one in &answer.also_governing {
            writeln!(
                out,
                "   {} {PATH}{}{PATH:#}",
                render::heading(one.record),
                quote::path(&one.record.path)
            )?;
        }
    }
    if let Known::Partial(reason) | Known::Unknown(reason) = &answer.changes.known {
        let extent = if matches!(answer.changes.known, Known::Partial(_)) {
            "only in part"
        } else {
            "not"
        };
        writeln!(
            out,
            "\n{DIM}Uncommitted changes are {extent} known: {}{DIM:#}",
            quote::line(reason)
        )?;
    }
    faults(workspace, answer.log, out)
}

fn found(
    found: &Found<'_>,
    log: &DecisionLog,
    number: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let record = found.record;
    writeln!(
        out,
        "{number}. {TITLE}{}{TITLE:#}{}",
        render::heading(record),
        status(record)
    )?;
    writeln!(out, "   {PATH}{}{PATH:#}", quote::path(&record.path))?;
    for one in found.governs.iter().take(3) {
        writeln!(
            out,
            "   {GOVERNS}governs {}{GOVERNS:#} ({})",
            quote::path(&one.path),
            one.change
        )?;
    }
    if let Some(sentence) = record.deciding_sentence() {
        writeln!(out, "   {}", quote::excerpt(&sentence, MAX_SENTENCE))?;
    }
    let why = render::why(found, log);
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
            render::reason(&part.reason, log)
        )?;
    }
    writeln!(out, "   {DIM}{:>9.3}  score{DIM:#}", found.hit.score)
}

fn status(record: &Decision) -> String {
    let mut text = String::new();
    if let Some(status) = &record.status {
        let style = match status.kind {
            StatusKind::Accepted => LIVE,
            kind if kind.is_live() => GOVERNS,
            _ => DEAD,
        };
        text.push_str(&format!(
            "  {style}{}{style:#}",
            quote::excerpt(&status.text, 60)
        ));
    }
    if let Some(date) = &record.date {
        text.push_str(&format!("  {DIM}{}{DIM:#}", quote::excerpt(date, 24)));
    }
    text
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
        writeln!(out, "{}", quote::line(&finding.to_string()))?;
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
    writeln!(
        out,
        "{TITLE}{}{TITLE:#}{}",
        render::heading(record),
        status(record)
    )?;
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
            quote::line(&record.tags.join(", "))
        )?;
    }
    writeln!(out, "\n{}", quote::block(record.body()).trim())
}

/// Every record, what was skipped, what is odd.
pub(crate) fn list(
    workspace: &Workspace,
    log: &DecisionLog,
    out: &mut dyn Write,
) -> io::Result<()> {
    for record in &log.records {
        writeln!(
            out,
            "{PATH}{}{PATH:#}  {}{}",
            quote::path(&record.slug),
            render::heading(record),
            status(record)
        )?;
    }
    writeln!(
        out,
        "{DIM}read {}, skipped {} in {}{DIM:#}",
        log.records.len(),
        log.skipped.len(),
        quote::path(&workspace.places())
    )?;
    for skipped in &log.skipped {
        writeln!(
            out,
            "{DIM}skipped ({}): {}{DIM:#}",
            skipped.reason.words(),
            quote::path(&skipped.path)
        )?;
    }
    for finding in log.findings.iter().chain(&workspace.settings.findings) {
        writeln!(out, "{}", quote::line(&finding.to_string()))?;
    }
    Ok(())
}

/// Which repository, which directories and why.
pub(crate) fn place(workspace: &Workspace, out: &mut dyn Write) -> io::Result<()> {
    let repository = &workspace.repository;
    writeln!(
        out,
        "root       {PATH}{}{PATH:#}",
        quote::path(&repository.root().display().to_string())
    )?;
    writeln!(out, "kind       {}", kind(repository.kind()))?;
    if let Some(submodule) = repository.submodule_path() {
        writeln!(
            out,
            "submodule  {} (its own changes count under this path)",
            quote::path(submodule)
        )?;
    }
    match repository.no_changes() {
        None => writeln!(out, "changes    known from git")?,
        Some(reason) => writeln!(
            out,
            "changes    not known: {}",
            quote::line(&reason.to_string())
        )?,
    }
    let log = workspace.log();
    for (index, located) in workspace.located.dirs.iter().enumerate() {
        let records = log
            .records
            .iter()
            .filter(|record| record.place == index)
            .count();
        let shared = match repository.sharing(&located.dir) {
            Sharing::Ignored => "; ignored by git, so not shared",
            Sharing::Untracked => "; not tracked by git yet, so not shared",
            Sharing::Tracked | Sharing::Unknown => "",
        };
        let label = quote::path(&located.dir.label);
        writeln!(
            out,
            "directory  {PATH}{label}{PATH:#} ({}): {records} records{shared}",
            located.found_by
        )?;
    }
    if workspace.located.dirs.is_empty() {
        let label = quote::path(&workspace.located.create_in.label);
        writeln!(
            out,
            "directory  none holds records; a new log would begin in {PATH}{label}{PATH:#}"
        )?;
    }
    for note in &workspace.located.notes {
        writeln!(out, "note       {}", quote::line(&note.to_string()))?;
    }
    for skipped in &log.skipped {
        writeln!(
            out,
            "skipped    {} ({})",
            quote::path(&skipped.path),
            skipped.reason.words()
        )?;
    }
    for finding in log.findings.iter().chain(&workspace.settings.findings) {
        writeln!(out, "finding    {}", quote::line(&finding.to_string()))?;
    }
    Ok(())
}

/// A word or two for what kind of place it is.
pub(crate) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::WorkTree => "git work tree",
        Kind::LinkedWorkTree => "linked git work tree",
        Kind::Submodule => "git submodule",
        Kind::Bare => "bare git repository",
        Kind::Directory => "directory without git",
    }
}
