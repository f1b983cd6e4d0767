//! For programs, in the program's own shape; `docs/check.md` describes it.

use std::io::{self, Write};

use decision_core::{Decision, Severity};
use decision_policy::check::source::Source;
use decision_policy::check::{
    Answer, Excuse, Fate, Former, Governing, Mode, Problem, Repaired, Report, Verdict,
};
use serde_json::{Value, json};

use crate::render::json::{finding, head, write};

/// The whole report.
pub(crate) fn report(
    source: &Source,
    report: &Report,
    repaired: &[Repaired],
    out: &mut dyn Write,
) -> io::Result<()> {
    let base = match &report.mode {
        Mode::Base(revision) => Some(revision),
        Mode::Staged | Mode::Worktree | Mode::All => None,
    };
    let governs = |one: &Governing| {
        let mut value = governing(&source.log.records[one.record], one);
        value["answer"] = json!(report.answer_to(one.record).map(verdict));
        value
    };
    let governed = |one: &Former| {
        let record = source.record_before(one.governing.record)?;
        let mut value = governing(record, &one.governing);
        value["change"] = change(source, &one.fate);
        value["answer"] = json!(report.answer_to_former(one).map(verdict));
        Some(value)
    };
    let answers: Vec<Value> = report
        .answers
        .iter()
        .filter_map(|answer| {
            let record = source.answered(answer.record)?;
            let mut value = verdict(answer);
            value["slug"] = json!(record.slug);
            value["path"] = json!(record.path);
            Some(value)
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
        "acknowledged": report.acknowledged.iter().map(|one| governing(&source.log.records[one.record], one)).collect::<Vec<_>>(),
        "governed_before": report.governed_before.iter().filter_map(governed).collect::<Vec<_>>(),
        "answers": answers,
        "incomplete": report.incomplete,
        "repaired": repaired
            .iter()
            .map(|one| json!({ "file": one.file, "entry": one.entry, "with": one.with }))
            .collect::<Vec<_>>(),
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

/// What the change does to a record that governs no longer.
fn change(source: &Source, fate: &Fate) -> Value {
    let mut value = json!({ "kind": fate.word() });
    match fate {
        Fate::Moved(to) => value["to"] = json!(to),
        Fate::Retired(status) => value["status"] = json!(status),
        Fate::Superseded(successor) => {
            let successor = successor.and_then(|index| source.log.records.get(index));
            value["by"] = json!(successor.map(|record| &record.path));
        }
        Fate::Removed | Fate::Unreadable | Fate::Rescoped => {}
    }
    value
}

fn governing(record: &Decision, one: &Governing) -> Value {
    let mut value = head(record);
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
