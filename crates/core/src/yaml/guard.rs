//! Refuses what would make the YAML parser slow: size, nesting and alias bombs.

use super::{Problem, ProblemKind};

/// The largest mapping that is read, in bytes.
pub(crate) const MAX_BYTES: usize = 32 * 1024;

/// libyaml scans unclosed flow brackets in quadratic time; no front matter nests this deep.
const MAX_OPEN: usize = 64;

/// With anchors that contain aliases the expansion grows as a power of this number.
const MAX_ALIASES: usize = 32;

/// Checks a source without parsing it. Quoted and commented brackets count too: a miscount can only
/// refuse what no record holds.
pub(crate) fn check(source: &str) -> Result<(), Problem> {
    if source.len() > MAX_BYTES {
        return Err(refused(
            1,
            format!(
                "{} bytes of front matter, more than {MAX_BYTES}",
                source.len()
            ),
        ));
    }
    let (mut open, mut aliases, mut anchors, mut line) = (0usize, 0usize, 0usize, 1usize);
    let mut previous = b'\n';
    for byte in source.bytes() {
        let starts_token = matches!(
            previous,
            b' ' | b'\n' | b'\t' | b'[' | b'{' | b',' | b'-' | b':'
        );
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            b'*' if starts_token => aliases += 1,
            b'&' if starts_token => anchors += 1,
            b'\n' => line += 1,
            _ => {}
        }
        if open > MAX_OPEN {
            return Err(refused(line, format!("more than {MAX_OPEN} open brackets")));
        }
        previous = byte;
    }
    if anchors > 0 && aliases > MAX_ALIASES {
        return Err(refused(1, format!("more than {MAX_ALIASES} aliases")));
    }
    // Block nesting: every level is indented further, so the deepest indentation bounds it.
    for (index, text) in source.lines().enumerate() {
        let depth = text
            .bytes()
            .take_while(|byte| matches!(byte, b' ' | b'-' | b'?' | b'\t'))
            .count();
        if depth > 4 * MAX_OPEN {
            return Err(refused(index + 1, "nested too deep".to_owned()));
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
