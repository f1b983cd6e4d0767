//! Replacing and taking out entries of what a record governs.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

use decision_core::edit::{remove_affects, replace_affects};
use decision_core::{Decision, sidecar};
use proptest::prelude::*;

fn entries(text: &str) -> Vec<String> {
    let (record, _) = Decision::read("r.md", "r", 0, text.as_bytes().to_vec());
    let entries = record.affects.entries().iter();
    entries.map(|entry| entry.text().to_owned()).collect()
}

#[test]
fn an_entry_is_replaced_and_removed_where_it_stands() {
    // (what, before, old, new, replaced, removed)
    let cases: &[(&str, &str, &str, &str, &str, &str)] = &[
        (
            "block list with comments",
            "---\naffects:\n  - a # one\n  # two\n  - 'b/c'\n\nt: 1\n---\n# T\n",
            "a",
            "src/x",
            "---\naffects:\n  - src/x # one\n  # two\n  - 'b/c'\n\nt: 1\n---\n# T\n",
            "---\naffects:\n  # two\n  - 'b/c'\n\nt: 1\n---\n# T\n",
        ),
        (
            "quotes stay, CRLF, column 0",
            "---\r\naffects:\r\n- a\r\n- \"b\"\r\n---\r\nT",
            "b",
            "*.rs",
            "---\r\naffects:\r\n- a\r\n- \"*.rs\"\r\n---\r\nT",
            "---\r\naffects:\r\n- a\r\n---\r\nT",
        ),
        (
            "the last one takes its field with it",
            "---\nt: 1\naffects:\n  - a\n\n# of u\nu: 2\n---\n",
            "a",
            "b",
            "---\nt: 1\naffects:\n  - b\n\n# of u\nu: 2\n---\n",
            "---\nt: 1\n\n# of u\nu: 2\n---\n",
        ),
        (
            "inline, the first",
            "---\naffects: [a, 'b', c] # d\n---\n",
            "a",
            "{x,y}",
            "---\naffects: [\"{x,y}\", 'b', c] # d\n---\n",
            "---\naffects: ['b', c] # d\n---\n",
        ),
        (
            "inline, the last, over several lines",
            "---\naffects: [\n  a,\n  b,\n]\nt: 1\n---\n",
            "b",
            "x",
            "---\naffects: [\n  a,\n  x,\n]\nt: 1\n---\n",
            "---\naffects: [\n  a,\n]\nt: 1\n---\n",
        ),
        (
            "scalar with a comment",
            "---\naffects: 'a' # c\nt: 1\n---\n",
            "a",
            "x/y",
            "---\naffects: 'x/y' # c\nt: 1\n---\n",
            "---\nt: 1\n---\n",
        ),
        (
            "comma string",
            "---\nfiles: \"a, {b,c}/d, e\"\n---\n",
            "{b,c}/d",
            "x",
            "---\nfiles: \"a, x, e\"\n---\n",
            "---\nfiles: \"a, e\"\n---\n",
        ),
        (
            "maps on one line",
            "---\naffects:\n  - {type: path, pattern: \"src/**\"}\n  - {pattern: b, type: path}\n---\n",
            "b",
            "x/y",
            "---\naffects:\n  - {type: path, pattern: \"src/**\"}\n  - {pattern: x/y, type: path}\n---\n",
            "---\naffects:\n  - {type: path, pattern: \"src/**\"}\n---\n",
        ),
        (
            "maps over several lines",
            "---\naffects:\n- type: path\n  pattern: 'src/**'\n- type: path\n  pattern: b\n  note: b\n---\n",
            "src/**",
            "lib/**",
            "---\naffects:\n- type: path\n  pattern: 'lib/**'\n- type: path\n  pattern: b\n  note: b\n---\n",
            "---\naffects:\n- type: path\n  pattern: b\n  note: b\n---\n",
        ),
        (
            "section",
            "# T\n\n## Applies To\n\n- `a/b`\n- c/d\n\n## Decision\n\n`a/b` it is.\n",
            "a/b",
            "x/*.rs",
            "# T\n\n## Applies To\n\n- `x/*.rs`\n- c/d\n\n## Decision\n\n`a/b` it is.\n",
            "# T\n\n## Applies To\n\n- c/d\n\n## Decision\n\n`a/b` it is.\n",
        ),
        (
            "section without code, no line end",
            "# T\n\n## Applies To\n\n* a/b\n* c/d",
            "c/d",
            "x_y/z.rs",
            "# T\n\n## Applies To\n\n* a/b\n* `x_y/z.rs`",
            "# T\n\n## Applies To\n\n* a/b\n",
        ),
        (
            "byte order mark",
            "\u{feff}---\naffects: [a, b]\n---\n",
            "a",
            "x",
            "\u{feff}---\naffects: [x, b]\n---\n",
            "\u{feff}---\naffects: [b]\n---\n",
        ),
        (
            "what is there already comes once",
            "---\naffects: [a, b]\n---\n",
            "a",
            "b",
            "---\naffects: [b]\n---\n",
            "---\naffects: [b]\n---\n",
        ),
    ];
    for (what, before, old, new, replaced, removed) in cases {
        let result = replace_affects(before.as_bytes(), old, new);
        assert_eq!(result.as_deref(), Ok(*replaced), "replace: {what}");
        let result = remove_affects(before.as_bytes(), old);
        assert_eq!(result.as_deref(), Ok(*removed), "remove: {what}");
        let same = replace_affects(before.as_bytes(), old, old);
        assert_eq!(same.as_deref(), Ok(*before), "no change: {what}");
    }
}

#[test]
fn what_cannot_be_edited_safely_is_an_error() {
    for (what, text, entry, expected) in [
        ("not there", "---\naffects: [a]\n---\n", "b", "no entry `b`"),
        ("no scope", "# T\n", "b", "no entry `b`"),
        (
            "block scalar",
            "---\naffects: >\n  a\n---\n",
            "a",
            "line 2: ",
        ),
        (
            "anchor",
            "---\naffects:\n- &x a\n- *x\n---\n",
            "a",
            "line 2: ",
        ),
        (
            "negated map",
            "---\naffects:\n- {pattern: a, negate: true}\n- b\n---\n",
            "!a",
            "line 2: ",
        ),
        (
            "two in one line of a section",
            "# T\n\n## Applies To\n\n- `a/b`, `c/d`\n",
            "a/b",
            "shares its line",
        ),
        (
            "comment between",
            "---\naffects: [a, # one\n  b]\n---\n",
            "a",
            "shares its line",
        ),
    ] {
        let error = remove_affects(text.as_bytes(), entry).map_err(|error| error.to_string());
        assert!(
            error
                .as_ref()
                .is_err_and(|message| message.contains(expected)),
            "{what}: {error:?}"
        );
    }
}

#[test]
fn a_sidecar_is_edited_where_the_record_stands() {
    let text = "# why\n0001-a:\n  - src/a # one\n  - \"b\"\n\n# next\n\"0002\": [x, y]\n";
    for (slug, old, new, expected) in [
        (
            "0001-a",
            "src/a",
            Some("lib/a"),
            "# why\n0001-a:\n  - lib/a # one\n  - \"b\"\n\n# next\n\"0002\": [x, y]\n",
        ),
        (
            "0001-a",
            "b",
            None,
            "# why\n0001-a:\n  - src/a # one\n\n# next\n\"0002\": [x, y]\n",
        ),
        (
            "0001-a",
            "src/a",
            Some("b"),
            "# why\n0001-a:\n  - \"b\"\n\n# next\n\"0002\": [x, y]\n",
        ),
        (
            "0002",
            "y",
            Some("*.z"),
            "# why\n0001-a:\n  - src/a # one\n  - \"b\"\n\n# next\n\"0002\": [x, \"*.z\"]\n",
        ),
    ] {
        assert_eq!(
            sidecar::replace(text, slug, old, new).as_deref(),
            Ok(expected),
            "{slug}: {old} to {new:?}"
        );
    }
    let alone = "a:\n  - x\nb:\n  - y\n";
    assert_eq!(
        sidecar::replace(alone, "a", "x", None).as_deref(),
        Ok("b:\n  - y\n")
    );
    assert!(sidecar::replace(alone, "a", "y", None).is_err());
    assert!(sidecar::replace(alone, "c", "y", None).is_err());
}

/// A list of these names in some way of writing it.
fn written(names: &[String], way: usize, quote: &str) -> String {
    let quoted: Vec<String> = names
        .iter()
        .map(|name| format!("{quote}{name}{quote}"))
        .collect();
    match way {
        0 => quoted.iter().map(|name| format!("\n- {name}")).collect(),
        1 => quoted
            .iter()
            .map(|name| format!("\n  - {name} # c"))
            .collect(),
        2 => format!(" [{}]", quoted.join(", ")),
        3 => format!(" [\n  {},\n]", quoted.join(",\n  ")),
        4 => format!(" {}", names.join(", ")),
        _ => quoted
            .iter()
            .map(|name| format!("\n  - {{pattern: {name}, type: path}}"))
            .collect(),
    }
}

proptest! {
    #[test]
    fn other_entries_and_all_else_stay(
        names in prop::collection::btree_set("[a-z]{1,4}(/[a-z]{1,3})?", 1..5),
        way in 0usize..6,
        quote in prop_oneof![Just(""), Just("'"), Just("\"")],
        at in any::<prop::sample::Index>(),
        new in "[a-z*!{@#\\[][a-z*:#{}\\[\\] /'\"\\\\.-]{0,8}[a-z/]",
        crlf in any::<bool>(),
    ) {
        let names: Vec<String> = names.into_iter().collect();
        prop_assume!(!["y", "n", "no", "on", "yes", "off", "null", "true"].iter().any(|word| names.iter().any(|name| name == word)));
        let text = format!(
            "---\ntitle: \"A: b\" # c\naffects:{}\nother: >-\n  x\n  y\n---\n\n# T\n\nText.",
            written(&names, way, quote)
        );
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        let old = &names[at.index(names.len())];
        prop_assert_eq!(replace_affects(text.as_bytes(), old, old), Ok(text.clone()));
        if let Ok(after) = replace_affects(text.as_bytes(), old, &new) {
            let expected: Vec<String> = names.iter().map(|name| if name == old { new.clone() } else { name.clone() }).collect();
            prop_assert_eq!(entries(&after), expected);
            // Back again, and nothing else has changed on the way but perhaps the quotes.
            let back = replace_affects(after.as_bytes(), &new, old).unwrap();
            prop_assert_eq!(entries(&back), names.clone());
            let bare = |text: &str| text.replace(['"', '\''], "");
            prop_assert_eq!(bare(&back), bare(&text));
        } else {
            // Between commas nothing can be quoted.
            prop_assert!(way == 4 || names.len() == 1, "{:?}", replace_affects(text.as_bytes(), old, &new));
        }
        let after = remove_affects(text.as_bytes(), old).unwrap();
        let rest: Vec<String> = names.iter().filter(|name| *name != old).cloned().collect();
        prop_assert_eq!(entries(&after), rest);
        prop_assert!(after.len() < text.len());
        prop_assert_eq!(after.contains("\r\n"), crlf);
    }

    #[test]
    fn no_text_makes_it_panic(text in "(---\n)?(affects:|files:|[a-z]+:|- |  |\\[|\\]|\\{|\\}|#|'|\"|,|`|\n|---\n|pattern: |## Applies To\n|[a-z/*]){0,24}", new in "[a-z]{1,3}") {
        for old in entries(&text) {
            let _ = replace_affects(text.as_bytes(), &old, &new);
            let _ = remove_affects(text.as_bytes(), &old);
        }
    }
}
