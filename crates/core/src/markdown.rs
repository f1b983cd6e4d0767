//! The outline of a Markdown text: headings and the first paragraph, found in one pass over its lines.
//!
//! Fenced code and HTML comments hold no headings. This is no Markdown parser: it answers only what a
//! reader of records asks, without copying.

use std::ops::Range;

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

/// Reads the outline of `text` from byte `from` on. Spans count from the beginning of `text`.
pub(crate) fn outline(text: &str, from: usize) -> Outline {
    let mut outline = Outline::default();
    let mut state = State::default();
    let mut paragraph: Option<Range<usize>> = None;
    for line in Lines::new(text, from) {
        let words = text[line.clone()].trim_end();
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
                outline.push_paragraph(text, paragraph.take());
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
    pub(crate) fn classify(&mut self, line: &str) -> Kind {
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

/// A span without the white space at its ends.
pub(crate) fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let inside = &text[span.clone()];
    let start = span.start + (inside.len() - inside.trim_start().len());
    let end = start + inside.trim().len();
    start..end
}

/// The words of inline Markdown: links become their text, emphasis, code marks, images, HTML tags and
/// `{#anchors}` go, white space is folded.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\\' if after.starts_with(|c: char| c.is_ascii_punctuation()) => {
                out.push_str(&after[..1]);
                &after[1..]
            }
            '!' if after.starts_with('[') => link(&after[1..]).map_or_else(
                || {
                    out.push(c);
                    after
                },
                |(_, rest)| rest,
            ),
            '[' => match link(after) {
                Some((inner, rest)) => {
                    out.push_str(&plain(inner));
                    rest
                }
                None => {
                    out.push(c);
                    after
                }
            },
            '<' => match after.find('>') {
                Some(end)
                    if after.starts_with(|c: char| {
                        c.is_ascii_alphabetic() || matches!(c, '/' | '!')
                    }) =>
                {
                    let inside = &after[..end];
                    if inside.starts_with("http") || inside.contains('@') && !inside.contains(' ') {
                        out.push_str(inside);
                    }
                    &after[end + 1..]
                }
                _ => {
                    out.push(c);
                    after
                }
            },
            '{' if after.starts_with('#') => after.find('}').map_or("", |end| &after[end + 1..]),
            '`' => {
                // Inside a code span every character stands for itself.
                let inside = after.trim_start_matches('`');
                let ticks = &rest[..rest.len() - inside.len()];
                match inside.find(ticks) {
                    Some(end) => {
                        out.push_str(inside[..end].trim());
                        &inside[end + ticks.len()..]
                    }
                    None => inside,
                }
            }
            '*' => after,
            '_' => {
                // `snake_case` is a word, `_this_` is emphasis.
                let inside_word = out.ends_with(char::is_alphanumeric)
                    && after.starts_with(char::is_alphanumeric);
                if inside_word {
                    out.push(c);
                }
                after
            }
            '~' if after.starts_with('~') => &after[1..],
            c if c.is_whitespace() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
                after
            }
            c => {
                out.push(c);
                after
            }
        };
    }
    out.truncate(out.trim_end().len());
    out
}

/// After a `[`: the text of a link and what follows the link. `[text](target)`, `[text][label]`,
/// `[[target]]`; a bare `[text]` is no link.
fn link(after: &str) -> Option<(&str, &str)> {
    if let Some(inner) = after.strip_prefix('[') {
        let end = inner.find("]]")?;
        return Some((&inner[..end], &inner[end + 2..]));
    }
    let mut depth = 1usize;
    let close = after.char_indices().find_map(|(at, c)| {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let rest = &after[close + 1..];
    let end = match rest.as_bytes().first()? {
        b'(' => rest.find(')')?,
        b'[' => rest.find(']')?,
        _ => return None,
    };
    Some((&after[..close], &rest[end + 1..]))
}

/// The first statement of a section, as plain words: the first sentence of its first paragraph, or its
/// first list item. A sentence that only opens a list (`We will:`) takes in the list's first items.
pub(crate) fn first_statement(section: &str) -> Option<String> {
    const ITEMS: usize = 3;
    let mut state = State::default();
    let mut paragraph: Option<Range<usize>> = None;
    let mut items: Vec<Range<usize>> = Vec::new();
    for line in Lines::new(section, 0) {
        let words = section[line.clone()].trim_end();
        let item = list_item(words);
        match state.classify(words) {
            Kind::Prose if items.is_empty() => match &mut paragraph {
                Some(span) if span.end == line.start => span.end = line.end,
                Some(_) => break,
                None => paragraph = Some(line),
            },
            Kind::Other if item.is_some() && items.len() < ITEMS => {
                if paragraph
                    .as_ref()
                    .is_some_and(|span| !opens_list(&section[span.clone()]))
                {
                    break;
                }
                items.push(line);
            }
            // The lines of an item that is wrapped.
            Kind::Prose | Kind::Other if item.is_none() => match items.last_mut() {
                Some(last) if last.end == line.start => last.end = line.end,
                _ => {}
            },
            Kind::Blank | Kind::Hidden => {}
            _ if paragraph.is_some() || !items.is_empty() => break,
            _ => {}
        }
    }
    let items: Vec<String> = items
        .iter()
        .map(|span| {
            plain(first_sentence(
                list_item(&section[span.clone()])
                    .unwrap_or(&section[span.clone()])
                    .trim(),
            ))
        })
        .filter(|item| !item.is_empty())
        .collect();
    let statement = match paragraph {
        Some(span) if !items.is_empty() => {
            format!("{} {}", plain(section[span].trim()), items.join("; "))
        }
        Some(span) => plain(first_sentence(section[span].trim())),
        None => items.into_iter().next()?,
    };
    (!statement.is_empty()).then_some(statement)
}

/// The words of a list item, without its mark.
fn list_item(line: &str) -> Option<&str> {
    let text = line.trim_start();
    if let Some(rest) = text.strip_prefix(['-', '*', '+']) {
        return rest.strip_prefix(' ');
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0)
        .then(|| text[digits..].strip_prefix(['.', ')'])?.strip_prefix(' '))
        .flatten()
}

/// Whether a paragraph says nothing without the list below it.
fn opens_list(paragraph: &str) -> bool {
    let text = paragraph.trim_end();
    text.ends_with([':', ','])
        || text.ends_with("because")
        || !text.ends_with(['.', '!', '?', ')', '"', '`', '*', '。'])
            && first_sentence(text) == text
}

/// The first sentence of a paragraph: up to `.`, `!` or `?` before white space and a capital, a digit or
/// the end. Abbreviations such as `e.g.` do not end it.
pub(crate) fn first_sentence(text: &str) -> &str {
    for (at, mark) in text.match_indices(['.', '!', '?', '。']) {
        let end = at + mark.len();
        let rest = &text[end..];
        if mark == "。" {
            return &text[..end];
        }
        let closing = rest.len()
            - rest
                .trim_start_matches(['"', '\'', ')', '*', '`', '_'])
                .len();
        let behind = &rest[closing..];
        if behind.trim().is_empty() {
            return text[..end + closing].trim_end();
        }
        let next = behind.trim_start();
        let new_sentence = behind.starts_with(char::is_whitespace)
            && next.starts_with(|c: char| {
                c.is_uppercase() || c.is_numeric() || matches!(c, '`' | '[' | '"' | '(' | '*')
            });
        let word = text[..at]
            .rsplit(|c: char| c.is_whitespace() || c == '(')
            .next()
            .unwrap_or("");
        let abbreviation = matches!(
            word,
            "e.g" | "i.e" | "etc" | "vs" | "cf" | "no" | "No" | "Dr" | "Mr" | "Ms" | "St"
        );
        if new_sentence && !abbreviation {
            return &text[..end + closing];
        }
    }
    text.trim_end()
}
