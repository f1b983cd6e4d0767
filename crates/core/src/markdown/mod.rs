//! What a reader of records asks of a Markdown text: its outline, its plain words, its sentences.
//!
//! This is no Markdown parser: it answers only these questions, in passes over lines and without
//! copying, and in time that grows with the length of the text whatever stands in it.

mod inline;
mod lines;
mod outline;
mod sentence;

pub(crate) use inline::plain;
pub(crate) use lines::{Kind, Lines, State};
pub(crate) use outline::{Heading, Outline, outline};
pub(crate) use sentence::{first_sentence, first_statement};

use std::ops::Range;

use crate::text::{trim, trim_end};

/// A span without the white space at its ends.
pub(crate) fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let inside = trim_end(&text[span.clone()]);
    let words = trim(inside);
    let start = span.start + inside.len() - words.len();
    start..start + words.len()
}
