//! What a record is called.

use super::{Parts, identity, sections};
use crate::finding::{Finding, Rule};
use crate::markdown::{Heading, plain};
use crate::text::last_segment;
use crate::yaml::Key;

/// A title, and the number that stood in front of it.
pub(super) struct Titled {
    pub(super) title: String,
    pub(super) number: Option<String>,
}

pub(super) const TITLE: Key<'_> = Key::new("title");

const LABELS: &[Key<'_>] = &[TITLE, Key::new("feature name")];

/// Front matter, then a label above every heading, then the first H1 that is no section name, then
/// `#Title` and a first H2 at the top, then a label, then the file name.
pub(super) fn read(parts: &Parts<'_>, findings: &mut Vec<Finding>) -> Titled {
    let words = |heading: &Heading| plain(&parts.text[heading.words.clone()]);
    let is_title = |heading: &&Heading| {
        let text = &parts.text[heading.words.clone()];
        !text.is_empty() && !sections::is_section_name(text)
    };
    let headings = &parts.outline.headings;
    let is_below_labels = |heading: &Heading| {
        parts
            .labels
            .iter()
            .next()
            .is_some_and(|label| label.start < heading.start)
    };
    // A list of labels that names the record and stands above every heading is its head.
    let in_head = || {
        let label = parts.label(LABELS)?;
        let above = headings
            .first()
            .is_none_or(|first| label.start < first.start);
        parts.value(LABELS).filter(|_| above)
    };
    let written = parts
        .field(&[TITLE])
        .map(plain)
        .filter(|title| !title.is_empty())
        .or_else(in_head)
        .or_else(|| {
            headings
                .iter()
                .filter(|heading| heading.level == 1 && !heading.unspaced)
                .find(is_title)
                .map(words)
        })
        .or_else(|| {
            headings
                .iter()
                .take(1)
                .filter(|heading| heading.level <= 2 && !is_below_labels(heading))
                .find(is_title)
                .map(words)
        })
        .or_else(|| parts.value(LABELS));
    let written = written.filter(|title| !title.trim().is_empty());
    match written {
        Some(written) => {
            let (number, title) = identity::split_number(&written, parts.file_number);
            Titled {
                title: title.to_owned(),
                number: number.map(str::to_owned),
            }
        }
        None => {
            findings.push(
                Finding::new(
                    Rule::NoTitle,
                    parts.path,
                    "no title in the text; the file name stands for it",
                )
                .with_help("begin the text with a line `# Title`"),
            );
            Titled {
                title: from_slug(parts.slug),
                number: None,
            }
        }
    }
}

/// `0012-use-postgres` → `Use postgres`.
fn from_slug(slug: &str) -> String {
    let name = last_segment(slug);
    let words =
        name.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | '.'));
    let words = if words.is_empty() { name } else { words };
    let spaced = words.replace(['-', '_'], " ");
    let mut chars = spaced.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
