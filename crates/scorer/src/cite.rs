//! Which records a record cites, and in which sentences.
//!
//! Links are read from the text here: inline links, reference links, and mentions by number
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
    record: usize,
    /// The span of the link's target, which is no prose.
    hidden: Range<usize>,
}

/// A sentence that cites more records than this is a list, and says little of each.
const MOST_TARGETS: usize = 3;
/// A block longer than this is no prose.
const LONGEST_BLOCK: usize = 4000;
/// How much of a sentence is kept.
const LONGEST_SENTENCE: usize = 400;

/// The sentences of a record that cite others; `numbers` are the offsets of tokens that begin with a
/// digit.
pub(crate) fn sentences(text: &str, own: usize, names: &Names, numbers: &[usize]) -> Vec<Sentence> {
    let mut mentions = Vec::new();
    inline_links(text, names, &mut mentions);
    reference_links(text, names, &mut mentions);
    numbered_mentions(text, names, numbers, &mut mentions);
    mentions.retain(|mention| mention.record != own);
    mentions.sort_by_key(|mention| mention.at);
    let mut found: Vec<Sentence> = Vec::new();
    let mut open: Option<Range<usize>> = None;
    for mention in &mentions {
        match (&open, found.last_mut()) {
            (Some(span), Some(last)) if span.contains(&mention.at) => {
                let record = mention.record as u32;
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
                    targets: vec![mention.record as u32],
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
    for at in memmem::find_iter(text.as_bytes(), "](") {
        let rest = &text[at + 2..];
        let Some(length) = rest.find([')', '\n']) else {
            continue;
        };
        let target = rest[..length].trim().trim_matches(['<', '>']);
        if let Some(record) = names.by_target(target) {
            mentions.push(Mention {
                at,
                record,
                hidden: at + 1..at + 2 + length,
            });
        }
    }
}

/// `[text]` or `[text][name]` with `[name]: target` further down.
fn reference_links(text: &str, names: &Names, mentions: &mut Vec<Mention>) {
    for at in memmem::find_iter(text.as_bytes(), "]:") {
        let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let Some(name) = text[line..at].trim_start().strip_prefix('[') else {
            continue;
        };
        let rest = text[at + 2..].trim_start_matches(' ');
        let target = rest.split(['\n', ' ']).next().unwrap_or_default();
        let Some(record) = names.by_target(target.trim_matches(['<', '>'])) else {
            continue;
        };
        let needle = format!("[{name}]");
        for found in memmem::find_iter(text.as_bytes(), needle.as_bytes()) {
            let end = found + needle.len();
            if !text[end..].starts_with([':', '(']) {
                mentions.push(Mention {
                    at: found,
                    record,
                    hidden: end..end,
                });
            }
        }
    }
}

/// `ADR-12`, `RFC 0003`, `EIP712`.
fn numbered_mentions(text: &str, names: &Names, numbers: &[usize], mentions: &mut Vec<Mention>) {
    for &at in numbers {
        let before = text[..at].trim_end_matches(['-', '_', ' ', '#']);
        if at - before.len() > 2 {
            continue;
        }
        let letters = before
            .bytes()
            .rev()
            .take(9)
            .take_while(u8::is_ascii_alphabetic)
            .count();
        if letters == 0 || letters > 8 {
            continue;
        }
        let series = before[before.len() - letters..].to_ascii_lowercase();
        if !SERIES.contains(&series.as_str()) {
            continue;
        }
        let length = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = text[at..at + length].parse() else {
            continue;
        };
        if let Some(record) = names.by_number(&series, number) {
            mentions.push(Mention {
                at,
                record,
                hidden: at..at,
            });
        }
    }
}

/// The sentence around an offset: within its block (between blank lines, headings apart), from one
/// full stop to the next.
fn sentence_around(text: &str, at: usize) -> Option<Range<usize>> {
    let mut start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    if is_definition(line) {
        return None;
    }
    let mut end = text[at..]
        .find('\n')
        .map_or(text.len(), |newline| at + newline);
    if !line.starts_with('#') {
        while start > 0 {
            let previous = text[..start - 1]
                .rfind('\n')
                .map_or(0, |newline| newline + 1);
            let line = text[previous..start - 1].trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with("```") {
                break;
            }
            start = previous;
            if at - start > LONGEST_BLOCK {
                return None;
            }
        }
        while end < text.len() {
            let next = text[end + 1..]
                .find('\n')
                .map_or(text.len(), |newline| end + 1 + newline);
            let line = text[end + 1..next].trim();
            if line.is_empty() || line.starts_with('#') || line.starts_with("```") {
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
