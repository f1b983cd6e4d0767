//! The words of inline Markdown.

use std::borrow::Cow;

/// No title, label or paragraph that anybody quotes is longer; what stands behind is left out, so that
/// a text full of open brackets cannot cost more than its first few kilobytes.
pub(super) const MAX_BYTES: usize = 4 * 1024;

/// Links in links (a picture that is a link) nest once or twice; deeper ones are kept as written.
const MAX_NESTING: usize = 4;

/// The words of inline Markdown: links become their text, emphasis, code marks, images, HTML tags and
/// `{#anchors}` go, white space is folded.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let text = crate::text::cut(text, MAX_BYTES);
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    push_plain(text, &mut out, MAX_NESTING);
    out.truncate(out.trim_end().len());
    Cow::Owned(out)
}

/// Whether a text is plain as it stands, told quickly: of most titles and values, which are words with
/// one space between them.
fn is_plain(text: &str) -> bool {
    // A space at the beginning goes, as one behind another does.
    let mut space_before = true;
    let plain = text.bytes().all(|byte| {
        let again = byte == b' ' && space_before;
        space_before = byte == b' ';
        !again
            && matches!(byte, b' '..=b'~')
            && !matches!(
                byte,
                b'\\' | b'!' | b'[' | b'<' | b'{' | b'`' | b'*' | b'_' | b'~'
            )
    });
    plain && !text.ends_with(' ')
}

fn push_plain(text: &str, out: &mut String, nesting: usize) {
    let mut rest = text;
    while !rest.is_empty() {
        // Most of a text is words.
        let words = rest
            .bytes()
            .position(|byte| !(byte.is_ascii_alphanumeric() || byte >= 0x80))
            .unwrap_or(rest.len());
        if words > 0 {
            push_folded(&rest[..words], out);
            rest = &rest[words..];
            continue;
        }
        let mark = rest.as_bytes()[0];
        let after = &rest[1..];
        rest = match mark {
            b'\\' if after.starts_with(|c: char| c.is_ascii_punctuation()) => {
                out.push_str(&after[..1]);
                &after[1..]
            }
            b'!' if after.starts_with('[') => match link(&after[1..], false) {
                Some((_, behind)) => behind,
                None => keep('!', after, out),
            },
            // The mark of a footnote.
            b'[' if after.starts_with('^') => match after.find(']') {
                Some(end) => &after[end + 1..],
                None => keep('[', after, out),
            },
            b'[' if nesting > 0 => match link(after, out.ends_with(is_glue)) {
                Some((inner, behind)) => {
                    push_plain(inner, out, nesting - 1);
                    behind
                }
                None => keep('[', after, out),
            },
            b'<' => match tag(after) {
                Some((inside, behind)) => {
                    if inside.starts_with("http") || inside.contains('@') && !inside.contains(' ') {
                        out.push_str(inside);
                    }
                    behind
                }
                None => keep('<', after, out),
            },
            b'{' if after.starts_with('#') => match after.find('}') {
                Some(end) => &after[end + 1..],
                None => keep('{', after, out),
            },
            b'`' => {
                // Inside a code span every character stands for itself.
                let inside = after.trim_start_matches('`');
                let ticks = &rest[..rest.len() - inside.len()];
                match inside.find(ticks) {
                    Some(end) => {
                        push_folded(inside[..end].trim(), out);
                        &inside[end + ticks.len()..]
                    }
                    None => inside,
                }
            }
            b'*' | b'_' => {
                let behind = after.trim_start_matches(char::from(mark));
                if !is_emphasis(mark, out, behind) {
                    out.push_str(&rest[..rest.len() - behind.len()]);
                }
                behind
            }
            b'~' if after.starts_with('~') => &after[1..],
            _ if mark.is_ascii_whitespace() => {
                push_space(out);
                after
            }
            _ => keep(char::from(mark), after, out),
        };
    }
}

/// Whether a run of marks between two texts is emphasis: `_this_` and `a*b*` are; `snake_case`, `f(_:)`
/// and `2 * 3` are not.
fn is_emphasis(mark: u8, before: &str, behind: &str) -> bool {
    let space_before = before.is_empty() || before.ends_with(char::is_whitespace);
    let space_behind = behind.is_empty() || behind.starts_with(char::is_whitespace);
    if mark == b'*' {
        return !(space_before && space_behind);
    }
    let word_before = before.ends_with(char::is_alphanumeric);
    let word_behind = behind.starts_with(char::is_alphanumeric);
    let opens = !word_before
        && (word_behind || behind.starts_with(['*', '`', '[', '"', '\'', '(', '<', '\\']));
    let closes = !word_behind && !space_before && !before.ends_with('(');
    opens || closes
}

fn keep<'t>(mark: char, after: &'t str, out: &mut String) -> &'t str {
    out.push(mark);
    after
}

fn push_space(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

/// The words with each run of white space as one space.
fn push_folded(words: &str, out: &mut String) {
    if !words.contains(char::is_whitespace) {
        out.push_str(words);
        return;
    }
    for c in words.chars() {
        if c.is_whitespace() {
            push_space(out);
        } else {
            out.push(c);
        }
    }
}

/// After a `<`: the inside of a tag or an address and what follows it.
fn tag(after: &str) -> Option<(&str, &str)> {
    let opens = after.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'));
    let end = after.find('>').filter(|_| opens)?;
    Some((&after[..end], &after[end + 1..]))
}

fn is_glue(c: char) -> bool {
    c.is_alphanumeric() || c == ']'
}

/// After a `[`: the text of a link and what follows the link. `[text](target)`, `[text][label]`,
/// `[[target]]`; a bare `[text]` is no link, and neither is `Unsafe[Mutable][Raw]Pointer`: `glued` says
/// that a word stands right before.
fn link(after: &str, glued: bool) -> Option<(&str, &str)> {
    if let Some(inner) = after.strip_prefix('[') {
        let end = inner.find("]]")?;
        return Some((&inner[..end], &inner[end + 2..]));
    }
    let mut depth = 1usize;
    let close = after.bytes().position(|byte| {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let rest = &after[close + 1..];
    let end = match rest.as_bytes().first()? {
        b'(' => rest.find(')')?,
        b'[' if !glued => rest.find(']')?,
        _ => return None,
    };
    Some((&after[..close], &rest[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn marks_go_and_words_stay() {
        let cases: &[(&str, &str)] = &[
            ("plain  words\n over lines", "plain words over lines"),
            ("**bold** _it_ ~~out~~ snake_case", "bold it out snake_case"),
            (
                "filter(_:), (_ x), for _ in, __all__ _[a](b)_.",
                "filter(_:), (_ x), for _ in, all a.",
            ),
            ("2 * 3, *a*b, c[^note].", "2 * 3, ab, c."),
            ("see [the API](api.md \"t\") now", "see the API now"),
            ("[a][b], [[wiki]], [bare]", "a, wiki, [bare]"),
            ("Unsafe[Mutable][Raw]Pointer", "Unsafe[Mutable][Raw]Pointer"),
            ("[![badge](b.svg)](target) done", "done"),
            ("`a_b*c` and ``x ` y``", "a_b*c and x ` y"),
            ("Title {#anchor}", "Title"),
            (
                "<a name=\"q\"></a>Question <http://x.y>",
                "Question http://x.y",
            ),
            ("A \\[B\\] 1 < 2", "A [B] 1 < 2"),
            ("nbsp\u{a0}\u{a0}here", "nbsp here"),
            ("unclosed `tick and [link", "unclosed tick and [link"),
            ("", ""),
        ];
        for (text, words) in cases {
            assert_eq!(plain(text), *words, "{text}");
        }
    }

    #[test]
    fn a_text_of_brackets_is_cut_and_not_followed_down() {
        let deep = format!("{}x{}", "[".repeat(400_000), "](y)".repeat(100_000));
        assert!(plain(&deep).len() <= super::MAX_BYTES);
    }
}
