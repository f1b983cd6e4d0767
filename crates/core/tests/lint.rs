//! What is wrong with a record in its own dialect, and with a log.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

use decision_core::{Decision, Dialect, Finding, Rule, Severity, lint};

fn read(path: &str, text: &str) -> Decision {
    let slug = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let slug = slug.strip_suffix(".md").unwrap_or(slug);
    Decision::read(path, slug, 0, text.as_bytes().to_vec()).0
}

fn told(findings: &[Finding]) -> Vec<(&'static str, Option<usize>)> {
    findings
        .iter()
        .map(|finding| (finding.rule.name(), finding.line))
        .collect()
}

const NYGARD: &str = "# 7. Use X\n\nDate: 2024-05-01\n\n## Status\n\nAccepted\n\n## Context\n\nA.\n\n## Decision\n\nWe use X.\n\n## Consequences\n\nC.\n";

#[test]
fn a_record_is_judged_in_its_own_dialect() {
    // (what, path, text, dialect, rules with lines)
    type Told<'a> = &'a [(&'a str, Option<usize>)];
    let cases: &[(&str, &str, &str, Dialect, Told<'_>)] = &[
        (
            "whole Nygard",
            "adr/0007-use-x.md",
            NYGARD,
            Dialect::Nygard,
            &[],
        ),
        (
            "Nygard with parts missing",
            "adr/0007-use-x.md",
            "# 7. Use X\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use X.\n",
            Dialect::Nygard,
            &[("missing-section", Some(1))],
        ),
        (
            "whole native",
            "adr/use-x.md",
            "---\nname: use-x\ndescription: We use X.\ndate: 2024-01-01\naffects: [src/]\n---\n# X\n",
            Dialect::Native,
            &[],
        ),
        (
            "native with fields missing",
            "adr/use-x.md",
            "---\nname: use-x\naffects: [src/]\n---\n# X\n\nText here.\n",
            Dialect::Native,
            &[("missing-field", Some(1)), ("missing-field", Some(1))],
        ),
        (
            "native with a description that is empty",
            "adr/use-x.md",
            "---\nname: use-x\ndescription:\ndate: 2024-01-01\n---\n# X\n\nText here.\n",
            Dialect::Native,
            &[("missing-field", Some(3))],
        ),
        (
            "description of another format",
            "EIPS/eip-1559.md",
            "---\neip: 1559\ntitle: T\ndescription: D\naffects: [x]\nstatus: Final\ncreated: 2019-04-13\n---\n\n## Abstract\n\nA.\n",
            Dialect::Other,
            &[],
        ),
        (
            "MADR without an outcome",
            "adr/0001-x.md",
            "---\nstatus: accepted\ndeciders: A\n---\n# X\n\n## Context and Problem Statement\n\nA.\n",
            Dialect::Madr,
            &[("missing-section", Some(5))],
        ),
        (
            "log4brains",
            "adr/20240101-x.md",
            "# X\n\n- Status: accepted\n\n## Context\n\nA.\n",
            Dialect::Labels,
            &[],
        ),
        (
            "a plain text",
            "adr/x.md",
            "# X\n\nWe use X.\n",
            Dialect::Other,
            &[],
        ),
        (
            "nothing said",
            "adr/x.md",
            "---\ntitle: X\n---\n\n# X\n\n## Decision\n\nTBD\n",
            Dialect::Other,
            &[("no-decision", Some(7))],
        ),
        (
            "a template that was not filled in",
            "adr/0001-x.md",
            "---\nstatus: \"{proposed | accepted}\"\ndate: 2024-01-01\ndeciders: {list everyone}\n---\n\n# {short title of it}\n\n## Context and Problem Statement\n\nA.\n\n## Decision Outcome\n\nB.\n",
            Dialect::Madr,
            &[
                ("placeholder", Some(2)),
                ("placeholder", Some(4)),
                ("placeholder", Some(7)),
            ],
        ),
        (
            "labels, and scope that was added",
            "adr/0007-use-x.md",
            "---\naffects:\n  - src/\nsupersedes: [0003-use-y]\n---\n\n# 7. Use X\n\n* Status: accepted\n\n## Decision\n\nWe use X.\n",
            Dialect::Labels,
            &[],
        ),
        (
            "an unknown status",
            "adr/0007-use-x.md",
            "# 7. Use X\n\n* Status: acepted\n\n## Decision\n\nWe use X.\n",
            Dialect::Labels,
            &[("unknown-status", Some(3))],
        ),
        (
            "a template that escapes its braces and quotes its advice",
            "adr/adr-028-use-x.md",
            "# ADR 028: Use X\n\n## Changelog\n\n- \\{date\\}: \\{changelog\\}\n\n## Status\n\nProposed\n\n## Context\n\n> This section contains all the context.\n\n## Decision\n\n> This section explains all of the details.\nIt should also describe what changes.\n\n## Consequences\n\nNone.\n",
            Dialect::Nygard,
            &[("placeholder", Some(5)), ("placeholder", Some(11))],
        ),
        (
            "advice that was left above the text, and braces that say something",
            "adr/adr-029-use-x.md",
            "# ADR 029: Use X\n\n## Status\n\nProposed\n\n## Context\n\n{\"a\": 1, \"b\": 2}\n\n## Decision\n\n> This section explains all of the details.\n\nWe escape `{}` as \\{\\} in prose.\n\n```\n\\{date\\}\n```\n\n## Consequences\n\nNone.\n",
            Dialect::Nygard,
            &[],
        ),
        (
            "a section that is to be described",
            "adr/0021-use-x.md",
            "# Use X\n\n## Context and Problem Statement\n\n{Describe the context and problem statement.}\n\n## Decision Outcome\n\nWe use X.\n",
            Dialect::Other,
            &[("placeholder", Some(3))],
        ),
        (
            "an option without a name",
            "adr/0021-use-x.md",
            "# Use X\n\n* Status: proposed\n\n## Context and Problem Statement\n\nWe need X.\n\n## Considered Options\n\n* [option 1]\n\n## Decision Outcome\n\nChosen option: \"[option 1]\", because [justification].\n",
            Dialect::Labels,
            &[("placeholder", Some(13))],
        ),
        (
            "advice of several lines in brackets",
            "adr/0021-use-x.md",
            "# Use X\n\n* Status: proposed\n\n## Context and Problem Statement\n\n[Describe the context\nand the problem.] <!-- optional -->\n\n## Considered Options\n\n* a\n\n## Decision Outcome\n\n{Describe what is chosen,\nand why.}\n",
            Dialect::Labels,
            &[("placeholder", Some(5))],
        ),
        (
            "a copied heading",
            "adr/0021-use-x.md",
            NYGARD,
            Dialect::Nygard,
            &[("number-mismatch", Some(1))],
        ),
        (
            "a number that is about another thing",
            "EIPS/eip-7144.md",
            "# ERC-20: receipts\n\nWe add receipts.\n",
            Dialect::Other,
            &[],
        ),
        (
            "a date in a label that is none",
            "adr/0007-use-x.md",
            "# 7. Use X\n\n* Date: 2024-13-45\n* Status: accepted\n\n## Decision\n\nWe use X.\n",
            Dialect::Labels,
            &[("invalid-date", Some(3))],
        ),
    ];
    for (what, path, text, dialect, expected) in cases {
        let record = read(path, text);
        assert_eq!(Dialect::of(&record), *dialect, "{what}");
        let findings = lint::record(&record);
        assert_eq!(told(&findings), *expected, "{what}: {findings:?}");
        assert!(
            findings.iter().all(|finding| !finding.help.is_empty()),
            "{what}"
        );
    }
}

#[test]
fn reading_and_judging_come_together() {
    let text = b"---\nname: x\ndescription: d\ndate: 2024-02-30\n---\n# X\n".to_vec();
    let (_, findings) = lint::read("adr/x.md", "x", 0, text);
    assert_eq!(told(&findings), [("invalid-date", Some(4))]);
    assert_eq!(findings[0].severity, Severity::Error);
}

#[test]
fn a_log_has_no_two_of_a_kind() {
    let records = [
        read("adr/0001-a.md", "---\nname: first\nid: A-1\n---\n# A\n"),
        read("adr/0001-b.md", "---\nname: b\n---\n\n# B\n"),
        read("adr/0002-c.md", "---\nname: First\n---\n# C\n"),
        read("adr/d.md", "---\nid: a-1\n---\n# D\n"),
        read("adr/0002-C.md", "# C\n"),
    ];
    let found: Vec<String> = lint::log(&records)
        .iter()
        .map(ToString::to_string)
        .collect();
    insta::assert_snapshot!(found.join("\n"), @r"
    adr/0001-b.md:5: error [duplicate-number]: number 1 is that of adr/0001-a.md too (give one of them another number: `decision renumber`)
    adr/0002-C.md:1: error [duplicate-number]: number 2 is that of adr/0002-c.md too (give one of them another number: `decision renumber`)
    adr/0002-C.md:1: error [duplicate-slug]: its slug is that of adr/0002-c.md too (rename one of the two files)
    adr/0002-c.md:2: error [duplicate-slug]: its name `First` is that of adr/0001-a.md too (give one of them another `name`)
    adr/d.md:2: error [duplicate-id]: its `id` a-1 is that of adr/0001-a.md too (give one of them another identifier)
    ");
}

#[test]
fn a_folder_has_the_number_of_its_record() {
    let records = [
        read("keps/net/2401-a/README.md", "# A\n"),
        read("keps/net/2401-b/index.md", "# B\n"),
        read("keps/net/2401-c.md", "# C\n"),
        read("keps/node/2401-d/README.md", "# D\n"),
        read("keps/net/2402-e/README.md", "# E\n"),
        read("keps/net/README.md", "# F\n"),
        read("README.md", "# G\n"),
    ];
    let found: Vec<String> = lint::log(&records)
        .iter()
        .filter(|finding| finding.rule == Rule::DuplicateNumber)
        .map(|finding| format!("{}: {}", finding.path, finding.message))
        .collect();
    insta::assert_snapshot!(found.join("\n"), @r"
    keps/net/2401-b/index.md: number 2401 is that of keps/net/2401-a/README.md too
    keps/net/2401-c.md: number 2401 is that of keps/net/2401-a/README.md too
    ");
}

#[test]
fn supersession_is_said_by_both_and_leads_somewhere() {
    let records = [
        read("adr/0001-a.md", NYGARD),
        read(
            "adr/0002-b.md",
            "---\nstatus: accepted\nsupersedes:\n  - 0001-a\n  - 0099-gone\n---\n# B\n",
        ),
        read("adr/0003-c.md", "# C\n\n## Status\n\nSuperseded\n"),
        read(
            "adr/0004-d.md",
            "# D\n\n## Status\n\nSuperseded by [9. X](0009-x.md)\n",
        ),
        read(
            "adr/0005-e.md",
            "---\nstatus: proposed\nsupersedes: 0001-a\n---\n# E\n",
        ),
    ];
    let found: Vec<String> = lint::log(&records)
        .iter()
        .map(ToString::to_string)
        .collect();
    insta::assert_snapshot!(found.join("\n"), @r"
    adr/0002-b.md:4: warning [one-sided-supersession]: it takes the place of adr/0001-a.md, whose status is still `Accepted` (`decision supersede 0001-a --by 0002-b` sets both ends)
    adr/0002-b.md:5: warning [dangling-link]: no record is meant by `0099-gone` (name a record of this log by its file, slug or number)
    adr/0003-c.md:3: info [no-successor]: it is superseded, and no record says by what (`decision supersede 0003-c --by RECORD` names it, or call it deprecated)
    adr/0004-d.md:5: warning [dangling-link]: no record is meant by `0009-x.md` (name a record of this log by its file, slug or number)
    ");
}

#[test]
fn entries_that_nothing_matches_are_dead() {
    let record = read(
        "adr/a.md",
        "---\naffects:\n  - src/a.rs\n  - src/gone.rs # c\n  - \"!src/gen/\"\n  - \"[\"\n---\n# A\n",
    );
    let findings = lint::affects(&record, |entry| entry == "src/a.rs");
    assert_eq!(told(&findings), [("dead-affects", Some(4))]);
    let section = read(
        "adr/a.md",
        "# A\n\n## Applies To\n\n- `src/a.rs`\n- `src/gone.rs`\n",
    );
    let findings = lint::affects(&section, |entry| entry == "src/a.rs");
    assert_eq!(told(&findings), [("dead-affects", Some(6))]);
}

#[test]
fn links_in_the_text_lead_to_files() {
    let record = read(
        "docs/adr/a.md",
        "# A\n\nSee [b](b.md#x), [c](../c.md), [d](./gone.md) and `[e](gone.md)`.\n\n```\n[f](gone.md)\n```\n\n[g](https://x.y/z.md) [h](#h) [i](/root.md) [j](../../../out.md) [k](with%20space.md)\n\n[l]: <c2.md> \"C\"\n[^1]: not-a-link.md\n[m]: b.md\n    [n]: code.md\n",
    );
    let there = ["docs/adr/b.md", "docs/c.md", "docs/adr/with space.md"];
    let findings = lint::links(&record, |path| there.contains(&path));
    assert_eq!(
        told(&findings),
        [("broken-link", Some(3)), ("broken-link", Some(11))]
    );
    assert!(findings[0].message.contains("./gone.md"), "{findings:?}");
}

#[test]
fn rules_are_known_by_their_names() {
    for rule in Rule::ALL {
        assert_eq!(Rule::named(rule.name()), Some(*rule));
        assert!(!rule.summary().is_empty());
    }
    assert_eq!(Rule::named("no-such-rule"), None);
}
