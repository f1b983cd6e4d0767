//! How often a choice is told from other talk.
//!
//! Most prompts were written down before the words, 28 of the tuned half while these were tuned, the replies
//! together with the first words. The held-out halves were looked at once, when the words stood. A change of the words changes the figures
//! here and in `docs/record.md`.

use decision_policy::capture::{is_reported_in_reply, is_stated_in_prompt};

/// A set, told by its first column.
struct Measured {
    /// Talk that is taken for a choice.
    false_alarms: Vec<String>,
    talk: usize,
    found: usize,
    choices: usize,
}

fn measure(texts: &str, set: &str, judge: fn(&str) -> bool) -> Measured {
    let mut measured = Measured {
        false_alarms: Vec::new(),
        talk: 0,
        found: 0,
        choices: 0,
    };
    for line in texts.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [of, kind, text] = columns[..] else {
            panic!("three columns: {line}")
        };
        if of != set {
            continue;
        }
        let judged = judge(&text.replace("\\n", "\n"));
        match kind {
            "talk" => {
                measured.talk += 1;
                if judged {
                    measured.false_alarms.push(text.to_owned());
                }
            }
            "decision" => {
                measured.choices += 1;
                measured.found += usize::from(judged);
            }
            other => panic!("no kind: {other}"),
        }
    }
    measured
}

#[test]
fn few_prompts_are_taken_for_what_they_are_not() {
    let texts = include_str!("capture_prompts.tsv");
    let tuned = measure(texts, "tune", is_stated_in_prompt);
    assert_eq!(
        tuned.false_alarms,
        ["The plan is to read the logs first, since nobody knows what the server did."]
    );
    assert_eq!((tuned.talk, tuned.found, tuned.choices), (67, 62, 66));
    let held = measure(texts, "held", is_stated_in_prompt);
    assert_eq!(held.false_alarms, [] as [&str; 0]);
    assert_eq!((held.talk, held.found, held.choices), (53, 43, 52));
    // By somebody who had not seen the words.
    let other = measure(texts, "other", is_stated_in_prompt);
    assert_eq!(
        other.false_alarms,
        ["Add a comment that says we chose this because of performance."]
    );
    assert_eq!((other.talk, other.found, other.choices), (40, 13, 20));
}

#[test]
fn few_replies_are_taken_for_what_they_are_not() {
    let texts = include_str!("capture_replies.tsv");
    let tuned = measure(texts, "tune", is_reported_in_reply);
    assert_eq!(tuned.false_alarms, [] as [&str; 0]);
    assert_eq!((tuned.talk, tuned.found, tuned.choices), (13, 13, 13));
    let held = measure(texts, "held", is_reported_in_reply);
    assert_eq!(
        held.false_alarms,
        ["I decided not to touch the generated files, because they are overwritten by the build."]
    );
    assert_eq!((held.talk, held.found, held.choices), (13, 10, 13));
}

#[test]
fn one_statement_is_a_choice_only_as_such() {
    let choice = "We decided to use Postgres instead of MongoDB because we need transactions.";
    assert!(is_stated_in_prompt(choice));
    // (what, text): the same words, but not said by the user, or not said.
    let others: &[(&str, String)] = &[
        ("quoted", format!("> {choice}")),
        (
            "in quotation marks",
            format!("Translate \"{choice}\" to German."),
        ),
        ("in a block of code", format!("```\n{choice}\n```")),
        ("a block that is never closed", format!("~~~\n{choice}")),
        (
            "beside the output of a program",
            format!("error: no such table\n{choice}"),
        ),
        ("asked", choice.replace('.', "?")),
        ("a command", format!("/decision:record {choice}")),
        ("another command", format!("$notes {choice}")),
        ("far behind", format!("{}\n{choice}", "é".repeat(3_000))),
        ("nothing", String::new()),
        ("blank", " \n\t\u{a0}".to_owned()),
        ("marks alone", "' \u{201c} ` . ? ! : ; \u{2019}s".to_owned()),
    ];
    for (what, text) in others {
        assert!(!is_stated_in_prompt(text), "{what}");
    }
    // Line ends, other apostrophes, capitals and what stands around make no difference.
    for text in [
        format!("Hello!\r\n\r\n- {choice}\r\nThanks."),
        "We\u{2019}ve decided to drop Node 18, because it is unmaintained.".to_owned(),
        choice.to_uppercase(),
    ] {
        assert!(is_stated_in_prompt(&text), "{text}");
    }
}
