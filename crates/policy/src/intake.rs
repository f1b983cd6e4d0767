//! A record that comes from outside, made ready to stand in the log: what it says is kept, how it says it
//! becomes the log's own manner.
//!
//! What is read and rendered here is pure: text in, text or findings out. [`record`] puts it into a log.

mod claim;
mod parts;
mod record;

use decision_core::draft::{Draft, Rendered, Style};
use decision_core::{
    Decision, DecisionLog, Finding, MAX_RECORD_BYTES, Rule, SectionKind, Severity, StatusKind, lint,
};

pub use record::{Place, RecordError, Recorded, Request, record};

use crate::quote;

/// How the text from outside is called in findings.
const SOURCE: &str = "standard input";

const ACCEPTED: &str = "accepted";

/// A sentence that says what was decided has so many words.
const MIN_WORDS: usize = 3;

/// So many edited files are named.
const MAX_EDITED: usize = 8;

/// Longer titles are sentences, in characters.
const MAX_TITLE: usize = 100;

/// What the caller says beside the text; it counts before what the text says.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// The title.
    pub title: Option<String>,
    /// Tags to add.
    pub tags: Vec<String>,
    /// Scope to add, from the root.
    pub affects: Vec<String>,
    /// Whether a person said that it is decided. Nothing else makes a new record more than proposed.
    pub accepted: bool,
    /// The day of today, for a text without a date.
    pub today: String,
}

/// A text that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intake {
    draft: Draft,
    /// Sections that no dialect knows, as written.
    rest: String,
    /// Front matter fields that are no part of a draft, as written.
    fields: Vec<parts::RawField>,
    /// What was changed on the way, for whoever sent it.
    pub notes: Vec<String>,
}

/// A record in the log's manner, and what is odd about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ready {
    /// The file and its text.
    pub rendered: Rendered,
    /// Warnings and notes; errors make it none.
    pub findings: Vec<Finding>,
    /// What was changed on the way.
    pub notes: Vec<String>,
    /// Whether it is more than proposed.
    pub accepted: bool,
}

/// Reads a text: a record with or without front matter, or plain sentences.
///
/// # Errors
///
/// The findings that keep it out, each with what to write instead.
pub fn read(bytes: &[u8], given: &Given) -> Result<Intake, Vec<Finding>> {
    let text = as_text(bytes).map_err(|finding| refusal(vec![finding]))?;
    let (record, findings) = lint::read(SOURCE, "", 0, text.into_bytes());
    let sentence = record
        .deciding_sentence()
        .map(|sentence| sentence.into_owned());
    let title = title(&record, &findings, sentence.as_deref(), given);
    let mut faults: Vec<Finding> = findings
        .iter()
        .filter(|one| keeps_out(one))
        .cloned()
        .collect();
    faults.extend(title_fault(title.as_deref()));
    if !faults.iter().any(|fault| fault.rule == Rule::NoDecision) {
        faults.extend(sentence_fault(sentence.as_deref()));
    }
    let Some(title) = title.filter(|_| faults.is_empty()) else {
        return Err(refusal(faults));
    };
    let body = parts::sections(&record);
    let entries = record.affects.entries().iter();
    let mut affects: Vec<String> = entries.map(|entry| entry.text().to_owned()).collect();
    add_missing(&mut affects, &given.affects);
    let mut tags = record.tags.clone();
    add_missing(&mut tags, &given.tags);
    Ok(Intake {
        draft: Draft {
            title,
            description: sentence,
            date: record.date.clone().unwrap_or_else(|| given.today.clone()),
            status: Some(if given.accepted { ACCEPTED } else { "proposed" }.to_owned()),
            tags,
            affects,
            sections: body.known,
        },
        rest: body.rest,
        fields: parts::other_fields(&record),
        notes: status_note(&record, given).into_iter().collect(),
    })
}

/// What the record is to be called: as the caller says, else as it calls itself, else what its first
/// sentence says.
fn title(
    record: &Decision,
    findings: &[Finding],
    sentence: Option<&str>,
    given: &Given,
) -> Option<String> {
    let untitled = findings.iter().any(|finding| finding.rule == Rule::NoTitle);
    let own = (!untitled).then(|| record.title.clone());
    let said = given.title.clone().or(own);
    let title = said.or_else(|| sentence.and_then(parts::title_from));
    title
        .map(|title| title.trim().to_owned())
        .filter(|title| !title.is_empty())
}

/// That a status which the text gives itself does not count.
fn status_note(record: &Decision, given: &Given) -> Option<String> {
    let status = record.status.as_ref().filter(|_| !given.accepted)?;
    (status.kind != StatusKind::Proposed).then(|| {
        format!(
            "it says `{}`; a new record is proposed until a person accepts it",
            status.text
        )
    })
}

impl Intake {
    /// What it is called.
    pub fn title(&self) -> &str {
        &self.draft.title
    }

    /// The record in the manner of a log. `tracked` tells whether an `affects` entry matches a file that git
    /// knows.
    ///
    /// # Errors
    ///
    /// Findings of the finished record that keep it out.
    pub fn render(
        &self,
        style: &Style,
        tracked: impl FnMut(&str) -> bool,
    ) -> Result<Ready, Vec<Finding>> {
        let mut rendered = self.draft.render(style);
        let mut notes = self.notes.clone();
        let crlf = rendered.text.contains("\r\n");
        let mut text = rendered.text.replace("\r\n", "\n");
        match text
            .strip_prefix("---\n")
            .and_then(|rest| rest.find("\n---\n"))
        {
            Some(end) => {
                let at = "---\n".len() + end + 1;
                let raw: String = self
                    .fields
                    .iter()
                    .map(|field| field.text.as_str())
                    .collect();
                text.insert_str(at, &raw);
            }
            None => notes.extend(self.fields.iter().map(|field| {
                format!(
                    "`{}` was left out: the records of this log have no front matter",
                    field.key
                )
            })),
        }
        if !self.rest.is_empty() {
            text = format!("{}\n\n{}\n", text.trim_end(), self.rest.trim());
        }
        rendered.text = if crlf {
            text.replace('\n', "\r\n")
        } else {
            text
        };
        let bytes = rendered.text.clone().into_bytes();
        let (record, mut findings) = lint::read(&rendered.path, &rendered.slug, 0, bytes);
        findings.extend(lint::affects(&record, tracked));
        if findings.iter().any(keeps_out) {
            findings.retain(keeps_out);
            return Err(refusal(findings));
        }
        Ok(Ready {
            rendered,
            findings,
            notes,
            accepted: self.draft.status.as_deref() == Some(ACCEPTED),
        })
    }

    /// What to add where it names no scope, with files that it may govern.
    pub fn missing_scope(&self, edited: &[String]) -> Option<String> {
        if !self.draft.affects.is_empty() {
            return None;
        }
        let shown: Vec<String> = edited
            .iter()
            .take(MAX_EDITED)
            .map(|path| quote::prompt_path(path))
            .collect();
        let mut hint =
            "it names no files in `affects`, so no change of code brings it up".to_owned();
        if !shown.is_empty() {
            hint.push_str(&format!("; edited in this session: {}", shown.join(", ")));
        }
        if edited.len() > MAX_EDITED {
            hint.push_str(&format!(" and {} more", edited.len() - MAX_EDITED));
        }
        Some(hint)
    }
}

/// A record that is in force or may come to be and is called nearly the same: the one to amend or to
/// replace.
pub fn same_title<'l>(log: &'l DecisionLog, title: &str) -> Option<&'l Decision> {
    let words = parts::words(title);
    let alike = |record: &&Decision| {
        let other = parts::words(&record.title);
        let common = words.intersection(&other).count();
        let all = words.union(&other).count();
        // Four of five words: a typo, an article, a plural more or less.
        record.is_live() && all > 0 && common * 5 >= all * 4
    };
    log.records.iter().find(alike)
}

/// Whether a finding keeps a new record out. What its writer can mend now is not left for later; what another
/// dialect would ask for is none of it.
fn keeps_out(finding: &Finding) -> bool {
    finding.severity == Severity::Error
        || matches!(
            finding.rule,
            Rule::DuplicateKey
                | Rule::InvalidField
                | Rule::NoDecision
                | Rule::NotUtf8
                | Rule::Placeholder
        )
}

/// The findings for which a record is refused: errors all of them, whatever they are elsewhere.
fn refusal(mut findings: Vec<Finding>) -> Vec<Finding> {
    for finding in &mut findings {
        finding.severity = Severity::Error;
    }
    findings.sort();
    findings.dedup();
    findings
}

/// Text with plain line ends; anything else is refused.
fn as_text(bytes: &[u8]) -> Result<String, Finding> {
    let limit = usize::try_from(MAX_RECORD_BYTES).unwrap_or(usize::MAX);
    if bytes.len() > limit {
        return Err(
            Finding::new(Rule::TooLarge, SOURCE, format!("more than {limit} bytes"))
                .with_help("a record is a page or two; put the rest into a file and link it"),
        );
    }
    let text = std::str::from_utf8(bytes)
        .ok()
        .filter(|text| !text.contains('\0'));
    let text = text.ok_or_else(|| {
        Finding::new(Rule::NotUtf8, SOURCE, "no text in UTF-8").with_help("send Markdown in UTF-8")
    })?;
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn title_fault(title: Option<&str>) -> Option<Finding> {
    let help = "begin with a line `# Title`, a few words that name the choice, or give --title";
    let message = match title {
        None => "no title".to_owned(),
        Some(title) if title.chars().count() > MAX_TITLE => {
            format!("the title has more than {MAX_TITLE} characters")
        }
        Some(title) if parts::words(title).is_empty() => format!("the title `{title}` has no word"),
        Some(_) => return None,
    };
    Some(Finding::new(Rule::NoTitle, SOURCE, message).with_help(help))
}

fn sentence_fault(sentence: Option<&str>) -> Option<Finding> {
    let words = sentence.map_or(0, |text| text.split_whitespace().count());
    (words < MIN_WORDS).then(|| {
        Finding::new(
            Rule::NoDecision,
            SOURCE,
            "nothing in it says what was decided",
        )
        .with_help("begin with one sentence that says it, or write a section `## Decision`")
    })
}

fn add_missing(list: &mut Vec<String>, more: &[String]) {
    for one in more {
        if !list.contains(one) {
            list.push(one.clone());
        }
    }
}

/// The usual parts of a record, for messages that say what to write.
pub const TEMPLATE: &str = "# Short title of the choice\n\n\
One sentence that says what was decided.\n\n\
## Context\n\nWhat made a choice necessary.\n\n\
## Decision\n\nWhat was chosen, and why.\n\n\
## Alternatives\n\nWhat else was considered, and why not.";

/// The section that sentences without a heading belong to.
const UNTITLED: SectionKind = SectionKind::Decision;
