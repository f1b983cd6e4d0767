//! How far governed code is from what it was when its record was written.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use decision_git::{Blob, LinesChanged, ReadError};

use super::By;
use super::fates::Fate;

/// A record whose governed code changed since it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Drift {
    /// The record, as an index into the records of the log.
    pub record: usize,
    /// The commit that last changed the record itself, not counting renames; none where the history that is
    /// here does not have it.
    pub written: Option<By>,
    /// How many commits since then touched what it governs.
    pub commits: usize,
    /// The newest of them.
    pub latest: By,
    /// How many governed files are not what they were, those that are new or gone included.
    pub files: usize,
    /// How many of these are no text, or too large to be compared.
    pub not_compared: usize,
    /// How many lines the governed files had then and have now, together.
    pub lines: usize,
    /// How many of these lines are only in one of the two.
    pub changed: usize,
}

impl Drift {
    /// The share of the lines that differ between then and now, from 0 (nothing) to 1 (everything).
    pub fn share(&self) -> f64 {
        if self.lines == 0 {
            return 0.0;
        }
        self.changed as f64 / self.lines as f64
    }

    /// The share in whole percent.
    pub fn percent(&self) -> usize {
        (self.changed * 100).checked_div(self.lines).unwrap_or(0)
    }
}

/// What was seen of one record.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Whether its own last change was found, or will not be.
    pub(super) done: bool,
    pub(super) written: Option<Rc<By>>,
    commits: usize,
    latest: Option<Rc<By>>,
    /// By file, under its name today where it is there: the contents then and now.
    files: BTreeMap<(bool, String), Span>,
}

#[derive(Debug, Clone, Copy)]
struct Span {
    then: Option<Blob>,
    now: Option<Blob>,
}

/// Compares two contents.
pub(super) type Compare<'a> =
    &'a dyn Fn(Option<Blob>, Option<Blob>) -> Result<Option<LinesChanged>, ReadError>;

/// Counts the lines of contents, each once.
pub(super) struct Counter<'a> {
    compare: Compare<'a>,
    known: HashMap<Blob, Option<usize>>,
}

impl<'a> Counter<'a> {
    pub(super) fn new(compare: Compare<'a>) -> Counter<'a> {
        Counter {
            compare,
            known: HashMap::new(),
        }
    }

    fn lines(&mut self, blob: Blob) -> Result<Option<usize>, ReadError> {
        if let Some(known) = self.known.get(&blob) {
            return Ok(*known);
        }
        let lines = (self.compare)(None, Some(blob))?.map(|compared| compared.lines);
        self.known.insert(blob, lines);
        Ok(lines)
    }
}

impl Seen {
    /// `done` where nothing is to be seen.
    pub(super) fn new(done: bool) -> Seen {
        Seen {
            done,
            ..Seen::default()
        }
    }

    /// A commit changed governed files.
    pub(super) fn touched(&mut self, by: &Rc<By>) {
        self.commits += 1;
        self.latest.get_or_insert_with(|| Rc::clone(by));
    }

    /// One of them: its fate, and its contents before and after.
    pub(super) fn changed(&mut self, fate: &Fate, before: Option<Blob>, after: Option<Blob>) {
        let (is_there, name) = fate.key();
        // The first that is heard of a file is its newest change.
        let span = self
            .files
            .entry((is_there, name.to_owned()))
            .or_insert(Span {
                then: before,
                now: after,
            });
        span.then = before;
    }

    /// None where everything is as it was. `governed` are the files of the last commit that the record
    /// governs.
    pub(super) fn finish<'b>(
        self,
        record: usize,
        governed: impl Iterator<Item = (&'b str, Blob)>,
        counter: &mut Counter<'_>,
    ) -> Result<Option<Drift>, ReadError> {
        let Some(latest) = self.latest else {
            return Ok(None);
        };
        let mut drift = Drift {
            record,
            written: self.written.map(|by| (*by).clone()),
            commits: self.commits,
            latest: (*latest).clone(),
            files: 0,
            not_compared: 0,
            lines: 0,
            changed: 0,
        };
        let mut same: BTreeSet<Blob> = BTreeSet::new();
        for (path, blob) in governed {
            if !self.files.contains_key(&(true, path.to_owned())) {
                same.insert(blob);
            }
        }
        for span in self.files.into_values() {
            if span.then == span.now {
                same.extend(span.now);
                continue;
            }
            drift.files += 1;
            match (counter.compare)(span.then, span.now)? {
                Some(compared) => {
                    drift.lines += compared.lines;
                    drift.changed += compared.changed;
                }
                None => drift.not_compared += 1,
            }
        }
        if drift.files == 0 {
            return Ok(None);
        }
        for blob in same {
            drift.lines += 2 * counter.lines(blob)?.unwrap_or(0);
        }
        Ok(Some(drift))
    }
}
