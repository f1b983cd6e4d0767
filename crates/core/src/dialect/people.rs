//! Who decided, was asked, was told.

use super::Parts;
use crate::Person;

const ROLES: &[&str] = &[
    "deciders",
    "decider",
    "decision-makers",
    "decision maker",
    "authors",
    "author",
    "owner",
    "owners",
    "consulted",
    "informed",
    "review manager",
    "participants",
    "approvers",
    "reviewers",
    "stakeholders",
];

pub(super) fn read(parts: &Parts<'_>) -> Vec<Person> {
    let people = ROLES.iter().flat_map(|role| {
        parts.values(&[role]).into_iter().map(|name| Person {
            role: (*role).to_owned(),
            name,
        })
    });
    people.collect()
}
