//! The main job: from words and working-tree changes to the records that matter.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::mem::ManuallyDrop;

use decision_core::affects::Strength;
use decision_core::{Decision, DecisionLog};
use decision_git::{ChangeKind, Changes, Known, Standing};
use decision_scorer::{Hit, Options, Overlap, Query, Ranking, Spelling};

use crate::nearness::nearness;
use crate::settings::{HOOK_BUDGET, PERSON_BUDGET};
use crate::trust::{self, Trust};
use crate::workspace::Workspace;

/// What a search found, with what a reader must know to judge it.
#[derive(Debug)]
pub struct Answer<'w> {
    /// The words as asked.
    pub words: String,
    /// The whole log.
    pub log: &'w DecisionLog,
    /// How many records match in all.
    pub matched: usize,
    /// The best records, best first.
    pub results: Vec<Found<'w>>,
    /// Records that govern changed files but do not match the words.
    pub also_governing: Vec<Found<'w>>,
    /// What is being changed where records govern it, and how far that is known.
    pub changes: Changes,
    /// Where nothing matches: the word of the log that is spelt most like one that was asked for.
    pub nearest: Option<Spelling>,
    /// How many words were looked for, filler left out.
    pub asked: usize,
}

impl Answer<'_> {
    /// How far the changes are not known ("not", "only in part") and why; `None` where all of them are.
    pub fn unknown_changes(&self) -> Option<(&'static str, &str)> {
        match &self.changes.known {
            Known::Complete => None,
            Known::Partial(reason) => Some(("only in part", reason)),
            Known::Unknown(reason) => Some(("not", reason)),
        }
    }
}

/// A record that was found.
#[derive(Debug)]
pub struct Found<'w> {
    /// The record.
    pub record: &'w Decision,
    /// Why it stands where it stands.
    pub hit: Hit,
    /// The changed files that it governs, strongest claim first.
    pub governs: Vec<Governed>,
    /// Where git has it.
    pub standing: Standing,
    /// Whose word it is; what a person asked for is always taken for their own.
    pub trust: Trust,
    /// Whether it is in force or may come to be, as the log as a whole tells.
    pub in_force: bool,
    /// What took its place, or is proposed to; not what somebody else's branch proposes, where that is not
    /// asked for.
    pub successors: Vec<&'w Decision>,
    /// Whose place it took.
    pub replaced: Vec<&'w Decision>,
}

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To act on: of a record that was superseded only the one in force is shown, and what governs the
    /// changes at hand goes first.
    Act,
    /// To look around: every record has its place.
    Browse,
}

/// A changed file under a record's `affects`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Governed {
    /// The file.
    pub path: String,
    /// How it is changed.
    pub change: ChangeKind,
    /// The entry that claims it.
    pub entry: String,
    /// How strongly.
    pub strength: Strength,
}

/// How many records of a list beside the results are named.
const MAX_ALSO: usize = 5;

/// The share of the best score from which on a record that governs changed files goes first.
const LEADS_FROM: f64 = 0.15;

/// How many records behind the limit are looked at for those that take the place of others.
const AHEAD: usize = 8;

/// Searches the log for words; without words, for what governs the working-tree changes.
pub fn search<'w>(
    workspace: &'w Workspace,
    words: &str,
    limit: usize,
    purpose: Purpose,
) -> Answer<'w> {
    let log = workspace.log();
    let query = Query::parse(words);
    let changes = changes(workspace, purpose);
    let changed: Vec<&str> = changes.paths().map(|(path, _)| path).collect();
    let search = Search {
        workspace,
        query: &query,
        changes: &changes,
        overlap: &Overlap::of(log, &changed),
        purpose,
    };
    let mut standings = Standings {
        workspace,
        known: BTreeMap::new(),
    };
    let many = limit.saturating_add(AHEAD);
    let ranking = search.ranking(&mut standings, many);
    let shown: Vec<(usize, f64)> = ranking
        .scores()
        .filter(|(record, _)| search.is_shown(&ranking, *record))
        .collect();
    let matched = shown.len();
    let mut order: Vec<(usize, f64)> = shown.into_iter().take(many).collect();
    // What is as good as the last that fits may take its place below.
    let last = order
        .get(limit.saturating_sub(1))
        .map_or(0.0, |(_, score)| *score);
    standings.learn(
        order
            .iter()
            .filter(|(_, score)| *score >= last)
            .map(|(record, _)| *record),
    );
    // Of equal scores, what is merged goes first, then what is near; the sort is stable.
    let near = |record: usize| Reverse(nearness(workspace, &log.records[record], &changed));
    order.sort_by(|a, b| {
        let by_score = b.1.total_cmp(&a.1);
        by_score
            .then_with(|| standings.rank(a.0).cmp(&standings.rank(b.0)))
            .then_with(|| near(a.0).cmp(&near(b.0)))
    });
    let found = |hit: Hit| search.found(&ranking, &standings, hit);
    let mut results: Vec<Found<'_>> = order
        .iter()
        .take(limit)
        .filter_map(|(record, _)| ranking.hit(*record))
        .map(found)
        .collect();
    if purpose == Purpose::Act {
        lead_with_governing(&mut results);
    }
    let apart = ranking.governing_apart(search.overlap).into_iter();
    let also_governing = apart
        .filter(|hit| ranking.succession().is_in_force(hit.record))
        .take(MAX_ALSO)
        .map(found)
        .collect();
    let nearest = if results.is_empty() {
        ranking.nearest_spelling()
    } else {
        None
    };
    let asked = query.words().count();
    Answer {
        words: words.trim().to_owned(),
        log,
        matched,
        results,
        also_governing,
        changes,
        nearest,
        asked,
    }
}

/// What is being changed under the scope of any record, as far as the time goes that the purpose has.
fn changes(workspace: &Workspace, purpose: Purpose) -> Changes {
    let budget = workspace.settings.budget.unwrap_or(match purpose {
        Purpose::Act => HOOK_BUDGET,
        Purpose::Browse => PERSON_BUDGET,
    });
    let records = workspace.log().records.iter();
    let scopes = records
        .map(|record| &record.affects)
        .filter(|affects| !affects.is_empty());
    workspace.repository.changes_under(scopes, budget)
}

/// What is asked, and of what.
struct Search<'a, 'w> {
    workspace: &'w Workspace,
    query: &'a Query,
    changes: &'a Changes,
    overlap: &'a Overlap,
    purpose: Purpose,
}

impl<'w> Search<'_, 'w> {
    /// The ranking, in which what is not merged retires none of the first `many`. It is not given back
    /// either, see [`crate::registry::respond`].
    fn ranking(&self, standings: &mut Standings<'_>, many: usize) -> ManuallyDrop<Ranking<'w>> {
        let ranking = self.ranking_with(Vec::new());
        let not_merged = standings.unmerged_successors(&ranking, many);
        if not_merged.is_empty() {
            ranking
        } else {
            self.ranking_with(not_merged)
        }
    }

    fn ranking_with(&self, not_merged: Vec<usize>) -> ManuallyDrop<Ranking<'w>> {
        let log = self.workspace.log();
        let options = Options {
            not_merged,
            ..Options::default()
        };
        ManuallyDrop::new(if self.query.is_empty() {
            Ranking::by_overlap_with(log, self.overlap, options)
        } else {
            self.query.rank_with(log, options).boosted_by(self.overlap)
        })
    }

    /// Whether a record that matches is an answer.
    fn is_shown(&self, ranking: &Ranking<'_>, record: usize) -> bool {
        let succession = ranking.succession();
        let governs = || !governed(&self.workspace.log().records[record], self.changes).is_empty();
        // Without words only what governs the changes is an answer.
        let asked = !self.query.is_empty() || governs();
        let superseded = !succession.is_in_force(record) && succession.head_of(record).is_some();
        asked && !(self.purpose == Purpose::Act && superseded)
    }

    fn found(&self, ranking: &Ranking<'_>, standings: &Standings<'_>, hit: Hit) -> Found<'w> {
        let log = self.workspace.log();
        let record = &log.records[hit.record];
        let standing = standings.of(hit.record);
        let succession = ranking.succession();
        let records =
            |indices: &[usize]| indices.iter().map(|index| &log.records[*index]).collect();
        Found {
            record,
            governs: governed(record, self.changes),
            standing,
            trust: match self.purpose {
                Purpose::Act => trust::of(&self.workspace.repository, &record.path, standing),
                Purpose::Browse => Trust::Own,
            },
            in_force: succession.is_in_force(hit.record),
            successors: records(&self.successors(ranking, hit.record)),
            replaced: records(succession.replaced(hit.record)),
            hit,
        }
    }

    /// What took a record's place. That it does is the claim of whoever wrote the successor.
    fn successors(&self, ranking: &Ranking<'_>, record: usize) -> Vec<usize> {
        let log = self.workspace.log();
        let all = ranking.succession().successors(record).iter().copied();
        let is_foreign = |next: &usize| {
            trust::judge(&self.workspace.repository, &[&log.records[*next].path])
                .iter()
                .any(|judged| judged.trust == Trust::Foreign)
        };
        all.filter(|next| self.purpose == Purpose::Browse || !is_foreign(next))
            .collect()
    }
}

/// Of the records that are shown, those that govern what is being changed go first: whoever changes the
/// code must not miss them. One whose words hardly match stays where it is.
fn lead_with_governing(results: &mut [Found<'_>]) {
    let best = results.first().map_or(0.0, |found| found.hit.score);
    let leads = |found: &Found<'_>| {
        !found.governs.is_empty() && found.in_force && found.hit.score >= LEADS_FROM * best
    };
    results.sort_by_key(|found| !leads(found));
}

/// The standing of the few records that matter, asked for once each.
struct Standings<'w> {
    workspace: &'w Workspace,
    known: BTreeMap<usize, Standing>,
}

impl Standings<'_> {
    fn learn(&mut self, records: impl Iterator<Item = usize>) {
        let log = self.workspace.log();
        let new: Vec<usize> = records
            .filter(|record| !self.known.contains_key(record))
            .collect();
        if new.is_empty() {
            return;
        }
        let paths: Vec<&str> = new
            .iter()
            .map(|record| log.records[*record].path.as_str())
            .collect();
        let standings = self.workspace.repository.standing(&paths);
        self.known.extend(new.into_iter().zip(standings));
    }

    fn of(&self, record: usize) -> Standing {
        self.known
            .get(&record)
            .copied()
            .unwrap_or(Standing::Unknown)
    }

    /// 0 for merged and for what cannot be told, 1 for what is not merged.
    fn rank(&self, record: usize) -> u8 {
        u8::from(!matches!(
            self.of(record),
            Standing::Merged | Standing::Unknown
        ))
    }

    /// The records that retire one of the first `many`, are not merged, and so may not.
    fn unmerged_successors(&mut self, ranking: &Ranking<'_>, many: usize) -> Vec<usize> {
        let succession = ranking.succession();
        let retired: Vec<usize> = ranking
            .scores()
            .map(|(record, _)| record)
            .filter(|record| !succession.is_in_force(*record))
            .take(many)
            .collect();
        let mut unmerged_successors: Vec<usize> = retired
            .iter()
            .flat_map(|record| succession.successors(*record))
            .copied()
            .collect();
        unmerged_successors.sort_unstable();
        unmerged_successors.dedup();
        self.learn(retired.iter().chain(&unmerged_successors).copied());
        unmerged_successors.retain(|record| self.rank(*record) > 0);
        unmerged_successors
    }
}

/// The changed files under a record's `affects`, strongest claim first. A file stem and a scope over most
/// of the tree may rank a record, but are no ground to say that it governs a file.
fn governed(record: &Decision, changes: &Changes) -> Vec<Governed> {
    let mut governed: Vec<Governed> = changes
        .paths()
        .filter_map(|(path, change)| {
            let claim = record
                .affects
                .matches(path)
                .filter(|claim| claim.strength > Strength::Stem && !claim.broad)?;
            Some(Governed {
                path: path.to_owned(),
                change,
                entry: claim.entry.to_owned(),
                strength: claim.strength,
            })
        })
        .collect();
    governed.sort_by(|a, b| {
        b.strength
            .cmp(&a.strength)
            .then_with(|| a.path.cmp(&b.path))
    });
    governed.dedup_by(|later, earlier| later.path == earlier.path);
    governed
}
