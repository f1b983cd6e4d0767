//! Adding entries to what a record says it governs.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

use decision_core::Decision;
use decision_core::edit::{EditError, add_affects};
use proptest::prelude::*;

fn entries(text: &str) -> Vec<String> {
    let (record, _) = Decision::read("r.md", "r", 0, text.as_bytes().to_vec());
    let entries = record.affects.entries().iter();
    entries.map(|entry| entry.text().to_owned()).collect()
}

fn add(text: &str, entries: &[&str]) -> Result<String, EditError> {
    add_affects(text.as_bytes(), entries)
}

#[test]
fn entries_stand_where_the_scope_stands() {
    // (what, before, added, after)
    let cases: &[(&str, &str, &[&str], &str)] = &[
        (
            "block list",
            "---\naffects:\n  - a\n  - b # why\n\n# about c\nc: 1\n---\n# T\n",
            &["x", "*.y"],
            "---\naffects:\n  - a\n  - b # why\n  - x\n  - \"*.y\"\n\n# about c\nc: 1\n---\n# T\n",
        ),
        (
            "block list at column 0, single quotes, CRLF",
            "---\r\naffects:\r\n- 'a'\r\ntags: [t]\r\n---\r\nT",
            &["src/x"],
            "---\r\naffects:\r\n- 'a'\r\n- 'src/x'\r\ntags: [t]\r\n---\r\nT",
        ),
        (
            "wide items",
            "---\naffects:\n    -   \"a\"\n---\n",
            &["x"],
            "---\naffects:\n    -   \"a\"\n    -   \"x\"\n---\n",
        ),
        (
            "inline list",
            "---\naffects: [a, b]  # c\n---\n",
            &["x", "{y,z}"],
            "---\naffects: [a, b, x, \"{y,z}\"]  # c\n---\n",
        ),
        (
            "inline list with room inside and a comma at its end",
            "---\naffects: [ 'a', 'b', ]\n---\n",
            &["x"],
            "---\naffects: [ 'a', 'b', 'x', ]\n---\n",
        ),
        (
            "inline list over several lines",
            "---\naffects: [\n  a,\n  b, # why\n  ]\nt: 1\n---\n",
            &["x"],
            "---\naffects: [\n  a,\n  b,\n  x, # why\n  ]\nt: 1\n---\n",
        ),
        (
            "empty inline list",
            "---\naffects: []\n---\n",
            &["x", "z"],
            "---\naffects: [x, z]\n---\n",
        ),
        (
            "no value",
            "---\naffects:\nt: 1\n---\n",
            &["x"],
            "---\naffects:\n  - x\nt: 1\n---\n",
        ),
        (
            "null",
            "---\naffects: ~ # none yet\n---\n",
            &["x"],
            "---\naffects: # none yet\n  - x\n---\n",
        ),
        (
            "scalar",
            "---\nt: 1\naffects: 'a' # c\nu: 2\n---\n",
            &["x"],
            "---\nt: 1\naffects: # c\n  - 'a'\n  - 'x'\nu: 2\n---\n",
        ),
        (
            "comma string",
            "---\naffects: a, b\n---\n",
            &["x"],
            "---\naffects:\n  - a\n  - b\n  - x\n---\n",
        ),
        (
            "alias that counts",
            "---\naffects:\nfiles:\n- a\n---\n",
            &["x"],
            "---\naffects:\nfiles:\n- a\n- x\n---\n",
        ),
        (
            "alias that is another thing",
            "---\nscope: org\n---\n",
            &["x"],
            "---\nscope: org\naffects:\n  - x\n---\n",
        ),
        (
            "no key: behind the tags, as other lists are indented",
            "---\ntitle: T\ntags:\n- a\n\n# of\nowner: o\n---\n",
            &["x"],
            "---\ntitle: T\ntags:\n- a\naffects:\n- x\n\n# of\nowner: o\n---\n",
        ),
        (
            "no key, no tags",
            "---\ntitle: |\n  ---\n---\nx",
            &["a"],
            "---\ntitle: |\n  ---\naffects:\n  - a\n---\nx",
        ),
        (
            "empty front matter",
            "---\n---\nx",
            &["a"],
            "---\naffects:\n  - a\n---\nx",
        ),
        (
            "no front matter",
            "# T\n\nText",
            &["a"],
            "---\naffects:\n  - a\n---\n\n# T\n\nText",
        ),
        (
            "no front matter, CRLF and byte order mark",
            "\u{feff}# T\r\n",
            &["a"],
            "\u{feff}---\r\naffects:\r\n  - a\r\n---\r\n\r\n# T\r\n",
        ),
        (
            "rules with prose between are no front matter",
            "---\nProse.\n---\n",
            &["a"],
            "---\naffects:\n  - a\n---\n\n---\nProse.\n---\n",
        ),
        ("nothing at all", "", &["a"], "---\naffects:\n  - a\n---\n"),
        (
            "section",
            "# T\n\n## Applies To\n\n- `src/a`\n- `src/b`\n\n## Decision\n\nYes.\n",
            &["src/x"],
            "# T\n\n## Applies To\n\n- `src/a`\n- `src/b`\n- `src/x`\n\n## Decision\n\nYes.\n",
        ),
        (
            "section without code",
            "# T\n\n## Applies To\n\n* src/a",
            &["src/x", "src/*.rs"],
            "# T\n\n## Applies To\n\n* src/a\n* src/x\n* `src/*.rs`",
        ),
        (
            "what is there already is left out",
            "---\naffects: [a]\n---\n",
            &["a", "x", "x"],
            "---\naffects: [a, x]\n---\n",
        ),
    ];
    for (what, before, added, after) in cases {
        let result = add(before, added);
        assert_eq!(result.as_deref(), Ok(*after), "{what}");
        assert_eq!(add(after, added).as_deref(), Ok(*after), "again: {what}");
    }
}

#[test]
fn what_cannot_be_edited_safely_is_an_error() {
    for (what, text, entry, expected) in [
        (
            "never closed",
            "---\naffects:\n- a\n\n# T\n",
            "x",
            "never closed",
        ),
        (
            "no YAML",
            "---\naffects: [a\nt: 1\n---\n",
            "x",
            "mend the front matter",
        ),
        (
            "key twice",
            "---\naffects: [a]\naffects: [b]\n---\n",
            "x",
            "mend the front matter",
        ),
        ("anchor", "---\naffects: &a\n- a\n---\n", "x", "line 2: "),
        (
            "list of maps",
            "---\naffects:\n- {path: a}\n---\n",
            "x",
            "line 2: ",
        ),
        (
            "several lines",
            "---\naffects: >\n  a\n---\n",
            "x",
            "line 2: ",
        ),
        (
            "nested list",
            "---\naffects: [a, [b]]\n---\n",
            "x",
            "line 2: ",
        ),
        ("line end", "# T\n", "a\nb", "control character"),
        ("space", "# T\n", "a ", "white space"),
        (
            "whole mapping in braces",
            "---\n{t: 1}\n---\n",
            "x",
            "would not read",
        ),
        (
            "no path for a section",
            "# T\n\n## Applies To\n\n- `a/b`\n",
            "no path",
            "would not read",
        ),
    ] {
        let error = add(text, &[entry]).map_err(|error| error.to_string());
        assert!(
            error
                .as_ref()
                .is_err_and(|message| message.contains(expected)),
            "{what}: {error:?}"
        );
    }
    assert_eq!(add_affects(b"# T\xff\n", &["a"]), Err(EditError::NotUtf8));
}

fn entry() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,4}(/[a-z._-]{1,5}){0,2}/?",
        "[*!{@#\\[a-z][a-z*:#,{}\\[\\] /'\"\\\\.-]{0,8}[a-z/]",
    ]
    .prop_filter("as a reader keeps it", |entry| entry.trim() == entry)
}

/// A value of `affects` in one of the shapes that people write, and whether it claims something.
fn value() -> impl Strategy<Value = String> {
    let names = || prop::collection::vec("[a-z]{1,4}(/[a-z]{1,3})?", 1..4);
    let quotes = prop_oneof![Just(""), Just("'"), Just("\"")];
    let indents = prop_oneof![Just(""), Just("  "), Just("    ")];
    prop_oneof![
        Just(String::new()),
        Just(" []".to_owned()),
        Just(" ~".to_owned()),
        (names(), quotes.clone(), indents).prop_map(|(names, quote, indent)| {
            let items = names
                .iter()
                .map(|name| format!("\n{indent}- {quote}{name}{quote}"));
            items.collect()
        }),
        (names(), quotes.clone()).prop_map(|(names, quote)| {
            let items: Vec<String> = names
                .iter()
                .map(|name| format!("{quote}{name}{quote}"))
                .collect();
            format!(" [{}]", items.join(", "))
        }),
        (names(), quotes).prop_map(|(names, quote)| format!(" {quote}{}{quote} # c", names[0])),
    ]
}

fn record() -> impl Strategy<Value = String> {
    let other = prop_oneof![
        Just("title: A thing"),
        Just("tags: [a, b]"),
        Just("tags:\n- a"),
        Just("# a comment"),
        Just(""),
        Just("deciders:\n    - \"A: B\"\n"),
        Just("text: |\n  ---\n  # no comment"),
    ];
    let others = || prop::collection::vec(other.clone(), 0..3);
    let head = (others(), prop::option::of(value()), others()).prop_map(|(above, value, below)| {
        let mut lines: Vec<String> = vec!["---".to_owned()];
        let mut seen = Vec::new();
        let mut push = |line: &str, lines: &mut Vec<String>| {
            let key = line.split(':').next().unwrap_or_default().to_owned();
            if line.is_empty() || line.starts_with('#') || !seen.contains(&key) {
                seen.push(key);
                lines.push(line.to_owned());
            }
        };
        for line in above {
            push(line, &mut lines);
        }
        if let Some(value) = value {
            push(&format!("affects:{value}"), &mut lines);
        }
        for line in below {
            push(line, &mut lines);
        }
        lines.push("---\n".to_owned());
        lines.join("\n")
    });
    let body = prop_oneof![
        Just("# T\n\nText."),
        Just("\n# T\n"),
        Just(""),
        Just("Text\n---\n")
    ];
    let marks = prop_oneof![Just(""), Just("\u{feff}")];
    (marks, prop::option::of(head), body, any::<bool>()).prop_map(|(mark, head, body, crlf)| {
        let text = format!("{mark}{}{body}", head.unwrap_or_default());
        if crlf {
            text.replace('\n', "\r\n")
        } else {
            text
        }
    })
}

/// Whether `longer` is `shorter` with lines put in at one place.
fn is_one_insertion(shorter: &str, longer: &str) -> bool {
    let same = shorter
        .bytes()
        .zip(longer.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    (0..=same).any(|cut| longer.as_bytes().ends_with(&shorter.as_bytes()[cut..]))
}

proptest! {
    #[test]
    fn an_edit_adds_the_entries_and_nothing_else(
        text in record(),
        added in prop::collection::vec(entry(), 1..4),
    ) {
        let before = entries(&text);
        let mut expected = before.clone();
        for entry in &added {
            if !expected.contains(entry) {
                expected.push(entry.clone());
            }
        }
        let after = add_affects(text.as_bytes(), &added);
        let after = match after {
            Ok(after) => after,
            Err(error) => return Err(TestCaseError::fail(format!("{error} in {text:?}"))),
        };
        prop_assert_eq!(entries(&after), expected);
        // A scalar turns into a list, and an explicit null goes: there the bytes of the value change.
        let one_value = text
            .lines()
            .any(|line| line.starts_with("affects: ") && !line.starts_with("affects: ["));
        if !one_value {
            prop_assert!(is_one_insertion(&text, &after), "{:?} to {:?}", text, after);
        }
        let tail = text.rfind("---").map_or(text.trim_start_matches('\u{feff}'), |at| &text[at..]);
        prop_assert!(after.ends_with(tail));
        prop_assert_eq!(after.contains("\r\n"), text.contains("\r\n"));
        let bare = |text: &str| text.replace("\r\n", "").contains('\n');
        prop_assert!(bare(&after) == bare(&text) || !text.contains('\n'));
        // A second time there is nothing to do.
        prop_assert_eq!(add_affects(after.as_bytes(), &added), Ok(after));
    }

    #[test]
    fn no_text_makes_it_panic_or_lose_anything(text in "(---\n)?(affects:|files:|[a-z]+:|- |  |\\[|\\]|#|'|\"|,|\n|---\n|[a-z/*]){0,24}") {
        if let Ok(after) = add_affects(text.as_bytes(), &["new/entry"]) {
            let mut expected = entries(&text);
            expected.push("new/entry".to_owned());
            prop_assert_eq!(entries(&after), expected);
        }
    }
}
