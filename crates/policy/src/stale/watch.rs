//! Going back through the history once, for all records.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use decision_core::DecisionLog;
use decision_git::{FileChange, FileChangeKind, PastChange, PastCommit, PastError, ReadError};

use super::dead::{self, Search, Vanished};
use super::drift::{Compare, Counter, Seen};
use super::fates::{Course, Exchange, Fate, Fates, Moves};
use super::told::{self, Told};
use super::{By, Now, Stale};
use crate::coverage::Scopes;

/// Sees the history of a log and its code, the newest commit first.
pub struct Watch<'a> {
    log: &'a DecisionLog,
    now: &'a Now,
    scopes: Scopes<'a>,
    /// Which records govern a path, once it was asked for.
    governing: HashMap<String, Rc<[usize]>>,
    fates: Fates<'a>,
    dead: Vec<Search<'a>>,
    seen: Vec<Seen>,
    /// Records by their file.
    records: HashMap<&'a str, usize>,
    /// How many records and entries still wait for their commit.
    waiting: usize,
    /// Why no more of the history was seen, where git could not tell what a commit moved.
    failed: Option<PastError>,
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch")
            .field("waiting", &self.waiting)
            .finish_non_exhaustive()
    }
}

impl<'a> Watch<'a> {
    /// Begins today. `moves` is asked of the commits that may have moved something that matters.
    pub fn new(log: &'a DecisionLog, now: &'a Now, moves: Moves<'a>) -> Watch<'a> {
        let has_drift = |record: usize| {
            let record = &log.records[record];
            record.is_live()
                && !record.affects.is_empty()
                && now.committed.contains_key(&record.path)
        };
        let count = log.records.len();
        let seen = (0..count).map(|record| Seen::new(!has_drift(record)));
        let mut watch = Watch {
            log,
            now,
            scopes: Scopes::of(&log.records, (0..count).filter(|record| has_drift(*record))),
            governing: HashMap::new(),
            fates: Fates::new(moves),
            dead: dead::entries(log, now),
            seen: seen.collect(),
            records: (0..count)
                .map(|record| (log.records[record].path.as_str(), record))
                .collect(),
            waiting: 0,
            failed: None,
        };
        watch.count();
        watch
    }

    /// Whether nothing older would tell more.
    pub fn is_done(&self) -> bool {
        self.waiting == 0
    }

    /// Sees what is not committed yet; to be called first.
    pub fn not_committed(&mut self, changes: &[FileChange]) {
        for change in changes {
            let record = self.records.get(change.path.as_str()).copied();
            // Whoever edits a record knows the code as it is.
            if let Some(record) = record
                && change.kind != FileChangeKind::Renamed
            {
                self.seen[record].done = true;
            }
        }
        // All new names are of after the change, so they are taken back before any former name counts.
        let mut vanished: Vec<Vanished<'_>> = changes
            .iter()
            .filter_map(|change| {
                Some(Vanished {
                    name: change.from.as_deref()?,
                    course: self.fates.course(&change.path),
                })
            })
            .collect();
        for change in changes {
            if change.from.is_some() || change.kind == FileChangeKind::Added {
                self.fates.added(&change.path);
            }
        }
        for change in changes {
            if change.kind == FileChangeKind::Removed {
                vanished.push(Vanished {
                    name: &change.path,
                    course: Course::gone(&change.path, None),
                });
            }
        }
        let heard = self.hear(&vanished, None);
        self.failed = heard.err();
        self.count();
    }

    /// Sees a commit, and breaks off where nothing older would tell more.
    pub fn commit(&mut self, commit: &PastCommit) -> ControlFlow<()> {
        if !commit.changes.is_empty() {
            self.failed = self.see(commit).err();
            self.count();
        }
        if self.is_done() || self.failed.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn see(&mut self, commit: &PastCommit) -> Result<(), PastError> {
        let by = Rc::new(By {
            id: commit.id.clone(),
            day: commit.day.clone(),
            subject: commit.subject.clone(),
        });
        let exchange = self.fates.exchange(&commit.changes, &by);
        if self.seen.iter().any(|seen| !seen.done) {
            self.written(&commit.changes, exchange, &by)?;
            self.touched(&commit.changes, exchange, &by)?;
        }
        self.step(&commit.changes, exchange, &by)
    }

    /// What was found. `compare` compares two contents line by line; none where it cannot.
    ///
    /// # Errors
    ///
    /// Where a content cannot be read.
    pub fn finish(self, compare: Compare<'_>) -> Result<Stale, ReadError> {
        let mut counter = Counter::new(compare);
        let mut governed: HashMap<usize, Vec<(&str, decision_git::Blob)>> = HashMap::new();
        for (path, blob) in &self.now.committed {
            for record in self.scopes.claims(path).1 {
                if self.log.records[record].path != *path {
                    governed.entry(record).or_default().push((path, *blob));
                }
            }
        }
        let mut drift = Vec::new();
        for (record, seen) in self.seen.into_iter().enumerate() {
            let governed = governed.remove(&record).unwrap_or_default();
            drift.extend(seen.finish(record, governed.into_iter(), &mut counter)?);
        }
        drift.sort_by(|a, b| {
            let by_path = || {
                let path = |record: usize| &self.log.records[record].path;
                path(a.record).cmp(path(b.record))
            };
            b.share()
                .total_cmp(&a.share())
                .then_with(|| b.commits.cmp(&a.commits))
                .then_with(by_path)
        });
        Ok(Stale {
            dead: self
                .dead
                .into_iter()
                .map(|search| search.finish(self.log))
                .collect(),
            drift,
            incomplete: self.failed.map(|error| error.to_string()),
            ..Stale::default()
        })
    }

    fn count(&mut self) {
        let dead = self.dead.iter().filter(|search| !search.is_done()).count();
        let seen = self.seen.iter().filter(|seen| !seen.done).count();
        self.waiting = dead + seen;
    }

    /// Notes which records a commit wrote. A rename alone is no new writing.
    fn written(
        &mut self,
        changes: &[PastChange],
        exchange: Option<Exchange>,
        by: &Rc<By>,
    ) -> Result<(), PastError> {
        let open = |watch: &Watch<'_>, path: &str| {
            // A course that was not followed leads to no record, see `is_of_concern`.
            let fate = watch.fates.known(watch.fates.course(path))?;
            let record = *watch.records.get(fate.path()?)?;
            (!watch.seen[record].done).then_some(record)
        };
        // A record that came with a content that was removed may only have a new name.
        let may_be_moved = |added: &PastChange| {
            added.kind == FileChangeKind::Added
                && open(self, &added.path).is_some()
                && changes.iter().any(|change| {
                    change.kind == FileChangeKind::Removed && change.before == added.after
                })
        };
        let asked = exchange.filter(|_| changes.iter().any(may_be_moved));
        for change in self.told(changes, asked)? {
            // A file of its name that was removed before the record came was another one.
            if change.after.is_some()
                && change.before != change.after
                && let Some(record) = open(self, change.path)
            {
                self.seen[record].done = true;
                self.seen[record].written = Some(Rc::clone(by));
            }
        }
        Ok(())
    }

    /// Notes which records govern what a commit changed.
    fn touched(
        &mut self,
        changes: &[PastChange],
        exchange: Option<Exchange>,
        by: &Rc<By>,
    ) -> Result<(), PastError> {
        let mut asked = None;
        if let Some(exchange) = exchange {
            let is_of_concern = changes.iter().any(|change| self.is_of_concern(change));
            asked = is_of_concern.then_some(exchange);
        }
        let mut heard = Vec::new();
        for change in self.told(changes, asked)? {
            let course = self.fates.course(change.path);
            let known = self.fates.known(course.clone());
            let names = [
                Some(change.path),
                change.from,
                known.as_ref().and_then(Fate::path),
            ];
            let mut governing: Vec<usize> = Vec::new();
            for name in names.into_iter().flatten() {
                governing.extend(self.waiting_for(name));
            }
            if governing.is_empty() {
                continue;
            }
            governing.sort_unstable();
            governing.dedup();
            let fate = match known {
                Some(fate) => fate,
                None => self.fates.follow(course)?,
            };
            for record in governing {
                if fate.path() != Some(self.log.records[record].path.as_str()) {
                    self.seen[record].changed(&fate, change.before, change.after);
                    heard.push(record);
                }
            }
        }
        heard.sort_unstable();
        heard.dedup();
        for record in heard {
            self.seen[record].touched(by);
        }
        Ok(())
    }

    /// Whether a change of a commit that removed and added files could be one half of the move of a file
    /// that a record governs which still waits.
    ///
    /// As every such commit is asked what it moved, and the newest ones first, the courses of all names
    /// that lead to a governed file of today were followed before they are met.
    fn is_of_concern(&mut self, change: &PastChange) -> bool {
        let is_half = matches!(change.kind, FileChangeKind::Added | FileChangeKind::Removed);
        if !is_half {
            return false;
        }
        if !self.waiting_for(&change.path).is_empty() {
            return true;
        }
        let known = self.fates.known(self.fates.course(&change.path));
        let today = known.as_ref().and_then(Fate::path);
        today.is_some_and(|path| !self.waiting_for(path).is_empty())
    }

    /// The changes of a commit, with the moves told apart where it is to be asked for them.
    fn told<'c>(
        &self,
        changes: &'c [PastChange],
        asked: Option<Exchange>,
    ) -> Result<Vec<Told<'c>>, PastError> {
        Ok(match asked {
            Some(exchange) => told::with_moves(changes, self.fates.moves_of(exchange)?),
            None => changes.iter().map(Told::of).collect(),
        })
    }

    /// The records that govern a path and whose own last change is not found yet.
    fn waiting_for(&mut self, path: &str) -> Vec<usize> {
        let governing = match self.governing.get(path) {
            Some(known) => Rc::clone(known),
            None => {
                let governing: Rc<[usize]> = self.scopes.claims(path).1.into();
                self.governing
                    .insert(path.to_owned(), Rc::clone(&governing));
                governing
            }
        };
        let waiting = governing.iter().filter(|record| !self.seen[**record].done);
        waiting.copied().collect()
    }

    /// Goes one step back: what was taken away is heard of, and names are those of before.
    fn step(
        &mut self,
        changes: &[PastChange],
        exchange: Option<Exchange>,
        by: &Rc<By>,
    ) -> Result<(), PastError> {
        // All new names are of after the commit, so they are taken back before any former name counts.
        for change in changes {
            if change.kind == FileChangeKind::Added {
                self.fates.added(&change.path);
            }
        }
        let removed = changes
            .iter()
            .filter(|change| change.kind == FileChangeKind::Removed);
        let vanished: Vec<Vanished<'_>> = removed
            .map(|change| Vanished {
                name: &change.path,
                course: match exchange {
                    Some(exchange) => Course::Left {
                        exchange,
                        name: change.path.clone(),
                    },
                    None => Course::gone(&change.path, Some(by)),
                },
            })
            .collect();
        self.hear(&vanished, Some(by))
    }

    /// Hears what was taken away, by a commit or since the last one.
    fn hear(&mut self, vanished: &[Vanished<'_>], by: Option<&Rc<By>>) -> Result<(), PastError> {
        for one in vanished {
            self.fates.set(one.name, one.course.clone());
        }
        if vanished.is_empty() {
            return Ok(());
        }
        let records = &self.log.records;
        self.dead
            .iter_mut()
            .try_for_each(|search| search.hear(records, vanished, by, self.now, &self.fates))
    }
}
