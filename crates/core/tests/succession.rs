//! Which record is in force, told by chains of links and statuses.

use decision_core::{Decision, Names, Rule, Succession, lint};

/// Records from `(slug, status, link)`, each part possibly empty.
fn records(log: &[(&str, &str, &str)]) -> Vec<Decision> {
    log.iter()
        .map(|(slug, status, link)| {
            let field = |key: &str, value: &str| match value {
                "" => String::new(),
                value => format!("{key}: {value}\n"),
            };
            let text = format!("---\n{}{link}\n---\n# {slug}\n", field("status", status));
            Decision::read(&format!("adr/{slug}.md"), slug, 0, text.into_bytes()).0
        })
        .collect()
}

fn succession(records: &[Decision]) -> Succession {
    Succession::of(records, &Names::of(records, |_| true), |_| true)
}

#[test]
fn a_chain_has_one_head() {
    // (what, log, in force, head of the first)
    type Case<'a> = (
        &'a str,
        &'a [(&'a str, &'a str, &'a str)],
        &'a [bool],
        Option<usize>,
    );
    let cases: &[Case<'_>] = &[
        (
            "no links",
            &[("a-1", "accepted", ""), ("b-2", "", "")],
            &[true, true],
            None,
        ),
        (
            "said by the old one",
            &[("a-1", "superseded by b-2", ""), ("b-2", "accepted", "")],
            &[false, true],
            Some(1),
        ),
        (
            "said by the new one alone",
            &[
                ("a-1", "accepted", ""),
                ("b-2", "accepted", "supersedes: a-1"),
            ],
            &[false, true],
            Some(1),
        ),
        (
            "a chain of three",
            &[
                ("a-1", "superseded by b-2", ""),
                ("b-2", "superseded by c-3", ""),
                ("c-3", "accepted", ""),
            ],
            &[false, false, true],
            Some(2),
        ),
        (
            "replaced by what is only proposed",
            &[("a-1", "superseded by b-2", ""), ("b-2", "proposed", "")],
            &[true, true],
            Some(1),
        ),
        (
            "a proposal that claims its place",
            &[
                ("a-1", "accepted", ""),
                ("b-2", "proposed", "supersedes: a-1"),
            ],
            &[true, true],
            Some(1),
        ),
        (
            "replaced by what was rejected",
            &[
                ("a-1", "accepted", ""),
                ("b-2", "rejected", "supersedes: a-1"),
            ],
            &[true, false],
            None,
        ),
        (
            "superseded by something elsewhere",
            &[("a-1", "superseded by gone-9", ""), ("b-2", "accepted", "")],
            &[false, true],
            None,
        ),
        (
            "two that replace each other",
            &[
                ("a-1", "accepted", "supersedes: b-2"),
                ("b-2", "accepted", "supersedes: a-1"),
            ],
            &[true, true],
            Some(1),
        ),
        (
            "itself",
            &[("a-1", "accepted", "supersedes: a-1")],
            &[true],
            None,
        ),
        ("rejected", &[("a-1", "rejected", "")], &[false], None),
    ];
    for (what, log, in_force, head) in cases {
        let records = records(log);
        let succession = succession(&records);
        let found: Vec<bool> = (0..records.len())
            .map(|index| succession.is_in_force(index))
            .collect();
        assert_eq!(found, *in_force, "in force: {what}");
        assert_eq!(succession.head_of(0), *head, "head: {what}");
    }
}

#[test]
fn what_may_not_retire_retires_nothing() {
    let records = records(&[
        ("a-1", "superseded by b-2", ""),
        ("b-2", "accepted", "supersedes: a-1"),
    ]);
    let names = Names::of(&records, |_| true);
    let succession = Succession::of(&records, &names, |record| record != 1);
    assert!(succession.is_in_force(0));
}

#[test]
fn circles_and_dangling_links_are_findings() {
    let records = records(&[
        ("a-1", "accepted", "supersedes: b-2"),
        ("b-2", "accepted", "supersedes: a-1"),
        ("c-3", "accepted", "supersedes: gone-9"),
        ("d-4", "superseded by the new way of working", ""),
        ("e-5", "accepted", "supersedes: https://example.com/adr-9"),
    ]);
    let found: Vec<(Rule, String)> = lint::log(&records)
        .into_iter()
        .map(|finding| (finding.rule, finding.path))
        .collect();
    let expected = [
        (Rule::SupersessionCycle, "adr/a-1.md"),
        (Rule::SupersessionCycle, "adr/b-2.md"),
        (Rule::DanglingLink, "adr/c-3.md"),
    ];
    assert_eq!(found, expected.map(|(rule, path)| (rule, path.to_owned())));
}

#[test]
fn records_are_meant_by_file_slug_and_number() {
    let records = records(&[
        ("0009-help-scripts", "", ""),
        ("adr-012-caching", "", ""),
        ("deep/2022-11-09-api", "", ""),
        ("twin/0020-a", "", ""),
        ("other/0020-b", "", ""),
    ]);
    let names = Names::of(&records, |_| true);
    let cases: &[(&str, Option<usize>)] = &[
        ("0009-help-scripts.md", Some(0)),
        ("../adr/0009-help-scripts.md#status", Some(0)),
        ("9. Help scripts", Some(0)),
        ("9", Some(0)),
        ("ADR-0012", Some(1)),
        ("ADR 12", Some(1)),
        ("adr-12 (caching)", Some(1)),
        ("https://example.com/docs/adr/0012-x.md", Some(1)),
        ("https://example.com/issues/12", None),
        ("2022-11-09-api", Some(2)),
        ("../2022-11-09-api/README.md", Some(2)),
        ("20", None),
        ("0020-b", Some(4)),
        ("nothing like it", None),
        ("", None),
    ];
    for (words, record) in cases {
        assert_eq!(names.by_words(words), *record, "{words}");
    }
}
