//! Sections, and which of them the usual names tell.

use std::borrow::Cow;

use crate::markdown::{Outline, plain};
use crate::{Section, SectionKind};

/// The usual names, in lower case. A name ending in `*` stands for all that begin with it.
const NAMES: &[(SectionKind, &[&str])] = &[
    (SectionKind::Status, &["status", "state", "adr status"]),
    (
        SectionKind::Summary,
        &[
            "summary",
            "abstract",
            "tl;dr",
            "tldr",
            "overview",
            "simple summary",
            "executive summary",
            "in short",
        ],
    ),
    (
        SectionKind::Decision,
        &[
            "decision",
            "decisions",
            "the decision",
            "decision outcome",
            "decision made",
            "outcome",
            "resolution",
            "chosen option",
            "chosen solution",
            "proposed decision",
            "what we decided",
            "final decision",
            "why rejected",
            "reason for rejection",
        ],
    ),
    (
        SectionKind::Proposal,
        &[
            "proposed solution",
            "solution",
            "proposal",
            "specification",
            "detailed design",
            "conclusion",
            "recommendation",
            "what",
            "approach",
            "proposed approach",
            "proposed design",
            "explanation",
            "how",
            "detail design",
            "technical specification",
            "action plan",
            "decided solution",
        ],
    ),
    (
        SectionKind::Context,
        &[
            "context",
            "context and problem statement",
            "context and problem",
            "problem statement",
            "problem",
            "the problem",
            "background",
            "motivation",
            "introduction",
            "issue",
            "goals",
            "context and background",
            "background and motivation",
            "context & problem statement",
            "context and motivation",
            "need",
            "requirements",
            "context, reach & prioritization",
            "statement of the problem",
            "problem description",
        ],
    ),
    (
        SectionKind::Rationale,
        &[
            "rationale",
            "why",
            "reasoning",
            "justification",
            "reasons",
            "decision drivers",
            "drivers",
        ],
    ),
    (
        SectionKind::Consequences,
        &[
            "consequences",
            "consequence",
            "implications",
            "impact",
            "impacts",
            "results",
            "effects",
            "positive consequences",
            "negative consequences",
            "positive",
            "negative",
            "backwards compatibility",
            "backward compatibility",
        ],
    ),
    (
        SectionKind::Alternatives,
        &[
            "alternatives",
            "alternative",
            "alternatives considered",
            "considered alternatives",
            "considered options",
            "options",
            "options considered",
            "alternative approaches",
            "alternative approaches considered",
            "rejected alternatives",
            "rejected options",
            "rationale and alternatives",
            "other options",
            "alternatives rejected",
            "pros and cons of the options",
            "prior art and alternatives",
            "solution space exploration",
            "possible solutions",
            "alternative designs",
        ],
    ),
    (
        SectionKind::TradeOffs,
        &[
            "trade-offs",
            "tradeoffs",
            "trade offs",
            "drawbacks",
            "risks",
            "pros and cons",
            "risks and mitigations",
            "trade-offs and mitigations",
            "disadvantages",
        ],
    ),
    (
        SectionKind::AppliesTo,
        &[
            "applies to",
            "affects",
            "affected files",
            "scope of files",
            "governs",
        ],
    ),
];

/// Names of sections that carry no kind of their own but are no titles either.
const OTHER_NAMES: &[&str] = &[
    "changelog",
    "change log",
    "references",
    "links",
    "note",
    "notes",
    "warning",
    "disclaimer",
    "appendix",
    "table of contents",
    "contents",
    "metadata",
    "security considerations",
    "test cases",
    "implementation",
    "reference implementation",
    "copyright",
    "unresolved questions",
    "future possibilities",
    "prior art",
    "further reading",
    "more information",
    "confirmation",
    "open questions",
    "acceptance",
    "guide-level explanation",
    "reference-level explanation",
    "validation",
    "deciders",
    "authors",
    "date",
    "glossary",
    "design",
    "discussion",
    "stakeholders",
    "need",
    "history",
    "related",
    "related documents",
    "technical story",
];

pub(super) fn read(text: &str, outline: &Outline) -> Vec<Section> {
    let headings: Vec<_> = outline
        .headings
        .iter()
        .filter(|heading| !(heading.unspaced && heading.level == 1))
        .collect();
    headings
        .iter()
        .enumerate()
        .map(|(at, heading)| {
            let end = headings[at + 1..]
                .iter()
                .find(|next| next.level <= heading.level)
                .map_or(text.len(), |next| next.start);
            Section {
                level: heading.level,
                heading: heading.words.clone(),
                body: heading.end..end,
                kind: kind(&text[heading.words.clone()]).or_else(|| {
                    // `## Decision: use it`; a `#` before such words is the title.
                    let (name, _) = text[heading.words.clone()].split_once(':')?;
                    kind(name).filter(|_| heading.level > 1)
                }),
            }
        })
        .collect()
}

/// The kind that a heading's words tell.
pub(super) fn kind(words: &str) -> Option<SectionKind> {
    let name = name(words)?;
    NAMES
        .iter()
        .find(|(_, names)| is_among(&name, names))
        .map(|(kind, _)| *kind)
}

/// Whether a heading is the name of a section rather than a title.
pub(super) fn is_section_name(words: &str) -> bool {
    kind(words).is_some() || name(words).is_some_and(|name| is_among(&name, OTHER_NAMES))
}

fn is_among(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The words without marks, numbering, emoji or a colon at the end; `None` where they are too long for a
/// name.
fn name(words: &str) -> Option<Cow<'_, str>> {
    if words.len() > MAX_NAME {
        return None;
    }
    let is_plain = |byte: u8| byte.is_ascii_alphabetic() || byte == b' ';
    if words.bytes().all(is_plain) {
        return Some(Cow::Borrowed(words.trim()));
    }
    let plain = plain(words);
    let name = plain
        .trim_start_matches(|c: char| !c.is_alphabetic())
        .trim_end_matches(|c: char| !c.is_alphanumeric());
    Some(Cow::Owned(name.to_owned()))
}

/// The longest heading that is taken for the name of a section, in bytes.
const MAX_NAME: usize = 64;
