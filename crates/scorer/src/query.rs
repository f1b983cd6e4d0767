//! What is asked for.

use std::ops::Range;

use crate::fold::stem;
use crate::stop::is_stop_word;
use crate::token::{Sink, scan_chars};

/// The words of a query, read once and ranked against any log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    pub(crate) words: Vec<Word>,
    pub(crate) paths: Vec<String>,
}

/// A word of the query as typed, with its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// As typed.
    pub(crate) text: String,
    /// Its parts, folded, stop words left out.
    pub(crate) parts: Vec<Part>,
    /// The parts folded and put together.
    pub(crate) joined: String,
}

/// A part of a word: the smallest thing that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// Folded.
    pub(crate) folded: String,
    /// The stem of that.
    pub(crate) stem: String,
}

impl Query {
    /// Reads a query.
    ///
    /// Stop words are dropped unless there is nothing else. Words that look like a path
    /// (`src/auth`, `session.rs`) are also matched against `affects`.
    pub fn parse(text: &str) -> Query {
        let mut collector = Collector::default();
        let mut query = Query::default();
        for chunk in text.split_whitespace() {
            let trimmed = chunk.trim_matches(|c: char| {
                !c.is_alphanumeric() && !matches!(c, '/' | '_' | '.' | '*' | '[' | ']')
            });
            let trimmed = trimmed.trim_end_matches('.').trim_start_matches("./");
            if is_path_like(trimmed) {
                query.paths.push(trimmed.to_owned());
            }
            scan_chars(chunk, 0..chunk.len(), 0, &mut collector);
            query.words.extend(collector.take(chunk));
        }
        let is_content = |part: &Part| !is_stop_word(&part.folded);
        if query
            .words
            .iter()
            .any(|word| word.parts.iter().any(is_content))
        {
            for word in &mut query.words {
                word.parts.retain(is_content);
            }
            query.words.retain(|word| !word.parts.is_empty());
        }
        query
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words that are looked for, as typed.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|word| word.text.as_str())
    }

    /// The words that are also matched against `affects`.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().map(String::as_str)
    }
}

/// Whether a word of a query may name a file or folder.
fn is_path_like(word: &str) -> bool {
    if word.contains("://") {
        return false;
    }
    let has_slash = word.trim_end_matches('/').contains('/')
        || (word.len() > 1 && word.ends_with('/') && !word.starts_with('/'));
    let extension = word.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            && extension.bytes().any(|byte| byte.is_ascii_lowercase())
    });
    has_slash || extension
}

/// Collects the words of a chunk of the query.
#[derive(Default)]
struct Collector {
    parts: Vec<(String, Range<usize>)>,
    joined: Vec<(String, Range<usize>)>,
}

impl Collector {
    /// The words found since the last call, `text` being what was scanned.
    fn take(&mut self, text: &str) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        let mut joined = self.joined.drain(..).peekable();
        let mut open: Option<Range<usize>> = None;
        for (folded, span) in self.parts.drain(..) {
            let part = Part {
                stem: stem(&folded).into_owned(),
                folded,
            };
            match words.last_mut() {
                Some(word) if open.as_ref().is_some_and(|open| span.end <= open.end) => {
                    word.parts.push(part);
                }
                _ => {
                    let whole = joined.next_if(|(_, whole)| whole.start <= span.start);
                    let (whole, range) =
                        whole.unwrap_or_else(|| (part.folded.clone(), span.clone()));
                    words.push(Word {
                        text: text[range.clone()].to_owned(),
                        parts: vec![part],
                        joined: whole,
                    });
                    open = Some(range);
                }
            }
        }
        words
    }
}

impl Sink for Collector {
    fn wants(&self, _: usize) -> bool {
        true
    }

    fn ascii(&mut self, _: &[u8], _: usize, _: u32) {}

    fn folded(&mut self, token: &str, span: Range<usize>, _: u32) {
        self.parts.push((token.to_owned(), span));
    }

    fn joined(&mut self, word: &str, span: Range<usize>, _: u32) {
        self.joined.push((word.to_owned(), span));
    }
}
