//! The names by which records mean each other: paths, slugs, numbers.

use std::collections::HashMap;
use std::hash::Hash;

use crate::Decision;

/// The names of the records of a log. A name that two records share means none of them.
#[derive(Debug, Default)]
pub struct Names {
    /// By the last part of the slug, in lower case.
    stems: HashMap<String, Option<usize>>,
    /// By the letters before the number, and the number.
    numbered: HashMap<(String, u64), Option<usize>>,
    /// By the number alone.
    numbers: HashMap<u64, Option<usize>>,
}

/// Folders and words in a web address that make the number in it the name of a record.
const FOLDERS: &[&str] = &[
    "decision",
    "rfc",
    "adr",
    "proposal",
    "eip",
    "erc",
    "kep",
    "evolution",
    "text",
];

impl Names {
    /// The names of the records that `keep` keeps; an index counts in `records`.
    pub fn of(records: &[Decision], keep: impl Fn(usize) -> bool) -> Names {
        let mut names = Names::default();
        for (index, record) in records.iter().enumerate().filter(|(index, _)| keep(*index)) {
            let stem = last_segment(&record.slug).to_ascii_lowercase();
            let number = series_and_number(&stem)
                .or_else(|| series_and_number(&record.id.as_deref()?.to_ascii_lowercase()));
            if let Some((series, number)) = number {
                note(&mut names.numbers, number, index);
                note(&mut names.numbered, (series, number), index);
            }
            note(&mut names.stems, stem, index);
        }
        names
    }

    /// The record that a link's target means: by its file name, else by its number.
    pub fn by_target(&self, target: &str) -> Option<usize> {
        let target = target.split(['#', '?', ' ']).next()?.trim_end_matches('/');
        let mut stem = last_segment(target);
        if let Some((rest, _)) = stem.rsplit_once('.') {
            stem = rest;
        }
        if ["readme", "index"]
            .iter()
            .any(|name| stem.eq_ignore_ascii_case(name))
        {
            stem = target.rsplit('/').nth(1)?;
        }
        let stem = stem.to_ascii_lowercase();
        if let Some(found) = self.stems.get(&stem) {
            return *found;
        }
        if target.contains("://") {
            let lower = target.to_ascii_lowercase();
            if !FOLDERS.iter().any(|folder| lower.contains(folder)) {
                return None;
            }
        }
        let (series, number) = series_and_number(&stem)?;
        self.by_number(&series, number)
    }

    /// The record of a number; `series` are the letters in front of it in lower case, possibly none.
    pub fn by_number(&self, series: &str, number: u64) -> Option<usize> {
        match self.numbered.get(&(series.to_owned(), number)) {
            Some(found) => *found,
            None => self.numbers.get(&number).copied().flatten(),
        }
    }

    /// The record that people mean by words such as `ADR-0005`, `9. Help scripts` or a link target.
    pub fn by_words(&self, words: &str) -> Option<usize> {
        let words = words.trim().trim_start_matches(['[', '(', '"']);
        self.by_target(words).or_else(|| {
            // `ADR 5`, `ADR #5 (title)`: the number may stand apart from its letters.
            let lower = words.to_ascii_lowercase();
            let (series, number) = series_and_number(&lower)?;
            self.by_number(&series, number)
        })
    }
}

fn note<K: Hash + Eq>(names: &mut HashMap<K, Option<usize>>, name: K, index: usize) {
    names
        .entry(name)
        .and_modify(|found| *found = None)
        .or_insert(Some(index));
}

fn last_segment(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// `adr-055-name` → `("adr", 55)`, `001-name` → `("", 1)`; a date is no number.
fn series_and_number(stem: &str) -> Option<(String, u64)> {
    let digits = stem.find(|c: char| c.is_ascii_digit())?;
    let series = stem[..digits].trim_end_matches(['-', '_', ' ', '#']);
    if !series.bytes().all(|byte| byte.is_ascii_alphabetic()) || crate::dialect::is_dated(stem) {
        return None;
    }
    let rest = &stem[digits..];
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    (end <= 9)
        .then(|| Some((series.to_owned(), rest[..end].parse().ok()?)))
        .flatten()
}
