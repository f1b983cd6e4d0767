//! Taking a record apart that was written in whatever manner.

use std::collections::BTreeSet;

use decision_core::yaml;
use decision_core::{Decision, SectionKind};

use super::UNTITLED;

/// The text of a record by sections.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// Those that dialects know.
    pub(super) known: Vec<(SectionKind, String)>,
    /// The others with their headings, as written.
    pub(super) rest: String,
}

/// A front matter field as written, its line ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RawField {
    pub(super) key: String,
    pub(super) text: String,
}

/// Fields that a draft holds; their names without marks, in lower case.
const DRAFTED: &[&str] = &[
    "name",
    "title",
    "id",
    "description",
    "summary",
    "tldr",
    "date",
    "created",
    "decided",
    "status",
    "state",
    "tags",
    "tag",
    "keywords",
    "affects",
    "files",
    "paths",
    "scope",
    "globs",
    "appliesto",
];

/// Labels under a title that a draft holds as fields.
const LABELS: &[&str] = &["status", "date", "tags"];

pub(super) fn sections(record: &Decision) -> Body {
    let text = record.text();
    let mut body = Body::default();
    let mut sections = record.sections.iter().peekable();
    // The title is the first heading; its body is the whole text.
    let lead_start = match sections.next_if(|first| first.level == 1 && first.kind.is_none()) {
        Some(title) => title.body.start,
        None => record.body_start(),
    };
    let mut lead_end = None;
    let mut end = 0;
    for section in sections {
        if section.heading.start < end {
            continue;
        }
        end = section.body.end;
        let line = text[..section.heading.start]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        lead_end.get_or_insert(line);
        let inner = text[section.body.clone()].trim();
        match section.kind {
            Some(SectionKind::Status | SectionKind::AppliesTo) => {}
            Some(kind) if !inner.is_empty() => body.known.push((kind, inner.to_owned())),
            Some(_) => {}
            None => {
                body.rest.push_str(text[line..section.body.end].trim_end());
                body.rest.push_str("\n\n");
            }
        }
    }
    let lead = text
        .get(lead_start..lead_end.unwrap_or(text.len()))
        .unwrap_or_default();
    add_lead(&without_labels(lead), &mut body.known);
    body
}

/// Sentences under the title say what was decided where nothing else does; else they lead to it.
fn add_lead(lead: &str, known: &mut Vec<(SectionKind, String)>) {
    let lead = lead.trim();
    if lead.is_empty() {
        return;
    }
    let has = |kind| known.iter().any(|(other, _)| *other == kind);
    let kind = if has(UNTITLED) {
        SectionKind::Context
    } else {
        UNTITLED
    };
    match known.iter_mut().find(|(other, _)| *other == kind) {
        Some((_, body)) => *body = format!("{lead}\n\n{body}"),
        None => known.insert(0, (kind, lead.to_owned())),
    }
}

fn without_labels(lead: &str) -> String {
    let is_label = |line: &str| {
        let line = line.trim_start_matches(['*', '-', '+', ' ']).to_lowercase();
        let name = line.split(':').next().unwrap_or_default();
        line.contains(':') && LABELS.contains(&name.trim_matches(['*', ' ']))
    };
    let lines: Vec<&str> = lead.lines().filter(|line| !is_label(line)).collect();
    lines.join("\n")
}

/// The front matter fields that a draft has no place for.
pub(super) fn other_fields(record: &Decision) -> Vec<RawField> {
    let head = &record.text()[..record.body_start()];
    let lines: Vec<&str> = head.split_inclusive('\n').collect();
    // Between the first fence and the last one.
    let Some(inner) = lines
        .iter()
        .rposition(|line| line.trim_end().starts_with("---"))
        .and_then(|last| lines.get(1..last))
    else {
        return Vec::new();
    };
    let source = inner.concat();
    let mapping = yaml::read_mapping(&source);
    let fields = &mapping.fields;
    fields
        .iter()
        .enumerate()
        .filter(|(_, field)| {
            let key = field.key.to_lowercase().replace(['-', '_', ' '], "");
            !DRAFTED.contains(&key.as_str())
        })
        .map(|(at, field)| {
            let end = fields.get(at + 1).map_or(inner.len(), |next| next.line - 1);
            let raw = inner[field.line - 1..end].concat();
            RawField {
                key: field.key.to_string(),
                text: raw,
            }
        })
        .collect()
}

/// How sentences begin that state a choice, with what is left of them in a title.
const OPENINGS: &[(&str, &str)] = &[
    ("we decided to ", ""),
    ("we have decided to ", ""),
    ("we've decided to ", ""),
    ("we chose to ", ""),
    ("we agreed to ", ""),
    ("we will ", ""),
    ("we'll ", ""),
    ("we chose ", ""),
    ("we picked ", ""),
    ("we use ", "use "),
    ("let's ", ""),
];

/// Where a sentence goes on with its reason.
const REASONS: &[&str] = &[" because ", " since ", " so that ", ", as ", "; ", ": "];

/// The longest title that is made of a sentence, in characters.
const MAX_MADE: usize = 80;

/// A title from the sentence that states a choice, without its reason; none where that is long.
pub(super) fn title_from(sentence: &str) -> Option<String> {
    let lower = sentence.to_lowercase();
    // Only where lower case keeps every byte in its place.
    let same = lower.len() == sentence.len();
    let end = REASONS
        .iter()
        .filter_map(|reason| lower.find(reason))
        .filter(|_| same)
        .min();
    let clause = &sentence[..end.unwrap_or(sentence.len())];
    let rest = OPENINGS
        .iter()
        .find(|(opening, _)| same && lower.starts_with(opening))
        .and_then(|(opening, kept)| Some(format!("{kept}{}", clause.get(opening.len()..)?)));
    let title = rest.unwrap_or_else(|| clause.to_owned());
    let title = title.trim().trim_end_matches(['.', ',', '!', ' ']);
    let mut chars = title.chars();
    let first = chars.next()?;
    let title: String = first.to_uppercase().chain(chars).collect();
    (title.chars().count() <= MAX_MADE).then_some(title)
}

/// Words that say nothing of what a title is about.
const SMALL: &[&str] = &[
    "a", "an", "and", "are", "as", "be", "by", "for", "from", "in", "is", "of", "on", "our", "the",
    "to", "we", "with",
];

/// The words of a title, without small ones.
pub(super) fn words(title: &str) -> BTreeSet<String> {
    title
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !SMALL.contains(word))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::title_from;

    #[test]
    fn a_sentence_gives_a_title_without_its_reason() {
        let cases: &[(&str, Option<&str>)] = &[
            (
                "We chose Postgres over MongoDB because we need joins.",
                Some("Postgres over MongoDB"),
            ),
            (
                "We decided to drop Node 18, since it is unmaintained.",
                Some("Drop Node 18"),
            ),
            (
                "Session tokens live in Redis only",
                Some("Session tokens live in Redis only"),
            ),
            (
                "We use UTC everywhere: clients guess otherwise.",
                Some("Use UTC everywhere"),
            ),
            ("", None),
        ];
        for (sentence, expected) in cases {
            assert_eq!(title_from(sentence).as_deref(), *expected, "{sentence}");
        }
        assert_eq!(title_from(&"long ".repeat(30)), None);
    }
}
