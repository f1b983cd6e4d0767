//! What is wrong with a record, with its links, with a log as a whole.
//!
//! Each record is judged in its own dialect: a field that this does not ask for is never missed. What
//! reading finds comes with the record ([`Decision::read`], [`DecisionLog::findings`]) and is not said
//! again here.

mod affects;
mod duplicates;
mod links;
mod log;
mod place;
mod record;

use crate::{Decision, DecisionLog, Finding};

pub use affects::{affects, line_of as line_of_entry, place_of as place_of_entry};
pub use links::links;
pub(crate) use links::{resolve, targets as link_targets};
pub use log::log;
pub use record::record;

/// Reads a record, and gives all that is wrong with it alone: what reading finds, and [`record`].
///
/// The parameters are those of [`Decision::read`].
pub fn read(path: &str, slug: &str, place: usize, bytes: Vec<u8>) -> (Decision, Vec<Finding>) {
    let (decision, mut findings) = Decision::read(path, slug, place, bytes);
    findings.extend(record(&decision));
    findings.sort();
    (decision, findings)
}

/// All that is wrong with a log and its records, as far as the log alone tells; ordered by path and line.
pub fn all(whole: &DecisionLog) -> Vec<Finding> {
    let mut findings = whole.findings.clone();
    findings.extend(whole.records.iter().flat_map(record));
    findings.extend(log(&whole.records));
    findings.sort();
    findings.dedup();
    findings
}
