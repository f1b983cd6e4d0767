//! Small questions about text that several modules ask.

/// Cuts at commas that stand outside of `{}`, `[]` and `()`; trims, and leaves out what is empty.
pub(crate) fn split_outside_braces(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    text.split(move |c: char| {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
    .map(str::trim)
    .filter(|part| !part.is_empty())
}
