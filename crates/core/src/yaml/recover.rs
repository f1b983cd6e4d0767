//! Reads what can be read of a mapping that is not YAML as a whole: field by field.

use std::borrow::Cow;

use super::{Field, Problem, ProblemKind, Value, authority, scan};

/// The fields that can be read on their own, and a problem for each of the others. `whole` is what the
/// parser said of the whole, kept where no field alone is at fault.
pub(super) fn recover(source: &str, whole: Problem) -> (Vec<Field<'_>>, Vec<Problem>) {
    let mut fields = Vec::new();
    let mut problems = Vec::new();
    for (first_line, chunk) in chunks(source) {
        let read = scan::scan(chunk).map_or_else(|| authority::read(chunk), Ok);
        match read {
            Ok(read) => fields.extend(read.into_iter().map(|field| Field {
                line: field.line + first_line - 1,
                ..field
            })),
            Err(mut problem) => {
                problem.line += first_line - 1;
                problem.kind = ProblemKind::Syntax;
                match as_plain_text(chunk) {
                    Some((key, value)) => {
                        problem.help = format!(
                            "put the value of `{key}` in quotes; it was read as plain text"
                        );
                        fields.push(Field {
                            key: Cow::Borrowed(key),
                            value,
                            line: first_line,
                        });
                    }
                    None => {
                        problem.help =
                            "this field was left out; quote it or mend its indentation".to_owned()
                    }
                }
                problems.push(problem);
            }
        }
    }
    if problems.is_empty() {
        problems.push(whole);
    }
    (fields, problems)
}

/// The source cut before each line that begins a field at column 0, with the number of its first line.
fn chunks(source: &str) -> Vec<(usize, &str)> {
    let mut chunks = Vec::new();
    let (mut start, mut start_line, mut at) = (0, 1, 0);
    for (index, line) in source.split_inclusive('\n').enumerate() {
        let begins =
            line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '\''));
        if begins && at > start {
            chunks.push((start_line, &source[start..at]));
            (start, start_line) = (at, index + 1);
        }
        at += line.len();
    }
    if at > start {
        chunks.push((start_line, &source[start..at]));
    }
    chunks.retain(|(_, chunk)| !chunk.trim().is_empty());
    chunks
}

/// `key: some: text` and lists such as `- *.rs`: what was meant is plain.
fn as_plain_text(chunk: &str) -> Option<(&str, Value<'_>)> {
    let mut lines = chunk
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let (key, rest) = lines.next()?.split_once(':')?;
    let (key, rest) = (key.trim(), rest.trim());
    if key.is_empty() || key.contains(['{', '}', '[', ']']) {
        return None;
    }
    if !rest.is_empty() {
        let plain = lines.next().is_none() && !rest.starts_with(['|', '>', '&', '{', '"', '\'']);
        return plain.then(|| (key, unbracketed(rest)));
    }
    let items: Option<Vec<Value<'_>>> = lines
        .map(|line| {
            let item = line
                .trim()
                .strip_prefix("- ")?
                .trim()
                .trim_matches(['"', '\'']);
            (!item.is_empty()).then_some(Value::Text(Cow::Borrowed(item)))
        })
        .collect();
    items
        .filter(|items| !items.is_empty())
        .map(|items| (key, Value::List(items)))
}

/// An inline list that is no YAML (`[src/{a,b}/**, *.rs]`), cut at its outer commas.
fn unbracketed(text: &str) -> Value<'_> {
    let Some(inner) = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
    else {
        return Value::Text(Cow::Borrowed(text));
    };
    let items = crate::text::split_outside_braces(inner);
    Value::List(
        items
            .map(|item| Value::Text(Cow::Borrowed(item.trim_matches(['"', '\'']))))
            .collect(),
    )
}
