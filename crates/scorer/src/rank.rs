//! The order of the records for a query.

use std::collections::BTreeSet;

use decision_core::{Decision, DecisionLog, Names, StatusKind, Succession};
use rayon::prelude::*;

use crate::Parameters;
use crate::explain::{Explainer, Hit, Part, Reason};
use crate::lexicon::Lexicon;
use crate::nearest::{Spelling, nearest};
use crate::overlap::{Overlap, PathClaim, RecordOverlap, claims_on};
use crate::parameters::{FieldValues, SumWeights};
use crate::plan::Plan;
use crate::query::Query;
use crate::scan::{PARALLEL_FROM, Scanned, scan_log};
use crate::score::{Cited, Scorer, Statistics, Workspace, cited};
use crate::spell::recover;

/// What a ranking may be told.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Records that are left out, as if the log did not hold them; indices into
    /// [`DecisionLog::records`].
    pub exclude: Vec<usize>,
    /// Records that retire none of the others, whatever they say: those that are not merged.
    pub not_merged: Vec<usize>,
    /// The numbers of the ranking.
    pub parameters: Parameters,
}

/// The records of a log in the order of a query, of changed paths, or of both.
#[derive(Debug)]
pub struct Ranking<'l> {
    log: &'l DecisionLog,
    query: Query,
    parameters: Parameters,
    excluded: Vec<bool>,
    plan: Plan,
    lexicon: Lexicon,
    scanned: Vec<Scanned>,
    cited: Vec<Cited>,
    statistics: Statistics,
    /// For each record that is not in force the one that took its place.
    succession: Succession,
    /// The score of each record by its own words, links aside.
    own: Vec<f64>,
    /// The score of each record for the words, everything counted.
    text: Vec<f64>,
    /// The records that govern a path of the query.
    claims: Vec<PathClaim>,
    paths: Paths,
    order: Vec<(usize, f64)>,
}

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
enum Paths {
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

impl Query {
    /// Ranks the records of a log.
    pub fn rank<'l>(&self, log: &'l DecisionLog) -> Ranking<'l> {
        self.rank_with(log, Options::default())
    }

    /// Ranks the records of a log, with options.
    pub fn rank_with<'l>(&self, log: &'l DecisionLog, options: Options) -> Ranking<'l> {
        let Options {
            exclude,
            not_merged,
            parameters,
        } = options;
        let mut excluded = vec![false; log.records.len()];
        for index in exclude {
            if let Some(flag) = excluded.get_mut(index) {
                *flag = true;
            }
        }
        let names = Names::of(&log.records, |record| !excluded[record]);
        let may_retire = |record: usize| !excluded[record] && !not_merged.contains(&record);
        let mut ranking = Ranking {
            log,
            query: self.clone(),
            plan: Plan::of(self),
            lexicon: Lexicon::default(),
            scanned: Vec::new(),
            cited: Vec::new(),
            statistics: Statistics::default(),
            succession: Succession::of(&log.records, &names, may_retire),
            own: vec![0.0; log.records.len()],
            text: vec![0.0; log.records.len()],
            claims: Vec::new(),
            paths: Paths::None,
            order: Vec::new(),
            parameters,
            excluded,
        };
        if !self.is_empty() {
            ranking.scan(&names);
            if recover(
                &mut ranking.plan,
                &ranking.statistics.frequency,
                log,
                &ranking.excluded,
            ) {
                ranking.scan(&names);
            }
            ranking.score();
        }
        ranking.reorder();
        ranking
    }
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

    /// Which record took whose place, as the ranking saw it.
    pub fn succession(&self) -> &Succession {
        &self.succession
    }

    /// How many records were read for the ranking.
    pub fn records_read(&self) -> usize {
        self.excluded.iter().filter(|excluded| !**excluded).count()
    }

    /// How many records were found.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether no record was found.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The records found, best first, with their scores: indices into [`DecisionLog::records`].
    pub fn scores(&self) -> impl Iterator<Item = (usize, f64)> {
        self.order.iter().copied()
    }

    /// The best `k` records, explained.
    pub fn top(&self, k: usize) -> Vec<Hit> {
        self.order
            .iter()
            .take(k)
            .map(|(record, score)| self.explain(*record, *score))
            .collect()
    }

    /// One of the records found, explained.
    pub fn hit(&self, record: usize) -> Option<Hit> {
        let (_, score) = self.order.iter().find(|(found, _)| *found == record)?;
        Some(self.explain(record, *score))
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

    /// The word of the log that is spelt most like a word of the query; for a query that found
    /// nothing.
    pub fn nearest_spelling(&self) -> Option<Spelling> {
        nearest(&self.query, self.log, &self.excluded)
    }

    fn scan(&mut self, names: &Names) {
        self.lexicon = self.plan.lexicon(true);
        self.scanned = scan_log(self.log, &self.excluded, &self.lexicon, names);
        self.cited = cited(&self.scanned);
        self.statistics = Statistics::of(
            &self.plan,
            &self.parameters,
            &self.scanned,
            &self.cited,
            self.records_read(),
        );
    }

    /// Computes the score of every record for the words.
    fn score(&mut self) {
        let scorer = self.scorer();
        let of_record = |workspace: &mut Workspace, (scanned, cited): (&Scanned, &Cited)| {
            scorer.score(scanned, cited, workspace, |_, _| {})
        };
        let own: Vec<f64> = if self.scanned.len() < PARALLEL_FROM {
            let mut workspace = Workspace::default();
            let items = self.scanned.iter().zip(&self.cited);
            items.map(|item| of_record(&mut workspace, item)).collect()
        } else {
            let items = self.scanned.par_iter().zip(&self.cited).with_min_len(64);
            items.map_init(Workspace::default, of_record).collect()
        };
        self.own = own;
        self.claims = claims_on(&self.query, self.log, &self.excluded);
        let claiming: BTreeSet<usize> = self.claims.iter().map(|claim| claim.record).collect();
        for record in claiming {
            self.own[record] += self
                .claimed_paths(record)
                .map(|part| part.score)
                .sum::<f64>();
        }
        let before: Vec<f64> = (0..self.own.len())
            .map(|record| self.before_status(record))
            .collect();
        self.text = before.clone();
        for old in (0..before.len()).filter(|old| !self.succession.is_in_force(*old)) {
            if let Some(new) = self.heir(old) {
                self.text[new] = self.text[new].max(self.parameters.inherited * before[old]);
            }
            self.text[old] = self.parameters.not_live * before[old];
        }
    }

    /// The record in force that took the place of one that is not.
    fn heir(&self, old: usize) -> Option<usize> {
        if self.succession.is_in_force(old) {
            return None;
        }
        self.succession
            .head_of(old)
            .filter(|new| !self.excluded[*new])
    }

    fn scorer(&self) -> Scorer<'_> {
        Scorer {
            plan: &self.plan,
            parameters: &self.parameters,
            statistics: &self.statistics,
        }
    }

    /// The score with what the best citing record adds, before status counts.
    fn before_status(&self, record: usize) -> f64 {
        let own = self.own[record];
        let cited = self.best_citer(record).map_or(0.0, |(_, score)| score);
        if own > 0.0 {
            own + self.parameters.best_citer * cited
        } else {
            0.0
        }
    }

    /// The citing record with the best score; of equal ones the first.
    fn best_citer(&self, record: usize) -> Option<(usize, f64)> {
        let citers = self.cited[record]
            .by
            .iter()
            .map(|by| (*by as usize, self.own[*by as usize]));
        citers
            .filter(|(_, score)| *score > 0.0)
            .reduce(|a, b| if b.1 > a.1 { b } else { a })
    }

    /// What the paths of the query add that a record governs.
    fn claimed_paths(&self, record: usize) -> impl Iterator<Item = Part> {
        let of_record = self
            .claims
            .iter()
            .filter(move |claim| claim.record == record);
        of_record.map(|claim| {
            let claimants = self
                .claims
                .iter()
                .filter(|other| other.path == claim.path)
                .count();
            Part {
                score: self.parameters.path * claim.share * self.statistics.idf_of(claimants),
                reason: Reason::Path {
                    path: claim.path.clone(),
                    entry: claim.entry.clone(),
                },
            }
        })
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
    fn path_parts(&self, record: usize) -> Vec<Part> {
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
    fn scale(&self) -> f64 {
        match &self.paths {
            Paths::Sum {
                weights, most_text, ..
            } => weights.words / most_text,
            Paths::None | Paths::Boost(_) => 1.0,
        }
    }

    /// Best first; newer before older, then by slug.
    fn reorder(&mut self) {
        let scale = self.scale();
        let total = |record: usize| {
            let paths: f64 = self.path_parts(record).iter().map(|part| part.score).sum();
            self.text[record] * scale + paths
        };
        let mut order: Vec<(usize, f64)> = (0..self.text.len())
            .map(|record| (record, total(record)))
            .filter(|(_, score)| *score > 0.0)
            .collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| self.newer(a.0, b.0)));
        self.order = order;
    }

    fn newer(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let (a, b): (&Decision, &Decision) = (&self.log.records[a], &self.log.records[b]);
        b.date.cmp(&a.date).then_with(|| a.slug.cmp(&b.slug))
    }

    fn explain(&self, record: usize, score: f64) -> Hit {
        let mut parts = self.text_parts(record);
        let scale = self.scale();
        parts.iter_mut().for_each(|part| part.score *= scale);
        parts.extend(self.path_parts(record));
        parts.retain(|part| part.score != 0.0);
        parts.sort_by(|a, b| b.score.total_cmp(&a.score));
        let overlap = match &self.paths {
            Paths::None => None,
            Paths::Boost(overlap) | Paths::Sum { overlap, .. } => overlap.get(record).cloned(),
        };
        Hit {
            record,
            score,
            parts,
            overlap,
        }
    }

    /// The parts of the score for the words.
    fn text_parts(&self, record: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        if self.text[record] == 0.0 {
            return parts;
        }
        if self.own[record] > 0.0 {
            let explainer = Explainer {
                query: &self.query,
                scorer: self.scorer(),
                lexicon: &self.lexicon,
            };
            let (scanned, cited) = (&self.scanned[record], &self.cited[record]);
            parts = explainer.parts(&self.log.records[record], scanned, cited);
            parts.extend(self.claimed_paths(record));
            if let Some((by, score)) = self.best_citer(record) {
                let score = self.parameters.best_citer * score;
                parts.push(Part {
                    score,
                    reason: Reason::CitedBy { record: by },
                });
            }
        }
        let before = self.before_status(record);
        let reason = if !self.succession.is_in_force(record) {
            let status = self.log.records[record].status.as_ref();
            let said = status
                .map(|status| status.kind)
                .filter(|kind| !kind.is_live());
            Reason::NotLive {
                status: said.unwrap_or(StatusKind::Superseded),
            }
        } else {
            let old = (0..self.own.len())
                .filter(|old| self.heir(*old) == Some(record))
                .map(|old| (old, self.before_status(old)))
                .reduce(|a, b| if b.1 > a.1 { b } else { a });
            match old {
                Some((old, _)) => Reason::Supersedes { record: old },
                None => return parts,
            }
        };
        parts.push(Part {
            score: self.text[record] - before,
            reason,
        });
        parts
    }
}
