//! The fast way through a text and the slow one say the same.

use std::ops::Range;

use proptest::prelude::*;

use super::*;

/// Tokens as (folded, span, position), and joined words as (span, position).
#[derive(Debug, Default, PartialEq, Eq)]
struct Collected {
    tokens: Vec<(String, Range<usize>, u32)>,
    joined: Vec<(String, Range<usize>)>,
}

impl Sink for Collected {
    fn wants(&self, _: usize) -> bool {
        true
    }

    fn ascii(&mut self, text: &[u8], start: usize, position: u32) {
        let end = token_end(text, start);
        let token = String::from_utf8_lossy(&text[start..end]).to_ascii_lowercase();
        self.tokens.push((token, start..end, position));
    }

    fn folded(&mut self, token: &str, span: Range<usize>, position: u32) {
        self.tokens.push((token.to_owned(), span, position));
    }

    fn joined(&mut self, word: &str, span: Range<usize>, _: u32) {
        self.joined.push((word.to_owned(), span));
    }
}

fn fast(text: &str) -> (Collected, u32) {
    let mut collected = Collected::default();
    let count = scan(text, 0, &mut collected);
    (collected, count)
}

fn slow(text: &str) -> (Collected, u32) {
    let mut collected = Collected::default();
    let count = scan_chars(text, 0..text.len(), 0, &mut collected);
    (collected, count)
}

fn words(text: &str) -> Vec<String> {
    fast(text)
        .0
        .tokens
        .into_iter()
        .map(|(word, _, _)| word)
        .collect()
}

#[test]
fn splits_words_into_parts() {
    for (text, parts) in [
        (
            "max_retries maxRetries max-retries",
            vec!["max", "retries", "max", "retries", "max", "retries"],
        ),
        ("HTTPServer", vec!["http", "server"]),
        ("the APIs, VMs.", vec!["the", "apis", "vms"]),
        (
            "SHA256Sum v2Api memmap2",
            vec!["sha256", "sum", "v2", "api", "memmap2"],
        ),
        ("don't", vec!["don", "t"]),
        ("don’t", vec!["don", "t"]),
        ("src/auth/session.rs", vec!["src", "auth", "session", "rs"]),
        ("a--b__c", vec!["a", "b", "c"]),
        ("décisionÉcrite", vec!["decision", "ecrite"]),
        ("設計の決定", vec!["設計", "計の", "の決", "決定"]),
        ("API設計", vec!["api", "設計"]),
        ("決", vec!["決"]),
        ("", vec![]),
        ("— … ☃", vec![]),
    ] {
        assert_eq!(words(text), parts, "{text}");
    }
}

#[test]
fn a_word_of_several_parts_is_found_joined() {
    for (text, word, found) in [
        ("a maxRetries b", "maxretries", true),
        ("a max_retries b", "maxretries", true),
        ("a max-retries.", "maxretries", true),
        ("a maxretries b", "maxretries", false),
        ("a max retries b", "maxretries", false),
        ("a max_retries_now b", "maxretries", false),
        ("a my_max_retries b", "maxretries", false),
    ] {
        let mut ascii = false;
        for (_, span, _) in fast(text).0.tokens {
            ascii |= joined_end(text.as_bytes(), span.start, word.as_bytes()).is_some();
        }
        assert_eq!(ascii, found, "{text}");
        assert_eq!(
            slow(text).0.joined.iter().any(|(joined, _)| joined == word),
            found,
            "{text}"
        );
    }
}

#[test]
fn words_that_cross_a_block_are_whole() {
    for shift in 0..70 {
        let text = format!("{}maxRetries HTTPServer APIs", " ".repeat(shift));
        assert_eq!(
            words(&text),
            ["max", "retries", "http", "server", "apis"],
            "shift {shift}"
        );
    }
}

/// Text of words, joiners, other scripts and symbols, long enough to fill several blocks.
fn any_text() -> impl Strategy<Value = String> {
    let ascii = proptest::string::string_regex("[ -~\n]{0,90}").unwrap();
    let word = proptest::string::string_regex("[a-zA-Z0-9_.'-]{1,12}").unwrap();
    let other = proptest::string::string_regex("[éßİıÅ’—…決定のハ한Жфא\u{301}a ]{0,6}").unwrap();
    let anything = ".{0,20}".prop_map(String::from);
    proptest::collection::vec(
        prop_oneof![4 => ascii, 4 => word, 2 => other, 1 => anything],
        0..8,
    )
    .prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn the_fast_way_equals_the_slow_one(text in any_text()) {
        let (fast, fast_count) = fast(&text);
        let (slow, slow_count) = slow(&text);
        prop_assert_eq!(&fast.tokens, &slow.tokens);
        prop_assert_eq!(fast_count, slow_count);
        // The fast way asks for joined words where it is asked about one; the slow way offers all.
        for (word, span) in &slow.joined {
            if text[span.clone()].is_ascii() && !fast.joined.contains(&(word.clone(), span.clone())) {
                let found = joined_end(text.as_bytes(), span.start, word.as_bytes());
                prop_assert_eq!(found, Some(span.end), "{}", word);
            }
        }
    }

    #[test]
    fn spans_are_in_order_on_character_borders_and_positions_have_no_gaps(text in any_text()) {
        let (collected, count) = fast(&text);
        let mut before = 0;
        for (number, (token, span, position)) in collected.tokens.iter().enumerate() {
            prop_assert!(text.get(span.clone()).is_some(), "{span:?}");
            prop_assert!(span.start >= before && span.start < span.end);
            prop_assert!(!token.is_empty());
            prop_assert_eq!(*position as usize, number);
            before = span.start;
        }
        prop_assert_eq!(count as usize, collected.tokens.len());
    }
}
