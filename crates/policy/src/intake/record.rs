//! A record from outside, put into the log: one writer at a time, never over another file, and kept in mind
//! so that it can be taken back.

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use decision_core::{DecisionLog, Finding};
use decision_git::Environment;

use super::claim::Claim;
use super::{Given, Intake, Ready, read, same_title};
use crate::author;
use crate::file_edit::{self, FileEdit, FileError};
use crate::memory::Memory;
use crate::suggest::Tree;
use crate::workspace::Workspace;
use crate::{index, undo};

/// So often a name is chosen anew because a file of that name came into being meanwhile.
const ATTEMPTS: usize = 5;

/// What is to be recorded.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// The text as it came.
    pub text: &'a [u8],
    /// What is said beside it; scope may be named by absolute paths here.
    pub given: Given,
    /// Whether it is written although a record in force or proposed is called nearly the same.
    pub anyway: bool,
    /// Whether nothing is written.
    pub dry_run: bool,
}

/// Where it is recorded. The log is looked at more than once, as others may write to it meanwhile.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// Where to start from.
    pub start: &'a Path,
    /// Decision directories asked for by name.
    pub dirs: &'a [PathBuf],
    /// What the environment says of the repository.
    pub environment: &'a Environment,
    /// Where the user keeps the state of programs.
    pub state_folder: Option<&'a Path>,
}

impl Place<'_> {
    /// The workspace as it is now; never given back, since the process ends with its command.
    fn open(&self) -> Result<ManuallyDrop<Workspace>, decision_git::Error> {
        Workspace::open(self.start, self.dirs, self.environment).map(ManuallyDrop::new)
    }
}

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded {
    /// It is a record now.
    Written {
        /// The record.
        ready: Ready,
        /// What it is called.
        title: String,
        /// Whether [`undo::take_back`] can take it back.
        can_undo: bool,
        /// What to do about it yet.
        hints: Vec<String>,
    },
    /// It would be.
    Shown {
        /// The record.
        ready: Ready,
    },
    /// Something is wrong with it.
    Refused {
        /// What.
        findings: Vec<Finding>,
    },
    /// There is one like it.
    Known {
        /// What that is called.
        title: String,
        /// Its file.
        path: String,
    },
}

/// Why nothing is recorded, whatever the text says.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// There is no place for it.
    #[error(transparent)]
    Open(#[from] decision_git::Error),
    /// Scope that is not of this repository.
    #[error("--affects {0}: lies outside of this repository")]
    Scope(String),
    /// Its name was taken meanwhile, and there is no other.
    #[error("{0}: exists already")]
    Taken(String),
    /// Its file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Judges a text and writes it in the manner of the log.
///
/// # Errors
///
/// Where it cannot be written; what is wrong with the text is no error but [`Recorded::Refused`].
pub fn record(request: Request<'_>, place: &Place<'_>) -> Result<Recorded, RecordError> {
    let workspace = place.open()?;
    let mut given = request.given;
    given.affects = scope(&workspace, &given.affects)?;
    let intake = match read(request.text, &given) {
        Ok(intake) => intake,
        Err(findings) => return Ok(Recorded::Refused { findings }),
    };
    let claim = Claim::wait(workspace.repository.git_common_dir());
    // What others wrote while this waited counts as well.
    let workspace = place.open()?;
    if !request.anyway
        && let Some(known) = same_title(workspace.log(), intake.title())
    {
        return Ok(Recorded::Known {
            title: known.title.clone(),
            path: known.path.clone(),
        });
    }
    let ready = match render_in(&workspace, &intake) {
        Ok(ready) => ready,
        Err(findings) => return Ok(Recorded::Refused { findings }),
    };
    if request.dry_run {
        return Ok(Recorded::Shown { ready });
    }
    let (ready, made_folders) = write(place, &intake, ready)?;
    drop(claim);
    after(place, &workspace, &intake, ready, made_folders)
}

/// The scope as given: absolute paths become paths from the root.
fn scope(workspace: &Workspace, entries: &[String]) -> Result<Vec<String>, RecordError> {
    let entry = |entry: &String| {
        if !Path::new(entry).is_absolute() {
            return Ok(entry.replace('\\', "/"));
        }
        let inside = workspace.repository.relative(entry);
        inside.ok_or_else(|| RecordError::Scope(entry.clone()))
    };
    entries.iter().map(entry).collect()
}

fn render_in(workspace: &Workspace, intake: &Intake) -> Result<Ready, Vec<Finding>> {
    // Without a list of tracked files nothing can be called dead.
    let tree = workspace.repository.tracked_files().ok().map(Tree::new);
    intake.render(&author::style(workspace), |entry| {
        tree.as_ref().is_none_or(|tree| tree.claimed_by(entry) > 0)
    })
}

/// Writes the file, never over another; tells how many folders were made for it.
fn write(place: &Place<'_>, intake: &Intake, first: Ready) -> Result<(Ready, usize), RecordError> {
    let mut ready = first;
    for _ in 1..ATTEMPTS {
        match create(place, &ready) {
            // Somebody else took the name, by whatever means.
            Err(_) if ready.rendered.file.exists() => {}
            result => return Ok((ready, result?)),
        }
        ready = render_in(&*place.open()?, intake)
            .map_err(|_| RecordError::Taken(ready.rendered.path))?;
    }
    let made_folders = create(place, &ready)?;
    Ok((ready, made_folders))
}

fn create(place: &Place<'_>, ready: &Ready) -> Result<usize, RecordError> {
    let rendered = &ready.rendered;
    let above = rendered.file.ancestors().skip(1);
    let made_folders = above.take_while(|folder| !folder.exists()).count();
    let edit = FileEdit::create(
        place.open()?.repository.root(),
        rendered.path.clone(),
        rendered.file.clone(),
        rendered.text.clone(),
    )?;
    file_edit::write(&[edit])?;
    Ok(made_folders)
}

/// What is to be known and done once the file is there. None of it takes the record back.
fn after(
    place: &Place<'_>,
    workspace: &Workspace,
    intake: &Intake,
    ready: Ready,
    made_folders: usize,
) -> Result<Recorded, RecordError> {
    let memory = Memory::of(&workspace.repository, place.state_folder);
    let can_undo = memory.as_ref().is_some_and(|memory| {
        let rendered = &ready.rendered;
        undo::remember(memory, &rendered.path, &rendered.text, made_folders)
    });
    let mut hints = Vec::new();
    if let Some(memory) = &memory {
        note(memory, &ready.rendered.path);
        hints.extend(intake.missing_scope(&edited(workspace, memory)));
    } else {
        hints.extend(intake.missing_scope(&[]));
    }
    match index::refresh_existing(&*place.open()?) {
        Ok(None | Some((_, index::Refreshed::Unchanged))) => {}
        Ok(Some((path, index::Refreshed::Written))) => {
            hints.push(format!(
                "{}: the index was brought up to date",
                path.display()
            ));
        }
        Err(error) => hints.push(format!("the index was not brought up to date: {error}")),
    }
    Ok(Recorded::Written {
        ready,
        title: intake.title().to_owned(),
        can_undo,
        hints,
    })
}

/// Remembers that the session that runs in this work tree has written a record, as if it were a file that
/// was edited: that outlives a context that is made anew, and no nudge to record comes after it.
fn note(memory: &Memory, path: &str) {
    if let Some(session) = memory.current() {
        session.note_edited(path);
    }
}

/// The files that the running session has edited, records aside.
fn edited(workspace: &Workspace, memory: &Memory) -> Vec<String> {
    let mut paths = memory
        .current()
        .map(|session| session.edited())
        .unwrap_or_default();
    let dirs = workspace.located.decision_dirs();
    paths.retain(|path| !DecisionLog::reads(&dirs, path));
    paths
}
