//! From signs to entries: what is weak falls out, files that fill a directory become the directory.

use std::collections::{BTreeMap, BTreeSet};

use decision_core::Decision;
use decision_core::affects::Strength;

use super::tree::{Tree, dirs_above};
use super::{Confidence, Evidence, Proposal, Sign, Signs};

/// So many files of one directory are needed for the directory to take their place.
const MIN_FILES: usize = 3;

/// And they have to be this share of the files in it.
const MIN_SHARE: f32 = 0.5;

/// A directory with a larger share of all tracked files is no scope.
const MAX_OF_TREE: f32 = 0.2;

/// The least weight of a file that is proposed.
const LEAST: f32 = 0.5;

/// From this weight on a proposal is sure.
const SURE: f32 = 1.5;

/// From this weight on it is good.
const GOOD: f32 = 0.9;

/// More reasons than this are not listed one by one.
const MAX_EVIDENCE: usize = 5;

/// More proposals than this for one record say that the evidence is about something else.
const MAX_PROPOSALS: usize = 12;

/// The entries that the signs of one record amount to, the surest first.
pub(super) fn proposals(record: &Decision, tree: &Tree, signs: Signs) -> Vec<Proposal> {
    let is_new = |path: &str| {
        record
            .affects
            .matches(path)
            .is_none_or(|found| found.strength == Strength::Stem)
    };
    let mut files: BTreeMap<usize, Vec<Sign>> = signs
        .files
        .into_iter()
        .filter(|(file, signs)| weight(signs) >= LEAST && is_new(tree.path(*file)))
        .collect();
    let mut dirs: BTreeMap<String, Vec<Sign>> = signs
        .dirs
        .into_iter()
        .filter(|(dir, _)| {
            is_scope(tree, dir) && tree.files_under(dir).any(|file| is_new(tree.path(file)))
        })
        .collect();
    for dir in full_dirs(tree, &files) {
        dirs.entry(dir).or_default();
    }
    let outer: Vec<String> = dirs.keys().cloned().collect();
    for (dir, signs) in &mut dirs {
        for file in tree.files_under(dir) {
            if let Some(of_file) = files.get(&file) {
                signs.extend(of_file.iter().cloned());
            }
        }
    }
    // What lies in a proposed directory needs no entry of its own.
    let inside = |path: &str| dirs_above(path).any(|above| outer.iter().any(|dir| dir == above));
    files.retain(|file, _| !inside(tree.path(*file)));
    dirs.retain(|dir, _| !inside(dir));
    let of_dirs = dirs.into_iter().map(|(dir, signs)| {
        let count = tree.under(&dir).unwrap_or_default();
        proposal(format!("{dir}/"), count, signs)
    });
    let of_files = files
        .into_iter()
        .map(|(file, signs)| proposal(entry(tree.path(file)), 1, signs));
    let mut weighed: Vec<(f32, Proposal)> = of_dirs.chain(of_files).collect();
    weighed
        .sort_by(|(a, left), (b, right)| b.total_cmp(a).then_with(|| left.entry.cmp(&right.entry)));
    weighed.truncate(MAX_PROPOSALS);
    weighed.into_iter().map(|(_, proposal)| proposal).collect()
}

/// A file at the root is tied to it, or its name would claim every file of that name.
fn entry(path: &str) -> String {
    let bare = !path.contains('/');
    let special = path.contains(['*', '?', '[', ']', '{', '}', '!', '\\']);
    if special {
        let mut escaped = String::with_capacity(path.len() + 4);
        for c in path.chars() {
            if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '!' | '\\') {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        return escaped;
    }
    if bare {
        format!("/{path}")
    } else {
        path.to_owned()
    }
}

/// The outermost directories that the files fill.
fn full_dirs(tree: &Tree, files: &BTreeMap<usize, Vec<Sign>>) -> BTreeSet<String> {
    let mut hits: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files.keys() {
        for dir in dirs_above(tree.path(*file)) {
            *hits.entry(dir).or_default() += 1;
        }
    }
    // What lies in one directory alone fills that one and not the one above it.
    let only_child: BTreeSet<&str> = hits
        .iter()
        .filter_map(|(dir, count)| {
            let (above, _) = dir.rsplit_once('/')?;
            (hits.get(above) == Some(count)).then_some(above)
        })
        .collect();
    let full: Vec<&str> = hits
        .into_iter()
        .filter(|(dir, count)| {
            let all = tree.under(dir).unwrap_or(usize::MAX);
            *count >= MIN_FILES
                && !only_child.contains(dir)
                && share(*count, all) >= MIN_SHARE
                && is_scope(tree, dir)
        })
        .map(|(dir, _)| dir)
        .collect();
    let inner = |dir: &str| dirs_above(dir).any(|above| full.contains(&above));
    full.iter()
        .filter(|dir| !inner(dir))
        .map(|dir| (*dir).to_owned())
        .collect()
}

fn is_scope(tree: &Tree, dir: &str) -> bool {
    tree.under(dir)
        .is_some_and(|count| share(count, tree.len()) <= MAX_OF_TREE || count <= MIN_FILES)
}

fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

/// Signs of one kind say little more together than the strongest of them; kinds add up.
fn weight(signs: &[Sign]) -> f32 {
    let mut best: BTreeMap<&'static str, (f32, usize)> = BTreeMap::new();
    for sign in signs {
        let (weight, count) = best.entry(sign.evidence.kind()).or_default();
        *weight = weight.max(sign.weight);
        *count += 1;
    }
    best.values()
        .map(|(weight, count)| weight + 0.1 * (*count - 1).min(3) as f32)
        .sum()
}

fn proposal(entry: String, files: usize, mut signs: Vec<Sign>) -> (f32, Proposal) {
    let weight = weight(&signs);
    signs.sort_by(|a, b| {
        b.weight
            .total_cmp(&a.weight)
            .then_with(|| a.evidence.cmp(&b.evidence))
    });
    let mut evidence: Vec<Evidence> = Vec::new();
    for sign in signs {
        let known = evidence
            .iter()
            .any(|other| says_the_same(other, &sign.evidence));
        if evidence.len() < MAX_EVIDENCE && !known {
            evidence.push(sign.evidence);
        }
    }
    let confidence = if weight >= SURE {
        Confidence::High
    } else if weight >= GOOD {
        Confidence::Medium
    } else {
        Confidence::Low
    };
    let proposal = Proposal {
        entry,
        files,
        confidence,
        evidence,
    };
    (weight, proposal)
}

/// Whether a second reason adds nothing for a reader: the same one, or the same name on another line.
fn says_the_same(one: &Evidence, other: &Evidence) -> bool {
    match (one, other) {
        (Evidence::Name { name, .. }, Evidence::Name { name: again, .. }) => name == again,
        _ => one == other,
    }
}
