//! The number or identifier of a record, kept as text.

use super::Parts;
use super::date::date_in_name;
use crate::markdown::plain;
use crate::text::last_segment;
use crate::yaml::{Key, keys};

pub(crate) const KEYS: &[Key<'_>] = &keys([
    "id",
    "adr",
    "adr_id",
    "number",
    "eip",
    "kep-number",
    "rfc",
    "ordinal",
]);

/// Labels of a text whose value may be the identifier.
const LABELS: &[Key<'_>] = &keys(["id", "adr id", "proposal", "rfc number", "number"]);

/// Front matter, else a label, else the number in front of the title, unless the file's name has another.
pub(super) fn read(parts: &Parts<'_>, in_title: Option<String>) -> Option<String> {
    let usable = |id: &&str| !id.trim().is_empty() && !matches!(id.trim(), "true" | "false");
    let written = KEYS
        .iter()
        .find_map(|key| parts.field(&[*key]).filter(usable));
    let label = || {
        let label = parts.label(LABELS)?;
        Some(plain(label.value).into_owned()).filter(|value| is_identifier(value))
    };
    written
        .map(|id| id.trim().to_owned())
        .or_else(label)
        .or_else(|| {
            // Headings are copied and their numbers forgotten; two files of one name cannot be.
            let of_file = parts.file_number;
            let differs = of_file.is_some() && number_of(in_title.as_deref()) != number_of(of_file);
            in_title
                .filter(|_| !differs)
                .or_else(|| of_file.map(str::to_owned))
        })
}

/// `SE-0187`, `12`, `DEC-7Q`: one short word with a digit in it.
fn is_identifier(value: &str) -> bool {
    value.len() <= 24
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// The number at the beginning of a name, a word in front of it allowed: `0012-use-x`, `adr-012-use-x`,
/// `ADR012`. A date is no number.
pub(crate) fn file_number(slug: &str) -> Option<&str> {
    let name = last_segment(slug);
    if date_in_name(name).is_some() {
        return None;
    }
    leading_number(name).or_else(|| {
        let at = name.find(|c: char| c.is_ascii_digit())?;
        let word = name[..at].trim_end_matches(['-', '_']);
        let digits = digits(&name[at..]);
        let letters = word
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
        let first = word.split('-').next().unwrap_or(word);
        // `use-2-phases` is a name; `ADR-2` and `arch-002` are numbered.
        let numbered = digits.len() >= 3
            || first.len() > 1 && first.bytes().all(|byte| byte.is_ascii_uppercase())
            || SERIES.contains(&first.to_ascii_lowercase().as_str());
        let ends = name[at + digits.len()..].starts_with(['-', '_', '.'])
            || at + digits.len() == name.len();
        (letters && !word.is_empty() && word.len() <= 24 && numbered && ends)
            .then(|| &name[..at + digits.len()])
    })
}

/// Words in front of the numbers of well-known series.
const SERIES: &[&str] = &[
    "adr", "madr", "rfc", "eip", "erc", "kep", "se", "st", "dr", "decision", "proposal",
];

/// The digits at the beginning of a name that is numbered: they end it or are followed by `-`, `_`, `.`
/// or a space.
pub(crate) fn leading_number(name: &str) -> Option<&str> {
    let digits = digits(name);
    let rest = &name[digits.len()..];
    (!digits.is_empty()
        && digits.len() <= 8
        && (rest.is_empty() || rest.starts_with(['-', '_', '.', ' '])))
    .then_some(digits)
}

fn digits(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_digit).count()]
}

/// Words that stand in front of a record's number or title and are no part of the title.
const RECORD_WORDS: &[&str] = &[
    "architecture decision record",
    "architectural decision record",
    "decision record",
    "adr",
    "rfc",
    "proposal",
    "decision",
];

/// `ADR-012: Title`, `7. Title`, `[RFC 3] Title`, `0002 — Title` → the identifier and the title.
///
/// The number in the name of the file settles doubts: `23 Logging` in `023-logging.md` is numbered, and
/// `ERC-20 with receipts` in `erc-7144.md` is about another one.
pub(crate) fn split_number<'t>(
    title: &'t str,
    of_file: Option<&str>,
) -> (Option<&'t str>, &'t str) {
    let title = title.trim();
    let of_file = number_of(of_file);
    let of_title = digits(title);
    if let Some(rest) = title[of_title.len()..].strip_prefix(' ')
        && of_file.is_some()
        && number_of(Some(of_title)) == of_file
        && rest.starts_with(char::is_alphabetic)
    {
        return (Some(of_title), rest);
    }
    for words in RECORD_WORDS {
        if let Some(rest) = strip_prefix_ignoring_case(title, words)
            && let Some(rest) = rest
                .strip_prefix(':')
                .or_else(|| rest.trim_start().strip_prefix([':', '–', '—']))
                .or_else(|| rest.strip_prefix(" - "))
            && !rest.trim().is_empty()
        {
            return (None, rest.trim());
        }
    }
    let inner = title.strip_prefix('[').unwrap_or(title);
    let letters = inner
        .bytes()
        .take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'-')
        .count();
    let word = inner[..letters].trim_end_matches('-');
    // A word in front must look like an abbreviation: `ADR`, `RFC`, `ODH-ADR`, but not `Phase 2: …`.
    let is_series = word
        .rsplit('-')
        .next()
        .is_some_and(|last| SERIES.iter().any(|known| last.eq_ignore_ascii_case(known)));
    let abbreviation = word.len() <= 16
        && (is_series
            || word.len() > 1 && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'-'));
    if letters > 0 && !abbreviation {
        return (None, title);
    }
    let number_at = letters
        + inner[letters..]
            .bytes()
            .take_while(|byte| matches!(byte, b' ' | b'_' | b'#'))
            .count();
    let digits = digits(&inner[number_at..]);
    // `HTTP2: …` is about a thing; `ARCH-02: …` is numbered.
    if digits.is_empty() || digits.len() > 8 || letters > 0 && !is_series && digits.len() < 2 {
        return (None, title);
    }
    // `ADR 12: …` in `0021-….md` is a slip, and still no part of the title.
    let is_other = of_file.is_some() && number_of(Some(digits)) != of_file;
    if letters > 0 && is_other && !word.to_ascii_lowercase().ends_with("adr") {
        return (None, title);
    }
    let end = number_at + digits.len();
    let after = inner[end..].strip_prefix(']').unwrap_or(&inner[end..]);
    let rest = after.trim_start();
    let separated = rest
        .strip_prefix([':', '.', ')', '-', '–', '—', '|'])
        .map(|rest| (rest, true))
        .or_else(|| {
            // `ADR-012 Title` needs no mark; `12 Monkeys` and `SHA-256 sums` are titles.
            (is_series && !is_other && after.starts_with(' ')).then_some((rest, false))
        });
    match separated {
        Some((rest, marked))
            if !rest.trim().is_empty()
                && (!marked || rest.starts_with(char::is_whitespace) || letters > 0) =>
        {
            (Some(inner[..end].trim()), rest.trim())
        }
        _ => (None, title),
    }
}

/// The number at the end of an identifier.
fn number_of(id: Option<&str>) -> Option<u64> {
    id?.trim_start_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .ok()
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix)
        .then(|| &text[prefix.len()..])
}

#[cfg(test)]
mod tests {
    use super::{file_number, split_number};

    #[test]
    fn the_number_of_the_file_settles_doubts() {
        let cases: &[(&str, &str, Option<&str>, &str)] = &[
            ("23 Logging", "023-logging", Some("23"), "Logging"),
            ("23 Logging", "024-logging", None, "23 Logging"),
            ("12 Monkeys", "20201028-monkeys", None, "12 Monkeys"),
            (
                "ERC-20 with receipts",
                "erc-7144",
                None,
                "ERC-20 with receipts",
            ),
            ("ERC-20: receipts", "erc-7144", None, "ERC-20: receipts"),
            (
                "ERC-7144: receipts",
                "erc-7144",
                Some("ERC-7144"),
                "receipts",
            ),
            (
                "ADR 7 Receipts",
                "a/0007-receipts",
                Some("ADR 7"),
                "Receipts",
            ),
            ("3. Networks", "0033-networks", Some("3"), "Networks"),
            (
                "ADR 12: Networks",
                "adr-021-networks",
                Some("ADR 12"),
                "Networks",
            ),
            (
                "ADR 12 Networks",
                "adr-021-networks",
                None,
                "ADR 12 Networks",
            ),
        ];
        for (written, slug, number, title) in cases {
            assert_eq!(
                split_number(written, file_number(slug)),
                (*number, *title),
                "{written} in {slug}"
            );
        }
    }

    #[test]
    fn numbers_are_told_from_titles() {
        let cases: &[(&str, Option<&str>, &str)] = &[
            ("7. Use Postgres", Some("7"), "Use Postgres"),
            ("ADR 12: Use Postgres", Some("ADR 12"), "Use Postgres"),
            ("ADR-012 - Use Postgres", Some("ADR-012"), "Use Postgres"),
            ("ADR011: Title", Some("ADR011"), "Title"),
            ("0002 — Fail open", Some("0002"), "Fail open"),
            ("[RFC 3] Title", Some("RFC 3"), "Title"),
            ("ADR-012 Title", Some("ADR-012"), "Title"),
            ("ODH-ADR-0003: Licence", Some("ODH-ADR-0003"), "Licence"),
            (
                "Architecture Decision Record: Configuration",
                None,
                "Configuration",
            ),
            ("12 factor apps", None, "12 factor apps"),
            ("L2 Roadmap: Stage 1", None, "L2 Roadmap: Stage 1"),
            ("S3: layout of buckets", None, "S3: layout of buckets"),
            ("HTTP2: use it", None, "HTTP2: use it"),
            ("SHA-256 sums", None, "SHA-256 sums"),
            ("ARCH-02: Layers", Some("ARCH-02"), "Layers"),
            ("Decision 4: Layers", Some("Decision 4"), "Layers"),
            ("3.5 upgrade path", None, "3.5 upgrade path"),
            ("Phase 2: rollout", None, "Phase 2: rollout"),
            ("Use Postgres", None, "Use Postgres"),
            ("7.", None, "7."),
        ];
        for (written, number, title) in cases {
            assert_eq!(split_number(written, None), (*number, *title), "{written}");
        }
    }

    #[test]
    fn file_names_carry_numbers_but_dates_are_none() {
        let cases: &[(&str, Option<&str>)] = &[
            ("0012-use-postgres", Some("0012")),
            ("adr-012-use-postgres", Some("adr-012")),
            ("adr012", Some("adr012")),
            ("20201028-use-postgres", None),
            ("2022-11-09-api", None),
            ("adr-2022-11-09-api", None),
            ("use-h2", None),
            ("use-2-phases", None),
            ("use-postgres", None),
        ];
        for (name, number) in cases {
            assert_eq!(file_number(name), *number, "{name}");
        }
    }
}
