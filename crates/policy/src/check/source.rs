//! What a check looks at, as git has it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use decision_core::{DecisionDir, DecisionLog, Finding};
use decision_git::{
    Compare, CompareError, Comparison, EntryKind, FileChangeKind, ReadError, Snapshot,
};

use super::baseline::{self, Baseline};
use super::change::Change;
use super::report::Mode;
use super::tracked::Tracked;
use super::{Input, Levels, Message};
use crate::settings::{self, Settings};
use crate::workspace::Workspace;

/// Why nothing can be checked.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The two states cannot be compared.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// A file or the list of files cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// What a check looks at.
#[derive(Debug)]
pub struct Source {
    /// What is compared.
    pub mode: Mode,
    /// The log after the change.
    pub log: DecisionLog,
    /// The states before and after; none where there is no repository, which only [`Mode::All`] allows.
    pub comparison: Option<Comparison>,
    /// Where the baseline is, from the root.
    pub baseline_path: String,
    before: Option<DecisionLog>,
    changes: Option<Vec<Change>>,
    paths: OnceCell<Vec<String>>,
    levels: Levels,
    baseline: Baseline,
    settings: Vec<Finding>,
    commits: Vec<(String, String)>,
}

impl Source {
    /// Reads what `mode` asks for.
    ///
    /// # Errors
    ///
    /// Where there is no repository to compare in, a revision that is not there, or something in it that
    /// cannot be read. To check the whole log needs no repository.
    pub fn read(workspace: &Workspace, mode: &Mode) -> Result<Source, SourceError> {
        let compare = match mode {
            Mode::Staged => Compare::Staged,
            Mode::Worktree => Compare::Worktree,
            Mode::Base(revision) => Compare::Base(revision.clone()),
            Mode::All => Compare::All,
        };
        let repository = &workspace.repository;
        let comparison = match repository.compare(&compare) {
            Ok(comparison) => Some(comparison),
            // What is asked about is on disk and can be read; only what git tracks is not known.
            Err(_) if *mode == Mode::All => None,
            Err(error) => return Err(error.into()),
        };
        let settings = settings_of(workspace, mode, comparison.as_ref())?;
        let mut dirs = workspace.located.decision_dirs();
        add_configured(&mut dirs, workspace, &settings);
        let changes = match (mode, &comparison) {
            (Mode::All, _) | (_, None) => None,
            (_, Some(comparison)) => Some(changes_of(comparison)),
        };
        let (log, before) = match (&changes, &comparison) {
            (Some(changes), Some(comparison)) => {
                let log = log_of(&comparison.after, &dirs, !matches!(mode, Mode::Base(_)))?;
                let before = log_before(&log, changes, &comparison.before)?;
                (log, before)
            }
            _ => (workspace.log().clone(), None),
        };
        let baseline_path = settings
            .baseline
            .clone()
            .unwrap_or_else(|| baseline::FILE.to_owned());
        let baseline = baseline_of(workspace, mode, comparison.as_ref(), &baseline_path)?;
        let commits = match mode {
            Mode::Base(revision) => repository
                .commits_since(revision)?
                .into_iter()
                .rev()
                .map(|commit| (commit.id.chars().take(9).collect(), commit.message))
                .collect(),
            Mode::Staged | Mode::Worktree | Mode::All => Vec::new(),
        };
        Ok(Source {
            mode: mode.clone(),
            log,
            comparison,
            baseline_path,
            before,
            changes,
            paths: OnceCell::new(),
            levels: settings.levels,
            baseline,
            settings: settings.findings,
            commits,
        })
    }

    /// The messages of the commits that are compared, the oldest first.
    pub fn messages(&self) -> Vec<Message<'_>> {
        let commits = self.commits.iter();
        commits
            .map(|(id, text)| Message {
                name: id,
                commit: Some(id),
                text,
            })
            .collect()
    }

    /// The text of a file as it is after the change, for people to look at; none where it cannot be had.
    pub fn text_of(&self, path: &str) -> Option<Cow<'_, str>> {
        if let Some(record) = self.log.at_path(path) {
            return Some(Cow::Borrowed(record.text()));
        }
        let bytes = self.comparison.as_ref()?.after.read(path).ok()??;
        Some(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// What the check gets.
    pub fn input<'a>(&'a self, messages: &'a [Message<'a>], strict: bool) -> Input<'a> {
        Input {
            mode: &self.mode,
            log: &self.log,
            before: self.before.as_ref(),
            changes: self.changes.as_deref(),
            tracked: self.comparison.as_ref().map(|_| self as &dyn Tracked),
            levels: &self.levels,
            baseline: &self.baseline,
            own_excuses: !matches!(self.mode, Mode::Base(_)),
            settings: &self.settings,
            messages,
            strict,
        }
    }
}

impl Tracked for Source {
    fn paths(&self) -> &[String] {
        self.paths.get_or_init(|| {
            // What cannot be listed could not have been compared.
            let snapshot = self.comparison.as_ref().map(|comparison| &comparison.after);
            let paths = snapshot.and_then(|snapshot| snapshot.paths().ok());
            let mut paths: Vec<String> = paths
                .into_iter()
                .flatten()
                .map(|path| path.into_owned())
                .collect();
            paths.sort_unstable();
            paths.dedup();
            paths
        })
    }
}

/// The settings that count: those of the base where one is compared with, those of the commit where it has
/// some, else those on disk.
fn settings_of(
    workspace: &Workspace,
    mode: &Mode,
    comparison: Option<&Comparison>,
) -> Result<Settings, SourceError> {
    let of = |snapshot: &Snapshot| -> Result<Option<Settings>, SourceError> {
        let bytes = snapshot.read(settings::FILE)?;
        Ok(bytes.map(|bytes| Settings::read(&String::from_utf8_lossy(&bytes))))
    };
    Ok(match (mode, comparison) {
        (Mode::Base(_), Some(comparison)) => of(&comparison.before)?.unwrap_or_default(),
        (Mode::Staged, Some(comparison)) => {
            of(&comparison.after)?.unwrap_or_else(|| workspace.settings.clone())
        }
        _ => workspace.settings.clone(),
    })
}

fn baseline_of(
    workspace: &Workspace,
    mode: &Mode,
    comparison: Option<&Comparison>,
    path: &str,
) -> Result<Baseline, SourceError> {
    let bytes = match (mode, comparison) {
        (Mode::Base(_), Some(comparison)) => comparison.before.read(path)?,
        (Mode::Staged, Some(comparison)) => comparison.after.read(path)?,
        _ => None,
    };
    let on_disk = || match mode {
        Mode::Base(_) => None,
        Mode::Staged | Mode::Worktree | Mode::All => {
            std::fs::read(workspace.repository.root().join(path)).ok()
        }
    };
    Ok(bytes
        .or_else(on_disk)
        .map_or_else(Baseline::default, |bytes| {
            Baseline::read(path, &String::from_utf8_lossy(&bytes))
        }))
}

/// Adds directories that the settings of the base name and the disk's do not: a change cannot move its
/// records out of sight.
fn add_configured(dirs: &mut Vec<DecisionDir>, workspace: &Workspace, settings: &Settings) {
    let root = workspace.repository.root();
    for label in &settings.dirs {
        let label = label.trim_start_matches("./").trim_end_matches('/');
        let leads_out = label.starts_with('/') || label.split('/').any(|part| part == "..");
        if !leads_out && !dirs.iter().any(|dir| dir.label == label) {
            dirs.push(DecisionDir::new(root.join(label), label).within(root));
        }
    }
}

fn changes_of(comparison: &Comparison) -> Vec<Change> {
    comparison
        .changes
        .iter()
        .map(|change| Change {
            path: change.path.clone(),
            from: change.from.clone(),
            is_removed: change.kind == FileChangeKind::Removed,
            is_merged: change.is_merged,
        })
        .collect()
}

/// The files that a log is read from, with their contents.
fn files_of(
    snapshot: &Snapshot,
    dirs: &[DecisionDir],
) -> Result<Vec<(String, Vec<u8>)>, SourceError> {
    let mut paths: BTreeSet<String> = BTreeSet::new();
    for dir in dirs {
        let label = if dir.label == "." {
            ""
        } else {
            dir.label.as_str()
        };
        for entry in snapshot.entries_under(label)? {
            let is_file = entry.kind.is_same_type(EntryKind::File);
            if is_file && DecisionLog::reads(dirs, &entry.path) {
                paths.insert(entry.path.into_owned());
            }
        }
    }
    let mut files = Vec::with_capacity(paths.len());
    for (path, bytes) in paths.iter().zip(snapshot.read_all(&paths)) {
        files.extend(bytes?.map(|bytes| (path.clone(), bytes)));
    }
    Ok(files)
}

/// The log as a snapshot has it. A directory of which git has nothing, being ignored or outside of the
/// repository, is read `from_disk`.
fn log_of(
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

/// The log before the change; none where the change leaves it alone.
fn log_before(
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
    if !touched.iter().all(stands_alone) {
        return Ok(Some(DecisionLog::from_files(dirs, files_of(before, dirs)?)));
    }
    let mut files = Vec::new();
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
