//! Words that no record has: what may be meant.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use decision_core::DecisionLog;

use crate::fold::{is_unspaced, stem};
use crate::plan::{Plan, RowKind};
use crate::scan::for_each_record;
use crate::token::{Sink, scan, token_end};

/// The most terms that an unknown word stands for.
const MOST_TERMS: usize = 30;
/// A shorter word is not guessed at.
const SHORTEST: usize = 4;
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
    let wanted: Vec<String> = unknown
        .iter()
        .map(|row| plan.rows[*row].terms[0].clone())
        .collect();
    let found = for_each_record(log, excluded, HashSet::new, |seen, _, record| {
        let mut collector = Candidates {
            wanted: &wanted,
            seen,
            found: Vec::new(),
        };
        for text in texts(record) {
            scan(text, 0, &mut collector);
        }
        collector.found
    });
    let found: BTreeSet<String> = found.into_iter().flatten().collect();
    let mut any = false;
    for row in unknown {
        let row = &mut plan.rows[row];
        let word = row.terms[0].clone();
        if let Some((kind, terms)) = meant(&word, &found) {
            (row.kind, row.terms) = (kind, terms);
            any = true;
        }
    }
    any
}

/// The texts in which words are looked for.
pub(crate) fn texts(record: &decision_core::Decision) -> impl Iterator<Item = &str> {
    let fixed = [
        record.title.as_str(),
        record.description.as_deref().unwrap_or_default(),
        record.slug.as_str(),
        record.body(),
    ];
    let tags = record.tags.iter().map(String::as_str);
    fixed.into_iter().chain(tags)
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
    let same: Vec<String> = near
        .iter()
        .filter(|term| term.chars().next() == first)
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
pub(crate) fn is_one_edit(a: &str, b: &str) -> bool {
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

/// Collects the stems that an unknown word may stand for.
struct Candidates<'a> {
    wanted: &'a [String],
    seen: &'a mut HashSet<String>,
    found: Vec<String>,
}

impl Candidates<'_> {
    fn look(&mut self, token: String) {
        if self.seen.contains(&token) {
            return;
        }
        let stem = stem(&token);
        if self
            .wanted
            .iter()
            .any(|word| stem.starts_with(word.as_str()) || is_one_edit(word, &stem))
        {
            self.found.push(stem.into_owned());
        }
        self.seen.insert(token);
    }
}

impl Sink for Candidates<'_> {
    fn wants(&self, _: usize) -> bool {
        true
    }

    fn ascii(&mut self, text: &[u8], start: usize, _: u32) {
        let token = &text[start..token_end(text, start)];
        self.look(String::from_utf8_lossy(token).to_ascii_lowercase());
    }

    fn folded(&mut self, token: &str, _: Range<usize>, _: u32) {
        self.look(token.to_owned());
    }

    fn joined(&mut self, _: &str, _: Range<usize>, _: u32) {}
}
