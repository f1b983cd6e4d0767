//! Scope as text and as JSON: what there is, what is proposed, what is added.

use std::io::{self, Write};
use std::path::Path;

use decision_core::{Affects, Decision, DecisionLog};
use decision_git::NotKnown;
use decision_policy::quote;
use decision_policy::suggest::apply::Change;
use decision_policy::suggest::{Evidence, Progress, Suggestions, Tree};
use serde_json::{Value, json};

use super::style::{ADDED, DEAD, DIM, PATH, TITLE, counted};

/// What one entry claims.
struct Claim<'a> {
    entry: &'a str,
    takes_out: bool,
    /// The number of tracked files; none where that cannot be told.
    files: Option<usize>,
}

fn claims<'a>(affects: &'a Affects, tree: Option<&Tree>) -> Vec<Claim<'a>> {
    let entries = affects.entries().iter();
    entries
        .map(|entry| {
            let pattern = entry.text().trim().trim_start_matches('!');
            Claim {
                entry: entry.text(),
                takes_out: entry.is_exclusion(),
                files: tree.map(|tree| tree.claimed_by(pattern)),
            }
        })
        .collect()
}

fn heading(record: &Decision, out: &mut dyn Write) -> io::Result<()> {
    let title = quote::line(&record.title);
    writeln!(
        out,
        "{TITLE}{title}{TITLE:#} {DIM}{}{DIM:#}",
        quote::path(&record.path)
    )
}

/// The scope that the records have.
pub(crate) fn present(
    log: &DecisionLog,
    records: &[usize],
    tree: Result<&Tree, &NotKnown>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut without = 0;
    for record in records.iter().map(|record| &log.records[*record]) {
        if record.affects.is_empty() {
            without += 1;
            if records.len() > 1 {
                continue;
            }
        }
        heading(record, out)?;
        for claim in claims(&record.affects, tree.ok()) {
            let entry = quote::path(claim.entry);
            match claim.files {
                Some(0) => writeln!(
                    out,
                    "  {DEAD}{entry}{DEAD:#}  {DEAD}dead: matches no tracked file{DEAD:#}"
                )?,
                Some(files) => {
                    let does = if claim.takes_out { "takes out " } else { "" };
                    writeln!(
                        out,
                        "  {PATH}{entry}{PATH:#}  {DIM}{does}{}{DIM:#}",
                        counted(files, "file")
                    )?;
                }
                None => writeln!(out, "  {PATH}{entry}{PATH:#}")?,
            }
        }
    }
    if without > 0 {
        let of = records.len();
        writeln!(
            out,
            "{without} of {} without scope; `decision affects --suggest` proposes some",
            counted(of, "record")
        )?;
    }
    if let Err(error) = tree {
        writeln!(out, "{DIM}not compared with files: {error}{DIM:#}")?;
    }
    Ok(())
}

/// The same for programs.
pub(crate) fn present_json(log: &DecisionLog, records: &[usize], tree: Option<&Tree>) -> Value {
    let records: Vec<Value> = records
        .iter()
        .map(|record| &log.records[*record])
        .map(|record| {
            let entries: Vec<Value> = claims(&record.affects, tree)
                .iter()
                .map(|claim| {
                    json!({ "entry": claim.entry, "takes_out": claim.takes_out, "files": claim.files })
                })
                .collect();
            let mut value = head(record);
            value["affects"] = json!(entries);
            value
        })
        .collect();
    json!({ "records": records })
}

/// The proposals, with the reasons.
pub(crate) fn proposed(
    log: &DecisionLog,
    suggestions: &Suggestions,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut without = 0;
    for of_record in &suggestions.records {
        if of_record.proposals.is_empty() {
            without += 1;
            continue;
        }
        heading(&log.records[of_record.record], out)?;
        for proposal in &of_record.proposals {
            let files = match proposal.files {
                1 => String::new(),
                files => format!(" ({files} files)"),
            };
            let entry = quote::path(&proposal.entry);
            writeln!(
                out,
                "  {PATH}{entry}{PATH:#}{files}  {}",
                proposal.confidence
            )?;
            let reasons: Vec<String> = proposal
                .evidence
                .iter()
                .map(|evidence| quote::line(&evidence.to_string()))
                .collect();
            writeln!(out, "      {DIM}{}{DIM:#}", reasons.join("; "))?;
        }
    }
    let proposals: usize = suggestions
        .records
        .iter()
        .map(|one| one.proposals.len())
        .sum();
    writeln!(
        out,
        "{} for {}; nothing found for {without}. Looked at {} and {}{}.",
        counted(proposals, "proposal"),
        counted(suggestions.records.len() - without, "record"),
        counted(suggestions.files_read, "source file"),
        counted(suggestions.commits_seen, "commit"),
        if suggestions.history_cut {
            " (there are more)"
        } else {
            ""
        }
    )?;
    if let Some(reason) = &suggestions.no_history {
        writeln!(out, "No evidence from the history: {}", quote::line(reason))?;
    }
    Ok(())
}

/// The same for programs.
pub(crate) fn proposed_json(log: &DecisionLog, suggestions: &Suggestions) -> Value {
    let records: Vec<Value> = suggestions
        .records
        .iter()
        .map(|of_record| {
            let proposals: Vec<Value> = of_record
                .proposals
                .iter()
                .map(|proposal| {
                    json!({
                        "entry": proposal.entry,
                        "files": proposal.files,
                        "confidence": proposal.confidence.to_string(),
                        "evidence": proposal.evidence.iter().map(evidence).collect::<Vec<_>>(),
                    })
                })
                .collect();
            let mut value = head(&log.records[of_record.record]);
            value["proposals"] = json!(proposals);
            value
        })
        .collect();
    json!({
        "records": records,
        "files_read": suggestions.files_read,
        "commits_seen": suggestions.commits_seen,
        "history_cut": suggestions.history_cut,
        "no_history": suggestions.no_history,
    })
}

fn evidence(evidence: &Evidence) -> Value {
    let mut value = match evidence {
        Evidence::Comment { path, line } => json!({ "path": path, "line": line }),
        Evidence::Text { line } => json!({ "line": line }),
        Evidence::Name { name, line } => json!({ "name": name, "line": line }),
        Evidence::Commits { count, latest } => json!({ "count": count, "latest": latest }),
    };
    value["kind"] = json!(evidence.kind());
    value
}

fn head(record: &Decision) -> Value {
    json!({ "slug": record.slug, "path": record.path, "title": record.title })
}

/// Where the proposals were written.
pub(crate) fn written_for_review(
    file: &Path,
    suggestions: &Suggestions,
    out: &mut dyn Write,
) -> io::Result<()> {
    let proposals: usize = suggestions
        .records
        .iter()
        .map(|one| one.proposals.len())
        .sum();
    let file = file.display();
    writeln!(
        out,
        "{} written to {file}. Delete what is wrong, then: decision affects --write --from {file}",
        counted(proposals, "proposal")
    )
}

/// What is added to which file.
pub(crate) fn changes(changes: &[Change], dry_run: bool, out: &mut dyn Write) -> io::Result<()> {
    for change in changes {
        writeln!(out, "{TITLE}{}{TITLE:#}", quote::path(&change.edit.path))?;
        for (slug, entries) in &change.added {
            if change.added.len() > 1 {
                writeln!(out, "  {}", quote::line(slug))?;
            }
            for entry in entries {
                writeln!(out, "  {ADDED}+ {}{ADDED:#}", quote::path(entry))?;
            }
        }
    }
    let entries: usize = changes
        .iter()
        .flat_map(|change| &change.added)
        .map(|(_, entries)| entries.len())
        .sum();
    let verb = if dry_run { "would be added" } else { "added" };
    let files = counted(changes.len(), "file");
    match entries {
        0 => writeln!(out, "Nothing to add."),
        1 => writeln!(out, "1 entry {verb} to {files}."),
        _ => writeln!(out, "{entries} entries {verb} to {files}."),
    }
}

/// The same for programs.
pub(crate) fn changes_json(changes: &[Change], dry_run: bool) -> Value {
    let files: Vec<Value> = changes
        .iter()
        .map(|change| {
            let added: Vec<Value> = change
                .added
                .iter()
                .map(|(slug, entries)| json!({ "slug": slug, "entries": entries }))
                .collect();
            json!({ "path": change.edit.path, "added": added })
        })
        .collect();
    json!({ "written": !dry_run, "files": files })
}

/// One line on how far the work has come.
pub(crate) fn progress(progress: Progress, out: &mut dyn Write) -> io::Result<()> {
    match progress {
        Progress::Files(files) => {
            writeln!(out, "{DIM}reading {}{DIM:#}", counted(files, "source file"))
        }
        Progress::Commits(commits) => writeln!(out, "{DIM}{commits} commits looked at{DIM:#}"),
    }
}
