//! Adding to the list of an `Applies To` section.

use std::ops::Range;

use super::head::eol_of;
use super::{Edit, EditError};

/// Adds items behind the last one, as it is written.
pub(super) fn add(text: &str, body: Range<usize>, added: &[String]) -> Result<Edit, EditError> {
    let mut at = body.start;
    let mut last = None;
    for line in text[body.clone()].split_inclusive('\n') {
        at += line.len();
        let inner = line.trim_start();
        let is_item = inner
            .strip_prefix(['-', '*', '+'])
            .is_some_and(|rest| rest.starts_with(' '));
        if is_item {
            last = Some((line, at));
        }
    }
    let line_number = text[..body.start].matches('\n').count() + 1;
    let (line, end) = last.ok_or(EditError::Shape {
        line: line_number,
        what: "an `Applies To` section without a list",
    })?;
    let content = line
        .trim_start()
        .trim_start_matches(['-', '*', '+'])
        .trim_start();
    let lead = &line[..line.len() - content.len()];
    let in_code = content.contains('`');
    let closed = line.ends_with('\n');
    let eol = if closed {
        eol_of(line)
    } else {
        eol_of(text.split_inclusive('\n').next().unwrap_or_default())
    };
    let items: Vec<String> = added
        .iter()
        .map(|entry| {
            // Outside of code `*` and `_` are marks of Markdown.
            let mark = if in_code || entry.contains(['*', '_', '[', '\\']) {
                "`"
            } else {
                ""
            };
            format!("{lead}{mark}{entry}{mark}")
        })
        .collect();
    // A text without a final line end stays without one.
    let with = if closed {
        items.iter().map(|item| format!("{item}{eol}")).collect()
    } else {
        items.iter().map(|item| format!("{eol}{item}")).collect()
    };
    Ok(Edit::insert(end, with))
}
