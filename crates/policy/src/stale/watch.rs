//! Going back through the history once, for all records.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use decision_core::DecisionLog;
use decision_git::{FileChange, FileChangeKind, PastChange, PastCommit, ReadError};

use super::dead::{self, Search, Vanished};
use super::drift::{Compare, Counter, Seen};
use super::fates::Fates;
use super::{By, Now, Stale};
use crate::coverage::Scopes;

/// Sees the history of a log and its code, the newest commit first.
pub struct Watch<'a> {
    log: &'a DecisionLog,
    now: &'a Now,
    scopes: Scopes<'a>,
    /// Which records govern a path, once it was asked for.
    governing: HashMap<String, Rc<[usize]>>,
    fates: Fates,
    dead: Vec<Search<'a>>,
    seen: Vec<Seen>,
    /// Records by their file.
    records: HashMap<&'a str, usize>,
    /// How many records and entries still wait for their commit.
    waiting: usize,
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch")
            .field("waiting", &self.waiting)
            .finish_non_exhaustive()
    }
}

impl<'a> Watch<'a> {
    /// Begins today.
    pub fn new(log: &'a DecisionLog, now: &'a Now) -> Watch<'a> {
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
            fates: Fates::default(),
            dead: dead::entries(log, now),
            seen: seen.collect(),
            records: (0..count)
                .map(|record| (log.records[record].path.as_str(), record))
                .collect(),
            waiting: 0,
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
        let steps = changes.iter().map(|change| Step {
            path: &change.path,
            from: change.from.as_deref(),
            kind: change.kind,
        });
        self.step(steps, None);
        self.count();
    }

    /// Sees a commit, and breaks off where nothing older would tell more.
    pub fn commit(&mut self, commit: &PastCommit) -> ControlFlow<()> {
        if !commit.changes.is_empty() {
            let by = Rc::new(By {
                id: commit.id.clone(),
                day: commit.day.clone(),
                subject: commit.subject.clone(),
            });
            self.written(&commit.changes, &by);
            self.touched(&commit.changes, &by);
            let steps = commit.changes.iter().map(|change| Step {
                path: &change.path,
                from: change.from.as_deref(),
                kind: change.kind,
            });
            self.step(steps, Some(&by));
            self.count();
        }
        if self.is_done() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
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
            ..Stale::default()
        })
    }

    fn count(&mut self) {
        let dead = self.dead.iter().filter(|search| !search.is_done()).count();
        let seen = self.seen.iter().filter(|seen| !seen.done).count();
        self.waiting = dead + seen;
    }

    /// Notes which records a commit wrote. A rename alone is no new writing.
    fn written(&mut self, changes: &[PastChange], by: &Rc<By>) {
        for change in changes {
            let is_written = change.before != change.after;
            let fate = self.fates.of(&change.path);
            let record = fate.path().and_then(|path| self.records.get(path)).copied();
            if let Some(record) = record
                && is_written
                && !self.seen[record].done
            {
                self.seen[record].done = true;
                self.seen[record].written = Some(Rc::clone(by));
            }
        }
    }

    /// Notes which records govern what a commit changed.
    fn touched(&mut self, changes: &[PastChange], by: &Rc<By>) {
        let mut heard = Vec::new();
        for change in changes {
            let fate = self.fates.of(&change.path);
            let mut governing: Vec<usize> = Vec::new();
            let names = [
                Some(change.path.as_str()),
                change.from.as_deref(),
                fate.path(),
            ];
            for name in names.into_iter().flatten() {
                governing.extend(self.governing(name).iter());
            }
            governing.sort_unstable();
            governing.dedup();
            for record in governing {
                let is_itself = fate.path() == Some(self.log.records[record].path.as_str());
                if self.seen[record].done || is_itself {
                    continue;
                }
                self.seen[record].changed(&fate, change.before, change.after);
                heard.push(record);
            }
        }
        heard.sort_unstable();
        heard.dedup();
        for record in heard {
            self.seen[record].touched(by);
        }
    }

    fn governing(&mut self, path: &str) -> Rc<[usize]> {
        if let Some(known) = self.governing.get(path) {
            return Rc::clone(known);
        }
        let governing: Rc<[usize]> = self.scopes.claims(path).1.into();
        self.governing
            .insert(path.to_owned(), Rc::clone(&governing));
        governing
    }

    /// Goes one step back: what was taken away is heard of, and names are those of before.
    fn step<'b>(&mut self, steps: impl Iterator<Item = Step<'b>> + Clone, by: Option<&Rc<By>>) {
        // All new names are of after the commit, so they are taken back before any former name counts.
        let mut vanished = Vec::new();
        for step in steps.clone() {
            if let Some(from) = step.from {
                vanished.push(Vanished {
                    name: from,
                    fate: self.fates.of(step.path),
                });
            }
        }
        for step in steps.clone() {
            if step.from.is_some() || step.kind == FileChangeKind::Added {
                self.fates.added(step.path);
            }
        }
        for one in &vanished {
            self.fates.set(one.name, one.fate.clone());
        }
        for step in steps.filter(|step| step.kind == FileChangeKind::Removed) {
            self.fates.removed(step.path, by);
            vanished.push(Vanished {
                name: step.path,
                fate: self.fates.of(step.path),
            });
        }
        if vanished.is_empty() {
            return;
        }
        for search in &mut self.dead {
            search.hear(&self.log.records, &vanished, by, self.now);
        }
    }
}

/// What a commit did to a name.
#[derive(Clone)]
struct Step<'a> {
    path: &'a str,
    from: Option<&'a str>,
    kind: FileChangeKind,
}
