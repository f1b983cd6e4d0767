//! Where the files of the past are today.

use std::collections::HashMap;
use std::rc::Rc;

use super::By;

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is there, under this path.
    There(String),
    /// It was removed.
    Gone {
        /// The name under which it was.
        last: String,
        /// By which commit; none where that is not committed yet.
        by: Option<Rc<By>>,
    },
}

impl Fate {
    /// What stands for the file, whatever it was called.
    pub(super) fn key(&self) -> (bool, &str) {
        match self {
            Fate::There(path) => (true, path),
            Fate::Gone { last, .. } => (false, last),
        }
    }

    pub(super) fn path(&self) -> Option<&str> {
        match self {
            Fate::There(path) => Some(path),
            Fate::Gone { .. } => None,
        }
    }
}

/// The fates of the names that files had at some point, while one goes back through the history.
#[derive(Debug, Default)]
pub(super) struct Fates(HashMap<String, Fate>);

impl Fates {
    /// What became of the file that has this name at this point. A name of which nothing was heard has not
    /// changed since.
    pub(super) fn of(&self, name: &str) -> Fate {
        let known = self.0.get(name).cloned();
        known.unwrap_or_else(|| Fate::There(name.to_owned()))
    }

    /// Before a commit a file had this name.
    pub(super) fn set(&mut self, name: &str, fate: Fate) {
        self.0.insert(name.to_owned(), fate);
    }

    /// A commit removed a file.
    pub(super) fn removed(&mut self, name: &str, by: Option<&Rc<By>>) {
        let fate = Fate::Gone {
            last: name.to_owned(),
            by: by.cloned(),
        };
        self.0.insert(name.to_owned(), fate);
    }

    /// A commit added a file: what had this name before was another one.
    pub(super) fn added(&mut self, name: &str) {
        self.0.remove(name);
    }
}
