//! Odd files as public logs hold them: each kind with a small file of its own and its defined result.

use decision_core::{Decision, Rule};

/// What is told of a file: title, identifier, date, words of the status, and the findings.
struct Told<'a> {
    title: &'a str,
    id: Option<&'a str>,
    date: Option<&'a str>,
    status: Option<&'a str>,
    findings: &'a [(Rule, Option<usize>)],
}

const PLAIN: Told<'_> = Told {
    title: "Title",
    id: Some("0007"),
    date: None,
    status: None,
    findings: &[],
};

fn assert_told(what: &str, slug: &str, text: &str, told: &Told<'_>) -> Decision {
    let (decision, findings) = Decision::read(&format!("adr/{slug}.md"), slug, 0, text.into());
    assert_eq!(decision.title, told.title, "title: {what}");
    assert_eq!(decision.id.as_deref(), told.id, "id: {what}");
    assert_eq!(decision.date.as_deref(), told.date, "date: {what}");
    let status = decision.status.as_ref().map(|status| status.text.as_str());
    assert_eq!(status, told.status, "status: {what}");
    let found: Vec<_> = findings.iter().map(|one| (one.rule, one.line)).collect();
    assert_eq!(found, told.findings, "findings: {what}");
    decision
}

#[test]
fn odd_front_matter() {
    let dated = Told {
        date: Some("2024-05-01"),
        status: Some("Draft"),
        ..PLAIN
    };
    let cases: &[(&str, &str, Told<'_>)] = &[
        (
            "byte order mark",
            "\u{feff}---\ntitle: Title\ndate: 2024-05-01\nstatus: Draft\n---\n",
            Told { ..dated },
        ),
        (
            "duplicate key",
            "---\ntitle: Title\nstatus: Draft\ndate: 2024-05-01\nstatus: Final\n---\n",
            Told {
                findings: &[(Rule::DuplicateKey, Some(5))],
                ..dated
            },
        ),
        (
            "tab before a list",
            "---\ntitle: Title\nstatus: Draft\ntags:\n\t- a\ndate: 2024-05-01\n---\n",
            Told {
                findings: &[(Rule::InvalidFrontMatter, Some(5))],
                ..dated
            },
        ),
        (
            "tab before an inline list of several lines: that field is left out",
            "---\nTitle: Title\nStatus: Draft\nSolutions:\n\t[\"a : b\"\n\t,\"c\"\n\t]\nCreated: 2024-05-01\n---\n",
            Told {
                findings: &[(Rule::InvalidFrontMatter, Some(5))],
                ..dated
            },
        ),
        (
            "tab behind a value",
            "---\ntitle: Title\t\nstatus: Draft\ndate: 2024-05-01\n---\n",
            Told { ..dated },
        ),
        (
            "never closed",
            "---\nStage: Draft\nStart Date: 2024-05-01\nVersions:\n  x: vX.Y\nTeam(s): data\n- Tracking: (empty)\n\n# Title\n",
            Told {
                findings: &[(Rule::UnclosedFrontMatter, Some(1))],
                ..dated
            },
        ),
        (
            "CRLF",
            "---\r\ntitle: Title\r\ndate: 2024-05-01\r\nstatus: Draft\r\n---\r\n",
            Told { ..dated },
        ),
        (
            "a comment behind a value, a fence that is never closed",
            "---\ntitle: Title # short\nstatus: Draft # or Final\ndate: 2024-05-01\n---\n```\n# not this\n",
            Told { ..dated },
        ),
        (
            "list items at column 0",
            "---\ntitle: Title\nauthors:\n- ann\n- bob\nstatus: Draft\ndate: 2024-05-01\n---\n",
            Told { ..dated },
        ),
        (
            "a block scalar with a space behind the mark",
            "---\ntitle: | \n  7. Title\nstatus: Draft\ndate: 2024-05-01\n---\n",
            Told {
                id: Some("7"),
                ..dated
            },
        ),
        (
            "comments, a nested map, a timestamp",
            "---\nstage: Draft # from the tool\nstart-date: 2024-05-01T00:00:00.000Z # first\nrelease-versions:\n  a: v1\n---\n# Title\n",
            Told { ..dated },
        ),
        (
            "two digits of milliseconds",
            "---\nstage: Draft\nstart-date: 2024-05-01T10:00:00.12Z\n---\n# Title\n",
            Told { ..dated },
        ),
        (
            "unquoted punctuation",
            "---\ntitle: Title\ndescription: Use it (really) for all, as we said; no `x`!\nstatus: Draft\ndate: 2024-05-01\n---\n",
            Told { ..dated },
        ),
        (
            "an impossible date",
            "---\ntitle: Title\ndate: 2024-02-30\n---\n",
            Told {
                date: Some("2024-02-30"),
                findings: &[(Rule::InvalidDate, Some(3))],
                ..PLAIN
            },
        ),
        (
            "too much of it",
            &format!(
                "---\ntitle: Other\nx: {}\n---\n# Title\n",
                "y".repeat(40_000)
            ),
            Told {
                findings: &[(Rule::InvalidFrontMatter, Some(2))],
                ..PLAIN
            },
        ),
        ("empty between the fences", "---\n---\n# Title\n", PLAIN),
        (
            "comments between the fences",
            "---\n# nothing\n---\n# Title\n",
            PLAIN,
        ),
        ("four dashes", "----\ntitle: Other\n----\n# Title\n", PLAIN),
        (
            "a rule before the fields",
            "&nbsp;\n\n---\nstatus: \"Draft\"\ndate: 2024-05-01\n---\n\n# Title\n",
            Told { ..dated },
        ),
        (
            "rules around prose",
            "---\nWords and more words.\n---\n\n# Title\n",
            PLAIN,
        ),
    ];
    for (what, text, told) in cases {
        assert_told(what, "0007-title", text, told);
    }
}

#[test]
fn odd_texts() {
    let cases: &[(&str, &str, Told<'_>)] = &[
        (
            "no title at all: the file name",
            "Lorem.\n",
            Told {
                findings: &[(Rule::NoTitle, None)],
                ..PLAIN
            },
        ),
        ("two spaces", "#  Title\n", PLAIN),
        ("no space", "#Title\n", PLAIN),
        ("a no-break space", "#\u{a0}Title\u{a0}\n", PLAIN),
        ("closed", "# Title #\n", PLAIN),
        ("indented", "  # Title\n", PLAIN),
        ("setext", "Title\n=====\n\nText.\n", PLAIN),
        (
            "setext of the second level",
            "Title\n-----\n\nText.\n",
            PLAIN,
        ),
        ("marks", "# **Title** {#title}\n", PLAIN),
        (
            "a comment before it",
            "<!-- # Not this\n# nor this -->\n\n# Title\n",
            PLAIN,
        ),
        (
            "code before it",
            "```sh\n# Not this\n```\n~~~\n# nor this\n~~~\n# Title\n",
            PLAIN,
        ),
        (
            "code in code",
            "````\n```\n# Not this\n````\n# Title\n",
            PLAIN,
        ),
        (
            "a rule of code that stays open hides the rest",
            "# Title\n```\n# Not this\n",
            PLAIN,
        ),
        ("H2 alone", "## Title\n\nText.\n", PLAIN),
        (
            "a name of a section is no title",
            "# Status\n\nDraft\n\n# Context\n\nText.\n",
            Told {
                status: Some("Draft"),
                findings: &[(Rule::NoTitle, None)],
                ..PLAIN
            },
        ),
        (
            "a title of the second level above labels",
            "## RFC: Title\n\n- Start Date: 2024-05-01\n\n## Summary\n\nText.\n",
            Told {
                date: Some("2024-05-01"),
                ..PLAIN
            },
        ),
        (
            "a date without a colon, the number of the file without a mark",
            "# 7 Title\n\nDate 01/05/2024\n\n## Status\n\n{Proposed|Accepted}\n",
            Told {
                id: Some("7"),
                date: Some("2024-05-01"),
                ..PLAIN
            },
        ),
        (
            "a number that was copied with the heading",
            "# 3. Title\n",
            PLAIN,
        ),
        (
            "a choice among words that nobody made",
            "# Title\n\n* Status: proposed | accepted\n",
            PLAIN,
        ),
        (
            "a changelog, newest first",
            "# Title\n\n## Changelog\n\n- 2024-07-01: more\n- 2024-05-01: draft\n",
            Told {
                date: Some("2024-05-01"),
                ..PLAIN
            },
        ),
        (
            "an attribute of code is no title",
            "- Feature Name: Title\n- Start Date: 2024-05-01\n\n#[attribute]\nText.\n",
            Told {
                date: Some("2024-05-01"),
                ..PLAIN
            },
        ),
        (
            "a remark below a header list without a name",
            "- Feature Name: N/A\n- Start Date: 2024-05-01\n\n## This was **withdrawn**\n\nText.\n",
            Told {
                date: Some("2024-05-01"),
                findings: &[(Rule::NoTitle, None)],
                ..PLAIN
            },
        ),
        (
            "a remark below the header list is no title",
            "- Feature Name: Title\n- Start Date: 2024-05-01\n\n## This was **withdrawn**\n\nText.\n",
            Told {
                date: Some("2024-05-01"),
                ..PLAIN
            },
        ),
        (
            "a letter before the header list",
            "q- Feature Name: other\n- Start Date: 2024-05-01\n",
            Told {
                date: Some("2024-05-01"),
                findings: &[(Rule::NoTitle, None)],
                ..PLAIN
            },
        ),
        (
            "a stub that points on",
            "Moved to [0008](0008-x.md).\n",
            Told {
                findings: &[(Rule::NoTitle, None)],
                ..PLAIN
            },
        ),
        (
            "a stub with a link for its text",
            "# Title\n\n* Status: accepted\n\nContents: https://example.org/x\n",
            Told {
                status: Some("accepted"),
                ..PLAIN
            },
        ),
        (
            "mixed line ends",
            "# Title\r\n\n* Status: Draft\r\n* Date: 2024-05-01\n\r\nText.\r\n",
            Told {
                date: Some("2024-05-01"),
                status: Some("Draft"),
                ..PLAIN
            },
        ),
        (
            "conflict markers",
            "# Title\n\n<<<<<<< HEAD\nA.\n=======\nB.\n>>>>>>> main\n",
            Told {
                findings: &[(Rule::ConflictMarkers, Some(3))],
                ..PLAIN
            },
        ),
        (
            "a diff3 marker alone is none",
            "# Title\n\n<<<<<<< HEAD\n\nText.\n",
            PLAIN,
        ),
    ];
    for (what, text, told) in cases {
        assert_told(what, "0007-title", text, told);
    }
}

#[test]
fn a_first_h1_far_below_is_a_section_and_not_the_title() {
    let text = format!(
        "---\ntitle: Title\n---\n## One\n\n{}\n# Conclusion\n\nDone.\n",
        "Words.\n\n".repeat(150)
    );
    assert_told("late H1", "0007-title", &text, &PLAIN);
    let long = format!("{}\n# Title\n", "<!-- licence -->\n\n".repeat(40));
    assert_told("H1 after comments", "0007-title", &long, &PLAIN);
}

#[test]
fn line_separators_are_no_line_ends() {
    let text = "# Title\n\n## Decision\n\nWe keep\u{2028}it. Now.\n\n## Status\n\nDraft\n";
    let told = Told {
        status: Some("Draft"),
        ..PLAIN
    };
    let decision = assert_told("U+2028", "0007-title", text, &told);
    assert_eq!(decision.deciding_sentence().as_deref(), Some("We keep it."));
    let (decision, _) = Decision::read(
        "a.md",
        "a",
        0,
        "---\ntitle: A\u{2028}B\nid: x\n---\n".into(),
    );
    assert_eq!(decision.id.as_deref(), Some("x"));
}

#[test]
fn text_of_every_script_is_kept() {
    let text = "# Cafe\u{301} 語\u{200b}彙\n\n## Decision\n\n識別子を許す。次の文。\n";
    let told = Told {
        title: "Cafe\u{301} 語\u{200b}彙",
        ..PLAIN
    };
    let decision = assert_told("not NFC, CJK, zero width", "0007-title", text, &told);
    assert_eq!(
        decision.deciding_sentence().as_deref(),
        Some("識別子を許す。")
    );
}

#[test]
fn one_line_of_300_kilobytes_is_a_line() {
    let picture = format!(
        "[image1]: <data:image/png;base64,{}>",
        "iVBOR".repeat(60_000)
    );
    let text =
        format!("# Title\n\n## Decision\n\nWe store artifacts.\n\n![][image1]\n\n{picture}\n");
    let decision = assert_told("long line", "0007-title", &text, &PLAIN);
    assert_eq!(
        decision.deciding_sentence().as_deref(),
        Some("We store artifacts.")
    );
    let large = format!(
        "# Title\n\n## Summary\n\nGoals.\n\n{}",
        "## Goal\n\nWords and words.\n\n".repeat(6_000)
    );
    let decision = assert_told("172 KB", "0007-title", &large, &PLAIN);
    assert_eq!(decision.sections.len(), 6_002);
}

#[test]
fn spaces_in_names_are_kept() {
    let told = Told {
        title: "Metrics",
        id: Some("ODH-ADR-0010"),
        ..PLAIN
    };
    let decision = assert_told(
        "spaces",
        "operator/ODH-ADR-0010-component metrics",
        "# Metrics\n",
        &told,
    );
    assert_eq!(decision.slug, "operator/ODH-ADR-0010-component metrics");
}

#[test]
fn a_name_gives_a_date_or_a_number_and_never_half_a_date() {
    // (slug, identifier, date)
    let cases: &[(&str, Option<&str>, Option<&str>)] = &[
        ("20201028-use-x", None, Some("2020-10-28")),
        ("2022-11-09-api", None, Some("2022-11-09")),
        ("2022-11-09-api/part", None, Some("2022-11-09")),
        ("adr-2023-01-05-x", None, Some("2023-01-05")),
        ("2021-06-06_002-core", None, Some("2021-06-06")),
        ("0012-use-x", Some("0012"), None),
        ("12345-use-x", Some("12345"), None),
        ("ADR-012", Some("ADR-012"), None),
        ("use-x", None, None),
    ];
    for (slug, id, date) in cases {
        let (decision, _) = Decision::read("a.md", slug, 0, "# T\n".into());
        assert_eq!(
            (decision.id.as_deref(), decision.date.as_deref()),
            (*id, *date),
            "{slug}"
        );
    }
}

#[test]
fn plain_strings_are_lists() {
    let text =
        "---\ntags: ember, ember-cli\nauthors: Ann\naffects: src/{a,b}/**, docs/\n---\n# Title\n";
    let decision = assert_told("strings", "0007-title", text, &PLAIN);
    assert_eq!(decision.tags, ["ember", "ember-cli"]);
    assert_eq!(decision.people[0].name, "Ann");
    let affects: Vec<_> = decision
        .affects
        .entries()
        .iter()
        .map(|entry| entry.text())
        .collect();
    assert_eq!(affects, ["src/{a,b}/**", "docs/"]);
}

#[test]
fn long_front_matter_with_maps_is_read_whole() {
    let entry = "  - type: path\n    pattern: \"src/**\"\n    note: >-\n      why it is\n      here\n    negate: false\n";
    let text = format!(
        "---\nid: \"0020\"\ntitle: Title\nstatus: accepted\naffects:\n{}provenance:\n  by: {{ name: Ann }}\ndate: 2026-08-03\n---\n",
        entry.repeat(12)
    );
    let told = Told {
        id: Some("0020"),
        date: Some("2026-08-03"),
        status: Some("accepted"),
        ..PLAIN
    };
    let decision = assert_told("maps", "0007-title", &text, &told);
    assert_eq!(decision.affects.entries().len(), 12);
}
