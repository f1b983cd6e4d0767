//! The usual names of sections.
//!
//! Every heading of every record is looked up among them, so that they are put into a hash table when
//! the program is built.

use crate::SectionKind;

/// The usual names, in lower case.
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

/// What a name tells: the kind of its section, `Some(None)` for one without a kind; `None` where no
/// section is called so. Case does not matter.
pub(super) fn meaning(name: &str) -> Option<Option<SectionKind>> {
    if name.len() > LONGEST {
        return None;
    }
    let mut slot = first_slot(name);
    while let Some(index) = usize::from(SLOTS[slot]).checked_sub(1) {
        let (known, kind) = ALL[index];
        if known.eq_ignore_ascii_case(name) {
            return Some(kind);
        }
        slot = (slot + 1) % SLOTS.len();
    }
    None
}

const COUNT: usize = {
    let (mut count, mut at) = (OTHER_NAMES.len(), 0);
    while at < NAMES.len() {
        count += NAMES[at].1.len();
        at += 1;
    }
    count
};

/// All names with what they tell; of a name that stands here twice the first one counts.
static ALL: [(&str, Option<SectionKind>); COUNT] = {
    let mut all = [("", None); COUNT];
    let (mut count, mut group) = (0, 0);
    while group < NAMES.len() {
        let (kind, names) = NAMES[group];
        let mut at = 0;
        while at < names.len() {
            all[count] = (names[at], Some(kind));
            count += 1;
            at += 1;
        }
        group += 1;
    }
    let mut at = 0;
    while at < OTHER_NAMES.len() {
        all[count] = (OTHER_NAMES[at], None);
        count += 1;
        at += 1;
    }
    all
};

/// For each hash an index into [`ALL`], counted from 1; the next slot where that one is taken, 0 where
/// the search ends.
static SLOTS: [u8; 512] = {
    assert!(COUNT < 256);
    let mut slots = [0; 512];
    let mut at = 0;
    while at < COUNT {
        let mut slot = first_slot(ALL[at].0);
        while slots[slot] != 0 {
            slot = (slot + 1) % slots.len();
        }
        slots[slot] = at as u8 + 1;
        at += 1;
    }
    slots
};

/// The longest name, in bytes.
const LONGEST: usize = {
    let (mut longest, mut at) = (0, 0);
    while at < COUNT {
        if ALL[at].0.len() > longest {
            longest = ALL[at].0.len();
        }
        at += 1;
    }
    longest
};

/// Where the search for a name begins: 32-bit FNV-1a of its letters, the bit of their case set.
const fn first_slot(name: &str) -> usize {
    let bytes = name.as_bytes();
    let mut hash: u32 = 0x811c_9dc5;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ (bytes[at] | 0x20) as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    (hash >> 23) as usize
}

#[cfg(test)]
mod tests {
    use super::{ALL, NAMES, OTHER_NAMES, meaning};

    #[test]
    fn every_name_of_the_tables_is_found() {
        for (kind, names) in NAMES {
            for name in *names {
                assert_eq!(meaning(name), Some(Some(*kind)), "{name}");
                assert_eq!(meaning(&name.to_uppercase()), Some(Some(*kind)), "{name}");
            }
        }
        for name in OTHER_NAMES {
            assert!(meaning(name).is_some(), "{name}");
        }
        for name in ["", "use postgres", "statu", "statuses"] {
            assert_eq!(meaning(name), None, "{name}");
        }
        assert!(ALL.iter().all(|(name, _)| !name.is_empty()));
    }
}
