//! For a query that found nothing: the word of the log that is spelt most like one of its own.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use decision_core::{DecisionLog, Fnv};

use crate::query::Query;
use crate::scan::{fields_of, for_each_record};
use crate::spell::SHORTEST;
use crate::token::{Sink, scan, token_end};

/// A word of the log that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// The word of the query, as typed.
    pub word: String,
    /// The word of the log, in lower case and without accents.
    pub found: String,
    /// The first record that has it, an index into [`DecisionLog::records`].
    pub record: usize,
}

/// The word of the log that is nearest to a word of the query, by edits for its length; of equally
/// near ones the first of the alphabet. Nothing where half of the letters would differ.
pub(crate) fn nearest(query: &Query, log: &DecisionLog, excluded: &[bool]) -> Option<Spelling> {
    let words: Vec<(&str, Vec<char>)> = query
        .words
        .iter()
        .flat_map(|word| {
            word.parts
                .iter()
                .map(move |part| (word.text.as_str(), part))
        })
        .map(|(typed, part)| (typed, part.folded.chars().collect::<Vec<char>>()))
        .filter(|(_, letters)| letters.len() >= SHORTEST)
        .collect();
    if words.is_empty() {
        return None;
    }
    let best = for_each_record(log, excluded, Tokens::default, |tokens, index, record| {
        tokens.new.clear();
        for (_, text) in fields_of(record) {
            scan(text, 0, tokens);
        }
        let near = tokens.new.iter().filter_map(|token| near(&words, token));
        near.map(|near| (near, index))
            .reduce(|a, b| if b < a { b } else { a })
    });
    let ((_, found, word), record) = best
        .into_iter()
        .flatten()
        .reduce(|a, b| if b < a { b } else { a })?;
    Some(Spelling {
        word,
        found,
        record,
    })
}

/// How far a token is from the nearest of the words, in parts of a thousand, with both.
fn near(words: &[(&str, Vec<char>)], token: &str) -> Option<(usize, String, String)> {
    let letters: Vec<char> = token.chars().collect();
    let far = |word: &[char]| {
        let (short, long) = (word.len().min(letters.len()), word.len().max(letters.len()));
        (letters.len() >= SHORTEST && short * 2 >= long)
            .then(|| edits(word, &letters) * 1000 / long)
    };
    let (far, typed) = words
        .iter()
        .filter_map(|(typed, word)| Some((far(word)?, *typed)))
        .filter(|(far, _)| *far < 500)
        .min()?;
    Some((far, token.to_owned(), typed.to_owned()))
}

/// The Levenshtein distance, an exchange of neighbours counting as one edit.
fn edits(a: &[char], b: &[char]) -> usize {
    let (mut two_up, mut up) = (vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<usize>>());
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (up[j] + 1).min(row[j - 1] + 1).min(up[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(two_up[j - 2] + 1);
            }
        }
        two_up = std::mem::replace(&mut up, row);
    }
    up[b.len()]
}

/// Collects tokens that were not seen in an earlier record.
#[derive(Default)]
struct Tokens {
    seen: HashSet<String, BuildHasherDefault<Fnv>>,
    new: Vec<String>,
}

impl Tokens {
    fn take(&mut self, token: String) {
        if !self.seen.contains(&token) {
            self.new.push(token.clone());
            self.seen.insert(token);
        }
    }
}

impl Sink for Tokens {
    fn wants(&self, _: usize) -> bool {
        true
    }

    fn ascii(&mut self, text: &[u8], start: usize, _: u32) {
        let token = &text[start..token_end(text, start)];
        self.take(String::from_utf8_lossy(token).to_ascii_lowercase());
    }

    fn folded(&mut self, token: &str, _: Range<usize>, _: u32) {
        self.take(token.to_owned());
    }

    fn joined(&mut self, _: &str, _: Range<usize>, _: u32) {}
}

#[cfg(test)]
mod tests {
    use super::edits;

    #[test]
    fn edits_count_exchanges_once() {
        let edits = |a: &str, b: &str| {
            edits(
                &a.chars().collect::<Vec<_>>(),
                &b.chars().collect::<Vec<_>>(),
            )
        };
        for (a, b, count) in [
            ("cache", "cahce", 1),
            ("session", "sessionless", 4),
            ("", "ab", 2),
            ("größe", "große", 1),
        ] {
            assert_eq!(edits(a, b), count, "{a} {b}");
            assert_eq!(edits(b, a), count, "{b} {a}");
        }
    }
}
