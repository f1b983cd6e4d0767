//! The index of a log: a Markdown file, or a part of one, that lists every record by status and by tag.
//!
//! The generated part stands between two marker comments; what is written around them is the user's and
//! stays. A file that the older `code-decisions` tool made has no markers: its list is recognised and
//! replaced by a marked one.

mod file;
mod markers;
mod render;

use std::path::{Path, PathBuf};

use decision_core::replace::ReplaceError;
use decision_core::{Names, Succession};

use crate::inside::NotUsed;
use crate::workspace::Workspace;

pub use render::render;

/// Where agents of Claude Code are told of decisions, and where the older tool keeps its index.
pub const RULES_FILE: &str = ".claude/rules/decisions.md";

/// What became of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refreshed {
    /// It was current; the file was not touched.
    Unchanged,
    /// It was written.
    Written,
}

/// What an index file holds and what it should hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The file.
    pub path: PathBuf,
    /// Its text; none where there is no file.
    pub before: Option<String>,
    /// Its text with a current index.
    pub after: String,
    /// Whether an index was found in it: between markers, or in the form of the older tool.
    pub has_index: bool,
}

impl Plan {
    /// Whether there is nothing to write.
    pub fn is_current(&self) -> bool {
        self.before.as_deref() == Some(&self.after)
    }
}

/// Why an index is not read or written. The file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Not a Markdown file by its name.
    #[error("{0}: an index is a Markdown file; give it a name that ends in .md")]
    NotMarkdown(PathBuf),
    /// A link out of the repository.
    #[error("{0}: leads out of the repository, so it is not written")]
    Outside(PathBuf),
    /// Not UTF-8, so that it could not be kept byte for byte.
    #[error("{0}: is not UTF-8, so it is left alone")]
    NotUtf8(PathBuf),
    /// The markers do not come in one pair.
    #[error("{path}:{line}: {problem}")]
    Markers {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong and what to do.
        problem: &'static str,
    },
    /// It cannot be read, or is no file.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: NotUsed,
    },
    /// It could not be replaced.
    #[error(transparent)]
    Write(#[from] ReplaceError),
}

/// The index file of a repository: the one that the settings name (`index`), whether it exists or not,
/// else [`RULES_FILE`] where that exists.
pub fn find(workspace: &Workspace) -> Option<PathBuf> {
    let root = workspace.repository.root();
    if let Some(index) = &workspace.settings.index {
        return Some(root.join(index));
    }
    Some(root.join(RULES_FILE)).filter(|path| path.is_file())
}

/// What the index in a file holds and what it should hold. A file without an index gets one at its end.
///
/// # Errors
///
/// Where the file is none that an index may stand in, or cannot be read.
pub fn plan(workspace: &Workspace, path: &Path) -> Result<Plan, IndexError> {
    let root = workspace.repository.root();
    let before = file::read(root, path)?;
    let records = &workspace.log().records;
    let names = Names::of(records, |_| true);
    let succession = Succession::of(records, &names, |_| true);
    let body = render(records, &succession, &file::folder(root, path));
    let placed = markers::place(before.as_deref(), &body).map_err(|(line, problem)| {
        IndexError::Markers {
            path: path.to_owned(),
            line,
            problem,
        }
    })?;
    Ok(Plan {
        path: path.to_owned(),
        before,
        after: placed.text,
        has_index: placed.had_index,
    })
}

/// Brings the index in a file up to date; a file that is current is not touched.
///
/// # Errors
///
/// As [`plan`], and where the file cannot be written or was changed meanwhile.
pub fn refresh(workspace: &Workspace, path: &Path) -> Result<Refreshed, IndexError> {
    write(&plan(workspace, path)?)
}

/// Writes what was planned, where that changes the file.
///
/// # Errors
///
/// Where the file cannot be written or was changed meanwhile.
pub fn write(plan: &Plan) -> Result<Refreshed, IndexError> {
    if plan.is_current() {
        return Ok(Refreshed::Unchanged);
    }
    file::write(plan)?;
    Ok(Refreshed::Written)
}

/// Brings the repository's own index up to date without being asked: only where [`find`] finds a file that
/// holds one, so that a file which is the user's alone never grows by itself.
///
/// # Errors
///
/// As [`refresh`].
pub fn refresh_existing(workspace: &Workspace) -> Result<Option<(PathBuf, Refreshed)>, IndexError> {
    let Some(plan) = plan_existing(workspace)? else {
        return Ok(None);
    };
    let refreshed = write(&plan)?;
    Ok(Some((plan.path, refreshed)))
}

/// What [`refresh_existing`] would write, and where.
///
/// # Errors
///
/// As [`plan`].
pub fn plan_existing(workspace: &Workspace) -> Result<Option<Plan>, IndexError> {
    let Some(path) = find(workspace) else {
        return Ok(None);
    };
    Ok(Some(plan(workspace, &path)?).filter(|plan| plan.has_index))
}
