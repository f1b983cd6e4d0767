//! What is read of a directory, what is passed over, and that it is the same every time.

#![expect(clippy::unwrap_used, reason = "a helper that fails fails its test")]

#[cfg(unix)]
mod unix;

use std::fs;
use std::path::PathBuf;

use decision_core::{Decision, DecisionDir, DecisionLog, MAX_RECORD_BYTES, Rule, SkipReason};
use tempfile::TempDir;

struct Tree(TempDir);

impl Tree {
    fn new(files: &[(&str, &str)]) -> Tree {
        let tree = Tree(tempfile::tempdir().unwrap());
        for (path, text) in files {
            tree.write(path, text.as_bytes());
        }
        tree
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn load(&self, dir: &str) -> DecisionLog {
        let dir = DecisionDir::new(self.path(dir), dir).within(self.0.path());
        DecisionLog::load(&[dir])
    }
}

fn paths(log: &DecisionLog) -> Vec<&str> {
    log.records
        .iter()
        .map(|record| record.path.as_str())
        .collect()
}

fn slugs(log: &DecisionLog) -> Vec<&str> {
    log.records
        .iter()
        .map(|record| record.slug.as_str())
        .collect()
}

fn skipped(log: &DecisionLog) -> Vec<(&str, SkipReason)> {
    log.skipped
        .iter()
        .map(|one| (one.path.as_str(), one.reason))
        .collect()
}

fn findings(log: &DecisionLog) -> Vec<(&str, Rule)> {
    log.findings
        .iter()
        .map(|one| (one.path.as_str(), one.rule))
        .collect()
}

const TEMPLATE: &str = "# {short title}\n\n## Context\n\n{Describe the context}\n";

#[test]
fn an_empty_folder_is_an_empty_log() {
    let tree = Tree::new(&[]);
    fs::create_dir(tree.path("adr")).unwrap();
    let log = tree.load("adr");
    assert!(log.records.is_empty() && log.skipped.is_empty() && log.findings.is_empty());
    assert!(!DecisionLog::holds_records(&tree.path("adr")));
}

#[test]
fn a_folder_that_is_not_there_is_a_finding() {
    let tree = Tree::new(&[]);
    let log = tree.load("adr");
    assert_eq!(paths(&log), [""; 0]);
    assert_eq!(findings(&log), [("adr", Rule::Unreadable)]);
    assert!(!DecisionLog::holds_records(&tree.path("adr")));
}

#[test]
fn files_about_the_folder_are_skipped_with_their_reason() {
    let tree = Tree::new(&[
        ("adr/0001-a.md", "# A\n"),
        (
            "adr/0002-template-engine.md",
            "# Use a template engine\n\nTODO later\n",
        ),
        ("adr/sub/b.mdx", "# B\n"),
        ("adr/c.MD", "# C\n"),
        ("adr/README.md", "# Records\n\n- [A](0001-a.md)\n"),
        ("adr/index.md", "# Index\n"),
        ("adr/sub/Readme.md", "# Sub\n"),
        ("adr/template.md", TEMPLATE),
        ("adr/0000-adr-template.md", TEMPLATE),
        (
            "adr/template-2.md",
            "# Use the new template\n\nWe take it from the shelf.\n",
        ),
        ("adr/empty.md", " \n\n"),
        ("adr/notes.txt", "# no\n"),
        ("adr/picture.png", "x"),
        ("adr/md", "# no ending\n"),
    ]);
    let log = tree.load("adr");
    assert_eq!(
        paths(&log),
        [
            "adr/0001-a.md",
            "adr/0002-template-engine.md",
            "adr/c.MD",
            "adr/sub/b.mdx",
            // Named like a template, but there is nothing to fill in.
            "adr/template-2.md",
        ]
    );
    assert_eq!(
        slugs(&log),
        ["0001-a", "0002-template-engine", "c", "sub/b", "template-2"]
    );
    assert_eq!(
        skipped(&log),
        [
            ("adr/0000-adr-template.md", SkipReason::Template),
            ("adr/README.md", SkipReason::Index),
            ("adr/empty.md", SkipReason::Empty),
            ("adr/index.md", SkipReason::Index),
            ("adr/sub/Readme.md", SkipReason::Index),
            ("adr/template.md", SkipReason::Template),
        ]
    );
    assert!(log.skipped.iter().all(|one| !one.reason.may_be_lost()));
    assert!(DecisionLog::holds_records(&tree.path("adr")));
}

#[test]
fn a_dated_or_numbered_folder_is_a_record_by_its_readme() {
    let list = "# API\n\n- [one](one.md)\n- [two](two.md)\n";
    let tree = Tree::new(&[
        (
            "adr/2022-11-09-api/README.md",
            "# The API\n\n## Decision\n\nWe split the API in two.\n",
        ),
        ("adr/2022-11-09-api/diagram.png", "x"),
        ("adr/0012-store/readme.md", "# Store\n"),
        ("adr/2023-01-01-many/README.md", list),
        ("adr/2023-01-01-many/one.md", "# One\n"),
        ("adr/2023-01-01-many/two.md", "# Two\n"),
        (
            "adr/2023-02-02-both/README.md",
            "# Both\n\nText.\n\nMore text.\n\n## Decision\n\nWe keep both.\n",
        ),
        ("adr/2023-02-02-both/appendix.md", "# Appendix\n"),
        ("adr/other/README.md", "# Other\n"),
    ]);
    let log = tree.load("adr");
    assert_eq!(
        slugs(&log),
        [
            "0012-store",
            "2022-11-09-api",
            "2023-01-01-many/one",
            "2023-01-01-many/two",
            "2023-02-02-both",
            "2023-02-02-both/appendix",
        ]
    );
    assert_eq!(log.records[1].date.as_deref(), Some("2022-11-09"));
    assert_eq!(log.records[0].id.as_deref(), Some("0012"));
    assert_eq!(
        skipped(&log),
        [
            ("adr/2023-01-01-many/README.md", SkipReason::Index),
            ("adr/other/README.md", SkipReason::Index),
        ]
    );
}

#[test]
fn fields_beside_a_folder_record_are_its_own() {
    let yaml = "title: Pod priority\nkep-number: 564\nauthors:\n  - \"@ann\"\nstatus: implementable\ncreation-date: 2018-01-29\ncreated: soon\nreplaces:\n  - /keps/sig-a/0100-old\n";
    let tree = Tree::new(&[
        (
            "keps/sig-a/564-priority/README.md",
            "# KEP-564: Priority\n\n## Summary\n\nPods get a priority.\n",
        ),
        ("keps/sig-a/564-priority/kep.yaml", yaml),
        (
            "keps/sig-a/565-own/README.md",
            "---\ntitle: Own\n---\n\nText.\n",
        ),
        (
            "keps/sig-a/565-own/kep.yaml",
            "title: Other\nstatus: withdrawn\n",
        ),
        ("keps/sig-a/566-bad/README.md", "# Bad\n"),
        (
            "keps/sig-a/566-bad/kep.yaml",
            "title: a: b\nstatus: provisional\n",
        ),
        ("keps/sig-a/567-none/README.md", "# None\n"),
        ("keps/sig-a/notes/README.md", "# About\n"),
        ("keps/sig-a/notes/kep.yaml", "title: no folder record\n"),
        ("keps/prod-readiness/564.yaml", "kep-number: 564\n"),
    ]);
    let log = tree.load("keps");
    let told: Vec<_> = log
        .records
        .iter()
        .map(|record| {
            (
                record.slug.as_str(),
                record.title.as_str(),
                record.id.as_deref(),
                record.date.as_deref(),
                record.status.as_ref().map(|status| status.text.as_str()),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (
                "sig-a/564-priority",
                "Pod priority",
                Some("564"),
                Some("2018-01-29"),
                Some("implementable")
            ),
            ("sig-a/565-own", "Own", Some("565"), None, Some("withdrawn")),
            (
                "sig-a/566-bad",
                "a: b",
                Some("566"),
                None,
                Some("provisional")
            ),
            ("sig-a/567-none", "None", Some("567"), None, None),
        ]
    );
    assert_eq!(log.records[0].people[0].name, "@ann");
    assert_eq!(log.records[0].links[0].target, "/keps/sig-a/0100-old");
    assert_eq!(
        log.findings
            .iter()
            .map(|one| (one.path.as_str(), one.rule, one.line))
            .collect::<Vec<_>>(),
        [
            (
                "keps/sig-a/564-priority/kep.yaml",
                Rule::InvalidDate,
                Some(7)
            ),
            (
                "keps/sig-a/566-bad/kep.yaml",
                Rule::InvalidFrontMatter,
                Some(1)
            ),
        ]
    );
    assert_eq!(
        skipped(&log),
        [("keps/sig-a/notes/README.md", SkipReason::Index)]
    );
}

#[test]
fn hidden_folders_and_other_trees_are_passed_over() {
    let tree = Tree::new(&[
        ("a.md", "# A\n"),
        (".hidden.md", "# no\n"),
        (".claude/decisions/b.md", "# B\n"),
        (".claude/notes.md", "# no\n"),
        (".claude/worktrees/w/.claude/decisions/b.md", "# copy\n"),
        (".claude/decisions/.trash/b.md", "# no\n"),
        (".decisions/c.md", "# C\n"),
        (".decisions/.old/c.md", "# no\n"),
        (".archgate/adrs/d.md", "# D\n"),
        (".archgate/lint/d.md", "# no\n"),
        (".github/e.md", "# no\n"),
        ("worktree/.git", "gitdir: ../.git/worktrees/worktree\n"),
        ("worktree/a.md", "# copy\n"),
        ("nested/.git/HEAD", "ref: refs/heads/main\n"),
        ("nested/a.md", "# other repository\n"),
        ("node_modules.md/f.md", "# F\n"),
    ]);
    let log = tree.load(".");
    assert_eq!(
        paths(&log),
        [
            ".archgate/adrs/d.md",
            ".claude/decisions/b.md",
            ".decisions/c.md",
            "a.md",
            "node_modules.md/f.md"
        ]
    );
    assert_eq!(skipped(&log), [(".hidden.md", SkipReason::Hidden)]);
    // A hidden folder that is named is read, and so is one with a repository of its own.
    assert_eq!(
        paths(&tree.load(".claude/decisions")),
        [".claude/decisions/b.md"]
    );
    assert_eq!(paths(&tree.load("worktree")), ["worktree/a.md"]);
}

#[test]
fn git_ignored_records_are_read() {
    let tree = Tree::new(&[
        (".gitignore", "docs/\n*.md\n"),
        (".ignore", "*\n"),
        ("docs/.gitignore", "*\n"),
        ("docs/a.md", "# A\n"),
    ]);
    assert_eq!(paths(&tree.load("docs")), ["docs/a.md"]);
}

#[test]
fn every_kind_of_content_has_its_defined_result() {
    let long = format!(
        "# Long\n\n![p](data:{})\n\n## Decision\n\nWe keep it.\n",
        "A".repeat(300 * 1024)
    );
    let large = format!("# Large\n\n{}", "x ".repeat(600 * 1024));
    let exact = {
        let head = "# Exact\n\n";
        format!(
            "{head}{}",
            "x".repeat(usize::try_from(MAX_RECORD_BYTES).unwrap() - head.len())
        )
    };
    let tree = Tree::new(&[
        ("adr/long.md", &long),
        ("adr/large.md", &large),
        ("adr/exact.md", &exact),
        ("adr/nul.md", "# N\0ul\n\n## Decision\n\nA\0b.\n"),
        ("adr/bom.md", "\u{feff}---\ntitle: Bom\ntags: [x]\n---\n"),
        (
            "adr/crlf.md",
            "---\r\ntitle: Crlf\r\ntags:\r\n- x\r\n---\r\n\r\nText.\r\n",
        ),
        (
            "adr/mixed.md",
            "---\r\ntitle: Mixed\ntags: [x]\r\n---\n# Other\r\n",
        ),
        ("adr/no-newline.md", "# No newline"),
    ]);
    tree.write("adr/latin.md", b"# Caf\xe9\n\nna\xefve\n");
    tree.write("adr/binary.md", &[0xff, 0xfe, 0, 0x80, 0xc3]);
    let log = tree.load("adr");
    let titles: Vec<_> = log
        .records
        .iter()
        .map(|record| (record.slug.as_str(), record.title.as_str()))
        .collect();
    assert_eq!(
        titles,
        [
            ("binary", "Binary"),
            ("bom", "Bom"),
            ("crlf", "Crlf"),
            ("exact", "Exact"),
            ("latin", "Caf\u{fffd}"),
            ("long", "Long"),
            ("mixed", "Mixed"),
            ("no-newline", "No newline"),
            ("nul", "N\0ul"),
        ]
    );
    for slug in ["bom", "crlf", "mixed"] {
        assert_eq!(log.find(slug)[0].tags, ["x"], "{slug}");
    }
    assert_eq!(
        log.find("long")[0].deciding_sentence().as_deref(),
        Some("We keep it.")
    );
    assert_eq!(skipped(&log), [("adr/large.md", SkipReason::Unreadable)]);
    assert_eq!(
        findings(&log),
        [
            ("adr/binary.md", Rule::NoTitle),
            ("adr/binary.md", Rule::NotUtf8),
            ("adr/large.md", Rule::TooLarge),
            ("adr/latin.md", Rule::NotUtf8),
        ]
    );
}

/// What a log says, in words that can be compared.
fn told(log: &DecisionLog) -> String {
    format!("{:?}\n{:?}\n{:?}", log.records, log.skipped, log.findings)
}

#[test]
fn below_and_above_the_parallel_threshold_the_result_is_the_same() {
    let record = |n: usize| match n % 4 {
        0 => format!("# {n}. Use it\n\n## Status\n\nAccepted\n"),
        1 => format!("---\ntitle: T{n}: x\nstatus: accepted\n---\n"),
        2 => format!("---\ntitle: T{n}\ndate: 2024-13-01\n---\n"),
        _ => String::new(),
    };
    let tree = Tree::new(&[]);
    for n in 0..600 {
        tree.write(&format!("adr/d{}/{n:04}-x.md", n % 7), record(n).as_bytes());
    }
    let whole = tree.load("adr");
    assert_eq!((whole.records.len(), whole.skipped.len()), (450, 150));
    assert!(paths(&whole).is_sorted() && whole.skipped.is_sorted() && whole.findings.is_sorted());
    assert_eq!(told(&tree.load("adr")), told(&whole));
    // The same files folder by folder, each below the threshold.
    let mut parts = DecisionLog::default();
    for folder in 0..7 {
        let one = DecisionDir::new(
            tree.path(&format!("adr/d{folder}")),
            format!("adr/d{folder}"),
        );
        let log = DecisionLog::load(&[one]);
        assert!(log.records.len() + log.skipped.len() < 192);
        parts.records.extend(log.records);
        parts.skipped.extend(log.skipped);
        parts.findings.extend(log.findings);
    }
    let plain = |record: &Decision| {
        (
            record.path.clone(),
            record.title.clone(),
            record.id.clone(),
            record.status.clone(),
        )
    };
    assert_eq!(
        parts.records.iter().map(plain).collect::<Vec<_>>(),
        whole.records.iter().map(plain).collect::<Vec<_>>()
    );
    assert_eq!(parts.skipped, whole.skipped);
    assert_eq!(parts.findings, whole.findings);
}

#[test]
fn ten_thousand_files_load_in_order() {
    let tree = Tree::new(&[]);
    fs::create_dir(tree.path("adr")).unwrap();
    for n in 0..10_000 {
        fs::write(
            tree.path(&format!("adr/{n:05}-x.md")),
            format!("# {n}. T\n"),
        )
        .unwrap();
    }
    let log = tree.load("adr");
    assert_eq!(log.records.len(), 10_000);
    assert!(paths(&log).is_sorted());
    assert_eq!(log.records[9_999].id.as_deref(), Some("9999"));
    assert_eq!(log.findings, []);
}

#[test]
fn directories_one_in_the_other_read_a_file_once() {
    let tree = Tree::new(&[
        ("docs/adr/a.md", "# A\n"),
        ("docs/b.md", "# B\n"),
        ("docs/adr/README.md", "# R\n"),
    ]);
    let dir = |path: &str| DecisionDir::new(tree.path(path), path);
    for dirs in [
        [dir("docs"), dir("docs/adr")],
        [dir("docs/adr"), dir("docs")],
    ] {
        let log = DecisionLog::load(&dirs);
        let placed: Vec<_> = log
            .records
            .iter()
            .map(|record| {
                (
                    record.path.as_str(),
                    record.slug.as_str(),
                    log.dirs[record.place].label.as_str(),
                )
            })
            .collect();
        assert_eq!(
            placed,
            [
                ("docs/adr/a.md", "a", "docs/adr"),
                ("docs/b.md", "b", "docs")
            ]
        );
        assert_eq!(skipped(&log), [("docs/adr/README.md", SkipReason::Index)]);
    }
}

#[test]
fn a_directory_named_like_a_record_is_no_record() {
    let tree = Tree::new(&[("adr/a.md", "# A\n"), ("adr/x.md/inner.md", "# Inner\n")]);
    fs::create_dir(tree.path("adr/empty.md")).unwrap();
    let log = tree.load("adr");
    assert_eq!(paths(&log), ["adr/a.md", "adr/x.md/inner.md"]);
    assert_eq!(findings(&log), []);
}

#[test]
fn a_record_is_found_by_what_people_call_it() {
    let tree = Tree::new(&[
        ("adr/0007-use-postgres.md", "# 7. Use Postgres\n"),
        (
            "adr/db/0008-indexes.md",
            "---\nid: ADR-008\n---\n# Indexes\n",
        ),
    ]);
    let log = tree.load("adr");
    let cases: &[(&str, &str)] = &[
        ("0007-use-postgres", "0007-use-postgres"),
        ("0007-use-postgres.md", "0007-use-postgres"),
        ("adr/0007-use-postgres.md", "0007-use-postgres"),
        ("./adr/0007-use-postgres.md", "0007-use-postgres"),
        ("adr\\db\\0008-indexes.md", "db/0008-indexes"),
        ("0008-indexes", "db/0008-indexes"),
        ("adr-008", "db/0008-indexes"),
        ("8", "db/0008-indexes"),
        ("ADR-7", "0007-use-postgres"),
    ];
    for (name, slug) in cases {
        let found: Vec<_> = log
            .find(name)
            .iter()
            .map(|record| record.slug.as_str())
            .collect();
        assert_eq!(found, [*slug], "{name}");
    }
    assert!(log.find("nothing").is_empty() && log.find("").is_empty() && log.find("99").is_empty());
}

#[test]
fn a_record_is_told_by_its_path_before_it_is_there() {
    let dirs = [
        DecisionDir::new("/r/docs/adr", "docs/adr"),
        DecisionDir::new("/r/pkg/docs/adr", "pkg/docs/adr"),
    ];
    let cases: &[(&str, Option<(usize, &str)>)] = &[
        ("docs/adr/0001-a.md", Some((0, "0001-a"))),
        ("docs/adr/area/0002-b.MD", Some((0, "area/0002-b"))),
        ("pkg/docs/adr/c.markdown", Some((1, "c"))),
        ("docs/adr/2026-01-02-x/README.md", Some((0, "2026-01-02-x"))),
        ("docs/adr/README.md", None),
        ("docs/adr/template.md", None),
        ("docs/adr/.hidden.md", None),
        ("docs/adr/.hidden/a.md", None),
        ("docs/adr/affects.yaml", None),
        ("docs/adr/a.txt", None),
        ("docs/adrs/a.md", None),
        ("docs/adr", None),
        ("", None),
    ];
    for (path, expected) in cases {
        let expected = expected.map(|(place, slug)| (place, slug.to_owned()));
        assert_eq!(DecisionLog::record_at(&dirs, path), expected, "{path}");
    }
}
