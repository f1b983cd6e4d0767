//! For people, on a terminal: the source under each fault, then what governs the change.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use decision_core::Severity;
use decision_policy::check::source::Source;
use decision_policy::check::{
    Answered, Excuse, Former, Governing, Mode, Problem, Repaired, Report,
};
use decision_policy::quote;

use super::records::{acknowledged, former, governing, governs, says};
use crate::render::style::{DIM, PATH, TITLE, counted};

/// A longer line of a record is cut: a snippet shows where, not all.
const MAX_LINE: usize = 160;

/// So many faults are shown with their source; of more, one line each.
const MAX_SNIPPETS: usize = 100;

/// A hook says no more than so many faults of a kind.
const MAX_FAULTS: usize = 8;

/// The whole report.
pub(crate) fn report(source: &Source, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (number, problem) in report.open().enumerate() {
        if number < MAX_SNIPPETS {
            fault(source, problem, out)?;
            writeln!(out)?;
        } else {
            one_line(problem, "decision check --fix", out)?;
        }
    }
    if !report.governing.is_empty() {
        writeln!(out, "{TITLE}Governs this change{TITLE:#}")?;
        for one in &report.governing {
            governing(source, report, one, out)?;
        }
        writeln!(out)?;
    }
    if !report.governed_before.is_empty() {
        writeln!(out, "{TITLE}Governed this until this change{TITLE:#}")?;
        for one in &report.governed_before {
            former(source, report, one, out)?;
        }
        writeln!(out)?;
    }
    acknowledged(source, &report.acknowledged, out)?;
    let others = report.answers.iter().filter(|answer| {
        let governs = |one: &Governing| Answered::Now(one.record) == answer.record;
        let governed = |one: &Former| one.answered_as() == answer.record;
        !report.governing.iter().any(governs) && !report.governed_before.iter().any(governed)
    });
    for answer in others {
        let Some(record) = source.answered(answer.record) else {
            continue;
        };
        writeln!(
            out,
            "{DIM}{}: {}{DIM:#}",
            quote::path(&record.slug),
            says(answer)
        )?;
    }
    if let Some(reason) = &report.incomplete {
        writeln!(
            out,
            "{DIM}Not all is known: {}{DIM:#}",
            quote::plain(reason)
        )?;
    }
    summary(report, out)
}

/// What a git hook says: faults that the commit brings in, one line about what governs it.
pub(crate) fn terse(source: &Source, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let (failing, others): (Vec<&Problem>, Vec<&Problem>) =
        report.problems.iter().partition(|problem| problem.fails);
    for problem in failing.iter().take(MAX_FAULTS) {
        fault(source, problem, out)?;
        writeln!(out)?;
    }
    let others: Vec<&Problem> = others
        .into_iter()
        .filter(|problem| problem.finding.severity < Severity::Info)
        .collect();
    // Where the commit goes on, nothing is staged any more by the time that somebody reads this.
    let (all, mend) = if report.fails() {
        ("decision check", "decision check --fix --stage")
    } else {
        ("decision check --base HEAD~", "decision stale --fix")
    };
    for problem in others.iter().take(MAX_FAULTS) {
        one_line(problem, mend, out)?;
    }
    let more = failing.len().saturating_sub(MAX_FAULTS) + others.len().saturating_sub(MAX_FAULTS);
    if more > 0 {
        writeln!(out, "decision: {more} more: `{all}` shows them")?;
    }
    acknowledged(source, &report.acknowledged, out)?;
    governs(source, report, all, out)?;
    if report.fails() {
        let is_error = |problem: &&Problem| problem.finding.severity == Severity::Error;
        let what = if failing.iter().all(is_error) {
            "what is marked as an error"
        } else {
            "what is shown with its line"
        };
        writeln!(
            out,
            "decision: the commit is stopped by {what}; `git commit --no-verify` skips the check"
        )?;
    }
    Ok(())
}

/// A fault without its source, with what mends it.
fn one_line(problem: &Problem, mend: &str, out: &mut dyn Write) -> io::Result<()> {
    let finding = &problem.finding;
    let line = finding
        .line
        .map_or_else(String::new, |line| format!(":{line}"));
    let repair = problem.repair.as_ref().filter(|one| one.with.is_some());
    let what = match repair {
        Some(_) => format!("; `{mend}` writes it"),
        None => String::new(),
    };
    writeln!(
        out,
        "decision: {PATH}{}{line}{PATH:#}: {} [{}]: {}{what}",
        quote::path(&finding.path),
        finding.severity,
        finding.rule,
        quote::plain(&finding.message)
    )
}

/// What `--fix` wrote.
pub(crate) fn repaired(repaired: &[Repaired], staged: bool, out: &mut dyn Write) -> io::Result<()> {
    for one in repaired {
        let also = if staged { " and staged" } else { "" };
        writeln!(
            out,
            "written{also}: {PATH}{}{PATH:#}: `{}` is now `{}`",
            quote::path(&one.file),
            quote::path(&one.entry),
            quote::path(&one.with)
        )?;
    }
    if !repaired.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

/// That a baseline was written.
pub(crate) fn baseline_written(path: &str, count: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{}: {count} known; only what is new is told from now on. Commit it with the log.",
        quote::path(path)
    )
}

/// One fault with the line under it.
fn fault(source: &Source, problem: &Problem, out: &mut dyn Write) -> io::Result<()> {
    let finding = &problem.finding;
    let path = quote::path(&finding.path);
    let message = quote::plain(&finding.message);
    let help = quote::plain(&finding.help);
    let shown = finding
        .line
        .and_then(|line| Some((line, line_of(source, &finding.path, line)?)));
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let title = level.primary_title(&message).id(finding.rule.name());
    let before = (!problem.introduced).then_some("this was there before the change");
    let mut main = match &shown {
        Some((number, line)) => Group::with_title(title).element(
            Snippet::source(line.as_str())
                .line_start(*number)
                .path(&path)
                .annotation(AnnotationKind::Primary.span(span_of(line, &message))),
        ),
        None => {
            let place = annotate_snippets::Origin::path(&path);
            Group::with_title(title).element(match finding.line {
                Some(line) => place.line(line),
                None => place,
            })
        }
    };
    if let Some(before) = before {
        main = main.element(Level::NOTE.message(before));
    }
    let edit = shown.as_ref().and_then(|(number, line)| {
        let repair = problem.repair.as_ref()?;
        let entry = quote::path(&repair.entry);
        let at = line.find(&entry)?;
        let with = quote::path(repair.with.as_deref()?);
        Some((*number, line, at..at + entry.len(), with))
    });
    let mut groups = Vec::new();
    match edit {
        Some((number, line, span, with)) => {
            groups.push(main);
            groups.push(
                Group::with_title(Level::HELP.secondary_title(&help)).element(
                    Snippet::source(line.as_str())
                        .line_start(number)
                        .path(&path)
                        .patch(Patch::new(span, with)),
                ),
            );
        }
        None if help.is_empty() => groups.push(main),
        None => groups.push(main.element(Level::HELP.message(&help))),
    }
    writeln!(out, "{}", Renderer::styled().render(&groups))
}

/// What the message speaks of in a line: what it has in backticks, where the line has that, else all of it.
fn span_of(line: &str, message: &str) -> Range<usize> {
    let quoted = message.split('`').skip(1).step_by(2);
    let found = quoted.filter(|part| !part.is_empty()).filter_map(|part| {
        let at = line.find(part)?;
        Some(at..at + part.len())
    });
    let start = line.len() - line.trim_start().len();
    let whole = start..line.trim_end().len().max(start);
    // The name of a field says less than its value.
    let mut values = found.filter(|span| !line[span.end..].starts_with(':'));
    values.next().unwrap_or(whole)
}

/// A line of a file, counted from 1, without what a terminal would act on.
fn line_of(source: &Source, path: &str, number: usize) -> Option<String> {
    let text = source.text_of(path)?;
    let line = text.lines().nth(number.checked_sub(1)?)?;
    // What is behind is not shown in any case, and a line may be as long as a record.
    let line = line
        .char_indices()
        .nth(4 * MAX_LINE)
        .map_or(line, |(end, _)| &line[..end]);
    let line = quote::block(&line.replace('\t', "    "));
    Some(match line.char_indices().nth(MAX_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    })
}

fn summary(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let nothing = report.problems.is_empty() && report.governed_before.is_empty();
    if report.records == 0 && nothing {
        return writeln!(
            out,
            "{DIM}No decision records here: `decision init` begins a log, `decision where` tells where one is looked for{DIM:#}"
        );
    }
    let what = match (&report.mode, report.changes) {
        (_, None) => counted(report.records, "record"),
        (mode, Some(changes)) => {
            let files = counted(changes, "file");
            let which = match mode {
                Mode::Staged => "staged".to_owned(),
                Mode::Worktree => "changed on disk".to_owned(),
                Mode::Base(revision) => {
                    format!("changed since {}", quote::plain_excerpt(revision, 60))
                }
                Mode::All => String::new(),
            };
            let records = counted(report.records, "record");
            format!("{files} {which} against {records}")
        }
    };
    let mut found: Vec<String> = [
        (Severity::Error, "error"),
        (Severity::Warning, "warning"),
        (Severity::Info, "remark"),
    ]
    .into_iter()
    .map(|(severity, noun)| (report.count(severity), noun))
    .filter(|(count, _)| *count > 0)
    .map(|(count, noun)| counted(count, noun))
    .collect();
    if found.is_empty() {
        found.push("nothing is wrong".to_owned());
    }
    let excused = |wanted: fn(&Excuse) -> bool| {
        let excuses = report.problems.iter().filter_map(|one| one.excuse.as_ref());
        excuses.filter(|excuse| wanted(excuse)).count()
    };
    let allowed = excused(|excuse| matches!(excuse, Excuse::Allowed(_)));
    let known = excused(|excuse| matches!(excuse, Excuse::Baseline));
    if allowed > 0 {
        found.push(format!("{allowed} allowed by the record"));
    }
    if known > 0 {
        found.push(format!("{known} known by the baseline"));
    }
    let nothing_staged = report.mode == Mode::Staged && report.changes == Some(0);
    let hint = if nothing_staged {
        "; `--worktree` checks what is on disk"
    } else {
        ""
    };
    let found = found.join(", ");
    writeln!(out, "{DIM}Checked {what}: {found}{hint}{DIM:#}")
}
