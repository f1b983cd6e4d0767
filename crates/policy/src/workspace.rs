//! Where an event or a command works: the repository, its settings, its log.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use decision_core::DecisionLog;
use decision_git::{Environment, Error, Located, Options, Repository};

use crate::settings::Settings;

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
        let options = Options {
            dirs: dirs.to_vec(),
            settings: decision_git::Settings {
                dirs: settings.dirs.clone(),
            },
        };
        let located = repository.decision_dirs(&options)?;
        Ok(Workspace {
            repository,
            settings,
            located,
            log: OnceCell::new(),
        })
    }

    /// Every record, read once.
    pub fn log(&self) -> &DecisionLog {
        self.log
            .get_or_init(|| DecisionLog::load(&self.located.decision_dirs()))
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
