//! Plain questions about decisions, told from other prompts.

/// A question in a prompt, with the words that say what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question<'a> {
    /// Asks for a decision: "what did we decide about caching?".
    Decision(&'a str),
    /// Asks for a reason: "why do we use Redis?". Most of these are not about a decision.
    Reason(&'a str),
}

/// What asks for a decision, in lower case; what follows says which.
const DECISION: &[&str] = &[
    "what did we decide",
    "what have we decided",
    "what had we decided",
    "what we decided",
    "what we have decided",
    "what was decided",
    "what has been decided",
    "what's been decided",
    "did we decide",
    "did we ever decide",
    "have we decided",
    "have we already decided",
    "have we made a decision",
    "did we make a decision",
    "was it decided",
    "has it been decided",
    "is there a decision",
    "is there any decision",
    "is there already a decision",
    "is there an existing decision",
    "was there a decision",
    "was there any decision",
    "are there decisions",
    "are there any decisions",
    "do we have a decision",
    "do we have any decision",
    "do we have decisions",
    "do we have an adr",
    "do we have any adr",
    "is there an adr",
    "is there any adr",
    "are there any adrs",
    "are there adrs",
    "any decision on",
    "any decisions on",
    "any decision about",
    "any decisions about",
    "which decision",
    "what decision",
    "what is the decision",
    "what's the decision",
    "what was the decision",
    "what is our decision",
    "what's our decision",
    "what was our decision",
    "what are our decisions",
    "why did we decide",
    "why was it decided",
    "who decided",
    "when did we decide",
    "where did we decide",
    "how did we decide",
    "which adr",
    "what does the adr",
    "what do our decision",
    "what do the decision",
    "what does our decision",
];

/// How a question for a reason begins, in lower case.
const REASON: &[&str] = &[
    "why do we",
    "why did we",
    "why are we",
    "why don't we",
    "why do not we",
    "why didn't we",
    "why aren't we",
    "why haven't we",
    "why have we",
    "why is",
    "why does",
    "why was",
    "why were",
    "why not",
    "how come we",
    "what is the reason",
    "what's the reason",
    "what was the reason",
];

/// Longer sentences are no questions of this kind.
const MAX_SENTENCE_BYTES: usize = 300;

/// Only the beginning of a prompt is looked at: what follows is material.
const MAX_PROMPT_BYTES: usize = 4_000;

/// The first question about a decision, else the first that asks for a reason.
pub(crate) fn read(prompt: &str) -> Option<Question<'_>> {
    let mut end = prompt.len().min(MAX_PROMPT_BYTES);
    while !prompt.is_char_boundary(end) {
        end -= 1;
    }
    let sentences: Vec<&str> = sentences(&prompt[..end]).collect();
    let decision = sentences.iter().find_map(|sentence| {
        let about = starts(sentence).find_map(|start| {
            DECISION
                .iter()
                .find_map(|phrase| after(&sentence[start..], phrase))
        })?;
        Some(Question::Decision(about))
    });
    decision.or_else(|| {
        let reasons = sentences
            .iter()
            .find_map(|sentence| REASON.iter().find_map(|phrase| after(sentence, phrase)));
        reasons.map(Question::Reason)
    })
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['?', '!', '\n'])
        .flat_map(|part| part.split_inclusive(". "))
        .map(|sentence| sentence.trim().trim_end_matches(['?', '!', '.']))
        .filter(|sentence| !sentence.is_empty() && sentence.len() <= MAX_SENTENCE_BYTES)
}

/// Where the question may begin: at the sentence, or behind a few words such as "hey, ".
fn starts(sentence: &str) -> impl Iterator<Item = usize> {
    const MAX_LEAD_IN: usize = 24;
    let words = sentence
        .match_indices(' ')
        .map(|(at, _)| at + 1)
        .take_while(|at| *at <= MAX_LEAD_IN);
    std::iter::once(0).chain(words)
}

/// What follows a phrase at the beginning of a text, without regard to case or to the kind of apostrophe.
fn after<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let mut chars = text.chars();
    for expected in phrase.chars() {
        let c = chars.next()?;
        let c = if c == '\u{2019}' {
            '\''
        } else {
            c.to_ascii_lowercase()
        };
        if c != expected {
            return None;
        }
    }
    let rest = chars.as_str();
    (!rest.starts_with(|c: char| c.is_alphabetic()) || rest.starts_with(['s', 'S'])).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::{Question, read};

    #[test]
    fn questions_about_decisions_are_told_from_talk() {
        let decision = |about| Some(Question::Decision(about));
        let reason = |about| Some(Question::Reason(about));
        let cases: &[(&str, Option<Question<'_>>)] = &[
            (
                "what did we decide about caching?",
                decision(" about caching"),
            ),
            ("Is there a decision on retries?", decision(" on retries")),
            (
                "Hey, what\u{2019}s our decision on log levels?",
                decision(" on log levels"),
            ),
            (
                "Look at the file. Did we decide on an ORM? Thanks.",
                decision(" on an ORM"),
            ),
            (
                "why do we use Redis for sessions?",
                reason(" use Redis for sessions"),
            ),
            ("Why is the build red", reason(" the build red")),
            ("Fix it, then tell me why we use Redis", None),
            ("I decided to use Redis.", None),
            ("add a decision table to the parser", None),
            (
                "The user asks: is there, by any chance and after all this time, a decision?",
                None,
            ),
            ("whydoweuse", None),
            ("", None),
        ];
        for (prompt, expected) in cases {
            assert_eq!(read(prompt), *expected, "{prompt:?}");
        }
    }

    #[test]
    fn long_material_is_not_searched() {
        let prompt = format!("{}\nwhat did we decide about caching?", "é".repeat(4_000));
        assert_eq!(read(&prompt), None);
    }
}
