//! The first sentence of a paragraph and the first statement of a section.

use std::ops::Range;

use super::inline::{MAX_BYTES, plain};
use super::lines::{Kind, Lines, State};
use crate::text::{cut, trim_end};

/// A list that is named in its first items is named well enough.
const ITEMS: usize = 3;

/// A statement is looked for among this many blocks.
const BLOCKS: usize = 12;

/// What stands in a section, in its order.
enum Block {
    Paragraph(Range<usize>),
    Item(Range<usize>),
    /// The only line of a piece of code.
    CodeLine(Range<usize>),
    /// More code, a table, a quote, a heading.
    Other,
}

/// The first statement of a section, as plain words: the first sentence of its first paragraph, or its
/// first list item. A sentence that only opens what follows (`We will:`) takes in the list's first items,
/// the line of code or the sentence below it. Paragraphs for which `is_nothing` holds (`TBD`) are passed
/// over.
pub(crate) fn first_statement(section: &str, is_nothing: impl Fn(&str) -> bool) -> Option<String> {
    let blocks = blocks(section);
    let sentence =
        |span: &Range<usize>| plain(first_sentence(section[span.clone()].trim())).into_owned();
    let items = |blocks: &[Block]| {
        let items = blocks.iter().map_while(|block| match block {
            Block::Item(span) => {
                Some(plain(first_sentence(item_words(&section[span.clone()]))).into_owned())
            }
            _ => None,
        });
        items
            .filter(|item| !item.is_empty())
            .take(ITEMS)
            .collect::<Vec<_>>()
    };
    for (at, block) in blocks.iter().enumerate() {
        let below = &blocks[at + 1..];
        match block {
            Block::Paragraph(span) => {
                let words = sentence(span);
                if words.is_empty() || is_nothing(&words) || is_connective(&words) {
                    continue;
                }
                if !opens_list(&words) {
                    return Some(words);
                }
                let more = match below.first() {
                    Some(Block::Item(_)) => items(below).join("; "),
                    Some(Block::CodeLine(span)) => section[span.clone()].trim().to_owned(),
                    Some(Block::Paragraph(span)) if words.ends_with(':') => sentence(span),
                    _ => String::new(),
                };
                return Some(if more.is_empty() {
                    words
                } else {
                    format!("{words} {more}")
                });
            }
            Block::Item(_) => {
                let first = items(&blocks[at..]).into_iter().next();
                if let Some(first) = first.filter(|first| !is_nothing(first)) {
                    return Some(first);
                }
            }
            Block::CodeLine(_) | Block::Other => {}
        }
    }
    None
}

/// The blocks of a section, up to the first heading below one that says something.
fn blocks(section: &str) -> Vec<Block> {
    let mut state = State::default();
    let mut blocks: Vec<Block> = Vec::new();
    let mut code: Option<(Range<usize>, usize)> = None;
    let mut says = false;
    for line in Lines::new(section, 0) {
        if blocks.len() == BLOCKS {
            break;
        }
        let words = trim_end(&section[line.clone()]);
        let kind = state.classify(words);
        if kind == Kind::Hidden {
            let is_fence = ["```", "~~~", "<!--", "-->"]
                .iter()
                .any(|mark| words.trim_start().starts_with(mark));
            let lines = usize::from(!is_fence && !words.is_empty());
            code = match code {
                Some((span, count)) if count > 0 => Some((span, count + lines)),
                _ => Some((line, lines)),
            };
            continue;
        }
        match code.take() {
            Some((span, 1)) => blocks.push(Block::CodeLine(span)),
            Some((_, 2..)) => blocks.push(Block::Other),
            _ => {}
        }
        match kind {
            Kind::Prose => match blocks.last_mut() {
                Some(Block::Paragraph(span) | Block::Item(span)) if span.end == line.start => {
                    span.end = line.end;
                }
                _ => blocks.push(Block::Paragraph(line)),
            },
            Kind::Other if list_item(words).is_some() => blocks.push(Block::Item(line)),
            Kind::Other => match blocks.last_mut() {
                // The lines of an item that is wrapped.
                Some(Block::Item(span)) if span.end == line.start => span.end = line.end,
                _ => blocks.push(Block::Other),
            },
            // The paragraph above it was a heading.
            Kind::Underline(_) if matches!(blocks.last(), Some(Block::Paragraph(span)) if span.end == line.start) =>
            {
                blocks.pop();
                says = blocks
                    .iter()
                    .any(|block| matches!(block, Block::Paragraph(_) | Block::Item(_)));
                if says {
                    break;
                }
                blocks.push(Block::Other);
            }
            Kind::Heading(_) | Kind::Underline(_) if says => break,
            Kind::Heading(_) | Kind::Underline(_) => blocks.push(Block::Other),
            Kind::Blank | Kind::Hidden => {}
        }
        says |= matches!(blocks.last(), Some(Block::Paragraph(_) | Block::Item(_)));
    }
    blocks
}

/// The words of an item without its mark and the box of a task.
fn item_words(item: &str) -> &str {
    let words = list_item(item).unwrap_or(item).trim();
    ["[ ] ", "[x] ", "[X] "]
        .iter()
        .find_map(|mark| words.strip_prefix(mark))
        .unwrap_or(words)
}

/// `Therefore`, alone in its paragraph.
fn is_connective(words: &str) -> bool {
    !words.contains(' ')
        && !words.ends_with(['.', '!', ':'])
        && words
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b',')
        && ["therefore", "thus", "hence", "so", "consequently"]
            .iter()
            .any(|known| words.trim_end_matches(',').eq_ignore_ascii_case(known))
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

/// Whether a sentence says nothing without what stands below it.
fn opens_list(sentence: &str) -> bool {
    sentence.ends_with([':', ','])
        || sentence.ends_with("because")
        || !sentence.ends_with(['.', '!', '?', ')', '"', '`', '。'])
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
