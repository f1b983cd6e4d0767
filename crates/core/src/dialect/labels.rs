//! `Status: accepted` and its kin in the text: lines, bullets, bold labels and two-column tables above
//! the first section.

use super::sections;
use crate::Section;
use crate::markdown::{Heading, Kind, Lines, Outline, State};
use crate::text::trim_end;
use crate::yaml::{Key, Keys};

/// A label with its value, as they stand in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label<'a> {
    /// The value, marks included, over several lines where it is wrapped.
    pub(crate) value: &'a str,
    /// Where its line begins.
    pub(crate) start: usize,
    /// Where its value begins.
    pub(crate) value_start: usize,
}

/// The labels of a text, found by their words.
#[derive(Debug, Default)]
pub(crate) struct Labels<'a> {
    names: Keys,
    labels: Vec<Label<'a>>,
}

impl<'a> Labels<'a> {
    /// The first label of a name, whatever its case and its `-`, `_` and spaces.
    #[inline]
    pub(crate) fn get(&self, name: Key<'_>) -> Option<&Label<'a>> {
        self.labels.get(self.names.position(name)?)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Label<'a>> {
        self.labels.iter()
    }
}

/// No record has more labels; a text of nothing but `a: b` lines is not searched for each key.
const MAX_LABELS: usize = 64;

/// The longest words that are taken for a label.
const MAX_NAME: usize = 32;

/// The labels above the first section. `has_title` says that the title stands in the front matter, so
/// that no heading is it.
pub(super) fn read<'a>(
    text: &'a str,
    body: usize,
    outline: &Outline,
    sections: &[Section],
    has_title: bool,
) -> Labels<'a> {
    let end = zone_end(text, outline, sections, has_title);
    let Labels {
        mut names,
        mut labels,
    } = Labels::default();
    let mut state = State::default();
    for line in Lines::new(&text[..end], body) {
        if labels.len() == MAX_LABELS {
            break;
        }
        let words = trim_end(&text[line.clone()]);
        match state.classify(words) {
            Kind::Prose | Kind::Other => {}
            _ => continue,
        }
        if let Some((name, value)) = label(words) {
            let value_start = value.as_ptr() as usize - text.as_ptr() as usize;
            names.push(name);
            labels.push(Label {
                value,
                start: line.start,
                value_start,
            });
        } else if let Some(last) = labels.last_mut()
            && words.starts_with("  ")
            && text[last.value_start + last.value.len()..line.start]
                .trim()
                .is_empty()
        {
            // A wrapped value goes on in an indented line.
            last.value = &text[last.value_start..line.start + words.len()];
        }
    }
    Labels { names, labels }
}

/// Labels stand above the first section that has text; a table of them may stand under a first heading
/// of its own (`## Metadata`), and the title may be a heading of the second level.
fn zone_end(text: &str, outline: &Outline, sections: &[Section], has_title: bool) -> usize {
    let known = sections
        .iter()
        .find(|section| section.kind.is_some())
        .map(|section| section.heading.start);
    let is_title = |heading: &Heading| {
        !has_title && heading.level == 2 && !sections::is_section_name(&text[heading.words.clone()])
    };
    let mut below = outline
        .headings
        .iter()
        .enumerate()
        .filter(|(at, heading)| heading.level >= 2 && !(*at == 0 && is_title(heading)))
        .map(|(_, heading)| heading.start);
    let (first, second) = (below.next(), below.next());
    match (known, first) {
        (Some(known), Some(first)) if known <= first + 8 => first,
        (_, Some(first)) => {
            let own = text[first..]
                .trim_start_matches('#')
                .trim_start()
                .get(..8)
                .unwrap_or_default()
                .to_ascii_lowercase();
            let metadata = ["meta", "details", "info", "header"]
                .iter()
                .any(|word| own.starts_with(word));
            if metadata {
                second.unwrap_or(text.len())
            } else {
                first
            }
        }
        _ => known.unwrap_or(text.len()),
    }
}

fn label(line: &str) -> Option<(&str, &str)> {
    let text = line.trim_start();
    if let Some(row) = text.strip_prefix('|') {
        return table_row(row);
    }
    let text = ["* ", "- ", "+ "]
        .iter()
        .find_map(|mark| text.strip_prefix(mark))
        .unwrap_or(text)
        .trim_start();
    for mark in ["**", "__", "*", "_"] {
        if let Some(inner) = text.strip_prefix(mark) {
            let (name, rest) = inner.split_once(mark)?;
            let colon_inside = name.trim_end().ends_with(':');
            let name = name.trim_end_matches([':', ' ']);
            let value = rest.trim_start().strip_prefix(':').unwrap_or(rest).trim();
            let bullet_or_colon =
                colon_inside || rest.trim_start().starts_with(':') || line.trim_start() != text;
            return (is_name(name) && !value.is_empty() && bullet_or_colon)
                .then_some((name, value));
        }
    }
    // `Date 2018-04-09`, the mark forgotten.
    if let Some(value) = text.strip_prefix("Date ")
        && value.starts_with(|c: char| c.is_ascii_digit())
    {
        return Some(("Date", value.trim()));
    }
    let (name, value) = text.split_once(':')?;
    let value = value.strip_prefix([' ', '\t', '\u{a0}'])?.trim();
    (is_name(name) && !value.is_empty()).then_some((name.trim(), value))
}

fn table_row(row: &str) -> Option<(&str, &str)> {
    let mut cells = row.trim_end().trim_end_matches('|').split('|');
    let name = cells
        .next()?
        .trim()
        .trim_matches(['*', '_', '`'])
        .trim_end_matches(':')
        .trim();
    let value = cells.next()?.trim();
    (cells.next().is_none() && is_name(name) && !value.is_empty()).then_some((name, value))
}

fn is_name(name: &str) -> bool {
    let name = name.trim();
    !name.is_empty()
        && name.len() <= MAX_NAME
        && name.starts_with(char::is_alphabetic)
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '/'))
        && name.split(' ').count() <= 3
}
