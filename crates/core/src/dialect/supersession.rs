//! Which records took whose place, and other links that a record declares.

use super::status::KEYS as STATUS_KEYS;
use super::{Parts, is_nothing};
use crate::yaml::{Key, keys};
use crate::{Link, LinkKind, SectionKind, Status};

const KEYS: &[(LinkKind, &[Key<'_>])] = &[
    (
        LinkKind::Supersedes,
        &keys(["supersedes", "replaces", "supercedes", "obsoletes"]),
    ),
    (
        LinkKind::SupersededBy,
        &keys([
            "superseded-by",
            "superceded-by",
            "replaced-by",
            "obsoleted-by",
        ]),
    ),
    (LinkKind::Amends, &keys(["amends", "updates"])),
    (
        LinkKind::Relates,
        &keys([
            "relates-to",
            "related",
            "related-to",
            "requires",
            "depends-on",
            "links",
            "references",
        ]),
    ),
];

const STATUS: Key<'_> = Key::new("status");

/// No record declares more links than this.
const MAX_LINKS: usize = 256;

/// Phrases of a status text that name another record, in lower case.
const PHRASES: &[(LinkKind, &[&str])] = &[
    (
        LinkKind::SupersededBy,
        &[
            "superseded by",
            "superceded by",
            "replaced by",
            "obsoleted by",
        ],
    ),
    (
        LinkKind::Supersedes,
        &["supersedes", "supercedes", "replaces"],
    ),
    (LinkKind::Amends, &["amends", "clarifies"]),
];

/// Declared in front matter and labels, or said in the words of the status.
pub(super) fn read(parts: &Parts<'_>, status: Option<&Status>) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    let mut add = |kind, target: &str, sentence: std::ops::Range<usize>| {
        let target = target.trim().trim_matches(['"', '\'', '.', ',']);
        if links.len() < MAX_LINKS
            && !is_nothing(target)
            && !links
                .iter()
                .any(|link| link.kind == kind && link.target == target)
        {
            // Most records declare one, if any; room for four would be the rule.
            if links.is_empty() {
                links.reserve_exact(1);
            }
            links.push(Link {
                kind,
                target: target.to_owned(),
                sentence,
            });
        }
    };
    for (kind, keys) in KEYS {
        for key in *keys {
            if let Some(field) = parts.head.get(*key) {
                for text in field.value.texts() {
                    crate::text::split_outside_braces(text)
                        .for_each(|target| add(*kind, target, 0..0));
                }
            } else if let Some(label) = parts.labels.get(*key) {
                let end = label.value_start + label.value.len();
                targets(label.value).for_each(|target| add(*kind, target, label.value_start..end));
            }
        }
    }
    let section = parts
        .section(SectionKind::Status)
        .map(|section| section.body.clone());
    let written = parts
        .labels
        .get(STATUS)
        .map(|label| label.value_start..label.value_start + label.value.len());
    // A field says it of the record whatever a section of that name is about.
    let in_text = section.or(written);
    let in_field = STATUS_KEYS.iter().any(|key| parts.head.get(*key).is_some());
    if let Some(status) = status.filter(|_| in_field || in_text.is_none()) {
        phrases(&status.text).for_each(|(kind, target)| add(kind, target, 0..0));
    }
    if let Some(span) = in_text {
        phrases(&parts.text[span.clone()])
            .for_each(|(kind, target)| add(kind, target, span.clone()));
    }
    links
}

/// The records that the phrases of a text name: link targets, else the words up to the end.
fn phrases(text: &str) -> impl Iterator<Item = (LinkKind, &str)> {
    // Most statuses are one word, and nothing in them names a record.
    text.lines()
        .filter(|line| line.trim().contains(' '))
        .flat_map(|line| {
            let lower = line.to_ascii_lowercase();
            PHRASES.iter().flat_map(move |(kind, phrases)| {
                let found = phrases
                    .iter()
                    .find_map(|phrase| Some((lower.find(phrase)?, phrase.len())));
                let (kind, after) = match found {
                    // What is replaced in part stays in force.
                    Some((at, length)) if is_partial(&lower[..at]) => {
                        (LinkKind::Relates, &line[at + length..])
                    }
                    Some((at, length)) => (*kind, &line[at + length..]),
                    None => (*kind, ""),
                };
                targets(after).map(move |target| (kind, target))
            })
        })
}

fn is_partial(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with("partially") || before.ends_with("partly")
}

/// The targets in a value: of Markdown links what they point to, else the parts between commas.
fn targets(value: &str) -> impl Iterator<Item = &str> {
    let linked: Vec<&str> = value
        .match_indices("](")
        .filter_map(|(at, _)| {
            let rest = &value[at + 2..];
            Some(
                rest[..rest.find(')')?]
                    .split_whitespace()
                    .next()
                    .unwrap_or(""),
            )
        })
        .collect();
    let plain = if linked.is_empty() { value } else { "" };
    linked
        .into_iter()
        .chain(
            plain
                .split(" and ")
                .flat_map(crate::text::split_outside_braces),
        )
        .map(|target| target.trim_matches(['[', ']', ' ', '*', '_', '.', ':']))
}
