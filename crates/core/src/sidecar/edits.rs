//! Changing the scope of a record in the file beside it, with every other byte left as it is.

use std::collections::BTreeMap;

use crate::edit::{self, EditError};

use super::{Scope, begins_chunk, chunks, parse, split_key};

/// The text with `entries` added under the slugs of their records; a slug that is not there yet comes at
/// the end. Entries that are there already are left out, and every other byte stays.
///
/// # Errors
///
/// Where a present list has a shape that is not edited, or an entry cannot be written.
pub fn add(text: &str, additions: &BTreeMap<String, Vec<String>>) -> Result<String, EditError> {
    let mut result = text.to_owned();
    for (slug, entries) in additions {
        let (scopes, _) = parse(&result);
        let present = scopes.iter().find(|scope| scope.slug == *slug);
        let mut fresh: Vec<&String> = Vec::new();
        for entry in entries {
            let known = present.is_some_and(|scope| scope.entries.contains(entry));
            if !known && !fresh.contains(&entry) {
                fresh.push(entry);
            }
        }
        if fresh.is_empty() {
            continue;
        }
        let items = fresh
            .iter()
            .map(|entry| item(entry))
            .collect::<Result<String, EditError>>()?;
        match present {
            Some(scope) => insert_items(&mut result, scope, &items)?,
            None => {
                if !(result.is_empty() || result.ends_with('\n')) {
                    result.push('\n');
                }
                let key = edit::key(slug).map_err(|reason| EditError::Entry {
                    entry: slug.clone(),
                    reason,
                })?;
                result.push_str(&format!("{key}:\n{items}"));
            }
        }
        let (after, _) = parse(&result);
        let expected = present
            .map(|scope| scope.entries.clone())
            .unwrap_or_default()
            .into_iter()
            .chain(fresh.into_iter().cloned());
        let has_all = after
            .iter()
            .any(|scope| scope.slug == *slug && scope.entries.iter().cloned().eq(expected.clone()));
        let others = |scopes: &[Scope]| -> Vec<(String, Vec<String>)> {
            scopes
                .iter()
                .filter(|scope| scope.slug != *slug)
                .map(|scope| (scope.slug.clone(), scope.entries.clone()))
                .collect()
        };
        if !has_all || others(&scopes) != others(&after) {
            return Err(EditError::NotKept);
        }
    }
    Ok(result)
}

/// The text with `new` in the place of an entry of a record; without `new` the entry is taken out, and the
/// last one takes its slug with it. Where `new` is there already, `old` is taken out.
///
/// # Errors
///
/// Where the record has no such entry in this file, or its list has a shape that is not edited.
pub fn replace(text: &str, slug: &str, old: &str, new: Option<&str>) -> Result<String, EditError> {
    let none = || EditError::NoEntry(old.to_owned());
    let (scopes, _) = parse(text);
    let scope = scopes
        .iter()
        .find(|scope| scope.slug == slug)
        .ok_or_else(none)?;
    let new = new.filter(|new| !scope.entries.iter().any(|entry| entry == new));
    if let Some(new) = new {
        edit::scalar(new).map_err(|reason| EditError::Entry {
            entry: new.to_owned(),
            reason,
        })?;
    }
    // Lines count alike with and without a byte order mark.
    let start: usize = text
        .split_inclusive('\n')
        .take(scope.line - 1)
        .map(str::len)
        .sum();
    let (_, chunk) = chunks(&text[start..]).into_iter().next().ok_or_else(none)?;
    let (_, value) = split_key(chunk).ok_or_else(none)?;
    let value = start + (chunk.len() - value.len());
    let result = edit::in_list(
        text,
        scope.line,
        start..start + chunk.len(),
        value,
        old,
        new,
    )?;
    let expected: Vec<(String, Vec<String>)> = scopes
        .iter()
        .map(|other| {
            let mut entries = other.entries.clone();
            if other.slug == slug {
                entries = entries
                    .into_iter()
                    .filter_map(|entry| match entry == old {
                        true => new.map(str::to_owned),
                        false => Some(entry),
                    })
                    .collect();
            }
            (other.slug.clone(), entries)
        })
        .filter(|(_, entries)| !entries.is_empty())
        .collect();
    let (after, _) = parse(&result);
    let is_right = after
        .into_iter()
        .map(|scope| (scope.slug, scope.entries))
        .filter(|(_, entries)| !entries.is_empty())
        .eq(expected);
    if is_right {
        Ok(result)
    } else {
        Err(EditError::NotKept)
    }
}

/// The text with the scope of a record under another slug; as it was where the record has none in it.
///
/// # Errors
///
/// Where the new slug cannot be written, or is there already.
pub fn rename(text: &str, old: &str, new: &str) -> Result<String, EditError> {
    let (scopes, _) = parse(text);
    let Some(scope) = scopes.iter().find(|scope| scope.slug == old) else {
        return Ok(text.to_owned());
    };
    let start: usize = text
        .split_inclusive('\n')
        .take(scope.line - 1)
        .map(str::len)
        .sum();
    let chunk = &text[start..];
    let (_, value) = split_key(chunk).ok_or_else(|| EditError::NoEntry(old.to_owned()))?;
    let colon = start + chunk.len() - value.len() - 1;
    let key = edit::key(new).map_err(|reason| EditError::Entry {
        entry: new.to_owned(),
        reason,
    })?;
    let mark = if chunk.starts_with('\u{feff}') {
        "\u{feff}"
    } else {
        ""
    };
    let result = format!("{}{mark}{key}{}", &text[..start], &text[colon..]);
    let expected = scopes.iter().map(|scope| {
        let slug = if scope.slug == old { new } else { &scope.slug };
        (slug, &scope.entries)
    });
    let (after, _) = parse(&result);
    let after = after
        .iter()
        .map(|scope| (scope.slug.as_str(), &scope.entries));
    if after.eq(expected) {
        Ok(result)
    } else {
        Err(EditError::NotKept)
    }
}

fn item(entry: &str) -> Result<String, EditError> {
    let written = edit::scalar(entry).map_err(|reason| EditError::Entry {
        entry: entry.to_owned(),
        reason,
    })?;
    Ok(format!("  - {written}\n"))
}

/// Puts items behind the last one of a block list that is indented as we write it.
fn insert_items(text: &mut String, scope: &Scope, items: &str) -> Result<(), EditError> {
    let mut at = 0;
    let mut end = None;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        at += line.len();
        let number = index + 1;
        if number > scope.line && begins_chunk(line) {
            break;
        }
        if number > scope.line && line.starts_with("  - ") && line.ends_with('\n') {
            end = Some(at);
        }
    }
    let at = end.ok_or(EditError::Shape {
        line: scope.line,
        what: "a list that is not `  - entry` line by line",
    })?;
    text.insert_str(at, items);
    Ok(())
}
