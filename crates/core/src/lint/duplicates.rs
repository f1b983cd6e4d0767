//! Numbers, names and identifiers that two records share.

use std::collections::BTreeMap;

use crate::affects::nfc;
use crate::dialect::ID_KEYS;
use crate::yaml::Key;
use crate::{Decision, Finding, Names, Rule, front_matter};

use super::place;

const NAME: Key<'_> = Key::new("name");

pub(super) fn findings(records: &[Decision]) -> Vec<Finding> {
    let mut findings = numbers(records);
    findings.extend(names(records));
    let numbered: Vec<String> = findings
        .iter()
        .map(|finding| finding.path.clone())
        .collect();
    let ids = identifiers(records).into_iter();
    // One number in the name of the file and in a field is one fault.
    findings.extend(ids.filter(|finding| !numbered.contains(&finding.path)));
    findings
}

/// A number that two files of one folder carry.
fn numbers(records: &[Decision]) -> Vec<Finding> {
    // Of the parts of the key the number tells most apart.
    let mut taken: BTreeMap<(u64, &str, String), &str> = BTreeMap::new();
    let mut findings = Vec::new();
    for record in records {
        let Some((folder, (series, number))) = Names::of_file(&record.path) else {
            continue;
        };
        match taken.get(&(number, folder, series.clone())) {
            Some(first) => findings.push(
                Finding::new(
                    Rule::DuplicateNumber,
                    &record.path,
                    format!("number {number} is that of {first} too"),
                )
                .at_line(place::of_title(record))
                .with_help("give one of them another number: `decision renumber`")
                .beside(*first),
            ),
            None => {
                taken.insert((number, folder, series), &record.path);
            }
        }
    }
    findings
}

/// A name by which links may mean either of two records of a directory.
fn names(records: &[Decision]) -> Vec<Finding> {
    let mut taken: BTreeMap<(usize, String), usize> = BTreeMap::new();
    let mut findings = Vec::new();
    let folded = |name: &str| nfc(name).to_lowercase();
    for (index, record) in records.iter().enumerate() {
        match taken.get(&(record.place, folded(&record.slug))) {
            Some(first) => findings.push(
                Finding::new(
                    Rule::DuplicateSlug,
                    &record.path,
                    format!("its slug is that of {} too", records[*first].path),
                )
                .at_line(1)
                .with_help("rename one of the two files")
                .beside(&records[*first].path),
            ),
            None => {
                taken.insert((record.place, folded(&record.slug)), index);
            }
        }
    }
    for (index, record) in records.iter().enumerate() {
        let Some(name) = record.name.as_deref().filter(|name| !name.is_empty()) else {
            continue;
        };
        let key = (record.place, folded(name));
        match taken.get(&key) {
            Some(first) if *first != index => {
                let line = place::of_field(&front_matter::fields(record), NAME);
                findings.push(
                    Finding::new(
                        Rule::DuplicateSlug,
                        &record.path,
                        format!("its name `{name}` is that of {} too", records[*first].path),
                    )
                    .at_line(line.unwrap_or(1))
                    .with_help("give one of them another `name`")
                    .beside(&records[*first].path),
                );
            }
            _ => {
                taken.insert(key, index);
            }
        }
    }
    findings
}

/// An identifier that two records of a directory declare.
fn identifiers(records: &[Decision]) -> Vec<Finding> {
    // Nearly every identifier stands alone, and to read the fields again costs more than to count.
    let mut counts: BTreeMap<(usize, String), usize> = BTreeMap::new();
    let key_of = |record: &Decision, id: &str| (record.place, id.to_lowercase());
    for record in records {
        if let Some(id) = record.id.as_deref() {
            *counts.entry(key_of(record, id)).or_default() += 1;
        }
    }
    let mut taken: BTreeMap<(usize, String), &str> = BTreeMap::new();
    let mut findings = Vec::new();
    for record in records {
        let Some(id) = record.id.as_deref() else {
            continue;
        };
        if counts.get(&key_of(record, id)) == Some(&1) {
            continue;
        }
        let head = front_matter::fields(record);
        let declared = ID_KEYS.iter().find_map(|key| {
            let field = head.field(*key)?;
            (field.value.as_text()?.trim() == id).then_some(*key)
        });
        let Some(key) = declared else {
            continue;
        };
        match taken.get(&key_of(record, id)) {
            Some(first) => findings.push(
                Finding::new(
                    Rule::DuplicateId,
                    &record.path,
                    format!("its `{}` {id} is that of {first} too", key.name),
                )
                .at_line(place::of_field(&head, key).unwrap_or(1))
                .with_help("give one of them another identifier")
                .beside(*first),
            ),
            None => {
                taken.insert(key_of(record, id), &record.path);
            }
        }
    }
    findings
}
