//! Bytes to a record.

use std::borrow::Cow;

use crate::dialect::{self, Fields, Source};
use crate::finding::{Finding, Rule};
use crate::front_matter;
use crate::text::line_of;
use crate::yaml::{self, Mapping, ProblemKind};
use crate::{Decision, SectionKind, markdown};

impl Decision {
    /// Reads a record from the bytes of a file. Never fails: what cannot be read is a finding, and what
    /// is left makes the record.
    ///
    /// `path` is how the file is named to people, `slug` its path under its decision directory without
    /// the ending, `place` the index of that directory in the log.
    pub fn read(path: &str, slug: &str, place: usize, bytes: Vec<u8>) -> (Decision, Vec<Finding>) {
        read(path.to_owned(), slug.to_owned(), place, bytes, None)
    }

    /// Reads a record whose fields stand in a YAML file of their own, such as the `kep.yaml` beside a
    /// README. Front matter of the record itself counts before it.
    ///
    /// `beside` is how that file is named to people, `fields` its bytes.
    pub fn read_with_metadata(
        path: &str,
        slug: &str,
        place: usize,
        bytes: Vec<u8>,
        beside: &str,
        fields: Vec<u8>,
    ) -> (Decision, Vec<Finding>) {
        let beside = Some((beside, fields));
        read(path.to_owned(), slug.to_owned(), place, bytes, beside)
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
            markdown::first_statement(&self.text[section.body.clone()], dialect::says_nothing)
        };
        section(SectionKind::Decision)
            .or_else(|| section(SectionKind::Summary))
            .or_else(|| section(SectionKind::Proposal))
            .map(Cow::Owned)
            .or_else(|| {
                Some(markdown::plain(markdown::first_sentence(
                    &self.text[self.lead.clone()],
                )))
            })
            .filter(|sentence| !sentence.is_empty())
    }
}

/// The same for names that are there to be kept; `beside` is the name of a file of fields and its bytes.
pub(crate) fn read(
    file: String,
    slug: String,
    place: usize,
    bytes: Vec<u8>,
    beside: Option<(&str, Vec<u8>)>,
) -> (Decision, Vec<Finding>) {
    let path = file.as_str();
    let mut findings = Vec::new();
    let text = decode(path, bytes, &mut findings);
    let split = front_matter::split(&text);
    let (own, body) = read_head(path, &text, &split, &mut findings);
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
    let beside = beside.map(|(path, bytes)| (path, decode(path, bytes, &mut findings)));
    let beside = beside.as_ref().map(|(path, source)| {
        let mapping = yaml::read_mapping(source);
        report(path, &mapping, &mut findings);
        (*path, mapping)
    });
    let head = Fields {
        own: Source {
            path,
            mapping: &own,
        },
        beside: beside
            .as_ref()
            .map(|(path, mapping)| Source { path, mapping }),
    };
    let decision = dialect::read(path, &slug, &text, body, &head, &mut findings);
    let decision = Decision {
        path: file,
        slug,
        place,
        text,
        ..decision
    };
    (decision, findings)
}

/// UTF-8 without its byte order mark; other bytes are replaced and named.
fn decode(path: &str, bytes: Vec<u8>, findings: &mut Vec<Finding>) -> String {
    let mut text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = line_of(error.as_bytes(), error.utf8_error().valid_up_to());
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
fn read_head<'t>(
    path: &str,
    text: &'t str,
    split: &front_matter::Split,
    findings: &mut Vec<Finding>,
) -> (Mapping<'t>, usize) {
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
    // The opening fence is the first line of the file.
    for field in &mut head.fields {
        field.line += 1;
    }
    for problem in &mut head.problems {
        problem.line += 1;
    }
    report(path, &head, findings);
    (head, split.body)
}

fn report(path: &str, mapping: &Mapping<'_>, findings: &mut Vec<Finding>) {
    findings.extend(mapping.problems.iter().map(|problem| {
        let rule = match problem.kind {
            ProblemKind::DuplicateKey => Rule::DuplicateKey,
            ProblemKind::Syntax | ProblemKind::NotAMapping | ProblemKind::Refused => {
                Rule::InvalidFrontMatter
            }
        };
        Finding::new(rule, path, problem.message.clone())
            .at_line(problem.line)
            .with_help(problem.help.clone())
    }));
}

/// The line of the first conflict marker, where one of each kind begins a line, in their order.
fn conflict_line(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let begins_line = |at: usize| at == 0 || bytes[at - 1] == b'\n';
    // Most texts have few of this mark: to look for one byte is quicker than for the whole marker.
    let ours = memchr::memchr_iter(b'<', bytes)
        .find(|at| begins_line(*at) && bytes[*at..].starts_with(b"<<<<<<< "))?;
    let marker = |marker: &[u8], from: usize| {
        memchr::memmem::find_iter(&bytes[from..], marker)
            .map(|found| from + found)
            .find(|at| begins_line(*at))
    };
    let between = marker(b"=======", ours)?;
    marker(b">>>>>>> ", between)?;
    Some(line_of(bytes, ours))
}
