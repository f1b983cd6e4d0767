//! Replacing and taking out what a record says it governs.

use std::ops::Range;

use crate::{Decision, SectionKind};

use super::head::{self, Place};
use super::kept::{Freely, is_kept};
use super::quote::{self, Style};
use super::slots::{self, Slot, SlotKind};
use super::{Edit, EditError, Source, entries_of};

/// The text of a record with `new` in the place of the `affects` entry `old`, written as that one was:
/// in a list with one item a line or in brackets, as a text, between commas, as a typed map, in the
/// list of an `Applies To` section. Where `new` is there already, `old` is taken out.
///
/// # Errors
///
/// Where the record has no such entry in its file, or it stands in a shape that is not edited.
pub fn replace_affects(bytes: &[u8], old: &str, new: &str) -> Result<String, EditError> {
    quote::check(new).map_err(|reason| EditError::Entry {
        entry: new.to_owned(),
        reason,
    })?;
    let source = Source::of(bytes)?;
    let before = entries_of(&source.record);
    if old == new && before.iter().any(|entry| entry == old) {
        return Ok(source.unchanged());
    }
    if before.iter().any(|entry| entry == new) {
        return remove_affects(bytes, old);
    }
    let scope = Scope::of(&source)?;
    let slot = scope.slot(old)?;
    let edit = Edit {
        at: slot.at.clone(),
        with: written(source.text, slot, new),
    };
    let expected: Vec<String> = before
        .iter()
        .map(|entry| if entry == old { new } else { entry }.to_owned())
        .collect();
    source.with(vec![edit], |after| is_right(&source, after, &expected))
}

/// The text of a record without an `affects` entry. The last one takes its field with it.
///
/// # Errors
///
/// Where the record has no such entry in its file, or taking it out would touch something else.
pub fn remove_affects(bytes: &[u8], entry: &str) -> Result<String, EditError> {
    let source = Source::of(bytes)?;
    let scope = Scope::of(&source)?;
    let slot = scope.slot(entry)?;
    let alone = scope.slots.len() == 1;
    let at = match &scope.field {
        Some(field) if alone => field.clone(),
        _ => slot.gone.clone().ok_or(EditError::Shape {
            line: scope.line,
            what: "an entry that shares its line",
        })?,
    };
    let before = entries_of(&source.record);
    let expected: Vec<String> = before.into_iter().filter(|other| other != entry).collect();
    let with = String::new();
    source.with(vec![Edit { at, with }], |after| {
        is_right(&source, after, &expected)
    })
}

/// The text of a sidecar's field with `new` in the place of `old`; `None` takes it out. `field` is the
/// span of the slug with its list, `value` where what follows the colon begins.
pub(crate) fn in_list(
    text: &str,
    line: usize,
    field: Range<usize>,
    value: usize,
    old: &str,
    new: Option<&str>,
) -> Result<String, EditError> {
    let key_end = head::line_end(text, field.start).min(field.end);
    let place = Place {
        number: line,
        key_line: field.start..key_end,
        whole: field.clone(),
        value: value + (text[value..].len() - text[value..].trim_start_matches(' ').len()),
    };
    let pseudo = format!("affects:{}", &text[value..field.end]);
    let mapping = crate::yaml::read_mapping(&pseudo);
    let shape = |what| EditError::Shape { line, what };
    let read = mapping
        .fields
        .first()
        .ok_or_else(|| shape("no list of paths"))?;
    let slots = slots::of_field(text, &place, &read.value)?;
    let slot = slots
        .iter()
        .find(|slot| slot.entry == old)
        .ok_or_else(|| EditError::NoEntry(old.to_owned()))?;
    let mut after = text.to_owned();
    match new {
        Some(new) => after.replace_range(slot.at.clone(), &written(text, slot, new)),
        None if slots.len() == 1 => after.replace_range(field.start..last_line(text, field), ""),
        None => {
            let gone = slot.gone.clone();
            let gone = gone.ok_or_else(|| shape("an entry that shares its line"))?;
            after.replace_range(gone, "");
        }
    }
    Ok(after)
}

/// The end of a field without the blank lines and comments behind it.
fn last_line(text: &str, field: Range<usize>) -> usize {
    field.start + head::without_tail(&text[field])
}

/// Where the scope of a record stands.
struct Scope {
    slots: Vec<Slot>,
    /// The field as a whole; none of a section.
    field: Option<Range<usize>>,
    line: usize,
}

impl Scope {
    fn of(source: &Source<'_>) -> Result<Scope, EditError> {
        let text = source.text;
        if let Some((span, mapping)) = source.head()?
            && let Some(field) = head::scope_field(&mapping)
            && !matches!(field.value, crate::yaml::Value::Null)
        {
            let place = Place::of(text, &span, &mapping, field);
            if !text[place.whole.start..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                return Err(place.shape("a key that does not begin its line"));
            }
            return Ok(Scope {
                slots: slots::of_field(text, &place, &field.value)?,
                line: place.number,
                field: Some(place.whole.start..last_line(text, place.whole.clone())),
            });
        }
        let section = source
            .record
            .sections
            .iter()
            .find(|section| section.kind == Some(SectionKind::AppliesTo));
        Ok(match section {
            Some(section) => Scope {
                slots: slots::of_section(text, section.body.clone()),
                field: None,
                line: text[..section.body.start].matches('\n').count() + 1,
            },
            None => Scope {
                slots: Vec::new(),
                field: None,
                line: 1,
            },
        })
    }

    fn slot(&self, entry: &str) -> Result<&Slot, EditError> {
        let mut slots = self.slots.iter();
        slots
            .find(|slot| slot.entry == entry)
            .ok_or_else(|| EditError::NoEntry(entry.to_owned()))
    }
}

/// An entry as the one in whose place it comes is written.
fn written(text: &str, slot: &Slot, new: &str) -> String {
    let old = &text[slot.at.clone()];
    match slot.kind {
        SlotKind::Scalar => quote::styled(new, Style::shared(std::iter::once(old)), false),
        SlotKind::Flow => quote::styled(new, Style::shared(std::iter::once(old)), true),
        SlotKind::Part => new.to_owned(),
        // Outside of code `*` and `_` are marks of Markdown.
        SlotKind::Markdown if old.starts_with('`') || new.contains(['*', '_', '[', '\\']) => {
            format!("`{new}`")
        }
        SlotKind::Markdown => new.to_owned(),
    }
}

fn is_right(source: &Source<'_>, after: &Decision, expected: &[String]) -> bool {
    let free = Freely {
        affects: true,
        ..Freely::default()
    };
    let in_section = source
        .record
        .sections
        .iter()
        .any(|section| section.kind == Some(SectionKind::AppliesTo));
    entries_of(after) == expected
        && is_kept(&source.record, after, free, &[])
        && (after.body() == source.record.body() || in_section)
}
