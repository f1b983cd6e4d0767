//! Annotations of a GitHub workflow: one workflow command a line.

use std::io::{self, Write};

use decision_core::Severity;
use decision_policy::check::Report;
use decision_policy::check::source::Source;
use decision_policy::quote;

use super::records::does;

/// The open problems, and what governs the change.
pub(crate) fn report(source: &Source, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    // A workflow shows the first few of a kind alone, so the worst come first.
    let mut problems: Vec<_> = report.open().collect();
    problems.sort_by_key(|problem| problem.finding.severity);
    for problem in problems {
        let finding = &problem.finding;
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let line = finding
            .line
            .map_or_else(String::new, |line| format!(",line={line}"));
        let mut text = quote::plain(&finding.message);
        if !finding.help.is_empty() {
            text.push('\n');
            text.push_str(&quote::plain(&finding.help));
        }
        writeln!(
            out,
            "::{command} file={}{line},title={}::{}",
            property(&quote::path(&finding.path)),
            property(finding.rule.name()),
            data(&text)
        )?;
    }
    let unanswered = report
        .governing
        .iter()
        .filter(|one| report.answer_to(one.record).is_none());
    for one in unanswered {
        let record = &source.log.records[one.record];
        let Some(file) = one.files.first() else {
            continue;
        };
        let sentence = record.deciding_sentence().unwrap_or_default();
        let title = format!("Governed by {}", quote::path(&record.slug));
        let text = quote::plain_excerpt(&sentence, 240);
        notice(&file.path, &title, &text, out)?;
    }
    let unanswered = report
        .governed_before
        .iter()
        .filter(|one| report.answer_to_former(one).is_none());
    for one in unanswered {
        let record = source.record_before(one.governing.record);
        let (Some(record), Some(file)) = (record, one.governing.files.first()) else {
            continue;
        };
        let sentence = record.deciding_sentence().unwrap_or_default();
        let title = format!(
            "Governed by {} until this change",
            quote::path(&record.slug)
        );
        let text = format!(
            "This change {}. {}",
            does(source, &one.fate),
            quote::plain_excerpt(&sentence, 240)
        );
        notice(&file.path, &title, &text, out)?;
    }
    Ok(())
}

fn notice(path: &str, title: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "::notice file={},title={}::{}",
        property(&quote::path(path)),
        property(title),
        data(text)
    )
}

/// What stands behind the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property, which a comma or a colon would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
