//! What the log as a whole says about a query: how rare its rows are, and who cites whom.

use crate::Parameters;
use crate::lexicon::Row;
use crate::plan::Plan;
use crate::scan::{FIELDS, FieldId, Scanned};

/// How many of the rarest rows are compared by distance.
pub(crate) const NEAR_ROWS: usize = 8;

/// What the log as a whole says about the rows of a query.
#[derive(Debug, Default)]
pub(crate) struct Statistics {
    /// Inverse document frequency of each row, softened; 0 for a row that no record has.
    pub(crate) idf: Vec<f64>,
    /// How many records have each row.
    pub(crate) frequency: Vec<u32>,
    /// The inverse document frequency of a title term that is not looked for.
    pub(crate) typical_idf: f64,
    /// The mean length of each field.
    pub(crate) average: [f64; FIELDS],
    records: f64,
    idf_power: f64,
    /// The rarest rows of the sequence, for distances.
    pub(crate) near: Vec<Row>,
    /// The pairs of neighbours in the sequence.
    pub(crate) neighbours: Vec<(Row, Row)>,
}

/// The inverse document frequency of BM25 in the form that is never below 0, to a power.
fn idf(records: f64, frequency: f64, power: f64) -> f64 {
    (1.0 + (records - frequency + 0.5) / (frequency + 0.5))
        .ln()
        .powf(power)
}

/// A record's citations by others: the rows in their sentences.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cited {
    /// Row and citing record.
    pub(crate) rows: Vec<(Row, u32)>,
    /// The citing records, each once.
    pub(crate) by: Vec<u32>,
    /// Tokens in all the sentences.
    pub(crate) length: u32,
}

/// The most citing sentences that a record is found by.
const MOST_SENTENCES: u32 = 200;

/// Turns the citations around: for each record, who cites it and with which words.
pub(crate) fn cited(scanned: &[Scanned]) -> Vec<Cited> {
    let mut cited = vec![Cited::default(); scanned.len()];
    let mut sentences = vec![0; scanned.len()];
    for (source, record) in (0u32..).zip(scanned) {
        for citation in &record.citations {
            for &target in &citation.targets {
                let entry = &mut cited[target as usize];
                if entry.by.last() != Some(&source) {
                    entry.by.push(source);
                }
                sentences[target as usize] += 1;
                if sentences[target as usize] <= MOST_SENTENCES {
                    entry.length += citation.length;
                    entry
                        .rows
                        .extend(citation.rows.iter().map(|row| (*row, source)));
                }
            }
        }
    }
    cited
}

impl Statistics {
    /// Counts over `records` scanned records.
    pub(crate) fn of(
        plan: &Plan,
        parameters: &Parameters,
        scanned: &[Scanned],
        cited: &[Cited],
        records: usize,
    ) -> Statistics {
        let rows = plan.rows.len();
        let mut statistics = Statistics {
            frequency: vec![0; rows],
            ..Statistics::default()
        };
        let mut seen = vec![usize::MAX; rows];
        let mut total = [0u64; FIELDS];
        for (index, record) in scanned.iter().enumerate() {
            for (sum, length) in total.iter_mut().zip(record.lengths) {
                *sum += u64::from(length);
            }
            let body = record.lengths[FieldId::Body as usize];
            total[FieldId::Lead as usize] += u64::from(body.min(parameters.lead_tokens));
            for occurrence in &record.occurrences {
                let row = usize::from(occurrence.row);
                if seen[row] != index {
                    seen[row] = index;
                    statistics.frequency[row] += 1;
                }
            }
        }
        total[FieldId::Citations as usize] =
            cited.iter().map(|cited| u64::from(cited.length)).sum();
        let count = records.max(1) as f64;
        statistics.average = total.map(|sum| sum as f64 / count);
        statistics.records = count;
        statistics.idf_power = parameters.idf_power;
        let idf = |frequency: f64| idf(count, frequency, parameters.idf_power);
        statistics.idf = (statistics.frequency.iter())
            .map(|frequency| {
                if *frequency == 0 {
                    0.0
                } else {
                    idf(f64::from(*frequency))
                }
            })
            .collect();
        statistics.typical_idf = idf(count.sqrt());
        statistics.sequences(plan);
        statistics
    }

    /// The inverse document frequency of what `count` records have, softened.
    pub(crate) fn idf_of(&self, count: usize) -> f64 {
        idf(self.records, count as f64, self.idf_power)
    }

    fn sequences(&mut self, plan: &Plan) {
        let known = |row: Row| self.frequency[usize::from(row)] > 0;
        for pair in plan.sequence.windows(2) {
            let pair = (pair[0], pair[1]);
            if pair.0 != pair.1
                && known(pair.0)
                && known(pair.1)
                && !self.neighbours.contains(&pair)
            {
                self.neighbours.push(pair);
            }
        }
        let mut near: Vec<Row> = Vec::new();
        for row in &plan.sequence {
            if known(*row) && !near.contains(row) {
                near.push(*row);
            }
        }
        near.sort_by(|a, b| self.idf[usize::from(*b)].total_cmp(&self.idf[usize::from(*a)]));
        near.truncate(NEAR_ROWS);
        self.near = near;
    }
}
