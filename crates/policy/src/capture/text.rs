//! What the user says in a prompt, without what was pasted into it.

use super::words::OUTPUT;

/// A sentence made comparable.
#[derive(Debug)]
pub(super) struct Sentence {
    /// Words in lower case, contractions written out, one space around each.
    pub(super) words: String,
    /// Whether it ends with a question mark.
    pub(super) asks: bool,
    /// Whether something is said and then, behind a colon or semicolon, more.
    pub(super) goes_on: bool,
    /// Whether a word looks like the name of a thing: `UTC`, `Postgres`, `axum2`, a code span.
    pub(super) names: bool,
    /// What stands before the first colon.
    pub(super) label: Option<String>,
}

/// A prompt as it is judged.
#[derive(Debug)]
pub(super) struct Said {
    /// The sentences that the user wrote.
    pub(super) sentences: Vec<Sentence>,
    /// Whether lines of a program's output were pasted.
    pub(super) output: bool,
}

/// Takes a prompt apart. Quotes, code and output of programs are left out.
pub(super) fn read(prompt: &str) -> Said {
    let mut said = Said {
        sentences: Vec::new(),
        output: false,
    };
    let mut fence: Option<&str> = None;
    for line in prompt.lines() {
        let line = line.trim();
        if let Some(mark) = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.starts_with(mark))
        {
            fence = match fence {
                None => Some(mark),
                Some(open) if open == mark => None,
                open => open,
            };
            continue;
        }
        if fence.is_some() || line.starts_with('>') || line.is_empty() {
            continue;
        }
        if is_output(line) {
            said.output = true;
            continue;
        }
        let line = line.trim_start_matches(['-', '*', '+', '#', ' ']);
        sentences(&without_quotes(line), &mut said.sentences);
    }
    said
}

/// Whether a program wrote the line, told by how it begins: a time, a level, a trace.
fn is_output(line: &str) -> bool {
    let starts = |begin: &&str| {
        line.get(..begin.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(begin))
    };
    let dated = |line: &str| {
        let bytes = line.as_bytes();
        bytes.len() > 10
            && bytes[..4].iter().all(u8::is_ascii_digit)
            && bytes[4] == b'-'
            && bytes[7] == b'-'
    };
    OUTPUT.iter().any(starts) || dated(line.trim_start_matches(['[', '(']))
}

/// The line without what stands in double quotes; a span of code becomes one word.
fn without_quotes(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['"', '\u{201c}', '`']) {
        let open = rest[at..].chars().next().unwrap_or('"');
        let close = if open == '\u{201c}' { '\u{201d}' } else { open };
        let inner = &rest[at + open.len_utf8()..];
        let Some(end) = inner.find(close) else { break };
        out.push_str(&rest[..at]);
        out.push_str(if open == '`' { CODE } else { " " });
        rest = &inner[end + close.len_utf8()..];
    }
    out.push_str(rest);
    out
}

/// Stands for a span of code: a word that no table has and that looks like a name.
const CODE: &str = "Code0";

fn sentences(line: &str, into: &mut Vec<Sentence>) {
    let mut start = 0;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let ends = matches!(c, '.' | '!' | '?')
            && chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        if ends {
            let end = at + c.len_utf8();
            into.extend(sentence(&line[start..end]));
            start = end;
        }
    }
    into.extend(sentence(&line[start..]));
}

fn sentence(text: &str) -> Option<Sentence> {
    let text = text.trim();
    let mut words = String::with_capacity(text.len() + 8);
    let mut names = false;
    let mut behind_comma = false;
    for (index, raw) in text
        .split(|c: char| c.is_whitespace() || matches!(c, '/' | '(' | ')'))
        .enumerate()
    {
        let word = raw.trim_matches(|c: char| !c.is_alphanumeric());
        if word.is_empty() {
            continue;
        }
        names |= is_name(word, index == 0);
        words.push(' ');
        // `…, as it needs no server`: the comma makes a reason of it.
        push_word(
            if behind_comma && word == "as" {
                "because"
            } else {
                word
            },
            &mut words,
        );
        behind_comma = raw.ends_with(',');
    }
    if words.is_empty() {
        return None;
    }
    words.push(' ');
    let colon = text.find(": ");
    Some(Sentence {
        words,
        asks: text.ends_with('?'),
        goes_on: colon.is_some() || text.contains("; "),
        names,
        label: colon.map(|at| text[..at].trim().to_lowercase()),
    })
}

/// Writes a word in lower case, a contraction as two.
fn push_word(word: &str, out: &mut String) {
    let lower = word.to_lowercase().replace('\u{2019}', "'");
    let (head, tail) = match lower.split_once('\'') {
        Some((head, "ve")) => (head, Some("have")),
        Some((head, "re")) => (head, Some("are")),
        Some((head, "ll")) => (head, Some("will")),
        Some((head, "d")) => (head, Some("would")),
        Some((head, "m")) => (head, Some("am")),
        Some(("let", "s")) => ("let", Some("us")),
        Some((head, "t")) if head.len() > 2 => {
            (head.strip_suffix('n').unwrap_or(head), Some("not"))
        }
        _ => (lower.as_str(), None),
    };
    out.push_str(head);
    if let Some(tail) = tail {
        out.push(' ');
        out.push_str(tail);
    }
}

/// Whether a word is written as names of things are; at the beginning of a sentence a capital says nothing.
fn is_name(word: &str, first: bool) -> bool {
    let mut chars = word.chars();
    let capital = chars.next().is_some_and(char::is_uppercase);
    let inner_capital = chars.clone().any(char::is_uppercase);
    let digits = word.chars().any(|c| c.is_ascii_digit()) && word.chars().any(char::is_alphabetic);
    let people =
        ["I", "I'm", "I've", "I'd", "I'll", "OK"].contains(&word) || word.starts_with("I\u{2019}");
    !people && (inner_capital || digits || word.contains('_') || capital && !first)
}
