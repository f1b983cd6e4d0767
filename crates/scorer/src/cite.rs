//! Which records a record cites, and in which sentences.
//!
//! Links are read from the text here: inline links, reference links, wiki links, and mentions by number
//! (`ADR-12`, `RFC 0003`).

use std::ops::Range;

use decision_core::Names;
use memchr::memmem;

/// Words before a number that make it the name of a record.
const SERIES: &[&str] = &[
    "adr", "rfc", "erc", "eip", "se", "kep", "pep", "oep", "otep", "mep", "madr", "dr", "decision",
    "proposal", "record", "mip", "bip", "cip",
];

/// A sentence that cites one to three records.
#[derive(Debug)]
pub(crate) struct Sentence {
    /// The cited records, sorted.
    pub(crate) targets: Vec<u32>,
    /// The spans of its words, targets of links left out.
    pub(crate) pieces: Vec<Range<usize>>,
}

/// A link or a mention.
struct Mention {
    at: usize,
    /// None of a link that leads elsewhere.
    record: Option<usize>,
    /// The span of the link's target, which is no prose.
    hidden: Range<usize>,
}

/// A sentence that cites more records than this is a list, and says little of each.
const MOST_TARGETS: usize = 3;
/// A block longer than this is no prose.
const LONGEST_BLOCK: usize = 4000;
/// How much of a sentence is kept.
const LONGEST_SENTENCE: usize = 400;

/// A link's target and the name of a reference are no longer than this, in bytes.
const LONGEST_TARGET: usize = 1024;
const LONGEST_NAME: usize = 256;
/// Nobody reads a record with more links; a text of nothing else must not cost more than another.
const MOST_MENTIONS: usize = 1024;
const MOST_REFERENCES: usize = 64;

/// The sentences of a record that cite others; `numbers` are the offsets of tokens that begin with a
/// digit.
pub(crate) fn sentences(text: &str, own: usize, names: &Names, numbers: &[usize]) -> Vec<Sentence> {
    let mut mentions = Vec::new();
    inline_links(text, names, &mut mentions);
    wiki_links(text, names, &mut mentions);
    reference_links(text, names, &mut mentions);
    numbered_mentions(text, names, numbers, &mut mentions);
    mentions.sort_by_key(|mention| mention.at);
    mentions.truncate(4 * MOST_MENTIONS);
    let mut found: Vec<Sentence> = Vec::new();
    let mut open: Option<Range<usize>> = None;
    for mention in &mentions {
        let Some(record) = mention.record.filter(|record| *record != own) else {
            continue;
        };
        match (&open, found.last_mut()) {
            (Some(span), Some(last)) if span.contains(&mention.at) => {
                let record = record as u32;
                if !last.targets.contains(&record) {
                    last.targets.push(record);
                }
            }
            _ => {
                let Some(span) = sentence_around(text, mention.at) else {
                    continue;
                };
                let pieces = pieces(text, &span, &mentions);
                found.push(Sentence {
                    targets: vec![record as u32],
                    pieces,
                });
                open = Some(span);
            }
        }
    }
    found.retain_mut(|sentence| {
        sentence.targets.sort_unstable();
        sentence.targets.len() <= MOST_TARGETS
    });
    found
}

/// `[text](target)`.
fn inline_links(text: &str, names: &Names, mentions: &mut Vec<Mention>) {
    for at in memmem::find_iter(text.as_bytes(), "](").take(MOST_MENTIONS) {
        let rest = &text[at + 2..];
        let near = &rest.as_bytes()[..rest.len().min(LONGEST_TARGET)];
        let Some(length) = memchr::memchr2(b')', b'\n', near) else {
            continue;
        };
        let target = rest[..length].trim().trim_matches(['<', '>']);
        mentions.push(Mention {
            at,
            record: names.by_target(target),
            hidden: at + 1..at + 2 + length,
        });
    }
}

/// `[[name]]` and `[[name|text]]`.
fn wiki_links(text: &str, names: &Names, mentions: &mut Vec<Mention>) {
    for at in memmem::find_iter(text.as_bytes(), "[[").take(MOST_MENTIONS) {
        let rest = &text.as_bytes()[at + 2..];
        let near = &rest[..rest.len().min(LONGEST_NAME)];
        let Some(length) = memmem::find(near, b"]]") else {
            continue;
        };
        let inside = &text[at + 2..at + 2 + length];
        let (name, shown) = inside.split_once('|').unwrap_or((inside, ""));
        if let Some(record) = names.by_words(name) {
            // A name is no prose; the text behind the bar is.
            let hidden = at..at + 2 + length - shown.len();
            mentions.push(Mention {
                at,
                record: Some(record),
                hidden,
            });
        }
    }
}

/// `[text]` or `[text][name]` with `[name]: target` further down.
fn reference_links(text: &str, names: &Names, mentions: &mut Vec<Mention>) {
    let definitions = memmem::find_iter(text.as_bytes(), "]:");
    let definitions = definitions.filter_map(|at| Some((at, line_start(text, at, LONGEST_NAME)?)));
    for (at, line) in definitions.take(MOST_REFERENCES) {
        let Some(name) = text[line..at].trim_start().strip_prefix('[') else {
            continue;
        };
        let rest = text[at + 2..].trim_start_matches(' ');
        let near = &rest.as_bytes()[..rest.len().min(LONGEST_TARGET)];
        let Some(length) =
            memchr::memchr2(b'\n', b' ', near).or((near.len() == rest.len()).then_some(rest.len()))
        else {
            continue;
        };
        let target = &rest[..length];
        let Some(record) = names.by_target(target.trim_matches(['<', '>'])) else {
            continue;
        };
        let needle = format!("[{name}]");
        for found in memmem::find_iter(text.as_bytes(), needle.as_bytes()).take(MOST_MENTIONS) {
            let end = found + needle.len();
            if !text[end..].starts_with([':', '(']) {
                mentions.push(Mention {
                    at: found,
                    record: Some(record),
                    hidden: end..end,
                });
            }
        }
    }
}

/// `ADR-12`, `RFC 0003`, `EIP712`.
fn numbered_mentions(text: &str, names: &Names, numbers: &[usize], mentions: &mut Vec<Mention>) {
    let bytes = text.as_bytes();
    for &at in numbers {
        let mut end = at;
        while end > 0 && matches!(bytes[end - 1], b'-' | b'_' | b' ' | b'#') {
            end -= 1;
        }
        let begin = bytes[..end]
            .iter()
            .rposition(|byte| !byte.is_ascii_alphabetic());
        let word = &text[begin.map_or(0, |before| before + 1)..end];
        let Some(series) = SERIES
            .iter()
            .find(|series| series.eq_ignore_ascii_case(word))
        else {
            continue;
        };
        if at - end > 2 {
            continue;
        }
        let length = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = text[at..at + length].parse() else {
            continue;
        };
        if let Some(record) = names.by_number(series, number) {
            mentions.push(Mention {
                at,
                record: Some(record),
                hidden: at..at,
            });
        }
    }
}

/// The sentence around an offset: within its block (between blank lines; headings, list items and
/// rows of tables apart), from one full stop to the next.
fn sentence_around(text: &str, at: usize) -> Option<Range<usize>> {
    let mut start = line_start(text, at, LONGEST_BLOCK)?;
    let mut end = line_end(text, at, LONGEST_BLOCK)?;
    let line = &text[start..end];
    if is_definition(line) {
        return None;
    }
    if !line.starts_with('#') {
        while start > 0 {
            let previous = line_start(text, start - 1, LONGEST_BLOCK)?;
            let line = text[previous..start - 1].trim();
            if is_item(&text[start..]) {
                break;
            }
            if line.is_empty() || line.starts_with('#') || line.starts_with("```") {
                break;
            }
            start = previous;
            if at - start > LONGEST_BLOCK {
                return None;
            }
        }
        while end < text.len() {
            let next = line_end(text, end + 1, LONGEST_BLOCK)?;
            let line = text[end + 1..next].trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with("```") || is_item(line)
            {
                break;
            }
            end = next;
            if end - at > LONGEST_BLOCK {
                return None;
            }
        }
    }
    let bytes = text.as_bytes();
    let stops = |i: usize| {
        matches!(bytes[i], b'.' | b'!' | b'?')
            && matches!(bytes.get(i + 1), Some(b' ' | b'\n'))
            && bytes
                .get(i + 2)
                .is_some_and(|next| next.is_ascii_uppercase() || b"[(*`\n ".contains(next))
    };
    let begin = (start..at)
        .rev()
        .find(|i| stops(*i))
        .map_or(start, |i| i + 1);
    let end = (at..end).find(|i| stops(*i)).map_or(end, |i| i + 1);
    Some(begin..end)
}

/// Where the line around an offset begins; `None` where that is further away than `most` bytes.
fn line_start(text: &str, at: usize, most: usize) -> Option<usize> {
    let low = at.saturating_sub(most);
    match memchr::memrchr(b'\n', &text.as_bytes()[low..at]) {
        Some(newline) => Some(low + newline + 1),
        None => (low == 0).then_some(0),
    }
}

/// Where the line around an offset ends; `None` where that is further away than `most` bytes.
fn line_end(text: &str, at: usize, most: usize) -> Option<usize> {
    let high = (at + most).min(text.len());
    match memchr::memchr(b'\n', &text.as_bytes()[at..high]) {
        Some(newline) => Some(at + newline),
        None => (high == text.len()).then_some(high),
    }
}

/// `[name]: target`.
fn is_definition(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('[')
        && line
            .find("]:")
            .is_some_and(|end| !line[..end].contains("]("))
}

/// The sentence without the targets of its links, and not more than is kept.
fn pieces(text: &str, span: &Range<usize>, mentions: &[Mention]) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut at = span.start;
    let mut left = LONGEST_SENTENCE;
    for mention in mentions {
        if mention.hidden.is_empty() || mention.hidden.end <= at || mention.hidden.start >= span.end
        {
            continue;
        }
        push_piece(
            text,
            at..mention.hidden.start.max(at),
            &mut left,
            &mut pieces,
        );
        at = mention.hidden.end.min(span.end);
    }
    push_piece(text, at..span.end, &mut left, &mut pieces);
    pieces
}

fn push_piece(text: &str, piece: Range<usize>, left: &mut usize, pieces: &mut Vec<Range<usize>>) {
    let mut end = piece.end.min(piece.start + *left);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    *left -= end - piece.start;
    if piece.start < end {
        pieces.push(piece.start..end);
    }
}

/// Whether a line begins a list item or a row of a table: a block of its own.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line.starts_with('|')
        || ["- ", "* ", "+ "]
            .iter()
            .any(|bullet| line.starts_with(bullet))
        || (digits > 0 && line[digits..].starts_with(". "))
}
