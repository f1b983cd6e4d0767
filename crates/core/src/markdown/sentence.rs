//! The first sentence of a paragraph and the first statement of a section.

use std::ops::Range;

use super::inline::{MAX_BYTES, plain};
use super::lines::{Kind, Lines, State};
use crate::text::cut;

/// The first statement of a section, as plain words: the first sentence of its first paragraph, or its
/// first list item. A sentence that only opens a list (`We will:`) takes in the list's first items.
pub(crate) fn first_statement(section: &str) -> Option<String> {
    const ITEMS: usize = 3;
    let mut state = State::default();
    let mut paragraph: Option<Range<usize>> = None;
    let mut items: Vec<Range<usize>> = Vec::new();
    for line in Lines::new(section, 0) {
        let words = section[line.clone()].trim_end();
        let item = list_item(words);
        match state.classify(words) {
            Kind::Prose if items.is_empty() => match &mut paragraph {
                Some(span) if span.end == line.start => span.end = line.end,
                Some(_) => break,
                None => paragraph = Some(line),
            },
            Kind::Other if item.is_some() && items.len() < ITEMS => {
                if paragraph
                    .as_ref()
                    .is_some_and(|span| !opens_list(&section[span.clone()]))
                {
                    break;
                }
                items.push(line);
            }
            // The lines of an item that is wrapped.
            Kind::Prose | Kind::Other if item.is_none() => match items.last_mut() {
                Some(last) if last.end == line.start => last.end = line.end,
                _ => {}
            },
            Kind::Blank | Kind::Hidden => {}
            _ if paragraph.is_some() || !items.is_empty() => break,
            _ => {}
        }
    }
    let items: Vec<String> = items
        .iter()
        .map(|span| {
            plain(first_sentence(
                list_item(&section[span.clone()])
                    .unwrap_or(&section[span.clone()])
                    .trim(),
            ))
        })
        .filter(|item| !item.is_empty())
        .collect();
    let statement = match paragraph {
        Some(span) if !items.is_empty() => {
            format!("{} {}", plain(section[span].trim()), items.join("; "))
        }
        Some(span) => plain(first_sentence(section[span].trim())),
        None => items.into_iter().next()?,
    };
    (!statement.is_empty()).then_some(statement)
}

/// The words of a list item, without its mark.
fn list_item(line: &str) -> Option<&str> {
    let text = line.trim_start();
    if let Some(rest) = text.strip_prefix(['-', '*', '+']) {
        return rest.strip_prefix(' ');
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0)
        .then(|| text[digits..].strip_prefix(['.', ')'])?.strip_prefix(' '))
        .flatten()
}

/// Whether a paragraph says nothing without the list below it.
fn opens_list(paragraph: &str) -> bool {
    let text = paragraph.trim_end();
    text.ends_with([':', ','])
        || text.ends_with("because")
        || !text.ends_with(['.', '!', '?', ')', '"', '`', '*', '。'])
            && first_sentence(text) == text
}

/// The first sentence of a paragraph: up to `.`, `!` or `?` before white space and a capital, a digit or
/// the end. Abbreviations such as `e.g.` do not end it.
pub(crate) fn first_sentence(text: &str) -> &str {
    let text = cut(text, MAX_BYTES);
    for (at, mark) in text.match_indices(['.', '!', '?', '。']) {
        let end = at + mark.len();
        let rest = &text[end..];
        if mark == "。" {
            return &text[..end];
        }
        let closing = rest.len()
            - rest
                .trim_start_matches(['"', '\'', ')', '*', '`', '_'])
                .len();
        let behind = &rest[closing..];
        if behind.trim().is_empty() {
            return text[..end + closing].trim_end();
        }
        let next = behind.trim_start();
        let new_sentence = behind.starts_with(char::is_whitespace)
            && next.starts_with(|c: char| {
                c.is_uppercase() || c.is_numeric() || matches!(c, '`' | '[' | '"' | '(' | '*')
            });
        if new_sentence && !is_abbreviation(&text[..at]) {
            return &text[..end + closing];
        }
    }
    text.trim_end()
}

/// Whether a text ends in a word that is written with a stop.
fn is_abbreviation(text: &str) -> bool {
    let word = text
        .rsplit(|c: char| c.is_whitespace() || c == '(')
        .next()
        .unwrap_or("");
    matches!(
        word,
        "e.g" | "i.e" | "etc" | "vs" | "cf" | "no" | "No" | "Dr" | "Mr" | "Ms" | "St"
    )
}
