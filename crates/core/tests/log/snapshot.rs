//! A log of contents that are handed over says what the log on disk says.

use decision_core::{DecisionDir, DecisionLog};

use super::{Tree, paths, slugs};

const RECORD: &str = "---\ndate: 2026-02-31\naffects: [src/, \"!\"]\n---\n\n# A record\n\nYes.\n";
const LIST: &str = "# Records\n\n- [a](a.md)\n- [b](b.md)\n";

/// Everything that a directory may hold, and where it does not look.
const FILES: &[(&str, &str)] = &[
    ("docs/adr/0001-first.md", RECORD),
    ("docs/adr/0002-second.markdown", RECORD),
    ("docs/adr/README.md", LIST),
    ("docs/adr/template.md", "# {title}\n"),
    ("docs/adr/0003-template-engine.md", RECORD),
    ("docs/adr/.draft.md", RECORD),
    ("docs/adr/empty.md", " \n"),
    ("docs/adr/notes.txt", "text"),
    (
        "docs/adr/affects.yaml",
        "0001-first:\n  - lib/\nnobody:\n  - x\n",
    ),
    ("docs/adr/0100-folder/README.md", RECORD),
    ("docs/adr/0101-list/README.md", LIST),
    ("docs/adr/0101-list/0001-inner.md", RECORD),
    ("docs/adr/kep/0102-kep/README.md", "# A KEP\n\nYes.\n"),
    (
        "docs/adr/kep/0102-kep/kep.yaml",
        "title: From the fields\nstatus: implemented\n",
    ),
    ("docs/adr/.hidden/a.md", RECORD),
    ("docs/adr/.claude/settings.md", RECORD),
    ("docs/adr/.claude/decisions/own.md", RECORD),
    ("docs/adr/.claude/worktrees/copy.md", RECORD),
    ("docs/other.md", RECORD),
    ("src/readme.md", RECORD),
];

#[test]
fn contents_and_disk_make_one_log() {
    let tree = Tree::new(FILES);
    for label in ["docs/adr", "."] {
        let on_disk = tree.load(label);
        let dirs = [DecisionDir::new(tree.path(label), label)];
        let files = FILES.iter().rev();
        let files = files.map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
        let handed = DecisionLog::from_files(&dirs, files.collect());

        assert!(handed.records.len() > 5, "{label}");
        assert_eq!(paths(&handed), paths(&on_disk), "{label}");
        assert_eq!(slugs(&handed), slugs(&on_disk), "{label}");
        assert_eq!(handed.skipped, on_disk.skipped, "{label}");
        assert_eq!(handed.findings, on_disk.findings, "{label}");
        for (one, other) in handed.records.iter().zip(&on_disk.records) {
            assert_eq!(
                (&one.affects, &one.title),
                (&other.affects, &other.title),
                "{label}"
            );
            assert_eq!(
                handed.at_path(&one.path).map(|found| &found.slug),
                Some(&one.slug)
            );
        }
    }
}

#[test]
fn the_innermost_directory_has_the_file() {
    let dirs = [
        DecisionDir::new("/r/docs", "docs"),
        DecisionDir::new("/r/docs/adr", "docs/adr"),
    ];
    let file = |path: &str| (path.to_owned(), RECORD.as_bytes().to_vec());
    let log = DecisionLog::from_files(
        &dirs,
        vec![file("docs/adr/a.md"), file("docs/b.md"), file("c.md")],
    );
    let places: Vec<_> = log
        .records
        .iter()
        .map(|record| (record.slug.as_str(), record.place))
        .collect();
    assert_eq!(places, [("a", 1), ("b", 0)]);
    assert!(DecisionLog::reads(&dirs, "docs/x.md") && !DecisionLog::reads(&dirs, "docsx/x.md"));
    assert!(log.at_path("c.md").is_none());
}
