//! From the components of a score to reasons that name words and places.

use std::collections::BTreeMap;
use std::ops::Range;

use decision_core::Decision;

use crate::fold::fold_into;
use crate::hit::{How, Part, Place, Reason};
use crate::lexicon::{Lexicon, Memo, Row};
use crate::plan::{Plan, RowKind};
use crate::query::Query;
use crate::scan::{FIELDS, FieldId, fields_of};
use crate::score::{Component, Scorer, Workspace};
use crate::statistics::Cited;
use crate::token::{Sink, joined_end, scan, token_end};
/// An occurrence with its place in the text.
struct Found {
    row: Row,
    field: FieldId,
    position: u32,
    text: String,
    offset: usize,
}

/// Turns the components of a record's score into parts, the words by the places where they stand.
pub(crate) struct Explainer<'a> {
    pub(crate) query: &'a Query,
    pub(crate) scorer: Scorer<'a>,
    pub(crate) lexicon: &'a Lexicon,
}

impl Explainer<'_> {
    /// The parts of the own score of a record.
    pub(crate) fn parts(
        &self,
        record: &Decision,
        scanned: &crate::scan::Scanned,
        cited: &Cited,
    ) -> Vec<Part> {
        let mut workspace = Workspace::default();
        let mut components = Vec::new();
        self.scorer
            .score(scanned, cited, &mut workspace, |component, value| {
                components.push((component, value));
            });
        self.scorer.frequencies(scanned, cited, &mut workspace);
        let found = self.occurrences(record);
        let mut parts = Vec::new();
        for (component, score) in components {
            let reason = match component {
                Component::Row(row) => {
                    self.by_place(
                        row, score, record, scanned, cited, &workspace, &found, &mut parts,
                    );
                    continue;
                }
                Component::Adjacent {
                    first,
                    second,
                    in_title,
                } => Reason::Adjacent {
                    first: self.typed(first),
                    second: self.typed(second),
                    in_title,
                },
                Component::Near {
                    first,
                    second,
                    distance,
                } => Reason::Near {
                    first: self.typed(first),
                    second: self.typed(second),
                    distance,
                },
                Component::Title { share } => Reason::TitleShare { share },
                Component::Citers { count } => Reason::Citers { count },
            };
            parts.push(Part { score, reason });
        }
        parts
    }

    fn plan(&self) -> &Plan {
        self.scorer.plan
    }

    /// The word of the query that a row is part of, as typed.
    fn typed(&self, row: Row) -> String {
        let word = self.plan().rows[usize::from(row)].word;
        self.query
            .words
            .get(word)
            .map_or_else(String::new, |word| word.text.clone())
    }

    /// Splits the score of a row over the places of its occurrences, each by what it counted.
    #[expect(
        clippy::too_many_arguments,
        reason = "the pieces of one record, all borrowed"
    )]
    fn by_place(
        &self,
        row: Row,
        score: f64,
        record: &Decision,
        scanned: &crate::scan::Scanned,
        cited: &Cited,
        workspace: &Workspace,
        found: &[Found],
        parts: &mut Vec<Part>,
    ) {
        let counts = workspace.of_row(row);
        let total: f64 = counts.iter().sum();
        let mut of_field = [0u32; FIELDS];
        for occurrence in scanned.occurrences.iter().filter(|o| o.row == row) {
            of_field[occurrence.field as usize] += 1;
        }
        let in_field = |field: FieldId| f64::from(of_field[field as usize].max(1));
        let lead = self.scorer.parameters.lead_tokens;
        let in_lead = found
            .iter()
            .filter(|f| f.row == row && f.field == FieldId::Body && f.position < lead)
            .count()
            .max(1) as f64;
        let mut places: BTreeMap<(Place, How), (f64, String)> = BTreeMap::new();
        for occurrence in found.iter().filter(|found| found.row == row) {
            let mut weight = counts[occurrence.field as usize] / in_field(occurrence.field);
            if occurrence.field == FieldId::Body && occurrence.position < lead {
                weight += counts[FieldId::Lead as usize] / in_lead;
            }
            let place = match occurrence.field {
                FieldId::Title => Place::Title,
                // The first paragraph stood for it.
                FieldId::Description if record.description.is_none() => {
                    section_at(record, record.lead.start + occurrence.offset)
                }
                FieldId::Description => Place::Description,
                FieldId::Slug => Place::Slug,
                FieldId::Tags => Place::Tags,
                FieldId::Affects => Place::Affects,
                FieldId::Lead | FieldId::Body | FieldId::Citations => {
                    section_at(record, record.body_start() + occurrence.offset)
                }
            };
            let how = self.how(row, &occurrence.text);
            let entry = places
                .entry((place, how))
                .or_insert_with(|| (0.0, occurrence.text.clone()));
            entry.0 += weight;
        }
        let cites = cited.rows.iter().filter(|(cited, _)| *cited == row);
        let each = counts[FieldId::Citations as usize] / cites.clone().count().max(1) as f64;
        for (_, source) in cites {
            let query_row = &self.plan().rows[usize::from(row)];
            let key = (
                Place::Citation {
                    record: *source as usize,
                },
                self.how(row, &query_row.folded),
            );
            places
                .entry(key)
                .or_insert_with(|| (0.0, query_row.folded.clone()))
                .0 += each;
        }
        let word = self.typed(row);
        parts.extend(
            places
                .into_iter()
                .map(|((place, how), (weight, found))| Part {
                    score: score * weight / total,
                    reason: Reason::Word {
                        word: word.clone(),
                        how,
                        place,
                        found,
                    },
                }),
        );
    }

    fn how(&self, row: Row, found: &str) -> How {
        let typed = self.typed(row);
        let row = &self.plan().rows[usize::from(row)];
        let mut folded = String::new();
        fold_into(found, &mut folded);
        let same = match row.kind {
            RowKind::Joined => {
                let mut word = String::new();
                fold_into(&typed, &mut word);
                folded == word
            }
            _ => folded == row.folded,
        };
        match row.kind {
            _ if same => How::Exact,
            RowKind::Stem => How::Stem,
            RowKind::Joined => How::Joined,
            RowKind::Prefix => How::Prefix,
            RowKind::OneEdit => How::OneEdit,
        }
    }

    /// The occurrences of all rows in a record, as written.
    fn occurrences(&self, record: &Decision) -> Vec<Found> {
        let mut collector = Spans {
            lexicon: self.lexicon,
            memo: Memo::default(),
            field: FieldId::Title,
            text: "",
            found: Vec::new(),
        };
        for (field, text) in fields_of(record) {
            collector.field = field;
            collector.text = text;
            scan(text, 0, &mut collector);
        }
        collector.found
    }
}

/// The section around an offset of the text: the innermost, with the kind of the innermost that has
/// one; the section of the title is the record itself.
fn section_at(record: &Decision, offset: usize) -> Place {
    let around = |section: &&decision_core::Section| {
        section.level > 1 && section.heading.start <= offset && offset < section.body.end
    };
    let is_title =
        |section: &decision_core::Section| section.level == 1 && section.heading.contains(&offset);
    if record.sections.iter().any(is_title) {
        return Place::Title;
    }
    let mut sections: Vec<_> = record.sections.iter().filter(around).collect();
    sections.sort_by_key(|section| section.level);
    let Some(inner) = sections.last() else {
        return Place::Opening;
    };
    Place::Section {
        heading: record
            .text()
            .get(inner.heading.clone())
            .unwrap_or_default()
            .trim()
            .to_owned(),
        kind: sections.iter().rev().find_map(|section| section.kind),
    }
}

/// Collects occurrences with their spans.
struct Spans<'a> {
    lexicon: &'a Lexicon,
    memo: Memo,
    field: FieldId,
    text: &'a str,
    found: Vec<Found>,
}

impl Spans<'_> {
    fn push(&mut self, row: Row, span: Range<usize>, position: u32) {
        let text = self.text.get(span.clone()).unwrap_or_default().to_owned();
        self.found.push(Found {
            row,
            field: self.field,
            position,
            text,
            offset: span.start,
        });
    }
}

impl Sink for Spans<'_> {
    fn wants(&self, pair: usize) -> bool {
        self.lexicon.wants(pair)
    }

    fn ascii(&mut self, text: &[u8], start: usize, position: u32) {
        let lexicon = self.lexicon;
        let mut rows = Vec::new();
        lexicon.ascii(text, start, &mut self.memo, |row| rows.push(row));
        for row in rows {
            let joined = lexicon
                .joined_word(row)
                .and_then(|word| joined_end(text, start, word));
            let end = joined.unwrap_or_else(|| token_end(text, start));
            self.push(row, start..end, position);
        }
    }

    fn folded(&mut self, token: &str, span: Range<usize>, position: u32) {
        let lexicon = self.lexicon;
        lexicon.folded(token, |row| self.push(row, span.clone(), position));
    }

    fn joined(&mut self, word: &str, span: Range<usize>, position: u32) {
        let lexicon = self.lexicon;
        lexicon.joined(word, |row| self.push(row, span.clone(), position));
    }
}
