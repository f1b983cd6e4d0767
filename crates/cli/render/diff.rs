//! The difference of two texts, line by line, as people know it from patches.

use std::io::{self, Write};

use decision_policy::quote;

use super::style::{ADDED, REMOVED};

/// How many equal lines are shown around a change.
const CONTEXT: usize = 3;

/// Texts in which more lines differ are shown as one change of all of them.
const MAX_CELLS: usize = 4_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line<'a> {
    Same(&'a str),
    Removed(&'a str),
    Added(&'a str),
}

/// Writes the lines that differ, with some around them. Control characters of the texts are left out.
pub(crate) fn write(before: &str, after: &str, out: &mut dyn Write) -> io::Result<()> {
    let lines = compare(before, after);
    let changed: Vec<usize> = (0..lines.len())
        .filter(|&at| !matches!(lines[at], Line::Same(_)))
        .collect();
    let mut shown_to = 0;
    for (at, line) in lines.iter().enumerate() {
        let near = changed
            .binary_search_by(|&other| {
                if other + CONTEXT < at {
                    std::cmp::Ordering::Less
                } else if at + CONTEXT < other {
                    std::cmp::Ordering::Greater
                } else {
                    std::cmp::Ordering::Equal
                }
            })
            .is_ok();
        if !near {
            continue;
        }
        if at > shown_to {
            writeln!(out, "  ...")?;
        }
        shown_to = at + 1;
        match line {
            Line::Same(text) => writeln!(out, "    {}", cleaned(text))?,
            Line::Removed(text) => writeln!(out, "  {REMOVED}- {}{REMOVED:#}", cleaned(text))?,
            Line::Added(text) => writeln!(out, "  {ADDED}+ {}{ADDED:#}", cleaned(text))?,
        }
    }
    if shown_to < lines.len() && shown_to > 0 {
        writeln!(out, "  ...")?;
    }
    Ok(())
}

fn cleaned(line: &str) -> String {
    quote::block(line)
}

/// The lines of both texts, the longest run of common ones kept.
fn compare<'a>(before: &'a str, after: &'a str) -> Vec<Line<'a>> {
    let (old, new): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[head..]
        .iter()
        .rev()
        .zip(new[head..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (middle_old, middle_new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let mut lines: Vec<Line<'a>> = old[..head].iter().map(|line| Line::Same(line)).collect();
    if middle_old.len().saturating_mul(middle_new.len()) > MAX_CELLS {
        lines.extend(middle_old.iter().map(|line| Line::Removed(line)));
        lines.extend(middle_new.iter().map(|line| Line::Added(line)));
    } else {
        lines.extend(common(middle_old, middle_new));
    }
    lines.extend(old[old.len() - tail..].iter().map(|line| Line::Same(line)));
    lines
}

/// The longest common subsequence, by the table of its lengths.
fn common<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let width = new.len() + 1;
    let mut lengths = vec![0u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            lengths[i * width + j] = if old[i] == new[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push(Line::Same(old[i]));
            i += 1;
            j += 1;
        } else if j == new.len()
            || (i < old.len() && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
        {
            lines.push(Line::Removed(old[i]));
            i += 1;
        } else {
            lines.push(Line::Added(new[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::write;

    fn shown(before: &str, after: &str) -> String {
        let mut out = Vec::new();
        write(before, after, &mut out).unwrap();
        anstream::adapter::strip_bytes(&out)
            .into_vec()
            .try_into()
            .unwrap_or_default()
    }

    #[test]
    fn only_what_differs_is_shown_with_its_surroundings() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n";
        let after = before
            .replace("1\n2\n3", "1\n2\nnew\n3")
            .replace("13\n", "thirteen\n");
        assert_eq!(shown(before, before), "");
        let text = shown(before, &after);
        assert!(text.contains("    2\n  + new\n    3\n"), "{text}");
        assert!(
            text.contains("    12\n  - 13\n  + thirteen\n    14\n"),
            "{text}"
        );
        assert!(
            text.contains("\n  ...\n") && !text.contains("7\n"),
            "{text}"
        );
        assert_eq!(shown("", "a\n"), "  + a\n");
        assert_eq!(shown("a\n", "\u{1b}[1ma\n"), "  - a\n  + [1ma\n");
    }
}
