//! Filling in the template that a log keeps beside its records.

use crate::{Decision, edit};

use super::Draft;
use super::style::Style;

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
    if !draft.affects.is_empty() {
        text = edit::add_affects(text.as_bytes(), &draft.affects).ok()?;
    }
    let (read, _) = Decision::read(stem, stem, 0, text.as_bytes().to_vec());
    let entries = read.affects.entries().iter().map(|entry| entry.text());
    (read.title == draft.title && entries.eq(draft.affects.iter().map(String::as_str)))
        .then_some(text)
}

fn is_of_adr_tools(template: &str) -> bool {
    template
        .lines()
        .any(|line| line.starts_with("# ") && line.contains("TITLE"))
}

/// The text with its first heading replaced.
fn with_title(template: &str, title: &str) -> Option<String> {
    let (read, _) = Decision::read("template.md", "template", 0, template.as_bytes().to_vec());
    let first = read.sections.first().filter(|section| section.level == 1)?;
    let mut text = template.to_owned();
    text.replace_range(first.heading.clone(), title);
    Some(text)
}
