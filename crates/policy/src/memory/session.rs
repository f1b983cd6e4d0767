//! What is remembered of one session of an agent.

use super::store::{Folder, hashed};

/// The edited files are kept up to this size, in bytes.
const MAX_EDITED: u64 = 64 * 1024;

/// The memory of a session, and of one subagent in it.
///
/// Where nothing can be kept (no session, no repository, nothing can be written), [`Session::first_time`] is
/// always true: said twice is better than never. What must not happen twice asks
/// [`Session::surely_first_time`], which is then always false.
#[derive(Debug, Clone)]
pub struct Session {
    folder: Option<Folder>,
    said: Option<Folder>,
    agent: String,
}

impl Session {
    /// A session of which nothing can be kept.
    pub fn forgetful() -> Session {
        Session::new(None, None)
    }

    pub(super) fn new(folder: Option<Folder>, agent: Option<&str>) -> Session {
        Session {
            said: folder.as_ref().map(|folder| folder.below("said")),
            folder,
            agent: agent.unwrap_or_default().to_owned(),
        }
    }

    /// True for exactly one of all calls with this kind and key in the session and subagent, however many
    /// processes call at once; also where nothing can be kept.
    pub fn first_time(&self, kind: &str, key: &str) -> bool {
        self.mark(kind, key).unwrap_or(true)
    }

    /// The same, but false where nothing can be kept.
    pub fn surely_first_time(&self, kind: &str, key: &str) -> bool {
        self.mark(kind, key).unwrap_or(false)
    }

    /// Whether it happened already, without making it so.
    pub fn was_there(&self, kind: &str, key: &str) -> bool {
        let name = self.name(kind, key);
        self.said.as_ref().is_some_and(|said| said.is_marked(&name))
    }

    /// Takes one of `most` things that may be said of a kind in the whole session, subagents included;
    /// false where all are taken or nothing can be kept.
    pub fn take_of(&self, kind: &str, most: usize) -> bool {
        let Some(folder) = &self.folder else {
            return false;
        };
        (0..most).any(|number| {
            let name = hashed(kind, &number.to_string());
            folder.mark(&name).unwrap_or(false)
        })
    }

    /// Whether [`Session::take_of`] has nothing left to give, without taking anything.
    pub fn are_taken(&self, kind: &str, most: usize) -> bool {
        self.folder.as_ref().is_some_and(|folder| {
            (0..most).all(|number| folder.is_marked(&hashed(kind, &number.to_string())))
        })
    }

    /// Forgets what was said, for all subagents: it is no longer in the model's context. Edited files,
    /// nudges and a dismissal stay.
    pub fn clear(&self) {
        if let Some(said) = &self.said {
            said.clear();
        }
    }

    /// Remembers an edited file, by its path from the root with `/`.
    pub fn note_edited(&self, path: &str) {
        if let Some(folder) = &self.folder
            && !path.contains(['\n', '\r'])
        {
            let _ = folder.append("edited", path, MAX_EDITED);
        }
    }

    /// The edited files, each once, in the order in which they were first edited.
    pub fn edited(&self) -> Vec<String> {
        let text = self
            .folder
            .as_ref()
            .and_then(|folder| folder.read("edited", 2 * MAX_EDITED))
            .unwrap_or_default();
        let mut paths: Vec<String> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for line in text.lines() {
            if seen.insert(line) {
                paths.push(line.to_owned());
            }
        }
        paths
    }

    /// No more nudges in this session; false where that cannot be kept.
    pub fn dismiss(&self) -> bool {
        self.folder
            .as_ref()
            .is_some_and(|folder| folder.mark("dismissed").is_ok())
    }

    /// Whether nudges were dismissed in this session.
    pub fn dismissed(&self) -> bool {
        self.folder
            .as_ref()
            .is_some_and(|folder| folder.is_marked("dismissed"))
    }

    fn mark(&self, kind: &str, key: &str) -> Option<bool> {
        let name = self.name(kind, key);
        self.said.as_ref()?.mark(&name).ok()
    }

    fn name(&self, kind: &str, key: &str) -> String {
        hashed(kind, &format!("{}\0{key}", self.agent))
    }
}
