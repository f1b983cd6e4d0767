//! The main job: from words and working-tree changes to the records that matter.

use decision_core::affects::Strength;
use decision_core::{Decision, DecisionLog};
use decision_git::{ChangeKind, Changes};
use decision_scorer::{Hit, Overlap, Query, Ranking, Spelling};

use crate::workspace::Workspace;

/// What a search found, with what a reader must know to judge it.
#[derive(Debug)]
pub struct Answer<'w> {
    /// The words as asked.
    pub words: String,
    /// The whole log.
    pub log: &'w DecisionLog,
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

/// A record that was found.
#[derive(Debug)]
pub struct Found<'w> {
    /// The record.
    pub record: &'w Decision,
    /// Why it stands where it stands.
    pub hit: Hit,
    /// The changed files that it governs, strongest claim first.
    pub governs: Vec<Governed>,
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

/// Searches the log for words; without words, for what governs the working-tree changes.
pub fn search<'w>(workspace: &'w Workspace, words: &str, limit: usize) -> Answer<'w> {
    let log = workspace.log();
    let query = Query::parse(words);
    let ranking = query.rank(log);
    let scopes = log
        .records
        .iter()
        .map(|record| &record.affects)
        .filter(|affects| !affects.is_empty());
    let changes = workspace
        .repository
        .changes_under(scopes, workspace.settings.budget);
    let changed: Vec<&str> = changes.paths().map(|(path, _)| path).collect();
    let overlap = Overlap::of(log, &changed);
    let ranking = if query.is_empty() {
        Ranking::by_overlap(log, &overlap)
    } else {
        ranking.boosted_by(&overlap)
    };

    let found = |hit: Hit| {
        let record = &log.records[hit.record];
        Found {
            record,
            governs: governed(record, &changes),
            hit,
        }
    };
    let results: Vec<Found<'_>> = ranking.top(limit).into_iter().map(found).collect();
    let also_governing = ranking
        .governing_apart(&overlap)
        .into_iter()
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
        results,
        also_governing,
        changes,
        nearest,
        asked,
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
