//! Where the files of the past are today.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use decision_git::{FileChangeKind, Move, PastChange, PastError};

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

/// Tells which files a commit, named by its id, moved.
pub type Moves<'a> = &'a dyn Fn(&str) -> Result<Vec<Move>, PastError>;

/// What became of a file, as far as one has looked.
#[derive(Debug, Clone)]
pub(super) enum Course {
    /// That is known.
    Known(Fate),
    /// A commit removed the name and added others: whether the file is one of those has to be asked.
    Left { exchange: Exchange, name: String },
}

impl Course {
    /// That of a file that was removed, by a commit or since the last one.
    pub(super) fn gone(name: &str, by: Option<&Rc<By>>) -> Course {
        Course::Known(Fate::Gone {
            last: name.to_owned(),
            by: by.cloned(),
        })
    }
}

/// A commit that removed files and added others, by its place among such commits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exchange(usize);

/// What is kept of such a commit until somebody wants to know which files it moved.
#[derive(Debug)]
struct Exchanged {
    by: Rc<By>,
    /// What became of the files that it added, where anything was heard of their names.
    added: HashMap<String, Course>,
    /// To where it moved which file, once that was asked for.
    moves: OnceCell<HashMap<String, String>>,
}

/// The fates of the names that files had at some point, while one goes back through the history.
///
/// Git takes long to tell which files a commit moved, and most names of the past concern nobody. So it is
/// asked for a commit only where the fate of one of its files is wanted.
pub(super) struct Fates<'a> {
    moves: Moves<'a>,
    courses: HashMap<String, Course>,
    /// Newest first, so that a course leads to smaller places only.
    exchanges: Vec<Exchanged>,
}

impl<'a> Fates<'a> {
    pub(super) fn new(moves: Moves<'a>) -> Fates<'a> {
        Fates {
            moves,
            courses: HashMap::new(),
            exchanges: Vec::new(),
        }
    }

    /// What became of the file that has this name at this point. A name of which nothing was heard has not
    /// changed since.
    pub(super) fn course(&self, name: &str) -> Course {
        let known = self.courses.get(name).cloned();
        known.unwrap_or_else(|| Course::Known(Fate::There(name.to_owned())))
    }

    /// The end of a course; git is asked where that has to be.
    pub(super) fn follow(&self, mut course: Course) -> Result<Fate, PastError> {
        loop {
            match course {
                Course::Known(fate) => return Ok(fate),
                Course::Left { exchange, name } => {
                    course = self.beyond(exchange, name, self.moves_of(exchange)?);
                }
            }
        }
    }

    /// The end of a course, as far as git was asked already.
    pub(super) fn known(&self, mut course: Course) -> Option<Fate> {
        loop {
            match course {
                Course::Known(fate) => return Some(fate),
                Course::Left { exchange, name } => {
                    let moves = self.exchanges[exchange.0].moves.get()?;
                    course = self.beyond(exchange, name, moves);
                }
            }
        }
    }

    fn beyond(&self, at: Exchange, name: String, moves: &HashMap<String, String>) -> Course {
        let exchanged = &self.exchanges[at.0];
        match moves.get(&name) {
            Some(to) => {
                let heard_of = exchanged.added.get(to).cloned();
                heard_of.unwrap_or_else(|| Course::Known(Fate::There(to.clone())))
            }
            None => Course::Known(Fate::Gone {
                last: name,
                by: Some(Rc::clone(&exchanged.by)),
            }),
        }
    }

    /// To where a commit moved which file.
    pub(super) fn moves_of(&self, at: Exchange) -> Result<&HashMap<String, String>, PastError> {
        let Exchanged { by, moves, .. } = &self.exchanges[at.0];
        if let Some(known) = moves.get() {
            return Ok(known);
        }
        let asked = (self.moves)(&by.id)?.into_iter();
        let asked = asked.map(|one| (one.from, one.to)).collect();
        Ok(moves.get_or_init(|| asked))
    }

    /// Notes a commit that removed files and added others; none where it is no such commit. To be called
    /// before any name of it is set.
    pub(super) fn exchange(&mut self, changes: &[PastChange], by: &Rc<By>) -> Option<Exchange> {
        let has = |kind| changes.iter().any(|change| change.kind == kind);
        if !(has(FileChangeKind::Removed) && has(FileChangeKind::Added)) {
            return None;
        }
        let added = changes
            .iter()
            .filter(|change| change.kind == FileChangeKind::Added)
            .filter_map(|change| {
                let course = self.courses.get(&change.path)?;
                Some((change.path.clone(), course.clone()))
            })
            .collect();
        self.exchanges.push(Exchanged {
            by: Rc::clone(by),
            added,
            moves: OnceCell::new(),
        });
        Some(Exchange(self.exchanges.len() - 1))
    }

    /// Before a commit a file had this name.
    pub(super) fn set(&mut self, name: &str, course: Course) {
        self.courses.insert(name.to_owned(), course);
    }

    /// A commit added a file: what had this name before was another one.
    pub(super) fn added(&mut self, name: &str) {
        self.courses.remove(name);
    }
}
