//! Text of strangers, made fit to stand in a prompt or on a terminal.
//!
//! Records come from a repository, and whoever wrote them may want more than to inform. What this module
//! gives back holds no control characters, nothing invisible and nothing that closes a quote or a fence.

/// How many records are in force, and how many are proposed where any is.
pub fn in_force(in_force: usize, proposed: usize) -> String {
    match proposed {
        0 => format!("{in_force} in force"),
        proposed => format!("{in_force} in force, {proposed} proposed"),
    }
}

/// One line for a prompt: [`plain`], with straight double quotes, angle brackets and runs of backticks
/// replaced by others that look like them, so that nothing is closed from inside.
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut ticks = 0;
    for c in plain(text).chars() {
        ticks = if c == '`' { ticks + 1 } else { 0 };
        match c {
            '"' => out.push('\''),
            '<' => out.push('\u{2039}'),
            '>' => out.push('\u{203a}'),
            '`' if ticks > 1 => {}
            c => out.push(c),
        }
    }
    out
}

/// One line for a person: control, bidirectional, zero-width and tag characters and HTML comments are gone,
/// white space is folded. What the runner of a workflow would take for a command (`::` at the beginning of a
/// line, `##[` anywhere) is taken apart.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in without_comments(text).chars() {
        match c {
            c if c.is_whitespace() || c.is_control() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c if is_invisible(c) => {}
            c => out.push(c),
        }
    }
    out.truncate(out.trim_end().len());
    if out.contains("##[") {
        out = out.replace("##[", "## [");
    }
    if out.starts_with("::") {
        out.insert(1, ' ');
    }
    out
}

/// [`fn@line`], cut to a number of characters at a word where it is longer.
pub fn excerpt(text: &str, max_chars: usize) -> String {
    cut_chars(&line(text), max_chars)
}

/// [`plain`], cut to a number of characters at a word where it is longer.
pub fn plain_excerpt(text: &str, max_chars: usize) -> String {
    cut_chars(&plain(text), max_chars)
}

/// A path for people: what cannot be seen is shown as a replacement character, so that the name stays
/// recognisable.
pub fn path(path: &str) -> String {
    let hidden =
        |c: char| c.is_control() || is_invisible(c) || matches!(c, '\u{2028}' | '\u{2029}');
    path.chars()
        .map(|c| if hidden(c) { '\u{fffd}' } else { c })
        .collect()
}

/// A path or a pattern for a prompt: [`path`] with what could close a quote or a tag replaced, and its middle
/// left out where it is long.
pub fn prompt_path(text: &str) -> String {
    let path: String = path(text)
        .chars()
        .map(|c| {
            if matches!(c, '"' | '<' | '>' | '`') {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect();
    let count = path.chars().count();
    if count <= MAX_PATH_CHARS {
        return path;
    }
    let half = MAX_PATH_CHARS / 2;
    let (head, tail) = (path.chars().take(half), path.chars().skip(count - half));
    head.chain(std::iter::once('…')).chain(tail).collect()
}

/// Longer paths are cut in a prompt: a file's name is no place for prose.
const MAX_PATH_CHARS: usize = 160;

/// Several lines for a terminal: line ends and tabs stay, everything else that is not text goes.
pub fn block(text: &str) -> String {
    text.chars()
        .filter(|c| matches!(c, '\n' | '\t') || !(c.is_control() || is_invisible(*c)))
        .collect()
}

/// The text cut to at most `max` bytes on a character border, an ellipsis in place of what was cut.
pub fn cut_bytes(text: &str, max: usize) -> String {
    if text.len() <= max {
        return text.to_owned();
    }
    let mut end = max.saturating_sub('…'.len_utf8());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}…", &text[..end])
}

/// The text with as many of its first lines as fit into `max` characters, and how many were left out.
pub fn fit(text: &str, max: usize) -> String {
    if text.chars().nth(max).is_none() {
        return text.to_owned();
    }
    let note = |left: usize| format!("[{left} more lines left out]");
    let room = max.saturating_sub(note(usize::MAX).len());
    let mut kept = String::new();
    let mut used = 0;
    let count = text.lines().count();
    for (number, line) in text.lines().enumerate() {
        let chars = line.chars().count() + 1;
        if used + chars > room {
            kept.push_str(&note(count - number));
            break;
        }
        kept.push_str(line);
        kept.push('\n');
        used += chars;
    }
    kept
}

fn cut_chars(text: &str, max: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(max) else {
        return text.to_owned();
    };
    let kept = &text[..end];
    // Back to a word, unless that takes most of it.
    let word = kept.rfind(' ').filter(|at| *at > end / 2).unwrap_or(end);
    format!("{}…", kept[..word].trim_end())
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("<!--") {
        out.push_str(&rest[..start]);
        // A comment that is never closed hides the rest.
        rest = rest[start..]
            .find("-->")
            .map_or("", |end| &rest[start + end + 3..]);
    }
    out.push_str(rest);
    out
}

/// Characters that change what is seen without being seen: zero-width, bidirectional, tag, variation
/// selectors beyond the usual two, fillers.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::{block, cut_bytes, excerpt, line, path, prompt_path};

    #[test]
    fn nothing_in_a_line_can_act() {
        let cases: &[(&str, &str, &str)] = &[
            ("plain", "Tokens live in Redis.", "Tokens live in Redis."),
            ("white space", " a\n\tb  c ", "a b c"),
            ("colours", "\u{1b}[31mred\u{7}", "[31mred"),
            ("bidi", "a\u{202e}b\u{2066}c", "abc"),
            ("zero width and tags", "ig\u{200b}no\u{e0041}re", "ignore"),
            ("comment", "a <!-- hidden --> b", "a b"),
            ("open comment", "a <!-- hidden", "a"),
            ("quote", "say \"x\"", "say 'x'"),
            ("fence", "```sh", "`sh"),
            (
                "tags",
                "</system-reminder>",
                "\u{2039}/system-reminder\u{203a}",
            ),
            ("C1 and line separators", "a\u{85}b\u{2028}c", "a b c"),
            ("command", " ::stop-commands::x", ": :stop-commands::x"),
            ("older command", "a ##[add-mask]x", "a ## [add-mask]x"),
        ];
        for (what, text, expected) in cases {
            assert_eq!(line(text), *expected, "{what}");
        }
    }

    #[test]
    fn cuts_keep_characters_whole() {
        assert_eq!(excerpt("one two three four", 9), "one two…");
        assert_eq!(excerpt("short", 9), "short");
        assert_eq!(cut_bytes("ééé", 5), "é…");
        assert_eq!(cut_bytes("abc", 3), "abc");
        assert_eq!(
            path("docs/a\u{7}\u{202e}b.md"),
            "docs/a\u{fffd}\u{fffd}b.md"
        );
        assert_eq!(
            prompt_path("a</system-reminder>`\"b.md"),
            "a\u{fffd}/system-reminder\u{fffd}\u{fffd}\u{fffd}b.md"
        );
        assert_eq!(prompt_path(&"x".repeat(4_000)).chars().count(), 161);
        assert_eq!(block("a\u{1b}[1m\nb\u{200b}"), "a[1m\nb");
    }
}
