//! Where a decision stands.

use std::borrow::Cow;

use super::{Parts, is_nothing};
use crate::markdown::plain;
use crate::text::trim;
use crate::yaml::{Key, keys};
use crate::{Link, LinkKind, SectionKind, Status, StatusKind};

pub(crate) const KEYS: &[Key<'_>] =
    &keys(["status", "adr_status", "decision-status", "state", "stage"]);

/// How the words begin that are used for each kind, in lower case and in the order of asking.
const WORDS: &[(StatusKind, &[&str])] = &[
    (
        StatusKind::Superseded,
        &[
            "supersed",
            "superced",
            "replaced by",
            "replaced",
            "obsoleted by",
            "amended and superseded",
        ],
    ),
    (
        StatusKind::Rejected,
        &[
            "reject",
            "declin",
            "withdraw",
            "not accepted",
            "abandon",
            "discard",
            "cancel",
            "wontfix",
            "won't",
            "dropped",
            "refused",
        ],
    ),
    (
        StatusKind::Deprecated,
        &[
            "deprecat",
            "obsolete",
            "retired",
            "archived",
            "expired",
            "no longer",
            "removed",
            "reverted",
            "rolled back",
            "moved",
        ],
    ),
    (
        StatusKind::Accepted,
        &[
            "accept",
            "approv",
            "adopt",
            "implement",
            "final",
            "decided",
            "done",
            "living",
            "stable",
            "complete",
            "agreed",
            "ratified",
            "merged",
            "enacted",
            "partially",
            "partly",
            "in force",
            "released",
            "recommended",
            "valid",
            "active",
        ],
    ),
    (
        StatusKind::Proposed,
        &[
            "propos",
            "draft",
            "pending",
            "in review",
            "review",
            "open",
            "rfc",
            "discuss",
            "under discussion",
            "last call",
            "idea",
            "provisional",
            "wip",
            "work in progress",
            "active review",
            "scheduled for",
            "awaiting",
            "returned for",
            "in progress",
            "under review",
            "planned",
            "explor",
            "defer",
            "postpone",
            "on hold",
            "not decided",
            "undecided",
            "needs",
            "to be",
        ],
    ),
];

/// Front matter, then a label, then the section. Of several lines in the section, one that retires the
/// record counts more than the others, since logs append and do not replace.
pub(super) fn read(parts: &Parts<'_>) -> Option<Status> {
    let written = parts.value(KEYS).filter(|text| !is_choice(text));
    if let Some(text) = written {
        let text = trim(&text).trim_matches('"');
        let text = text
            .strip_prefix("Status:")
            .unwrap_or(text)
            .trim()
            .to_owned();
        return Some(Status {
            kind: kind_of(&text),
            text,
        });
    }
    let section = parts.section(SectionKind::Status)?;
    let end = parts
        .sections
        .iter()
        .map(|other| other.heading.start)
        .filter(|at| *at > section.body.start)
        .min();
    let body =
        &parts.text[section.body.start..end.unwrap_or(section.body.end).min(section.body.end)];
    let lines = body
        .lines()
        .map(|line| line.trim_start_matches(|c: char| c == '#' || c.is_whitespace()))
        // A quote explains the words that may stand here; it is no status.
        .filter(|line| {
            !["<!--", "---", "```", ">"]
                .iter()
                .any(|mark| line.starts_with(mark))
        })
        .map(|line| plain(line.trim_start_matches(['-', '*', '+', '|', ' '])))
        .filter(|line| !is_nothing(line) && !is_choice(line));
    let mut first: Option<Status> = None;
    for text in lines.take(16) {
        let kind = kind_of(&text);
        if kind == StatusKind::Superseded && first.is_some() && is_superseded_by(&text)
            || first.is_none()
        {
            first = Some(Status {
                kind,
                text: text.into_owned(),
            });
        }
    }
    first
}

/// `{proposed | accepted}`: the words of a template among which nobody chose.
fn is_choice(text: &str) -> bool {
    text.contains(" | ") || text.starts_with('{') && text.ends_with('}')
}

/// A record that declares what took its place is superseded, whatever its status still says.
pub(super) fn retired_by(status: Option<Status>, links: &[Link]) -> Option<Status> {
    let Some(link) = links
        .iter()
        .find(|link| link.kind == LinkKind::SupersededBy)
    else {
        return status;
    };
    let text = status.as_ref().map(|status| status.text.clone());
    match status {
        Some(status) if !status.kind.is_live() => Some(status),
        _ => Some(Status {
            kind: StatusKind::Superseded,
            text: text.unwrap_or_else(|| format!("superseded by {}", link.target)),
        }),
    }
}

fn is_superseded_by(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains(" by ") && !lower.starts_with("partially")
}

/// The kind that the words tell; a mark or an emoji in front of them says nothing.
pub(crate) fn kind_of(text: &str) -> StatusKind {
    let is_lower = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    let lower = if text.bytes().all(is_lower) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.to_lowercase())
    };
    let words = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    // `Supersedes ADR-3` says that this record is in force.
    if words.starts_with("supersedes ")
        || words.starts_with("supercedes ")
        || words.starts_with("replaces ")
    {
        return StatusKind::Accepted;
    }
    if words.starts_with("active review") {
        return StatusKind::Proposed;
    }
    // The letter is compared first, as to compare a whole word takes a call.
    let first = words.bytes().next();
    let begins =
        |beginning: &&str| beginning.bytes().next() == first && words.starts_with(beginning);
    WORDS
        .iter()
        .find(|(_, beginnings)| beginnings.iter().any(begins))
        .map_or(StatusKind::Other, |(kind, _)| {
            // `Accepted, superseded by ADR-7`: the later word counts. Most statuses are one word.
            let is_retired = || {
                [" superseded by", " superceded by", " replaced by"]
                    .iter()
                    .any(|words| lower.contains(words))
            };
            if *kind == StatusKind::Accepted && words.contains(' ') && is_retired() {
                StatusKind::Superseded
            } else {
                *kind
            }
        })
}

#[cfg(test)]
mod tests {
    use super::kind_of;
    use crate::StatusKind::{self, Accepted, Deprecated, Other, Proposed, Rejected, Superseded};

    #[test]
    fn words_of_every_dialect_have_one_meaning() {
        let cases: &[(&str, StatusKind)] = &[
            ("accepted", Accepted),
            ("✅ Accepted", Accepted),
            ("Implemented (Swift 5.9)", Accepted),
            ("Living", Accepted),
            ("Final", Accepted),
            ("Supersedes ADR-3", Accepted),
            ("Proposed", Proposed),
            ("DRAFT", Proposed),
            ("Active review (May 3 – 14)", Proposed),
            ("Pending", Proposed),
            ("rejected", Rejected),
            ("Withdrawn", Rejected),
            ("Deprecated", Deprecated),
            ("Superceded by 9. Help scripts", Superseded),
            ("superseded by ADR-0123", Superseded),
            ("Accepted, superseded by ADR-7", Superseded),
            ("Aceito", Other),
            ("Stagnant", Other),
        ];
        for (text, kind) in cases {
            assert_eq!(kind_of(text), *kind, "{text}");
        }
    }
}
