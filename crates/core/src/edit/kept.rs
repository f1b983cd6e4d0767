//! Whether an edited record says what it said before, but for what was to change.

use super::head;
use crate::{Decision, front_matter, yaml};

/// What an edit may change. Everything else that is read from a record has to stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Freely {
    pub(super) affects: bool,
    pub(super) status: bool,
    pub(super) links: bool,
    pub(super) date: bool,
    /// Identifier and title.
    pub(super) name: bool,
}

/// Whether the second reading is the first one in all that was not to change. Fields of the front matter
/// that no record is read from are compared too, but for those under `changed`.
pub(super) fn is_kept(
    before: &Decision,
    after: &Decision,
    freely: Freely,
    changed: &[&str],
) -> bool {
    let targets = |record: &Decision| -> Vec<String> {
        let links = record.links.iter();
        links.map(|link| link.target.clone()).collect()
    };
    (freely.name || before.id == after.id && before.title == after.title)
        && before.name == after.name
        && before.description == after.description
        && (freely.date || before.date == after.date)
        && (freely.status || freely.links || before.status == after.status)
        && before.people == after.people
        && before.tags == after.tags
        && (freely.affects || before.affects == after.affects)
        && (freely.links || freely.status || targets(before) == targets(after))
        && is_sound(after)
        && same_other_fields(before, after, freely.affects, changed)
}

/// Whether the front matter can be read as it stands; what cannot is read field by field, which would
/// hide the damage.
fn is_sound(record: &Decision) -> bool {
    let split = front_matter::split(record.text());
    split
        .head
        .is_none_or(|span| yaml::read_mapping(&record.text()[span]).problems.is_empty())
}

fn same_other_fields(before: &Decision, after: &Decision, scope: bool, changed: &[&str]) -> bool {
    let (before, after) = (front_matter::fields(before), front_matter::fields(after));
    let changed: Vec<(Option<usize>, Option<usize>)> = changed
        .iter()
        .map(|key| {
            (
                before.get(key).map(|f| f.line),
                after.get(key).map(|f| f.line),
            )
        })
        .collect();
    let before = head::fields_without(&before, scope, |line| {
        changed.iter().any(|(other, _)| *other == Some(line))
    });
    let after = head::fields_without(&after, scope, |line| {
        changed.iter().any(|(_, other)| *other == Some(line))
    });
    before == after
}
