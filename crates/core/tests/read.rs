//! What holds for every file that is read as a record, whatever stands in it.

use decision_core::{Decision, Finding, Rule};
use proptest::prelude::*;

const BOM: char = '\u{feff}';

/// One record of each shape, to be cut up.
const RECORDS: &[&str] = &[
    "# 7. Use Postgres\n\nDate: 2024-05-01\n\n## Status\n\nSuperceded by [9. Use files](0009-use-files.md)\n\n## Context\n\nWe need a store.\n\n## Decision\n\nWe will use `Postgres`. It is known.\n",
    "---\ntitle: \"Use: Postgres\"\ndate: 2024-05-01\ntags: [db, ops]\naffects:\n  - src/{a,b}/**\n  - \"*.sql\"\nstatus: accepted\n---\n\n# Use Postgres\n\n| Status | accepted |\n\n## Decision\n\n- One\n- Two\n",
    "Use Postgres\n============\n\n* Status: **accepted**\n* Deciders: Ann, Bob\n* Date: 2019-02-17\n\nTechnical Story: [x](y)\n\n<!-- note -->\n```\n# not this\n```\n\n## Decision Outcome ##\n\nChosen option: \"b\", because:\n\n1. it is\n2. it was\n",
    "---\nadr: 115\ntitle: |\n  Café 語 😀\nauthors:\n- A <a@b>\n- { name: B }\n...\n# Abstract\n\nWords… with “quotes”. And more。次。\n\n# Decision\n\nSee [[0007]], ADR-7 and [a [b](c)](d).\n",
    "---\n---\n&nbsp;\n\n#Title {#anchor}\n\n<details>\n\n## Applies To\n\n- `src/a`, `b/**`\n* c/d\n\n## Changelog\n\n- May 3rd, 2021: draft\n",
];

const PIECES: &[&str] = &[
    "---\n",
    "----",
    "\n",
    "\r\n",
    "\r",
    "\u{feff}",
    "\0",
    "```",
    "~~~",
    "<!--",
    "-->",
    "# ",
    "## ",
    "#",
    "|",
    "| a | b |\n",
    "* ",
    "- ",
    "Status: ",
    "Date: ",
    "2024-13-45",
    "2024-02-30",
    ": ",
    "[",
    "](",
    ")",
    "]",
    "[[",
    "`",
    "\\",
    "é",
    "語",
    "。",
    "\u{200b}",
    "\u{2028}",
    "\u{a0}",
    "<",
    ">",
    "{",
    "}",
    "\t",
    "    ",
    ". A",
    "superseded by ",
    "title: ",
    "&",
    "*",
];

#[derive(Debug, Clone)]
enum Edit {
    Insert(prop::sample::Index, &'static str),
    Bytes(prop::sample::Index, Vec<u8>),
    Remove(prop::sample::Index, u8),
    Repeat(prop::sample::Index, u8),
    Cut(prop::sample::Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = || any::<prop::sample::Index>();
    prop_oneof![
        6 => (at(), prop::sample::select(PIECES)).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        1 => (at(), prop::collection::vec(any::<u8>(), 1..4)).prop_map(|(at, bytes)| Edit::Bytes(at, bytes)),
        3 => (at(), any::<u8>()).prop_map(|(at, length)| Edit::Remove(at, length)),
        2 => (at(), any::<u8>()).prop_map(|(at, length)| Edit::Repeat(at, length)),
        1 => at().prop_map(Edit::Cut),
    ]
}

fn mutated() -> impl Strategy<Value = Vec<u8>> {
    (
        prop::sample::select(RECORDS),
        prop::collection::vec(edit(), 0..6),
    )
        .prop_map(|(record, edits)| {
            let mut bytes = record.as_bytes().to_vec();
            for edit in edits {
                let size = bytes.len() + 1;
                match edit {
                    Edit::Insert(at, piece) => {
                        drop(bytes.splice(at.index(size)..at.index(size), piece.bytes()))
                    }
                    Edit::Bytes(at, more) => {
                        drop(bytes.splice(at.index(size)..at.index(size), more))
                    }
                    Edit::Remove(at, length) => {
                        let start = at.index(size);
                        let end = (start + usize::from(length)).min(bytes.len());
                        drop(bytes.drain(start..end));
                    }
                    Edit::Repeat(at, length) => {
                        let start = at.index(size);
                        let end = (start + usize::from(length)).min(bytes.len());
                        let copy = bytes[start..end].to_vec();
                        drop(bytes.splice(start..start, copy));
                    }
                    Edit::Cut(at) => bytes.truncate(at.index(size)),
                }
            }
            bytes
        })
}

fn read(bytes: impl Into<Vec<u8>>) -> (Decision, Vec<Finding>) {
    Decision::read(
        "docs/adr/0007-use-postgres.md",
        "0007-use-postgres",
        0,
        bytes.into(),
    )
}

/// Every span lies in the text and on the borders of characters, sections nest, findings name lines.
fn assert_sound(bytes: &[u8]) -> Result<(), TestCaseError> {
    let (decision, findings) = read(bytes);
    let text = decision.text();
    let doubled = bytes.starts_with("\u{feff}\u{feff}".as_bytes());
    prop_assert!(doubled || !text.starts_with(BOM));
    prop_assert!(text.get(decision.body_start()..).is_some());
    prop_assert!(
        text.get(decision.lead.clone()).is_some(),
        "lead {:?}",
        decision.lead
    );
    prop_assert!(decision.lead.start >= decision.body_start());
    let mut last = decision.body_start();
    for section in &decision.sections {
        prop_assert!((1..=6).contains(&section.level));
        prop_assert!(text.get(section.heading.clone()).is_some(), "{section:?}");
        prop_assert!(text.get(section.body.clone()).is_some(), "{section:?}");
        prop_assert!(
            last <= section.heading.start && section.heading.end <= section.body.start,
            "{section:?}"
        );
        last = section.body.start;
    }
    for link in &decision.links {
        prop_assert!(text.get(link.sentence.clone()).is_some(), "{link:?}");
        prop_assert!(!link.target.is_empty());
    }
    prop_assert!(!decision.title.trim().is_empty());
    prop_assert!(
        decision
            .deciding_sentence()
            .is_none_or(|sentence| !sentence.trim().is_empty())
    );
    let lines = text.split('\n').count();
    for finding in findings {
        prop_assert!(
            finding.line.is_none_or(|line| (1..=lines).contains(&line)),
            "{finding} of {lines}"
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_make_a_record(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        assert_sound(&bytes)?;
    }

    #[test]
    fn any_text_makes_a_record(text in any::<String>(), pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24)) {
        assert_sound(text.as_bytes())?;
        assert_sound(pieces.concat().as_bytes())?;
        assert_sound(format!("---\n{}\n---\n{text}", pieces.concat()).as_bytes())?;
    }

    #[test]
    fn a_mutated_record_is_still_read(bytes in mutated()) {
        assert_sound(&bytes)?;
    }

    /// How the lines end, and whether a mark stands before the text, changes nothing that a record says.
    #[test]
    fn line_ends_and_a_byte_order_mark_say_nothing(bytes in mutated()) {
        let text = String::from_utf8_lossy(&bytes).replace(['\r', '\u{feff}'], "");
        let (lf, _) = read(text.clone());
        let (crlf, _) = read(format!("{}{}", BOM, text.replace('\n', "\r\n")));
        prop_assert_eq!(&lf.title, &crlf.title);
        prop_assert_eq!(&lf.id, &crlf.id);
        prop_assert_eq!(&lf.date, &crlf.date);
        prop_assert_eq!(&lf.status, &crlf.status);
        prop_assert_eq!(&lf.people, &crlf.people);
        prop_assert_eq!(&lf.tags, &crlf.tags);
        prop_assert_eq!(&lf.affects, &crlf.affects);
        prop_assert_eq!(lf.deciding_sentence(), crlf.deciding_sentence());
        let links = |decision: &Decision| -> Vec<_> {
            decision.links.iter().map(|link| (link.kind, link.target.clone())).collect()
        };
        prop_assert_eq!(links(&lf), links(&crlf));
        let kinds = |decision: &Decision| -> Vec<_> {
            decision.sections.iter().map(|section| (section.level, section.kind)).collect()
        };
        prop_assert_eq!(kinds(&lf), kinds(&crlf));
    }

    /// The text after the fences is the text, whatever looks like a fence in a value.
    #[test]
    fn the_first_true_fence_ends_the_front_matter(
        inner in prop::collection::vec(prop::sample::select(&["---", "----", "...", "# x", "a: b", ""][..]), 0..5),
        body in "([-a-z#.` ]{0,8}\n){0,6}",
        close in prop::sample::select(&["---", "---  ", "...", "---\t"][..]),
    ) {
        let value: String = inner.iter().map(|line| format!("  {line}\n")).collect();
        let head = format!("title: T\nnote: |\n{value}date: 2024-05-01\n");
        let (decision, _) = read(format!("---\n{head}{close}\n{body}"));
        prop_assert_eq!(decision.body(), body);
        prop_assert_eq!(decision.title, "T");
        prop_assert_eq!(decision.date.as_deref(), Some("2024-05-01"));
    }

    /// Every date there is, in every form in which people write it.
    #[test]
    fn a_date_is_found_in_every_form(year in 1970u32..2200, month in 1u32..=12, day in 1u32..=28, form in 0usize..12) {
        const MONTHS: [&str; 12] = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ];
        let name = MONTHS[month as usize - 1];
        let short = &name[..3];
        let written = match form {
            0 => format!("{year:04}-{month:02}-{day:02}"),
            1 => format!("{year}/{month}/{day}"),
            2 => format!("{year:04}-{month:02}-{day:02}T10:00:00.12Z"),
            3 => format!("{day:02}.{month:02}.{year}"),
            4 => format!("{name} {day}, {year}"),
            5 => format!("{day} {name} {year}"),
            6 => format!("{day}-{short}-{year}"),
            7 => format!("{year} {name} {day}th"),
            8 => format!("{short} {day}th, {year}"),
            9 => format!("{year:04}-{month:02}-{day:02} # a note"),
            10 => format!("\"{year:04}-{month:02}-{day:02}\""),
            _ => format!("'{year:04}.{month:02}.{day:02}'"),
        };
        let expected = format!("{year:04}-{month:02}-{day:02}");
        let head = format!("---\ndate: {written}\n---\n# T\n");
        let (decision, findings) = read(head.clone());
        prop_assert_eq!(decision.date.as_deref(), Some(expected.as_str()), "{}", head);
        prop_assert_eq!(findings, []);
        let label = format!("# T\n\n- Date: {written}\n");
        let (decision, _) = read(label.clone());
        prop_assert_eq!(decision.date.as_deref(), Some(expected.as_str()), "{}", label);
    }

    /// A date that the calendar does not have is kept as written and named.
    #[test]
    fn an_impossible_date_is_named(month in 13u32..99, day in 32u32..99) {
        let (decision, findings) = read(format!("---\ntitle: T\ndate: 2024-{month}-{day}\n---\n"));
        prop_assert_eq!(decision.date, Some(format!("2024-{month}-{day}")));
        let found: Vec<_> = findings.iter().map(|finding| (finding.rule, finding.line)).collect();
        prop_assert_eq!(found, [(Rule::InvalidDate, Some(3))]);
    }
}

/// Texts that would make a careless reader quadratic, or run it out of stack. They are big enough that
/// such a reader would not come back.
#[test]
fn hostile_texts_of_a_mebibyte_are_read() {
    const SIZE: usize = 1024 * 1024;
    let fill = |unit: &str| unit.repeat(SIZE / unit.len());
    let texts: Vec<String> = vec![
        format!("# {}", fill("[")),
        format!("# {}", fill("[a](")),
        format!("# {}x{}", "[".repeat(SIZE / 4), "](y)".repeat(SIZE / 8)),
        format!("# {}", fill("<a")),
        format!("# {}", fill("`a``")),
        format!("# T\n\n## Decision\n\n{}", fill("a.")),
        format!("# T\n\n## Decision\n\n{}", fill(". ")),
        format!("# T\n\n## Decision\n\n{}", fill("- a:\n")),
        format!("# T\n\n{}", fill("a: b\n")),
        format!("# T\n\n{}", fill("| a | b |\n")),
        format!("# T\n\n## Status\n\n{}", fill("superseded by a1, ")),
        format!(
            "# T\n\n## Status\n\nsuperseded by {}",
            (0..SIZE / 9)
                .map(|n| format!("x{n:06}, "))
                .collect::<String>()
        ),
        format!(
            "# T\n\n## Status\n\n{}",
            (0..SIZE / 24)
                .map(|n| format!("superseded by x{n:06}\n"))
                .collect::<String>()
        ),
        fill("# a\n"),
        fill("###### a\n##### b\n"),
        fill("a\n=\n"),
        fill("a\n"),
        fill("<!--"),
        fill("```\n"),
        format!("---\n{}", fill("a: b\n")),
        format!("---\n{}---\n# T\n", fill("a: b\n")),
        format!("---\nsupersedes: [{}]\n---\n", "a, ".repeat(10_000)),
        fill("<<<<<<< "),
        fill("<<<<<<< \n"),
        fill("    "),
        fill("\n"),
        fill("1. "),
        format!("Date: {}", fill("1-")),
    ];
    for text in texts {
        let start: String = text.chars().take(32).collect();
        let (decision, _) = read(text);
        assert!(!decision.title.is_empty(), "{start}");
        assert!(decision.title.len() <= 8 * 1024, "{start}");
        assert!(
            decision
                .deciding_sentence()
                .is_none_or(|words| words.len() <= 64 * 1024),
            "{start}"
        );
        assert!(decision.links.len() <= 1_000, "{start}");
    }
}

#[test]
fn binding_is_what_a_record_plainly_says() {
    let cases: &[(&str, bool, usize)] = &[
        ("binding: true", true, 0),
        ("Binding: \"Yes\"", true, 0),
        ("binding: on", true, 0),
        ("binding: false", false, 0),
        ("binding: no", false, 0),
        ("binding: sometimes", false, 1),
        ("binding: [true]", false, 1),
        ("binding:", false, 1),
        ("other: true", false, 0),
    ];
    for (line, binding, findings) in cases {
        let text = format!("---\n{line}\n---\n\n# Title\n\nText.\n");
        let (record, found) = Decision::read("a.md", "a", 0, text.into_bytes());
        assert_eq!(
            (record.binding, found.len()),
            (*binding, *findings),
            "{line}: {found:?}"
        );
    }
}
