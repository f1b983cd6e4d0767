//! Which record took whose place, and which one is in force.

use crate::names::Names;
use crate::{Decision, LinkKind, StatusKind};

/// The succession of the records of a log, by their indices.
///
/// A record is out of force where it says so itself, or where an accepted record says that it takes its
/// place. It stays in force as long as its replacement is only proposed: no path goes ungoverned
/// meanwhile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Succession {
    /// For each record, what took its place.
    successors: Vec<Vec<usize>>,
    /// For each record, whose place it took.
    replaced: Vec<Vec<usize>>,
    in_force: Vec<bool>,
}

impl Succession {
    /// The succession of records, whose links are resolved by `names`. `may_retire` tells of a record
    /// whether it may retire others: one that is not merged may not.
    pub fn of(
        records: &[Decision],
        names: &Names,
        may_retire: impl Fn(usize) -> bool,
    ) -> Succession {
        let mut succession = Succession {
            successors: vec![Vec::new(); records.len()],
            replaced: vec![Vec::new(); records.len()],
            in_force: records.iter().map(Decision::is_live).collect(),
        };
        for (index, record) in records.iter().enumerate() {
            for link in &record.links {
                let replaces = match link.kind {
                    LinkKind::Supersedes => true,
                    LinkKind::SupersededBy => false,
                    LinkKind::Amends | LinkKind::Relates | LinkKind::Mentions => continue,
                };
                let other = names.by_words(&link.target);
                match other.filter(|other| *other != index) {
                    Some(other) if replaces => succession.add(other, index),
                    Some(other) => succession.add(index, other),
                    None => {}
                }
            }
        }
        for (index, record) in records.iter().enumerate() {
            let own_word = record.status.as_ref().map(|status| status.kind);
            let successors = &succession.successors[index];
            let stands = |next: &usize| is_accepted(&records[*next]) && may_retire(*next);
            succession.in_force[index] = match own_word {
                Some(StatusKind::Rejected | StatusKind::Deprecated) => false,
                Some(StatusKind::Superseded) => {
                    // Replaced by what is only proposed, or by what may not retire it: still in force.
                    !successors.is_empty()
                        && successors
                            .iter()
                            .all(|next| records[*next].is_proposed() || !may_retire(*next))
                }
                _ => !successors.iter().any(stands),
            };
        }
        succession.keep_one_of_each_cycle(records);
        succession
    }

    /// Whether a record is in force or may come to be.
    pub fn is_in_force(&self, record: usize) -> bool {
        self.in_force.get(record).copied().unwrap_or(true)
    }

    /// What took a record's place, followed to the end of the chain; `None` where nothing did, or where the
    /// chain ends in nothing that is in force.
    pub fn head_of(&self, record: usize) -> Option<usize> {
        let mut seen = vec![record];
        let mut at = record;
        while !self.is_in_force(at) || at == record {
            at = *self
                .successors
                .get(at)?
                .iter()
                .find(|next| !seen.contains(next))?;
            seen.push(at);
        }
        Some(at)
    }

    /// What took a record's place, as written in either of the two.
    pub fn successors(&self, record: usize) -> &[usize] {
        self.successors.get(record).map_or(&[], Vec::as_slice)
    }

    /// Whose place a record took.
    pub fn replaced(&self, record: usize) -> &[usize] {
        self.replaced.get(record).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, old: usize, new: usize) {
        if !self.successors[old].contains(&new) {
            self.successors[old].push(new);
            self.replaced[new].push(old);
        }
    }

    /// Two accepted records that claim each other's place would both be retired; what says of itself that
    /// it is in force stays.
    fn keep_one_of_each_cycle(&mut self, records: &[Decision]) {
        for (index, record) in records.iter().enumerate() {
            if record.is_live() && self.is_in_cycle(index) {
                self.in_force[index] = true;
            }
        }
    }

    /// Whether it takes the place of a record that takes its place, directly or by others.
    pub fn is_in_cycle(&self, record: usize) -> bool {
        // Nearly every record; what follows makes room for the whole log.
        if self.successors(record).is_empty() {
            return false;
        }
        let mut seen = vec![false; self.successors.len()];
        let mut open: Vec<usize> = self.successors[record].clone();
        while let Some(next) = open.pop() {
            if next == record {
                return true;
            }
            if !std::mem::replace(&mut seen[next], true) {
                open.extend(&self.successors[next]);
            }
        }
        false
    }
}

fn is_accepted(record: &Decision) -> bool {
    record
        .status
        .as_ref()
        .is_none_or(|status| matches!(status.kind, StatusKind::Accepted | StatusKind::Other))
}
