//! The patch text by which one host changes files (`*** Begin Patch`): reading and applying it.
//!
//! It has no line numbers: a hunk holds lines that are kept, taken out and put in, and is found by the lines
//! that must be there, behind the one before it.

use crate::event::{Edit, How};

/// A run of changed lines with the lines around them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hunk {
    /// A line that comes before it in the file.
    pub after: Option<String>,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Whether it ends where the file ends.
    pub at_end: bool,
}

/// A line of a hunk, without its line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// It is there and stays.
    Kept(String),
    /// It is taken out.
    Out(String),
    /// It is put in.
    In(String),
}

/// Whether a text holds such a patch.
pub(crate) fn is_patch(text: &str) -> bool {
    text.contains("*** Begin Patch")
}

/// The changes of a patch; what cannot be read is left out.
pub(crate) fn read(text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for line in text.lines() {
        if line.trim() == "*** End Patch" {
            break;
        }
        let named = |mark: &str| line.strip_prefix(mark).map(|path| path.trim().to_owned());
        let begun = named("*** Add File: ")
            .map(|path| (path, How::Write(String::new())))
            .or_else(|| named("*** Update File: ").map(|path| (path, How::Patch(Vec::new()))))
            .or_else(|| named("*** Delete File: ").map(|path| (path, How::Remove)));
        if let Some((path, how)) = begun {
            edits.push(Edit {
                path,
                moved_to: None,
                how,
            });
            continue;
        }
        let Some(edit) = edits.last_mut() else {
            continue;
        };
        if let Some(path) = named("*** Move to: ") {
            edit.moved_to = Some(path);
            continue;
        }
        match &mut edit.how {
            How::Write(text) => {
                if let Some(added) = line.strip_prefix('+') {
                    text.push_str(added);
                    text.push('\n');
                }
            }
            How::Patch(hunks) => add_line(hunks, line),
            How::Replace(_) | How::Remove | How::Unknown => {}
        }
    }
    edits.retain(|edit| !edit.path.is_empty());
    edits
}

fn add_line(hunks: &mut Vec<Hunk>, line: &str) {
    if let Some(context) = line.strip_prefix("@@") {
        let context = context.trim_start().to_owned();
        hunks.push(Hunk {
            after: (!context.is_empty()).then_some(context),
            ..Hunk::default()
        });
        return;
    }
    if hunks.is_empty() {
        hunks.push(Hunk::default());
    }
    let Some(hunk) = hunks.last_mut() else { return };
    let rest = |line: &str| line.get(1..).unwrap_or_default().to_owned();
    match line.chars().next() {
        _ if line.trim() == "*** End of File" => hunk.at_end = true,
        Some('+') => hunk.lines.push(Line::In(rest(line))),
        Some('-') => hunk.lines.push(Line::Out(rest(line))),
        Some(' ') => hunk.lines.push(Line::Kept(rest(line))),
        None => hunk.lines.push(Line::Kept(String::new())),
        Some(_) => {}
    }
}

/// The text with the hunks applied in order; none where one does not fit. Line ends stay as most of the text
/// has them.
pub(crate) fn apply(text: &str, hunks: &[Hunk]) -> Option<String> {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut at = 0;
    for hunk in hunks {
        if let Some(after) = &hunk.after {
            at = find(&lines, std::slice::from_ref(after), at, false)? + 1;
        }
        let old: Vec<String> = hunk
            .lines
            .iter()
            .filter_map(|line| match line {
                Line::Kept(text) | Line::Out(text) => Some(text.clone()),
                Line::In(_) => None,
            })
            .collect();
        let start = if old.is_empty() {
            if hunk.after.is_some() {
                at
            } else {
                lines.len()
            }
        } else {
            find(&lines, &old, at, hunk.at_end)?
        };
        // Lines that are kept stay as the file has them, which may be another spelling.
        let mut taken = lines[start..start + old.len()].iter();
        let mut new: Vec<String> = Vec::new();
        for line in &hunk.lines {
            match line {
                Line::Kept(_) => new.extend(taken.next().cloned()),
                Line::Out(_) => drop(taken.next()),
                Line::In(text) => new.push(text.clone()),
            }
        }
        let next = start + new.len();
        lines.splice(start..start + old.len(), new);
        at = next;
    }
    let mut result = lines.join(end);
    if !result.is_empty() {
        result.push_str(end);
    }
    Some(result)
}

/// Where lines stand from a line on: as they are, else without the blanks at their ends, else without any
/// at both ends.
fn find(lines: &[String], wanted: &[String], from: usize, at_end: bool) -> Option<usize> {
    let last = lines.len().checked_sub(wanted.len())?;
    let forms: [fn(&str) -> &str; 3] = [|text| text, str::trim_end, str::trim];
    forms.iter().find_map(|form| {
        let fits = |start: &usize| {
            lines[*start..]
                .iter()
                .zip(wanted)
                .all(|(line, wanted)| form(line) == form(wanted))
        };
        let first = if at_end { last.max(from) } else { from };
        (first..=last).find(fits)
    })
}

#[cfg(test)]
mod tests {
    use super::{apply, is_patch, read};
    use crate::event::{Edit, How};

    fn hunks(body: &str) -> Vec<super::Hunk> {
        let patch = format!("*** Begin Patch\n*** Update File: a\n{body}*** End Patch\n");
        match read(&patch).pop().map(|edit| edit.how) {
            Some(How::Patch(hunks)) => hunks,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn hunks_find_their_place() {
        let text = "one\ntwo\nthree\ntwo\nfour\n";
        let cases: &[(&str, &str, Option<&str>)] = &[
            (
                "the first that fits",
                "@@\n-two\n+2\n",
                Some("one\n2\nthree\ntwo\nfour\n"),
            ),
            (
                "behind a line",
                "@@ three\n-two\n+2\n",
                Some("one\ntwo\nthree\n2\nfour\n"),
            ),
            (
                "with lines around",
                "@@\n three\n-two\n+2\n four\n",
                Some("one\ntwo\nthree\n2\nfour\n"),
            ),
            (
                "at the end",
                "@@\n-four\n+4\n*** End of File\n",
                Some("one\ntwo\nthree\ntwo\n4\n"),
            ),
            (
                "two in order",
                "@@\n-two\n+2\n@@\n-two\n+II\n",
                Some("one\n2\nthree\nII\nfour\n"),
            ),
            (
                "only put in",
                "@@\n+five\n",
                Some("one\ntwo\nthree\ntwo\nfour\nfive\n"),
            ),
            (
                "put in behind a line",
                "@@ one\n+1.5\n",
                Some("one\n1.5\ntwo\nthree\ntwo\nfour\n"),
            ),
            (
                "blanks at the end",
                "@@\n-two  \n+2\n",
                Some("one\n2\nthree\ntwo\nfour\n"),
            ),
            ("no such line", "@@\n-six\n+6\n", None),
            ("no such context", "@@ six\n-two\n+2\n", None),
        ];
        for (what, body, expected) in cases {
            assert_eq!(apply(text, &hunks(body)).as_deref(), *expected, "{what}");
        }
        let crlf = apply("a\r\nb\r\n", &hunks("@@\n a\n-b\n+c\n")).expect("it fits");
        assert_eq!(crlf, "a\r\nc\r\n");
    }

    #[test]
    fn every_file_of_a_patch_is_read() {
        let patch = "cat <<'E' | apply_patch\n*** Begin Patch\n*** Add File: a b.md\n+# T\n+\n*** Delete File: old.rs\n*** Update File: x.rs\n*** Move to: y.rs\n@@\n-a\n+b\n*** End Patch\n+behind\nE\n";
        assert!(is_patch(patch) && !is_patch("diff --git a b"));
        let edits = read(patch);
        let names: Vec<(&str, Option<&str>)> = edits
            .iter()
            .map(|edit| (edit.path.as_str(), edit.moved_to.as_deref()))
            .collect();
        assert_eq!(
            names,
            [("a b.md", None), ("old.rs", None), ("x.rs", Some("y.rs"))]
        );
        let added = Edit {
            path: "a b.md".to_owned(),
            moved_to: None,
            how: How::Write("# T\n\n".to_owned()),
        };
        assert_eq!(edits[0], added);
    }

    #[test]
    fn odd_patches_are_no_patches() {
        for text in [
            "",
            "*** Begin Patch",
            "*** Begin Patch\n+a\n-b\n",
            "*** Update File: \n@@\n+a",
        ] {
            assert!(read(text).is_empty(), "{text:?}");
        }
        assert_eq!(apply("", &hunks("@@\n+a\n")).as_deref(), Some("a\n"));
        assert_eq!(apply("a\n", &hunks("@@\n-a\n")).as_deref(), Some(""));
    }
}
