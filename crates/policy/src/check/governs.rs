//! Which records govern what changed.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use decision_core::affects::Strength;
use decision_core::{DecisionLog, Names, Succession};

use super::change::Change;
use super::report::{Governed, Governing};

/// The records in force that govern changed files, the strongest first; those that the change itself adds
/// or edits stand apart. Claims that are broad or only by a file's stem do not speak.
///
/// Files of the log are governed by nothing here: to write a record is no change to what records are about.
pub(super) fn of(log: &DecisionLog, changes: &[Change]) -> (Vec<Governing>, Vec<Governing>) {
    let paths: BTreeSet<&str> = changes
        .iter()
        .filter(|change| !change.is_merged)
        .flat_map(Change::names)
        .filter(|path| !DecisionLog::reads(&log.dirs, path))
        .collect();
    if paths.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let written: BTreeSet<&str> = changes.iter().map(|change| change.path.as_str()).collect();
    let mut found: Vec<Governing> = Vec::new();
    for (index, record) in log.records.iter().enumerate() {
        if record.affects.is_empty() {
            continue;
        }
        let mut files: Vec<Governed> = paths
            .iter()
            .filter_map(|path| {
                let claim = record.affects.matches(path)?;
                (claim.strength > Strength::Stem && !claim.broad).then(|| Governed {
                    path: (*path).to_owned(),
                    entry: claim.entry.to_owned(),
                    strength: claim.strength,
                })
            })
            .collect();
        if !files.is_empty() {
            files.sort_by_key(|file| Reverse(file.strength));
            found.push(Governing {
                record: index,
                files,
            });
        }
    }
    if found.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let names = Names::of(&log.records, |_| true);
    let succession = Succession::of(&log.records, &names, |_| true);
    found.retain(|one| succession.is_in_force(one.record));
    found.sort_by_cached_key(|one| {
        let record = &log.records[one.record];
        // Among claims of one strength the one that names the place more closely comes first.
        let close = one.files.first().map(|file| {
            let depth = file.entry.trim_matches('/').matches('/').count();
            (file.strength, depth, one.files.len())
        });
        (
            Reverse(close),
            Reverse(record.date.clone()),
            record.slug.clone(),
        )
    });
    found
        .into_iter()
        .partition(|one| !written.contains(log.records[one.record].path.as_str()))
}
