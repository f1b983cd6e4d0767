//! What is wrong with one record, in its own dialect.

use crate::dialect::{
    DATE_KEYS, Dialect, STATUS_KEYS, file_number, is_iso, says_nothing, split_number,
};
use crate::markdown::{Kind, Lines, State};
use crate::yaml::{Key, Mapping, keys};
use crate::{Decision, Finding, Rule, SectionKind, StatusKind, front_matter};

use super::place;

const DESCRIPTION: Key<'_> = Key::new("description");
const DATE: Key<'_> = Key::new("date");

/// Fields of the usual templates that have something to be filled in.
const FILLED_IN: &[Key<'_>] = &keys([
    "title",
    "description",
    "status",
    "date",
    "deciders",
    "decision-makers",
    "consulted",
    "informed",
    "tags",
]);

/// What is wrong with a record beside what reading it says, judged in its own dialect. Ordered by line.
pub fn record(record: &Decision) -> Vec<Finding> {
    let head = front_matter::fields(record);
    let mut findings = Vec::new();
    match Dialect::of(record) {
        Dialect::Native => findings.extend(missing_fields(record, &head)),
        Dialect::Nygard => findings.extend(missing_sections(
            record,
            &[
                (SectionKind::Context, "Context"),
                (SectionKind::Decision, "Decision"),
                (SectionKind::Consequences, "Consequences"),
            ],
        )),
        Dialect::Madr => findings.extend(missing_sections(
            record,
            &[
                (SectionKind::Context, "Context and Problem Statement"),
                (SectionKind::Decision, "Decision Outcome"),
            ],
        )),
        Dialect::Labels | Dialect::Other => {}
    }
    let placeholders = placeholders(record, &head);
    if placeholders.is_empty() {
        findings.extend(no_decision(record));
    }
    findings.extend(placeholders);
    findings.extend(unknown_status(record, &head));
    findings.extend(number_mismatch(record));
    findings.extend(date_of_label(record, &head));
    findings.sort();
    findings
}

fn missing_fields(record: &Decision, head: &Mapping<'_>) -> Vec<Finding> {
    let asked = [
        (
            DESCRIPTION,
            record.description.is_none(),
            "write `description:` with the one sentence that says what was decided",
        ),
        (
            DATE,
            record.date.is_none() && !DATE_KEYS.iter().any(|key| head.field(*key).is_some()),
            "write `date: YYYY-MM-DD`, the day of the decision",
        ),
    ];
    asked
        .into_iter()
        .filter(|(_, is_missing, _)| *is_missing)
        .map(|(key, _, help)| {
            let message = format!("no `{}` in the front matter", key.name);
            Finding::new(Rule::MissingField, &record.path, message)
                .at_line(place::of_field(head, key).unwrap_or(1))
                .with_help(help)
        })
        .collect()
}

fn missing_sections(record: &Decision, asked: &[(SectionKind, &str)]) -> Option<Finding> {
    let has = |kind| {
        let mut sections = record.sections.iter();
        sections.any(|section| section.kind == Some(kind))
    };
    let missing: Vec<&str> = asked
        .iter()
        .filter(|(kind, _)| !has(*kind))
        .map(|(_, name)| *name)
        .collect();
    if missing.is_empty() {
        return None;
    }
    let message = format!("no section {}", missing.join(", "));
    Some(
        Finding::new(Rule::MissingSection, &record.path, message)
            .at_line(place::of_title(record))
            .with_help(format!("add `## {}`", missing[0])),
    )
}

fn no_decision(record: &Decision) -> Option<Finding> {
    let sentence = record.deciding_sentence();
    if sentence.is_some_and(|sentence| !says_nothing(&sentence)) {
        return None;
    }
    let line = place::of_section(record, SectionKind::Decision);
    Some(
        Finding::new(
            Rule::NoDecision,
            &record.path,
            "nothing in it says what was decided",
        )
        .at_line(line.unwrap_or_else(|| place::of_title(record)))
        .with_help("say it in the first sentence of the Decision section"),
    )
}

/// Values in braces, the letters of a date, and what stands in a section's place.
fn placeholders(record: &Decision, head: &Mapping<'_>) -> Vec<Finding> {
    let text = record.text();
    let left = |line: usize, what: &str| {
        let message = format!("{what} still holds what its template left to be filled in");
        Finding::new(Rule::Placeholder, &record.path, message)
            .at_line(line)
            .with_help("fill it in, or remove it")
    };
    let is_left = |value: &str| {
        let value = value.trim().trim_matches(['"', '\'']);
        value.starts_with('{') && value.ends_with('}') && value.contains([' ', '-'])
            || value.contains("YYYY-MM-DD")
    };
    let mut findings: Vec<Finding> = FILLED_IN
        .iter()
        .filter_map(|key| {
            let field = head.field(*key)?;
            let line = text.lines().nth(field.line)?;
            let (_, value) = line.split_once(':')?;
            is_left(value).then(|| left(field.line + 1, &format!("`{}`", field.key)))
        })
        .collect();
    let heading = record.sections.first();
    if let Some(heading) = heading.filter(|section| section.level == 1)
        && is_left(&text[heading.heading.clone()])
    {
        findings.push(left(
            place::of_byte(record, heading.heading.start),
            "the title",
        ));
    }
    findings.extend(
        unfilled_lines(record)
            .map(|line| left(line, "the line"))
            .take(1),
    );
    let unfilled = record
        .sections
        .iter()
        .filter(|section| section.kind.is_some() && is_guidance(text[section.body.clone()].trim()));
    for section in unfilled.take(1) {
        let name = format!("the section {}", text[section.heading.clone()].trim());
        findings.push(left(place::of_byte(record, section.heading.start), &name));
    }
    findings
}

/// The lines, counted from 1, that are nothing but words in braces that were escaped so as to be seen, as in
/// `- \{date\}: \{changelog\}`.
fn unfilled_lines(record: &Decision) -> impl Iterator<Item = usize> {
    let text = record.text();
    let mut state = State::default();
    // Nearly no record has one, and to look at each line costs more.
    let body = if text.contains("\\{") {
        record.body_start()
    } else {
        text.len()
    };
    Lines::new(text, body).filter_map(move |line| {
        let words = text[line.clone()].trim_end();
        if state.classify(words) == Kind::Hidden {
            return None;
        }
        let (mut rest, mut groups) = (words, 0);
        while let Some((before, inner)) = rest.split_once("\\{") {
            let (_, behind) = inner.split_once("\\}")?;
            if before.contains(char::is_alphanumeric) {
                return None;
            }
            (rest, groups) = (behind, groups + 1);
        }
        (groups > 0 && !rest.contains(char::is_alphanumeric))
            .then(|| place::of_byte(record, line.start))
    })
}

/// Whether a section holds only what a template says of it: a text in brackets, one quote that begins so, the
/// choice of an option without a name.
fn is_guidance(body: &str) -> bool {
    let in_braces = body
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    if let Some(inner) = in_braces {
        return inner.starts_with(char::is_alphabetic)
            && inner.contains(' ')
            && !inner.contains('{')
            && is_one_block(body);
    }
    let quote = body.strip_prefix('>').map(str::trim_start);
    let is_about_itself = quote.is_some_and(|words| {
        let words = words.strip_prefix("This section ");
        words.is_some_and(|rest| {
            ["explains ", "describes ", "contains "]
                .iter()
                .any(|verb| rest.starts_with(verb))
        })
    });
    let is_usual = body.starts_with("[Describe ") || body.starts_with("[describe ");
    (is_usual || is_about_itself) && is_one_block(body)
        || body.starts_with("Chosen option: \"[option 1]\"")
}

fn is_one_block(body: &str) -> bool {
    !body.lines().any(|line| line.trim().is_empty())
}

fn unknown_status(record: &Decision, head: &Mapping<'_>) -> Option<Finding> {
    let status = record.status.as_ref()?;
    // A sentence tells more than a word does, and none that could be misspelt.
    if status.kind != StatusKind::Other || status.text.split_whitespace().count() > 2 {
        return None;
    }
    let in_head = STATUS_KEYS
        .iter()
        .find_map(|key| place::of_field(head, *key));
    Some(
        Finding::new(
            Rule::UnknownStatus,
            &record.path,
            format!(
                "the status `{}` is not known; it counts as in force",
                status.text
            ),
        )
        .at_line(in_head.unwrap_or_else(|| place::of_status(record)))
        .with_help("the usual words are proposed, accepted, rejected, deprecated, superseded"),
    )
}

/// Headings are copied and their numbers forgotten.
fn number_mismatch(record: &Decision) -> Option<Finding> {
    let of_file = file_number(&record.slug)?;
    let heading = record.sections.first()?;
    let words = &record.text()[heading.heading.clone()];
    // `ERC-20 receipts` in `eip-7144.md` is about another one, and so read as a title without a number.
    let (in_title, _) = split_number(words, Some(of_file));
    let in_title = in_title?;
    let number = |text: &str| -> Option<u64> {
        text.trim_start_matches(|c: char| !c.is_ascii_digit())
            .parse()
            .ok()
    };
    if number(in_title)? == number(of_file)? {
        return None;
    }
    Some(
        Finding::new(
            Rule::NumberMismatch,
            &record.path,
            format!("the title is numbered {in_title}, the file {of_file}"),
        )
        .at_line(place::of_byte(record, heading.heading.start))
        .with_help("write the number of the file into the title"),
    )
}

/// Of a label or a section; reading says it of a field.
fn date_of_label(record: &Decision, head: &Mapping<'_>) -> Option<Finding> {
    let date = record.date.as_deref().filter(|date| !is_iso(date))?;
    if DATE_KEYS.iter().any(|key| head.field(*key).is_some()) {
        return None;
    }
    let at = record.text().find(date)?;
    let looks_like_one = date.split(['-', '/', '.']).count() == 3;
    let mut finding = Finding::new(
        Rule::InvalidDate,
        &record.path,
        format!("`{date}` is no date"),
    )
    .at_line(place::of_byte(record, at))
    .with_help("write it as YYYY-MM-DD");
    if !looks_like_one {
        // `Q1 2023` was meant as it stands.
        finding.severity = crate::Severity::Info;
    }
    Some(finding)
}
