//! Where in a file the thing stands that a finding is about.

use crate::dialect::{STATUS_KEYS, labels_of};
use crate::text::line_of;
use crate::yaml::{Key, Mapping};
use crate::{Decision, Link, SectionKind, front_matter};

/// The line of a field of the front matter, counted in the file.
pub(super) fn of_field(head: &Mapping<'_>, key: Key<'_>) -> Option<usize> {
    head.field(key).map(|field| field.line + 1)
}

/// The line of a byte of the text.
pub(super) fn of_byte(record: &Decision, at: usize) -> usize {
    line_of(record.text().as_bytes(), at)
}

/// The line of the first section of a kind.
pub(super) fn of_section(record: &Decision, kind: SectionKind) -> Option<usize> {
    let section = record
        .sections
        .iter()
        .find(|section| section.kind == Some(kind))?;
    Some(of_byte(record, section.heading.start))
}

/// The line of the first heading, else the first line below the front matter.
pub(super) fn of_title(record: &Decision) -> usize {
    let at = record
        .sections
        .first()
        .map_or(record.body_start(), |section| section.heading.start);
    of_byte(record, at)
}

/// The line in which a link stands; of one that is not in the file itself, the first.
pub(super) fn of_link(record: &Decision, head: &Mapping<'_>, link: &Link) -> usize {
    if !link.sentence.is_empty() {
        let sentence = &record.text()[link.sentence.clone()];
        let inside = sentence.find(&link.target).unwrap_or(0);
        return of_byte(record, link.sentence.start + inside);
    }
    let field = head.fields.iter().find(|field| {
        let mut texts = field.value.texts();
        texts.any(|text| text.contains(&link.target))
    });
    let Some(field) = field else {
        return 1;
    };
    // In a list over several lines the item has a line of its own.
    let next = head.fields.iter().map(|other| other.line);
    let end = next.filter(|line| *line > field.line).min();
    let lines = record.text()[..record.body_start()].lines().enumerate();
    let mut own = lines
        .skip(field.line)
        .take(end.map_or(usize::MAX, |end| end - field.line));
    own.find(|(_, line)| line.contains(&link.target))
        .map_or(field.line + 1, |(index, _)| index + 1)
}

/// The line in which the status of a record stands, else that of its title.
pub(super) fn of_status(record: &Decision) -> usize {
    let head = front_matter::fields(record);
    let in_head = STATUS_KEYS.iter().find_map(|key| of_field(&head, *key));
    let in_label = || {
        let labels = labels_of(record, head.get("title").is_some());
        let label = STATUS_KEYS.iter().find_map(|key| labels.get(*key))?;
        Some(of_byte(record, label.start))
    };
    in_head
        .or_else(in_label)
        .or_else(|| of_section(record, SectionKind::Status))
        .unwrap_or_else(|| of_title(record))
}
