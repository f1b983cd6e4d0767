//! Who decided, was asked, was told.

use super::Parts;
use crate::Person;
use crate::yaml::{Key, Value, keys};

const ROLES: &[Key<'_>] = &keys([
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
]);

/// Keys under which a person who is a map has a name.
const NAMES: &[&str] = &["name", "github", "handle", "email"];

pub(super) fn read(parts: &Parts<'_>) -> Vec<Person> {
    let mut people = Vec::new();
    for key in ROLES {
        let (field, role) = (parts.head.get(*key), key.name);
        if field.is_none() && parts.labels.get(*key).is_none() {
            continue;
        }
        let mut add = |name: &str| {
            people.push(Person {
                role: role.to_owned(),
                name: name.to_owned(),
            });
        };
        parts.each_value(*key, &mut add);
        let maps = match field.map(|field| &field.value) {
            Some(Value::List(items)) => items.as_slice(),
            Some(one @ Value::Map(_)) => std::slice::from_ref(one),
            _ => &[],
        };
        maps.iter()
            .filter_map(|map| NAMES.iter().find_map(|key| map.get(key)?.as_text()))
            .for_each(add);
    }
    people
}
