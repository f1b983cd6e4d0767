//! A query made ready for one log: its rows, what they count, and their order.

use std::collections::BTreeMap;

use crate::Parameters;
use crate::lexicon::{Lexicon, Row};
use crate::query::Query;

/// The most rows that a query has; what is typed after them is not looked for.
const MOST_ROWS: usize = 64;

/// The most paths that words are taken from.
const MOST_PATHS: usize = 60;

/// Words of paths that name the layout of a source tree and nothing in it.
fn is_layout_word(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "cmd", "doc", "docs", "index", "init", "internal", "lib", "main", "mod", "pkg", "spec",
        "src", "test", "tests",
    ];
    WORDS.binary_search(&word).is_ok()
}

/// How a row of the query finds its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RowKind {
    /// By the stem.
    Stem,
    /// As a whole word of several parts.
    Joined,
    /// By the beginning: no record has the word itself.
    Prefix,
    /// By one edit: no record has the word or its beginning.
    OneEdit,
}

/// One thing that is looked for.
#[derive(Debug, Clone)]
pub(crate) struct QueryRow {
    /// The word of the query that it is part of.
    pub(crate) word: usize,
    /// The part of it, folded, or the whole word joined.
    pub(crate) folded: String,
    pub(crate) kind: RowKind,
    /// The terms of the records that count.
    pub(crate) terms: Vec<String>,
    /// How much the row counts besides.
    pub(crate) weight: f64,
}

impl QueryRow {
    /// How much the row counts for.
    pub(crate) fn factor(&self, parameters: &Parameters) -> f64 {
        let kind = match self.kind {
            RowKind::Stem | RowKind::Joined => 1.0,
            RowKind::Prefix => parameters.prefix,
            RowKind::OneEdit => parameters.one_edit,
        };
        kind * self.weight
    }
}

/// The rows of a query.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    pub(crate) rows: Vec<QueryRow>,
    /// The rows in the order typed.
    pub(crate) sequence: Vec<Row>,
}

impl Plan {
    /// A row for each distinct stem, and one for each word as a whole.
    pub(crate) fn of(query: &Query) -> Plan {
        let mut plan = Plan::default();
        for (index, word) in query.words.iter().enumerate() {
            for part in &word.parts {
                let row = plan.row(index, &part.folded, RowKind::Stem, &part.stem);
                plan.sequence.extend(row);
            }
            if word.joined.chars().count() > 3 {
                plan.row(index, &word.joined, RowKind::Joined, &word.joined);
            }
        }
        plan
    }

    /// The row of a term, which is made where there is none yet and there is room.
    fn row(&mut self, word: usize, folded: &str, kind: RowKind, term: &str) -> Option<Row> {
        let known = self
            .rows
            .iter()
            .position(|row| row.kind == kind && row.terms[0] == term);
        let index = known.or_else(|| {
            if self.rows.len() == MOST_ROWS {
                return None;
            }
            let (folded, terms) = (folded.to_owned(), vec![term.to_owned()]);
            self.rows.push(QueryRow {
                word,
                folded,
                kind,
                terms,
                weight: 1.0,
            });
            Some(self.rows.len() - 1)
        })?;
        Row::try_from(index).ok()
    }

    /// The rows of the words of changed paths: each word counts by how often the paths have it, a
    /// file's name twice as much as a folder's.
    pub(crate) fn of_paths(paths: &[String]) -> Plan {
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        for path in paths.iter().take(MOST_PATHS) {
            let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
            let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
            for (text, count) in [(folders, 1.0), (name, 2.0)] {
                let words = Query::parse(text).words;
                for part in words.into_iter().flat_map(|word| word.parts) {
                    if part.folded.chars().count() > 2 && !is_layout_word(&part.folded) {
                        *counts.entry(part.stem).or_default() += count;
                    }
                }
            }
        }
        let mut counts: Vec<(String, f64)> = counts.into_iter().collect();
        counts.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let mut plan = Plan::default();
        for (stem, count) in counts {
            let Some(row) = plan.row(0, &stem, RowKind::Stem, &stem) else {
                break;
            };
            plan.rows[usize::from(row)].weight = count.ln_1p();
        }
        plan
    }

    /// The terms to look for.
    pub(crate) fn lexicon(&self, numbers: bool) -> Lexicon {
        let mut terms: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
        let mut joined = Vec::new();
        for (row, index) in self.rows.iter().zip(0..) {
            if row.kind == RowKind::Joined {
                joined.push((row.folded.clone(), index));
                continue;
            }
            for term in &row.terms {
                terms.entry(term).or_default().push(index);
            }
        }
        let terms = terms
            .into_iter()
            .map(|(term, rows)| (term.to_owned(), rows))
            .collect();
        Lexicon::new(terms, joined, numbers)
    }
}
