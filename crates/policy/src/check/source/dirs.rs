//! Directories of records that are not found on disk, but count all the same.

use std::collections::BTreeSet;

use decision_core::DecisionDir;
use decision_git::{FoundBy, Options, Snapshot};

use super::SourceError;
use crate::check::change::Change;
use crate::settings::{self, Settings};
use crate::workspace::Workspace;

/// Adds directories that settings from before name and the disk's do not: a change cannot move its
/// records out of sight.
pub(super) fn add_configured(
    dirs: &mut Vec<DecisionDir>,
    workspace: &Workspace,
    settings: &Settings,
) {
    let root = workspace.repository.root();
    for label in &settings.dirs {
        let label = label.trim_start_matches("./").trim_end_matches('/');
        let leads_out = label.starts_with('/') || label.split('/').any(|part| part == "..");
        if !leads_out && !dirs.iter().any(|dir| dir.label == label) {
            dirs.push(DecisionDir::new(root.join(label), label).within(root));
        }
    }
}

/// Adds the directories that are found without settings, where those on disk name others and the base has
/// none.
pub(super) fn add_found(dirs: &mut Vec<DecisionDir>, workspace: &Workspace) {
    let named = &workspace.located.dirs;
    if !named.iter().any(|dir| dir.found_by == FoundBy::Settings) {
        return;
    }
    let found = workspace.repository.decision_dirs(&Options::default());
    for dir in found.map(|found| found.decision_dirs()).unwrap_or_default() {
        if !dirs.iter().any(|known| known.label == dir.label) {
            dirs.push(dir);
        }
    }
}

/// Adds directories that the change leaves without records, so that they are no longer found: the settings
/// before name them, or they have a well-known name. What they had may have governed what changed.
pub(super) fn add_emptied(
    dirs: &mut Vec<DecisionDir>,
    workspace: &Workspace,
    changes: &[Change],
    before: &Snapshot,
) -> Result<(), SourceError> {
    let asked = [FoundBy::Flag, FoundBy::Environment, FoundBy::GitConfig];
    let mut found = workspace.located.dirs.iter().map(|dir| &dir.found_by);
    if found.any(|by| asked.contains(by)) {
        return Ok(());
    }
    let mut labels: BTreeSet<String> = BTreeSet::new();
    let settings = if changes.iter().any(|change| change.path == settings::FILE) {
        before.read(settings::FILE)?
    } else {
        None
    };
    let named = settings.map(|bytes| Settings::read(&String::from_utf8_lossy(&bytes)).dirs);
    match named.filter(|dirs| !dirs.is_empty()) {
        Some(named) => labels.extend(named),
        None if workspace.settings.dirs.is_empty() => {
            let gone = changes.iter().filter_map(Change::gone);
            let known = gone.filter_map(|gone| decision_git::well_known_dir(gone.path));
            labels.extend(known.map(str::to_owned));
        }
        None => {}
    }
    let labels = labels.into_iter().filter(|label| {
        // A file would be read twice.
        !dirs.iter().any(|dir| {
            let under = |one: &str, other: &str| {
                one == "."
                    || other
                        .strip_prefix(one)
                        .is_some_and(|rest| rest.starts_with('/'))
            };
            under(&dir.label, label) || under(label, &dir.label)
        })
    });
    let settings = Settings {
        dirs: labels.collect(),
        ..Settings::default()
    };
    add_configured(dirs, workspace, &settings);
    Ok(())
}
