//! Where the scope stands in a front matter, or would stand.

use std::ops::Range;

use super::quote::{self, Style};
use super::{Edit, EditError, block, flow};
use crate::dialect::{SCOPE_KEYS, claims_of};
use crate::text::split_outside_braces;
use crate::yaml::{Field, Mapping, Value};

/// Keys behind which a new `affects` stands well.
const NEIGHBOURS: &[&str] = &["tags", "tag", "keywords"];

/// The fields that may say something about scope, in the order in which they are asked.
fn scope_fields<'m>(
    mapping: &'m Mapping<'m>,
) -> impl Iterator<Item = (&'static str, &'m Field<'m>)> {
    let keys = SCOPE_KEYS.iter();
    keys.filter_map(|key| Some((key.name, mapping.get(key.name)?)))
}

/// The field that scope is read from: the first that claims something, else an empty `affects`.
pub(super) fn scope_field<'m>(mapping: &'m Mapping<'m>) -> Option<&'m Field<'m>> {
    scope_fields(mapping)
        .find(|(key, field)| !claims_of(key, field).is_empty())
        .map(|(_, field)| field)
        .or_else(|| mapping.get("affects"))
}

/// The fields but for those in lines that `leave_out` names and, where `scope` says so, those about scope.
pub(super) fn fields_without<'m>(
    mapping: &'m Mapping<'m>,
    scope: bool,
    leave_out: impl Fn(usize) -> bool,
) -> Vec<(&'m str, &'m Value<'m>)> {
    let of_scope: Vec<usize> = scope_fields(mapping).map(|(_, field)| field.line).collect();
    let fields = mapping.fields.iter();
    fields
        .filter(|field| !(scope && of_scope.contains(&field.line) || leave_out(field.line)))
        .map(|field| (&*field.key, &field.value))
        .collect()
}

/// A field in the text.
pub(super) struct Place {
    /// The line of the key in the file, counted from 1.
    pub(super) number: usize,
    /// The line of the key, its end included.
    pub(super) key_line: Range<usize>,
    /// From the key to the next field.
    pub(super) whole: Range<usize>,
    /// Where the value begins: behind the colon and the spaces after it.
    pub(super) value: usize,
}

impl Place {
    pub(super) fn of(text: &str, head: &Range<usize>, mapping: &Mapping, field: &Field) -> Place {
        let line_at = |number: usize| line_start(text, head, number);
        let start = line_at(field.line);
        let end = mapping
            .fields
            .iter()
            .map(|other| other.line)
            .filter(|line| *line > field.line)
            .min()
            .map_or(head.end, line_at);
        let key_end = line_end(text, start).min(end);
        let line = &text[start..key_end];
        let colon = line[field.key.len().min(line.len())..]
            .find(':')
            .map_or(line.len(), |at| at + field.key.len() + 1);
        let value =
            start + colon + line[colon..].len() - line[colon..].trim_start_matches(' ').len();
        Place {
            number: field.line + 1,
            key_line: start..key_end,
            whole: start..end,
            value,
        }
    }

    /// The value as it is written, quotes included, without the comment behind it; empty where there is
    /// none. An error where it is not one scalar on one line.
    pub(super) fn scalar<'t>(&self, text: &'t str) -> Result<&'t str, EditError> {
        let goes_on = text[self.key_line.end..self.whole.end]
            .lines()
            .any(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        let line = text[self.value..self.key_line.end].trim_end();
        if goes_on || line.starts_with(['|', '>', '&', '*', '!', '{', '[']) {
            return Err(self.shape("a value that is not on one line"));
        }
        let length =
            scalar_length(line).ok_or_else(|| self.shape("a quoted value that nothing closes"))?;
        Ok(&line[..length])
    }

    pub(super) fn shape(&self, what: &'static str) -> EditError {
        EditError::Shape {
            line: self.number,
            what,
        }
    }
}

/// Adds to a value of any shape that is understood.
pub(super) fn add_to_field(
    text: &str,
    place: &Place,
    value: &Value,
    added: &[String],
) -> Result<Edit, EditError> {
    if !text[place.whole.start..].starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(place.shape("a key that does not begin its line"));
    }
    let rest = &text[place.value..place.key_line.end];
    match value {
        Value::Map(_) => Err(place.shape("a mapping where paths are expected")),
        Value::List(items) if items.iter().any(|item| item.as_text().is_none()) => {
            Err(place.shape("a list of other things than paths"))
        }
        Value::List(_) if rest.starts_with('[') => flow::add(text, place, added),
        Value::List(items) => block::add(text, place, items.len(), added),
        Value::Null | Value::Text(_) => scalar_to_list(text, place, value, added),
    }
}

/// `affects: src/a` becomes a list of it and what is added; a comment behind it stays on its line.
fn scalar_to_list(
    text: &str,
    place: &Place,
    value: &Value,
    added: &[String],
) -> Result<Edit, EditError> {
    let scalar = place.scalar(text)?;
    let behind = text[place.value + scalar.len()..place.key_line.end].trim_end();
    let style = Style::shared(std::iter::once(scalar));
    let eol = eol_of(&text[place.key_line.clone()]);
    let old = value.as_text().unwrap_or_default();
    let mut with = behind.to_owned();
    if !behind.is_empty() && !behind.starts_with(' ') {
        with.insert(0, ' ');
    }
    with.push_str(eol);
    for entry in split_outside_braces(old).chain(added.iter().map(String::as_str)) {
        with.push_str("  - ");
        with.push_str(&quote::styled(entry, style, false));
        with.push_str(eol);
    }
    // The space between the colon and the value goes with the value.
    let colon = text[..place.value].trim_end_matches(' ').len();
    Ok(Edit {
        at: colon..place.key_line.end,
        with,
    })
}

/// The length of a scalar at the beginning of a line; what follows is a comment or nothing.
pub(super) fn scalar_length(line: &str) -> Option<usize> {
    if line.starts_with('#') {
        return Some(0);
    }
    match line.chars().next() {
        Some('"') => {
            let mut escaped = false;
            let end = line[1..].find(|c: char| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            })?;
            Some(end + 2)
        }
        Some('\'') => {
            let mut at = 1;
            loop {
                at += line[at..].find('\'')? + 1;
                if !line[at..].starts_with('\'') {
                    return Some(at);
                }
                at += 1;
            }
        }
        _ => Some(
            line.find(" #")
                .map_or(line.len(), |at| line[..at].trim_end().len()),
        ),
    }
}

/// Adds an `affects` list behind the tags, else at the end.
pub(super) fn add_field(
    text: &str,
    head: &Range<usize>,
    mapping: &Mapping,
    added: &[String],
) -> Edit {
    let eol = eol_of(&text[..head.start]);
    let item = block::usual_item(&text[head.clone()]);
    Edit::insert(
        behind(text, head, mapping, NEIGHBOURS),
        list(added, item, eol),
    )
}

/// Where a new field stands: behind the first of the keys that is there, else at the end.
pub(super) fn behind(text: &str, head: &Range<usize>, mapping: &Mapping, keys: &[&str]) -> usize {
    let neighbour = keys.iter().find_map(|key| mapping.get(key));
    neighbour.map_or(head.end, |field| {
        let whole = Place::of(text, head, mapping, field).whole;
        whole.start + without_tail(&text[whole])
    })
}

/// Puts a front matter with nothing but the list before everything else.
pub(super) fn add_front_matter(text: &str, added: &[String]) -> Edit {
    let eol = eol_of(&text[..line_end(text, 0)]);
    new_front_matter(text, &list(added, "  - ", eol))
}

/// Puts a front matter with nothing but these lines before everything else.
pub(super) fn new_front_matter(text: &str, lines: &str) -> Edit {
    let first = line_end(text, 0);
    let eol = eol_of(&text[..first]);
    let gap = if text[..first].trim().is_empty() {
        ""
    } else {
        eol
    };
    Edit::insert(0, format!("---{eol}{lines}---{eol}{gap}"))
}

fn list(entries: &[String], item: &str, eol: &str) -> String {
    let items = entries
        .iter()
        .map(|entry| format!("{item}{}{eol}", quote::styled(entry, Style::Plain, false)));
    format!("affects:{eol}{}", items.collect::<String>())
}

/// The length of a field without the blank lines and comments that stand before the next one.
pub(super) fn without_tail(field: &str) -> usize {
    let mut length = 0;
    let mut at = 0;
    for line in field.split_inclusive('\n') {
        at += line.len();
        if !(line.trim().is_empty() || line.starts_with('#')) {
            length = at;
        }
    }
    length
}

/// Where a line of the front matter begins, counted from 1.
fn line_start(text: &str, head: &Range<usize>, number: usize) -> usize {
    let lines = text[head.clone()].split_inclusive('\n');
    head.start + lines.take(number - 1).map(str::len).sum::<usize>()
}

/// The end of the line at `at`, its line feed included.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..]
        .find('\n')
        .map_or(text.len(), |found| at + found + 1)
}

/// How a line ends; a line feed where it does not say.
pub(super) fn eol_of(line: &str) -> &'static str {
    if line.ends_with("\r\n") { "\r\n" } else { "\n" }
}
