//! Which records a record cites, and in which sentences.
//!
//! Links are read from the text here: inline links, reference links, and mentions by number
//! (`ADR-12`, `RFC 0003`).

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use decision_core::{DecisionLog, LinkKind};
use memchr::memmem;

use crate::lexicon::Fnv;

/// The names by which the records of a log can be meant.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// By the file's stem in lower case.
    stems: Map<String, Option<u32>>,
    /// By the number, with the letters before it.
    numbers: Map<u64, Vec<(String, u32)>>,
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Fnv>>;

/// Words before a number that make it the name of a record.
const SERIES: &[&str] = &[
    "adr", "rfc", "erc", "eip", "se", "kep", "pep", "oep", "otep", "mep", "madr", "dr", "decision",
    "proposal", "record", "mip", "bip", "cip",
];

/// Words in a web address that make the number in it the name of a record.
const FOLDERS: &[&str] = &[
    "decision",
    "rfc",
    "adr",
    "proposal",
    "eip",
    "erc",
    "kep",
    "evolution",
    "text",
];

impl Names {
    /// The names of all the records that are not excluded.
    pub(crate) fn of(log: &DecisionLog, excluded: &[bool]) -> Names {
        let mut names = Names::default();
        for (index, record) in (0u32..).zip(&log.records) {
            if excluded[index as usize] {
                continue;
            }
            let stem = last_segment(&record.slug).to_ascii_lowercase();
            let id = record
                .id
                .as_deref()
                .unwrap_or_default()
                .to_ascii_lowercase();
            let number = series_and_number(&stem).or_else(|| series_and_number(&id));
            if let Some((series, number)) = number {
                let series = series.to_owned();
                names
                    .numbers
                    .entry(number)
                    .or_default()
                    .push((series, index));
            }
            names
                .stems
                .entry(stem)
                .and_modify(|found| *found = None)
                .or_insert(Some(index));
        }
        names
    }

    /// The record that a link's target means.
    fn of_target(&self, target: &str) -> Option<u32> {
        let target = target.split(['#', '?', ' ']).next()?.trim_end_matches('/');
        let mut stem = last_segment(target);
        if let Some((rest, _)) = stem.rsplit_once('.') {
            stem = rest;
        }
        if matches!(stem, "README" | "readme" | "index") {
            stem = target.rsplit('/').nth(1)?;
        }
        let stem = stem.to_ascii_lowercase();
        if let Some(found) = self.stems.get(&stem) {
            return *found;
        }
        if target.contains("://") {
            let lower = target.to_ascii_lowercase();
            if !FOLDERS.iter().any(|folder| lower.contains(folder)) {
                return None;
            }
        }
        let (series, number) = series_and_number(&stem)?;
        self.of_number(series, number)
    }

    /// For each record that is not in force, the record in force that took its place.
    pub(crate) fn successors(&self, log: &DecisionLog, excluded: &[bool]) -> Vec<Option<usize>> {
        let mut next: Vec<Option<usize>> = vec![None; log.records.len()];
        for (index, record) in log.records.iter().enumerate() {
            for link in &record.links {
                let Some(target) = self.of_target(&link.target).map(|target| target as usize)
                else {
                    continue;
                };
                let (old, new) = match link.kind {
                    LinkKind::Supersedes => (target, index),
                    LinkKind::SupersededBy => (index, target),
                    _ => continue,
                };
                if old != new && !excluded[old] && !excluded[new] {
                    next[old].get_or_insert(new);
                }
            }
        }
        let last = |start: usize| {
            let mut at = next[start]?;
            // As many steps as there are records: a circle ends too.
            for _ in 0..next.len() {
                if log.records[at].is_live() {
                    return Some(at);
                }
                at = next[at]?;
            }
            None
        };
        (0..next.len())
            .map(|i| {
                if log.records[i].is_live() {
                    None
                } else {
                    last(i)
                }
            })
            .collect()
    }

    /// The record of a number: the only one of that series, else the only one of any.
    fn of_number(&self, series: &str, number: u64) -> Option<u32> {
        let records = self.numbers.get(&number)?;
        let mut same = records.iter().filter(|(of, _)| of == series);
        match (same.next(), same.next(), records.as_slice()) {
            (Some((_, record)), None, _) | (None, None, [(_, record)]) => Some(*record),
            _ => None,
        }
    }
}

fn last_segment(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// `adr-055-name` → `("adr", 55)`, `001-name` → `("", 1)`; a date is no number.
fn series_and_number(stem: &str) -> Option<(&str, u64)> {
    let digits = stem.find(|c: char| c.is_ascii_digit())?;
    let series = stem[..digits].trim_end_matches(['-', '_', ' ', '#']);
    if !series.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let rest = &stem[digits..];
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let is_date = end == 4
        && rest[4..].starts_with('-')
        && rest
            .as_bytes()
            .get(5..7)
            .is_some_and(|month| month.iter().all(u8::is_ascii_digit))
        && rest.as_bytes().get(7).is_none_or(|byte| *byte == b'-');
    if end > 9 || is_date {
        return None;
    }
    Some((series, rest[..end].parse().ok()?))
}

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
    record: Option<u32>,
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
    mentions.sort_by_key(|mention| mention.at);
    let mut found: Vec<Sentence> = Vec::new();
    let mut open: Option<Range<usize>> = None;
    for mention in &mentions {
        let Some(record) = mention.record.filter(|record| *record as usize != own) else {
            continue;
        };
        match (&open, found.last_mut()) {
            (Some(span), Some(last)) if span.contains(&mention.at) => {
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
                    targets: vec![record],
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
        mentions.push(Mention {
            at,
            record: names.of_target(target),
            hidden: at + 1..at + 2 + length,
        });
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
        let Some(record) = names.of_target(target.trim_matches(['<', '>'])) else {
            continue;
        };
        let needle = format!("[{name}]");
        for found in memmem::find_iter(text.as_bytes(), needle.as_bytes()) {
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
        if let Some(record) = names.of_number(series, number) {
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
            let next = text[end + 1..]
                .find('\n')
                .map_or(text.len(), |newline| end + 1 + newline);
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
