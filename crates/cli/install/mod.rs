//! Installing the hooks: what is to be done is worked out first, as a plan that can be shown, and carried out
//! afterwards as it was shown.

mod carry_out;
pub(crate) mod git;
pub(crate) mod hosts;

use std::path::PathBuf;

/// What an installation or its taking back changes on disk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// What is done, in this order. Empty where everything is as wanted.
    pub(crate) steps: Vec<Step>,
    /// What a person should know beside it, one line each.
    pub(crate) notes: Vec<String>,
}

/// One change of a file or a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// Makes a folder, the ones above it included.
    MakeFolder(PathBuf),
    /// Writes a file that may be there already.
    Write {
        /// The file.
        path: PathBuf,
        /// What it holds; `None` where it does not exist.
        before: Option<String>,
        /// What it will hold.
        after: String,
        /// What kind of file it is.
        kind: Write,
    },
    /// Gives a file another name in its folder.
    Rename {
        /// The name now.
        from: PathBuf,
        /// The name afterwards, which must be free.
        to: PathBuf,
    },
    /// Removes a file.
    Remove {
        /// The file.
        path: PathBuf,
        /// What it must hold.
        before: String,
        /// What kind of file it is.
        kind: Write,
    },
    /// Removes a folder unless something is in it.
    RemoveFolder(PathBuf),
}

/// What is written into a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Write {
    /// A program of git's, which is made executable.
    Hook,
    /// Settings of a client.
    Settings,
    /// What is needed to take the installation back, for the user's eyes alone.
    Memory,
}

impl Plan {
    /// A plan that changes nothing and says why.
    fn nothing(note: impl Into<String>) -> Plan {
        Plan {
            steps: Vec::new(),
            notes: vec![note.into()],
        }
    }

    /// Carries the plan out.
    ///
    /// # Errors
    ///
    /// Where a file is not what it was when the plan was made, or the file system refuses. The steps before
    /// are taken back as far as that is possible.
    pub(crate) fn carry_out(&self) -> anyhow::Result<()> {
        carry_out::all(&self.steps)
    }
}
