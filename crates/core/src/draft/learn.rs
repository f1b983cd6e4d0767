//! What most of some records have in common.

use crate::dialect::{
    DATE_KEYS, Dialect, ID_KEYS, SCOPE_KEYS, STATUS_KEYS, file_number, labels_of, split_number,
};
use crate::text::number_at_end;
use crate::yaml::{Key, Mapping, keys};
use crate::{Decision, SectionKind, StatusKind, front_matter};

use super::form::{Field, Item};
use super::style::most_frequent;

const DESCRIPTION_KEYS: &[Key<'_>] = &keys(["description", "summary", "tldr"]);
const TAG_KEYS: &[Key<'_>] = &keys(["tags", "tag", "keywords"]);
const TITLE: Key<'_> = Key::new("title");
const NAME: Key<'_> = Key::new("name");

/// The fields that more than half of the records have, in the order of the last one.
pub(super) fn fields(records: &[&Decision]) -> Vec<(String, Field)> {
    let heads: Vec<Mapping<'_>> = records
        .iter()
        .map(|record| front_matter::fields(record))
        .collect();
    let Some(last) = heads.iter().rev().find(|head| !head.fields.is_empty()) else {
        return Vec::new();
    };
    let usual =
        |key: &str| heads.iter().filter(|head| head.get(key).is_some()).count() * 2 > heads.len();
    let constant = |key: &str| {
        let mut values = heads
            .iter()
            .filter_map(|head| head.get(key)?.value.as_text());
        let first = values.next()?;
        (heads.len() >= 3 && values.all(|other| other == first)).then(|| first.to_owned())
    };
    let mut fields: Vec<(String, Field)> = Vec::new();
    let mut has_scope = false;
    for field in last.fields.iter().filter(|field| usual(&field.key)) {
        let key = field.key.to_string();
        match item_of(&key) {
            Some(Item::Affects) if has_scope => {}
            Some(item) => {
                has_scope |= item == Item::Affects;
                fields.push((key, Field::Item(item)));
            }
            None => {
                if let Some(value) = constant(&key) {
                    fields.push((key, Field::Constant(value)));
                }
            }
        }
    }
    if !fields.is_empty() && !has_scope {
        fields.push(("affects".to_owned(), Field::Item(Item::Affects)));
    }
    fields
}

/// The labels of a record whose values are known, with what stands around these.
pub(super) fn labels(record: &Decision) -> Vec<(Item, String, String)> {
    let labels = labels_of(record, false);
    let text = record.text();
    let mut found: Vec<(usize, Item, String, String)> = Vec::new();
    let kinds = [
        (Item::Status, STATUS_KEYS),
        (Item::Date, &DATE_KEYS[..6]),
        (Item::Tags, TAG_KEYS),
    ];
    for (item, keys) in kinds {
        let Some(label) = keys.iter().find_map(|key| labels.get(*key)) else {
            continue;
        };
        let behind = &text[label.value_start + label.value.len()..];
        let behind = behind.lines().next().unwrap_or_default().trim_end();
        let before = &text[label.start..label.value_start];
        found.push((label.start, item, before.to_owned(), behind.to_owned()));
    }
    found.sort_by_key(|(start, ..)| *start);
    found
        .into_iter()
        .map(|(_, item, before, behind)| (item, before, behind))
        .collect()
}

/// How most titles carry their number, if they do.
pub(super) fn title(records: &[&Decision]) -> Option<(String, usize, String)> {
    let forms = records.iter().map(|record| {
        let head = front_matter::fields(record);
        let heading = record.sections.first();
        let words = match head.field(TITLE) {
            Some(field) => field.value.as_text()?,
            None => &record.text()[heading?.heading.clone()],
        };
        let (number, title) = split_number(words, file_number(&record.slug));
        let number = number?;
        let start = words.find(number)?;
        let digits = number.find(|c: char| c.is_ascii_digit())?;
        let behind = words.get(start + number.len()..words.len() - title.len())?;
        let width = number.len() - digits;
        let counts_zeros = number[digits..].starts_with('0');
        Some((
            words[..start + digits].to_owned(),
            if counts_zeros { width } else { 1 },
            behind.to_owned(),
        ))
    });
    most_frequent(forms)?
}

/// What the last record with an identifier of the number of its file writes before it.
pub(super) fn identifier(records: &[&Decision]) -> Option<(String, usize)> {
    records.iter().rev().find_map(|record| {
        let head = front_matter::fields(record);
        let id = ID_KEYS
            .iter()
            .find_map(|key| head.field(*key)?.value.as_text())?;
        let (start, of_id) = number_at_end(id)?;
        let (_, of_file) = number_at_end(file_number(&record.slug)?)?;
        let zeros = id[start..].starts_with('0');
        let width = if zeros { id.len() - start } else { 1 };
        (of_id == of_file).then(|| (id[..start].to_owned(), width))
    })
}

/// The sections that more than half of the records have.
pub(super) fn sections(records: &[&Decision]) -> Vec<(SectionKind, u8, String)> {
    let Some(last) = records.last() else {
        return Vec::new();
    };
    let named = |record: &Decision| -> Vec<(SectionKind, u8, String)> {
        let mut found: Vec<(SectionKind, u8, String)> = Vec::new();
        for section in &record.sections {
            let Some(kind) = section.kind else { continue };
            if !found.iter().any(|(other, ..)| *other == kind) {
                let words = record.text()[section.heading.clone()].to_owned();
                found.push((kind, section.level, words));
            }
        }
        found
    };
    let all: Vec<Vec<(SectionKind, u8, String)>> =
        records.iter().map(|record| named(record)).collect();
    let usual = |kind: SectionKind| {
        let has = all
            .iter()
            .filter(|own| own.iter().any(|(other, ..)| *other == kind));
        has.count() * 2 > all.len()
    };
    named(last)
        .into_iter()
        .filter(|(kind, ..)| usual(*kind))
        .collect()
}

/// Whether the words of a status begin with a capital.
pub(super) fn is_capital(dialect: Dialect, records: &[&Decision]) -> bool {
    let statuses = records
        .iter()
        .filter_map(|record| record.status.as_ref())
        .filter(|status| status.kind != StatusKind::Other);
    let capital = most_frequent(statuses.map(|status| status.text.starts_with(char::is_uppercase)));
    capital.unwrap_or(dialect == Dialect::Nygard)
}

fn item_of(key: &str) -> Option<Item> {
    let is = |keys: &[Key<'_>]| {
        let folded = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
        keys.iter().any(|other| folded(other.name) == folded(key))
    };
    Some(if is(&[NAME]) {
        Item::Name
    } else if is(&[TITLE]) {
        Item::Title
    } else if is(ID_KEYS) {
        Item::Id
    } else if is(DESCRIPTION_KEYS) {
        Item::Description
    } else if is(&DATE_KEYS[..6]) {
        Item::Date
    } else if is(STATUS_KEYS) {
        Item::Status
    } else if is(TAG_KEYS) {
        Item::Tags
    } else if is(SCOPE_KEYS) {
        Item::Affects
    } else {
        return None;
    })
}
