//! A log in numbers.

use std::collections::BTreeMap;

use decision_core::{Dialect, Names, Rule, StatusKind, Succession, lint};

use crate::workspace::Workspace;
use crate::{audit, quote};

/// A tag is cut behind this many characters.
const MAX_TAG: usize = 40;

/// A log in numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many records there are.
    pub records: usize,
    /// How many of them are in force, as the log as a whole tells: neither proposed nor retired.
    pub in_force: usize,
    /// How many of them may come to be in force.
    pub proposed: usize,
    /// By what they say of themselves; none for those that say nothing. The most first.
    pub by_status: Vec<(Option<StatusKind>, usize)>,
    /// By tag, in lower case, the most first.
    pub by_tag: Vec<(String, usize)>,
    /// By the manner in which they are written, the most first.
    pub by_dialect: Vec<(Dialect, usize)>,
    /// By decision directory, in the order in which they are read.
    pub by_place: Vec<(String, usize)>,
    /// By year, the oldest first; none where there is no date, in the record or in git.
    pub by_year: Vec<(Option<String>, usize)>,
    /// The records in force or proposed that name the paths that they govern.
    pub with_scope: usize,
    /// The records without a tag.
    pub untagged: usize,
    /// The records that took another one's place.
    pub successors: usize,
    /// The links to records of the log that a field or a status declares.
    pub links: usize,
    /// The declared links that lead to no record: the record's path and the message.
    pub orphans: Vec<(String, String)>,
    /// Files in the decision directories that are no records.
    pub skipped: usize,
}

/// Counts a log.
pub fn of(workspace: &Workspace) -> Stats {
    let log = workspace.log();
    let records = &log.records;
    let names = Names::of(records, |_| true);
    let succession = Succession::of(records, &names, |_| true);
    let mut stats = Stats {
        records: records.len(),
        skipped: log.skipped.len(),
        ..Stats::default()
    };
    let mut status: BTreeMap<Option<StatusKind>, usize> = BTreeMap::new();
    let mut tags: BTreeMap<String, usize> = BTreeMap::new();
    let mut dialects: BTreeMap<Dialect, usize> = BTreeMap::new();
    let mut places = vec![0; log.dirs.len()];
    for (index, record) in records.iter().enumerate() {
        let live = succession.is_in_force(index);
        let proposed = live && record.is_proposed();
        stats.in_force += usize::from(live && !proposed);
        stats.proposed += usize::from(proposed);
        stats.with_scope += usize::from(live && !record.affects.is_empty());
        stats.successors += usize::from(!succession.replaced(index).is_empty());
        *status
            .entry(record.status.as_ref().map(|status| status.kind))
            .or_default() += 1;
        *dialects.entry(Dialect::of(record)).or_default() += 1;
        let mut own: Vec<String> = record
            .tags
            .iter()
            .map(|tag| quote::plain_excerpt(tag, MAX_TAG).to_lowercase())
            .filter(|tag| !tag.is_empty())
            .collect();
        own.sort();
        own.dedup();
        stats.untagged += usize::from(own.is_empty());
        for tag in own {
            *tags.entry(tag).or_default() += 1;
        }
        if let Some(place) = places.get_mut(record.place) {
            *place += 1;
        }
        let to_records = record.links.iter().filter(|link| {
            let target = names.by_words(&link.target);
            target.is_some_and(|target| target != index)
        });
        stats.links += to_records.count();
    }
    let mut years: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for date in audit::dates(workspace) {
        *years.entry(date.as_deref().and_then(year)).or_default() += 1;
    }
    stats.by_status = most_first(status);
    stats.by_tag = most_first(tags);
    stats.by_dialect = most_first(dialects);
    let labels = log.dirs.iter().map(|dir| dir.label.clone());
    stats.by_place = labels.zip(places).collect();
    stats.by_year = years.into_iter().collect();
    stats.orphans = lint::log(records)
        .into_iter()
        .filter(|finding| finding.rule == Rule::DanglingLink)
        .map(|finding| (finding.path, finding.message))
        .collect();
    stats
}

/// The year of a date as written, where it begins with one.
fn year(date: &str) -> Option<String> {
    let year = date.get(..4)?;
    let ends = date[4..].chars().next().is_none_or(|c| !c.is_ascii_digit());
    (ends && year.bytes().all(|byte| byte.is_ascii_digit())).then(|| year.to_owned())
}

/// Equal ones stay in their order.
fn most_first<K: Ord>(counts: BTreeMap<K, usize>) -> Vec<(K, usize)> {
    let mut counts: Vec<(K, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}
