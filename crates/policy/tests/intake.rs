//! Records from outside: what is kept, what is refused, and that nothing that comes breaks a log.
#![expect(clippy::expect_used, reason = "a helper of a test fails by panicking")]

use std::path::Path;

use decision_core::draft::Style;
use decision_core::{DecisionDir, DecisionLog, StatusKind, lint};
use decision_policy::intake::{self, Given, Ready};
use proptest::prelude::*;

/// Logs of other manners, by a record of each.
const LOGS: &[(&str, &[(&str, &str)])] = &[
    ("empty", &[]),
    (
        "native",
        &[(
            "a.md",
            "---\nname: a\ndescription: A is so\ndate: 2026-01-01\ntags: [x]\naffects:\n  - src/\n---\n\n# A\n\n## Context\n\nC.\n\n## Decision\n\nD is so.\n",
        )],
    ),
    (
        "adr-tools",
        &[(
            "0001-a.md",
            "# 1. A\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nC.\n\n## Decision\n\nD is so.\n\n## Consequences\n\nE.\n",
        )],
    ),
    (
        "MADR",
        &[(
            "0007-a.md",
            "---\nstatus: accepted\ndate: 2026-01-01\ndecision-makers: [x]\n---\n\n# A\n\n## Context and Problem Statement\n\nC.\n\n## Considered Options\n\n* x\n\n## Decision Outcome\n\nChosen option: \"x\", because it is so.\n",
        )],
    ),
    (
        "log4brains",
        &[(
            "20260101-a.md",
            "# A\n\n* Status: accepted\n* Date: 2026-01-01\n\n## Context and Problem Statement\n\nC.\n\n## Decision Outcome\n\nChosen option: \"x\", because it is so.\n",
        )],
    ),
    (
        "CRLF",
        &[(
            "a.md",
            "---\r\ndescription: A is so\r\ndate: 2026-01-01\r\naffects: [src/]\r\n---\r\n\r\n# A\r\n\r\n## Decision\r\n\r\nD is so.\r\n",
        )],
    ),
];

fn style(records: &[(&str, &str)]) -> Style {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("docs/adr");
    std::fs::create_dir_all(&path).expect("a log");
    for (name, text) in records {
        std::fs::write(path.join(name), text).expect("a record");
    }
    let dir = DecisionDir::new(path, "docs/adr");
    Style::of(&DecisionLog::load(std::slice::from_ref(&dir)), &dir, &[])
}

fn given() -> Given {
    Given {
        today: "2026-11-30".to_owned(),
        ..Given::default()
    }
}

fn ready(text: &str, given: &Given, style: &Style) -> Ready {
    let intake =
        intake::read(text.as_bytes(), given).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    intake
        .render(style, |_| true)
        .unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

const WHOLE: &str = "---\ntags: [queue, tenants]\naffects:\n  - lib/\n  - \"src/**/*.rs\"\ncost: 3 # a field of nobody\n---\n\n\
    # One queue: per tenant\n\nTenants block each other.\n\n## Decision\n\nEvery tenant has its own queue. It is small.\n\n\
    ## Consequences\n\nMore queues.\n\n## Security\n\n- none\n\n```\n## no heading\n```\n";

#[test]
fn in_every_manner_of_a_log_the_record_says_the_same() {
    for (name, records) in LOGS {
        let style = style(records);
        let ready = ready(WHOLE, &given(), &style);
        let text = ready.rendered.text.clone();
        let (record, findings) = lint::read(
            &ready.rendered.path,
            &ready.rendered.slug,
            0,
            text.clone().into_bytes(),
        );
        assert_eq!(record.title, "One queue: per tenant", "{name}\n{text}");
        assert_eq!(record.date.as_deref(), Some("2026-11-30"), "{name}\n{text}");
        assert_eq!(
            record.status.map(|status| status.kind),
            Some(StatusKind::Proposed),
            "{name}\n{text}"
        );
        let affects: Vec<&str> = record
            .affects
            .entries()
            .iter()
            .map(|entry| entry.text())
            .collect();
        assert_eq!(affects, ["lib/", "src/**/*.rs"], "{name}\n{text}");
        for part in [
            "Tenants block each other.",
            "It is small.",
            "More queues.",
            "## Security",
            "## no heading",
        ] {
            assert!(text.contains(part), "{name}: {part}\n{text}");
        }
        let faults: Vec<_> = findings.iter().map(|one| one.rule).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}\n{text}");
        assert_eq!(text.contains("\r\n"), *name == "CRLF", "{name}");
        assert!(!text.replace("\r\n", "").contains('\r'), "{name}");
        // A field of nobody is kept where there is a place for it, and else named.
        let kept = text.contains("cost: 3");
        assert_ne!(
            kept,
            ready
                .notes
                .iter()
                .any(|note| note.contains("`cost` was left out")),
            "{name}\n{text}"
        );
    }
}

#[test]
fn the_caller_counts_before_the_text() {
    let style = style(&[]);
    let given = Given {
        title: Some("Another title".to_owned()),
        tags: vec!["more".to_owned(), "queue".to_owned()],
        affects: vec!["lib/".to_owned(), "bin/".to_owned()],
        accepted: true,
        today: "2026-11-30".to_owned(),
    };
    let ready = ready(WHOLE, &given, &style);
    assert!(ready.accepted);
    let (record, _) = lint::read("x.md", "x", 0, ready.rendered.text.into_bytes());
    assert_eq!(record.title, "Another title");
    assert_eq!(record.tags, ["queue", "tenants", "more"]);
    let affects: Vec<&str> = record
        .affects
        .entries()
        .iter()
        .map(|entry| entry.text())
        .collect();
    assert_eq!(affects, ["lib/", "src/**/*.rs", "bin/"]);
    assert_eq!(
        record.status.map(|status| status.kind),
        Some(StatusKind::Accepted)
    );
}

#[test]
fn whatever_status_a_text_has_the_record_is_proposed() {
    let style = style(&[]);
    for status in [
        "accepted",
        "superseded by 0001",
        "rejected",
        "Final",
        "proposed",
    ] {
        let text = format!(
            "---\nstatus: {status}\n---\n# Queue per tenant\n\nEvery tenant has its own queue.\n"
        );
        let ready = ready(&text, &given(), &style);
        let (record, _) = lint::read("x.md", "x", 0, ready.rendered.text.into_bytes());
        assert_eq!(
            record.status.map(|status| status.text),
            Some("proposed".to_owned()),
            "{status}"
        );
        assert_eq!(
            ready.notes.len(),
            usize::from(status != "proposed"),
            "{status}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    /// No text makes a file outside of the log, or one that cannot be read again.
    #[test]
    fn any_text_is_refused_or_becomes_a_sound_record(
        text in "(---\n)?((title|date|tags|affects|status|x): [ -~]{0,12}\n){0,3}(---\n)?(# [^\r\n]{0,30}\n)?(\n?(## [A-Za-z ]{1,12}\n\n)?[^\r]{0,60}\n){0,3}",
        log in 0..LOGS.len(),
    ) {
        let style = style(LOGS[log].1);
        if let Ok(intake) = intake::read(text.as_bytes(), &given())
            && let Ok(ready) = intake.render(&style, |_| true)
        {
            let rendered = &ready.rendered;
            prop_assert!(rendered.path.starts_with("docs/adr/"), "{}", rendered.path);
            prop_assert!(!rendered.path.contains(".."), "{}", rendered.path);
            prop_assert!(rendered.file.starts_with(Path::new(&style.dir().path)));
            let (record, findings) = lint::read(&rendered.path, &rendered.slug, 0, rendered.text.clone().into_bytes());
            prop_assert!(findings.iter().all(|one| one.severity != decision_core::Severity::Error), "{findings:?}\n{}", rendered.text);
            prop_assert_eq!(record.status.map(|status| status.kind), Some(StatusKind::Proposed), "{}", rendered.text);
        }
    }
}
