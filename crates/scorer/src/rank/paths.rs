//! What changed paths do to a ranking.

use decision_core::{DecisionLog, Names};

use super::{Options, Ranking};
use crate::Parameters;
use crate::hit::{Hit, Part, Reason};
use crate::overlap::{Overlap, RecordOverlap};
use crate::parameters::{FieldValues, SumWeights};
use crate::plan::Plan;
use crate::query::Query;
use crate::scan::scan_log;
use crate::score::{Scorer, Workspace};
use crate::statistics::{Statistics, cited};

/// The fields for the words of changed paths, where no share of the title is counted.
const PATH_WORD_WEIGHTS: FieldValues = FieldValues {
    title: 8.0,
    description: 2.0,
    slug: 2.0,
    tags: 0.5,
    affects: 0.25,
    lead: 1.0,
    body: 0.5,
    citations: 0.0,
};

/// What changed paths add.
#[derive(Debug)]
pub(super) enum Paths {
    None,
    /// A share of the words' score.
    Boost(Overlap),
    /// A sum of signals, each divided by its greatest value.
    Sum {
        overlap: Overlap,
        weights: SumWeights,
        words: Vec<f64>,
        most_text: f64,
    },
}

impl<'l> Ranking<'l> {
    /// Ranks by changed paths alone: the paths that a record claims, and the words of the paths,
    /// which find records that claim nothing too: [`Ranking::governing`] leaves those out.
    pub fn by_overlap(log: &'l DecisionLog, overlap: &Overlap) -> Ranking<'l> {
        Ranking::by_overlap_with(log, overlap, Options::default())
    }

    /// [`Ranking::by_overlap`] with options.
    pub fn by_overlap_with(
        log: &'l DecisionLog,
        overlap: &Overlap,
        options: Options,
    ) -> Ranking<'l> {
        let weights = options.parameters.alone;
        Query::default()
            .rank_with(log, options)
            .summed_with(overlap, weights)
    }

    /// The same records with those that govern changed paths lifted: a record's score is multiplied
    /// by at most `1 + boost`, so that it never passes one whose words match more than that much
    /// better. A record that is not in force is not lifted; what it governs lifts the one that took
    /// its place.
    #[must_use]
    pub fn boosted_by(mut self, overlap: &Overlap) -> Ranking<'l> {
        self.paths = Paths::Boost(overlap.clone());
        self.reorder();
        self
    }

    /// The words and the changed paths as one sum, neither bounded by the other: for finding what a
    /// change should cite, not for answering a question.
    #[must_use]
    pub fn fused_with(self, overlap: &Overlap) -> Ranking<'l> {
        let weights = self.parameters.fused;
        self.summed_with(overlap, weights)
    }

    fn summed_with(mut self, overlap: &Overlap, weights: SumWeights) -> Ranking<'l> {
        let words = if weights.path_words > 0.0 {
            self.path_words(overlap)
        } else {
            vec![0.0; self.log.records.len()]
        };
        let most_text = self.text.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        self.paths = Paths::Sum {
            overlap: overlap.clone(),
            weights,
            words,
            most_text,
        };
        self.reorder();
        self
    }

    /// Without the records that claim no changed path, or claim it only by a file stem or with most of
    /// the tree.
    #[must_use]
    pub fn governing(mut self) -> Ranking<'l> {
        if let Paths::Boost(overlap) | Paths::Sum { overlap, .. } = &self.paths {
            self.order
                .retain(|(record, _)| overlap.get(*record).is_some_and(RecordOverlap::speaks));
        } else {
            self.order.clear();
        }
        self
    }

    /// The records that govern changed paths and were not found by the words, those that have most of
    /// the change first. Claims by a file stem or over most of the tree do not count.
    pub fn governing_apart(&self, overlap: &Overlap) -> Vec<Hit> {
        let mut apart: Vec<Hit> = overlap
            .iter()
            .filter(|(record, overlap)| overlap.speaks() && !self.excluded[*record])
            .filter(|(record, _)| self.order.iter().all(|(found, _)| found != record))
            .map(|(record, overlap)| Hit {
                record,
                score: overlap.share,
                parts: vec![Part {
                    score: overlap.share,
                    reason: Reason::Overlap {
                        share: overlap.share,
                    },
                }],
                overlap: Some(overlap.clone()),
            })
            .collect();
        let live = |hit: &Hit| self.succession.is_in_force(hit.record);
        apart.sort_by(|a, b| {
            live(b)
                .cmp(&live(a))
                .then_with(|| b.score.total_cmp(&a.score))
                .then_with(|| self.newer(a.record, b.record))
        });
        apart
    }

    /// For each record how well it matches the words of the changed paths, from 0 to 1 against the
    /// best.
    fn path_words(&self, overlap: &Overlap) -> Vec<f64> {
        let plan = Plan::of_paths(overlap.changed());
        let mut scores = vec![0.0; self.log.records.len()];
        if plan.rows.is_empty() {
            return scores;
        }
        let parameters = Parameters {
            weights: PATH_WORD_WEIGHTS,
            idf_power: 1.2,
            title_share: 0.0,
            citers: 0.0,
            adjacent: 0.0,
            adjacent_in_title: 0.0,
            proximity: 0.0,
            ..self.parameters.clone()
        };
        let names = Names::default();
        let scanned = scan_log(self.log, &self.excluded, &plan.lexicon(false), &names);
        let cited = cited(&scanned);
        let statistics = Statistics::of(&plan, &parameters, &scanned, &cited, self.records_read());
        let scorer = Scorer {
            plan: &plan,
            parameters: &parameters,
            statistics: &statistics,
        };
        let mut workspace = Workspace::default();
        for (score, (scanned, cited)) in scores.iter_mut().zip(scanned.iter().zip(&cited)) {
            *score = scorer.score(scanned, cited, &mut workspace, |_, _| {});
        }
        let most = scores.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        scores.iter_mut().for_each(|score| *score /= most);
        scores
    }

    /// What changed paths add to the score of a record for the words.
    pub(super) fn path_parts(&self, record: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut push = |score: f64, reason: Reason| {
            if score != 0.0 {
                parts.push(Part { score, reason });
            }
        };
        match &self.paths {
            Paths::None => {}
            Paths::Boost(overlap) => {
                let share = self.boosting_share(record, overlap);
                push(
                    self.text[record] * self.parameters.boost * share,
                    Reason::Overlap { share },
                );
            }
            Paths::Sum {
                overlap,
                weights,
                words,
                ..
            } if !self.excluded[record] => {
                let share = overlap.get(record).map_or(0.0, |overlap| overlap.share);
                push(weights.claims * share, Reason::Overlap { share });
                let share = words[record];
                push(weights.path_words * share, Reason::PathWords { share });
            }
            Paths::Sum { .. } => {}
        }
        parts
    }

    /// A record's share of the change, with that of the records whose place it took.
    fn boosting_share(&self, record: usize, overlap: &Overlap) -> f64 {
        if !self.succession.is_in_force(record) {
            return 0.0;
        }
        let own = overlap.get(record).map_or(0.0, |overlap| overlap.share);
        overlap
            .iter()
            .filter(|(old, _)| self.heir(*old) == Some(record))
            .fold(own, |most, (_, old)| most.max(old.share))
    }

    /// What a score for the words is multiplied by.
    pub(super) fn scale(&self) -> f64 {
        match &self.paths {
            Paths::Sum {
                weights, most_text, ..
            } => weights.words / most_text,
            Paths::None | Paths::Boost(_) => 1.0,
        }
    }
}
