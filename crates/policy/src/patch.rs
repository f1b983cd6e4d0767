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
pub fn is_patch(text: &str) -> bool {
    text.contains("*** Begin Patch")
}

/// The changes of a patch; what cannot be read is left out.
pub fn read(text: &str) -> Vec<Edit> {
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
pub fn apply(text: &str, hunks: &[Hunk]) -> Option<String> {
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
