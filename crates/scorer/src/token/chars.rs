//! The slow way through a text: any script, one character at a time.

use std::ops::Range;

use super::{Sink, is_joiner};
use crate::fold::{fold_into, is_unspaced, is_word_char};

/// What a character is to the borders of parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Upper,
    /// Lower case, digits and letters without case.
    Other,
    Unspaced,
}

fn shape(c: char) -> Shape {
    if c.is_uppercase() {
        Shape::Upper
    } else if is_unspaced(c) {
        Shape::Unspaced
    } else {
        Shape::Other
    }
}

/// [`scan`] for any text, one character at a time; `range` lies on character borders and no word
/// crosses it.
pub(crate) fn scan_chars(text: &str, range: Range<usize>, from: u32, sink: &mut impl Sink) -> u32 {
    let mut position = from;
    let mut at = range.start;
    let text = &text[..range.end];
    while let Some(c) = text[at..].chars().next() {
        if !is_word_char(c) {
            at += c.len_utf8();
            continue;
        }
        let end = word_end(text, at);
        position = parts_of(text, at..end, position, sink);
        at = end;
    }
    position
}

/// Where the word that begins at `start` ends, its joiners included.
fn word_end(text: &str, start: usize) -> usize {
    let mut chars = text[start..].char_indices().peekable();
    let mut end = start;
    while let Some((i, c)) = chars.next() {
        if is_word_char(c) {
            end = start + i + c.len_utf8();
            continue;
        }
        let joins = c == '’' || (c.is_ascii() && is_joiner(c as u8));
        if !(joins && chars.peek().is_some_and(|(_, next)| is_word_char(*next))) {
            break;
        }
    }
    end
}

/// Reports the parts of one word.
fn parts_of(text: &str, word: Range<usize>, from: u32, sink: &mut impl Sink) -> u32 {
    let mut position = from;
    let mut whole = String::new();
    let mut part = String::new();
    let mut parts = 0;
    let mut at = word.start;
    while at < word.end {
        let end = part_end(&text[..word.end], at);
        if end == at {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        parts += 1;
        part.clear();
        fold_into(&text[at..end], &mut part);
        whole.push_str(&part);
        if part.is_empty() {
            // Nothing but marks.
        } else if text[at..].chars().next().is_some_and(is_unspaced) {
            position = bigrams_of(text, at..end, position, sink);
        } else {
            sink.folded(&part, at..end, position);
            position += 1;
        }
        at = end;
    }
    if parts > 1 {
        sink.joined(&whole, word, from);
    }
    position
}

/// Where the part of a word that begins at `start` ends; `start` itself at a joiner.
fn part_end(text: &str, start: usize) -> usize {
    let mut chars = text[start..].char_indices().peekable();
    let mut before: Option<Shape> = None;
    while let Some((i, c)) = chars.next() {
        if !is_word_char(c) {
            return start + i;
        }
        let now = if is_combining(c) {
            before.unwrap_or(Shape::Other)
        } else {
            shape(c)
        };
        let next = chars.peek().map(|(_, next)| *next);
        let splits = match (before, now) {
            (None, _) => false,
            (Some(Shape::Upper), Shape::Upper) => {
                let rest = &text[start + i + c.len_utf8()..];
                let plural =
                    next == Some('s') && !rest[1..].chars().next().is_some_and(is_word_char);
                !is_combining(c) && next.is_some_and(char::is_lowercase) && !plural
            }
            (Some(Shape::Other), Shape::Upper) => true,
            (Some(was), now) => (was == Shape::Unspaced) != (now == Shape::Unspaced),
        };
        if splits {
            return start + i;
        }
        before = Some(now);
    }
    text.len()
}

fn is_combining(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Reports a run of a script without spaces as overlapping pairs of characters.
fn bigrams_of(text: &str, run: Range<usize>, from: u32, sink: &mut impl Sink) -> u32 {
    let mut position = from;
    let mut folded = String::new();
    let starts: Vec<usize> = text[run.clone()]
        .char_indices()
        .filter(|(_, c)| !is_combining(*c))
        .map(|(i, _)| run.start + i)
        .collect();
    let last = starts.len().saturating_sub(1).max(1);
    for (i, start) in starts.iter().take(last).enumerate() {
        let end = starts.get(i + 2).copied().unwrap_or(run.end);
        folded.clear();
        fold_into(&text[*start..end], &mut folded);
        sink.folded(&folded, *start..end, position);
        position += 1;
    }
    position
}
