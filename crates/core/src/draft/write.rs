//! Writing a draft in the form of a log.

use crate::SectionKind;
use crate::dialect::Dialect;
use crate::edit;
use crate::markdown::plain;

use super::Draft;
use super::form::{Field, Form, Item, usual_sections};
use super::style::Style;

/// The text of a draft in the form of a style.
pub(super) fn write(draft: &Draft, style: &Style, number: Option<u64>, stem: &str) -> String {
    let form = &style.form;
    let status = draft.status.as_deref();
    let status = status
        .map(|status| form.status_word(status))
        .or_else(|| form.has_status.then(|| form.status_word("proposed")));
    let mut text = front_matter_of(draft, style, number, stem, status.as_deref());
    let heading = form.heading(&draft.title, number);
    let in_head = form.has_field(Item::Title);
    if !in_head {
        text.push_str(&format!("# {}\n\n", escaped(&heading)));
    }
    let mut labelled = false;
    for (item, before, behind) in &form.labels {
        let value = match item {
            Item::Date => draft.date.clone(),
            Item::Status => status.clone().unwrap_or_default(),
            Item::Tags => draft.tags.join(", "),
            _ => continue,
        };
        if !value.is_empty() {
            text.push_str(&format!("{before}{value}{behind}\n"));
            labelled = true;
        }
    }
    if labelled {
        text.push('\n');
    }
    let has_status_section = style.dialect == Dialect::Nygard;
    if has_status_section {
        let (level, name) = form
            .sections
            .iter()
            .find(|(kind, ..)| *kind == SectionKind::Status)
            .map_or((2, "Status"), |(_, level, name)| (*level, name));
        let marks = "#".repeat(usize::from(level));
        text.push_str(&format!(
            "{marks} {name}\n\n{}\n\n",
            status.unwrap_or_default()
        ));
    }
    let said = form.has_field(Item::Description);
    for (level, name, body) in bodies(draft, form, said) {
        let marks = "#".repeat(usize::from(level));
        text.push_str(&format!("{marks} {name}\n\n{}\n\n", body.trim()));
    }
    let mut text = format!("{}\n", text.trim_end());
    if !form.has_field(Item::Affects)
        && !draft.affects.is_empty()
        && let Ok(with) = edit::add_affects(text.as_bytes(), &draft.affects)
    {
        text = with;
    }
    text
}

/// The sections of the draft in the order of the form, those that it does not know at the end.
fn bodies(draft: &Draft, form: &Form, description_is_said: bool) -> Vec<(u8, String, String)> {
    let mut given = draft.sections.clone();
    if let Some(sentence) = draft
        .description
        .as_deref()
        .filter(|_| !description_is_said)
    {
        // Without a field of its own the deciding sentence begins the decision.
        match given
            .iter_mut()
            .find(|(kind, _)| *kind == SectionKind::Decision)
        {
            Some((_, body)) if body.contains(sentence) => {}
            Some((_, body)) => *body = format!("{sentence}\n\n{body}"),
            None => given.push((SectionKind::Decision, sentence.to_owned())),
        }
    }
    let is_whole = !draft.sections.is_empty();
    let mut bodies = Vec::new();
    for (kind, level, name) in &form.sections {
        if *kind == SectionKind::Status {
            continue;
        }
        let own = given.iter().position(|(other, _)| other == kind);
        match own {
            Some(at) => bodies.push((*level, name.clone(), given.remove(at).1)),
            None if !is_whole => {
                let remark = format!("<!-- {} -->", remark(*kind));
                bodies.push((*level, name.clone(), remark));
            }
            None => {}
        }
    }
    let usual = usual_sections(Dialect::Native);
    for (kind, body) in given {
        let name = usual
            .iter()
            .find(|(other, ..)| *other == kind)
            .map_or_else(|| usual_name(kind).to_owned(), |(.., name)| name.clone());
        bodies.push((2, name, body));
    }
    bodies
}

fn front_matter_of(
    draft: &Draft,
    style: &Style,
    number: Option<u64>,
    stem: &str,
    status: Option<&str>,
) -> String {
    if style.form.fields.is_empty() {
        return String::new();
    }
    let mut text = "---\n".to_owned();
    for (key, field) in &style.form.fields {
        let value = match field {
            Field::Constant(value) => Some(format!(" {}", scalar(value))),
            Field::Item(item) => value_of(*item, draft, style, number, stem, status),
        };
        if let Some(value) = value {
            text.push_str(format!("{key}:{value}").trim_end());
            text.push('\n');
        }
    }
    // What the log's records do not say is said all the same rather than lost.
    if !draft.tags.is_empty() && !style.form.has_field(Item::Tags) {
        text.push_str(&format!("tags: {}\n", tags_of(draft)));
    }
    if draft.status.is_some() && !style.form.has_status {
        let status = status.unwrap_or_default();
        text.push_str(&format!("status: {}\n", scalar(status)));
    }
    if text == "---\n" {
        return String::new();
    }
    text.push_str("---\n\n");
    text
}

/// What stands behind the colon of a field. What is not known yet is left out, but for the sentence that
/// every record needs.
fn value_of(
    item: Item,
    draft: &Draft,
    style: &Style,
    number: Option<u64>,
    stem: &str,
    status: Option<&str>,
) -> Option<String> {
    let value = match item {
        Item::Name => scalar(stem),
        Item::Title => scalar(&style.form.heading(&draft.title, number)),
        Item::Id => match (&style.form.id, number?) {
            // Numbers stay numbers where nobody counts zeros.
            (Some((before, 1)), number) if before.is_empty() => number.to_string(),
            (Some((before, width)), number) => scalar(&format!("{before}{number:0width$}")),
            (None, _) => return None,
        },
        Item::Description => {
            let sentence = scalar(draft.description.as_deref().unwrap_or_default());
            return Some(format!(" {sentence}"));
        }
        Item::Date => draft.date.clone(),
        Item::Status => scalar(status.unwrap_or_default()),
        Item::Tags if draft.tags.is_empty() => return None,
        Item::Tags => tags_of(draft),
        Item::Affects if draft.affects.is_empty() => return None,
        Item::Affects => {
            let items = draft.affects.iter();
            return Some(
                items
                    .map(|entry| format!("\n  - {}", scalar(entry)))
                    .collect(),
            );
        }
    };
    (!value.is_empty()).then(|| format!(" {value}"))
}

fn tags_of(draft: &Draft) -> String {
    let tags = draft.tags.iter();
    let tags: Vec<String> = tags.map(|tag| edit::flow_scalar(tag)).collect();
    format!("[{}]", tags.join(", "))
}

fn scalar(text: &str) -> String {
    edit::scalar(text).unwrap_or_default()
}

/// A title whose characters are marks of Markdown, so that they stand for themselves.
fn escaped(title: &str) -> String {
    let is_mark = |c: char| matches!(c, '*' | '_' | '`' | '<' | '[' | '{' | '!' | '~' | '\\');
    let mut text = String::with_capacity(title.len());
    let needs_it = plain(title) != title;
    for c in title.chars() {
        if needs_it && is_mark(c) {
            text.push('\\');
        }
        text.push(c);
    }
    match text.strip_suffix('#') {
        Some(rest) => format!("{rest}\\#"),
        None => text,
    }
}

fn usual_name(kind: SectionKind) -> &'static str {
    match kind {
        SectionKind::Summary => "Summary",
        SectionKind::Context => "Context",
        SectionKind::Decision => "Decision",
        SectionKind::Proposal => "Proposal",
        SectionKind::Rationale => "Rationale",
        SectionKind::Consequences => "Consequences",
        SectionKind::Alternatives => "Alternatives",
        SectionKind::TradeOffs => "Trade-offs",
        SectionKind::Status => "Status",
        SectionKind::AppliesTo => "Applies To",
    }
}

/// What belongs into a section, for whoever fills it in.
fn remark(kind: SectionKind) -> &'static str {
    match kind {
        SectionKind::Context => "What makes a decision necessary?",
        SectionKind::Decision => "What is decided? The first sentence must do on its own.",
        SectionKind::Alternatives => "What else was on the table, and why not?",
        SectionKind::TradeOffs => "What does it cost?",
        SectionKind::Consequences => "What follows from it, good and bad?",
        SectionKind::Rationale => "Why?",
        SectionKind::Summary => "The whole in a sentence or two.",
        SectionKind::Proposal => "What is proposed?",
        SectionKind::Status => "Where does it stand?",
        SectionKind::AppliesTo => "Which paths does it govern?",
    }
}
