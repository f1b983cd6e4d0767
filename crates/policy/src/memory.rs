//! What must be remembered between two calls of a hook: what was said once, what was edited.
//!
//! The records are the source of truth; everything here can be deleted at any time, at the price of
//! something being said again. It lies under `decision/` in the git directory that all work trees share,
//! apart for each work tree and session; where that cannot be written, in the user's state folder; outside
//! a repository, nowhere.
//!
//! Names that come from outside (sessions, agents, records) are hashed into file names, links are refused,
//! files can be read by the user alone, and no text of a prompt is kept. Every step is one atomic operation
//! of the file system (a file that is created or is not, a line that is appended), so any number of
//! processes may work on one session at once.

mod session;
mod store;

use std::path::Path;

use decision_git::Repository;

pub use session::Session;
use store::{Folder, hashed};

/// So many bytes of a kept text are read.
const MAX_KEPT: u64 = 2 * 1024 * 1024;

/// The memory of one work tree.
#[derive(Debug, Clone)]
pub struct Memory {
    folder: Folder,
}

impl Memory {
    /// The memory of a repository's work tree; none outside a repository. `state_folder` is where the user
    /// keeps the state of programs, for a git directory that cannot be written.
    ///
    /// Nothing is read or made yet.
    pub fn of(repository: &Repository, state_folder: Option<&Path>) -> Option<Memory> {
        let common = repository.git_common_dir()?;
        let shared = (common, vec!["decision".to_owned(), "memory".to_owned()]);
        let own = state_folder.map(|state| {
            let of_repository = hashed("repository", &common.to_string_lossy());
            let below = ["decision".to_owned(), "memory".to_owned(), of_repository];
            (state, below.to_vec())
        });
        let root = repository.root().to_string_lossy();
        let folder = Folder::new([Some(shared), own].into_iter().flatten());
        Some(Memory {
            folder: folder.below(&hashed("work tree", &root)),
        })
    }

    /// A memory in a folder of its own, for a trial that must not use up what is said once; none where
    /// [`Memory::of`] gives none.
    pub fn apart(repository: &Repository, folder: &Path) -> Option<Memory> {
        repository.git_common_dir()?;
        let below = vec!["memory".to_owned()];
        Some(Memory {
            folder: Folder::new([(folder, below)].into_iter()),
        })
    }

    /// What is remembered of a session, and of a subagent in it where `agent` names one. Without a session
    /// nothing can be kept.
    pub fn session(&self, session: Option<&str>, agent: Option<&str>) -> Session {
        let folder = session
            .filter(|id| !id.is_empty())
            .map(|id| self.folder.below(&hashed("session", id)));
        Session::new(folder, agent)
    }

    /// True for exactly one of all calls with this branch, kind and key, in whatever session; also where
    /// nothing can be kept.
    pub fn first_time_on_branch(&self, branch: &str, kind: &str, key: &str) -> bool {
        let name = hashed(kind, key);
        let folder = self.folder.below(&hashed("branch", branch));
        folder.mark(&name).unwrap_or(true)
    }

    /// Remembers that a session is the one that runs in this work tree now.
    pub fn note_current(&self, session: &str) {
        let _ = self
            .folder
            .replace("current-session", &hashed("session", session));
    }

    /// The session that runs in this work tree now, as far as was noted.
    pub fn current(&self) -> Option<Session> {
        let name = self.kept("current-session")?;
        let plain = name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        plain.then(|| Session::new(Some(self.folder.below(&name)), None))
    }

    /// Keeps a text under a name of ours until another takes its place; false where it cannot be kept.
    pub fn keep(&self, name: &'static str, text: &str) -> bool {
        self.folder.replace(name, text).is_ok()
    }

    /// The text that was kept under a name.
    pub fn kept(&self, name: &'static str) -> Option<String> {
        self.folder.read(name, MAX_KEPT)
    }

    /// Forgets the text that was kept under a name.
    pub fn forget(&self, name: &'static str) {
        self.folder.remove(name);
    }
}
