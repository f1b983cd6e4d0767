//! One pass over the records: where the rows of the query occur, and how long the fields are.

use decision_core::{Decision, DecisionLog, Names};
use rayon::prelude::*;
use std::ops::Range;

use crate::cite::{Sentence, sentences};
use crate::lexicon::{Lexicon, Memo, Row};
use crate::token::{Sink, scan};

/// Below this many records one thread is faster than waking a pool.
pub(crate) const PARALLEL_FROM: usize = 256;

/// A field of a record, as an index into lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FieldId {
    Title,
    Description,
    Slug,
    Tags,
    Affects,
    Lead,
    Body,
    Citations,
}

/// How many fields there are.
pub(crate) const FIELDS: usize = 8;

/// An occurrence of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Occurrence {
    pub(crate) row: Row,
    pub(crate) field: FieldId,
    pub(crate) position: u32,
}

/// A sentence of a record that cites others.
#[derive(Debug, Clone)]
pub(crate) struct Citation {
    /// The cited records.
    pub(crate) targets: Vec<u32>,
    /// How many tokens it has.
    pub(crate) length: u32,
    /// The rows that occur in it.
    pub(crate) rows: Vec<Row>,
}

/// What one record has to say to the query.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scanned {
    /// Tokens in each field; the lead's and the citations' are filled in by the reader.
    pub(crate) lengths: [u32; FIELDS],
    /// In the order of fields, then positions.
    pub(crate) occurrences: Vec<Occurrence>,
    /// Sentences that cite other records.
    pub(crate) citations: Vec<Citation>,
}

/// Runs `work` over all the records that are not excluded, in order, in parallel where it pays.
pub(crate) fn for_each_record<T, S>(
    log: &DecisionLog,
    excluded: &[bool],
    start: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, usize, &Decision) -> T + Sync + Send,
) -> Vec<T>
where
    T: Default + Send,
{
    let one = |state: &mut S, (index, record): (usize, &Decision)| {
        if excluded[index] {
            T::default()
        } else {
            work(state, index, record)
        }
    };
    if log.records.len() < PARALLEL_FROM {
        let mut state = start();
        return log
            .records
            .iter()
            .enumerate()
            .map(|item| one(&mut state, item))
            .collect();
    }
    // One state for a run of records, so that what it learns pays.
    log.records
        .par_iter()
        .enumerate()
        .with_min_len(64)
        .map_init(start, |state, item| one(state, item))
        .collect()
}

/// Finds the rows of `lexicon` in the records of the log.
pub(crate) fn scan_log(
    log: &DecisionLog,
    excluded: &[bool],
    lexicon: &Lexicon,
    names: &Names,
) -> Vec<Scanned> {
    for_each_record(log, excluded, Scratch::default, |scratch, index, record| {
        scan_record(record, index, lexicon, names, scratch)
    })
}

#[derive(Default)]
struct Scratch {
    memo: Memo,
    numbers: Vec<usize>,
}

/// The texts of a record's fields, in the order of the fields; tags and entries one by one.
pub(crate) fn fields_of(record: &Decision) -> impl Iterator<Item = (FieldId, &str)> {
    let before = [
        (FieldId::Title, record.title.as_str()),
        (FieldId::Description, description(record)),
        (FieldId::Slug, record.slug.as_str()),
    ];
    let tags = record.tags.iter().map(|tag| (FieldId::Tags, tag.as_str()));
    let entries = record
        .affects
        .entries()
        .iter()
        .map(|entry| (FieldId::Affects, entry.text()));
    before
        .into_iter()
        .chain(tags)
        .chain(entries)
        .chain([(FieldId::Body, record.body())])
}

/// The description, or where there is none the beginning of the first paragraph, which says the same in
/// most logs.
fn description(record: &Decision) -> &str {
    if let Some(description) = &record.description {
        return description;
    }
    let lead = &record.text()[record.lead.clone()];
    let mut end = lead.len().min(LONGEST_LEAD);
    while !lead.is_char_boundary(end) {
        end -= 1;
    }
    &lead[..end]
}

/// How much of the first paragraph stands for a description, in bytes.
const LONGEST_LEAD: usize = 200;

fn scan_record(
    record: &Decision,
    index: usize,
    lexicon: &Lexicon,
    names: &Names,
    scratch: &mut Scratch,
) -> Scanned {
    let mut scanned = Scanned::default();
    scratch.numbers.clear();
    let mut collector = Collector {
        lexicon,
        memo: &mut scratch.memo,
        field: FieldId::Title,
        occurrences: &mut scanned.occurrences,
        numbers: &mut scratch.numbers,
    };
    for (field, text) in fields_of(record) {
        collector.field = field;
        scanned.lengths[field as usize] += scan(text, 0, &mut collector);
    }
    for Sentence { targets, pieces } in sentences(record.body(), index, names, &scratch.numbers) {
        let mut citation = Citation {
            targets,
            length: 0,
            rows: Vec::new(),
        };
        let mut found = Vec::new();
        let mut collector = Collector {
            lexicon,
            memo: &mut scratch.memo,
            field: FieldId::Citations,
            occurrences: &mut found,
            numbers: &mut Vec::new(),
        };
        for piece in pieces {
            citation.length += scan(&record.body()[piece], 0, &mut collector);
        }
        citation
            .rows
            .extend(found.iter().map(|occurrence| occurrence.row));
        scanned.citations.push(citation);
    }
    scanned
}

/// Collects the occurrences of a field.
struct Collector<'a> {
    lexicon: &'a Lexicon,
    memo: &'a mut Memo,
    field: FieldId,
    occurrences: &'a mut Vec<Occurrence>,
    /// Where numbers are written in the body.
    numbers: &'a mut Vec<usize>,
}

impl Sink for Collector<'_> {
    fn wants(&self, pair: usize) -> bool {
        self.lexicon.wants(pair)
    }

    fn ascii(&mut self, text: &[u8], start: usize, position: u32) {
        if self.field == FieldId::Body && text[start].is_ascii_digit() {
            self.numbers.push(start);
        }
        let (field, occurrences) = (self.field, &mut *self.occurrences);
        self.lexicon.ascii(text, start, self.memo, |row| {
            occurrences.push(Occurrence {
                row,
                field,
                position,
            });
        });
    }

    fn folded(&mut self, token: &str, span: Range<usize>, position: u32) {
        if self.field == FieldId::Body && token.starts_with(|c: char| c.is_ascii_digit()) {
            self.numbers.push(span.start);
        }
        let (field, occurrences) = (self.field, &mut *self.occurrences);
        self.lexicon.folded(token, |row| {
            occurrences.push(Occurrence {
                row,
                field,
                position,
            })
        });
    }

    fn joined(&mut self, word: &str, _: Range<usize>, position: u32) {
        let (field, occurrences) = (self.field, &mut *self.occurrences);
        self.lexicon.joined(word, |row| {
            occurrences.push(Occurrence {
                row,
                field,
                position,
            })
        });
    }
}
