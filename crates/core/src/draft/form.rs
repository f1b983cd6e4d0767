//! What stands in the records of a log.

use crate::{Decision, Dialect, SectionKind};

use super::learn;

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
    pub(super) fields: Vec<(String, Field)>,
    /// The labels under the title: what stands before and behind the value.
    pub(super) labels: Vec<(Item, String, String)>,
    /// The title: what stands before the number, its width, what stands behind it.
    pub(super) title: Option<(String, usize, String)>,
    /// The identifier in its front matter: what stands before the number of the file, and its width.
    pub(super) id: Option<(String, usize)>,
    /// Its sections in their order.
    pub(super) sections: Vec<(SectionKind, u8, String)>,
    /// Whether status words begin with a capital.
    pub(super) capital: bool,
    pub(super) has_status: bool,
}

/// A field of the front matter.
#[derive(Debug, Clone)]
pub(super) enum Field {
    Item(Item),
    Constant(String),
}

impl Form {
    /// The form that most of these records have, all of one dialect.
    pub(super) fn of(dialect: Dialect, records: &[&Decision]) -> Form {
        let mut form = Form {
            fields: learn::fields(records),
            labels: records
                .last()
                .map_or_else(Vec::new, |last| learn::labels(last)),
            title: learn::title(records),
            id: learn::identifier(records),
            sections: learn::sections(records),
            capital: learn::is_capital(dialect, records),
            has_status: false,
        };
        let beside =
            |(_, field): &(String, Field)| matches!(field, Field::Item(Item::Affects | Item::Tags));
        let has_head = !form.fields.iter().all(beside);
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

    pub(super) fn has_field(&self, item: Item) -> bool {
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

/// The sections of a dialect where no record tells.
pub(super) fn usual_sections(dialect: Dialect) -> Vec<(SectionKind, u8, String)> {
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
