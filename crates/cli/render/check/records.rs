//! The records that govern a change, or did until that change, in words.

use std::io::{self, Write};

use decision_core::Decision;
use decision_policy::check::source::Source;
use decision_policy::check::{Answer, Fate, Former, Governing, Report, Verdict};
use decision_policy::quote;

use crate::render::style::{DIM, GOVERNS, PATH, TITLE};
use crate::render::text::{MAX_SENTENCE, heading, status};

/// So many governed files are named of one record.
const MAX_FILES: usize = 3;

/// A record that governs the change.
pub(super) fn governing(
    source: &Source,
    report: &Report,
    one: &Governing,
    out: &mut dyn Write,
) -> io::Result<()> {
    let record = &source.log.records[one.record];
    named(record, one, "governs", out)?;
    if let Some(sentence) = sentence(record) {
        writeln!(out, "    {sentence}")?;
    }
    if let Some(answer) = report.answer_to(one.record) {
        writeln!(out, "    {}", says(answer))?;
    }
    Ok(())
}

/// A record that governed what changed until this change.
pub(super) fn former(
    source: &Source,
    report: &Report,
    one: &Former,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(record) = source.record_before(one.governing.record) else {
        return Ok(());
    };
    named(record, &one.governing, "governed", out)?;
    writeln!(out, "    until this change {}", does(source, &one.fate))?;
    if let Some(sentence) = sentence(record) {
        writeln!(out, "    {sentence}")?;
    }
    if let Some(answer) = report.answer_to_former(one) {
        writeln!(out, "    {}", says(answer))?;
    }
    Ok(())
}

/// A record with what it governs, or did.
fn named(record: &Decision, one: &Governing, verb: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "  {TITLE}{}{TITLE:#}{}",
        heading(record),
        status(record)
    )?;
    writeln!(out, "    {PATH}{}{PATH:#}", quote::path(&record.path))?;
    for file in one.files.iter().take(MAX_FILES) {
        writeln!(
            out,
            "    {GOVERNS}{verb} {}{GOVERNS:#} by `{}`",
            quote::path(&file.path),
            quote::path(&file.entry)
        )?;
    }
    if one.files.len() > MAX_FILES {
        let more = one.files.len() - MAX_FILES;
        writeln!(out, "    {DIM}and {more} more files{DIM:#}")?;
    }
    Ok(())
}

fn sentence(record: &Decision) -> Option<String> {
    let sentence = record.deciding_sentence()?;
    Some(quote::plain_excerpt(&sentence, MAX_SENTENCE))
}

/// What a commit says to a record, as a fragment.
pub(super) fn says(answer: &Answer) -> String {
    let who = match &answer.commit {
        Some(commit) => format!("commit {commit}"),
        None => "the message".to_owned(),
    };
    match &answer.verdict {
        Verdict::Complies(None) => format!("{who} says: complies"),
        Verdict::Complies(Some(note)) => format!("{who} says: complies because {note}"),
        Verdict::Deviates(reason) => format!("{who} says: deviates because {reason}"),
    }
}

/// What a change does to a record that governs no longer, as the end of a sentence about the change.
pub(super) fn does(source: &Source, fate: &Fate) -> String {
    match fate {
        Fate::Removed => "removed the record".to_owned(),
        Fate::Moved(to) => format!("moved the record to {}, where it is none", quote::path(to)),
        Fate::Unreadable => "made the record unreadable".to_owned(),
        Fate::Retired(status) => format!(
            "gave the record the status \"{}\"",
            quote::plain_excerpt(status, 60)
        ),
        Fate::Superseded(successor) => {
            let successor = successor.and_then(|index| source.log.records.get(index));
            match successor {
                Some(record) => {
                    format!("let {} take the record's place", quote::path(&record.slug))
                }
                None => "let another take the record's place".to_owned(),
            }
        }
        Fate::Rescoped => "took the path out of the record's scope".to_owned(),
    }
}

/// One line for all records that govern the change: of those that it silences one comes first.
pub(super) fn governs(
    source: &Source,
    report: &Report,
    all: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let gone = report.governed_before.first();
    let (first, record, how) = match (gone, report.governing.first()) {
        (Some(one), _) => {
            let Some(record) = source.record_before(one.governing.record) else {
                return Ok(());
            };
            let how = format!(", until this change {}", does(source, &one.fate));
            (&one.governing, record, how)
        }
        (None, Some(one)) => (one, &source.log.records[one.record], String::new()),
        (None, None) => return Ok(()),
    };
    let verb = if gone.is_some() {
        "governed"
    } else {
        "governs"
    };
    let more = match report.governing.len() + report.governed_before.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more: `{all}` shows them)"),
    };
    let sentence = sentence(record).unwrap_or_default();
    let file = first.files.first().map_or("", |file| file.path.as_str());
    let name = quote::path(&record.slug);
    writeln!(
        out,
        "decision: {GOVERNS}{name}{GOVERNS:#} {verb} {}{how}: {sentence}{more}",
        quote::path(file)
    )
}

/// One line for all records that are written together with what they govern.
pub(super) fn acknowledged(
    source: &Source,
    all: &[Governing],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut names: Vec<String> = all
        .iter()
        .take(MAX_FILES)
        .map(|one| quote::path(&source.log.records[one.record].slug))
        .collect();
    if all.len() > names.len() {
        names.push(format!("{} more", all.len() - names.len()));
    }
    let (are, they) = match names.as_slice() {
        [] => return Ok(()),
        [_] => ("is", "it governs"),
        _ => ("are", "they govern"),
    };
    let names = names.join(", ");
    writeln!(
        out,
        "{DIM}decision: {names} {are} written together with what {they}{DIM:#}"
    )
}
