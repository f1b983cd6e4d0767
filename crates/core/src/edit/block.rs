//! Adding to a list with one item on each line.

use super::head::{Place, eol_of};
use super::quote::{self, Style};
use super::{Edit, EditError};

/// One item as written.
struct Item<'a> {
    /// Indentation, dash and spaces.
    lead: &'a str,
    content: &'a str,
    eol: &'static str,
    /// Where the line ends in the text.
    end: usize,
}

/// Adds behind the last item, as its neighbours are written.
pub(super) fn add(
    text: &str,
    place: &Place,
    count: usize,
    added: &[String],
) -> Result<Edit, EditError> {
    let on_key_line = text[place.value..place.key_line.end].trim();
    if !(on_key_line.is_empty() || on_key_line.starts_with('#')) {
        return Err(place.shape("a list with an anchor or a tag"));
    }
    let mut items: Vec<Item<'_>> = Vec::new();
    let mut at = place.key_line.end;
    for line in text[place.key_line.end..place.whole.end].split_inclusive('\n') {
        at += line.len();
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        items.push(item(line, at).ok_or_else(|| place.shape("a list item over several lines"))?);
    }
    let Some(last) = items.last().filter(|_| items.len() == count) else {
        return Err(place.shape("a list that is not one item a line"));
    };
    if items
        .iter()
        .any(|item| item.content.starts_with(['&', '*', '!', '|', '>']))
    {
        return Err(place.shape("a list item with an anchor or a tag"));
    }
    let style = Style::shared(items.iter().map(|item| item.content));
    let with = added
        .iter()
        .map(|entry| {
            format!(
                "{}{}{}",
                last.lead,
                quote::styled(entry, style, false),
                last.eol
            )
        })
        .collect();
    Ok(Edit::insert(last.end, with))
}

fn item(line: &str, end: usize) -> Option<Item<'_>> {
    let lead = lead(line)?;
    Some(Item {
        lead,
        content: line[lead.len()..].trim_end(),
        eol: eol_of(line),
        end,
    })
}

/// Indentation, dash and spaces of an item line that has something behind them.
fn lead(line: &str) -> Option<&str> {
    let inner = line.trim_start_matches(' ');
    let behind = inner.strip_prefix("- ")?.trim_start_matches(' ');
    (!behind.trim().is_empty()).then(|| &line[..line.len() - behind.len()])
}

/// Whether some list of a front matter has one item on each line.
pub(super) fn has_items(head: &str) -> bool {
    let mut lines = head.split_inclusive('\n');
    lines.any(|line| lead(line).is_some())
}

/// How the first list of a front matter begins its items; two spaces and a dash where there is none.
pub(super) fn usual_item(head: &str) -> &str {
    let lines: Vec<&str> = head.split_inclusive('\n').collect();
    lines
        .windows(2)
        .find_map(|pair| {
            let is_key = pair[0].trim_end().ends_with(':') && !pair[0].starts_with(' ');
            lead(pair[1]).filter(|_| is_key)
        })
        .unwrap_or("  - ")
}
