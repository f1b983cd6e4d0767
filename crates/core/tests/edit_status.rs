//! Setting a status, a date, a field, and superseding one record by another.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

use decision_core::edit::{set_date, set_field, set_status, supersede};
use decision_core::{Decision, Names, StatusKind, Succession};
use proptest::prelude::*;

fn read(path: &str, text: &str) -> Decision {
    let slug = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let slug = slug.strip_suffix(".md").unwrap_or(slug);
    Decision::read(path, slug, 0, text.as_bytes().to_vec()).0
}

#[test]
fn a_status_is_set_where_it_stands() {
    // (what, before, status, after)
    let cases: &[(&str, &str, &str, &str)] = &[
        (
            "field",
            "---\nstatus: proposed # c\ndate: 2024-01-01\n---\n# T\n",
            "accepted",
            "---\nstatus: accepted # c\ndate: 2024-01-01\n---\n# T\n",
        ),
        (
            "quoted field, CRLF",
            "---\r\nStatus: 'proposed'\r\n---\r\n# T",
            "superseded by: x",
            "---\r\nStatus: 'superseded by: x'\r\n---\r\n# T",
        ),
        (
            "field of another name",
            "---\nadr: true\nadr_status: draft\n---\n# T\n",
            "accepted",
            "---\nadr: true\nadr_status: accepted\n---\n# T\n",
        ),
        (
            "empty field",
            "---\nstatus:\ntitle: T\n---\n",
            "accepted",
            "---\nstatus: accepted\ntitle: T\n---\n",
        ),
        (
            "no field",
            "---\ndate: 2024-01-01\n\n# of x\nx: 1\n---\n# T\n",
            "accepted",
            "---\ndate: 2024-01-01\nstatus: accepted\n\n# of x\nx: 1\n---\n# T\n",
        ),
        (
            "section",
            "# 7. T\n\nDate: 2024-05-01\n\n## Status\n\nAccepted\n\nSupersedes [1. X](0001-x.md)\n\n## Context\n\nX\n",
            "Superseded by [9. Y](0009-y.md)",
            "# 7. T\n\nDate: 2024-05-01\n\n## Status\n\nSuperseded by [9. Y](0009-y.md)\n\nSupersedes [1. X](0001-x.md)\n\n## Context\n\nX\n",
        ),
        (
            "section with a list",
            "# T\n\n## Status\n\n* **Proposed**\n\n## Context\n",
            "Accepted",
            "# T\n\n## Status\n\n* Accepted\n\n## Context\n",
        ),
        (
            "empty section",
            "# T\n\n## Status\n\n## Context\n\nX\n",
            "Accepted",
            "# T\n\n## Status\n\nAccepted\n\n## Context\n\nX\n",
        ),
        (
            "section that speaks of others alone",
            "# T\n\n## Status\n\nSupersedes [1. X](0001-x.md)\n",
            "Rejected",
            "# T\n\n## Status\n\nRejected\n\nSupersedes [1. X](0001-x.md)\n",
        ),
        (
            "label in a list",
            "# T\n\n* Status: proposed\n* Date: 2024-01-01\n\n## Context\n",
            "accepted",
            "# T\n\n* Status: accepted\n* Date: 2024-01-01\n\n## Context\n",
        ),
        (
            "bold label",
            "# T\n\n**Status**: Draft\n\n## Context\n",
            "Accepted",
            "# T\n\n**Status**: Accepted\n\n## Context\n",
        ),
        (
            "bold label with its colon inside",
            "# T\n\n**Status:** Draft  \n**Date:** 2024-01-01\n",
            "Accepted",
            "# T\n\n**Status:** Accepted  \n**Date:** 2024-01-01\n",
        ),
        (
            "table",
            "# T\n\n| Status | Draft |\n| --- | --- |\n| Date | 2024-01-01 |\n",
            "Accepted",
            "# T\n\n| Status | Accepted |\n| --- | --- |\n| Date | 2024-01-01 |\n",
        ),
        (
            "other labels",
            "# T\n\n- Date: 2024-01-01\n- Deciders: A\n\n## Context\n",
            "accepted",
            "# T\n\n- Date: 2024-01-01\n- Status: accepted\n- Deciders: A\n\n## Context\n",
        ),
        (
            "section in bold, the same words",
            "# T\n\n## Status\n\n**Accepted**\n",
            "Accepted",
            "# T\n\n## Status\n\n**Accepted**\n",
        ),
        (
            "nothing at all",
            "# T\n\nText",
            "rejected",
            "---\nstatus: rejected\n---\n\n# T\n\nText",
        ),
        (
            "code is no status",
            "---\nstatus: accepted\n---\n# T\n\n```\nstatus: x\n```\n",
            "rejected",
            "---\nstatus: rejected\n---\n# T\n\n```\nstatus: x\n```\n",
        ),
    ];
    for (what, before, status, after) in cases {
        let result = set_status(before.as_bytes(), status);
        assert_eq!(result.as_deref(), Ok(*after), "{what}");
        let again = set_status(after.as_bytes(), status);
        assert_eq!(again.as_deref(), Ok(*after), "again: {what}");
    }
}

#[test]
fn what_would_damage_a_record_is_refused() {
    for (what, text, expected) in [
        ("folded", "---\nstatus: >-\n  accepted\n---\n", "line 2: "),
        ("list", "---\nstatus: [a]\n---\n", "line 2: "),
        ("unclosed", "---\nstatus: a\n\n# T\n", "never closed"),
        (
            "no YAML",
            "---\nx: [\nstatus: a\n---\n",
            "mend the front matter",
        ),
        (
            "a sentence over two lines",
            "# T\n\n## Status\n\nAccepted by all\nwho were there.\n",
            "line 5: ",
        ),
        (
            "another line says otherwise",
            "# T\n\n## Status\n\nAccepted\n\nSuperceded by [9. Y](0009-y.md)\n",
            "would not read",
        ),
        (
            "a field retires it",
            "---\nstatus: accepted\nsuperseded-by: x\n---\n",
            "would not read",
        ),
    ] {
        let error = set_status(text.as_bytes(), "rejected and gone");
        let error = match what {
            "a field retires it" => set_status(text.as_bytes(), "proposed"),
            _ => error,
        };
        let error = error.map_err(|error| error.to_string());
        assert!(
            error
                .as_ref()
                .is_err_and(|message| message.contains(expected)),
            "{what}: {error:?}"
        );
    }
}

#[test]
fn fields_and_dates_are_set_and_keep_their_neighbours() {
    let text = "---\ntitle: T\ndescription: \"a: b\" # c\ntags: [x]\n---\n# T\n";
    assert_eq!(
        set_field(text.as_bytes(), "description", "c # d").unwrap(),
        "---\ntitle: T\ndescription: \"c # d\" # c\ntags: [x]\n---\n# T\n"
    );
    assert_eq!(
        set_field(text.as_bytes(), "owner", "Ann").unwrap(),
        "---\ntitle: T\ndescription: \"a: b\" # c\ntags: [x]\nowner: Ann\n---\n# T\n"
    );
    assert_eq!(
        set_field(text.as_bytes(), "description", "a: b").unwrap(),
        text
    );
    assert!(set_field(text.as_bytes(), "tags", "y").is_err());
    assert!(set_field(text.as_bytes(), "owner", "a\nb").is_err());

    let labels = "# T\n\n* Date: 2024-01-01\n";
    assert_eq!(
        set_date(labels.as_bytes(), "2025-02-03").unwrap(),
        "# T\n\n* Date: 2025-02-03\n"
    );
    assert!(set_date(b"# T\n", "2025-02-03").is_err());
    let field = "---\ncreated: 2024-01-01\n---\n# T\n";
    assert_eq!(
        set_date(field.as_bytes(), "2025-02-03").unwrap(),
        "---\ncreated: 2025-02-03\n---\n# T\n"
    );
}

const NYGARD: &str = "# 7. Use X\n\nDate: 2024-05-01\n\n## Status\n\nAccepted\n\n## Context\n\nA.\n\n## Decision\n\nB.\n";
const NATIVE: &str =
    "---\nname: use-y\ndescription: Y.\ndate: 2024-05-01\naffects:\n  - src/\n---\n\n# Use Y\n";
const MADR: &str = "---\nstatus: \"accepted\"\ndate: 2024-05-01\ndecision-makers: [Ann]\n---\n\n# Use Z\n\n## Decision Outcome\n\nZ.\n";
const LABELS: &str = "# Use W\n\n* Status: accepted\n* Date: 2024-05-01\n\n## Context\n\nA.\n";
const PLAIN: &str = "# Use V\n\nWe use V.\n";
const TABLE: &str =
    "# Use U\n\n| Status | Accepted |\n|---|---|\n| Date | 2024-05-01 |\n\n## Context\n\nA.\n";

const ALL: &[(&str, &str)] = &[
    ("docs/adr/0007-use-x.md", NYGARD),
    ("docs/adr/use-y.md", NATIVE),
    ("docs/adr/0009-use-z.md", MADR),
    ("docs/adr/20240501-use-w.md", LABELS),
    ("docs/adr/use-v.md", PLAIN),
    ("docs/adr/api/use-u.md", TABLE),
];

#[test]
fn scope_that_was_added_leaves_both_ends_in_the_text() {
    let head = "---\naffects:\n  - src/\n---\n\n";
    let old = format!("{head}{NYGARD}");
    let new = format!("{head}{}", NYGARD.replace("7. Use X", "8. Use Y"));
    let (old_path, new_path) = ("docs/adr/0007-use-x.md", "docs/adr/0008-use-y.md");
    let records = (read(old_path, &old), read(new_path, &new));
    let (old_after, new_after) =
        supersede((&records.0, old.as_bytes()), (&records.1, new.as_bytes())).unwrap();
    assert!(
        old_after.contains("\nSuperseded by [8. Use Y](0008-use-y.md)\n"),
        "{old_after}"
    );
    assert!(
        new_after.contains("\nAccepted\n\nSupersedes [7. Use X](0007-use-x.md)\n"),
        "{new_after}"
    );
}

#[test]
fn both_ends_say_it_in_every_pair_of_dialects() {
    for (old_path, old) in ALL {
        for (new_path, new) in ALL.iter().filter(|(path, _)| path != old_path) {
            for (mark, crlf) in [("", false), ("\u{feff}", true)] {
                let shape = |text: &str| {
                    let text = format!("{mark}{text}");
                    if crlf {
                        text.replace('\n', "\r\n")
                    } else {
                        text
                    }
                };
                let (old, new) = (shape(old), shape(new));
                let what = format!("{old_path} by {new_path}");
                let (old_record, new_record) = (read(old_path, &old), read(new_path, &new));
                let (old_after, new_after) =
                    supersede((&old_record, old.as_bytes()), (&new_record, new.as_bytes()))
                        .unwrap_or_else(|error| panic!("{what}: {error}"));
                let records = [read(old_path, &old_after), read(new_path, &new_after)];
                let status = records[0].status.as_ref().expect("a status");
                assert_eq!(status.kind, StatusKind::Superseded, "{what}");
                assert!(records[1].is_live(), "{what}");
                let names = Names::of(&records, |_| true);
                let succession = Succession::of(&records, &names, |_| true);
                assert_eq!(succession.successors(0), [1], "{what}");
                assert_eq!(records[1].links.len(), 1, "{what}: {new_after}");
                assert_eq!(
                    old_after.matches("\r\n").count(),
                    if crlf {
                        old_after.matches('\n').count()
                    } else {
                        0
                    }
                );
                assert!(decision_core::lint::log(&records).is_empty(), "{what}");
                let again = supersede(
                    (&records[0], old_after.as_bytes()),
                    (&records[1], new_after.as_bytes()),
                );
                assert_eq!(again, Ok((old_after, new_after)), "again: {what}");
            }
        }
    }
}

#[test]
fn each_end_is_written_in_its_own_manner() {
    let pair = |old: usize, new: usize| {
        let (old, new) = (ALL[old], ALL[new]);
        let (old_text, new_text) = supersede(
            (&read(old.0, old.1), old.1.as_bytes()),
            (&read(new.0, new.1), new.1.as_bytes()),
        )
        .unwrap();
        let changed = |before: &str, after: &str| -> Vec<String> {
            let before: Vec<&str> = before.lines().collect();
            let lines = after.lines().filter(|line| !before.contains(line));
            lines.map(str::to_owned).collect()
        };
        (changed(old.1, &old_text), changed(new.1, &new_text))
    };
    insta::assert_debug_snapshot!([pair(0, 1), pair(1, 0), pair(2, 3), pair(3, 2), pair(4, 5), pair(5, 4)], @r##"
    [
        (
            [
                "Superseded by [Use Y](use-y.md)",
            ],
            [
                "supersedes:",
                "  - 0007-use-x",
            ],
        ),
        (
            [
                "status: superseded by 0007-use-x",
            ],
            [
                "Supersedes [Use Y](use-y.md)",
            ],
        ),
        (
            [
                "status: \"superseded by 20240501-use-w\"",
            ],
            [
                "* Supersedes: [Use Z](0009-use-z.md)",
            ],
        ),
        (
            [
                "* Status: superseded by [Use Z](0009-use-z.md)",
            ],
            [
                "supersedes: [20240501-use-w]",
            ],
        ),
        (
            [
                "---",
                "status: superseded by use-u",
                "---",
            ],
            [
                "| Supersedes | [Use V](../use-v.md) |",
            ],
        ),
        (
            [
                "| Status | Superseded by [Use V](../use-v.md) |",
            ],
            [
                "---",
                "supersedes: use-u",
                "---",
            ],
        ),
    ]
    "##);
}

#[test]
fn lists_and_lines_that_are_there_are_added_to() {
    let old = "# 3. Old\n\n## Status\n\nAccepted\n";
    let cases = [
        (
            "---\nname: n\ndescription: d\nsupersedes: a-1\n---\n",
            "supersedes:\n  - a-1\n  - 0003-old\n",
        ),
        (
            "---\nname: n\ndescription: d\nsupersedes: [a-1]\n---\n",
            "supersedes: [a-1, 0003-old]\n",
        ),
        (
            "---\nname: n\ndescription: d\nreplaces:\n- a-1\n---\n",
            "replaces:\n- a-1\n- 0003-old\n",
        ),
        (
            "# T\n\n## Status\n\nAccepted\n\nSupersedes [1. A](0001-a.md)\n",
            "Supersedes [1. A](0001-a.md)\n\nSupersedes [3. Old](0003-old.md)\n",
        ),
        (
            "# T\n\n- Status: accepted\n- Supersedes: [1. A](0001-a.md)\n",
            "- Supersedes: [1. A](0001-a.md), [3. Old](0003-old.md)\n",
        ),
    ];
    for (new, expected) in cases {
        let (_, after) = supersede(
            (&read("adr/0003-old.md", old), old.as_bytes()),
            (&read("adr/0009-new.md", new), new.as_bytes()),
        )
        .unwrap_or_else(|error| panic!("{new}: {error}"));
        assert!(after.contains(expected), "{after}");
    }
    // A section of that name may be about another thing.
    let old = "---\nstatus: Living\n---\n\n# Old\n\n# Status\n\nStores are deployed.\n";
    let new = "---\nstatus: accepted\n---\n# New\n";
    let (after, _) = supersede(
        (&read("adr/0003-old.md", old), old.as_bytes()),
        (&read("adr/0009-new.md", new), new.as_bytes()),
    )
    .unwrap();
    assert!(
        after.starts_with("---\nstatus: Superseded by 0009-new\n---\n"),
        "{after}"
    );
    // A field of its own keeps the status one word.
    let old = "---\nstatus: accepted\nsuperseded-by: ~\n---\n# Old\n";
    let new = "---\nstatus: accepted\n---\n# New\n";
    let (after, _) = supersede(
        (&read("adr/0003-old.md", old), old.as_bytes()),
        (&read("adr/0009-new.md", new), new.as_bytes()),
    )
    .unwrap();
    assert_eq!(
        after,
        "---\nstatus: superseded\nsuperseded-by: 0009-new\n---\n# Old\n"
    );
}

fn record() -> impl Strategy<Value = String> {
    let status = prop_oneof![
        Just("accepted"),
        Just("Proposed"),
        Just("draft"),
        Just("\"rejected\"")
    ];
    let noise = prop_oneof![
        Just(""),
        Just("title: \"A: b\"\n"),
        Just("tags:\n- a\n- b\n"),
        Just("# c\n"),
        Just("x: |\n  status: no\n")
    ];
    let body = prop_oneof![
        Just("Text."),
        Just("## Decision\n\nD.\n"),
        Just("```\nStatus: x\n```\n"),
        Just("")
    ];
    (status, noise, body, 0usize..6, any::<bool>(), any::<bool>()).prop_map(
        |(status, noise, body, way, crlf, mark)| {
            let bare = status.trim_matches('"');
            let text = match way {
                0 => format!("---\n{noise}status: {status} # s\n---\n\n# T\n\n{body}"),
                1 => format!("---\nstatus: {status}\n{noise}---\n# T\n\n{body}"),
                2 => format!("# T\n\n## Status\n\n{bare}\n\n{body}"),
                3 => format!("# T\n\n* Status: {bare}\n* Date: 2024-01-01\n\n{body}"),
                4 => format!("# T\n\n**Status:** {bare}\n\n{body}"),
                _ => format!("# T\n\n| Status | {bare} |\n|---|---|\n\n{body}"),
            };
            let text = if crlf {
                text.replace('\n', "\r\n")
            } else {
                text
            };
            if mark {
                format!("\u{feff}{text}")
            } else {
                text
            }
        },
    )
}

proptest! {
    #[test]
    fn setting_what_is_set_changes_nothing(text in record()) {
        let status = read("r.md", &text).status.expect("a status").text;
        prop_assert_eq!(set_status(text.as_bytes(), &status), Ok(text.clone()));
        let after = set_status(text.as_bytes(), "deprecated").unwrap();
        prop_assert_eq!(&read("r.md", &after).status.expect("a status").text, "deprecated");
        // Back again: the same bytes, as nothing but the words has changed.
        prop_assert_eq!(set_status(after.as_bytes(), &status), Ok(text));
    }

    #[test]
    fn no_text_makes_it_panic(text in "(---\n)?(status:|Status:|[a-z]+:|- |\\* |  |\\[|\\]|\\||#|'|\"|,|`|\n|---\n|## Status\n|superseded by |[a-z/*]){0,24}") {
        let record = read("a.md", &text);
        if let Ok(after) = set_status(text.as_bytes(), "accepted") {
            let status = read("r.md", &after).status;
            prop_assert_eq!(status.map(|status| status.text), Some("accepted".to_owned()));
        }
        let _ = set_field(text.as_bytes(), "status", "accepted");
        let _ = supersede((&record, text.as_bytes()), (&read("b.md", "# B\n"), b"# B\n"));
        let _ = supersede((&read("b.md", "# B\n"), b"# B\n"), (&record, text.as_bytes()));
    }
}
