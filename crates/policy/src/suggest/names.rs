//! By which names the records of a log are cited.

use std::collections::{BTreeMap, BTreeSet};

use aho_corasick::AhoCorasick;
use decision_core::{Decision, DecisionLog};

/// Words of record series, in front of a number.
const SERIES: &[(&str, &[&str])] = &[
    ("adr", &["adr", "decision", "architecture"]),
    ("madr", &["madr"]),
    ("rfc", &["rfc"]),
    ("eip", &["eip"]),
    ("erc", &["erc"]),
    ("kep", &["kep"]),
];

/// The longest number that is read as one of a record.
const MAX_DIGITS: usize = 6;

/// The names of all records, ready to be looked for in one pass.
pub(super) struct Names {
    finder: Option<AhoCorasick>,
    needles: Vec<Needle>,
    /// Records by series and number.
    numbers: BTreeMap<(String, u64), Vec<usize>>,
    /// The directory above each record's decision directory, where its package begins.
    packages: Vec<String>,
    /// The last part of each record's slug, in lower case.
    stems: Vec<String>,
}

enum Needle {
    /// The word of a series, which a number follows.
    Series(String),
    /// A name that one record alone has.
    Name(usize),
}

/// A record cited in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Citation {
    pub(super) record: usize,
    /// Where, in bytes.
    pub(super) at: usize,
}

impl Names {
    pub(super) fn of(log: &DecisionLog) -> Names {
        let mut names = Names {
            finder: None,
            needles: Vec::new(),
            numbers: BTreeMap::new(),
            packages: Vec::new(),
            stems: Vec::new(),
        };
        let mut by_name: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for (index, record) in log.records.iter().enumerate() {
            let label = log
                .dirs
                .get(record.place)
                .map_or("", |dir| dir.label.as_str());
            let stem = super::tree::name_of(&record.slug).to_ascii_lowercase();
            if let Some(number) = number_of(record, &stem) {
                for series in series_of(record, label, &stem) {
                    names
                        .numbers
                        .entry((series, number))
                        .or_default()
                        .push(index);
                }
            }
            for name in names_of(record, &stem) {
                by_name.entry(name).or_default().insert(index);
            }
            names.packages.push(package_of(label).to_owned());
            names.stems.push(stem);
        }
        let mut patterns: Vec<String> = Vec::new();
        let series: BTreeSet<&String> = names.numbers.keys().map(|(series, _)| series).collect();
        for series in series {
            patterns.push(series.clone());
            names.needles.push(Needle::Series(series.clone()));
        }
        for (name, records) in by_name {
            if let (1, Some(record)) = (records.len(), records.first()) {
                patterns.push(name);
                names.needles.push(Needle::Name(*record));
            }
        }
        names.finder = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(&patterns)
            .ok()
            .filter(|_| !patterns.is_empty());
        names
    }

    /// The citations in a text. `path` is the file that it stands in: a number that several logs of the
    /// repository have means the nearest one.
    ///
    /// A number that the same text also writes out as the name of some other document (`adr-021-queries`)
    /// is that document's number: projects cite each other's records.
    pub(super) fn find(&self, text: &str, path: &str) -> Vec<Citation> {
        let Some(finder) = &self.finder else {
            return Vec::new();
        };
        let mut citations: Vec<Citation> = Vec::new();
        let mut by_number: Vec<(u64, Citation)> = Vec::new();
        let mut foreign: BTreeSet<u64> = BTreeSet::new();
        for found in finder.find_overlapping_iter(text) {
            let (start, end) = (found.start(), found.end());
            let before = text[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric()) {
                continue;
            }
            match &self.needles[found.pattern().as_usize()] {
                Needle::Name(record) => {
                    let after = text[end..].chars().next();
                    let whole = after
                        .is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
                        && before != Some('-');
                    if whole {
                        citations.push(Citation {
                            record: *record,
                            at: start,
                        });
                    }
                }
                Needle::Series(series) => {
                    let Some((number, rest)) =
                        number_after(series, &text[start..end], &text[end..])
                    else {
                        continue;
                    };
                    match self.meant(series, number, rest, path) {
                        Meant::Record(record) => {
                            by_number.push((number, Citation { record, at: start }));
                        }
                        Meant::Foreign => {
                            foreign.insert(number);
                        }
                        Meant::Nothing => {}
                    }
                }
            }
        }
        citations.extend(
            by_number
                .into_iter()
                .filter(|(number, _)| !foreign.contains(number))
                .map(|(_, citation)| citation),
        );
        citations.sort_unstable_by_key(|citation| (citation.record, citation.at));
        citations.dedup();
        citations
    }

    fn meant(&self, series: &str, number: u64, rest: &str, path: &str) -> Meant {
        let Some(records) = self.numbers.get(&(series.to_owned(), number)) else {
            return Meant::Nothing;
        };
        // What goes on with a word is a file's name, and has to be the record's.
        if let Some(word) = name_tail(rest) {
            let word = word.to_ascii_lowercase();
            let named = records.iter().find(|record| {
                let tail = self.stems[**record].trim_start_matches(|c: char| !c.is_ascii_digit());
                let tail = tail.trim_start_matches(|c: char| c.is_ascii_digit());
                let tail = tail.trim_start_matches(['-', '_']);
                tail.starts_with(&word) || word.starts_with(tail) && !tail.is_empty()
            });
            return named.map_or(Meant::Foreign, |record| Meant::Record(*record));
        }
        let near = |record: &&usize| {
            let package = &self.packages[**record];
            package.is_empty() || super::is_in(path, package)
        };
        let depth = |record: &&usize| self.packages[**record].len();
        let deepest = records
            .iter()
            .filter(near)
            .map(|record| depth(&record))
            .max();
        let mut nearest = records
            .iter()
            .filter(|record| near(record) && Some(depth(record)) == deepest);
        match (nearest.next(), nearest.next()) {
            (Some(record), None) => Meant::Record(*record),
            _ => Meant::Nothing,
        }
    }
}

enum Meant {
    Record(usize),
    /// A record of another project.
    Foreign,
    Nothing,
}

/// The number of a record; a date in front of its name is none.
fn number_of(record: &Decision, stem: &str) -> Option<u64> {
    let digits = |text: &str| -> Option<u64> {
        let at = text.find(|c: char| c.is_ascii_digit())?;
        let length = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        let whole = !text[at + length..].contains(|c: char| c.is_ascii_digit());
        (length <= MAX_DIGITS && whole).then(|| text[at..at + length].parse().ok())?
    };
    record.id.as_deref().and_then(digits).or_else(|| {
        let head = stem.split(['-', '_']).take(2).find(|part| {
            part.len() <= MAX_DIGITS && !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())
        })?;
        record.id.is_none().then(|| head.parse().ok())?
    })
}

/// The words that stand in front of a record's number when it is cited.
fn series_of(record: &Decision, label: &str, stem: &str) -> Vec<String> {
    let letters = |text: &str| -> String {
        text.chars()
            .take_while(char::is_ascii_alphabetic)
            .collect::<String>()
            .to_ascii_lowercase()
    };
    let mut series: Vec<String> = Vec::new();
    let own = [
        record.id.as_deref().map(letters).unwrap_or_default(),
        letters(stem),
    ];
    for (text, word) in [(record.id.as_deref(), &own[0]), (Some(stem), &own[1])] {
        let numbered = text.is_some_and(|text| {
            text[word.len()..]
                .trim_start_matches(['-', '_'])
                .starts_with(|c: char| c.is_ascii_digit())
        });
        if numbered && word.len() >= 2 && !series.contains(word) {
            series.push(word.clone());
        }
    }
    let label = label.to_ascii_lowercase();
    for (word, marks) in SERIES {
        let known = series.iter().any(|other| other == word);
        if !known && marks.iter().any(|mark| label.contains(mark)) {
            series.push((*word).to_owned());
        }
    }
    series
}

/// Names that are distinctive enough to be looked for: the file's or folder's name.
fn names_of(record: &Decision, stem: &str) -> Vec<String> {
    let words = stem
        .split(['-', '_', ' ', '.'])
        .filter(|word| !word.is_empty())
        .count();
    let digits = stem.contains(|c: char| c.is_ascii_digit());
    let distinctive = stem.len() >= 10 && (words >= 4 || digits && words >= 2);
    let mut names = Vec::new();
    if distinctive {
        names.push(stem.to_owned());
    } else {
        // A plain name is one only together with its folder.
        let mut parts = record.path.rsplit('/');
        if let (Some(file), Some(folder)) = (parts.next(), parts.next()) {
            names.push(format!("{folder}/{file}").to_ascii_lowercase());
        }
    }
    names
}

/// The number behind a series word, and what follows it.
fn number_after<'a>(series: &str, word: &str, rest: &'a str) -> Option<(u64, &'a str)> {
    let mut behind = rest;
    let mut gap = 0;
    while let Some(next) = behind.strip_prefix(['-', '_', ' ', '/', '#']) {
        behind = next;
        gap += 1;
        if gap > 2 {
            return None;
        }
    }
    // `adr/ADR-012`, `rfcs/0034`: the folder's word, then a name.
    if gap == 0 && (behind.starts_with("s/") || behind.starts_with("S/")) {
        behind = &behind[2..];
        gap = 1;
    }
    let length = behind.bytes().take_while(u8::is_ascii_digit).count();
    if length == 0 || length > MAX_DIGITS {
        return None;
    }
    let (digits, after) = behind.split_at(length);
    let shouts = word.bytes().all(|byte| byte.is_ascii_uppercase());
    let padded = length >= 3;
    // `adr1` and `gen-2` are names of other things.
    let doubtful =
        gap == 0 || rest.starts_with('_') || !SERIES.iter().any(|(known, _)| *known == series);
    if doubtful && !shouts && !padded {
        return None;
    }
    let mut follows = after.chars();
    let goes_on = match (follows.next(), follows.next()) {
        (Some(c), _) if c.is_alphanumeric() => true,
        (Some('.' | ','), Some(c)) => c.is_ascii_digit(),
        _ => false,
    };
    (!goes_on).then(|| digits.parse().ok().map(|number| (number, after)))?
}

/// The rest of a file's name behind its number: `use-x` of `-use-x.md`.
fn name_tail(rest: &str) -> Option<&str> {
    let tail = rest.strip_prefix(['-', '_'])?;
    let end = tail
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')))
        .unwrap_or(tail.len());
    let tail = &tail[..end];
    // `ADR-12-style` is prose; a name has a few words or the ending of a file.
    let is_file = rest[1 + end..].starts_with(".md");
    (is_file || tail.contains(['-', '_']) && tail.len() >= 6).then_some(tail)
}

/// Where the package begins that a decision directory belongs to: what stands before its `docs`.
fn package_of(label: &str) -> &str {
    let known = |part: &str| {
        let part = part.to_ascii_lowercase();
        [
            "doc",
            "adr",
            "decision",
            "rfc",
            "architecture",
            "explanation",
            "dev",
            "proposal",
        ]
        .iter()
        .any(|word| part.starts_with(word))
            || part.starts_with('.')
    };
    let mut end = 0;
    for part in label.split('/') {
        if known(part) {
            break;
        }
        end += part.len() + 1;
    }
    label.get(..end.saturating_sub(1)).unwrap_or(label)
}
