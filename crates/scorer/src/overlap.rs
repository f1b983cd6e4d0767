//! What changed paths say about the records: who claims them, and how much of the change.

use std::collections::BTreeMap;

use decision_core::DecisionLog;
use decision_core::affects::Strength;

use crate::query::Query;

/// The most changed paths that are looked at; a larger change says little about any one record.
const MOST_PATHS: usize = 200;

/// What a claim by a file stem, or over most of the tree, counts for.
const WEAK: f64 = 0.3;

/// What a set of changed paths says about each record of a log.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overlap {
    records: BTreeMap<usize, RecordOverlap>,
    changed: Vec<String>,
}

/// The changed paths that one record claims.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordOverlap {
    /// How much of the change is this record's, against the record that has most of it: above 0, at
    /// most 1. A path that many records claim counts less for each.
    pub share: f64,
    /// The strongest claim.
    pub strength: Strength,
    /// The claimed paths, in the order given.
    pub paths: Vec<ClaimedPath>,
}

/// A changed path and the entry that claims it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedPath {
    /// The changed path.
    pub path: String,
    /// The entry of `affects`, as written.
    pub entry: String,
    /// How strongly it claims the path.
    pub strength: Strength,
    /// Whether the entry claims most of the tree.
    pub broad: bool,
}

impl RecordOverlap {
    /// Whether the overlap is enough to speak of the record without a matching word: some claim is
    /// stronger than a file stem and narrower than most of the tree.
    pub fn speaks(&self) -> bool {
        self.paths
            .iter()
            .any(|claim| !claim.broad && claim.strength > Strength::Stem)
    }
}

impl Overlap {
    /// Matches changed paths (from the repository root, with `/`) against the records of a log.
    pub fn of<P: AsRef<str>>(log: &DecisionLog, changed: &[P]) -> Overlap {
        let changed: Vec<String> = changed
            .iter()
            .take(MOST_PATHS)
            .map(|path| path.as_ref().to_owned())
            .collect();
        let mut claims: BTreeMap<usize, Vec<(usize, ClaimedPath)>> = BTreeMap::new();
        let mut claimants = vec![0u32; changed.len()];
        let mut with_scope = 0u32;
        for (index, record) in log.records.iter().enumerate() {
            if record.affects.is_empty() {
                continue;
            }
            with_scope += 1;
            for (number, path) in changed.iter().enumerate() {
                let Some(found) = record.affects.matches(path) else {
                    continue;
                };
                claimants[number] += 1;
                let claim = ClaimedPath {
                    path: path.clone(),
                    entry: found.entry.to_owned(),
                    strength: found.strength,
                    broad: found.broad,
                };
                claims.entry(index).or_default().push((number, claim));
            }
        }
        let rarity = |n: u32| f64::from(with_scope + 1) / f64::from(n.max(1));
        let weight = |claim: &ClaimedPath| {
            if claim.broad || claim.strength == Strength::Stem {
                WEAK
            } else {
                1.0
            }
        };
        let sums: BTreeMap<usize, f64> = claims
            .iter()
            .map(|(index, claims)| {
                let value = |(number, claim): &(usize, ClaimedPath)| {
                    weight(claim) * rarity(claimants[*number]).ln()
                };
                (*index, claims.iter().map(value).sum())
            })
            .collect();
        let most = sums.values().copied().fold(f64::MIN_POSITIVE, f64::max);
        let records = claims
            .into_iter()
            .map(|(index, claims)| {
                let paths: Vec<ClaimedPath> = claims.into_iter().map(|(_, claim)| claim).collect();
                let strength = paths
                    .iter()
                    .map(|claim| claim.strength)
                    .max()
                    .unwrap_or(Strength::Stem);
                (
                    index,
                    RecordOverlap {
                        share: sums[&index] / most,
                        strength,
                        paths,
                    },
                )
            })
            .collect();
        Overlap { records, changed }
    }

    /// The overlap of a record, an index into [`DecisionLog::records`].
    pub fn get(&self, record: usize) -> Option<&RecordOverlap> {
        self.records.get(&record)
    }

    /// Whether no record claims a changed path.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The records that claim a changed path, with what they claim, in the order of the log.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &RecordOverlap)> {
        self.records
            .iter()
            .map(|(record, overlap)| (*record, overlap))
    }

    /// The changed paths.
    pub(crate) fn changed(&self) -> &[String] {
        &self.changed
    }
}

/// A path of the query that a record governs.
#[derive(Debug, Clone)]
pub(crate) struct PathClaim {
    pub(crate) record: usize,
    /// As typed.
    pub(crate) path: String,
    /// The entry of `affects`.
    pub(crate) entry: String,
    /// From 0 to 1, by how strong the claim is.
    pub(crate) share: f64,
}

/// The records that govern the paths of a query, or something under them.
pub(crate) fn claims_on(query: &Query, log: &DecisionLog, excluded: &[bool]) -> Vec<PathClaim> {
    let mut claims = Vec::new();
    for path in query.paths() {
        let folder = path.trim_end_matches('/');
        let under = |text: &str| {
            text.strip_prefix(folder)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        for (record, decision) in log.records.iter().enumerate() {
            if excluded[record] || decision.affects.is_empty() {
                continue;
            }
            let claim = decision
                .affects
                .matches(folder)
                .filter(|found| !found.broad);
            let (entry, share) = match claim {
                Some(found) if found.strength > Strength::Suffix => (found.entry, 1.0),
                Some(found) if found.strength > Strength::Stem => (found.entry, 0.5),
                Some(found) => (found.entry, 0.25),
                None => match decision
                    .affects
                    .entries()
                    .iter()
                    .find(|entry| under(entry.text()))
                {
                    Some(entry) => (entry.text(), 0.5),
                    None => continue,
                },
            };
            let (path, entry) = (path.to_owned(), entry.to_owned());
            claims.push(PathClaim {
                record,
                path,
                entry,
                share,
            });
        }
    }
    claims
}
