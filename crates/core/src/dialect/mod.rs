//! How foreign records are read: one small file for each thing that a record can say.
//!
//! A record is read by what it holds, not by a declared format. Each file knows the names and the
//! shapes under which the dialects say its one thing, as tables; none knows which dialect it is in.

mod date;
mod fields;
mod identity;
mod labels;
mod people;
mod scope;
mod section_names;
mod sections;
mod status;
mod supersession;
mod title;
mod which;

use std::borrow::Cow;
use std::ops::Range;

use crate::finding::{Finding, Rule};
use crate::markdown::{self, Outline};
use crate::text::{split_outside_braces, trim};
use crate::yaml::{Key, keys};
use crate::{Decision, Section, SectionKind};

pub(crate) use date::{KEYS as DATE_KEYS, is_dated, is_iso};
pub(crate) use fields::{Fields, Source};
pub(crate) use identity::{KEYS as ID_KEYS, file_number, leading_number, split_number};
pub(crate) use labels::{Label, Labels};
pub(crate) use scope::{KEYS as SCOPE_KEYS, claims_of};
pub(crate) use status::{KEYS as STATUS_KEYS, kind_of as status_kind_of};
pub use which::Dialect;

/// What a file holds, before anybody asks what it means.
pub(crate) struct Parts<'a> {
    pub(crate) path: &'a str,
    pub(crate) slug: &'a str,
    /// The number in the name of the file.
    pub(crate) file_number: Option<&'a str>,
    pub(crate) text: &'a str,
    pub(crate) body: usize,
    pub(crate) head: &'a Fields<'a>,
    pub(crate) outline: &'a Outline,
    pub(crate) labels: labels::Labels<'a>,
    pub(crate) sections: Vec<Section>,
}

impl<'a> Parts<'a> {
    fn section(&self, kind: SectionKind) -> Option<&Section> {
        self.sections
            .iter()
            .find(|section| section.kind == Some(kind))
    }

    /// The first front matter text under one of the keys.
    fn field(&self, keys: &[Key<'_>]) -> Option<&'a str> {
        keys.iter()
            .find_map(|key| self.head.get(*key)?.value.as_text())
    }

    /// The first value under one of the keys: front matter before labels in the text.
    fn value(&self, keys: &[Key<'_>]) -> Option<Cow<'a, str>> {
        self.field(keys)
            .map(|text| Cow::Borrowed(trim(text)))
            .or_else(|| self.label(keys).map(|label| markdown::plain(label.value)))
            .filter(|value| !is_nothing(value))
    }

    fn label(&self, keys: &[Key<'_>]) -> Option<&labels::Label<'a>> {
        keys.iter().find_map(|key| self.labels.get(*key))
    }

    /// Gives the values under a key to `take`, lists and comma strings taken apart.
    fn each_value(&self, key: Key<'_>, mut take: impl FnMut(&str)) {
        let mut parts_of = |text: &str| {
            split_outside_braces(text)
                .filter(|part| !is_nothing(part))
                .for_each(&mut take);
        };
        if let Some(field) = self.head.get(key) {
            field.value.texts().for_each(parts_of);
        } else if let Some(label) = self.labels.get(key) {
            parts_of(&markdown::plain(label.value));
        }
    }

    fn values(&self, keys: &[Key<'_>]) -> Vec<String> {
        let mut values = Vec::new();
        for key in keys {
            self.each_value(*key, |value| values.push(value.to_owned()));
        }
        values
    }
}

/// The labels of a record that has been read; `has_title` says that its front matter has the title.
pub(crate) fn labels_of(record: &Decision, has_title: bool) -> Labels<'_> {
    let outline = markdown::outline(record.text(), record.body_start());
    labels::read(
        record.text(),
        record.body_start(),
        &outline,
        &record.sections,
        has_title,
    )
}

/// Fields that say the whole in a sentence.
const DESCRIPTION: &[Key<'_>] = &keys(["description", "summary", "tldr", "constraint"]);

const NAME: &[Key<'_>] = &keys(["name"]);

const BINDING: Key<'_> = Key::new("binding");

const TAGS: &[Key<'_>] = &keys(["tags", "tag", "keywords"]);

fn on_one_line(text: Cow<'_, str>) -> String {
    if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some() {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        text.into_owned()
    }
}

/// What people write where there is nothing to say.
pub(crate) fn is_nothing(value: &str) -> bool {
    let value = trim(value);
    // Nothing would be taken from the ends of most values, and the rest is too long.
    if value.len() > LONGEST_NOTHING
        && let [first, .., last] = value.as_bytes()
        && first.is_ascii_alphanumeric()
        && last.is_ascii_alphanumeric()
    {
        return false;
    }
    let value = value.trim_matches(['-', '*', '_', '`', '.']);
    value.len() <= LONGEST_NOTHING && NOTHING.iter().any(|word| value.eq_ignore_ascii_case(word))
}

const NOTHING: &[&str] = &[
    "", "n/a", "na", "none", "null", "nil", "tbd", "tba", "todo", "?",
];

const LONGEST_NOTHING: usize = "none".len();

/// Whether a sentence is a place holder or no more than a status: `TBD`, `(pending)`, `Accepted`.
pub(crate) fn says_nothing(sentence: &str) -> bool {
    let words = sentence.trim_matches(|c: char| !c.is_alphanumeric());
    is_nothing(words) || !words.contains(' ') && status::kind_of(words) != crate::StatusKind::Other
}

/// The record in a text whose front matter has been read, and what is odd about its fields. Its
/// names and the text itself are left for the caller to move in.
pub(crate) fn read(
    path: &str,
    slug: &str,
    text: &str,
    body: usize,
    head: &Fields<'_>,
    findings: &mut Vec<Finding>,
) -> Decision {
    let outline = markdown::outline(text, body);
    let sections = sections::read(text, &outline);
    let labels = labels::read(
        text,
        body,
        &outline,
        &sections,
        head.get(title::TITLE).is_some(),
    );
    let parts = Parts {
        path,
        slug,
        file_number: identity::file_number(slug),
        text,
        body,
        head,
        outline: &outline,
        labels,
        sections,
    };

    let heading = title::read(&parts, findings);
    let status = status::read(&parts);
    let links = supersession::read(&parts, status.as_ref());
    let status = status::retired_by(status, &links);
    let affects = scope::read(&parts, findings);
    Decision {
        path: String::new(),
        slug: String::new(),
        place: 0,
        id: identity::read(&parts, heading.number),
        name: parts.field(NAME).map(|name| name.trim().to_owned()),
        title: heading.title,
        description: parts.value(DESCRIPTION).map(on_one_line),
        date: date::read(&parts, findings),
        links,
        status,
        people: people::read(&parts),
        tags: parts.values(TAGS),
        own_affects: affects.entries().len(),
        beside: Vec::new(),
        affects,
        binding: binding(&parts, findings),
        lead: lead(&parts),
        sections: parts.sections,
        text: String::new(),
        body,
    }
}

/// Only plain words count: what holds an agent up must not be guessed.
fn binding(parts: &Parts<'_>, findings: &mut Vec<Finding>) -> bool {
    let Some(field) = parts.head.get(BINDING) else {
        return false;
    };
    let text = field.value.as_text().map(trim).unwrap_or_default();
    let is = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if !is(["true", "yes", "on"]) && !is(["false", "no", "off"]) {
        let message = "`binding` is neither `true` nor `false`".to_owned();
        let finding = parts.head.finding(BINDING, Rule::InvalidField, message);
        findings.push(finding.with_help("write `binding: true`, or leave the line out"));
    }
    is(["true", "yes", "on"])
}

/// The first paragraph that is neither a label nor the words of a status.
fn lead(parts: &Parts<'_>) -> Range<usize> {
    let status = parts
        .section(SectionKind::Status)
        .map_or(0..0, |section| section.body.clone());
    parts
        .outline
        .paragraphs
        .iter()
        .find(|span| {
            !status.contains(&span.start)
                && !parts
                    .labels
                    .iter()
                    .any(|label| span.contains(&label.start) || label.start == span.start)
        })
        .cloned()
        .unwrap_or(parts.body..parts.body)
}
