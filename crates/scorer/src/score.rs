//! The score of a record for a query: BM25F with what neighbours, titles and links add.

use crate::Parameters;
use crate::lexicon::Row;
use crate::parameters::FieldValues;
use crate::plan::{Plan, RowKind};
use crate::scan::{FIELDS, FieldId, Scanned};
use crate::statistics::{Cited, NEAR_ROWS, Statistics};

/// Something that a score is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Component {
    /// Occurrences of a row.
    Row(Row),
    /// Two rows side by side.
    Adjacent {
        first: Row,
        second: Row,
        in_title: bool,
    },
    /// Two rows at a distance in the body.
    Near {
        first: Row,
        second: Row,
        distance: u32,
    },
    /// The share of the title that the query covers.
    Title { share: f64 },
    /// How many records cite it.
    Citers { count: usize },
}

impl FieldValues {
    fn values(&self) -> [f64; FIELDS] {
        [
            self.title,
            self.description,
            self.slug,
            self.tags,
            self.affects,
            self.lead,
            self.body,
            self.citations,
        ]
    }
}

/// Room to work in, kept between records.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    counts: Vec<[f64; FIELDS]>,
    last: Vec<Option<u32>>,
}

/// What a score is computed from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scorer<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) parameters: &'a Parameters,
    pub(crate) statistics: &'a Statistics,
}

impl Scorer<'_> {
    /// The score of a record by its own words and those of the sentences that cite it; 0 where
    /// nothing matches. Every component is reported, and they add up to the score.
    pub(crate) fn score(
        &self,
        record: &Scanned,
        cited: &Cited,
        workspace: &mut Workspace,
        mut report: impl FnMut(Component, f64),
    ) -> f64 {
        if record.occurrences.is_empty() && cited.rows.is_empty() {
            return 0.0;
        }
        let p = self.parameters;
        let mut score = 0.0;
        let mut add = |component: Component, value: f64| {
            if value != 0.0 {
                score += value;
                report(component, value);
            }
        };
        self.frequencies(record, cited, workspace);
        for (row, index) in self.plan.rows.iter().zip(0..) {
            let at = usize::from(index);
            let tf: f64 = workspace.counts[at].iter().sum();
            let value = row.factor(p) * self.statistics.idf[at] * (p.k1 + 1.0) * tf / (tf + p.k1);
            add(Component::Row(index), value);
        }
        self.neighbours(record, workspace, &mut add);
        self.title(record, workspace, &mut add);
        let count = cited.by.len();
        if count > 0 {
            add(
                Component::Citers { count },
                p.citers * (1.0 + count as f64).ln(),
            );
        }
        score
    }

    /// The weighted and length-normalised count of each row in each field.
    pub(crate) fn frequencies(&self, record: &Scanned, cited: &Cited, workspace: &mut Workspace) {
        let p = self.parameters;
        let (weights, lengths) = (p.weights.values(), p.lengths.values());
        let body = record.lengths[FieldId::Body as usize];
        let factor: [f64; FIELDS] = std::array::from_fn(|field| {
            let length = match field {
                _ if field == FieldId::Lead as usize => body.min(p.lead_tokens),
                _ if field == FieldId::Citations as usize => cited.length,
                _ => record.lengths[field],
            };
            let average = self.statistics.average[field];
            let ratio = if average > 0.0 {
                f64::from(length) / average
            } else {
                1.0
            };
            weights[field] / (1.0 - lengths[field] + lengths[field] * ratio)
        });
        workspace.counts.clear();
        workspace.counts.resize(self.plan.rows.len(), [0.0; FIELDS]);
        for occurrence in &record.occurrences {
            let counts = &mut workspace.counts[usize::from(occurrence.row)];
            counts[occurrence.field as usize] += factor[occurrence.field as usize];
            if occurrence.field == FieldId::Body && occurrence.position < p.lead_tokens {
                counts[FieldId::Lead as usize] += factor[FieldId::Lead as usize];
            }
        }
        for (row, _) in &cited.rows {
            let counts = &mut workspace.counts[usize::from(*row)];
            counts[FieldId::Citations as usize] += factor[FieldId::Citations as usize];
        }
    }

    /// What adjacent and near words add: one walk over the occurrences, which are in the order of
    /// the text.
    fn neighbours(
        &self,
        record: &Scanned,
        workspace: &mut Workspace,
        add: &mut impl FnMut(Component, f64),
    ) {
        let p = self.parameters;
        let pairs = &self.statistics.neighbours;
        let near = &self.statistics.near;
        if near.len() < 2 {
            return;
        }
        let mut adjacent = [[false; 2]; 64];
        let mut distances = [[u32::MAX; NEAR_ROWS]; NEAR_ROWS];
        let last = &mut workspace.last;
        last.clear();
        last.resize(self.plan.rows.len(), None);
        let mut field = FieldId::Title;
        for occurrence in &record.occurrences {
            if !matches!(occurrence.field, FieldId::Title | FieldId::Body) {
                continue;
            }
            if occurrence.field != field {
                field = occurrence.field;
                last.fill(None);
            }
            let (row, position) = (occurrence.row, occurrence.position);
            let in_title = field == FieldId::Title;
            for ((first, second), found) in pairs.iter().zip(&mut adjacent) {
                if *second == row && last[usize::from(*first)].is_some_and(|at| at + 1 == position)
                {
                    found[usize::from(in_title)] = true;
                }
            }
            if !in_title && let Some(a) = near.iter().position(|near| *near == row) {
                for (b, other) in near.iter().enumerate() {
                    if let Some(at) = last[usize::from(*other)]
                        && a != b
                        && position > at
                    {
                        let least = &mut distances[a.min(b)][a.max(b)];
                        *least = (*least).min(position - at);
                    }
                }
            }
            last[usize::from(row)] = Some(position);
        }
        for ((first, second), found) in pairs.iter().zip(adjacent) {
            let (first, second) = (*first, *second);
            if found[1] {
                let component = Component::Adjacent {
                    first,
                    second,
                    in_title: true,
                };
                add(component, p.adjacent_in_title);
            }
            if found[0] {
                add(
                    Component::Adjacent {
                        first,
                        second,
                        in_title: false,
                    },
                    p.adjacent,
                );
            }
        }
        for (a, first) in near.iter().enumerate() {
            for (b, second) in near.iter().enumerate().skip(a + 1) {
                let distance = distances[a][b];
                if distance != u32::MAX {
                    let idf = &self.statistics.idf;
                    let rarity = idf[usize::from(*first)].min(idf[usize::from(*second)]);
                    let component = Component::Near {
                        first: *first,
                        second: *second,
                        distance,
                    };
                    add(component, p.proximity * rarity / f64::from(distance));
                }
            }
        }
    }

    /// What the title adds: the share of its rare words that the query covers. The words that are
    /// not looked for count as words of a typical rarity, so that no vocabulary is needed.
    fn title(
        &self,
        record: &Scanned,
        workspace: &mut Workspace,
        add: &mut impl FnMut(Component, f64),
    ) {
        let last = &mut workspace.last;
        last.clear();
        last.resize(self.plan.rows.len(), None);
        let (mut covered, mut matched) = (0.0, 0);
        for occurrence in &record.occurrences {
            if occurrence.field != FieldId::Title {
                break;
            }
            let row = usize::from(occurrence.row);
            if self.plan.rows[row].kind == RowKind::Joined {
                continue;
            }
            matched += 1;
            if last[row].is_none() {
                last[row] = Some(0);
                covered += self.statistics.idf[row];
            }
        }
        if matched == 0 {
            return;
        }
        let others = record.lengths[FieldId::Title as usize].saturating_sub(matched);
        let share = covered / (covered + f64::from(others) * self.statistics.typical_idf);
        add(
            Component::Title { share },
            self.parameters.title_share * share,
        );
    }
}

impl Workspace {
    /// The weighted counts of a row, after [`Scorer::frequencies`].
    pub(crate) fn of_row(&self, row: Row) -> [f64; FIELDS] {
        self.counts[usize::from(row)]
    }
}
