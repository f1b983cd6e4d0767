//! Where the front matter of a file ends and its text begins.

use std::ops::Range;

use crate::Decision;
use crate::yaml::{self, Mapping};

/// The front matter of a record that has been read, its lines counted from the opening fence; no field
/// where there is none.
pub(crate) fn fields(record: &Decision) -> Mapping<'_> {
    let head = split(record.text()).head;
    head.filter(|_| record.body_start() > 0)
        .map(|span| yaml::read_mapping(&record.text()[span]))
        .unwrap_or_default()
}

/// A file cut at its fences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Split {
    /// The span between the fences; `None` where there is no front matter.
    pub(crate) head: Option<Range<usize>>,
    /// Where the text begins, in bytes.
    pub(crate) body: usize,
    /// The opening fence is never closed; what looks like fields was taken for the head.
    pub(crate) unclosed: bool,
}

/// Cuts a file without byte order mark.
///
/// The opening fence is a first line of exactly `---`; it is closed by a line of exactly `---` or
/// `...` (spaces behind either are allowed, `\r` too). Four dashes are no fence, and an indented fence
/// belongs to the value it stands in. A fence that is never closed takes in the lines below it as long
/// as they look like fields, so that a record with a forgotten fence keeps both its fields and its text.
pub(crate) fn split(text: &str) -> Split {
    let none = Split {
        head: None,
        body: 0,
        unclosed: false,
    };
    let Some(first_end) = line_end(text, 0) else {
        return none;
    };
    if !is_fence(&text[..first_end], "---") {
        return none;
    }
    let start = first_end;
    let mut at = start;
    while let Some(end) = line_end(text, at) {
        let line = &text[at..end];
        if is_fence(line, "---") || is_fence(line, "...") {
            return Split {
                head: Some(start..at),
                body: end,
                unclosed: false,
            };
        }
        at = end;
    }
    let end = fields_end(text, start);
    if end == start {
        return none;
    }
    Split {
        head: Some(start..end),
        body: end,
        unclosed: true,
    }
}

/// The end of the line that begins at `at`, its line feed included.
fn line_end(text: &str, at: usize) -> Option<usize> {
    (at < text.len()).then(|| {
        memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |found| at + found + 1)
    })
}

fn is_fence(line: &str, fence: &str) -> bool {
    line.strip_prefix(fence).is_some_and(|rest| {
        rest.bytes()
            .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
    })
}

/// The end of the lines from `at` on that look like fields, their lists and their comments.
fn fields_end(text: &str, mut at: usize) -> usize {
    let start = at;
    while let Some(end) = line_end(text, at) {
        let line = text[at..end].trim_end();
        let is_key = line.split_once(':').is_some_and(|(key, rest)| {
            !key.is_empty()
                && key
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
                && (rest.is_empty() || rest.starts_with(' '))
        });
        let goes_on = at > start && (line.starts_with("- ") || line.starts_with("  "));
        if !(is_key || goes_on) {
            break;
        }
        at = end;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn each_fence_has_one_defined_answer() {
        // (what, text, head, body, unclosed)
        let cases: &[(&str, &str, Option<&str>, &str, bool)] = &[
            ("plain", "---\na: 1\n---\nx", Some("a: 1\n"), "x", false),
            ("empty head", "---\n---\nx", Some(""), "x", false),
            (
                "no front matter",
                "# T\n\n---\n",
                None,
                "# T\n\n---\n",
                false,
            ),
            (
                "CRLF",
                "---\r\na: 1\r\n---\r\nx",
                Some("a: 1\r\n"),
                "x",
                false,
            ),
            (
                "spaces behind the fences",
                "---  \na: 1\n--- \nx",
                Some("a: 1\n"),
                "x",
                false,
            ),
            (
                "closed by dots",
                "---\na: 1\n...\nx",
                Some("a: 1\n"),
                "x",
                false,
            ),
            (
                "no final newline",
                "---\na: 1\n---",
                Some("a: 1\n"),
                "",
                false,
            ),
            (
                "four dashes do not open",
                "----\na: 1\n----\n",
                None,
                "----\na: 1\n----\n",
                false,
            ),
            (
                "four dashes do not close",
                "---\na: 1\n----\n---\nx",
                Some("a: 1\n----\n"),
                "x",
                false,
            ),
            (
                "fence inside a block scalar",
                "---\na: |\n  ---\nb: 2\n---\nx",
                Some("a: |\n  ---\nb: 2\n"),
                "x",
                false,
            ),
            (
                "never closed",
                "---\na: 1\nb:\n- x\n\n# T\n",
                Some("a: 1\nb:\n- x\n"),
                "\n# T\n",
                true,
            ),
            (
                "a rule and prose",
                "---\nSome prose.\n",
                None,
                "---\nSome prose.\n",
                false,
            ),
            ("empty", "", None, "", false),
            ("a fence alone", "---", None, "---", false),
        ];
        for (what, text, head, body, unclosed) in cases {
            let split = split(text);
            assert_eq!(split.head.map(|span| &text[span]), *head, "head: {what}");
            assert_eq!(&text[split.body..], *body, "body: {what}");
            assert_eq!(split.unclosed, *unclosed, "unclosed: {what}");
        }
    }
}
