//! An index that is brought up to date without being asked.
#![expect(clippy::unwrap_used, reason = "a helper of a test fails by panicking")]

use std::fs;
use std::path::Path;

use decision_git::Environment;
use decision_policy::index::{self, RULES_FILE, Refreshed};
use decision_policy::workspace::Workspace;

fn write(root: &Path, path: &str, text: &str) {
    let file = root.join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// Refreshes the index of a log of one record beside a file; what became of it, and the text of the file.
fn refreshed(file: &str, text: &str, settings: &str) -> (Option<Refreshed>, String) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "docs/decisions/one.md", "# One\n\nText.\n");
    write(root, file, text);
    write(root, ".decision.yaml", settings);
    let environment = Environment {
        isolated: true,
        ..Environment::default()
    };
    let workspace = Workspace::open(root, &[], &environment).unwrap();
    let refreshed = index::refresh_existing(&workspace).unwrap();
    (
        refreshed.map(|(_, refreshed)| refreshed),
        fs::read_to_string(root.join(file)).unwrap(),
    )
}

const INDEX: &str = "# Ours\n\n<!-- decision:index begin -->\nold\n<!-- decision:index end -->\n";

#[test]
fn only_a_file_that_holds_an_index_is_written_unasked() {
    let older = "# Team Decisions\n\n## X\n- [one](docs/decisions/one.md) \u{2014} One\n";
    for (file, text, settings, expected) in [
        (RULES_FILE, INDEX, "budget: 40\n", Some(Refreshed::Written)),
        (RULES_FILE, older, "budget: 40\n", Some(Refreshed::Written)),
        (
            RULES_FILE,
            "# Rules by hand\n\n- one\n",
            "budget: 40\n",
            None,
        ),
        ("all.md", INDEX, "index: all.md\n", Some(Refreshed::Written)),
        ("all.md", "by hand\n", "index: all.md\n", None),
        ("all.md", INDEX, "budget: 40\n", None),
    ] {
        let (refreshed, after) = refreshed(file, text, settings);
        assert_eq!(refreshed, expected, "{file} {text:?} {settings:?}");
        assert_eq!(after == text, expected.is_none(), "{after:?}");
        if expected.is_some() {
            let again = self::refreshed(file, &after, settings);
            assert_eq!(again, (Some(Refreshed::Unchanged), after));
        }
    }
}
