//! Entries that claim nothing any more, and what took away what they claimed.

use std::rc::Rc;

use decision_core::affects::{Entry, Reach, Strength};
use decision_core::{Affects, Decision, DecisionLog, lint, sidecar};
use decision_git::PastError;

use super::fates::{Course, Fate, Fates};
use super::{By, Now};
use crate::check::breaks::{self, Remedy};
use crate::check::{Gone, Repair, Tracked};

/// An entry that claims nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dead {
    /// The record, as an index into the records of the log.
    pub record: usize,
    /// Its line in the file of the repair, counted from 1; none where it is not found as written.
    pub line: Option<usize>,
    /// How it came to be so.
    pub how: How,
    /// What should stand in its place, where that is clear.
    pub repair: Repair,
}

/// How an entry came to claim nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// A commit moved away or removed the last of what it claimed.
    Left {
        /// The commit; none where that is not committed yet.
        by: Option<By>,
        /// What it claimed until then, in the order of the paths.
        files: Vec<Went>,
    },
    /// No commit that is here moved or removed anything that it claims.
    NeverThere,
}

/// A file that an entry claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Went {
    /// Its path then.
    pub from: String,
    /// Its path today; none where it is gone.
    pub to: Option<String>,
    /// Where it was moved first and removed later: the commit that removed it.
    pub removed_by: Option<By>,
}

/// An entry of which one still looks for what took it away.
pub(super) struct Search<'a> {
    record: usize,
    entry: &'a Entry,
    how: How,
    with: Option<String>,
    went_to: Vec<String>,
    done: bool,
}

/// A name that a commit took away, and what became of the file.
pub(super) struct Vanished<'a> {
    pub(super) name: &'a str,
    pub(super) course: Course,
}

/// The entries of records in force that claim nothing.
pub(super) fn entries<'a>(log: &'a DecisionLog, now: &Now) -> Vec<Search<'a>> {
    let tracked: &dyn Tracked = &now.paths;
    let mut dead = Vec::new();
    for (index, record) in log.records.iter().enumerate() {
        if !record.is_live() {
            continue;
        }
        for entry in record.affects.entries() {
            let may_be = entry.is_valid() && !entry.is_exclusion() && !entry.is_broad();
            if may_be
                && !is_in_submodule(entry, &now.submodules)
                && !tracked.claimed_by(entry, Strength::Stem)
            {
                dead.push(Search {
                    record: index,
                    entry,
                    how: How::NeverThere,
                    with: None,
                    went_to: Vec::new(),
                    done: false,
                });
            }
        }
    }
    dead
}

/// Whether an entry names something in a submodule, whose files are another repository's.
fn is_in_submodule(entry: &Entry, submodules: &[String]) -> bool {
    let alone = Affects::new([entry.text()]);
    submodules.iter().any(|submodule| {
        alone.reach().any(|reach| match reach {
            Reach::Under(path) => path
                .strip_prefix(submodule.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            Reach::Anywhere => false,
        })
    })
}

impl Search<'_> {
    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// Hears what a commit took away. The newest commit that took something away decides.
    ///
    /// # Errors
    ///
    /// Where git cannot tell what became of it.
    pub(super) fn hear(
        &mut self,
        records: &[Decision],
        vanished: &[Vanished<'_>],
        by: Option<&Rc<By>>,
        now: &Now,
        fates: &Fates<'_>,
    ) -> Result<(), PastError> {
        if self.done {
            return Ok(());
        }
        let claimed = vanished
            .iter()
            .filter(|one| self.entry.strength(one.name).is_some())
            .map(|one| Ok((one.name, fates.follow(one.course.clone())?)))
            .collect::<Result<Vec<(&str, Fate)>, PastError>>()?;
        if claimed.is_empty() {
            return Ok(());
        }
        let gone: Vec<Gone<'_>> = claimed
            .iter()
            .map(|(name, fate)| Gone {
                path: name,
                to: fate.path(),
                is_submodule: false,
            })
            .collect();
        let broken = breaks::of(&records[self.record], &gone, &now.paths);
        let Some(broken) = broken
            .into_iter()
            .find(|broken| broken.entry == self.entry.text())
        else {
            return Ok(());
        };
        let went = |gone: &Gone<'_>| {
            let fate = claimed.iter().find(|(name, _)| *name == gone.path);
            let removed_by = fate.and_then(|(name, fate)| match fate {
                Fate::Gone { last, by: Some(by) } if last != name => Some((**by).clone()),
                _ => None,
            });
            Went {
                from: gone.path.to_owned(),
                to: gone.to.map(str::to_owned),
                removed_by,
            }
        };
        let mut files: Vec<Went> = broken.gone.iter().map(went).collect();
        files.sort_unstable_by(|a, b| a.from.cmp(&b.from));
        self.how = How::Left {
            by: by.map(|by| (**by).clone()),
            files,
        };
        (self.with, self.went_to) = match broken.remedy {
            Remedy::Rewrite(text) => (Some(text.clone()), vec![text]),
            Remedy::Unclear(places) => (None, places),
            Remedy::Deleted => (None, Vec::new()),
        };
        self.done = true;
        Ok(())
    }

    pub(super) fn finish(self, log: &DecisionLog) -> Dead {
        let record = &log.records[self.record];
        let place = lint::place_of_entry(record, self.entry.text());
        Dead {
            record: self.record,
            line: place.map(|(_, line)| line),
            how: self.how,
            repair: Repair {
                file: match place {
                    Some((file, _)) => file.to_owned(),
                    None => sidecar::label(&log.dirs[record.place]),
                },
                slug: record.slug.clone(),
                entry: self.entry.text().to_owned(),
                with: self.with,
                went_to: self.went_to,
            },
        }
    }
}
