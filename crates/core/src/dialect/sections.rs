//! Sections, and which of them the usual names tell.

use std::borrow::Cow;

use super::section_names::meaning;
use crate::markdown::{Outline, plain};
use crate::text::trim;
use crate::{Section, SectionKind};

pub(super) fn read(text: &str, outline: &Outline) -> Vec<Section> {
    let headings: Vec<_> = outline
        .headings
        .iter()
        .filter(|heading| !(heading.unspaced && heading.level == 1))
        .collect();
    headings
        .iter()
        .enumerate()
        .map(|(at, heading)| {
            let end = headings[at + 1..]
                .iter()
                .find(|next| next.level <= heading.level)
                .map_or(text.len(), |next| next.start);
            Section {
                level: heading.level,
                heading: heading.words.clone(),
                body: heading.end..end,
                kind: kind(&text[heading.words.clone()]).or_else(|| {
                    // `## Decision: use it`; a `#` before such words is the title.
                    if heading.level == 1 {
                        return None;
                    }
                    let words = &text[heading.words.clone()];
                    kind(&words[..memchr::memchr(b':', words.as_bytes())?])
                }),
            }
        })
        .collect()
}

/// The kind that a heading's words tell.
pub(super) fn kind(words: &str) -> Option<SectionKind> {
    meaning(&name(words)?)?
}

/// Whether a heading is the name of a section rather than a title.
pub(super) fn is_section_name(words: &str) -> bool {
    name(words).is_some_and(|name| meaning(&name).is_some())
}

/// The words without marks, numbering, emoji or a colon at the end; `None` where they are too long for a
/// name.
fn name(words: &str) -> Option<Cow<'_, str>> {
    if words.len() > MAX_NAME {
        return None;
    }
    let is_plain = |byte: u8| byte.is_ascii_alphabetic() || byte == b' ';
    if words.bytes().all(is_plain) {
        return Some(Cow::Borrowed(trim(words)));
    }
    Some(match plain(words) {
        Cow::Borrowed(words) => Cow::Borrowed(without_marks(words)),
        Cow::Owned(words) => Cow::Owned(without_marks(&words).to_owned()),
    })
}

fn without_marks(words: &str) -> &str {
    words
        .trim_start_matches(|c: char| !c.is_alphabetic())
        .trim_end_matches(|c: char| !c.is_alphanumeric())
}

/// The longest heading that is taken for the name of a section, in bytes.
const MAX_NAME: usize = 64;
