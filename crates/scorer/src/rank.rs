//! The order of the records for a query.

use decision_core::DecisionLog;
use rayon::prelude::*;

use crate::Parameters;
use crate::cite::Names;
use crate::plan::Plan;
use crate::query::Query;
use crate::scan::{Scanned, scan_log};
use crate::score::{Cited, Scorer, Statistics, Workspace, cited};
use crate::spell::recover;

/// What a ranking may be told.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Records that are left out, as if the log did not hold them; indices into
    /// [`DecisionLog::records`].
    pub exclude: Vec<usize>,
    /// The numbers of the ranking.
    pub parameters: Parameters,
}

/// The records of a log in the order of a query.
#[derive(Debug)]
pub struct Ranking<'l> {
    pub(crate) log: &'l DecisionLog,
    pub(crate) query: Query,
    pub(crate) options: Options,
    pub(crate) plan: Plan,
    pub(crate) scanned: Vec<Scanned>,
    pub(crate) cited: Vec<Cited>,
    pub(crate) statistics: Statistics,
    pub(crate) order: Vec<Ranked>,
}

/// A record's place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) record: usize,
    pub(crate) score: f64,
}

impl Query {
    /// Ranks the records of a log.
    pub fn rank<'l>(&self, log: &'l DecisionLog) -> Ranking<'l> {
        self.rank_with(log, Options::default())
    }

    /// Ranks the records of a log, with options.
    pub fn rank_with<'l>(&self, log: &'l DecisionLog, options: Options) -> Ranking<'l> {
        let mut excluded = vec![false; log.records.len()];
        for index in &options.exclude {
            if let Some(flag) = excluded.get_mut(*index) {
                *flag = true;
            }
        }
        let names = Names::of(log, &excluded);
        let count = excluded.iter().filter(|excluded| !**excluded).count();
        let parameters = &options.parameters;
        let mut plan = Plan::of(self);
        let mut scanned = scan_log(log, &excluded, &plan.lexicon(true), &names);
        let mut cited_by = cited(&scanned);
        let mut statistics = Statistics::of(&plan, parameters, &scanned, &cited_by, count);
        if recover(&mut plan, &statistics.frequency, log, &excluded) {
            scanned = scan_log(log, &excluded, &plan.lexicon(true), &names);
            cited_by = cited(&scanned);
            statistics = Statistics::of(&plan, parameters, &scanned, &cited_by, count);
        }
        let mut ranking = Ranking {
            log,
            query: self.clone(),
            options,
            plan,
            scanned,
            cited: cited_by,
            statistics,
            order: Vec::new(),
        };
        ranking.order = ranking.ranked();
        ranking
    }
}

impl Ranking<'_> {
    fn ranked(&self) -> Vec<Ranked> {
        let scorer = self.scorer();
        let score = |workspace: &mut Workspace, (record, cited): (&Scanned, &Cited)| {
            scorer.score(record, cited, workspace, |_, _| {})
        };
        let own: Vec<f64> = if self.scanned.len() < 256 {
            let mut workspace = Workspace::default();
            self.scanned
                .iter()
                .zip(&self.cited)
                .map(|item| score(&mut workspace, item))
                .collect()
        } else {
            self.scanned
                .par_iter()
                .zip(&self.cited)
                .with_min_len(64)
                .map_init(Workspace::default, score)
                .collect()
        };
        let mut order = Vec::new();
        for (record, score) in own.iter().enumerate() {
            if *score <= 0.0 {
                continue;
            }
            let best = self.cited[record]
                .by
                .iter()
                .map(|by| own[*by as usize])
                .fold(0.0, f64::max);
            order.push(Ranked {
                record,
                score: score + self.options.parameters.best_citer * best,
            });
        }
        self.sort(&mut order);
        order
    }

    fn scorer(&self) -> Scorer<'_> {
        Scorer {
            plan: &self.plan,
            parameters: &self.options.parameters,
            statistics: &self.statistics,
        }
    }

    /// Best first; newer before older, then by slug.
    fn sort(&self, order: &mut [Ranked]) {
        let records = &self.log.records;
        order.sort_by(|a, b| {
            let (left, right) = (&records[a.record], &records[b.record]);
            b.score
                .total_cmp(&a.score)
                .then_with(|| right.date.cmp(&left.date))
                .then_with(|| left.slug.cmp(&right.slug))
        });
    }

    /// The records in order, with their scores.
    pub fn scores(&self) -> impl Iterator<Item = (usize, f64)> {
        self.order
            .iter()
            .map(|ranked| (ranked.record, ranked.score))
    }
}
