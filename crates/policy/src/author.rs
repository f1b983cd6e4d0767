//! What a person does to a log: a first record, a new one, one in the place of another, another number.
//!
//! Each is worked out first, as a list of files with what they will hold; nothing is written before all
//! of it is known to be possible.

mod left;
mod new;
mod renumber;
mod supersede;

use decision_git::CompareError;

use crate::file_edit::FileError;

pub use left::Left;
pub use new::{NewRecord, Proposal, first_record, new_record, propose_scope, style};
pub use renumber::{Renumbered, renumber};
pub use supersede::{Heir, successor, supersede};

/// Why nothing is written.
#[derive(Debug, thiserror::Error)]
pub enum AuthorError {
    /// What was asked for makes no sense for this log.
    #[error("{0}")]
    Refused(String),
    /// A file that cannot be read, edited or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Git cannot tell what another revision holds.
    #[error(transparent)]
    Git(#[from] CompareError),
}
