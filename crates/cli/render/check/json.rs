//! For programs, in the program's own shape; `docs/check.md` describes it.

use std::io::{self, Write};

use decision_core::Severity;
use decision_policy::check::source::Source;
use decision_policy::check::{Answer, Excuse, Governing, Mode, Problem, Report, Verdict};
use serde_json::{Value, json};

use crate::render::json::{finding, head, write};

/// The whole report.
pub(crate) fn report(source: &Source, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let base = match &report.mode {
        Mode::Base(revision) => Some(revision),
        Mode::Staged | Mode::Worktree | Mode::All => None,
    };
    let governs = |one: &Governing| {
        let mut value = governing(source, one);
        value["answer"] = json!(report.answer_to(one.record).map(verdict));
        value
    };
    let answers: Vec<Value> = report
        .answers
        .iter()
        .map(|answer| {
            let record = &source.log.records[answer.record];
            let mut value = verdict(answer);
            value["slug"] = json!(record.slug);
            value["path"] = json!(record.path);
            value
        })
        .collect();
    let value = json!({
        "mode": report.mode.word(),
        "base": base,
        "failed": report.fails(),
        "records": report.records,
        "changes": report.changes,
        "counts": {
            "error": report.count(Severity::Error),
            "warning": report.count(Severity::Warning),
            "info": report.count(Severity::Info),
        },
        "findings": report.problems.iter().map(problem).collect::<Vec<_>>(),
        "governing": report.governing.iter().map(governs).collect::<Vec<_>>(),
        "acknowledged": report.acknowledged.iter().map(|one| governing(source, one)).collect::<Vec<_>>(),
        "answers": answers,
    });
    write(out, "check", &value)
}

fn problem(problem: &Problem) -> Value {
    let mut value = finding(&problem.finding);
    value["introduced"] = json!(problem.introduced);
    value["fails"] = json!(problem.fails);
    value["fingerprint"] = json!(problem.fingerprint());
    value["excuse"] = match &problem.excuse {
        None => Value::Null,
        Some(Excuse::Allowed(reason)) => json!({ "kind": "allowed", "reason": reason }),
        Some(Excuse::Baseline) => json!({ "kind": "baseline" }),
    };
    value["repair"] = json!(problem.repair.as_ref().map(|repair| {
        json!({
            "file": repair.file,
            "entry": repair.entry,
            "with": repair.with,
            "went_to": repair.went_to,
        })
    }));
    value
}

fn governing(source: &Source, one: &Governing) -> Value {
    let mut value = head(&source.log.records[one.record]);
    value["governs"] = one
        .files
        .iter()
        .map(|file| {
            json!({
                "path": file.path,
                "entry": file.entry,
                "strength": format!("{:?}", file.strength).to_lowercase(),
            })
        })
        .collect();
    value
}

fn verdict(answer: &Answer) -> Value {
    let (verdict, reason) = match &answer.verdict {
        Verdict::Complies(note) => ("complies", note.as_ref()),
        Verdict::Deviates(reason) => ("deviates", Some(reason)),
    };
    json!({ "verdict": verdict, "reason": reason, "commit": answer.commit })
}
