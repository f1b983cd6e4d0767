//! The lines of a Markdown text and what each of them is.

use std::ops::Range;

/// The lines of a text as spans, each with its line end.
pub(crate) struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str, from: usize) -> Self {
        Lines { text, at: from }
    }
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = &self.text.as_bytes()[self.at..];
        if rest.is_empty() {
            return None;
        }
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |found| found + 1);
        let line = self.at..self.at + length;
        self.at = line.end;
        Some(line)
    }
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Blank,
    Heading(u8),
    /// `===` or `---`: makes a heading of a paragraph line above it.
    Underline(u8),
    Prose,
    /// A list item, a table row, a quote, a rule, HTML, indented code: no paragraph of its own.
    Other,
    /// Inside fenced code or a comment, or their borders.
    Hidden,
}

/// What the lines above say about the next one: an open fence, an open comment.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct State {
    fence: Option<(u8, usize)>,
    comment: bool,
}

impl State {
    /// Classifies a line without its line end.
    #[inline]
    pub(crate) fn classify(&mut self, line: &str) -> Kind {
        // Most lines by far are empty or begin with a letter.
        match line.as_bytes().first() {
            None if !self.comment => Kind::Blank,
            Some(b'a'..=b'z' | b'A'..=b'Z') if !self.comment && self.fence.is_none() => Kind::Prose,
            _ => self.classify_any(line),
        }
    }

    #[inline(never)]
    fn classify_any(&mut self, line: &str) -> Kind {
        if self.comment {
            self.comment = !line.contains("-->");
            return Kind::Hidden;
        }
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        let bytes = text.as_bytes();
        let Some(&first) = bytes.first() else {
            return Kind::Blank;
        };
        if let Some((mark, length)) = self.fence {
            let run = bytes.iter().take_while(|byte| **byte == mark).count();
            if indent < 4 && run >= length && text[run..].trim().is_empty() {
                self.fence = None;
            }
            return Kind::Hidden;
        }
        if indent >= 4 {
            return if text.trim().is_empty() {
                Kind::Blank
            } else {
                Kind::Other
            };
        }
        match first {
            b'a'..=b'z' | b'A'..=b'Z' => Kind::Prose,
            b'`' | b'~' => {
                let run = bytes.iter().take_while(|byte| **byte == first).count();
                if run >= 3 && !(first == b'`' && text[run..].contains('`')) {
                    self.fence = Some((first, run));
                    return Kind::Hidden;
                }
                Kind::Prose
            }
            b'#' => {
                let run = bytes.iter().take_while(|byte| **byte == b'#').count();
                let rest = &text[run..];
                let spaced = rest.is_empty() || rest.starts_with([' ', '\t', '\u{a0}']);
                let wordy = rest.starts_with(|c: char| c.is_alphanumeric());
                match u8::try_from(run) {
                    Ok(level @ 1..=6) if spaced || wordy => Kind::Heading(level),
                    _ => Kind::Other,
                }
            }
            b'<' => {
                if text.starts_with("<!--") {
                    self.comment = !text.contains("-->");
                    return Kind::Hidden;
                }
                Kind::Other
            }
            b'=' if bytes.iter().all(|byte| *byte == b'=') => Kind::Underline(1),
            b'-' if bytes.len() > 1 && bytes.iter().all(|byte| *byte == b'-') => Kind::Underline(2),
            b'-' | b'*' | b'+' if bytes.len() == 1 || matches!(bytes[1], b' ' | b'\t') => {
                Kind::Other
            }
            b'*' | b'_'
                if bytes.len() >= 3
                    && bytes.iter().all(|byte| matches!(*byte, b'*' | b'_' | b' ')) =>
            {
                Kind::Other
            }
            b'|' | b'>' | b'\t' => Kind::Other,
            b'0'..=b'9' => {
                let digits = bytes
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit())
                    .count();
                let item = matches!(bytes.get(digits), Some(b'.' | b')'))
                    && matches!(bytes.get(digits + 1), Some(b' ') | None);
                if item { Kind::Other } else { Kind::Prose }
            }
            b'[' if text.contains("]: ") && text.find("]: ") == text.find(']') => Kind::Other,
            b'!' if text.starts_with("![") => Kind::Other,
            b'&' if text.trim_end() == "&nbsp;" => Kind::Blank,
            _ => {
                if text.trim().is_empty() {
                    Kind::Blank
                } else {
                    Kind::Prose
                }
            }
        }
    }
}
