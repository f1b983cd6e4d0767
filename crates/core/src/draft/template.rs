//! Filling in the template that a log keeps beside its records.

use crate::dialect::labels_of;
use crate::yaml::Key;
use crate::{Decision, SectionKind, edit, front_matter};

use super::Draft;
use super::style::Style;

const DESCRIPTION: Key<'_> = Key::new("description");
const TAGS: Key<'_> = Key::new("tags");

/// A template is no longer.
pub(super) const MAX_BYTES: u64 = 64 * 1024;

/// The template with title, number, date and status in their places; none where it has no place for a
/// title, or would not read back as the draft says.
///
/// What a person is to fill in stays as it is.
pub(super) fn fill(
    template: &str,
    draft: &Draft,
    style: &Style,
    number: Option<u64>,
    stem: &str,
) -> Option<String> {
    let status = draft.status.as_deref().unwrap_or("proposed");
    let status = style.form.status_word(status);
    let template = template.strip_prefix('\u{feff}').unwrap_or(template);
    let template = &template.replace("\r\n", "\n");
    let mut text = if is_of_adr_tools(template) {
        template
            .replace(
                "NUMBER",
                &number.map_or_else(String::new, |number| number.to_string()),
            )
            .replace("TITLE", &draft.title)
            .replace("DATE", &draft.date)
            .replace("STATUS", &status)
    } else {
        with_title(template, &style.form.heading(&draft.title, number))?
    };
    if !is_of_adr_tools(template) {
        if let Ok(with) = edit::set_date(text.as_bytes(), &draft.date) {
            text = with;
        }
        if let Ok(with) = edit::set_status(text.as_bytes(), &status) {
            text = with;
        }
    }
    if let Some(sentence) = &draft.description {
        text = with_sentence(&text, sentence)?;
    }
    if !draft.tags.is_empty() {
        text = with_tags(&text, &draft.tags).unwrap_or(text);
    }
    if !draft.affects.is_empty() {
        text = edit::add_affects(text.as_bytes(), &draft.affects).ok()?;
    }
    let (read, _) = Decision::read(stem, stem, 0, text.as_bytes().to_vec());
    let entries = read.affects.entries().iter().map(|entry| entry.text());
    (read.title == draft.title && entries.eq(draft.affects.iter().map(String::as_str)))
        .then_some(text)
}

/// Whether bare words such as `TITLE` are to be replaced; `{TITLE}` is for a person to see.
fn is_of_adr_tools(template: &str) -> bool {
    template.lines().any(|line| {
        line.starts_with("# ") && line.contains("TITLE") && !line.contains(['{', '[', '<'])
    })
}

/// The text with its first heading replaced.
fn with_title(template: &str, title: &str) -> Option<String> {
    let read = read(template);
    let first = read.sections.first().filter(|section| section.level == 1)?;
    let mut text = template.to_owned();
    text.replace_range(first.heading.clone(), title);
    Some(text)
}

/// The text with the deciding sentence in the field for it, else at the beginning of the decision; none where
/// it has neither.
fn with_sentence(template: &str, sentence: &str) -> Option<String> {
    let read = read(template);
    if front_matter::fields(&read).field(DESCRIPTION).is_some() {
        return edit::set_field(template.as_bytes(), DESCRIPTION.name, sentence).ok();
    }
    let mut sections = read.sections.iter();
    let decision = sections.find(|section| section.kind == Some(SectionKind::Decision))?;
    let (before, behind) = template.split_at(decision.body.start);
    let gap = if before.ends_with('\n') { "" } else { "\n" };
    let behind = behind.trim_start_matches('\n');
    Some(format!("{before}{gap}\n{sentence}\n\n{behind}"))
}

/// The text with the tags in its label or field for them, where it has one.
fn with_tags(template: &str, tags: &[String]) -> Option<String> {
    let read = read(template);
    let words = tags.join(", ");
    let head = front_matter::fields(&read);
    if let Some(field) = head.field(TAGS) {
        return edit::set_field(template.as_bytes(), &field.key, &words).ok();
    }
    let labels = labels_of(&read, false);
    let label = labels.get(TAGS)?;
    let end = label.value_start + label.value.len();
    Some(format!(
        "{}{words}{}",
        &template[..label.value_start],
        &template[end..]
    ))
}

fn read(text: &str) -> Decision {
    Decision::read("template.md", "template", 0, text.as_bytes().to_vec()).0
}
