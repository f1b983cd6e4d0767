//! For programs: every command's object has `"version": 1` and `"command"` beside its own keys.

use std::io::{self, Write};

use decision_core::{Decision, DecisionLog, Finding, LinkKind, Skipped, StatusKind};
use decision_git::{Known, Sharing};
use decision_policy::audit;
use decision_policy::graph::Graph;
use decision_policy::reasons::{reason, why};
use decision_policy::search::{Answer, Found};
use decision_policy::workspace::Workspace;
use serde_json::{Value, json};

/// The version of the shapes; a change that breaks a reader raises it.
const VERSION: u32 = 1;

/// Writes a command's object on one line.
pub(crate) fn write(out: &mut dyn Write, command: &str, value: &Value) -> io::Result<()> {
    let mut object = json!({ "version": VERSION, "command": command });
    if let (Some(object), Some(own)) = (object.as_object_mut(), value.as_object()) {
        object.extend(own.clone());
    }
    writeln!(out, "{object}")
}

/// The results of a query.
pub(crate) fn answer(workspace: &Workspace, answer: &Answer<'_>, explain: bool) -> Value {
    let (known, reason) = match &answer.changes.known {
        Known::Complete => ("complete", None),
        Known::Partial(reason) => ("partial", Some(reason)),
        Known::Unknown(reason) => ("unknown", Some(reason)),
    };
    json!({
        "query": answer.words,
        "read": answer.log.records.len(),
        "matched": answer.matched,
        "dirs": dirs(workspace),
        "results": answer.results.iter().map(|one| found(one, answer.log, explain)).collect::<Vec<_>>(),
        "also_governing": answer.also_governing.iter().map(|one| found(one, answer.log, false)).collect::<Vec<_>>(),
        "nearest": answer.nearest.as_ref().map(|near| {
            json!({ "word": near.word, "spelling": near.found, "path": answer.log.records[near.record].path })
        }),
        "changes": { "known": known, "reason": reason },
        "skipped": skipped(&answer.log.skipped),
        "findings": findings(&workspace.settings.findings),
    })
}

fn found(found: &Found<'_>, log: &DecisionLog, explain: bool) -> Value {
    let governs: Vec<Value> = found
        .governs
        .iter()
        .map(|one| {
            json!({
                "path": one.path,
                "change": one.change.to_string(),
                "entry": one.entry,
                "strength": format!("{:?}", one.strength).to_lowercase(),
            })
        })
        .collect();
    let mut value = head(found.record);
    value["live"] = json!(found.in_force);
    value["standing"] = json!(found.standing.to_string());
    value["successors"] = found
        .successors
        .iter()
        .map(|record| json!(record.path))
        .collect();
    value["replaced"] = found
        .replaced
        .iter()
        .map(|record| json!(record.path))
        .collect();
    value["score"] = json!(found.hit.score);
    value["why"] = json!(why(found, log));
    value["governs"] = json!(governs);
    if explain {
        value["parts"] = found
            .hit
            .parts
            .iter()
            .map(|part| json!({ "score": part.score, "what": reason(&part.reason, log) }))
            .collect();
    }
    value
}

/// One record with its text.
pub(crate) fn record(record: &Decision) -> Value {
    let mut value = head(record);
    value["people"] = record
        .people
        .iter()
        .map(|one| json!({ "role": one.role, "name": one.name }))
        .collect();
    value["links"] = record
        .links
        .iter()
        .map(|link| json!({ "kind": link_kind(link.kind), "target": link.target }))
        .collect();
    value["text"] = json!(record.text());
    value
}

/// Every record, what was skipped, what is odd.
pub(crate) fn list(workspace: &Workspace) -> Value {
    let log = workspace.log();
    let in_force = audit::in_force(workspace);
    let records: Vec<Value> = log
        .records
        .iter()
        .zip(in_force)
        .zip(audit::dates(workspace))
        .map(|((record, in_force), date)| {
            let mut value = head(record);
            value["date"] = json!(date);
            value["live"] = json!(in_force);
            value
        })
        .collect();
    json!({
        "read": log.records.len(),
        "records": records,
        "skipped": skipped(&log.skipped),
        "findings": findings(&audit::findings(workspace)),
    })
}

/// Which repository, which directories and why.
pub(crate) fn place(workspace: &Workspace) -> Value {
    let repository = &workspace.repository;
    let log = workspace.log();
    let directories: Vec<Value> = workspace
        .located
        .dirs
        .iter()
        .enumerate()
        .map(|(index, located)| {
            json!({
                "path": located.dir.label,
                "found_by": located.found_by.to_string(),
                "records": log.records.iter().filter(|record| record.place == index).count(),
                "sharing": match repository.sharing(&located.dir) {
                    Sharing::Tracked => "tracked",
                    Sharing::Untracked => "untracked",
                    Sharing::Ignored => "ignored",
                    Sharing::Unknown => "unknown",
                },
            })
        })
        .collect();
    json!({
        "root": repository.root().to_string_lossy(),
        "kind": repository.kind().to_string(),
        "submodule": repository.submodule_path(),
        "no_changes": repository.no_changes().map(ToString::to_string),
        "dirs": directories,
        "create_in": workspace.located.create_in.label,
        "notes": workspace.located.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "skipped": skipped(&log.skipped),
        "findings": findings(&audit::findings(workspace)),
    })
}

/// The records and what leads from one to another; ends are paths.
pub(crate) fn graph(graph: &Graph<'_>, records: &[Decision]) -> Value {
    let nodes: Vec<Value> = graph
        .nodes
        .iter()
        .map(|node| {
            json!({ "path": node.path, "id": node.id, "title": node.title, "live": node.in_force })
        })
        .collect();
    let edges: Vec<Value> = graph
        .edges
        .iter()
        .map(|edge| {
            json!({
                "from": records[edge.from].path,
                "to": records[edge.to].path,
                "kind": link_kind(edge.kind),
            })
        })
        .collect();
    json!({ "nodes": nodes, "edges": edges })
}

pub(super) fn head(record: &Decision) -> Value {
    json!({
        "slug": record.slug,
        "path": record.path,
        "id": record.id,
        "title": record.title,
        "date": record.date,
        "status": record.status.as_ref().map(|status| json!({ "kind": status_kind(status.kind), "text": status.text })),
        "live": record.is_live(),
        "tags": record.tags,
        "affects": record.affects.entries().iter().map(|entry| entry.text()).collect::<Vec<_>>(),
        "sentence": record.deciding_sentence(),
    })
}

fn dirs(workspace: &Workspace) -> Vec<&str> {
    workspace
        .located
        .dirs
        .iter()
        .map(|located| located.dir.label.as_str())
        .collect()
}

fn skipped(skipped: &[Skipped]) -> Vec<Value> {
    skipped
        .iter()
        .map(|one| json!({ "path": one.path, "reason": one.reason.words() }))
        .collect()
}

pub(crate) fn findings(findings: &[Finding]) -> Vec<Value> {
    findings.iter().map(finding).collect()
}

pub(super) fn finding(finding: &Finding) -> Value {
    json!({
        "path": finding.path,
        "line": finding.line,
        "rule": finding.rule.name(),
        "severity": finding.severity.to_string(),
        "message": finding.message,
        "help": finding.help,
    })
}

pub(crate) fn status_kind(kind: StatusKind) -> &'static str {
    match kind {
        StatusKind::Proposed => "proposed",
        StatusKind::Accepted => "accepted",
        StatusKind::Rejected => "rejected",
        StatusKind::Deprecated => "deprecated",
        StatusKind::Superseded => "superseded",
        StatusKind::Other => "other",
    }
}

fn link_kind(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Supersedes => "supersedes",
        LinkKind::SupersededBy => "superseded-by",
        LinkKind::Amends => "amends",
        LinkKind::Relates => "relates",
        LinkKind::Mentions => "mentions",
    }
}
