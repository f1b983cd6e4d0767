//! Where each entry of a scope stands in the text.

use std::ops::Range;

use crate::text::split_outside_braces;
use crate::yaml::{self, Value};

use super::EditError;
use super::flow::List;
use super::head::{self, Place};

/// An entry in the text.
pub(super) struct Slot {
    /// As it is read.
    pub(super) entry: String,
    /// Its scalar, quotes included; in a text of commas and in Markdown its own words.
    pub(super) at: Range<usize>,
    pub(super) kind: SlotKind,
    /// What goes when it is taken out; `None` where it cannot go alone.
    pub(super) gone: Option<Range<usize>>,
}

/// What surrounds an entry, and so how it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotKind {
    /// A scalar of YAML.
    Scalar,
    /// A scalar inside of brackets or braces.
    Flow,
    /// Words between commas in a scalar.
    Part,
    /// In Markdown: as code or as words.
    Markdown,
}

/// The entries of a field, in their order.
pub(super) fn of_field(
    text: &str,
    place: &Place,
    value: &Value<'_>,
) -> Result<Vec<Slot>, EditError> {
    let rest = &text[place.value..place.key_line.end];
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Text(_) => of_scalar(text, place),
        Value::Map(_) => Err(place.shape("a mapping where paths are expected")),
        Value::List(_) if rest.starts_with('[') => of_flow(text, place),
        Value::List(items) => of_block(text, place, items),
    }
}

fn of_scalar(text: &str, place: &Place) -> Result<Vec<Slot>, EditError> {
    let scalar = place.scalar(text)?;
    let inner = scalar.trim_matches(['"', '\'']);
    let inner_start = place.value + scalar.find(inner).unwrap_or(0);
    let parts: Vec<&str> = split_outside_braces(inner).collect();
    let span_of = |part: &str| {
        let start = inner_start + (part.as_ptr() as usize - inner.as_ptr() as usize);
        start..start + part.len()
    };
    let read = unquoted(scalar);
    if split_outside_braces(&read).count() == 1 {
        return Ok(vec![Slot {
            entry: read,
            at: place.value..place.value + scalar.len(),
            kind: SlotKind::Scalar,
            gone: None,
        }]);
    }
    if read != inner {
        return Err(place.shape("several paths in a quoted value with escapes"));
    }
    let spans: Vec<Range<usize>> = parts.iter().map(|part| span_of(part)).collect();
    Ok(parts
        .iter()
        .enumerate()
        .map(|(at, part)| Slot {
            entry: (*part).to_owned(),
            at: spans[at].clone(),
            kind: SlotKind::Part,
            gone: Some(neighbourly(&spans, at)),
        })
        .collect())
}

/// What goes with an item between commas: the comma behind it, of the last one that before it.
fn neighbourly(spans: &[Range<usize>], at: usize) -> Range<usize> {
    match spans.get(at + 1) {
        Some(next) => spans[at].start..next.start,
        None => spans[at.saturating_sub(1)].end..spans[at].end,
    }
}

fn of_flow(text: &str, place: &Place) -> Result<Vec<Slot>, EditError> {
    let source = &text[place.value..place.whole.end];
    let list = List::read(source).ok_or_else(|| place.shape("a list in brackets that nests"))?;
    let spans: Vec<Range<usize>> = list
        .items
        .iter()
        .map(|item| {
            let start = place.value + (item.as_ptr() as usize - source.as_ptr() as usize);
            start..start + item.len()
        })
        .collect();
    Ok(spans
        .iter()
        .enumerate()
        .map(|(at, span)| {
            let gone = neighbourly(&spans, at);
            // A comment between two items belongs to one of them, and nobody can tell to which.
            let has_comment = text[gone.clone()]
                .replace(&text[span.clone()], "")
                .contains('#');
            Slot {
                entry: unquoted(&text[span.clone()]),
                at: span.clone(),
                kind: SlotKind::Flow,
                gone: (spans.len() > 1 && !has_comment).then_some(gone),
            }
        })
        .collect())
}

fn unquoted(scalar: &str) -> String {
    let mapping = format!("a: {scalar}");
    let read = yaml::read_mapping(&mapping);
    let field = read.fields.first();
    field
        .and_then(|field| field.value.as_text())
        .unwrap_or(scalar)
        .to_owned()
}

/// Items of a block list: from each dash to the next one of the same indentation.
fn of_block(text: &str, place: &Place, items: &[Value<'_>]) -> Result<Vec<Slot>, EditError> {
    let on_key_line = text[place.value..place.key_line.end].trim();
    if !(on_key_line.is_empty() || on_key_line.starts_with('#')) {
        return Err(place.shape("a list with an anchor or a tag"));
    }
    let mut starts: Vec<usize> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    let (mut at, mut indent) = (place.key_line.end, None);
    for line in text[place.key_line.end..place.whole.end].split_inclusive('\n') {
        let inner = line.trim_start_matches(' ');
        let own = line.len() - inner.len();
        let is_item = inner.starts_with("- ") && *indent.get_or_insert(own) == own;
        let is_remark = inner.trim().is_empty() || inner.starts_with('#');
        if is_item {
            starts.push(at);
            ends.push(at + line.len());
        } else if !is_remark && let Some(end) = ends.last_mut() {
            *end = at + line.len();
        }
        at += line.len();
    }
    if starts.len() != items.len() {
        return Err(place.shape("a list that is not one item a line"));
    }
    let spans = starts.into_iter().zip(ends).zip(items);
    spans
        .map(|((start, end), item)| {
            let slot = match item {
                Value::Text(_) => of_item(text, start..end),
                Value::Map(_) => of_map(text, start..end, item),
                Value::Null | Value::List(_) => None,
            };
            slot.ok_or_else(|| place.shape("a list item that is not a path on one line"))
        })
        .collect()
}

fn of_item(text: &str, line: Range<usize>) -> Option<Slot> {
    let whole = &text[line.clone()];
    let content = whole
        .trim_start_matches(' ')
        .strip_prefix('-')?
        .trim_start_matches(' ');
    let start = line.start + whole.len() - content.len();
    let content = content.trim_end();
    if content.contains('\n') || content.starts_with(['&', '*', '!', '|', '>']) {
        return None;
    }
    let length = head::scalar_length(content)?;
    Some(Slot {
        entry: unquoted(&content[..length]),
        at: start..start + length,
        kind: SlotKind::Scalar,
        gone: Some(line),
    })
}

/// The pattern of a map that types it: `{type: path, pattern: "src/**"}`, on one line or several.
fn of_map(text: &str, span: Range<usize>, item: &Value<'_>) -> Option<Slot> {
    let (key, entry) = ["pattern", "path", "glob", "file"]
        .iter()
        .find_map(|key| Some((*key, item.get(key)?.as_text()?)))?;
    if item.get("negate").and_then(Value::as_text) == Some("true") {
        return None;
    }
    let whole = &text[span.clone()];
    let (at, _) = whole.match_indices(key).find(|(at, _)| {
        let before = whole[..*at].trim_end_matches(' ');
        before.ends_with(['-', '{', ',', '\n'])
            && whole[at + key.len()..].trim_start().starts_with(':')
    })?;
    let behind = &whole[at + key.len()..];
    let value = behind
        .trim_start()
        .strip_prefix(':')?
        .trim_start_matches(' ');
    let start = span.start + whole.len() - value.len();
    let in_flow = whole[..at].contains('{');
    let length = match value.chars().next()? {
        '"' | '\'' => head::scalar_length(value.lines().next()?)?,
        _ if in_flow => value.find([',', '}'])?,
        _ => head::scalar_length(value.lines().next()?.trim_end())?,
    };
    let scalar = value[..length].trim_end();
    (unquoted(scalar) == entry).then(|| Slot {
        entry: entry.to_owned(),
        at: start..start + scalar.len(),
        kind: if in_flow {
            SlotKind::Flow
        } else {
            SlotKind::Scalar
        },
        gone: Some(span),
    })
}

/// The entries of an `Applies To` section.
pub(super) fn of_section(text: &str, body: Range<usize>) -> Vec<Slot> {
    let mut slots = Vec::new();
    let mut at = body.start;
    for line in text[body].split_inclusive('\n') {
        let start = at;
        at += line.len();
        let inner = line.trim_start();
        let Some(item) = inner
            .strip_prefix(['-', '*', '+'])
            .and_then(|item| item.strip_prefix(' '))
        else {
            continue;
        };
        let item_start = start + line.len() - item.len();
        let mut spans: Vec<Range<usize>> = Vec::new();
        let ticks: Vec<usize> = item.match_indices('`').map(|(at, _)| at).collect();
        for pair in ticks.chunks_exact(2) {
            spans.push(item_start + pair[0]..item_start + pair[1] + 1);
        }
        if spans.is_empty() {
            let words = item.trim();
            let begin = item_start + (item.len() - item.trim_start().len());
            spans.push(begin..begin + words.len());
        }
        let alone = spans.len() == 1;
        slots.extend(spans.into_iter().map(|span| Slot {
            entry: text[span.clone()].trim_matches('`').trim().to_owned(),
            at: span,
            kind: SlotKind::Markdown,
            gone: alone.then_some(start..at),
        }));
    }
    slots
}
