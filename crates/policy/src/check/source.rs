//! What a check looks at, as git has it.

mod dirs;
mod logs;

use std::borrow::Cow;
use std::cell::OnceCell;

use decision_core::{Decision, DecisionLog, Finding};
use decision_git::{
    Compare, CompareError, Comparison, EntryKind, FileChangeKind, ReadError, Snapshot,
};

use super::baseline::{self, Baseline};
use super::change::Change;
use super::report::{Answered, Mode};
use super::tracked::Tracked;
use super::{Input, Levels, Message};
use crate::audit;
use crate::settings::{self, Settings};
use crate::workspace::Workspace;
use crate::{inside, quote};
use dirs::{add_configured, add_emptied, add_found};
use logs::{log_before, log_of, taken_by};

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
    listing: OnceCell<Listing>,
    levels: Levels,
    baseline: Baseline,
    settings: Vec<Finding>,
    elsewhere: Vec<Finding>,
    incomplete: Option<String>,
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
        let (comparison, incomplete) = match repository.compare(&compare) {
            Ok(comparison) => {
                let unmerged = match mode {
                    // What is on disk is read, in conflict or not.
                    Mode::All => None,
                    _ => in_conflict(&comparison.unmerged),
                };
                let incomplete = comparison.incomplete.clone().or(unmerged);
                (Some(comparison), incomplete)
            }
            // What is asked about is on disk and can be read; only what git tracks is not known.
            Err(error) if *mode == Mode::All => {
                (None, Some(format!("paths are not checked: {error}")))
            }
            Err(error) => return Err(error.into()),
        };
        let settings = settings_of(workspace, mode, comparison.as_ref())?;
        let mut dirs = workspace.located.decision_dirs();
        add_configured(&mut dirs, workspace, &settings);
        if matches!(mode, Mode::Base(_)) && settings.dirs.is_empty() {
            add_found(&mut dirs, workspace);
        }
        let changes = match (mode, &comparison) {
            (Mode::All, _) | (_, None) => None,
            (_, Some(comparison)) => Some(changes_of(comparison)),
        };
        if let (Some(changes), Some(comparison)) = (&changes, &comparison) {
            add_emptied(&mut dirs, workspace, changes, &comparison.before)?;
        }
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
        let elsewhere = match (mode, &comparison, &changes) {
            (Mode::Base(revision), Some(comparison), Some(changes)) => {
                let theirs = repository.snapshot_at(revision)?;
                taken_by(revision, &theirs, &comparison.before, &log, changes)?
            }
            (Mode::All, Some(_), _) => audit::taken_elsewhere(workspace),
            _ => Vec::new(),
        };
        Ok(Source {
            mode: mode.clone(),
            log,
            comparison,
            baseline_path,
            before,
            changes,
            listing: OnceCell::new(),
            levels: settings.levels,
            baseline,
            settings: settings.findings,
            elsewhere,
            incomplete,
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

    /// A record that an answer is to.
    pub fn answered(&self, record: Answered) -> Option<&Decision> {
        match record {
            Answered::Now(index) => self.log.records.get(index),
            Answered::Before(index) => self.record_before(index),
        }
    }

    /// A record as it was before the change, by its index there.
    pub fn record_before(&self, index: usize) -> Option<&Decision> {
        self.before.as_ref()?.records.get(index)
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
            elsewhere: &self.elsewhere,
            messages,
            incomplete: self.incomplete.as_deref(),
            strict,
        }
    }
}

impl Tracked for Source {
    fn paths(&self) -> &[String] {
        &self.listing().paths
    }

    fn submodules(&self) -> &[String] {
        &self.listing().submodules
    }
}

/// What a snapshot has, in order.
#[derive(Debug, Default)]
struct Listing {
    paths: Vec<String>,
    submodules: Vec<String>,
}

impl Source {
    fn listing(&self) -> &Listing {
        self.listing.get_or_init(|| {
            let mut listing = Listing::default();
            // What cannot be listed could not have been compared.
            let snapshot = self.comparison.as_ref().map(|comparison| &comparison.after);
            let entries = snapshot.and_then(|snapshot| snapshot.entries().ok());
            for entry in entries.into_iter().flatten() {
                if entry.kind == EntryKind::Submodule {
                    listing.submodules.push(entry.path.clone().into_owned());
                }
                listing.paths.push(entry.path.into_owned());
            }
            listing.paths.sort_unstable();
            listing.paths.dedup();
            listing
        })
    }
}

/// That files are in conflict, of which no content is staged yet.
fn in_conflict(unmerged: &[String]) -> Option<String> {
    let first = quote::path(unmerged.first()?);
    Some(match unmerged.len() - 1 {
        0 => format!("{first} is in conflict and was not looked at"),
        more => format!("{first} and {more} more are in conflict and were not looked at"),
    })
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
        Mode::Base(_) => Ok(None),
        Mode::Staged | Mode::Worktree | Mode::All => {
            let root = workspace.repository.root();
            inside::read(root, &root.join(path))
        }
    };
    Ok(match bytes.map_or_else(on_disk, |bytes| Ok(Some(bytes))) {
        Ok(Some(bytes)) => Baseline::read(path, &String::from_utf8_lossy(&bytes)),
        Ok(None) => Baseline::default(),
        Err(reason) => Baseline::unreadable(path, &reason),
    })
}

fn changes_of(comparison: &Comparison) -> Vec<Change> {
    comparison
        .changes
        .iter()
        .map(|change| Change {
            path: change.path.clone(),
            from: change.from.clone(),
            is_removed: change.kind == FileChangeKind::Removed,
            is_submodule: change.after == Some(EntryKind::Submodule),
            was_submodule: change.before == Some(EntryKind::Submodule),
            is_merged: change.is_merged,
        })
        .collect()
}
