//! The log as git has it, after a change and before it.

use std::collections::BTreeSet;

use decision_core::{DecisionDir, DecisionLog, Finding, Names, Rule, Severity};
use decision_git::{EntryKind, Snapshot, Tracked as Entry};

use super::SourceError;
use crate::check::change::Change;

/// The files that a log is read from, with their contents.
fn files_of(
    snapshot: &Snapshot,
    dirs: &[DecisionDir],
) -> Result<Vec<(String, Vec<u8>)>, SourceError> {
    let mut paths: BTreeSet<String> = BTreeSet::new();
    let mut linked = Vec::new();
    for dir in dirs {
        let label = match dir.label.as_str() {
            "." => "",
            label => label,
        };
        for entry in snapshot.entries_under(label)? {
            if !DecisionLog::reads(dirs, &entry.path) {
                continue;
            }
            if entry.kind.is_same_type(EntryKind::File) {
                paths.insert(entry.path.into_owned());
            } else if let Some(bytes) = behind_link(snapshot, &entry)? {
                linked.push((entry.path.into_owned(), bytes));
            }
        }
    }
    let mut files = Vec::with_capacity(paths.len());
    for (path, bytes) in paths.iter().zip(snapshot.read_all(&paths)) {
        files.extend(bytes?.map(|bytes| (path.clone(), bytes)));
    }
    files.extend(linked);
    Ok(files)
}

/// The content of the file that a link leads to, where git has that.
fn behind_link(snapshot: &Snapshot, entry: &Entry<'_>) -> Result<Option<Vec<u8>>, SourceError> {
    if entry.kind != EntryKind::Link {
        return Ok(None);
    }
    let Some(target) = snapshot.read(&entry.path)? else {
        return Ok(None);
    };
    let target = String::from_utf8_lossy(&target).into_owned();
    let mut path: Vec<&str> = entry.path.split('/').collect();
    path.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." if path.pop().is_none() => return Ok(None),
            ".." => {}
            part => path.push(part),
        }
    }
    let path = path.join("/");
    let is_file = |kind: EntryKind| kind.is_same_type(EntryKind::File);
    if target.starts_with('/') || !snapshot.kind(&path)?.is_some_and(is_file) {
        return Ok(None);
    }
    Ok(snapshot.read(&path)?)
}

/// The log as a snapshot has it. A directory of which git has nothing, being ignored or outside of the
/// repository, is read `from_disk`.
pub(super) fn log_of(
    snapshot: &Snapshot,
    dirs: &[DecisionDir],
    from_disk: bool,
) -> Result<DecisionLog, SourceError> {
    let mut log = DecisionLog::from_files(dirs, files_of(snapshot, dirs)?);
    for (index, dir) in dirs.iter().enumerate().filter(|_| from_disk) {
        if log.records.iter().any(|record| record.place == index) {
            continue;
        }
        let unknown = DecisionLog::load(std::slice::from_ref(dir));
        log.records
            .extend(unknown.records.into_iter().map(|mut record| {
                record.place = index;
                record
            }));
        log.records.sort_by(|one, other| one.path.cmp(&other.path));
    }
    Ok(log)
}

/// Numbers of added records that the other side has given to records of its own since the two parted.
pub(super) fn taken_by(
    revision: &str,
    theirs: &Snapshot,
    common: &Snapshot,
    log: &DecisionLog,
    changes: &[Change],
) -> Result<Vec<Finding>, SourceError> {
    let mut added = Vec::new();
    for change in changes.iter().filter(|change| !change.is_removed) {
        if log.at_path(&change.path).is_some() && !common.holds(&change.path)? {
            added.extend(Names::of_file(&change.path).map(|number| (number, &change.path)));
        }
    }
    let mut findings = Vec::new();
    if added.is_empty() {
        return Ok(findings);
    }
    for (path, _) in files_of(theirs, &log.dirs)? {
        if log.at_path(&path).is_some() || common.holds(&path)? {
            continue;
        }
        let number = Names::of_file(&path);
        let same = added.iter().find(|(own, _)| Some(own) == number.as_ref());
        if let Some(((_, (_, number)), own)) = same {
            let message = format!("number {number} is that of {path} too, on {revision}");
            findings.push(Finding {
                // Nothing is wrong with this branch alone.
                severity: Severity::Warning,
                ..Finding::new(Rule::DuplicateNumber, own.as_str(), message)
                    .at_line(1)
                    .with_help("give this one another number before the branches meet: `decision renumber`")
            });
        }
    }
    Ok(findings)
}

/// The log before the change; none where the change leaves it alone.
pub(super) fn log_before(
    after: &DecisionLog,
    changes: &[Change],
    before: &Snapshot,
) -> Result<Option<DecisionLog>, SourceError> {
    let dirs = &after.dirs;
    let touched: BTreeSet<&str> = changes
        .iter()
        .flat_map(Change::names)
        .filter(|path| DecisionLog::reads(dirs, path))
        .collect();
    if touched.is_empty() {
        return Ok(None);
    }
    // Whether a README is a record, and what stands beside records, cannot be told of a file alone.
    let stands_alone = |path: &&str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        !name.to_ascii_lowercase().starts_with("readme") && !name.ends_with(".yaml")
    };
    let mut files = moved_with_the_log(dirs, changes, before)?;
    if !touched.iter().all(stands_alone) {
        files.extend(files_of(before, dirs)?);
        return Ok(Some(DecisionLog::from_files(dirs, files)));
    }
    for path in &touched {
        files.extend(before.read(path)?.map(|bytes| ((*path).to_owned(), bytes)));
    }
    let mut log = DecisionLog::from_files(dirs, files);
    let same = after.records.iter();
    log.records.extend(
        same.filter(|record| !touched.contains(record.path.as_str()))
            .cloned(),
    );
    log.records.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(Some(log))
}

/// What came into a directory of records that had none before, with the contents from before under the
/// names that it has now: the log moved as a whole, and what is wrong with it was wrong where it was.
fn moved_with_the_log(
    dirs: &[DecisionDir],
    changes: &[Change],
    before: &Snapshot,
) -> Result<Vec<(String, Vec<u8>)>, SourceError> {
    let mut files = Vec::new();
    for dir in dirs {
        let own = std::slice::from_ref(dir);
        let came: Vec<(&str, &str)> = changes
            .iter()
            .filter_map(|change| Some((change.path.as_str(), change.from.as_deref()?)))
            .filter(|(path, from)| DecisionLog::reads(own, path) && !DecisionLog::reads(dirs, from))
            .collect();
        if came.is_empty() {
            continue;
        }
        let label = if dir.label == "." { "" } else { &dir.label };
        let there = before.entries_under(label)?;
        if there
            .iter()
            .any(|entry| DecisionLog::reads(own, &entry.path))
        {
            continue;
        }
        for (path, from) in came {
            files.extend(before.read(from)?.map(|bytes| (path.to_owned(), bytes)));
        }
    }
    Ok(files)
}
