//! Tells a choice that somebody states from other talk, by words alone.
//!
//! A phrase of choice is never enough: a reason, a thing set against another, or a term of the trade
//! has to stand with it. Questions, doubts, quotes, code, pasted output and the talk of somebody who
//! hunts a fault are no choice. English only; the words stand in one table.

mod level;
mod text;
mod words;

pub use level::Level;

use text::{Said, Sentence};
use words::{
    ALWAYS, ASKS, BETWEEN, CHOSE, COMPARES, DOUBTS, GENERAL, HUNTS, LABELS, LEANS, LOCAL, MADE,
    REASONS, RETELLS, STEPS, TERMS, TIMES, WHO,
};

/// Only the beginning of a text is looked at, in bytes: what follows is material.
const MAX_BYTES: usize = 4_000;

/// Whether a user's prompt states a choice about the code, with something that speaks for it.
pub fn is_stated_in_prompt(prompt: &str) -> bool {
    // A command says for itself what it is.
    !prompt.trim_start().starts_with(['/', '$', '#']) && any(prompt, is_stated)
}

/// Whether the model's last words of a turn report a choice that was made in it.
///
/// The model reasons about every line that it writes, so more is asked of its words: somebody chose, one
/// thing over another or for a reason, and it has a name of the trade.
pub fn is_reported_in_reply(reply: &str) -> bool {
    any(reply, is_reported)
}

fn any(text: &str, judge: fn(&Said, usize) -> bool) -> bool {
    let said = text::read(beginning(text));
    (0..said.sentences.len()).any(|at| judge(&said, at))
}

fn beginning(text: &str) -> &str {
    let mut end = text.len().min(MAX_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn is_stated(said: &Said, at: usize) -> bool {
    let sentence = &said.sentences[at];
    if said.output || is_open(sentence) {
        return false;
    }
    let made = is_made(sentence);
    let always = has(sentence, ALWAYS);
    let leans = has(sentence, LEANS);
    let steps = has(sentence, STEPS);
    if !(made || always || leans || steps) {
        return false;
    }
    let near = near(said, at);
    let reason = near.iter().any(has_reason);
    let compares = has(sentence, COMPARES);
    let term = is_about_the_code(sentence);
    let hunts = near.iter().any(|one| has(one, HUNTS));
    if made {
        return reason || sentence.goes_on || !hunts && (compares || term);
    }
    if hunts || !term {
        return false;
    }
    let general = has(sentence, GENERAL);
    let local = has(sentence, LOCAL);
    always && (reason || compares || general || sentence.goes_on)
        || !local && leans && (reason || compares || general)
        || !local && steps && general && reason
}

fn is_reported(said: &Said, at: usize) -> bool {
    let sentence = &said.sentences[at];
    let speaks_for_it = has_reason(sentence) || has(sentence, COMPARES);
    is_made(sentence)
        && speaks_for_it
        && is_about_the_code(sentence)
        && !(is_open(sentence)
            || has(sentence, HUNTS)
            || has(sentence, LOCAL)
            || has(sentence, RETELLS))
}

fn is_about_the_code(sentence: &Sentence) -> bool {
    sentence.names || has(sentence, TERMS)
}

/// Whether a reason is given; `since 2020` gives none.
fn has_reason(sentence: &Sentence) -> bool {
    let since = || {
        sentence.words.match_indices(" since ").any(|(at, found)| {
            let rest = &sentence.words[at + found.len()..];
            let time = |word: &&str| starts_with_word(rest, word);
            !rest.starts_with(|c: char| c.is_ascii_digit()) && !TIMES.iter().any(time)
        })
    };
    has(sentence, REASONS) || since()
}

/// Whether it is asked or doubted rather than said.
fn is_open(sentence: &Sentence) -> bool {
    sentence.asks || has_start(sentence, ASKS) || has(sentence, DOUBTS)
}

/// Whether it says that a choice was made, and not only that one is coming.
fn is_made(sentence: &Sentence) -> bool {
    has(sentence, MADE) || has_label(sentence) || someone_chose(sentence)
}

/// The sentence with its neighbours, where reasons and faults are told as well.
fn near(said: &Said, at: usize) -> &[Sentence] {
    &said.sentences[at.saturating_sub(1)..(at + 2).min(said.sentences.len())]
}

/// Whether one of the phrases stands in the sentence, as whole words.
fn has(sentence: &Sentence, phrases: &[&str]) -> bool {
    let words = sentence.words.as_str();
    memchr::memchr_iter(b' ', words.as_bytes()).any(|at| {
        let rest = &words[at + 1..];
        // Most phrases differ in the first letter, and this is asked of every word of a prompt.
        let first = rest.as_bytes().first();
        phrases
            .iter()
            .any(|phrase| phrase.as_bytes().first() == first && starts_with_word(rest, phrase))
    })
}

fn has_start(sentence: &Sentence, phrases: &[&str]) -> bool {
    let words = sentence.words.trim_start();
    phrases.iter().any(|phrase| starts_with_word(words, phrase))
}

fn has_label(sentence: &Sentence) -> bool {
    sentence
        .label
        .as_deref()
        .is_some_and(|label| LABELS.contains(&label))
}

/// Whether words begin with a phrase and go on with another word.
fn starts_with_word(words: &str, phrase: &str) -> bool {
    words
        .strip_prefix(phrase)
        .is_some_and(|rest| rest.starts_with(' '))
}

/// `we have finally settled on`: who, what may stand between, what was done.
fn someone_chose(sentence: &Sentence) -> bool {
    let mut rest = sentence.words.as_str();
    while let Some((word, behind)) = rest.trim_start().split_once(' ') {
        rest = behind;
        if !WHO.contains(&word) {
            continue;
        }
        let mut verb = behind;
        while let Some((between, next)) = verb.split_once(' ')
            && BETWEEN.contains(&between)
        {
            verb = next;
        }
        if CHOSE.iter().any(|chose| starts_with_word(verb, chose)) {
            return true;
        }
    }
    false
}
