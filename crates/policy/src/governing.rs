//! Which records govern a few files, and which of them may say so.
//!
//! A record that matches only weakly (by a file stem, by a scope over most of the tree, by scope beside the
//! records that nobody has reviewed yet) ranks elsewhere and says nothing here.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use decision_core::affects::Strength;
use decision_core::{Decision, LinkKind, Names, Succession, sidecar};
use decision_git::Standing;

use crate::trust::{self, Judged, Trust};
use crate::workspace::Workspace;

/// A record that governs files.
#[derive(Debug, Clone)]
pub(crate) struct Governing<'w> {
    /// The record; as it is merged, where somebody else's branch changes it.
    pub record: Cow<'w, Decision>,
    /// Whether that is so.
    pub as_merged: bool,
    /// Where it stands, and whose word it is.
    pub judged: Judged,
    /// The files with the entries that claim them, strongest claim first.
    pub files: Vec<Claim>,
    /// Whose place it took.
    pub replaced: Vec<&'w Decision>,
    /// What is to take its place, once that is accepted and merged; not what somebody else's branch proposes.
    pub successors: Vec<&'w Decision>,
}

/// A file that a record claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Claim {
    /// The file, from the root with `/`.
    pub file: String,
    /// The entry that claims it.
    pub entry: String,
    /// How strongly.
    pub strength: Strength,
}

/// What governs a few files.
#[derive(Debug, Clone, Default)]
pub(crate) struct Governed<'w> {
    /// The records that may speak, strongest claim first.
    pub speaking: Vec<Governing<'w>>,
    /// Records that governed the files until another took their place, which does not speak itself: the old
    /// one, and the one in force.
    pub superseded: Vec<(&'w Decision, &'w Decision)>,
}

/// So many records whose names others have too are looked at.
const MAX_SHARED: usize = 128;

/// The records that govern files (from the root with `/`). Costs no look at git where there is none.
pub(crate) fn governing<'w>(workspace: &'w Workspace, files: &[String]) -> Governed<'w> {
    let records = &workspace.log().records;
    let mut matched = matched(records, files);
    if matched.is_empty() {
        return Governed::default();
    }
    let mut judges = Judges {
        workspace,
        known: BTreeMap::new(),
    };
    drop_unreviewed(workspace, &mut matched);
    judges.learn(matched.iter().map(|(index, ..)| *index));
    let usurpers = judges.usurpers();
    let names = Names::of(records, |index| !usurpers.contains(&index));
    let succession = judges.succession(&names, &matched);

    let mut governed = Governed::default();
    let mut retired = Vec::new();
    for (index, claims, _) in matched {
        let judged = judges.of(index);
        let record = &records[index];
        if judged.trust == Trust::Foreign
            && let Some(merged) = merged_version(workspace, record)
        {
            let by_merged = |next: &usize| {
                judges.of(*next).may_retire() && declares(&records[*next], index, &names)
            };
            let is_retired = succession.successors(index).iter().any(by_merged);
            if !is_retired {
                governed.speaking.extend(as_merged(merged, files));
            }
        } else if succession.is_in_force(index) {
            // That it takes another's place is the claim of whoever wrote the successor.
            let credible = |next: &&usize| judges.of(**next).trust != Trust::Foreign;
            let successors = succession.successors(index).iter().filter(credible);
            let replaced = succession.replaced(index).iter();
            governed.speaking.push(Governing {
                record: Cow::Borrowed(record),
                as_merged: false,
                judged,
                files: claims,
                replaced: replaced.map(|old| &records[*old]).collect(),
                successors: successors.map(|next| &records[*next]).collect(),
            });
        } else if let Some(head) = succession.head_of(index) {
            retired.push((record, &records[head]));
        }
    }
    retired.retain(|(_, head)| {
        let speaks = |one: &Governing<'_>| one.record.path == head.path;
        !governed.speaking.iter().any(speaks)
    });
    governed.superseded = retired;
    governed.speaking.sort_by_cached_key(order);
    governed
}

/// The records with strong claims on the files; of each its claims, and whether they rest on entries beside
/// it.
fn matched(records: &[Decision], files: &[String]) -> Vec<(usize, Vec<Claim>, bool)> {
    records
        .iter()
        .enumerate()
        .filter(|(_, record)| !record.affects.is_empty())
        .filter_map(|(index, record)| {
            let (claims, beside) = claims(record, files);
            (!claims.is_empty()).then_some((index, claims, beside))
        })
        .collect()
}

/// What a record says in the merged version, where somebody else's branch changes it: what the branch alone
/// makes of it (a wider scope) is said by nobody.
fn as_merged<'w>(merged: Decision, files: &[String]) -> Option<Governing<'w>> {
    let (claims, _) = claims(&merged, files);
    (!claims.is_empty() && merged.is_live()).then(|| Governing {
        record: Cow::Owned(merged),
        as_merged: true,
        judged: Judged {
            standing: Standing::Merged,
            trust: Trust::Merged,
        },
        files: claims,
        replaced: Vec::new(),
        successors: Vec::new(),
    })
}

/// Merged before the rest, strong before weak, deep before shallow, new before old.
fn order(one: &Governing<'_>) -> impl Ord + use<> {
    let claim = one.files.first();
    (
        one.judged.trust == Trust::Foreign,
        Reverse(claim.map(|claim| (claim.strength, claim.entry.matches('/').count()))),
        Reverse(one.record.date.clone()),
        one.record.path.clone(),
    )
}

/// The strong claims of a record on files, strongest first; and whether they rest on entries beside it.
fn claims(record: &Decision, files: &[String]) -> (Vec<Claim>, bool) {
    let strong = |file: &String| {
        let claim = record.affects.matches(file)?;
        (claim.strength > Strength::Stem && !claim.broad).then(|| Claim {
            file: file.clone(),
            entry: claim.entry.to_owned(),
            strength: claim.strength,
        })
    };
    let mut claims: Vec<Claim> = files.iter().filter_map(strong).collect();
    claims.sort_by_key(|claim| Reverse(claim.strength));
    let has_own = || {
        let own = record.affects.first(record.own_affects);
        claims.iter().any(|claim| {
            own.matches(&claim.file)
                .is_some_and(|own| own.strength > Strength::Stem && !own.broad)
        })
    };
    let beside =
        !claims.is_empty() && record.own_affects < record.affects.entries().len() && !has_own();
    (claims, beside)
}

/// Takes out the records that match only by scope beside them which is not merged: a proposal that nobody
/// has reviewed, or a branch that widens what others decided.
fn drop_unreviewed(workspace: &Workspace, matched: &mut Vec<(usize, Vec<Claim>, bool)>) {
    let log = workspace.log();
    let mut reviewed: BTreeMap<usize, bool> = BTreeMap::new();
    matched.retain(|(index, _, beside)| {
        let place = log.records[*index].place;
        !*beside
            || *reviewed.entry(place).or_insert_with(|| {
                let Some(dir) = log.dirs.get(place) else {
                    return false;
                };
                let judged = trust::judge(&workspace.repository, &[&sidecar::label(dir)]);
                judged.iter().all(|judged| judged.may_retire())
            })
    });
}

/// A record as the default branch has it; none where it has none.
fn merged_version(workspace: &Workspace, record: &Decision) -> Option<Decision> {
    let bytes = workspace.repository.merged_content(&record.path)?;
    let (merged, _) = Decision::read(&record.path, &record.slug, record.place, bytes);
    Some(merged)
}

/// Whether a record itself says that it takes another one's place.
fn declares(record: &Decision, old: usize, names: &Names) -> bool {
    record.is_live()
        && record.links.iter().any(|link| {
            link.kind == LinkKind::Supersedes && names.by_words(&link.target) == Some(old)
        })
}

/// The standing of the few records that matter, asked for once each.
struct Judges<'w> {
    workspace: &'w Workspace,
    known: BTreeMap<usize, Judged>,
}

impl Judges<'_> {
    fn learn(&mut self, indices: impl Iterator<Item = usize>) {
        let records = &self.workspace.log().records;
        let new: Vec<usize> = indices
            .filter(|index| !self.known.contains_key(index))
            .collect();
        if new.is_empty() {
            return;
        }
        let paths: Vec<&str> = new
            .iter()
            .map(|index| records[*index].path.as_str())
            .collect();
        let judged = trust::judge(&self.workspace.repository, &paths);
        self.known.extend(new.into_iter().zip(judged));
    }

    fn of(&self, index: usize) -> Judged {
        self.known.get(&index).copied().unwrap_or(Judged {
            standing: Standing::Unknown,
            trust: Trust::Foreign,
        })
    }

    /// Records of somebody else's branch that take a name which another record has: a name that two share
    /// means neither, and so links between merged records would be cut.
    fn usurpers(&mut self) -> Vec<usize> {
        let records = &self.workspace.log().records;
        let mut named: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, record) in records.iter().enumerate() {
            let stem = record.slug.rsplit('/').next().unwrap_or(&record.slug);
            let stem = stem.to_ascii_lowercase();
            let number = Names::number_in(&stem)
                .or_else(|| Names::number_in(record.id.as_deref()?))
                .map(|(series, number)| format!("{series} {number}"));
            let name = record.name.as_deref().map(str::to_ascii_lowercase);
            let name = name.filter(|name| *name != stem);
            for name in [Some(stem), name, number].into_iter().flatten() {
                named.entry(name).or_default().push(index);
            }
        }
        let shared = named.into_values().filter(|indices| indices.len() > 1);
        let mut shared: Vec<usize> = shared.flatten().collect();
        shared.sort_unstable();
        shared.dedup();
        shared.truncate(MAX_SHARED);
        self.learn(shared.iter().copied());
        shared.retain(|index| self.of(*index).trust == Trust::Foreign);
        shared
    }

    /// Who took whose place, where only what is merged may retire a record that matched.
    fn succession(&mut self, names: &Names, matched: &[(usize, Vec<Claim>, bool)]) -> Succession {
        let records = &self.workspace.log().records;
        let all = Succession::of(records, names, |_| true);
        let successors: Vec<usize> = matched
            .iter()
            .flat_map(|(index, ..)| all.successors(*index))
            .copied()
            .collect();
        if successors.is_empty() {
            return all;
        }
        self.learn(successors.iter().copied());
        let may_retire = |index: usize| !successors.contains(&index) || self.of(index).may_retire();
        Succession::of(records, names, may_retire)
    }
}
