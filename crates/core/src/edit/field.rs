//! Setting a scalar of the front matter.

use std::ops::Range;

use crate::dialect::{DATE_KEYS, labels_of};
use crate::yaml::{Field, Mapping, Value};

use super::head::{self, Place, eol_of};
use super::kept::{Freely, is_kept};
use super::quote::{self, Style};
use super::{Edit, EditError, Source};

/// The text of a record with a field of its front matter set to a text.
///
/// Where the key is there already, in whatever spelling, its value is replaced and keeps its quotes and
/// the comment behind it; a new one comes at the end of the front matter, and a record without one gets
/// one. Where the field has this value, nothing changes.
///
/// # Errors
///
/// Where the present value is no scalar on one line, where the value cannot be written on one, and where
/// the record would then read differently in anything but this field.
pub fn set_field(bytes: &[u8], key: &str, value: &str) -> Result<String, EditError> {
    let source = Source::of(bytes)?;
    let edits = edits(&source, key, value, &[])?;
    if edits.is_empty() {
        return Ok(source.unchanged());
    }
    let free = Freely {
        affects: true,
        status: true,
        links: true,
        date: true,
        name: true,
    };
    source.with(edits, |after| {
        let head = crate::front_matter::fields(after);
        let set = head.get(key).and_then(|field| field.value.as_text());
        set == Some(value) && is_kept_but_for(&source, after, free, key)
    })
}

/// The text of a record with its date set, where it keeps it: in the front matter or in a label.
///
/// # Errors
///
/// As [`set_field`]; also where the record keeps no date.
pub fn set_date(bytes: &[u8], date: &str) -> Result<String, EditError> {
    let source = Source::of(bytes)?;
    let head = source.head()?;
    let in_head = head
        .as_ref()
        .and_then(|(_, mapping)| DATE_KEYS.iter().find_map(|key| mapping.get(key.name)));
    let (edits, key) = match in_head {
        Some(field) => (edits(&source, &field.key, date, &[])?, &*field.key),
        None => {
            let labels = labels_of(&source.record, false);
            let label = DATE_KEYS.iter().find_map(|key| labels.get(*key));
            let label = label.ok_or(EditError::Shape {
                line: 1,
                what: "a record without a date",
            })?;
            let span = label.value_start..label.value_start + label.value.len();
            (
                vec![Edit {
                    at: span,
                    with: date.to_owned(),
                }],
                "date",
            )
        }
    };
    let free = Freely {
        date: true,
        ..Freely::default()
    };
    source.with(edits, |after| {
        after.date.as_deref() == Some(date) && is_kept(&source.record, after, free, &[key])
    })
}

/// The edits that set a field; none where it is set. A new field comes behind the first of `neighbours`
/// that is there.
pub(super) fn edits(
    source: &Source<'_>,
    key: &str,
    value: &str,
    neighbours: &[&str],
) -> Result<Vec<Edit>, EditError> {
    quote::check(value).map_err(|reason| EditError::Entry {
        entry: value.to_owned(),
        reason,
    })?;
    let text = source.text;
    let Some((span, mapping)) = source.head()? else {
        let line = new_line(key, value, source.eol());
        return Ok(vec![head::new_front_matter(text, &line)]);
    };
    let Some(field) = mapping.get(key) else {
        let at = head::behind(text, &span, &mapping, neighbours);
        let line = new_line(key, value, eol_of(&text[..span.start]));
        return Ok(vec![Edit::insert(at, line)]);
    };
    if field.value.as_text() == Some(value) {
        return Ok(Vec::new());
    }
    let (at, style, spaced) = scalar_of(text, &span, &mapping, field)?;
    let both = [&text[at.clone()], value];
    let mut with = if style == Style::Plain && both.iter().all(|text| quote::is_other_type(text)) {
        // A date stays a date and a number a number.
        value.to_owned()
    } else {
        quote::styled(value, style, false)
    };
    if !spaced {
        with.insert(0, ' ');
    }
    if text[at.end..].starts_with('#') {
        with.push(' ');
    }
    Ok(vec![Edit { at, with }])
}

fn new_line(key: &str, value: &str, eol: &str) -> String {
    format!("{key}: {}{eol}", quote::styled(value, Style::Plain, false))
}

/// The span of a field's scalar, how it is quoted, and whether a space stands before it.
fn scalar_of(
    text: &str,
    head: &Range<usize>,
    mapping: &Mapping<'_>,
    field: &Field<'_>,
) -> Result<(Range<usize>, Style, bool), EditError> {
    let place = Place::of(text, head, mapping, field);
    if matches!(field.value, Value::List(_) | Value::Map(_)) {
        return Err(place.shape("a list or a mapping where a text is expected"));
    }
    if !text[place.whole.start..].starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return Err(place.shape("a key that does not begin its line"));
    }
    let scalar = place.scalar(text)?;
    let style = Style::shared(std::iter::once(scalar).filter(|scalar| !scalar.is_empty()));
    let spaced = text[..place.value].ends_with([' ', '\t']);
    Ok((place.value..place.value + scalar.len(), style, spaced))
}

/// Whether all but one field is as it was.
fn is_kept_but_for(source: &Source<'_>, after: &crate::Decision, free: Freely, key: &str) -> bool {
    // What is read from the field may change with it: its description, its tags, its people.
    let (before, mut after) = (&source.record, after.clone());
    after.description.clone_from(&before.description);
    after.name.clone_from(&before.name);
    after.tags.clone_from(&before.tags);
    after.people.clone_from(&before.people);
    is_kept(before, &after, free, &[key]) && after.body() == before.body()
        || source.record.body_start() == 0 && after.body().ends_with(before.body())
}
