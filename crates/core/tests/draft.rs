//! A new record in the manner of the log that it comes into.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

use std::fs;
use std::path::Path;

use decision_core::draft::{Draft, Naming, Rendered, Style};
use decision_core::{Decision, DecisionDir, DecisionLog, Dialect, SectionKind, lint};

/// A log of these files, and its style.
fn style(files: &[(&str, &str)], elsewhere: &[&str]) -> (tempfile::TempDir, Style) {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let dir = DecisionDir::new(folder.path(), "docs/adr");
    let log = DecisionLog::load(std::slice::from_ref(&dir));
    let elsewhere: Vec<String> = elsewhere.iter().map(|path| (*path).to_owned()).collect();
    let style = Style::of(&log, &dir, &elsewhere);
    (folder, style)
}

fn draft() -> Draft {
    Draft {
        title: "Cache in Redis".to_owned(),
        date: "2026-11-30".to_owned(),
        ..Draft::default()
    }
}

/// What a record says that is read back, with its findings.
fn read_back(rendered: &Rendered) -> Decision {
    let (record, findings) = Decision::read(
        &rendered.path,
        &rendered.slug,
        0,
        rendered.text.clone().into_bytes(),
    );
    assert!(findings.is_empty(), "{findings:?}");
    record
}

const NYGARD: &str = "# 7. Use Postgres\n\nDate: 2024-05-01\n\n## Status\n\nAccepted\n\n## Context\n\nX.\n\n## Decision\n\nWe use it.\n\n## Consequences\n\nY.\n";

#[test]
fn an_empty_log_begins_in_the_tools_own_form() {
    let (folder, style) = style(&[], &[]);
    assert_eq!(style.dialect, Dialect::Native);
    assert_eq!(style.naming(), &Naming::Plain);
    let rendered = Draft {
        description: Some("Tokens: only in \"Redis\"".to_owned()),
        tags: vec!["cache".to_owned(), "a: b".to_owned()],
        affects: vec!["src/cache/".to_owned(), "*.lua".to_owned()],
        ..draft()
    }
    .render(&style);
    assert_eq!(rendered.path, "docs/adr/cache-in-redis.md");
    assert_eq!(rendered.file, folder.path().join("cache-in-redis.md"));
    insta::assert_snapshot!(rendered.text, @r#"
    ---
    description: 'Tokens: only in "Redis"'
    date: 2026-11-30
    tags: [cache, "a: b"]
    affects:
      - src/cache/
      - "*.lua"
    ---

    # Cache in Redis

    ## Context

    <!-- What makes a decision necessary? -->

    ## Decision

    <!-- What is decided? The first sentence must do on its own. -->

    ## Alternatives

    <!-- What else was on the table, and why not? -->

    ## Trade-offs

    <!-- What does it cost? -->
    "#);
}

#[test]
fn a_nygard_log_gets_a_nygard_record() {
    let (_folder, style) = style(
        &[("0007-use-postgres.md", NYGARD), ("0008-broken.md", "\n")],
        &["docs/adr/0011-on-a-branch.md", "docs/other/0044-x.md"],
    );
    assert_eq!(style.dialect, Dialect::Nygard);
    let rendered = Draft {
        status: Some("accepted".to_owned()),
        affects: vec!["src/".to_owned()],
        sections: vec![
            (SectionKind::Decision, "We cache in Redis.".to_owned()),
            (SectionKind::Context, "It is slow.".to_owned()),
            (SectionKind::Alternatives, "Memcached.".to_owned()),
        ],
        ..draft()
    }
    .render(&style);
    assert_eq!(rendered.path, "docs/adr/0012-cache-in-redis.md");
    insta::assert_snapshot!(rendered.text, @r"
    ---
    affects:
      - src/
    ---

    # 12. Cache in Redis

    Date: 2026-11-30

    ## Status

    Accepted

    ## Context

    It is slow.

    ## Decision

    We cache in Redis.

    ## Alternatives

    Memcached.
    ");
    let record = read_back(&rendered);
    assert_eq!(record.title, "Cache in Redis");
    assert_eq!(record.deciding_sentence().unwrap(), "We cache in Redis.");
}

#[test]
fn a_log_that_was_given_scope_stays_what_it_was() {
    let scoped = format!("---\naffects:\n  - src/\n---\n\n{NYGARD}");
    let (_folder, style) = style(&[("0007-use-postgres.md", &scoped)], &[]);
    assert_eq!(style.dialect, Dialect::Nygard);
    let without = draft().render(&style).text;
    assert!(
        without.starts_with("# 8. Cache in Redis\n\nDate: 2026-11-30\n\n## Status\n\nProposed\n"),
        "{without}"
    );
    let with = Draft {
        affects: vec!["lib/".to_owned()],
        ..draft()
    };
    let with = with.render(&style).text;
    let head = "---\naffects:\n  - lib/\n---\n\n";
    assert_eq!(with, format!("{head}{without}"));
}

#[test]
fn other_logs_get_records_like_their_own() {
    const MADR: &str = "---\nstatus: accepted\ndate: 2024-09-17\ndecision-makers: [Ann]\n---\n\n# Use X\n\n## Context and Problem Statement\n\nA.\n\n## Considered Options\n\n- X\n\n## Decision Outcome\n\nChosen: X.\n";
    const LABELS: &str = "# Use X\n\n- Status: accepted\n- Date: 2020-10-28\n- Tags: db\n\n## Context and Problem Statement\n\nA.\n\n## Decision Outcome\n\nX.\n";
    const TABLE: &str = "# ADR-004: Use X\n\n| Status | Accepted |\n| --- | --- |\n| Date | 2020-10-28 |\n\n## Decision\n\nX.\n";
    const BACKSTAGE: &str = "---\nid: adrs-adr011\ntitle: 'ADR011: Use X'\ndescription: We use X\ntype: adr\n---\n\n## Context\n\nA.\n";
    const EIP: &str = "---\neip: 20\ntitle: Token Standard\nstatus: Final\ncreated: 2015-11-19\n---\n\n## Abstract\n\nA.\n";
    // (what, files, path, lines of the text)
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str, &'a [&'a str]);
    let cases: &[Case<'_>] = &[
        (
            "MADR",
            &[("0001-use-x.md", MADR)],
            "docs/adr/0002-cache-in-redis.md",
            &[
                "status: proposed",
                "date: 2026-11-30",
                "# Cache in Redis",
                "## Decision Outcome",
            ],
        ),
        (
            "log4brains",
            &[("20201028-use-x.md", LABELS)],
            "docs/adr/20261130-cache-in-redis.md",
            &["- Status: proposed", "- Date: 2026-11-30", "- Tags: a, b"],
        ),
        (
            "a table, a series with letters, underscores",
            &[
                ("ADR-004_use_x_now.md", TABLE),
                ("ADR-009_use_y_now.md", TABLE),
            ],
            "docs/adr/ADR-010_cache_in_redis.md",
            &[
                "# ADR-010: Cache in Redis",
                "| Status | Proposed |",
                "| Date | 2026-11-30 |",
            ],
        ),
        (
            "titles in the front matter, constants",
            &[
                ("adr011-use-x.md", BACKSTAGE),
                ("adr012-use-y.md", BACKSTAGE),
                ("adr013-use-z.md", BACKSTAGE),
            ],
            "docs/adr/adr014-cache-in-redis.md",
            &[
                "id: adrs-adr014",
                "title: \"ADR014: Cache in Redis\"",
                "type: adr",
            ],
        ),
        (
            "numbers for names",
            &[("eip-20.md", EIP), ("eip-721.md", EIP)],
            "docs/adr/eip-722.md",
            &["title: Cache in Redis", "created: 2026-11-30"],
        ),
        (
            "folders",
            &[("0003-use-x/README.md", NYGARD)],
            "docs/adr/0004-cache-in-redis/README.md",
            &["# 4. Cache in Redis"],
        ),
        (
            "one folder for all",
            &[("api/0003-use-x.md", NYGARD), ("api/0005-use-y.md", NYGARD)],
            "docs/adr/api/0006-cache-in-redis.md",
            &["# 6. Cache in Redis"],
        ),
        (
            "a name that is taken",
            &[(
                "cache-in-redis.md",
                "---\nname: a\ndescription: b\n---\n# X\n",
            )],
            "docs/adr/cache-in-redis-2.md",
            &["name: cache-in-redis-2"],
        ),
    ];
    for (what, files, path, lines) in cases {
        let (_folder, style) = style(files, &[]);
        let rendered = Draft {
            tags: vec!["a".to_owned(), "b".to_owned()],
            ..draft()
        }
        .render(&style);
        assert_eq!(rendered.path, *path, "{what}");
        for line in *lines {
            assert!(
                rendered.text.lines().any(|other| other == *line),
                "{what}: {line} in\n{}",
                rendered.text
            );
        }
        let record = read_back(&rendered);
        assert_eq!(record.title, "Cache in Redis", "{what}");
    }
}

#[test]
fn scope_in_all_of_its_records_leaves_a_log_its_manner() {
    const HEAD: &str = "---\naffects:\n  - src/\n---\n\n";
    const LABELS: &str = "# Use X\n\n- Status: accepted\n- Date: 2020-10-28\n\n## Context and Problem Statement\n\nA.\n";
    const OTHER: &str = "# Use X\n\n## Context\n\nA.\n";
    for (body, dialect, lines) in [
        (
            NYGARD,
            Dialect::Nygard,
            &["Date: 2026-11-30", "Proposed"][..],
        ),
        (
            LABELS,
            Dialect::Labels,
            &["- Status: proposed", "- Date: 2026-11-30"],
        ),
        (OTHER, Dialect::Other, &["date: 2026-11-30"]),
    ] {
        let text = format!("{HEAD}{body}");
        let (_folder, style) = style(&[("0007-x.md", &text), ("0008-y.md", &text)], &[]);
        assert_eq!(style.dialect, dialect);
        for affects in [Vec::new(), vec!["lib/".to_owned()]] {
            let rendered = Draft { affects, ..draft() }.render(&style);
            for line in lines {
                let has = rendered.text.lines().any(|other| other == *line);
                assert!(has, "{line} in\n{}", rendered.text);
            }
            assert!(!rendered.text.starts_with("---\n---"), "{}", rendered.text);
            read_back(&rendered);
        }
    }
}

#[test]
fn a_template_of_the_log_is_filled_in() {
    const MADR: &str = "---\n# These are optional metadata elements.\nstatus: \"{proposed | rejected | accepted}\"\ndate: \"{YYYY-MM-DD when the decision was last updated}\"\n---\n\n# {short title, representative of solved problem}\n\n## Context and Problem Statement\n\n{Describe the context}\n\n## Decision Outcome\n\nChosen option: \"{title of option 1}\"\n";
    let (_folder, with) = style(
        &[
            (
                "0001-use-x.md",
                "---\nstatus: accepted\ndate: 2024-01-01\n---\n# X\n\n## Decision Outcome\n\nX.\n",
            ),
            ("adr-template.md", MADR),
        ],
        &[],
    );
    let rendered = draft().render(&with);
    insta::assert_snapshot!(rendered.text, @r#"
    ---
    # These are optional metadata elements.
    status: "proposed"
    date: "2026-11-30"
    ---

    # Cache in Redis

    ## Context and Problem Statement

    {Describe the context}

    ## Decision Outcome

    Chosen option: "{title of option 1}"
    "#);

    // Words in braces are for a person to see, and no adr-tools.
    let (_folder, with) = style(
        &[
            ("0007-use-postgres.md", NYGARD),
            (
                "adr.template.md",
                "# \\{NUMBER\\}. \\{TITLE\\}\n\n## Changelog\n\n- \\{date\\}\n\n## Status\n\n\\{Proposed|Accepted\\}\n\n## Context\n\n## Decision\n",
            ),
        ],
        &[],
    );
    let rendered = draft().render(&with);
    assert_eq!(
        rendered.text,
        "# 8. Cache in Redis\n\n## Changelog\n\n- \\{date\\}\n\n## Status\n\nProposed\n\n## Context\n\n## Decision\n"
    );

    let (_folder, with) = style(
        &[
            ("0007-use-postgres.md", NYGARD),
            (
                "templates/template.md",
                "# NUMBER. TITLE\n\nDate: DATE\n\n## Status\n\nSTATUS\n\n## Context\n\nThe issue.\n",
            ),
        ],
        &[],
    );
    let rendered = draft().render(&with);
    insta::assert_snapshot!(rendered.text, @r"
    # 8. Cache in Redis

    Date: 2026-11-30

    ## Status

    Proposed

    ## Context

    The issue.
    ");
}

#[test]
fn what_is_said_about_a_record_goes_into_its_template() {
    const LABELS: &str = "# [title]\n\n- Status: [draft | accepted]\n- Date: [YYYY-MM-DD]\n- Tags: [space and/or comma separated]\n\n## Context\n\n[Why]\n\n## Decision Outcome\n\n[What]\n";
    const FIELDS: &str = "---\ndescription:\ndate:\ntags:\n---\n\n# {title}\n\n## Decision\n\n{describe the decision}\n";
    let records = ("0007-use-postgres.md", NYGARD);
    let rendered = |template| {
        let (_folder, with) = style(&[records, ("template.md", template)], &[]);
        Draft {
            description: Some("Tokens: only in Redis.".to_owned()),
            tags: vec!["a".to_owned(), "b".to_owned()],
            ..draft()
        }
        .render(&with)
    };
    insta::assert_snapshot!(rendered(LABELS).text, @r"
    # 8. Cache in Redis

    - Status: Proposed
    - Date: 2026-11-30
    - Tags: a, b

    ## Context

    [Why]

    ## Decision Outcome

    Tokens: only in Redis.

    [What]
    ");
    insta::assert_snapshot!(rendered(FIELDS).text, @r#"
    ---
    description: "Tokens: only in Redis."
    date: "2026-11-30"
    status: Proposed
    tags: a, b
    ---

    # 8. Cache in Redis

    ## Decision

    {describe the decision}
    "#);
}

#[test]
fn line_ends_are_those_of_the_log() {
    let (_folder, style) = style(&[("0007-x.md", &NYGARD.replace('\n', "\r\n"))], &[]);
    let text = draft().render(&style).text;
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}

#[test]
fn marks_in_a_title_stand_for_themselves() {
    for title in [
        "Use __init__ and *args",
        "List<T> in C#",
        "`x` [y](z)",
        "a_b \\ {#c}",
        "C#",
    ] {
        for files in [&[][..], &[("0007-use-postgres.md", NYGARD)][..]] {
            let (_folder, style) = style(files, &[]);
            let rendered = Draft {
                title: title.to_owned(),
                ..draft()
            }
            .render(&style);
            assert_eq!(read_back(&rendered).title, title, "{}", rendered.text);
        }
    }
}

#[test]
fn hostile_values_stay_on_their_line() {
    let (_folder, style) = style(&[], &[]);
    let rendered = Draft {
        title: "A\n---\nstatus: rejected # x".to_owned(),
        description: Some("one\ntwo: [three]\u{7}".to_owned()),
        tags: vec!["]\n- x".to_owned()],
        affects: vec!["a: b\nc".to_owned()],
        ..draft()
    }
    .render(&style);
    let record = read_back(&rendered);
    assert_eq!(record.title, "A --- status: rejected # x");
    assert_eq!(record.description.as_deref(), Some("one two: [three]"));
    assert_eq!(record.status, None);
    assert_eq!(record.affects.entries().len(), 1);
    assert!(Path::new(&rendered.path).starts_with("docs/adr"));
    let told: Vec<String> = lint::record(&record)
        .iter()
        .map(|f| f.rule.to_string())
        .collect();
    assert_eq!(told, Vec::<String>::new());
}
