//! The names by which records mean each other: paths, slugs, numbers.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::{Decision, Fnv};

/// The names of the records of a log. A name that two records share means none of them.
#[derive(Debug, Default)]
pub struct Names {
    /// By the last part of the slug, in lower case.
    stems: Map<String, Option<usize>>,
    /// By the number, with the letters before it.
    numbers: Map<u64, Vec<(String, usize)>>,
}

/// Names are made anew for every ranking, so that hashing must be cheap. A crowd of colliding names slows
/// a ranking and does no more.
type Map<K, V> = HashMap<K, V, BuildHasherDefault<Fnv>>;

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
        names.stems.reserve(records.len());
        names.numbers.reserve(records.len());
        for (index, record) in records.iter().enumerate().filter(|(index, _)| keep(*index)) {
            let stem = last_segment(&record.slug).to_ascii_lowercase();
            let owned = |(series, number): (&str, u64)| (series.to_owned(), number);
            let number = series_and_number(&stem).map(owned).or_else(|| {
                let id = record.id.as_deref()?.to_ascii_lowercase();
                series_and_number(&id).map(owned)
            });
            if let Some((series, number)) = number {
                names
                    .numbers
                    .entry(number)
                    .or_default()
                    .push((series, index));
            }
            if let Some(name) = record.name.as_deref().map(str::to_ascii_lowercase)
                && name != stem
            {
                names.note(name, index);
            }
            names.note(stem, index);
        }
        names
    }

    fn note(&mut self, name: String, index: usize) {
        self.stems
            .entry(name)
            .and_modify(|found| *found = None)
            .or_insert(Some(index));
    }

    /// The record that a link's target means: by its file name, else by its number.
    pub fn by_target(&self, target: &str) -> Option<usize> {
        let target = target.split(['#', '?', ' ']).next()?.trim_end_matches('/');
        let mut stem = last_segment(target);
        if let Some((rest, _)) = stem.rsplit_once('.') {
            stem = rest;
        }
        if is_of_folder(stem) {
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
        self.by_number(series, number)
    }

    /// The record of a number: the only one of its series, else the only one of any. `series` are the
    /// letters in front of the number in lower case, possibly none.
    pub fn by_number(&self, series: &str, number: u64) -> Option<usize> {
        let records = self.numbers.get(&number)?;
        let mut same = records.iter().filter(|(of, _)| of == series);
        match (same.next(), same.next(), records.as_slice()) {
            (Some((_, record)), None, _) | (None, None, [(_, record)]) => Some(*record),
            _ => None,
        }
    }

    /// The letters and the number in a file's name without its ending: `adr-055-name` → `("adr", 55)`.
    pub fn number_in(stem: &str) -> Option<(String, u64)> {
        let stem = stem.to_ascii_lowercase();
        let (series, number) = series_and_number(&stem)?;
        Some((series.to_owned(), number))
    }

    /// The folder of a record's file, and the letters and the number in the file's name. A `README.md` or
    /// `index.md` stands for the folder that it is in: that has the number, and lies in another folder.
    pub fn of_file(path: &str) -> Option<(&str, (String, u64))> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        if is_of_folder(stem) {
            let (above, name) = folder.rsplit_once('/').unwrap_or(("", folder));
            return Some((above, Names::number_in(name)?));
        }
        Some((folder, Names::number_in(stem)?))
    }

    /// The record that people mean by words such as `ADR-0005`, `9. Help scripts` or a link target.
    pub fn by_words(&self, words: &str) -> Option<usize> {
        let words = words.trim().trim_start_matches(['[', '(', '"']);
        self.by_target(words).or_else(|| {
            // `ADR 5`, `ADR #5 (title)`: the number may stand apart from its letters.
            let lower = words.to_ascii_lowercase();
            let (series, number) = series_and_number(&lower)?;
            self.by_number(series, number)
        })
    }
}

/// Whether a file of this name, without its ending, stands for its folder.
fn is_of_folder(stem: &str) -> bool {
    ["readme", "index"]
        .iter()
        .any(|name| stem.eq_ignore_ascii_case(name))
}

fn last_segment(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// `adr-055-name` → `("adr", 55)`, `001-name` → `("", 1)`; a date is no number.
fn series_and_number(stem: &str) -> Option<(&str, u64)> {
    let digits = stem.find(|c: char| c.is_ascii_digit())?;
    let series = stem[..digits].trim_end_matches(['-', '_', ' ', '#']);
    if !series.bytes().all(|byte| byte.is_ascii_alphabetic()) || crate::dialect::is_dated(stem) {
        return None;
    }
    let rest = &stem[digits..];
    let end = rest.bytes().take_while(u8::is_ascii_digit).count();
    (end <= 9).then(|| Some((series, rest[..end].parse().ok()?)))?
}
