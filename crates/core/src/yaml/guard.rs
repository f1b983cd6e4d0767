//! Refuses what would make the YAML parser slow: size, nesting and alias bombs.

use super::{Problem, ProblemKind};

/// The largest mapping that is read, in bytes.
pub(crate) const MAX_BYTES: usize = 32 * 1024;

/// libyaml scans unclosed flow brackets in quadratic time; no front matter nests this deep.
const MAX_OPEN: usize = 64;

/// Anchors that contain aliases multiply: three in each make 3^(n/3) copies of the innermost.
const MAX_ALIASES: usize = 16;

/// Refuses what is longer than any front matter.
pub(super) fn check_size(source: &str) -> Result<(), Problem> {
    if source.len() <= MAX_BYTES {
        return Ok(());
    }
    Err(refused(
        1,
        format!("it has {} bytes, more than {MAX_BYTES}", source.len()),
    ))
}

/// Checks the shape of a source without parsing it. Quoted and commented brackets count too: a miscount
/// can only refuse what no record holds.
pub(super) fn check_shape(source: &str) -> Result<(), Problem> {
    let (mut open, mut aliases, mut anchors, mut line) = (0usize, 0usize, 0usize, 1usize);
    let bytes = source.as_bytes();
    let names = |at: usize| {
        let inside_word = at > 0
            && (bytes[at - 1].is_ascii_alphanumeric()
                || matches!(bytes[at - 1], b'/' | b'*' | b'.' | b'_'));
        let has_name = bytes
            .get(at + 1)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        usize::from(!inside_word && has_name)
    };
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            b'*' => aliases += names(at),
            b'&' => anchors += names(at),
            b'\n' => line += 1,
            _ => {}
        }
        if open > MAX_OPEN {
            return Err(refused(
                line,
                format!("it has more than {MAX_OPEN} open brackets"),
            ));
        }
    }
    if anchors > 0 && aliases > MAX_ALIASES {
        return Err(refused(
            1,
            format!("it has anchors and more than {MAX_ALIASES} aliases"),
        ));
    }
    // Block nesting: every level is indented further, so the deepest indentation bounds it.
    for (index, text) in source.lines().enumerate() {
        let depth = text
            .bytes()
            .take_while(|byte| matches!(byte, b' ' | b'-' | b'?' | b'\t'))
            .count();
        if depth > 4 * MAX_OPEN {
            return Err(refused(index + 1, "it is nested too deep".to_owned()));
        }
    }
    Ok(())
}

fn refused(line: usize, what: String) -> Problem {
    Problem {
        line,
        kind: ProblemKind::Refused,
        message: format!("front matter not read: {what}"),
        help: "keep front matter to plain fields and lists".to_owned(),
    }
}
