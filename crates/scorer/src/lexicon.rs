//! The terms that are looked for, and a quick way to tell that a token is none of them.
//!
//! Stemming every token of a log costs ten times what reading it does. A stem keeps the beginning
//! of its words, so a token is dropped by its first two letters (a bit in a table), then by its
//! common beginning with each stem, and only what is left is stemmed, once per distinct token.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use decision_core::Fnv;

use crate::fold::stem;
use crate::token::{PairSet, joined_end, token_end};

/// A row of the query: one thing that is looked for.
pub(crate) type Row = u16;

/// Terms by what they look like in a text, each with the rows that it counts for.
#[derive(Debug)]
pub(crate) struct Lexicon {
    pairs: PairSet,
    terms: Vec<(String, Vec<Row>)>,
    joined: Vec<(String, Row)>,
}

impl Default for Lexicon {
    fn default() -> Self {
        Lexicon::new(Vec::new(), Vec::new(), false)
    }
}

impl Lexicon {
    /// A lexicon of stems and of joined words. With `numbers` every token that begins with a digit
    /// is wanted besides.
    pub(crate) fn new(
        terms: Vec<(String, Vec<Row>)>,
        joined: Vec<(String, Row)>,
        numbers: bool,
    ) -> Lexicon {
        let mut lexicon = Lexicon {
            pairs: PairSet::default(),
            terms,
            joined,
        };
        let begins: Vec<Vec<u8>> = lexicon
            .terms
            .iter()
            .map(|(term, _)| term)
            .chain(lexicon.joined.iter().map(|(word, _)| word))
            .map(|text| text.bytes().take(3).collect())
            .collect();
        for begin in begins {
            match begin.as_slice() {
                // `dying` stems to `die`, and a number may have zeros before it.
                [first @ (b'd' | b'l' | b't'), b'i', b'e'] => lexicon.pairs.insert_first(*first),
                [first, ..] if first.is_ascii_digit() => {
                    lexicon.pairs.insert_first(*first);
                    lexicon.pairs.insert_first(b'0');
                }
                [first, second, ..] => lexicon.pairs.insert(*first, *second),
                [first] => lexicon.pairs.insert_first(*first),
                [] => {}
            }
            // The first part of a joined word may be a single letter, paired with the joiner.
            if let [first, ..] = begin.as_slice() {
                lexicon.pairs.insert(*first, b'_');
            }
        }
        if numbers {
            (b'0'..=b'9').for_each(|digit| lexicon.pairs.insert_first(digit));
        }
        lexicon
    }

    /// Whether a token that begins so may be one of the terms.
    pub(crate) fn wants(&self, pair: usize) -> bool {
        self.pairs.contains(pair)
    }

    /// Reports the rows that the token at `start` of an ASCII text counts for.
    pub(crate) fn ascii(
        &self,
        text: &[u8],
        start: usize,
        memo: &mut Memo,
        mut report: impl FnMut(Row),
    ) {
        let first = text[start].to_ascii_lowercase();
        for (word, row) in &self.joined {
            if word.as_bytes().first() == Some(&first)
                && joined_end(text, start, word.as_bytes()).is_some()
            {
                report(*row);
            }
        }
        let rest = &text[start..];
        if self
            .terms
            .iter()
            .any(|(term, _)| may_stem_to(rest, term.as_bytes()))
        {
            let token = &text[start..token_end(text, start)];
            if let Some(term) = memo.term(token, &self.terms) {
                self.terms[term].1.iter().for_each(|row| report(*row));
            }
        }
    }

    /// Reports the rows that a folded token counts for.
    pub(crate) fn folded(&self, token: &str, mut report: impl FnMut(Row)) {
        let stem = stem(token);
        if let Some((_, rows)) = self.terms.iter().find(|(term, _)| *term == stem) {
            rows.iter().for_each(|row| report(*row));
        }
    }

    /// The letters of a row that is looked for as a joined word.
    pub(crate) fn joined_word(&self, row: Row) -> Option<&[u8]> {
        self.joined
            .iter()
            .find(|(_, joined)| *joined == row)
            .map(|(word, _)| word.as_bytes())
    }

    /// Reports the rows that a folded and joined word counts for.
    pub(crate) fn joined(&self, word: &str, mut report: impl FnMut(Row)) {
        self.joined
            .iter()
            .filter(|(joined, _)| joined == word)
            .for_each(|(_, row)| report(*row));
    }
}

/// Whether a text can begin with a word whose stem is `stem`: Porter2 changes at most the last two
/// letters that it leaves (`sensibility` → `sensibl`, `dying` → `die`).
fn may_stem_to(text: &[u8], stem: &[u8]) -> bool {
    let kept = stem.len().saturating_sub(2).max(1);
    if stem[0].is_ascii_digit() && text[0].is_ascii_digit() {
        return true;
    }
    text.len() >= kept && text[..kept].eq_ignore_ascii_case(&stem[..kept])
}

/// What is already known of tokens, for one pass on one thread.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    terms: HashMap<Vec<u8>, Option<usize>, BuildHasherDefault<Fnv>>,
    lower: Vec<u8>,
}

impl Memo {
    /// Which of the terms a token of ASCII text stems to.
    fn term(&mut self, token: &[u8], terms: &[(String, Vec<Row>)]) -> Option<usize> {
        self.lower.clear();
        self.lower.extend(token.iter().map(u8::to_ascii_lowercase));
        if let Some(known) = self.terms.get(&self.lower) {
            return *known;
        }
        let found = std::str::from_utf8(&self.lower).ok().and_then(|token| {
            let stem = stem(token);
            terms.iter().position(|(term, _)| *term == stem)
        });
        self.terms.insert(self.lower.clone(), found);
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::token::pair;

    /// The rows that a token alone in a text counts for, by the quick way.
    fn found(stem: &str, token: &str) -> Vec<Row> {
        let lexicon = Lexicon::new(vec![(stem.to_owned(), vec![7])], Vec::new(), false);
        let bytes = token.as_bytes();
        let mut rows = Vec::new();
        if lexicon.wants(pair(bytes[0], bytes.get(1).copied().unwrap_or(0))) {
            lexicon.ascii(bytes, 0, &mut Memo::default(), |row| rows.push(row));
        }
        rows
    }

    #[test]
    fn words_that_their_stem_hardly_shows_are_found() {
        for token in [
            "dying",
            "lying",
            "tying",
            "skies",
            "skis",
            "ugly",
            "sensibility",
            "feasibly",
            "happiness",
            "rationalization",
            "VMs",
            "0023",
            "x",
            "by",
            "Cry",
            "generically",
        ] {
            let lower = token.to_ascii_lowercase();
            assert_eq!(
                found(&stem(&lower), token),
                [7],
                "{token} -> {}",
                stem(&lower)
            );
        }
        assert_eq!(found("cach", "catches"), [0; 0]);
    }

    proptest! {
        #[test]
        fn no_word_is_dropped_that_has_the_stem(
            begin in "[a-z]{1,6}",
            end in prop::sample::select(vec![
                "", "s", "es", "ies", "ed", "ing", "ly", "ational", "tional", "ization", "izer",
                "ousness", "iveness", "fulness", "biliti", "bility", "ability", "ance", "ement",
                "ical", "icate", "ative", "alize", "ness", "ful", "less", "ion", "ism", "ogist",
                "y", "ying", "eed", "eedly", "'s",
            ]),
        ) {
            let token = format!("{begin}{}", end.trim_start_matches('\''));
            prop_assert_eq!(found(&stem(&token), &token), vec![7]);
        }
    }
}
