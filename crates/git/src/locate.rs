//! Where the decision records of a repository are.
//!
//! The first of these that names a directory decides: what the caller asks for (`--dir`,
//! `DECISION_DIR`); what is configured (`decision.dir` in git's configuration, `dirs` in the settings
//! file); and otherwise both what pointer files of other tools name and every well-known directory
//! that holds records, so that a pointer cannot hide a log.

mod overlap;
mod pointer;
mod sharing;
mod well_known;

use std::path::{Path, PathBuf};

use decision_core::{DecisionDir, DecisionLog};
use gix::bstr::ByteSlice;
use gix::config::Source;

use crate::{Error, Repository, path};
pub use sharing::Sharing;

/// Where a new log is created.
const NEW_LOG: &str = "docs/decisions";
/// The settings file at the root.
const SETTINGS_FILE: &str = ".decision.yaml";
/// The key in git's configuration; may be given several times.
const CONFIG_KEY: &str = "decision.dir";

/// What the settings file says that matters here. The caller reads the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// The decision directories, from the root.
    pub dirs: Vec<String>,
}

/// What the caller knows about where the records are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Directories asked for (`--dir`), relative to the directory in which the search began.
    pub dirs: Vec<PathBuf>,
    /// The settings of the repository.
    pub settings: Settings,
    /// Pointer files, by name, that are passed over.
    pub not_followed: Vec<String>,
}

/// The decision directories of a repository, and how they were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The directories; none lies in another.
    pub dirs: Vec<LocatedDir>,
    /// What was named but cannot be used, and what was left out.
    pub notes: Vec<Note>,
    /// Where a new record belongs: the first directory, or where a new log would begin.
    pub create_in: DecisionDir,
}

impl Located {
    /// The directories alone, as [`DecisionLog::load`] takes them.
    pub fn decision_dirs(&self) -> Vec<DecisionDir> {
        self.dirs
            .iter()
            .map(|located| located.dir.clone())
            .collect()
    }
}

/// A decision directory with the rule that found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedDir {
    /// The directory.
    pub dir: DecisionDir,
    /// What named it.
    pub found_by: FoundBy,
}

/// What named a decision directory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FoundBy {
    /// The caller (`--dir`).
    Flag,
    /// `DECISION_DIR`.
    Environment,
    /// `decision.dir` in git's configuration.
    GitConfig,
    /// `dirs` in the settings file.
    Settings,
    /// A pointer file of another tool, by its name.
    Pointer(&'static str),
    /// Its name, being one that record tools use.
    WellKnown,
}

impl std::fmt::Display for FoundBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            FoundBy::Flag => "--dir",
            FoundBy::Environment => "DECISION_DIR",
            FoundBy::GitConfig => "git config decision.dir",
            FoundBy::Settings => SETTINGS_FILE,
            FoundBy::Pointer(file) => file,
            FoundBy::WellKnown => "well-known name",
        })
    }
}

/// Something about a directory that the user should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What named the directory.
    pub found_by: FoundBy,
    /// The directory as written, without control characters and cut to 60 characters.
    pub dir: String,
    /// What is the matter, as a fragment without a final stop.
    pub message: String,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: {}", self.found_by, self.dir, self.message)
    }
}

impl Repository {
    /// Finds the decision directories.
    ///
    /// # Errors
    ///
    /// Where a directory that was asked for by `--dir` or `DECISION_DIR` does not exist.
    pub fn decision_dirs(&self, options: &Options) -> Result<Located, Error> {
        let mut search = Search {
            root: self.root(),
            dirs: Vec::new(),
            notes: Vec::new(),
        };
        search.asked_for(self, options)?;
        if search.dirs.is_empty() {
            search.configured(self, options);
        }
        if search.dirs.is_empty() {
            search.pointers(&options.not_followed);
            search.well_known();
        }
        let dirs = overlap::without_nested(search.dirs);
        let create_in = dirs.first().map_or_else(
            || DecisionDir::new(self.root().join(NEW_LOG), NEW_LOG).within(self.root()),
            |first| first.dir.clone(),
        );
        Ok(Located {
            dirs,
            notes: search.notes,
            create_in,
        })
    }
}

/// The well-known directory in which a file of this path, from the root with `/`, would be a record: by its
/// name alone, whether it exists or not.
pub fn well_known_dir(path: &str) -> Option<&str> {
    well_known::holding(path)
}

/// Whether a directory tree would have records without being told where: by pointer or by name.
pub(crate) fn has_records(root: &Path) -> bool {
    let mut search = Search {
        root,
        dirs: Vec::new(),
        notes: Vec::new(),
    };
    search.well_known();
    if search.dirs.is_empty() {
        search.pointers(&[]);
    }
    !search.dirs.is_empty()
}

/// Whether git's configuration names a decision directory.
pub(crate) fn is_configured(repo: &gix::Repository) -> bool {
    repo.config_snapshot().string(CONFIG_KEY).is_some()
}

/// Whether there is a settings file.
pub(crate) fn has_settings(root: &Path) -> bool {
    root.join(SETTINGS_FILE).is_file()
}

/// Every value of `decision.dir`, with where it was read.
fn config_values(config: &gix::config::File) -> Vec<(String, Source)> {
    let Some((section, key)) = CONFIG_KEY.split_once('.') else {
        return Vec::new();
    };
    config
        .sections_by_name(section)
        .into_iter()
        .flatten()
        .filter(|section| section.header().subsection_name().is_none())
        .flat_map(|section| {
            let source = section.meta().source;
            let values = section.values(key);
            values
                .into_iter()
                .map(move |value| (value.to_str_lossy().into_owned(), source))
        })
        .collect()
}

/// What a file says, as it can be shown: without control characters, and not too long.
fn quotable(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown = text.chars().filter(|char| !char.is_control());
    let mut quote: String = shown.by_ref().take(LONGEST).collect();
    if shown.next().is_some() {
        quote.push('\u{2026}');
    }
    quote
}

struct Search<'a> {
    root: &'a Path,
    dirs: Vec<LocatedDir>,
    notes: Vec<Note>,
}

impl Search<'_> {
    fn asked_for(&mut self, repository: &Repository, options: &Options) -> Result<(), Error> {
        let flags = options
            .dirs
            .iter()
            .map(|dir| (dir.as_path(), FoundBy::Flag, "--dir"));
        let environment = repository
            .decision_dir()
            .map(|dir| (dir, FoundBy::Environment, "DECISION_DIR"));
        let asked: Vec<_> = if options.dirs.is_empty() {
            environment.into_iter().collect()
        } else {
            flags.collect()
        };
        for (dir, found_by, asked_by) in asked {
            let path = path::resolved(&repository.start().join(dir));
            if !path.is_dir() {
                return Err(Error::NoSuchDirectory { path, asked_by });
            }
            self.add(path, found_by);
        }
        Ok(())
    }

    fn configured(&mut self, repository: &Repository, options: &Options) {
        if let Some(git) = repository.superproject().or_else(|| repository.git().ok()) {
            let repo = git.repo.to_thread_local();
            let config = repo.config_snapshot();
            for (dir, source) in config_values(config.plumbing()) {
                self.add_configured(&dir, source);
            }
        }
        if self.dirs.is_empty() {
            for dir in &options.settings.dirs {
                self.add_inside(dir, FoundBy::Settings);
            }
        }
    }

    /// The user's own configuration, the system's and the command line's may point anywhere. What is
    /// in the repository may be somebody else's.
    fn add_configured(&mut self, dir: &str, source: Source) {
        if matches!(source, Source::Local | Source::Worktree) {
            return self.add_inside(dir, FoundBy::GitConfig);
        }
        let path = path::resolved(&self.root.join(dir));
        if path.is_dir() {
            self.add(path, FoundBy::GitConfig);
        } else {
            self.note(FoundBy::GitConfig, dir, "there is no such directory");
        }
    }

    fn pointers(&mut self, not_followed: &[String]) {
        for pointer in pointer::read_all(self.root) {
            if not_followed.iter().any(|name| name == pointer.file) {
                let what = "is not merged and not yours, so it is not followed";
                self.note(FoundBy::Pointer(pointer.file), ".", what);
                continue;
            }
            for dir in &pointer.dirs {
                self.add_inside(dir, FoundBy::Pointer(pointer.file));
            }
            if let Some(problem) = pointer.problem {
                self.note(FoundBy::Pointer(pointer.file), ".", &problem);
            }
        }
    }

    fn well_known(&mut self) {
        for label in well_known::find(self.root) {
            let path = self.root.join(&label);
            if DecisionLog::holds_records(&path) {
                self.dirs.push(LocatedDir {
                    dir: DecisionDir::new(path, label).within(self.root),
                    found_by: FoundBy::WellKnown,
                });
            }
        }
    }

    /// A directory that a file in the repository names. The file came with the repository, so it may
    /// not lead out of it.
    fn add_inside(&mut self, dir: &str, found_by: FoundBy) {
        let path = path::resolved(&self.root.join(dir));
        match (self.root.canonicalize(), path.canonicalize()) {
            (Ok(root), Ok(real)) if !real.starts_with(&root) => {
                self.note(
                    found_by,
                    dir,
                    "leads out of the repository, so it is not read",
                );
            }
            (Ok(_), Ok(real)) if real.is_dir() => self.add(path, found_by),
            _ => self.note(found_by, dir, "there is no such directory"),
        }
    }

    fn add(&mut self, path: PathBuf, found_by: FoundBy) {
        let label = path::label(self.root, &path);
        let inside = !Path::new(&label).is_absolute();
        let dir = DecisionDir::new(path, label);
        let dir = if inside { dir.within(self.root) } else { dir };
        self.dirs.push(LocatedDir { dir, found_by });
    }

    fn note(&mut self, found_by: FoundBy, dir: &str, message: &str) {
        self.notes.push(Note {
            found_by,
            dir: quotable(dir),
            message: message.to_owned(),
        });
    }
}
