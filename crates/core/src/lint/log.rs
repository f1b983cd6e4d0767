//! What is wrong between the records of a log.

use crate::front_matter;
use crate::{Decision, Finding, LinkKind, Names, Rule, StatusKind, Succession};

use super::{duplicates, place};

/// What is wrong between records: numbers, names and identifiers that two of them share, declared links
/// that lead nowhere, and faults of supersession. Ordered by path and line.
///
/// The records are those of a whole log: names are resolved among them.
pub fn log(records: &[Decision]) -> Vec<Finding> {
    let names = Names::of(records, |_| true);
    let succession = Succession::of(records, &names, |_| true);
    let mut findings = duplicates::findings(records);
    for (index, record) in records.iter().enumerate() {
        if succession.is_in_cycle(index) {
            findings.push(cycle(record));
        } else {
            findings.extend(one_sided(records, &names, index));
        }
        findings.extend(dangling(record, &names));
        let superseded = record.status.as_ref();
        if superseded.is_some_and(|status| status.kind == StatusKind::Superseded)
            && succession.successors(index).is_empty()
            && !record
                .links
                .iter()
                .any(|link| link.kind == LinkKind::SupersededBy)
        {
            findings.push(no_successor(record));
        }
    }
    findings.sort();
    findings
}

fn cycle(record: &Decision) -> Finding {
    let head = front_matter::fields(record);
    let link = record
        .links
        .iter()
        .find(|link| matches!(link.kind, LinkKind::Supersedes | LinkKind::SupersededBy));
    Finding::new(
        Rule::SupersessionCycle,
        &record.path,
        "it takes the place of a record that takes its place",
    )
    .at_line(link.map_or(1, |link| place::of_link(record, &head, link)))
    .with_help("decide which of them is in force")
}

fn dangling(record: &Decision, names: &Names) -> Vec<Finding> {
    let declared = record.links.iter().filter(|link| {
        matches!(
            link.kind,
            LinkKind::Supersedes | LinkKind::SupersededBy | LinkKind::Amends
        )
    });
    let dead = declared
        .filter(|link| names_a_record(&link.target) && names.by_words(&link.target).is_none());
    dead.map(|link| {
        let head = front_matter::fields(record);
        Finding::new(
            Rule::DanglingLink,
            &record.path,
            format!("no record is meant by `{}`", link.target),
        )
        .at_line(place::of_link(record, &head, link))
        .with_help("name a record of this log by its file, slug or number")
    })
    .collect()
}

/// Records that this one, being in force, replaces, and that still say that they are.
fn one_sided(records: &[Decision], names: &Names, index: usize) -> Vec<Finding> {
    let record = &records[index];
    let is_accepted = record
        .status
        .as_ref()
        .is_none_or(|status| matches!(status.kind, StatusKind::Accepted | StatusKind::Other));
    let replaced = record
        .links
        .iter()
        .filter(|link| is_accepted && link.kind == LinkKind::Supersedes);
    replaced
        .filter_map(|link| {
            let old = names.by_words(&link.target).filter(|old| *old != index)?;
            let old = &records[old];
            let status = old.status.as_ref().filter(|status| status.kind.is_live())?;
            let head = front_matter::fields(record);
            Some(
                Finding::new(
                    Rule::OneSidedSupersession,
                    &record.path,
                    format!(
                        "it takes the place of {}, whose status is still `{}`",
                        old.path, status.text
                    ),
                )
                .at_line(place::of_link(record, &head, link))
                .with_help(format!(
                    "`decision supersede {} --by {}` sets both ends",
                    old.slug, record.slug
                ))
                .beside(&old.path),
            )
        })
        .collect()
}

fn no_successor(record: &Decision) -> Finding {
    Finding::new(
        Rule::NoSuccessor,
        &record.path,
        "it is superseded, and no record says by what",
    )
    .at_line(place::of_status(record))
    .with_help(format!(
        "`decision supersede {} --by RECORD` names it, or call it deprecated",
        record.slug
    ))
}

/// Whether words look like the name of a record rather than like prose or an address elsewhere.
fn names_a_record(target: &str) -> bool {
    let mut words = target.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_alone = words.next().is_none();
    !target.contains("://")
        && (first.contains(|c: char| c.is_ascii_digit()) || is_alone && first.contains('-'))
}
