//! Which records govern what changed, and which did until it changed.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use decision_core::affects::Strength;
use decision_core::{DecisionLog, Names, Rule, Succession, sidecar};

use super::change::Change;
use super::faults::Compared;
use super::report::{Fate, Former, Governed, Governing};

/// The changed paths, each with how records may claim it. Files of the log are governed by nothing here: to
/// write a record is no change to what records are about.
///
/// What changes in a submodule is not known; a path below it stands for all of that.
fn paths_of<'a>(log: &DecisionLog, changes: &'a [Change]) -> BTreeMap<&'a str, String> {
    changes
        .iter()
        .filter(|change| !change.is_merged)
        .flat_map(|change| {
            let is_submodule = change.is_submodule || change.was_submodule;
            change.names().map(move |path| (path, is_submodule))
        })
        .filter(|(path, _)| !DecisionLog::reads(&log.dirs, path))
        .map(|(path, is_submodule)| {
            let claimed = if is_submodule {
                format!("{path}/.")
            } else {
                path.to_owned()
            };
            (path, claimed)
        })
        .collect()
}

/// The records in force that govern changed files, the strongest first; those that the change itself adds
/// or edits stand apart. Claims that are broad or only by a file's stem do not speak.
pub(super) fn of(log: &DecisionLog, changes: &[Change]) -> (Vec<Governing>, Vec<Governing>) {
    let written: BTreeSet<&str> = changes.iter().map(|change| change.path.as_str()).collect();
    in_force(log, &paths_of(log, changes))
        .into_iter()
        .partition(|one| !written.contains(log.records[one.record].path.as_str()))
}

fn in_force(log: &DecisionLog, paths: &BTreeMap<&str, String>) -> Vec<Governing> {
    if paths.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<Governing> = Vec::new();
    for (index, record) in log.records.iter().enumerate() {
        if record.affects.is_empty() {
            continue;
        }
        let mut files: Vec<Governed> = paths
            .iter()
            .filter_map(|(path, claimed)| {
                let claim = record.affects.matches(claimed)?;
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
        return Vec::new();
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
}

/// The records that were in force and governed changed files, and no longer do because of this change.
///
/// A file that was renamed is still governed where one of its names is. What a merge brings from the other
/// side as it is there is not this change's doing.
pub(super) fn until_now(compared: Compared<'_>, now: &[&[Governing]]) -> Vec<Former> {
    let Compared {
        log,
        before,
        changes,
    } = compared;
    let paths = paths_of(log, changes);
    // What a file is called now counts before what another was called.
    let former_names = changes
        .iter()
        .filter_map(|change| Some((change.from.as_deref()?, change)));
    let by_name: HashMap<&str, &Change> = former_names
        .chain(changes.iter().map(|change| (change.path.as_str(), change)))
        .collect();
    let places: HashMap<&str, usize> = log
        .records
        .iter()
        .enumerate()
        .map(|(index, record)| (record.path.as_str(), index))
        .collect();
    // Where nothing is silenced it is not needed.
    let succession = OnceCell::new();
    let mut former = Vec::new();
    for mut one in in_force(before, &paths) {
        let record = &before.records[one.record];
        let own = by_name.get(record.path.as_str()).copied();
        let path = own.map_or(record.path.as_str(), |change| change.path.as_str());
        let after = places.get(path).copied();
        let files = now.iter().flat_map(|all| all.iter());
        let still: BTreeSet<&str> = files
            .filter(|other| Some(other.record) == after)
            .flat_map(|other| other.files.iter().map(|file| file.path.as_str()))
            .collect();
        one.files.retain(|file| {
            let change = by_name.get(file.path.as_str());
            !change.is_some_and(|change| change.names().any(|name| still.contains(name)))
        });
        if one.files.is_empty() {
            continue;
        }
        if let Some(fate) = fate(log, &by_name, own, after, &succession) {
            former.push(Former {
                governing: one,
                after,
                fate,
            });
        }
    }
    former
}

/// What the change does to a record that governs no longer; none where it is not this change that does it.
fn fate(
    log: &DecisionLog,
    by_name: &HashMap<&str, &Change>,
    own: Option<&Change>,
    after: Option<usize>,
    succession: &OnceCell<Succession>,
) -> Option<Fate> {
    let is_merged = |path: &str| by_name.get(path).is_some_and(|change| change.is_merged);
    let by_itself = own.is_none_or(|change| !change.is_merged);
    let Some(index) = after else {
        return by_itself.then(|| match own {
            Some(change) if change.from.is_some() => Fate::Moved(change.path.clone()),
            Some(change) if !change.is_removed => Fate::Unreadable,
            _ => Fate::Removed,
        });
    };
    let now = &log.records[index];
    let is_unreadable = || {
        log.findings.iter().any(|finding| {
            finding.path == now.path
                && matches!(
                    finding.rule,
                    Rule::Unreadable
                        | Rule::TooLarge
                        | Rule::NotUtf8
                        | Rule::InvalidFrontMatter
                        | Rule::UnclosedFrontMatter
                        | Rule::ConflictMarkers
                )
        })
    };
    let succession = succession.get_or_init(|| {
        let names = Names::of(&log.records, |_| true);
        Succession::of(&log.records, &names, |_| true)
    });
    if !succession.is_in_force(index) {
        if let Some(status) = now.status.as_ref().filter(|_| !now.is_live()) {
            return by_itself.then(|| Fate::Retired(status.text.clone()));
        }
        let successor = succession.successors(index).first().copied();
        let path = successor.map(|one| log.records[one].path.as_str());
        return (!path.is_some_and(is_merged)).then_some(Fate::Superseded(successor));
    }
    if own.is_some() && is_unreadable() {
        return by_itself.then_some(Fate::Unreadable);
    }
    let beside = sidecar::label(&log.dirs[now.place]);
    let is_theirs = !by_itself || (own.is_none() && is_merged(&beside));
    (!is_theirs).then_some(Fate::Rescoped)
}
