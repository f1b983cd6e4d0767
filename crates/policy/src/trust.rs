//! Whose word a record is.
//!
//! What the default branch has was reviewed. What this user wrote here is this user's to say. Anything else
//! came with a branch that somebody else wrote, and its text is no more than a claim: an agent that reads it
//! could be steered by whoever opens a pull request. Of such a record only title and path are given.

use std::path::Path;

use decision_git::{NoChanges, Repository, Standing};

/// Whose word a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// The default branch has it like this.
    Merged,
    /// This user wrote it: it is not committed (nor brought by a merge that is under way), or was committed
    /// here; or it lies where no git is, or where
    /// the user alone can point to.
    Own,
    /// It came from elsewhere and is not merged, or that cannot be told.
    Foreign,
}

/// A file's standing, and whose word it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// Where git has it.
    pub standing: Standing,
    /// Whose word it is.
    pub trust: Trust,
}

impl Judged {
    /// Whether a record in this state may retire another one.
    pub fn may_retire(self) -> bool {
        self.trust != Trust::Foreign
            && matches!(self.standing, Standing::Merged | Standing::Unknown)
    }
}

/// Judges a few files (from the root with `/`, or absolute), in their order.
pub fn judge(repository: &Repository, paths: &[&str]) -> Vec<Judged> {
    let standings = repository.standing(paths);
    paths
        .iter()
        .zip(standings)
        .map(|(path, standing)| Judged {
            standing,
            trust: of(repository, path, standing),
        })
        .collect()
}

/// Whose word a file of a known standing is.
pub fn of(repository: &Repository, path: &str, standing: Standing) -> Trust {
    match standing {
        Standing::Merged => Trust::Merged,
        // In a merge that is not done, that may be what it brings.
        Standing::Uncommitted if repository.is_taking_in(path) => Trust::Foreign,
        Standing::Uncommitted | Standing::Untracked => Trust::Own,
        // What lies outside was named by a flag, a variable or git's own configuration.
        Standing::Unknown if Path::new(path).is_absolute() => Trust::Own,
        Standing::Unknown if repository.no_changes() == Some(&NoChanges::NoRepository) => {
            Trust::Own
        }
        Standing::Branch | Standing::Unknown => {
            let here = repository.committed_here(&[path]).contains(&true);
            if here { Trust::Own } else { Trust::Foreign }
        }
    }
}
