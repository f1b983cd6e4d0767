//! Paths and type names in the text of a record.

use std::collections::HashMap;
use std::ops::Range;

use decision_core::{Decision, SectionKind};

use super::resolve::{self, Found, Plainness};
use super::tree::Tree;
use super::{Evidence, Sign, Signs, kinds};

/// Words of headings under which other things are named than what is governed.
const ASIDES: &[&str] = &[
    "reference",
    "link",
    "further reading",
    "resource",
    "appendix",
    "prior art",
    "changelog",
    "related",
    "see also",
    "history",
];

/// Looks through the text of a record.
pub(super) fn find(record: &Decision, tree: &Tree, origin: Option<&str>, signs: &mut Signs) {
    let dir = record.path.rsplit_once('/').map_or("", |(dir, _)| dir);
    let asides = asides(record);
    let contexts: Vec<Range<usize>> = record
        .sections
        .iter()
        .filter(|section| section.kind == Some(SectionKind::Context))
        .map(|section| section.body.clone())
        .collect();
    let mut fence: Option<&str> = None;
    let mut at = record.body_start();
    let first_line = record.text()[..at].matches('\n').count() + 1;
    for (index, line) in record.body().split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.trim_start().starts_with(mark));
        match (fence, mark) {
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, Some(mark)) => fence = Some(mark),
            _ => {}
        }
        if fence.is_some() || mark.is_some() || asides.iter().any(|aside| aside.contains(&start)) {
            continue;
        }
        let number = first_line + index;
        // What the situation was before says less than what was decided.
        let told = if contexts.iter().any(|span| span.contains(&start)) {
            0.8
        } else {
            1.0
        };
        for (found, plainness) in spans(line).filter_map(|span| resolve::path(tree, span)) {
            let weight = match plainness {
                Plainness::Whole => 1.0,
                Plainness::Suffix => 0.9,
                Plainness::BareName => 0.6,
            };
            add(
                signs,
                tree,
                found,
                Evidence::Text { line: number },
                weight * told,
            );
        }
        for target in targets(line) {
            let found =
                resolve::link(tree, dir, target).or_else(|| resolve::address(tree, origin, target));
            if let Some(found) = found {
                add(
                    signs,
                    tree,
                    found,
                    Evidence::Text { line: number },
                    0.9 * told,
                );
            }
        }
        for (file, name) in spans(line).filter_map(|span| of_type(tree, span)) {
            let evidence = Evidence::Name {
                name: name.to_owned(),
                line: number,
            };
            add(signs, tree, Found::File(file), evidence, NAME);
        }
    }
    weaken_single_mentions(signs);
}

/// A directory of more files than this, and of a twentieth of the tree, is large.
const LARGE: usize = 40;

/// A record that names more files than this tells how things work; the few that it comes back to are
/// what it is about.
const MANY: usize = 6;

/// Where a record names many files, those that it names once say less.
fn weaken_single_mentions(signs: &mut Signs) {
    let is_text = |sign: &Sign| matches!(sign.evidence, Evidence::Text { .. });
    let named = signs
        .files
        .values()
        .filter(|signs| signs.iter().any(is_text));
    if named.count() <= MANY {
        return;
    }
    for signs in signs.files.values_mut() {
        if signs.iter().filter(|sign| is_text(sign)).count() == 1 {
            for sign in signs.iter_mut().filter(|sign| is_text(sign)) {
                sign.weight *= 0.8;
            }
        }
    }
}

/// What the name of a type says.
const NAME: f32 = 0.62;

/// A name that so many records hold is a word of the whole project.
const COMMON: usize = 3;

/// Takes out the names that are words of the whole project, and those that a record holds only once.
pub(super) fn drop_common_names(all: &mut [Signs]) {
    let is_name = |sign: &Sign| matches!(sign.evidence, Evidence::Name { .. });
    let mut records: HashMap<usize, usize> = HashMap::new();
    for signs in all.iter() {
        for (file, signs) in &signs.files {
            *records.entry(*file).or_default() += usize::from(signs.iter().any(is_name));
        }
    }
    for signs in all {
        for (file, signs) in &mut signs.files {
            let names = signs.iter().filter(|sign| is_name(sign)).count();
            if records[file] >= COMMON || names == 1 {
                signs.retain(|sign| !is_name(sign));
            }
        }
        signs.files.retain(|_, signs| !signs.is_empty());
    }
}

fn add(signs: &mut Signs, tree: &Tree, found: Found, evidence: Evidence, weight: f32) {
    let sign = |weight: f32| Sign {
        evidence: evidence.clone(),
        weight,
    };
    match found {
        Found::File(file) => {
            let path = tree.path(file);
            if kinds::is_source(path) {
                let tests = if kinds::is_test(path) { 0.7 } else { 1.0 };
                signs
                    .files
                    .entry(file)
                    .or_default()
                    .push(sign(weight * tests));
            }
        }
        Found::Dir(dir) => {
            // A record seldom governs a large part of the tree because it names it once.
            let large = tree.under(&dir).unwrap_or_default() > LARGE.max(tree.len() / 20);
            let size = if large { 0.6 } else { 1.0 };
            signs.dirs.entry(dir).or_default().push(sign(weight * size));
        }
    }
}

/// Where the record argues about other ways, or only points elsewhere.
fn asides(record: &Decision) -> Vec<Range<usize>> {
    let sections = record.sections.iter();
    sections
        .filter(|section| {
            let heading = record.text()[section.heading.clone()].to_ascii_lowercase();
            section.level > 1
                && (section.kind == Some(SectionKind::Alternatives)
                    || ASIDES.iter().any(|word| heading.contains(word)))
        })
        .map(|section| section.body.clone())
        .collect()
}

/// The code spans of a line.
fn spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).map(str::trim)
}

/// The targets of the links of a line.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| {
        let end = rest.find([')', ' '])?;
        Some(rest[..end].trim_matches(['<', '>']))
    })
}

/// The one source file that a type's name belongs to, and that name: `TransferProcessManager` is
/// `TransferProcessManager.java`. Only names of several words are taken, and no tests.
fn of_type<'a>(tree: &Tree, written: &'a str) -> Option<(usize, &'a str)> {
    let name = written.split(['#', '<', '(']).next()?;
    // `org.example.Order`, `Order.place`, `Order::place`: the type begins with a capital letter.
    let name = name
        .rsplit(['.', ':'])
        .find(|part| part.starts_with(|c: char| c.is_ascii_uppercase()))?;
    let humps = name
        .as_bytes()
        .windows(2)
        .filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        .count();
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if humps == 0 || !plain {
        return None;
    }
    let mut files = tree
        .with_stem(name)
        .iter()
        .filter(|file| kinds::is_source(tree.path(**file)) && !kinds::is_test(tree.path(**file)));
    match (files.next(), files.next()) {
        (Some(file), None) => Some((*file, name)),
        _ => None,
    }
}
