//! The generated part of a file: finding it, and putting a new one in its place.

use std::ops::Range;

/// How the line before the generated part begins.
const BEGIN: &str = "<!-- decision:index begin";
/// How the line after it begins.
const END: &str = "<!-- decision:index end";

/// The two lines as written.
const BEGIN_LINE: &str =
    "<!-- decision:index begin; `decision index` writes what follows, edit the records instead -->";
const END_LINE: &str = "<!-- decision:index end -->";

/// What stands above the index in a file that is new.
const NEW_HEADING: &str = "# Decisions";

/// A text with its index.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) text: String,
    pub(super) had_index: bool,
}

/// Puts the body of an index (lines that end in `\n`) into a text, in the place of the one that is there or
/// at the end. The line ends of the text are kept.
///
/// # Errors
///
/// The line and what is wrong, where the markers come in no pair.
pub(super) fn place(text: Option<&str>, body: &str) -> Result<Placed, (usize, &'static str)> {
    let text = text.unwrap_or_default();
    let block = format!("{BEGIN_LINE}\n\n{body}\n{END_LINE}\n");
    let end = line_end(text);
    let block = block.replace('\n', end);
    let found = match between_markers(text)? {
        Some(found) => Some(found),
        None => of_older_tool(text),
    };
    Ok(match found {
        Some(range) => Placed {
            text: format!("{}{block}{}", &text[..range.start], &text[range.end..]),
            had_index: true,
        },
        None if text.trim().is_empty() => Placed {
            text: format!("{text}{NEW_HEADING}{end}{end}{block}"),
            had_index: false,
        },
        None => {
            let gap = if text.ends_with('\n') { "" } else { end };
            Placed {
                text: format!("{text}{gap}{end}{block}"),
                had_index: false,
            }
        }
    })
}

/// What ends the first line, which is what the generated lines end in too.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The lines of a text with their numbers and places, those in closed code fences left out. A fence that
/// nothing closes hides nothing: the index below it would not be found again.
fn lines(text: &str) -> Vec<(usize, Range<usize>, &str)> {
    let mut at = 0;
    let mut lines = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    for (number, whole) in text.split_inclusive('\n').enumerate() {
        let line = whole.trim_end();
        let fence = fence(line);
        let closes = |(opening, _): &(&str, usize)| {
            fence.is_some_and(|fence| fence.starts_with(opening))
                && line.trim() == fence.unwrap_or_default()
        };
        if let Some((_, first)) = open.filter(closes) {
            lines.truncate(first);
            open = None;
        } else {
            if open.is_none() {
                open = fence.map(|fence| (fence, lines.len()));
            }
            lines.push((number + 1, at..at + whole.len(), line));
        }
        at += whole.len();
    }
    lines
}

/// The run of backticks or tildes with which a line opens or closes a code fence.
fn fence(line: &str) -> Option<&str> {
    let start = line.trim_start_matches(' ');
    let mark = start.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = start.len() - start.trim_start_matches(mark).len();
    (length >= 3 && line.len() - start.len() < 4).then(|| &start[..length])
}

/// From the first marker through the line end of the second.
fn between_markers(text: &str) -> Result<Option<Range<usize>>, (usize, &'static str)> {
    let mut open: Option<(usize, usize)> = None;
    let mut found: Option<Range<usize>> = None;
    for (number, range, line) in lines(text) {
        if line.starts_with(BEGIN) {
            if open.is_some() || found.is_some() {
                return Err((
                    number,
                    "a second `decision:index begin`; leave one index in the file",
                ));
            }
            open = Some((number, range.start));
        } else if line.starts_with(END) {
            match open.take() {
                Some((_, start)) => found = Some(start..range.end),
                None => {
                    return Err((
                        number,
                        "`decision:index end` without a begin above it; put the line back or take this one out",
                    ));
                }
            }
        }
    }
    match open {
        Some((number, _)) => Err((
            number,
            "`decision:index begin` without an end below it; put the line back or take this one out",
        )),
        None => Ok(found),
    }
}

/// The list of the older tool: `## Tag` headings over items such as `- [slug](path/slug.md) — text`, and
/// nothing else between the first and the last of them.
fn of_older_tool(text: &str) -> Option<Range<usize>> {
    let mut heading: Option<usize> = None;
    let mut start: Option<usize> = None;
    let mut end = 0;
    let mut foreign_since = false;
    for (_, range, line) in lines(text) {
        if is_item_of_older_tool(line) {
            let begins = heading.take();
            if start.is_some() && foreign_since {
                return None;
            }
            if start.is_none() {
                // An item without a heading above is somebody's own list.
                start = Some(begins?);
            }
            end = range.end;
            foreign_since = false;
        } else if line.starts_with("## ") {
            heading = Some(range.start);
        } else if !line.is_empty() {
            foreign_since = true;
            heading = None;
        }
    }
    start.map(|start| start..end)
}

fn is_item_of_older_tool(line: &str) -> bool {
    let item = || {
        let (name, rest) = line.strip_prefix("- [")?.split_once("](")?;
        let (target, rest) = rest.split_once(')')?;
        let file = target.rsplit('/').next()?.strip_suffix(".md")?;
        (file == name && (rest.is_empty() || rest.starts_with(" \u{2014}"))).then_some(())
    };
    item().is_some()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn placed(text: &str) -> Placed {
        place(Some(text), "body\n").unwrap()
    }

    fn block() -> String {
        format!("{BEGIN_LINE}\n\nbody\n\n{END_LINE}\n")
    }

    #[test]
    fn what_is_around_the_markers_stays() {
        let block = block();
        for (text, expected, had_index) in [
            (String::new(), format!("# Decisions\n\n{block}"), false),
            ("# Mine\n".into(), format!("# Mine\n\n{block}"), false),
            ("# Mine".into(), format!("# Mine\n\n{block}"), false),
            (format!("a\n{block}b"), format!("a\n{block}b"), true),
            (
                format!("---\npaths: x\n---\na\n{BEGIN}: older words -->\nold\n{END_LINE}\n\nb\n"),
                format!("---\npaths: x\n---\na\n{block}\nb\n"),
                true,
            ),
            // A fence that nothing closes hides nothing.
            (
                format!("```\n{BEGIN_LINE}\nold\n{END_LINE}\n"),
                format!("```\n{block}"),
                true,
            ),
            // In a code fence the markers are an example.
            (
                format!("```\n{BEGIN_LINE}\n```\n"),
                format!("```\n{BEGIN_LINE}\n```\n\n{block}"),
                false,
            ),
        ] {
            let result = placed(&text);
            assert_eq!(result.text, expected, "{text:?}");
            assert_eq!(result.had_index, had_index, "{text:?}");
            assert_eq!(placed(&result.text).text, result.text, "again: {text:?}");
        }
    }

    #[test]
    fn line_ends_are_kept() {
        let result = placed("# Mine\r\n\r\ntext\r\n").text;
        assert_eq!(
            result.matches('\n').count(),
            result.matches("\r\n").count(),
            "{result:?}"
        );
        assert_eq!(placed(&result).text, result);
    }

    #[test]
    fn the_list_of_the_older_tool_is_replaced() {
        let list = "## Hooks\n- [a](.claude/decisions/a.md) \u{2014} One\n- [b](.claude/decisions/b.md) \u{2014} Two\n\n## Other\n- [c](.claude/decisions/c.md) \u{2014} Three\n";
        let block = block();
        let text =
            format!("---\npaths:\n  - src\n---\n# Team Decisions\n\nMine.\n\n{list}\nMine too.\n");
        let result = placed(&text);
        assert!(result.had_index);
        assert_eq!(
            result.text,
            format!("---\npaths:\n  - src\n---\n# Team Decisions\n\nMine.\n\n{block}\nMine too.\n")
        );
        for mine in [
            "- [a](x/a.md) \u{2014} no heading above\n",
            "## Links\n- [the a](x/a.md) \u{2014} another name\n",
            "## Hooks\n- [a](x/a.md) \u{2014} One\n\nprose\n\n- [b](x/b.md) \u{2014} Two\n",
        ] {
            let result = placed(mine);
            assert!(result.text.starts_with(mine), "{mine:?}");
            assert!(!result.had_index, "{mine:?}");
        }
    }

    #[test]
    fn markers_without_a_partner_are_named() {
        for (text, line) in [
            (format!("a\n{BEGIN_LINE}\nb\n"), 2),
            (format!("a\n\n{END_LINE}\n"), 3),
            (format!("{0}{0}", block()), 6),
        ] {
            let error = place(Some(&text), "body\n").unwrap_err();
            assert_eq!(error.0, line, "{text:?}");
        }
    }
    proptest! {
        /// Whatever stands in a file: nothing but an index is changed, and a second run changes nothing.
        #[test]
        fn an_index_is_placed_once(
            lines in proptest::collection::vec(0..LINES.len(), 0..12),
            crlf in any::<bool>(),
            ends in any::<bool>(),
        ) {
            let mut text: String = lines.iter().map(|line| format!("{}\n", LINES[*line])).collect();
            if !ends {
                text.truncate(text.trim_end_matches('\n').len());
            }
            if crlf {
                text = text.replace('\n', "\r\n");
            }
            let Ok(placed) = place(Some(&text), "body\n") else {
                return Ok(());
            };
            let again = place(Some(&placed.text), "body\n");
            prop_assert_eq!(again.map(|again| again.text), Ok(placed.text.clone()), "{:?}", text);
            if !placed.had_index {
                prop_assert!(placed.text.starts_with(&text));
            }
            let other = place(Some(&placed.text), "other\n");
            let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
            let expected = placed.text.replacen(&format!("{BEGIN_LINE}{end}{end}body{end}"), &format!("{BEGIN_LINE}{end}{end}other{end}"), 1);
            prop_assert_eq!(other.map(|other| other.text), Ok(expected));
        }
    }

    /// Lines that mean something to the search, and some that do not.
    const LINES: &[&str] = &[
        "",
        "text",
        "# Team Decisions",
        "## Hooks",
        "- [a](x/a.md) \u{2014} One",
        "- [a](y/b.md)",
        "```",
        "````",
        "~~~ text",
        "    ```",
        "---",
        BEGIN_LINE,
        END_LINE,
    ];
}
