//! The outline of a Markdown text: headings and the first paragraphs, found in one pass over its lines.
//!
//! Fenced code and HTML comments hold no headings.

use std::ops::Range;

use super::lines::{Kind, Lines, State};
use super::trimmed;
use crate::text::trim_end;

/// A heading as found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    /// 1 to 6.
    pub(crate) level: u8,
    /// The span of its words, without marks.
    pub(crate) words: Range<usize>,
    /// Where the line of the heading begins.
    pub(crate) start: usize,
    /// Where the text under it begins.
    pub(crate) end: usize,
    /// `#Title`: no space behind the mark, so it may as well be something else.
    pub(crate) unspaced: bool,
}

/// The headings of a text and the spans that a reader asks for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outline {
    pub(crate) headings: Vec<Heading>,
    /// The first paragraphs of prose, trimmed.
    pub(crate) paragraphs: Vec<Range<usize>>,
}

/// A lead is looked for among this many paragraphs; labels such as `Date: …` fill the first ones.
const PARAGRAPHS: usize = 12;

/// Room for the headings of most records.
const USUAL_HEADINGS: usize = 8;

/// Reads the outline of `text` from byte `from` on. Spans count from the beginning of `text`.
pub(crate) fn outline(text: &str, from: usize) -> Outline {
    let mut outline = Outline {
        headings: Vec::with_capacity(USUAL_HEADINGS),
        paragraphs: Vec::with_capacity(PARAGRAPHS),
    };
    let mut state = State::default();
    let mut paragraph: Option<Range<usize>> = None;
    for line in Lines::new(text, from) {
        let words = trim_end(&text[line.clone()]);
        match state.classify(words) {
            Kind::Prose => match &mut paragraph {
                Some(span) => span.end = line.end,
                None => paragraph = Some(line),
            },
            // Setext: the line above is the heading.
            Kind::Underline(level) => {
                if let Some(above) = paragraph.take() {
                    let words = trimmed(text, above.clone());
                    if text[words.clone()].contains('\n') {
                        outline.push_paragraph(text, Some(above));
                    } else {
                        outline.headings.push(Heading {
                            level,
                            words,
                            start: above.start,
                            end: line.end,
                            unspaced: false,
                        });
                    }
                }
            }
            kind => {
                if paragraph.is_some() {
                    outline.push_paragraph(text, paragraph.take());
                }
                if let Kind::Heading(level) = kind {
                    outline.headings.push(atx(text, line, level));
                }
            }
        }
    }
    outline.push_paragraph(text, paragraph);
    outline
}

impl Outline {
    fn push_paragraph(&mut self, text: &str, span: Option<Range<usize>>) {
        if let Some(span) = span
            && self.paragraphs.len() < PARAGRAPHS
        {
            self.paragraphs.push(trimmed(text, span));
        }
    }
}

/// The heading in a line of `#` marks.
fn atx(text: &str, line: Range<usize>, level: u8) -> Heading {
    const SPACE: [char; 3] = [' ', '\t', '\u{a0}'];
    let marks = trimmed(text, line.clone());
    let after = &text[marks.start + usize::from(level)..marks.end];
    let unspaced = after.starts_with(|c: char| !SPACE.contains(&c));
    let inner = after.trim_matches(SPACE);
    // `# Title #`: closing marks are no words; `# C#` has none.
    let open = inner.trim_end_matches('#');
    let inner = if open.is_empty() || open.ends_with(SPACE) {
        open.trim_end()
    } else {
        inner
    };
    let start = marks.end - after.trim_start_matches(SPACE).len();
    Heading {
        level,
        words: start..start + inner.len(),
        start: line.start,
        end: line.end,
        unspaced,
    }
}
