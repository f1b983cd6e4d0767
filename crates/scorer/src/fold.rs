//! Words made comparable: case, accents, width, and the ends that grammar adds.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Appends `word` to `out` in lower case, in compatibility form and without accents.
///
/// Only the combining diacritics of the Latin, Greek and Cyrillic scripts are taken off; the marks
/// of other scripts carry vowels.
pub(crate) fn fold_into(word: &str, out: &mut String) {
    if word.is_ascii() {
        out.extend(
            word.bytes()
                .map(|byte| char::from(byte.to_ascii_lowercase())),
        );
        return;
    }
    for c in word.nfkd().flat_map(char::to_lowercase) {
        match c {
            '\u{300}'..='\u{36f}' => {}
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' | 'ð' => out.push('d'),
            'þ' => out.push_str("th"),
            'ı' => out.push('i'),
            'ς' => out.push('σ'),
            c => out.push(c),
        }
    }
}

/// Whether a character belongs to a word: letters, digits, and the marks on them.
pub(crate) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || (!c.is_ascii() && is_combining_mark(c))
}

/// Whether a character is of a script that is written without spaces between words.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3134f}')
}

/// The stem of a folded word.
///
/// Words of ASCII letters get the Porter2 stem (<https://snowballstem.org/algorithms/english/stemmer.html>),
/// and where they are all consonants lose a plural `s` that Porter2 keeps (`vms`, `rpcs`). Numbers
/// lose leading zeros. Anything else is left alone: no language is assumed.
pub(crate) fn stem(word: &str) -> Cow<'_, str> {
    let bytes = word.as_bytes();
    if bytes.first().is_some_and(u8::is_ascii_digit) {
        if bytes.iter().all(u8::is_ascii_digit) {
            let kept = word.trim_start_matches('0');
            return Cow::Borrowed(if kept.is_empty() { "0" } else { kept });
        }
        return Cow::Borrowed(word);
    }
    if bytes.len() < 3 || !bytes.iter().all(u8::is_ascii_alphanumeric) {
        return Cow::Borrowed(word);
    }
    if let Some(singular) = word.strip_suffix('s') {
        let is_vowel = |byte: &u8| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y');
        if !bytes.iter().any(is_vowel) && !singular.ends_with('s') {
            return Cow::Borrowed(singular);
        }
    }
    Stemmer::create(Algorithm::English).stem(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(word: &str) -> String {
        let mut out = String::new();
        fold_into(word, &mut out);
        out
    }

    #[test]
    fn folds_case_accents_width_and_ligatures() {
        for (word, folded) in [
            ("Größe", "grosse"),
            ("décision", "decision"),
            ("de\u{301}cision", "decision"),
            ("ŁÓDŹ", "lodz"),
            ("ＡＰＩ", "api"),
            ("ﬁle", "file"),
            ("Σίσυφος", "σισυφοσ"),
            ("İstanbul", "istanbul"),
            ("決定", "決定"),
        ] {
            assert_eq!(fold(word), folded, "{word}");
        }
    }

    #[test]
    fn stems_english_and_leaves_the_rest() {
        for (word, stemmed) in [
            ("caching", "cach"),
            ("policies", "polici"),
            ("vms", "vm"),
            ("apis", "api"),
            ("0023", "23"),
            ("000", "0"),
            ("7z", "7z"),
            ("решения", "решения"),
            ("as", "as"),
        ] {
            assert_eq!(stem(word), stemmed, "{word}");
        }
    }
}
