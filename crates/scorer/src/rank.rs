//! The order of the records for a query.

use std::collections::BTreeSet;

use decision_core::{Decision, DecisionLog, Names, Succession};
use rayon::prelude::*;

use crate::Parameters;
use crate::hit::{Hit, Part, Reason};
use crate::lexicon::Lexicon;
use crate::nearest::{Spelling, nearest};
use crate::overlap::{PathClaim, claims_on};
use crate::plan::Plan;
use crate::query::Query;
use crate::scan::{PARALLEL_FROM, Scanned, scan_log};
use crate::score::{Scorer, Workspace};
use crate::spell::recover;
use crate::statistics::{Cited, Statistics, cited};

mod paths;
mod why;

use paths::Paths;

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
}
