//! Which dialect a record is written in.
//!
//! Reading never asks this. It is for judging a record and for writing one: what a dialect does not ask
//! for is no fault, and a change is made in the record's own manner.

use super::{SCOPE_KEYS, labels_of, title};
use crate::front_matter;
use crate::yaml::{Key, keys};
use crate::{Decision, SectionKind};

/// A manner of writing records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Front matter with at least two of `name`, `description` and `affects`.
    Native,
    /// A section Status under the title, then Context, Decision and Consequences, as adr-tools writes it.
    Nygard,
    /// Front matter with status, date and people over the sections of MADR 3 and 4.
    Madr,
    /// `* Status: …` and its kin as labels under the title, as MADR 2 and log4brains write it.
    Labels,
    /// Anything else.
    Other,
}

const NATIVE: &[Key<'_>] = &keys(["name", "description", "affects"]);

/// Fields of other formats that have descriptions too.
const FOREIGN: &[Key<'_>] = &keys(["eip", "type", "id"]);

const PEOPLE: &[Key<'_>] = &keys(["deciders", "decision-makers", "consulted", "informed"]);

const STATUS: Key<'_> = Key::new("status");

/// Beside scope, fields that a record of any dialect gets over time: they say nothing about its manner.
const BESIDE: &[Key<'_>] = &keys(["binding", "supersedes", "tags"]);

impl Dialect {
    /// The dialect of a record that has been read.
    pub fn of(record: &Decision) -> Dialect {
        let head = front_matter::fields(record);
        let count = |keys: &[Key<'_>]| {
            let present = keys.iter().filter(|key| head.field(**key).is_some());
            present.count()
        };
        let has_section = |kind| {
            let mut kinds = record.sections.iter().map(|section| section.kind);
            kinds.any(|other| other == Some(kind))
        };
        let heading = |words: &[&str]| {
            record.sections.iter().any(|section| {
                let heading = record.text()[section.heading.clone()].to_ascii_lowercase();
                words.iter().any(|words| heading.contains(words))
            })
        };
        let is_madr = || heading(&["decision outcome", "context and problem statement"]);
        if count(NATIVE) >= 2 && count(FOREIGN) == 0 {
            return Dialect::Native;
        }
        if count(PEOPLE) > 0 || head.field(STATUS).is_some() && is_madr() {
            return Dialect::Madr;
        }
        // What was added beside a record's own fields leaves it what it was.
        if head.fields.len() > count(SCOPE_KEYS) + count(BESIDE) {
            return Dialect::Other;
        }
        if has_section(SectionKind::Status) {
            return if has_section(SectionKind::Decision) || has_section(SectionKind::Context) {
                Dialect::Nygard
            } else {
                Dialect::Other
            };
        }
        let has_title = head.field(title::TITLE).is_some();
        if labels_of(record, has_title).get(STATUS).is_some() {
            Dialect::Labels
        } else {
            Dialect::Other
        }
    }
}
