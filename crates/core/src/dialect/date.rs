//! When it was decided.

use std::borrow::Cow;

use super::Parts;
use crate::SectionKind;
use crate::finding::{Finding, Rule};
use crate::markdown::plain;
use crate::yaml::{Key, keys};

pub(crate) const KEYS: &[Key<'_>] = &keys([
    "date",
    "decision-date",
    "decided",
    "decided on",
    "date decided",
    "created",
    "creation-date",
    "start date",
    "date created",
]);

/// When it was changed last stands in for when it was decided, where nothing else does.
const UPDATED: &[Key<'_>] = &keys(["last updated", "updated", "last modified"]);

/// `### **Change log** ###` is about as long as the heading of one gets.
const MAX_CHANGELOG_NAME: usize = 24;

/// No changelog has more lines.
const MAX_CHANGES: usize = 256;

/// Front matter or a label, the file name, the folder's name, the earliest date of a changelog or of the
/// status, the last update. `YYYY-MM-DD` where the date could be told, else as written.
pub(super) fn read(parts: &Parts<'_>, findings: &mut Vec<Finding>) -> Option<String> {
    let mut first_written = None;
    for key in KEYS {
        let Some(written) = parts.value(&[*key]) else {
            continue;
        };
        if let Some(date) = find(&written) {
            return Some(date);
        }
        if let Some(field) = parts.head.get(*key) {
            let message = format!("`{}` is no date: {written}", field.key);
            findings.push(
                parts
                    .head
                    .finding(*key, Rule::InvalidDate, message)
                    .with_help("write it as YYYY-MM-DD"),
            );
        }
        // `(fill me in)`, `YYYY-MM-DD`: nobody wrote a date.
        if written.contains(|c: char| c.is_ascii_digit()) {
            first_written.get_or_insert(written);
        }
    }
    if first_written.is_some() {
        return first_written.map(Cow::into_owned);
    }
    let from_name = || parts.slug.rsplit('/').find_map(date_in_name);
    let from_changelog = || {
        let changelog = parts.sections.iter().find(|section| {
            if section.heading.len() > MAX_CHANGELOG_NAME {
                return false;
            }
            let words = plain(&parts.text[section.heading.clone()]).to_ascii_lowercase();
            matches!(
                words.as_str(),
                "changelog" | "change log" | "history" | "revisions"
            )
        })?;
        // Some are written newest first.
        parts.text[changelog.body.clone()]
            .lines()
            .take(MAX_CHANGES)
            .filter_map(find)
            .min()
    };
    let from_status = || {
        parts.text[parts.section(SectionKind::Status)?.body.clone()]
            .lines()
            .take(6)
            .find_map(find)
    };
    let from_update = || UPDATED.iter().find_map(|key| find(&parts.value(&[*key])?));
    from_name()
        .or_else(from_changelog)
        .or_else(from_status)
        .or_else(from_update)
}

/// The date in a name, a word in front of it allowed (`adr-2023-01-05-x`).
pub(super) fn date_in_name(name: &str) -> Option<String> {
    let at = name.find(|c: char| c.is_ascii_digit())?;
    let word = name[..at].strip_suffix(['-', '_', ' ']).unwrap_or_default();
    let plain = at == 0 || !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    date_prefix(&name[at..])
        .filter(|_| plain)
        .map(|(date, _)| date)
}

/// Whether a folder's or file's name begins with a date.
pub(crate) fn is_dated(name: &str) -> bool {
    date_prefix(name).is_some()
}

/// A date at the beginning of a name (`2022-11-09-…`, `20221109-…`, `2021-06-06_…`) and the rest.
pub(super) fn date_prefix(name: &str) -> Option<(String, &str)> {
    for length in [10, 8] {
        let Some(head) = name.get(..length) else {
            continue;
        };
        let rest = &name[length..];
        if !(rest.is_empty() || rest.starts_with(['-', '_', '.', ' '])) {
            continue;
        }
        let compact;
        let text = if length == 8 && head.bytes().all(|byte| byte.is_ascii_digit()) {
            compact = format!("{}-{}-{}", &head[..4], &head[4..6], &head[6..]);
            &compact
        } else if length == 10 {
            head
        } else {
            continue;
        };
        let numbers = numbers(text);
        if let [(year, 4), (month, 2), (day, 2)] = numbers[..]
            && let Some(date) = date(year, month, day)
        {
            return Some((date, rest));
        }
    }
    None
}

/// A date as it is given out (`2024-05-01`): the usual way to write one.
pub(crate) fn is_iso(text: &str) -> bool {
    let bytes = text.as_bytes();
    let number = |span: std::ops::Range<usize>| {
        bytes[span].iter().try_fold(0, |number, byte| {
            byte.is_ascii_digit()
                .then(|| number * 10 + u32::from(byte - b'0'))
        })
    };
    bytes.len() == 10
        && (bytes[4], bytes[7]) == (b'-', b'-')
        && match (number(0..4), number(5..7), number(8..10)) {
            (Some(year), Some(month), Some(day)) => is_date(year, month, day),
            _ => false,
        }
}

/// The first date in a text.
fn find(text: &str) -> Option<String> {
    if is_iso(text) {
        return Some(text.to_owned());
    }
    let numeric = |run: &str| {
        let numbers = numbers(run);
        match numbers[..] {
            [(year, 4), (month, 1 | 2), (day, 1 | 2)] => date(year, month, day),
            // Two small numbers can be read two ways; only what is certain is told.
            [(first, 1 | 2), (second, 1 | 2), (year, 4)] if first > 12 || first == second => {
                date(year, second, first)
            }
            [(first, 1 | 2), (second, 1 | 2), (year, 4)] if second > 12 => {
                date(year, first, second)
            }
            // With dots or slashes the day stands first in most of the world.
            [(day, 1 | 2), (month, 1 | 2), (year, 4)] => date(year, month, day),
            _ => None,
        }
    };
    let runs = text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '/' | '.')));
    runs.map(|run| run.trim_matches(['-', '/', '.']))
        .find_map(numeric)
        .or_else(|| with_month_name(text))
}

/// The numbers of a run such as `2024-05-01`, each with its count of digits.
fn numbers(run: &str) -> Vec<(u32, usize)> {
    run.split(['-', '/', '.'])
        .map_while(|part| Some((part.parse().ok()?, part.len())))
        .take(4)
        .collect()
}

/// `May 24, 2026`, `24 May 2026`, `11-Apr-2022`, `2022 April 11`.
fn with_month_name(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(24)
        .collect();
    let number = |at: Option<usize>| {
        let word = words.get(at?)?;
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        digits.parse::<u32>().ok()
    };
    words.iter().enumerate().find_map(|(at, word)| {
        let lower = word.to_ascii_lowercase();
        let month = MONTHS
            .iter()
            .position(|name| lower.starts_with(name) && (lower.len() == 3 || is_month(&lower)))?
            as u32
            + 1;
        let (before, after, second) = (
            number(at.checked_sub(1)),
            number(Some(at + 1)),
            number(Some(at + 2)),
        );
        match (before, after, second) {
            (Some(day @ 1..=31), Some(year @ 1970..=2199), _) => date(year, month, day),
            (Some(year @ 1970..=2199), Some(day @ 1..=31), _) => date(year, month, day),
            (_, Some(day @ 1..=31), Some(year @ 1970..=2199)) => date(year, month, day),
            _ => None,
        }
    })
}

fn is_month(word: &str) -> bool {
    matches!(
        word,
        "january"
            | "february"
            | "march"
            | "april"
            | "june"
            | "july"
            | "august"
            | "september"
            | "sept"
            | "october"
            | "november"
            | "december"
    )
}

fn date(year: u32, month: u32, day: u32) -> Option<String> {
    is_date(year, month, day).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

fn is_date(year: u32, month: u32, day: u32) -> bool {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1970..2200).contains(&year) && (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::{date_prefix, find};

    #[test]
    fn dates_are_found_in_every_form_seen() {
        let cases: &[(&str, Option<&str>)] = &[
            ("2024-05-01", Some("2024-05-01")),
            ("2024/5/1", Some("2024-05-01")),
            ("2024-05-01T10:00:00.12Z", Some("2024-05-01")),
            ("01/06/2019", Some("2019-06-01")),
            ("13.02.2019", Some("2019-02-13")),
            ("02/13/2019", Some("2019-02-13")),
            ("May 24, 2026", Some("2026-05-24")),
            ("24 May 2026", Some("2026-05-24")),
            ("- 11-Apr-2022: Initial draft", Some("2022-04-11")),
            ("2022 April 11th", Some("2022-04-11")),
            ("Sept 3rd, 2020", Some("2020-09-03")),
            ("2023-02-30", None),
            ("2024-02-29", Some("2024-02-29")),
            ("version 1.2.3", None),
            ("soon", None),
            ("", None),
        ];
        for (text, date) in cases {
            assert_eq!(find(text).as_deref(), *date, "{text}");
        }
    }

    #[test]
    fn names_begin_with_dates_or_numbers() {
        let cases: &[(&str, Option<(&str, &str)>)] = &[
            ("2022-11-09-api", Some(("2022-11-09", "-api"))),
            (
                "20201028-use-postgres",
                Some(("2020-10-28", "-use-postgres")),
            ),
            ("2021-06-06_002-core", Some(("2021-06-06", "_002-core"))),
            ("20209999-x", None),
            ("0012-use", None),
            ("é2022", None),
        ];
        for (name, expected) in cases {
            let found = date_prefix(name);
            assert_eq!(
                found.as_ref().map(|(date, rest)| (date.as_str(), *rest)),
                *expected,
                "{name}"
            );
        }
    }
}
