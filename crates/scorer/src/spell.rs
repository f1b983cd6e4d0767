//! Words that no record has: what may be meant.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use decision_core::DecisionLog;

use crate::fold::{is_unspaced, stem};
use crate::plan::{Plan, RowKind};
use crate::query::Query;
use crate::scan::{fields_of, for_each_record};
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
        for (_, text) in fields_of(record) {
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

/// A word of the log that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// The word of the query, as typed.
    pub word: String,
    /// The word of the log, in lower case and without accents.
    pub found: String,
    /// A record that has it, an index into [`DecisionLog::records`].
    pub record: usize,
}

/// The word of the log that is nearest to a word of the query, by edits for its length; of equally
/// near ones the first of the alphabet. Nothing where half of the letters would differ.
pub(crate) fn nearest(query: &Query, log: &DecisionLog, excluded: &[bool]) -> Option<Spelling> {
    let words: Vec<(&str, Vec<char>)> = query
        .words
        .iter()
        .flat_map(|word| word.parts.iter().map(move |part| (word, part)))
        .filter(|(_, part)| part.folded.chars().count() >= SHORTEST)
        .map(|(word, part)| (word.text.as_str(), part.folded.chars().collect()))
        .collect();
    if words.is_empty() {
        return None;
    }
    let best = for_each_record(
        log,
        excluded,
        || (),
        |(), index, record| {
            let mut tokens = Tokens::default();
            for (_, text) in fields_of(record) {
                scan(text, 0, &mut tokens);
            }
            let mut best: Option<(f64, String, &str, usize)> = None;
            for token in tokens.0 {
                let letters: Vec<char> = token.chars().collect();
                for (typed, word) in &words {
                    let longest = word.len().max(letters.len());
                    if letters.len() < SHORTEST || word.len().min(letters.len()) * 2 < longest {
                        continue;
                    }
                    let far = edits(word, &letters) as f64 / longest as f64;
                    let nearer = best
                        .as_ref()
                        .is_none_or(|best| (far, token.as_str()) < (best.0, best.1.as_str()));
                    if far < 0.5 && nearer {
                        best = Some((far, token.clone(), typed, index));
                    }
                }
            }
            best
        },
    );
    let nearest = best.into_iter().flatten().reduce(|a, b| {
        if (b.0, b.1.as_str()) < (a.0, a.1.as_str()) {
            b
        } else {
            a
        }
    })?;
    let (_, found, word, record) = nearest;
    Some(Spelling {
        word: word.to_owned(),
        found,
        record,
    })
}

/// The Levenshtein distance, an exchange of neighbours counting as one edit.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        rows[i][0] = i;
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[i - 1][j] + 1)
                .min(rows[i][j - 1] + 1)
                .min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
}

/// Collects the distinct tokens of a record.
#[derive(Default)]
struct Tokens(BTreeSet<String>);

impl Sink for Tokens {
    fn wants(&self, _: usize) -> bool {
        true
    }

    fn ascii(&mut self, text: &[u8], start: usize, _: u32) {
        let token = &text[start..token_end(text, start)];
        self.0
            .insert(String::from_utf8_lossy(token).to_ascii_lowercase());
    }

    fn folded(&mut self, token: &str, _: Range<usize>, _: u32) {
        self.0.insert(token.to_owned());
    }

    fn joined(&mut self, _: &str, _: Range<usize>, _: u32) {}
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
