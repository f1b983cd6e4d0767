//! Bytes to a record.

use std::borrow::Cow;

use crate::dialect::{self, Place};
use crate::finding::{Finding, Rule};
use crate::front_matter;
use crate::yaml::{self, Mapping, ProblemKind};
use crate::{Decision, SectionKind, markdown};

impl Decision {
    /// Reads a record from the bytes of a file. Never fails: what cannot be read is a finding, and what
    /// is left makes the record.
    ///
    /// `path` is how the file is named to people, `slug` its path under its decision directory without
    /// the ending, `place` the index of that directory in the log.
    pub fn read(path: &str, slug: &str, place: usize, bytes: Vec<u8>) -> (Decision, Vec<Finding>) {
        let mut findings = Vec::new();
        let text = decode(path, bytes, &mut findings);
        let split = front_matter::split(&text);
        let (head, body) = read_head(path, &text, &split, &mut findings);
        if let Some(line) = conflict_line(&text) {
            findings.push(
                Finding::new(
                    Rule::ConflictMarkers,
                    path,
                    "git conflict markers in the text",
                )
                .at_line(line)
                .with_help("resolve the conflict"),
            );
        }
        let place = Place {
            path,
            slug,
            dir: place,
        };
        let decision = dialect::read(&place, text, body, &head, &mut findings);
        (decision, findings)
    }

    /// What one must know to act without opening the file: the description, else the first sentence of
    /// the Decision section, of the summary, of the proposal, of the text. Marks are taken out, white
    /// space is folded.
    pub fn deciding_sentence(&self) -> Option<Cow<'_, str>> {
        if let Some(description) = &self.description {
            return Some(Cow::Borrowed(description));
        }
        let section = |kind| {
            let section = self
                .sections
                .iter()
                .find(|section| section.kind == Some(kind))?;
            markdown::first_statement(&self.text[section.body.clone()])
        };
        section(SectionKind::Decision)
            .or_else(|| section(SectionKind::Summary))
            .or_else(|| section(SectionKind::Proposal))
            .or_else(|| {
                Some(markdown::plain(markdown::first_sentence(
                    &self.text[self.lead.clone()],
                )))
            })
            .filter(|sentence| !sentence.is_empty())
            .map(Cow::Owned)
    }
}

/// UTF-8 without its byte order mark; other bytes are replaced and named.
fn decode(path: &str, bytes: Vec<u8>, findings: &mut Vec<Finding>) -> String {
    let mut text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count()
                + 1;
            findings.push(
                Finding::new(
                    Rule::NotUtf8,
                    path,
                    "bytes that are not UTF-8 were replaced",
                )
                .at_line(line)
                .with_help("save the file as UTF-8"),
            );
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
    };
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    text
}

/// The fields of the front matter, their lines counted in the file, and where the text begins.
fn read_head(
    path: &str,
    text: &str,
    split: &front_matter::Split,
    findings: &mut Vec<Finding>,
) -> (Mapping, usize) {
    let Some(span) = &split.head else {
        return (Mapping::default(), split.body);
    };
    let source = &text[span.clone()];
    if source.trim().is_empty() {
        return (Mapping::default(), split.body);
    }
    let mut head = yaml::read_mapping(source);
    if head.is_no_mapping() {
        // Two rules with prose between them are text, not fields.
        return (Mapping::default(), 0);
    }
    if split.unclosed {
        findings.push(
            Finding::new(
                Rule::UnclosedFrontMatter,
                path,
                "the front matter is never closed",
            )
            .at_line(1)
            .with_help("close it with a line `---`; the lines that look like fields were read"),
        );
    }
    for field in &mut head.fields {
        field.line += 1;
    }
    for problem in &head.problems {
        let rule = match problem.kind {
            ProblemKind::DuplicateKey => Rule::DuplicateKey,
            ProblemKind::Syntax | ProblemKind::NotAMapping | ProblemKind::Refused => {
                Rule::InvalidFrontMatter
            }
        };
        findings.push(
            Finding::new(rule, path, problem.message.clone())
                .at_line(problem.line + 1)
                .with_help(problem.help.clone()),
        );
    }
    (head, split.body)
}

/// The line of the first conflict marker, where one of each kind stands at the beginning of a line.
fn conflict_line(text: &str) -> Option<usize> {
    let start = memchr::memmem::find(text.as_bytes(), b"<<<<<<< ")?;
    let line_starts = |marker: &str| {
        text.match_indices(marker)
            .find(|(at, _)| *at == 0 || text.as_bytes()[at - 1] == b'\n')
    };
    let (at, _) = line_starts("<<<<<<< ").filter(|_| start < text.len())?;
    line_starts(">>>>>>> ")?;
    Some(
        text.as_bytes()[..at]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count()
            + 1,
    )
}
