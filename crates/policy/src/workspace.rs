//! Where an event or a command works: the repository, its settings, its log.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use decision_core::DecisionLog;
use decision_git::{Elsewhere, Environment, Error, FoundBy, Located, Options, Repository};

use crate::settings::{self, Settings};
use crate::trust::{self, Trust};

/// How long other branches and other work trees may be looked at.
const BUDGET: Duration = Duration::from_secs(2);

/// A repository with what is configured in it. The log is read when it is first asked for.
#[derive(Debug)]
pub struct Workspace {
    /// The repository, or the plain directory tree.
    pub repository: Repository,
    /// Its settings.
    pub settings: Settings,
    /// Its decision directories, and how they were found.
    pub located: Located,
    log: OnceCell<DecisionLog>,
}

impl Workspace {
    /// Opens what `start` lies in. `dirs` are decision directories asked for by name.
    ///
    /// # Errors
    ///
    /// Where there is no directory to start from, or one that was asked for does not exist.
    pub fn open(
        start: &Path,
        dirs: &[PathBuf],
        environment: &Environment,
    ) -> Result<Workspace, Error> {
        let repository = Repository::discover(start, environment)?;
        let settings = Settings::load(repository.root());
        let located = locate(&repository, dirs, &settings, Vec::new())?;
        Ok(Workspace {
            repository,
            settings,
            located,
            log: OnceCell::new(),
        })
    }

    /// The same for what is said unasked: settings and pointer files that a branch of somebody else brings
    /// are not followed, as they could lead to other records than the merged ones. Of the settings the
    /// default branch's count then.
    ///
    /// # Errors
    ///
    /// As [`Workspace::open`].
    pub fn open_trusted(
        start: &Path,
        dirs: &[PathBuf],
        environment: &Environment,
    ) -> Result<Workspace, Error> {
        let mut workspace = Workspace::open(start, dirs, environment)?;
        let mut foreign: Vec<String> = Vec::new();
        // Without one of them another may lead the way, which is then asked for as well.
        loop {
            let has_settings = workspace.settings != Settings::default();
            let pointers =
                workspace
                    .located
                    .dirs
                    .iter()
                    .filter_map(|located| match located.found_by {
                        FoundBy::Pointer(file) => Some(file),
                        _ => None,
                    });
            let files: BTreeSet<&str> = pointers
                .chain(has_settings.then_some(settings::FILE))
                .filter(|file| !foreign.iter().any(|known| known == file))
                .collect();
            let files: Vec<&str> = files.into_iter().collect();
            if files.is_empty() {
                return Ok(workspace);
            }
            let repository = &workspace.repository;
            let judged = trust::judge(repository, &files);
            let new: Vec<String> = files
                .iter()
                .zip(judged)
                .filter(|(_, judged)| judged.trust == Trust::Foreign)
                .map(|(file, _)| (*file).to_owned())
                .collect();
            if new.is_empty() {
                return Ok(workspace);
            }
            if new.iter().any(|file| file == settings::FILE) {
                let merged = repository
                    .merged_content(settings::FILE)
                    .unwrap_or_default();
                workspace.settings = Settings::read(&String::from_utf8_lossy(&merged));
            }
            foreign.extend(new);
            workspace.located = locate(repository, dirs, &workspace.settings, foreign.clone())?;
        }
    }

    /// Every record, read once.
    pub fn log(&self) -> &DecisionLog {
        self.log
            .get_or_init(|| DecisionLog::load(&self.located.decision_dirs()))
    }

    /// Files of the decision directories on other branches and in other work trees, as far as two seconds go.
    pub(crate) fn files_elsewhere(&self) -> Vec<Elsewhere> {
        let dirs = self.located.decision_dirs();
        let found = self.repository.record_files_elsewhere(&dirs, BUDGET);
        found.files
    }

    /// The decision directories as people name them; where there is none, where a log would begin.
    pub fn places(&self) -> String {
        let labels: Vec<&str> = self
            .located
            .dirs
            .iter()
            .map(|located| located.dir.label.as_str())
            .collect();
        if labels.is_empty() {
            self.located.create_in.label.clone()
        } else {
            labels.join(", ")
        }
    }
}

fn locate(
    repository: &Repository,
    dirs: &[PathBuf],
    settings: &Settings,
    not_followed: Vec<String>,
) -> Result<Located, Error> {
    repository.decision_dirs(&Options {
        dirs: dirs.to_vec(),
        settings: decision_git::Settings {
            dirs: settings.dirs.clone(),
        },
        not_followed,
    })
}
