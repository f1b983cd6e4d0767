//! Words that no record has: which words of the records may be meant.

use std::collections::{BTreeSet, HashSet};
use std::hash::BuildHasherDefault;
use std::ops::Range;

use decision_core::{DecisionLog, Fnv};

use crate::fold::{is_unspaced, stem};
use crate::plan::{Plan, RowKind};
use crate::scan::{fields_of, for_each_record};
use crate::token::{PairSet, Sink, scan, token_end};

/// The most terms that an unknown word stands for.
const MOST_TERMS: usize = 30;
/// A shorter word is not guessed at.
pub(crate) const SHORTEST: usize = 4;
/// A shorter word keeps its first letter.
const SHORTEST_FREE: usize = 5;

/// Gives the rows of `plan` that no record has the terms that may be meant: those that begin so,
/// else those one edit away. Whether there are any.
pub(crate) fn recover(
    plan: &mut Plan,
    frequency: &[u32],
    log: &DecisionLog,
    excluded: &[bool],
) -> bool {
    let unknown: Vec<usize> = (0..plan.rows.len())
        .filter(|row| frequency[*row] == 0 && plan.rows[*row].kind == RowKind::Stem)
        .filter(|row| is_guessable(&plan.rows[*row].terms[0]))
        .collect();
    if unknown.is_empty() {
        return false;
    }
    let wanted = Wanted::new(
        unknown
            .iter()
            .map(|row| plan.rows[*row].terms[0].clone())
            .collect(),
    );
    let found = for_each_record(log, excluded, Seen::default, |seen, _, record| {
        let mut candidates = Candidates {
            wanted: &wanted,
            seen,
            found: Vec::new(),
        };
        for (_, text) in fields_of(record) {
            scan(text, 0, &mut candidates);
        }
        candidates.found
    });
    let found: BTreeSet<String> = found.into_iter().flatten().collect();
    let mut any = false;
    for row in unknown {
        let row = &mut plan.rows[row];
        if let Some((kind, terms)) = meant(&row.terms[0], &found) {
            (row.kind, row.terms) = (kind, terms);
            any = true;
        }
    }
    any
}

fn is_guessable(term: &str) -> bool {
    let first_is_unspaced = term.chars().next().is_some_and(is_unspaced);
    !term.starts_with(|c: char| c.is_ascii_digit())
        && (first_is_unspaced || term.chars().count() >= SHORTEST)
}

/// What an unknown word stands for, among the candidates.
fn meant(word: &str, found: &BTreeSet<String>) -> Option<(RowKind, Vec<String>)> {
    let shortest = |mut terms: Vec<String>| {
        terms.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        terms.truncate(MOST_TERMS);
        terms
    };
    let begins: Vec<String> = found
        .iter()
        .filter(|term| term.starts_with(word))
        .cloned()
        .collect();
    if !begins.is_empty() {
        return Some((RowKind::Prefix, shortest(begins)));
    }
    if word.chars().any(is_unspaced) {
        return None;
    }
    let near: Vec<&String> = found
        .iter()
        .filter(|term| is_one_edit(word, term))
        .collect();
    let first = word.chars().next();
    let keeps_first = |term: &&&String| term.chars().next() == first;
    let same: Vec<String> = near
        .iter()
        .filter(keeps_first)
        .map(|term| (*term).clone())
        .collect();
    let near = if same.is_empty() && word.chars().count() >= SHORTEST_FREE {
        near.into_iter().cloned().collect()
    } else {
        same
    };
    (!near.is_empty()).then(|| (RowKind::OneEdit, shortest(near)))
}

/// Whether one letter more, less or other, or two letters exchanged, make the words the same.
fn is_one_edit(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([], []) => false,
        ([_, rest @ ..], b) if rest == b => true,
        (a, [_, rest @ ..]) if a == rest => true,
        ([_, a @ ..], [_, b @ ..]) if a == b => true,
        ([a0, a1, a @ ..], [b0, b1, b @ ..]) => a0 == b1 && a1 == b0 && a == b,
        _ => false,
    }
}

/// Whether `token` begins with `word` or with something one edit away from it, case ignored.
fn begins_within_one_edit(word: &[u8], token: &[u8]) -> bool {
    let same = (word.iter().zip(token))
        .take_while(|(a, b)| a.eq_ignore_ascii_case(b))
        .count();
    let (word, token) = (&word[same..], &token[same..]);
    let begins = |word: &[u8], token: &[u8]| {
        token.len() >= word.len() && token[..word.len()].eq_ignore_ascii_case(word)
    };
    let (Some(first), Some(second)) = (word.first(), token.first()) else {
        return word.len() <= 1;
    };
    begins(&word[1..], &token[1..])
        || begins(&word[1..], token)
        || begins(word, &token[1..])
        || (word.len() > 1
            && token.len() > 1
            && word[1].eq_ignore_ascii_case(second)
            && token[1].eq_ignore_ascii_case(first)
            && begins(&word[2..], &token[2..]))
}

/// The unknown words, and which tokens may be near them.
struct Wanted {
    words: Vec<String>,
    pairs: PairSet,
}

impl Wanted {
    fn new(words: Vec<String>) -> Wanted {
        let mut pairs = PairSet::default();
        for word in &words {
            match word.as_bytes() {
                // An edit of the first letter leaves the second where it is, or makes it the first;
                // a letter put in front makes the first the second.
                [first, second, third, ..] => {
                    pairs.insert_first(*first);
                    pairs.insert_second(*first);
                    pairs.insert_second(*second);
                    pairs.insert(*second, *third);
                }
                [first, ..] => pairs.insert_first(*first),
                [] => {}
            }
        }
        Wanted { words, pairs }
    }
}

/// Tokens that were looked at, in lower case.
type Seen = HashSet<Vec<u8>, BuildHasherDefault<Fnv>>;

/// Collects the stems that an unknown word may stand for.
struct Candidates<'a> {
    wanted: &'a Wanted,
    seen: &'a mut Seen,
    found: Vec<String>,
}

impl Candidates<'_> {
    fn look(&mut self, token: &str) {
        let stem = stem(token);
        let stands = |word: &String| stem.starts_with(word.as_str()) || is_one_edit(word, &stem);
        if self.wanted.words.iter().any(stands) {
            self.found.push(stem.into_owned());
        }
    }
}

impl Sink for Candidates<'_> {
    fn wants(&self, pair: usize) -> bool {
        self.wanted.pairs.contains(pair)
    }

    fn ascii(&mut self, text: &[u8], start: usize, _: u32) {
        // A stem keeps all but its last letter from the word, with exceptions too rare to guess at.
        let may_be = |word: &String| {
            let word = word.as_bytes();
            begins_within_one_edit(&word[..word.len().saturating_sub(1)], &text[start..])
        };
        if !self.wanted.words.iter().any(may_be) {
            return;
        }
        let token = text[start..token_end(text, start)].to_ascii_lowercase();
        if self.seen.contains(&token) {
            return;
        }
        if let Ok(token) = std::str::from_utf8(&token) {
            self.look(token);
        }
        self.seen.insert(token);
    }

    fn folded(&mut self, token: &str, _: Range<usize>, _: u32) {
        self.look(token);
    }

    fn joined(&mut self, _: &str, _: Range<usize>, _: u32) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_edit_is_one() {
        for (a, b, one) in [
            ("cache", "cahce", true),
            ("cache", "cach", true),
            ("cache", "ccache", true),
            ("cache", "cacke", true),
            ("cache", "cache", false),
            ("cache", "chcae", false),
            ("cache", "ca", false),
            ("größe", "grösse", false),
            ("größe", "große", true),
            ("", "a", true),
        ] {
            assert_eq!(is_one_edit(a, b), one, "{a} {b}");
            assert_eq!(is_one_edit(b, a), one, "{b} {a}");
        }
    }

    #[test]
    fn what_is_one_edit_away_begins_so() {
        for (a, b) in [
            ("cache", "cahce"),
            ("cache", "ccache"),
            ("cache", "xache"),
            ("cache", "acche"),
            ("retries", "rtries"),
        ] {
            assert!(
                begins_within_one_edit(a.as_bytes(), b.as_bytes()),
                "{a} {b}"
            );
            assert!(
                begins_within_one_edit(b.as_bytes(), a.as_bytes()),
                "{b} {a}"
            );
        }
        assert!(!begins_within_one_edit(b"cache", b"token"));
        assert!(!begins_within_one_edit(b"cache", b"hcace"));
    }
}
