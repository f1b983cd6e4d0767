//! Comments in a record that allow it to break a rule: `<!-- decision: allow dead-affects because … -->`.

use std::ops::Range;

use decision_core::{Finding, Rule};

use crate::quote;

/// A comment that allows rules to be broken in its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Allow {
    /// The rules; never empty.
    pub(super) rules: Vec<Rule>,
    /// Why.
    pub(super) reason: String,
    /// The line of the comment, counted from 1.
    pub(super) line: usize,
}

const HELP: &str = "write `decision: allow <rule> because <reason>` in a comment of its own";

/// The comments of a record's text, and what is wrong with them. One without a reason allows nothing.
///
/// Comments inside code are examples and count for nothing.
pub(super) fn read(path: &str, text: &str) -> (Vec<Allow>, Vec<Finding>) {
    let (mut allows, mut findings) = (Vec::new(), Vec::new());
    // Nearly no record has one.
    if !text.contains("decision:") || !text.contains("<!--") {
        return (allows, findings);
    }
    let code = code_spans(text);
    let mut code = code.iter().peekable();
    let mut from = 0;
    let (mut line, mut counted) = (1, 0);
    while let Some(start) = text[from..].find("<!--").map(|at| from + at) {
        let Some(end) = text[start..].find("-->").map(|at| start + at) else {
            break;
        };
        from = end + 3;
        // Spans come in order and do not overlap.
        while code.next_if(|span| span.end <= start).is_some() {}
        if code.peek().is_some_and(|span| span.contains(&start)) {
            continue;
        }
        let Some(said) = directive(&text[start + 4..end]) else {
            continue;
        };
        line += text[counted..start].matches('\n').count();
        counted = start;
        match parse(said) {
            Ok((rules, reason)) => allows.push(Allow {
                rules,
                reason,
                line,
            }),
            Err(message) => findings.push(
                Finding::new(Rule::InvalidAllow, path, message)
                    .at_line(line)
                    .with_help(HELP),
            ),
        }
    }
    (allows, findings)
}

/// What follows `decision: allow` in a comment.
fn directive(comment: &str) -> Option<&str> {
    let rest = comment.trim().strip_prefix("decision:")?.trim_start();
    let rest = rest.strip_prefix("allow")?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

fn parse(said: &str) -> Result<(Vec<Rule>, String), String> {
    let mut words = said.split_whitespace();
    let named: Vec<&str> = words
        .by_ref()
        .take_while(|word| *word != "because")
        .flat_map(|word| word.split(','))
        .filter(|word| !word.is_empty())
        .collect();
    let reason = quote::plain_excerpt(&words.collect::<Vec<_>>().join(" "), 300);
    if named.is_empty() {
        return Err("the comment names no rule to allow".to_owned());
    }
    let rules = named
        .iter()
        .map(|name| {
            Rule::named(name)
                .ok_or_else(|| format!("no rule is called `{}`", quote::plain_excerpt(name, 40)))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if reason.is_empty() {
        return Err(format!(
            "the comment allows {} without a reason, so it allows nothing",
            named.join(", ")
        ));
    }
    Ok((rules, reason))
}

/// The spans of fenced blocks and of code in a line.
fn code_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut fence: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (Some((open, start)), Some(mark)) if open == mark => {
                spans.push(start..at + line.len());
                fence = None;
            }
            (None, Some(mark)) => fence = Some((mark, at)),
            (None, None) => {
                let ticks: Vec<usize> =
                    line.match_indices('`').map(|(tick, _)| at + tick).collect();
                spans.extend(ticks.chunks_exact(2).map(|pair| pair[0]..pair[1]));
            }
            (Some(_), _) => {}
        }
        at += line.len();
    }
    spans.extend(fence.map(|(_, start)| start..text.len()));
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_allows_rules_for_a_reason() {
        let text = "# A\n\n<!-- decision: allow dead-affects, invalid-date because the service\nlives elsewhere -->\n";
        let (allows, findings) = read("a.md", text);
        assert_eq!(findings, []);
        assert_eq!(
            allows,
            [Allow {
                rules: vec![Rule::DeadAffects, Rule::InvalidDate],
                reason: "the service lives elsewhere".to_owned(),
                line: 3,
            }]
        );
    }

    #[test]
    fn what_allows_nothing_is_told() {
        let cases = [
            ("<!-- decision: allow dead-affects -->", "without a reason"),
            (
                "<!-- decision: allow dead-affects because -->",
                "without a reason",
            ),
            ("<!-- decision: allow because I can -->", "names no rule"),
            (
                "<!-- decision: allow everything because x -->",
                "no rule is called `everything`",
            ),
        ];
        for (text, expected) in cases {
            let (allows, findings) = read("a.md", text);
            assert_eq!(allows, [], "{text}");
            assert!(findings[0].message.contains(expected), "{:?}", findings[0]);
        }
    }

    #[test]
    fn other_comments_and_examples_count_for_nothing() {
        for text in [
            "<!-- decision: taken in May -->",
            "<!-- decision: allowed by the board -->",
            "`<!-- decision: allow dead-affects because x -->`",
            "```\n<!-- decision: allow dead-affects because x -->\n```\n",
            "~~~\n<!-- decision: allow dead-affects -->",
            "<!-- decision: allow dead-affects because x",
        ] {
            assert_eq!(read("a.md", text), (vec![], vec![]), "{text}");
        }
    }
}
