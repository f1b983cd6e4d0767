//! What stands in the records of a log, and writing one like them.

use crate::dialect::{
    DATE_KEYS, Dialect, ID_KEYS, SCOPE_KEYS, STATUS_KEYS, file_number, labels_of, split_number,
};
use crate::edit;
use crate::yaml::{Key, Mapping, keys};
use crate::{Decision, SectionKind, StatusKind, front_matter};

use super::Draft;
use super::style::{Style, most_frequent};

const DESCRIPTION_KEYS: &[Key<'_>] = &keys(["description", "summary", "tldr"]);
const TAG_KEYS: &[Key<'_>] = &keys(["tags", "tag", "keywords"]);
const TITLE: Key<'_> = Key::new("title");
const NAME: Key<'_> = Key::new("name");

/// What a field or a label holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Name,
    Title,
    Id,
    Description,
    Date,
    Status,
    Tags,
    Affects,
}

/// How a record of the log is laid out.
#[derive(Debug, Clone, Default)]
pub(super) struct Form {
    /// The fields of its front matter in their order, with the value of those that never change.
    fields: Vec<(String, Field)>,
    /// The labels under the title: what stands before and behind the value.
    labels: Vec<(Item, String, String)>,
    /// The title: what stands before the number, its width, what stands behind it.
    title: Option<(String, usize, String)>,
    /// The identifier in its front matter: what stands before the number of the file, and its width.
    id: Option<(String, usize)>,
    /// Its sections in their order.
    sections: Vec<(SectionKind, u8, String)>,
    /// Whether status words begin with a capital.
    capital: bool,
    has_status: bool,
}

#[derive(Debug, Clone)]
enum Field {
    Item(Item),
    Constant(String),
}

impl Form {
    /// The form that most of these records have, all of one dialect.
    pub(super) fn of(dialect: Dialect, records: &[&Decision]) -> Form {
        let mut form = Form {
            fields: fields(records),
            labels: records.last().map_or_else(Vec::new, |last| labels(last)),
            title: title(records),
            id: identifier(records),
            sections: sections(records),
            capital: is_capital(dialect, records),
            has_status: false,
        };
        let has_head = !form.fields.is_empty();
        let usual = |keys: &[(&str, Item)]| -> Vec<(String, Field)> {
            keys.iter()
                .map(|(key, item)| ((*key).to_owned(), Field::Item(*item)))
                .collect()
        };
        match dialect {
            Dialect::Native | Dialect::Other if !has_head => {
                form.labels.clear();
                form.fields = usual(&[
                    ("description", Item::Description),
                    ("date", Item::Date),
                    ("tags", Item::Tags),
                    ("affects", Item::Affects),
                ]);
            }
            Dialect::Madr if !has_head => {
                form.fields = usual(&[("status", Item::Status), ("date", Item::Date)]);
            }
            Dialect::Native | Dialect::Madr | Dialect::Other => form.labels.clear(),
            Dialect::Nygard | Dialect::Labels => {}
        }
        if form.sections.is_empty() {
            form.sections = usual_sections(dialect);
        }
        form.has_status = dialect == Dialect::Nygard
            || form.has_field(Item::Status)
            || form.labels.iter().any(|(item, ..)| *item == Item::Status);
        form
    }

    fn has_field(&self, item: Item) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|(_, field)| matches!(field, Field::Item(other) if *other == item))
    }

    /// The word of a status as the log writes it.
    pub(super) fn status_word(&self, word: &str) -> String {
        let mut chars = word.chars();
        match chars.next() {
            Some(first) if self.capital => first.to_uppercase().chain(chars).collect(),
            _ => word.to_owned(),
        }
    }

    /// The title as it stands in the heading.
    pub(super) fn heading(&self, title: &str, number: Option<u64>) -> String {
        match (&self.title, number) {
            (Some((before, width, behind)), Some(number)) => {
                format!("{before}{number:0width$}{behind}{title}")
            }
            _ => title.to_owned(),
        }
    }
}

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
    let scalar = |text: &str| edit::scalar(text).unwrap_or_default();
    let mut text = "---\n".to_owned();
    for (key, field) in &style.form.fields {
        let item = match field {
            Field::Constant(value) => {
                text.push_str(&format!("{key}: {}\n", scalar(value)));
                continue;
            }
            Field::Item(item) => item,
        };
        let value = match item {
            Item::Name => scalar(stem),
            Item::Title => scalar(&style.form.heading(&draft.title, number)),
            Item::Id => match (&style.form.id, number) {
                // Numbers stay numbers where nobody counts zeros.
                (Some((before, 1)), Some(number)) if before.is_empty() => number.to_string(),
                (Some((before, width)), Some(number)) => {
                    scalar(&format!("{before}{number:0width$}"))
                }
                _ => continue,
            },
            Item::Description => scalar(draft.description.as_deref().unwrap_or_default()),
            Item::Date => draft.date.clone(),
            Item::Status => scalar(status.unwrap_or_default()),
            Item::Tags => {
                let tags: Vec<String> = draft
                    .tags
                    .iter()
                    .map(|tag| edit::flow_scalar(tag))
                    .collect();
                format!("[{}]", tags.join(", "))
            }
            Item::Affects if draft.affects.is_empty() => "[]".to_owned(),
            Item::Affects => {
                let items = draft.affects.iter();
                let items: String = items
                    .map(|entry| format!("\n  - {}", scalar(entry)))
                    .collect();
                text.push_str(&format!("{key}:{items}\n"));
                continue;
            }
        };
        // What is not known yet is left out, but for the sentence that every record needs.
        if value.is_empty() && *item != Item::Description
            || *item == Item::Affects
            || *item == Item::Tags && draft.tags.is_empty()
        {
            continue;
        }
        text.push_str(format!("{key}: {value}").trim_end());
        text.push('\n');
    }
    // What the log's records do not say is said all the same rather than lost.
    if !draft.tags.is_empty() && !style.form.has_field(Item::Tags) {
        let tags: Vec<String> = draft
            .tags
            .iter()
            .map(|tag| edit::flow_scalar(tag))
            .collect();
        text.push_str(&format!("tags: [{}]\n", tags.join(", ")));
    }
    if draft.status.is_some() && !style.form.has_status {
        let status = status.unwrap_or_default();
        text.push_str(&format!("status: {}\n", scalar(status)));
    }
    text.push_str("---\n\n");
    text
}

/// A title that begins like a mark of Markdown stays text.
fn escaped(title: &str) -> String {
    if title.ends_with('#') {
        format!("{}\\#", &title[..title.len() - 1])
    } else {
        title.to_owned()
    }
}

fn item_of(key: &str) -> Option<Item> {
    let is = |keys: &[Key<'_>]| {
        let folded = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
        keys.iter().any(|other| folded(other.name) == folded(key))
    };
    Some(if is(&[NAME]) {
        Item::Name
    } else if is(&[TITLE]) {
        Item::Title
    } else if is(ID_KEYS) {
        Item::Id
    } else if is(DESCRIPTION_KEYS) {
        Item::Description
    } else if is(&DATE_KEYS[..6]) {
        Item::Date
    } else if is(STATUS_KEYS) {
        Item::Status
    } else if is(TAG_KEYS) {
        Item::Tags
    } else if is(SCOPE_KEYS) {
        Item::Affects
    } else {
        return None;
    })
}

/// The fields that more than half of the records have, in the order of the last one.
fn fields(records: &[&Decision]) -> Vec<(String, Field)> {
    let heads: Vec<Mapping<'_>> = records
        .iter()
        .map(|record| front_matter::fields(record))
        .collect();
    let Some(last) = heads.iter().rev().find(|head| !head.fields.is_empty()) else {
        return Vec::new();
    };
    let usual =
        |key: &str| heads.iter().filter(|head| head.get(key).is_some()).count() * 2 > heads.len();
    let constant = |key: &str| {
        let mut values = heads
            .iter()
            .filter_map(|head| head.get(key)?.value.as_text());
        let first = values.next()?;
        (heads.len() >= 3 && values.all(|other| other == first)).then(|| first.to_owned())
    };
    let mut fields: Vec<(String, Field)> = Vec::new();
    let mut has_scope = false;
    for field in last.fields.iter().filter(|field| usual(&field.key)) {
        let key = field.key.to_string();
        match item_of(&key) {
            Some(Item::Affects) if has_scope => {}
            Some(item) => {
                has_scope |= item == Item::Affects;
                fields.push((key, Field::Item(item)));
            }
            None => {
                if let Some(value) = constant(&key) {
                    fields.push((key, Field::Constant(value)));
                }
            }
        }
    }
    if !fields.is_empty() && !has_scope {
        fields.push(("affects".to_owned(), Field::Item(Item::Affects)));
    }
    fields
}

/// The labels of a record whose values are known, with what stands around these.
fn labels(record: &Decision) -> Vec<(Item, String, String)> {
    let labels = labels_of(record, false);
    let text = record.text();
    let mut found: Vec<(usize, Item, String, String)> = Vec::new();
    let kinds = [
        (Item::Status, STATUS_KEYS),
        (Item::Date, &DATE_KEYS[..6]),
        (Item::Tags, TAG_KEYS),
    ];
    for (item, keys) in kinds {
        let Some(label) = keys.iter().find_map(|key| labels.get(*key)) else {
            continue;
        };
        let behind = &text[label.value_start + label.value.len()..];
        let behind = behind.lines().next().unwrap_or_default().trim_end();
        let before = &text[label.start..label.value_start];
        found.push((label.start, item, before.to_owned(), behind.to_owned()));
    }
    found.sort_by_key(|(start, ..)| *start);
    found
        .into_iter()
        .map(|(_, item, before, behind)| (item, before, behind))
        .collect()
}

/// How most titles carry their number, if they do.
fn title(records: &[&Decision]) -> Option<(String, usize, String)> {
    let forms = records.iter().map(|record| {
        let head = front_matter::fields(record);
        let heading = record.sections.first();
        let words = match head.field(TITLE) {
            Some(field) => field.value.as_text()?,
            None => &record.text()[heading?.heading.clone()],
        };
        let (number, title) = split_number(words, file_number(&record.slug));
        let number = number?;
        let start = words.find(number)?;
        let digits = number.find(|c: char| c.is_ascii_digit())?;
        let behind = words.get(start + number.len()..words.len() - title.len())?;
        let width = number.len() - digits;
        let counts_zeros = number[digits..].starts_with('0');
        Some((
            words[..start + digits].to_owned(),
            if counts_zeros { width } else { 1 },
            behind.to_owned(),
        ))
    });
    most_frequent(forms)?
}

/// What the last record with an identifier of the number of its file writes before it.
fn identifier(records: &[&Decision]) -> Option<(String, usize)> {
    let number = |text: &str| -> Option<(usize, u64)> {
        let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
        let start = text.len() - digits;
        Some((start, text[start..].parse().ok()?))
    };
    records.iter().rev().find_map(|record| {
        let head = front_matter::fields(record);
        let id = ID_KEYS
            .iter()
            .find_map(|key| head.field(*key)?.value.as_text())?;
        let (start, of_id) = number(id)?;
        let (_, of_file) = number(file_number(&record.slug)?)?;
        let zeros = id[start..].starts_with('0');
        let width = if zeros { id.len() - start } else { 1 };
        (of_id == of_file).then(|| (id[..start].to_owned(), width))
    })
}

/// The sections that more than half of the records have.
fn sections(records: &[&Decision]) -> Vec<(SectionKind, u8, String)> {
    let Some(last) = records.last() else {
        return Vec::new();
    };
    let named = |record: &Decision| -> Vec<(SectionKind, u8, String)> {
        let mut found: Vec<(SectionKind, u8, String)> = Vec::new();
        for section in &record.sections {
            let Some(kind) = section.kind else { continue };
            if !found.iter().any(|(other, ..)| *other == kind) {
                let words = record.text()[section.heading.clone()].to_owned();
                found.push((kind, section.level, words));
            }
        }
        found
    };
    let all: Vec<Vec<(SectionKind, u8, String)>> =
        records.iter().map(|record| named(record)).collect();
    let usual = |kind: SectionKind| {
        let has = all
            .iter()
            .filter(|own| own.iter().any(|(other, ..)| *other == kind));
        has.count() * 2 > all.len()
    };
    named(last)
        .into_iter()
        .filter(|(kind, ..)| usual(*kind))
        .collect()
}

fn is_capital(dialect: Dialect, records: &[&Decision]) -> bool {
    let statuses = records
        .iter()
        .filter_map(|record| record.status.as_ref())
        .filter(|status| status.kind != StatusKind::Other);
    let capital = most_frequent(statuses.map(|status| status.text.starts_with(char::is_uppercase)));
    capital.unwrap_or(dialect == Dialect::Nygard)
}

fn usual_sections(dialect: Dialect) -> Vec<(SectionKind, u8, String)> {
    let sections: &[(SectionKind, &str)] = match dialect {
        Dialect::Nygard => &[
            (SectionKind::Status, "Status"),
            (SectionKind::Context, "Context"),
            (SectionKind::Decision, "Decision"),
            (SectionKind::Consequences, "Consequences"),
        ],
        Dialect::Madr | Dialect::Labels => &[
            (SectionKind::Context, "Context and Problem Statement"),
            (SectionKind::Alternatives, "Considered Options"),
            (SectionKind::Decision, "Decision Outcome"),
        ],
        Dialect::Native | Dialect::Other => &[
            (SectionKind::Context, "Context"),
            (SectionKind::Decision, "Decision"),
            (SectionKind::Alternatives, "Alternatives"),
            (SectionKind::TradeOffs, "Trade-offs"),
        ],
    };
    let owned = |(kind, name): &(SectionKind, &str)| (*kind, 2, (*name).to_owned());
    sections.iter().map(owned).collect()
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
