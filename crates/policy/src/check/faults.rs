//! What is wrong with records, and which of it a change brings in.

use std::collections::BTreeSet;

use decision_core::affects::Strength;
use decision_core::{Decision, DecisionLog, Finding, Rule, lint, sidecar};

use super::allow;
use super::breaks::{self, Broken, Remedy};
use super::change::{Change, Gone};
use super::known::Known;
use super::report::Repair;
use super::tracked::Tracked;
use crate::quote;

/// A finding with what the check knows of it.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) finding: Finding,
    pub(super) introduced: bool,
    pub(super) repair: Option<Repair>,
}

impl Fault {
    pub(super) fn new(finding: Finding, introduced: bool) -> Fault {
        Fault {
            finding,
            introduced,
            repair: None,
        }
    }
}

/// All that is wrong with a log. Without `tracked` nothing is said of paths.
pub(super) fn all(log: &DecisionLog, tracked: Option<&dyn Tracked>) -> Vec<Fault> {
    let mut findings = lint::all(log);
    for record in &log.records {
        findings.extend(allow::read(&record.path, record.text()).1);
        if let Some(tracked) = tracked {
            findings.extend(
                dead(record, tracked)
                    .into_iter()
                    .map(|(finding, _)| finding),
            );
            findings.extend(lint::links(record, |path| tracked.has(path)));
        }
    }
    findings
        .into_iter()
        .map(|finding| Fault::new(finding, true))
        .collect()
}

/// What is compared: the log after and before, and what differs between them.
#[derive(Clone, Copy)]
pub(super) struct Compared<'a> {
    pub(super) log: &'a DecisionLog,
    pub(super) before: &'a DecisionLog,
    pub(super) changes: &'a [Change],
}

impl<'a> Compared<'a> {
    /// The files of the change that are there afterwards, without those that a merge brings as they are.
    fn written(&self) -> BTreeSet<&'a str> {
        let own = |change: &&Change| !change.is_removed && !change.is_merged;
        let there = self.changes.iter().filter(own);
        there.map(|change| change.path.as_str()).collect()
    }

    /// How a file was called before. One that was no file of the log is not known by its former name.
    pub(super) fn former<'p>(&self, path: &'p str) -> &'p str
    where
        'a: 'p,
    {
        let change = self.changes.iter().find(|change| change.path == path);
        change.map_or(path, |change| self.former_of(change))
    }

    fn former_of(&self, change: &'a Change) -> &'a str {
        let from = change.from.as_deref();
        from.filter(|from| DecisionLog::reads(&self.log.dirs, from))
            .unwrap_or(&change.path)
    }
}

/// What is wrong with the records that a change adds or edits, and what it breaks between others.
pub(super) fn of_change(compared: Compared<'_>, tracked: &dyn Tracked) -> Vec<Fault> {
    let Compared {
        log,
        before,
        changes,
    } = compared;
    let written = compared.written();
    let names = changes.iter().map(|change| compared.former_of(change));
    let former = names.collect();
    let (old, new) = rayon::join(
        || beside_paths(before, &former),
        || beside_paths(log, &written),
    );
    let mut known = Known::of(old);
    let mut faults: Vec<Fault> = Vec::new();
    for finding in new {
        let introduced = !known.take(&finding, |path| compared.former(path).to_owned());
        if introduced || written.contains(finding.path.as_str()) {
            faults.push(Fault::new(finding, introduced));
        }
    }
    let gone: Vec<Gone<'_>> = changes.iter().filter_map(Change::gone).collect();
    for record in &log.records {
        let is_written = written.contains(record.path.as_str());
        let is_written_beside = |entry: &str| {
            let mut beside = record.beside.iter();
            beside.any(|one| one.entry == entry && written.contains(one.file.as_str()))
        };
        if !is_written
            && !record
                .beside
                .iter()
                .any(|one| is_written_beside(&one.entry))
        {
            continue;
        }
        let old = before.at_path(compared.former(&record.path));
        let claims_gone = |text: &str| {
            let entry = record
                .affects
                .entries()
                .iter()
                .find(|one| one.text() == text);
            entry.is_some_and(|entry| gone.iter().any(|one| entry.strength(one.path).is_some()))
        };
        let had = |text: &str| {
            old.is_some_and(|old| old.affects.entries().iter().any(|one| one.text() == text))
        };
        for (finding, entry) in dead(record, tracked) {
            // What this very change takes away is told with where it went.
            if !claims_gone(entry) && (is_written || is_written_beside(entry)) {
                faults.push(Fault::new(finding, !had(entry)));
            }
        }
        if !is_written {
            continue;
        }
        let old_text = old.map_or("", Decision::text);
        for finding in lint::links(record, |path| tracked.has(path)) {
            let target = finding.message.split('`').nth(1).unwrap_or_default();
            let introduced = !old_text.contains(&format!("({target}"));
            faults.push(Fault::new(finding, introduced));
        }
    }
    faults
}

/// What is wrong with a log apart from the paths that it names: of the log as a whole, and of the records
/// in `files`.
fn beside_paths(log: &DecisionLog, files: &BTreeSet<&str>) -> Vec<Finding> {
    let is_in = |finding: &&Finding| files.contains(finding.path.as_str());
    let mut findings: Vec<Finding> = log.findings.iter().filter(is_in).cloned().collect();
    for record in files.iter().filter_map(|path| log.at_path(path)) {
        findings.extend(lint::record(record));
        findings.extend(allow::read(&record.path, record.text()).1);
    }
    findings.extend(lint::log(&log.records));
    findings.sort();
    findings.dedup();
    findings
}

/// The entries of a record that claim nothing. What is no longer in force may name what is no longer there.
fn dead<'a>(record: &'a Decision, tracked: &dyn Tracked) -> Vec<(Finding, &'a str)> {
    let mut dead: Vec<&str> = Vec::new();
    if !record.is_live() {
        return Vec::new();
    }
    let findings = lint::affects(record, |text| {
        let entries = record.affects.entries();
        let entry = entries.iter().find(|entry| entry.text() == text);
        let claims = entry.is_none_or(|entry| tracked.claimed_by(entry, Strength::Stem));
        if let Some(entry) = entry.filter(|_| !claims) {
            dead.push(entry.text());
        }
        claims
    });
    findings.into_iter().zip(dead).collect()
}

/// The entries of records in force that a change breaks.
pub(super) fn broken(log: &DecisionLog, changes: &[Change], tracked: &dyn Tracked) -> Vec<Fault> {
    let gone: Vec<Gone<'_>> = changes.iter().filter_map(Change::gone).collect();
    if gone.is_empty() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for record in log.records.iter().filter(|record| record.is_live()) {
        for broken in breaks::of(record, &gone, tracked) {
            faults.push(broken_fault(log, record, &broken));
        }
    }
    faults
}

fn broken_fault(log: &DecisionLog, record: &Decision, broken: &Broken<'_>) -> Fault {
    let place = lint::place_of_entry(record, broken.entry);
    let (file, line) = match place {
        Some((file, line)) => (file.to_owned(), Some(line)),
        None => (sidecar::label(&log.dirs[record.place]), None),
    };
    let shown = quote::path(broken.entry);
    let (what, help, with, went_to) = match &broken.remedy {
        Remedy::Rewrite(with) => (
            format!("moved to `{}`", quote::path(with)),
            format!(
                "write `{}` in its place: `decision check --fix` does",
                quote::path(with)
            ),
            Some(with.clone()),
            vec![with.clone()],
        ),
        Remedy::Unclear(places) => (
            format!("went to {}", list(places)),
            "name what the record governs now".to_owned(),
            None,
            places.clone(),
        ),
        Remedy::Deleted => (
            "is deleted".to_owned(),
            "take the entry out; where nothing is left to govern, say so in the record's status"
                .to_owned(),
            None,
            Vec::new(),
        ),
    };
    let finding = Finding::new(
        Rule::BrokenAffects,
        &file,
        format!("the `affects` entry `{shown}` matches nothing any more: what it named {what}"),
    )
    .with_help(help);
    Fault {
        finding: match line {
            Some(line) => finding.at_line(line),
            None => finding,
        },
        introduced: true,
        repair: Some(Repair {
            file,
            slug: record.slug.clone(),
            entry: broken.entry.to_owned(),
            with,
            went_to,
        }),
    }
}

fn list(places: &[String]) -> String {
    const SHOWN: usize = 3;
    let mut shown: Vec<String> = places
        .iter()
        .take(SHOWN)
        .map(|one| format!("`{}`", quote::path(one)))
        .collect();
    if places.len() > SHOWN {
        shown.push(format!("{} more", places.len() - SHOWN));
    }
    shown.join(", ")
}
