//! Who decided, was asked, was told.

use super::Parts;
use crate::Person;
use crate::yaml::Value;

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

/// Keys under which a person who is a map has a name.
const NAMES: &[&str] = &["name", "github", "handle", "email"];

pub(super) fn read(parts: &Parts<'_>) -> Vec<Person> {
    let person = |role: &str, name: &str| Person {
        role: role.to_owned(),
        name: name.to_owned(),
    };
    let mut people = Vec::new();
    for role in ROLES {
        people.extend(parts.values(&[role]).iter().map(|name| person(role, name)));
        let maps = match parts.head.get(role).map(|field| &field.value) {
            Some(Value::List(items)) => items.as_slice(),
            Some(one @ Value::Map(_)) => std::slice::from_ref(one),
            _ => &[],
        };
        let names = maps
            .iter()
            .filter_map(|map| NAMES.iter().find_map(|key| map.get(key)?.as_text()));
        people.extend(names.map(|name| person(role, name)));
    }
    people
}
