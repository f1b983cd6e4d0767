//! SARIF 2.1.0, for code scanning.

use std::io::{self, Write};

use decision_core::{Rule, Severity};
use decision_policy::check::source::Source;
use decision_policy::check::{Excuse, Fate, Former, Governing, Problem, Report};
use decision_policy::quote;

use super::records::does;
use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What a record that governs a change is called among the rules.
const GOVERNING: &str = "governing-record";

/// The name and version of how fingerprints are made.
const FINGERPRINT: &str = "decisionFinding/v1";

/// The whole report.
pub(crate) fn report(source: &Source, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut results: Vec<Value> = report
        .problems
        .iter()
        .map(|one| problem(report, one))
        .collect();
    results.extend(report.governing.iter().map(|one| governing(source, one)));
    let former = report.governed_before.iter();
    results.extend(former.filter_map(|one| governed_before(source, one)));
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "decision",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    writeln!(out, "{document}")
}

fn rules() -> Vec<Value> {
    let rule = |rule: &Rule| {
        json!({
            "id": rule.name(),
            "shortDescription": { "text": rule.summary() },
            "help": { "text": format!(
                "{} The level can be set in .decision.yaml under `rules`; a record can allow it with `<!-- decision: allow {} because … -->`.",
                rule.summary(),
                rule.name()
            )},
            "defaultConfiguration": { "level": level(rule.default_severity()) },
        })
    };
    let mut rules: Vec<Value> = Rule::ALL.iter().map(rule).collect();
    rules.push(json!({
        "id": GOVERNING,
        "shortDescription": { "text": "A record in force or proposed governs what the change touches." },
        "help": { "text": "Answer it in the commit message: `Decision: <record> complies` or `Decision: <record> deviates because <reason>`." },
        "defaultConfiguration": { "level": "none" },
    }));
    rules
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn problem(report: &Report, problem: &Problem) -> Value {
    let finding = &problem.finding;
    let mut message = quote::plain(&finding.message);
    if !finding.help.is_empty() {
        message.push_str(". To mend it: ");
        message.push_str(&quote::plain(&finding.help));
    }
    let mut value = json!({
        "ruleId": finding.rule.name(),
        "ruleIndex": Rule::ALL.iter().position(|rule| *rule == finding.rule),
        "level": level(finding.severity),
        "message": { "text": unlinked(&message) },
        "locations": [location(&finding.path, finding.line)],
        "partialFingerprints": { FINGERPRINT: problem.fingerprint() },
    });
    if report.changes.is_some() {
        value["baselineState"] = json!(if problem.introduced {
            "new"
        } else {
            "unchanged"
        });
    }
    value["suppressions"] = match &problem.excuse {
        None => json!([]),
        Some(Excuse::Allowed(reason)) => {
            json!([{ "kind": "inSource", "status": "accepted", "justification": reason }])
        }
        Some(Excuse::Baseline) => json!([{
            "kind": "external",
            "status": "accepted",
            "justification": "known by the baseline file",
        }]),
    };
    value
}

fn governing(source: &Source, one: &Governing) -> Value {
    let record = &source.log.records[one.record];
    let sentence = record.deciding_sentence().unwrap_or_default();
    let message = format!(
        "{}: {}",
        quote::path(&record.slug),
        quote::plain_excerpt(&sentence, 240)
    );
    informational(one, &message, Some(&record.path))
}

/// A record that governs no longer. It is named by a place only where its file is still there.
fn governed_before(source: &Source, one: &Former) -> Option<Value> {
    let record = source.record_before(one.governing.record)?;
    let sentence = record.deciding_sentence().unwrap_or_default();
    let message = format!(
        "{} governed this until this change {}: {}",
        quote::path(&record.slug),
        does(source, &one.fate),
        quote::plain_excerpt(&sentence, 240)
    );
    let now = match &one.fate {
        Fate::Moved(to) => Some(to.as_str()),
        _ => one
            .after
            .map(|index| source.log.records[index].path.as_str()),
    };
    Some(informational(&one.governing, &message, now))
}

fn informational(one: &Governing, message: &str, record: Option<&str>) -> Value {
    let locations: Vec<Value> = one
        .files
        .iter()
        .map(|file| location(&file.path, None))
        .collect();
    json!({
        "ruleId": GOVERNING,
        "ruleIndex": Rule::ALL.len(),
        "kind": "informational",
        "level": "none",
        "message": { "text": unlinked(message) },
        "locations": locations.into_iter().take(1).collect::<Vec<_>>(),
        "relatedLocations": record.map(|path| location(path, None)).into_iter().collect::<Vec<_>>(),
    })
}

fn location(path: &str, line: Option<usize>) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(path), "uriBaseId": "%SRCROOT%" },
        // What concerns a file as a whole is shown at its beginning.
        "region": { "startLine": line.unwrap_or(1).max(1) },
    }})
}

/// A message without links: `[words](address)` is one even in plain text (SARIF 2.1.0, 3.11.6).
fn unlinked(text: &str) -> String {
    text.replace("](", "] (")
}

/// A path as a relative reference: what has a meaning there, and what is not ASCII, is encoded.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_relative_references() {
        for (path, expected) in [
            ("docs/adr/0001-a_b.md", "docs/adr/0001-a_b.md"),
            ("a b/#1?.md", "a%20b/%231%3F.md"),
            ("c:/50%.md", "c%3A/50%25.md"),
            ("über.md", "%C3%BCber.md"),
        ] {
            assert_eq!(uri(path), expected);
        }
    }
}
