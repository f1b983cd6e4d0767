//! `decision renumber`.

use super::{NYGARD, read};
use crate::support::{Sandbox, record};

#[test]
fn of_two_that_took_one_number_the_unmerged_one_gets_another() {
    let sandbox = Sandbox::new();
    let named = |number: u32, title: &str| {
        NYGARD.replace("# 1. Use Postgres", &format!("# {number}. {title}"))
    };
    sandbox
        .write("doc/adr/0001-use-postgres.md", NYGARD)
        .commit();
    sandbox.git(&["checkout", "-q", "-b", "mine"]);
    sandbox.write("doc/adr/0002-mine.md", named(2, "Mine"));
    sandbox.write(
        "doc/adr/0003-also-mine.md",
        named(3, "Also mine")
            + "\nSee [2. Mine](0002-mine.md), [mine] and ADR 2.\n\n[mine]: 0002-mine.md\n",
    );
    sandbox.write("README.md", "The [decision](doc/adr/0002-mine.md).\n");
    sandbox.write(
        "src/a.rs",
        "\n// See doc/adr/0002-mine.md, not 0002-mine-too.\n",
    );
    sandbox.write("src/b.rs", "// x0002-mine\n");
    sandbox.write("doc/adr/README.md", "# Log\n\n- [2. Mine](0002-mine.md)\n");
    sandbox.write(
        "doc/adr/affects.yaml",
        "0001-use-postgres:\n  - db/\n0002-mine:\n  - src/ # all\n",
    );
    sandbox.commit();
    sandbox.git(&["checkout", "-q", "main"]);
    sandbox
        .write("doc/adr/0002-theirs.md", named(2, "Theirs"))
        .commit();
    sandbox.git(&["checkout", "-q", "mine"]);

    // Before the branches meet: the other one has it.
    let before = sandbox.decision(&["renumber", "--base", "main", "--dry-run"]);
    assert!(
        before.starts_with("doc/adr/0002-mine.md → doc/adr/0004-mine.md, would be renamed: number 2 is that of doc/adr/0002-theirs.md on main too; this one is not merged into main\n"),
        "{before}"
    );
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "");

    // Of several that have it the one that was asked for is named.
    sandbox.git(&["branch", "-q", "left", "main"]);
    let left = sandbox.decision(&["renumber", "--base", "left", "--dry-run"]);
    assert!(
        left.contains("of doc/adr/0002-theirs.md on left too; this one is not merged into left\n"),
        "{left}"
    );
    sandbox.git(&["branch", "-q", "-D", "left"]);

    // After they met: both are here.
    sandbox.git(&["merge", "-q", "--no-edit", "main"]);
    insta::assert_snapshot!(sandbox.decision(&["renumber"]), @r"
    doc/adr/0002-mine.md → doc/adr/0004-mine.md, renamed: number 2 is that of doc/adr/0002-theirs.md too; this one is not merged
      - # 2. Mine
      + # 4. Mine
    doc/adr/0003-also-mine.md changed
      - See [2. Mine](0002-mine.md), [mine] and ADR 2.
      -
      - [mine]: 0002-mine.md
      + See [4. Mine](0004-mine.md), [mine] and ADR 2.
      +
      + [mine]: 0004-mine.md
    doc/adr/README.md changed
      - - [2. Mine](0002-mine.md)
      + - [4. Mine](0004-mine.md)
    doc/adr/affects.yaml changed
      - 0002-mine:
      + 0004-mine:

    These name doc/adr/0002-mine.md still:
      README.md:1
      src/a.rs:2
    ");
    assert!(read(&sandbox, "doc/adr/0004-mine.md").starts_with("# 4. Mine\n"));
    let again = sandbox.decision(&["renumber"]);
    assert!(
        again.starts_with("Nothing to do: no number is taken twice;"),
        "{again}"
    );
    let again = sandbox.decision(&["renumber", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&again).expect("JSON");
    assert_eq!(value["files"], serde_json::json!([]));
    // Git sees a rename.
    sandbox.git(&["add", "-A"]);
    let status = sandbox.git(&["status", "--porcelain"]);
    assert!(
        status.contains("R  doc/adr/0002-mine.md -> doc/adr/0004-mine.md"),
        "{status}"
    );
}

#[test]
fn a_record_may_be_named_to_be_renumbered() {
    let sandbox = Sandbox::new();
    for name in ["0001-a", "0001-b"] {
        sandbox.write(
            &format!("adr/{name}.md"),
            record("D.", &["src/"], name, "x"),
        );
    }
    let undecided = sandbox.decision_in(".", &["renumber"]);
    let error = String::from_utf8_lossy(&undecided.stderr).into_owned();
    assert!(
        error.contains("name one (number 1: adr/0001-a.md, adr/0001-b.md)"),
        "{error}"
    );
    sandbox.decision(&["renumber", "0001-b"]);
    assert!(sandbox.root().join("adr/0002-b.md").exists());
    assert!(!sandbox.root().join("adr/0001-b.md").exists());
}

#[test]
fn two_folders_with_one_number_are_found() {
    let sandbox = Sandbox::new();
    for name in ["2401-a", "2401-b", "2402-c"] {
        sandbox.write(
            &format!("docs/adr/{name}/README.md"),
            record("D.", &["src/"], name, "x"),
        );
    }
    let checked = sandbox.decision_in(".", &["check", "--all"]);
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert_eq!(said.matches("duplicate-number").count(), 1, "{said}");
    assert!(
        said.contains("number 2401 is that of docs/adr/2401-a/README.md too"),
        "{said}"
    );
    let renumbered = |arguments: &[&str]| {
        let output = sandbox.decision_in(".", &[&["renumber"], arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let undecided = renumbered(&[]);
    assert!(
        undecided.contains(
            "name one (number 2401: docs/adr/2401-a/README.md, docs/adr/2401-b/README.md)"
        ),
        "{undecided}"
    );
    let named = renumbered(&["2401-b"]);
    assert!(
        named.contains("a record that is a folder is renamed by hand, to docs/adr/2403-b"),
        "{named}"
    );
}
