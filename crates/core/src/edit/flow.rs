//! Adding to a list in brackets.

use super::head::{self, Place, eol_of};
use super::quote::{self, Style};
use super::{Edit, EditError};

/// Adds behind the last item, before the closing bracket.
pub(super) fn add(text: &str, place: &Place, added: &[String]) -> Result<Edit, EditError> {
    let source = &text[place.value..place.whole.end];
    let list = List::read(source).ok_or_else(|| place.shape("a list in brackets that nests"))?;
    let style = Style::shared(list.items.iter().copied());
    let written: Vec<String> = added
        .iter()
        .map(|entry| quote::styled(entry, style, true))
        .collect();
    let lead = source[..list.end].rfind('\n').map(|newline| {
        let line = &source[newline + 1..list.end];
        let indent = line.len() - line.trim_start_matches(' ').len();
        let eol = eol_of(&source[..=newline]);
        format!("{eol}{}", &line[..indent])
    });
    // An item on a line of its own is followed by one on a line of its own.
    let gap = lead.as_deref().unwrap_or(" ");
    let with = if list.items.is_empty() {
        written.join(", ")
    } else if list.trailing_comma {
        written
            .iter()
            .map(|entry| format!("{gap}{entry},"))
            .collect()
    } else {
        written
            .iter()
            .map(|entry| format!(",{gap}{entry}"))
            .collect()
    };
    Ok(Edit::insert(place.value + list.end, with))
}

/// A list as written.
#[derive(Default)]
pub(super) struct List<'a> {
    pub(super) items: Vec<&'a str>,
    trailing_comma: bool,
    /// Behind the last item or the comma after it; behind the bracket of an empty list.
    end: usize,
}

impl<'a> List<'a> {
    /// Reads a list of scalars; `None` where something else is in it or nothing closes it.
    pub(super) fn read(source: &'a str) -> Option<List<'a>> {
        let bytes = source.as_bytes();
        let mut list = List {
            end: 1,
            ..List::default()
        };
        let mut at = 1;
        loop {
            match *bytes.get(at)? {
                b']' => return Some(list),
                b' ' | b'\n' | b'\r' => at += 1,
                b'#' if matches!(bytes[at - 1], b' ' | b'\n') => {
                    at += source[at..].find('\n')?;
                }
                b',' => {
                    list.trailing_comma = true;
                    at += 1;
                    list.end = at;
                }
                b'[' | b'{' | b'}' | b'&' | b'*' | b'!' | b'\t' => return None,
                b'"' | b'\'' => {
                    let line = source[at..].lines().next()?;
                    let end = at + head::scalar_length(line)?;
                    list.push(&source[at..end], end);
                    at = end;
                }
                _ => {
                    let end = at + source[at..].find([',', ']', '\n', '[', '{', '}'])?;
                    let item = source[at..end].split(" #").next()?.trim_end();
                    at += item.len();
                    list.push(item, at);
                }
            }
        }
    }

    fn push(&mut self, item: &'a str, end: usize) {
        self.items.push(item);
        self.trailing_comma = false;
        self.end = end;
    }
}
