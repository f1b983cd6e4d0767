//! How the files of a log are named.

use crate::Decision;
use crate::dialect::{file_number, is_dated};
use crate::text::last_segment;

/// How the files of a log are named, before the words of the title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Naming {
    /// `0012-…`, `ADR-012-…`, `adr012-…`: a series with the next free number.
    Numbered {
        /// What stands before the digits.
        prefix: String,
        /// How many digits at least.
        width: usize,
    },
    /// `20261130-…` or `2026-11-30-…`.
    Dated {
        /// Whether the date is written without hyphens.
        compact: bool,
    },
    /// Nothing.
    #[default]
    Plain,
}

/// A manner of naming with what parts the words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) naming: Naming,
    /// Between the number or date and the words.
    pub(super) behind: char,
    /// Between the words.
    pub(super) separator: char,
    /// Whether the number is the whole name, as in `eip-721`.
    pub(super) is_bare: bool,
}

impl Default for Pattern {
    fn default() -> Self {
        Pattern {
            naming: Naming::Plain,
            behind: '-',
            separator: '-',
            is_bare: false,
        }
    }
}

impl Pattern {
    /// How most of the records are named.
    pub(super) fn of(records: &[&Decision]) -> Pattern {
        let names: Vec<&str> = records
            .iter()
            .map(|record| last_segment(&record.slug))
            .collect();
        let numbered: Vec<&str> = names.iter().filter_map(|name| file_number(name)).collect();
        let dated: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| is_dated(name))
            .collect();
        let half = names.len() / 2;
        let naming = if numbered.len() > half {
            numbering(&numbered)
        } else if dated.len() > half {
            let compact = |name: &&&str| name.as_bytes().get(4).is_some_and(u8::is_ascii_digit);
            Naming::Dated {
                compact: dated.iter().filter(compact).count() * 2 > dated.len(),
            }
        } else {
            Naming::Plain
        };
        let rests: Vec<&str> = names
            .iter()
            .map(|name| match &naming {
                Naming::Numbered { .. } => {
                    file_number(name).map_or("", |number| &name[number.len()..])
                }
                Naming::Dated { compact } if is_dated(name) => {
                    &name[if *compact { 8 } else { 10 }..]
                }
                Naming::Dated { .. } => "",
                Naming::Plain => name,
            })
            .filter(|rest| !rest.is_empty())
            .collect();
        let is_bare =
            matches!(naming, Naming::Numbered { .. }) && rests.len() <= names.len() - rests.len();
        let most =
            |test: &dyn Fn(&&&str) -> bool| rests.iter().filter(test).count() * 2 > rests.len();
        let underscored = most(&|rest| {
            let words = rest.trim_start_matches(['-', '_']);
            words.contains('_') && !words.contains('-')
        });
        let behind = if most(&|rest| rest.starts_with('_')) {
            '_'
        } else {
            '-'
        };
        Pattern {
            naming,
            behind,
            separator: if underscored { '_' } else { '-' },
            is_bare,
        }
    }

    /// The name of the file without its ending.
    pub(super) fn stem(&self, number: Option<u64>, date: &str, words: &str) -> String {
        let before = match &self.naming {
            Naming::Numbered { prefix, width } => {
                format!("{prefix}{:0width$}", number.unwrap_or(1))
            }
            Naming::Dated { compact: true } => date.replace('-', ""),
            Naming::Dated { compact: false } => date.to_owned(),
            Naming::Plain => return words.to_owned(),
        };
        if self.is_bare {
            return before;
        }
        format!("{before}{}{words}", self.behind)
    }
}

/// The most frequent prefix, and the width of its zeros.
fn numbering(numbers: &[&str]) -> Naming {
    let parts: Vec<(&str, &str)> = numbers
        .iter()
        .map(|number| number.split_at(number.find(|c: char| c.is_ascii_digit()).unwrap_or(0)))
        .collect();
    let prefix = super::style::most_frequent(parts.iter().map(|(prefix, _)| *prefix)).unwrap_or("");
    let own = parts.iter().filter(|(of, _)| *of == prefix);
    let digits: Vec<&str> = own.map(|(_, digits)| *digits).collect();
    // Without a zero in front, or with `7` and `12` beside each other, nobody counts zeros.
    let width = if digits.iter().any(|digits| digits.starts_with('0')) {
        digits.iter().map(|digits| digits.len()).min().unwrap_or(4)
    } else {
        1
    };
    Naming::Numbered {
        prefix: prefix.to_owned(),
        width,
    }
}
