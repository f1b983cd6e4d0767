//! What is wrong or odd in a log as a whole: for commands, never for a hook.

use std::collections::BTreeMap;
use std::time::Duration;

use decision_core::{Decision, Finding, Names, Rule, Severity, Succession, lint};

use crate::workspace::Workspace;

/// How long the history may be looked at.
const BUDGET: Duration = Duration::from_secs(2);

/// All findings: of the records, of the settings, of the links between records, and of numbers that are
/// taken twice, here or elsewhere. Ordered by path and line.
pub fn findings(workspace: &Workspace) -> Vec<Finding> {
    let log = workspace.log();
    let mut findings = log.findings.clone();
    findings.extend(workspace.settings.findings.iter().cloned());
    findings.extend(lint::log(&log.records));
    findings.extend(taken_elsewhere(workspace));
    findings.sort();
    findings
}

/// For each record its date; where it has none, the day on which git first had the file.
pub fn dates(workspace: &Workspace) -> Vec<Option<String>> {
    let records = &workspace.log().records;
    let undated = records.iter().filter(|record| record.date.is_none());
    let paths: Vec<&str> = undated.map(|record| record.path.as_str()).collect();
    let mut from_git = match paths[..] {
        [] => Vec::new(),
        _ => workspace.repository.first_commit_dates(&paths, BUDGET),
    }
    .into_iter();
    let date = |record: &Decision| record.date.clone().or_else(|| from_git.next().flatten());
    records.iter().map(date).collect()
}

/// For each record whether it is in force or may come to be, as the log as a whole tells.
pub fn in_force(workspace: &Workspace) -> Vec<bool> {
    let records = &workspace.log().records;
    let (_, succession) = succession(records);
    (0..records.len())
        .map(|record| succession.is_in_force(record))
        .collect()
}

/// Who took whose place, whether it is merged or not, and the names by which links are resolved.
fn succession(records: &[Decision]) -> (Names, Succession) {
    let names = Names::of(records, |_| true);
    let succession = Succession::of(records, &names, |_| true);
    (names, succession)
}

/// Numbers that files of other branches and work trees carry too: the branches will meet.
pub fn taken_elsewhere(workspace: &Workspace) -> Vec<Finding> {
    let mut taken: BTreeMap<(&str, String, u64), &str> = BTreeMap::new();
    for record in &workspace.log().records {
        if let Some((folder, (series, number))) = Names::of_file(&record.path) {
            taken
                .entry((folder, series, number))
                .or_insert(&record.path);
        }
    }
    let elsewhere = workspace.files_elsewhere();
    let numbered = elsewhere.iter().filter_map(|file| {
        let (folder, (series, number)) = Names::of_file(&file.path)?;
        Some((file, number, *taken.get(&(folder, series, number))?))
    });
    numbered
        .map(|(file, number, path)| {
            let message = format!(
                "number {number} is that of {} too, on {}",
                file.path, file.place
            );
            let finding = Finding::new(Rule::DuplicateNumber, path, message).with_help(
                "give one of them another number before the branches meet: `decision renumber`",
            );
            // Nothing is wrong with this branch alone.
            Finding {
                severity: Severity::Warning,
                ..finding
            }
        })
        .collect()
}
