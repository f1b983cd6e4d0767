//! Small questions about text that several modules ask.

/// Cuts at commas that stand outside of `{}`, `[]` and `()`; trims, and leaves out what is empty.
pub(crate) fn split_outside_braces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = comma_outside_braces(text);
        rest = end.map(|end| &text[end + 1..]);
        Some(trim(&text[..end.unwrap_or(text.len())]))
    })
    .filter(|part| !part.is_empty())
}

/// The first comma that no bracket before it encloses.
fn comma_outside_braces(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.bytes().position(|byte| {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b',' && depth == 0
    })
}

/// The text without white space at its ends, as [`str::trim`] has it: quicker where there is none.
#[inline]
pub(crate) fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

/// The text without white space at its end, as [`str::trim_end`] has it: quicker where that is no more
/// than a line end.
#[inline]
pub(crate) fn trim_end(text: &str) -> &str {
    let line = text.strip_suffix('\n').unwrap_or(text);
    match line.as_bytes() {
        [.., last] if last.is_ascii_graphic() => line,
        _ => line.trim_end(),
    }
}

/// What follows the last `/`.
pub(crate) fn last_segment(path: &str) -> &str {
    memchr::memrchr(b'/', path.as_bytes()).map_or(path, |slash| &path[slash + 1..])
}

/// Where the digits at the end of a text begin, and their number; none where there are none.
pub(crate) fn number_at_end(text: &str) -> Option<(usize, u64)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let start = text.len() - digits;
    Some((start, text[start..].parse().ok()?))
}

/// At most the first `bytes` bytes of a text, not in the middle of a character.
pub(crate) fn cut(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The number of the line, counted from 1, in which the byte at `at` stands.
pub(crate) fn line_of(text: &[u8], at: usize) -> usize {
    memchr::memchr_iter(b'\n', &text[..at]).count() + 1
}
