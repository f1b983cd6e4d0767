//! Where the words of a text are.
//!
//! A word is a run of letters and digits, or several joined by single `_`, `-`, `.` or apostrophes.
//! Its parts (`max_retries`, `maxRetries` → `max`, `retries`) are the tokens; each has one position.
//! A word of several parts is also offered joined (`maxretries`).
//!
//! Records are read for every query, so the common case is fast: ASCII text is classified 64 bytes
//! at a time into bit masks, word beginnings are counted without a branch, and only tokens whose
//! first two letters the [`Sink`] asks for are looked at. Text around other characters goes through
//! [`scan_chars`], which gives the same answer for ASCII (a property test holds them together).

use std::ops::Range;

mod chars;

pub(crate) use chars::scan_chars;

/// What is done with the tokens of a text.
pub(crate) trait Sink {
    /// Whether a token that begins with this pair of letters (see [`pair`]) is worth a look.
    fn wants(&self, pair: usize) -> bool;
    /// A wanted token of ASCII text that begins at `start`; [`token_end`] says where it ends.
    fn ascii(&mut self, text: &[u8], start: usize, position: u32);
    /// A token of other text, folded, with its span.
    fn folded(&mut self, token: &str, span: Range<usize>, position: u32);
    /// A word of several parts in other text: the parts folded and joined, with the position of
    /// the first.
    fn joined(&mut self, word: &str, span: Range<usize>, position: u32);
}

/// 1 to 26 for letters of either case, 27 to 36 for digits, 0 for everything else.
const CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 26 {
        table[b'a' as usize + i] = 1 + i as u8;
        table[b'A' as usize + i] = 1 + i as u8;
        i += 1;
    }
    let mut i = 0;
    while i < 10 {
        table[b'0' as usize + i] = 27 + i as u8;
        i += 1;
    }
    table
};

/// The first two bytes of a token as a small number, case ignored; a token of one letter is paired
/// with whatever follows it.
pub(crate) fn pair(first: u8, second: u8) -> usize {
    usize::from(CLASS[usize::from(first)]) * 64 + usize::from(CLASS[usize::from(second)])
}

/// A set of beginnings of tokens.
#[derive(Debug)]
pub(crate) struct PairSet([u64; 64]);

impl Default for PairSet {
    fn default() -> Self {
        PairSet([0; 64])
    }
}

impl PairSet {
    /// Adds the tokens that begin with two letters.
    pub(crate) fn insert(&mut self, first: u8, second: u8) {
        let pair = pair(first, second);
        self.0[pair / 64] |= 1 << (pair % 64);
    }

    /// Adds the tokens that begin with a letter.
    pub(crate) fn insert_first(&mut self, first: u8) {
        self.0[usize::from(CLASS[usize::from(first)])] = u64::MAX;
    }

    /// Adds the tokens whose second letter this is.
    pub(crate) fn insert_second(&mut self, second: u8) {
        self.0
            .iter_mut()
            .for_each(|row| *row |= 1 << CLASS[usize::from(second)]);
    }

    /// Whether a token that begins with this [`pair`] is in the set.
    pub(crate) fn contains(&self, pair: usize) -> bool {
        self.0[(pair / 64) % 64] >> (pair % 64) & 1 != 0
    }
}

/// Whether an ASCII byte is a letter or a digit.
pub(crate) fn is_word(byte: u8) -> bool {
    CLASS[usize::from(byte)] != 0
}

/// Whether an ASCII byte joins the parts of a word.
pub(crate) fn is_joiner(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'.' | b'\'')
}

/// Reports the tokens of `text` to `sink`, the first at position `from`; returns how many there are.
pub(crate) fn scan(text: &str, from: u32, sink: &mut impl Sink) -> u32 {
    let bytes = text.as_bytes();
    let mut position = from;
    let mut at = 0;
    while at < bytes.len() {
        let Some(odd) = first_non_ascii(bytes, at) else {
            position = scan_ascii(bytes, at..bytes.len(), position, sink);
            break;
        };
        let is_separator = |byte: &u8| byte.is_ascii() && !is_word(*byte) && !is_joiner(*byte);
        let begin = bytes[at..odd]
            .iter()
            .rposition(is_separator)
            .map_or(at, |i| at + i + 1);
        let end = bytes[odd..]
            .iter()
            .position(is_separator)
            .map_or(bytes.len(), |i| odd + i);
        position = scan_ascii(bytes, at..begin, position, sink);
        position = scan_chars(text, begin..end, position, sink);
        at = end;
    }
    position - from
}

/// Where the first byte that is not ASCII is, from `at` on.
fn first_non_ascii(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.is_ascii() {
        return None;
    }
    let whole = rest
        .chunks(256)
        .take_while(|chunk| chunk.is_ascii())
        .count()
        * 256;
    rest[whole..]
        .iter()
        .position(|byte| !byte.is_ascii())
        .map(|i| at + whole + i)
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The high bit of every byte that is at least `least`; all bytes must be below 128.
fn at_least(word: u64, least: u8) -> u64 {
    (word + ONES * (0x80 - u64::from(least))) & HIGH
}

/// The high bits of the eight bytes as the low eight bits, first byte lowest.
fn gather(high: u64) -> u64 {
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Bit masks of 64 bytes of ASCII: letters and digits, upper-case letters.
#[inline]
fn classify(block: &[u8; 64]) -> (u64, u64) {
    let (mut words, mut uppers) = (0, 0);
    for (i, eight) in block.chunks_exact(8).enumerate() {
        let mut raw = [0; 8];
        raw.copy_from_slice(eight);
        let x = u64::from_le_bytes(raw);
        let folded = x | (ONES * 0x20);
        let alpha = at_least(folded, b'a') & !at_least(folded, b'z' + 1);
        let digit = at_least(x, b'0') & !at_least(x, b'9' + 1);
        let upper = alpha & !((x & (ONES * 0x20)) << 2);
        words |= gather(alpha | digit) << (8 * i);
        uppers |= gather(upper) << (8 * i);
    }
    (words, uppers)
}

/// [`scan`] for a range of bytes that are all ASCII and that no word crosses the borders of.
fn scan_ascii(bytes: &[u8], range: Range<usize>, from: u32, sink: &mut impl Sink) -> u32 {
    let text = &bytes[..range.end];
    let mut position = from;
    let (mut word_before, mut upper_before) = (0, 0);
    let mut base = range.start;
    while base < text.len() {
        let mut padded = [0; 64];
        let block = match text[base..].first_chunk::<64>() {
            Some(block) => block,
            None => {
                padded[..text.len() - base].copy_from_slice(&text[base..]);
                &padded
            }
        };
        let (words, uppers) = classify(block);
        let before = (words << 1) | word_before;
        let uppers_before = (uppers << 1) | upper_before;
        let mut starts = words & !before;
        if uppers != 0 {
            starts |= uppers & before & !uppers_before;
            let mut runs = uppers & uppers_before;
            while runs != 0 {
                let bit = runs.trailing_zeros();
                if ends_acronym(text, base + bit as usize) {
                    starts |= 1 << bit;
                }
                runs &= runs - 1;
            }
        }
        let mut left = starts;
        while left != 0 {
            let bit = left.trailing_zeros();
            let at = base + bit as usize;
            let second = text.get(at + 1).copied().unwrap_or(0);
            if sink.wants(pair(text[at], second)) {
                let ahead = (starts & ((1 << bit) - 1)).count_ones();
                sink.ascii(text, at, position + ahead);
            }
            left &= left - 1;
        }
        position += starts.count_ones();
        word_before = words >> 63;
        upper_before = uppers >> 63;
        base += 64;
    }
    position
}

/// Whether the upper-case letter at `at`, which follows another, begins a part: `HTTPServer` at `S`,
/// but not the plural of an acronym (`APIs`).
fn ends_acronym(text: &[u8], at: usize) -> bool {
    let byte = |i: usize| text.get(i).copied().unwrap_or(0);
    byte(at + 1).is_ascii_lowercase() && (byte(at + 1) != b's' || is_word(byte(at + 2)))
}

/// Where the token of ASCII text that begins at `start` ends.
pub(crate) fn token_end(text: &[u8], start: usize) -> usize {
    let mut end = start + 1;
    while end < text.len() && is_word(text[end]) {
        if text[end].is_ascii_uppercase() {
            let after_upper = text[end - 1].is_ascii_uppercase();
            if !after_upper || ends_acronym(text, end) {
                break;
            }
        }
        end += 1;
    }
    end
}

/// Where the word of ASCII text around the token at `start` ends, if the token begins the word and
/// the word's letters, joiners left out, are `letters`.
pub(crate) fn joined_end(text: &[u8], start: usize, letters: &[u8]) -> Option<usize> {
    let begins = match text[..start] {
        [] => true,
        [.., before, joiner] if is_joiner(joiner) => !is_word(before),
        [.., before] => !is_word(before),
    };
    if !begins {
        return None;
    }
    let mut at = start;
    for letter in letters {
        let mut byte = text.get(at).copied()?;
        if is_joiner(byte) && at > start {
            at += 1;
            byte = text.get(at).copied()?;
        }
        if byte.to_ascii_lowercase() != *letter {
            return None;
        }
        at += 1;
    }
    let byte = |i: usize| text.get(i).copied().unwrap_or(0);
    let goes_on = is_word(byte(at)) || is_joiner(byte(at)) && is_word(byte(at + 1));
    (!goes_on && token_end(text, start) < at).then_some(at)
}

#[cfg(test)]
mod tests;
