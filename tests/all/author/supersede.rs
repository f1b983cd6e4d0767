//! `decision supersede`.

use std::fs;

use super::{NYGARD, read};
use crate::support::{Sandbox, write_log};

#[test]
fn supersede_sets_both_ends_once() {
    let sandbox = Sandbox::new();
    sandbox.write("doc/adr/0001-use-postgres.md", NYGARD);
    sandbox.write(
        "doc/adr/0002-use-sqlite.md",
        NYGARD.replace("# 1. Use Postgres", "# 2. Use SQLite"),
    );
    sandbox.commit();
    let dry = sandbox.decision(&["supersede", "1", "--by", "use-sqlite", "--dry-run"]);
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "");
    insta::assert_snapshot!(dry, @r"
    doc/adr/0001-use-postgres.md would be changed
      - Accepted
      + Superseded by [2. Use SQLite](0002-use-sqlite.md)
    doc/adr/0002-use-sqlite.md would be changed
      + Supersedes [1. Use Postgres](0001-use-postgres.md)
      +
    ");
    sandbox.decision(&["supersede", "1", "--by", "use-sqlite"]);
    insta::assert_snapshot!(sandbox.git(&["diff", "--stat"]), @r"
     doc/adr/0001-use-postgres.md | 2 +-
     doc/adr/0002-use-sqlite.md   | 2 ++
     2 files changed, 3 insertions(+), 1 deletion(-)
    ");
    let again = sandbox.decision(&["supersede", "1", "--by", "use-sqlite"]);
    assert_eq!(again, "Nothing to change\n");
    let own = sandbox.decision_in(".", &["supersede", "1", "--by", "0001-use-postgres"]);
    assert_eq!(own.status.code(), Some(2));
}

#[test]
fn supersede_writes_neither_end_where_one_cannot_be_written() {
    let sandbox = Sandbox::new();
    sandbox.write("doc/adr/0001-use-postgres.md", NYGARD);
    sandbox.write("doc/adr/0002-use-redis.md", NYGARD.replace("1.", "2."));
    let file = sandbox.root().join("doc/adr/0002-use-redis.md");
    let permissions = fs::metadata(&file).expect("a file").permissions();
    let mut read_only = permissions.clone();
    read_only.set_readonly(true);
    fs::set_permissions(&file, read_only).expect("permissions");
    let refused = sandbox.decision_in(".", &["supersede", "1", "--by", "2"]);
    fs::set_permissions(&file, permissions).expect("permissions");
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("the file is read-only"), "{message}");
    assert_eq!(read(&sandbox, "doc/adr/0001-use-postgres.md"), NYGARD);
}

#[test]
fn supersede_edits_fields_where_they_have_a_file_of_their_own() {
    let sandbox = Sandbox::new();
    let readme = "# KEP-1287: Resize\n\n## Summary\n\nPods are resized.\n";
    let old = "title: Resize\nkep-number: 1287\nauthors:\n  - \"@ann\"\nstatus: implementable # since 2021\n";
    let new = "title: Swap\r\nkep-number: 2400\r\nstatus: implementable\r\nreplaces: []";
    sandbox.write("keps/sig-node/1287-resize/README.md", readme);
    sandbox.write("keps/sig-node/1287-resize/kep.yaml", old);
    sandbox.write(
        "keps/sig-node/2400-swap/README.md",
        readme.replace("1287: Resize", "2400: Swap"),
    );
    sandbox.write("keps/sig-node/2400-swap/kep.yaml", new);
    sandbox.decision(&["supersede", "1287", "--by", "2400"]);
    assert_eq!(
        read(&sandbox, "keps/sig-node/1287-resize/README.md"),
        readme
    );
    assert_eq!(
        read(&sandbox, "keps/sig-node/1287-resize/kep.yaml"),
        old.replace("implementable", "superseded by 2400-swap"),
    );
    assert_eq!(
        read(&sandbox, "keps/sig-node/2400-swap/kep.yaml"),
        new.replace("[]", "[1287-resize]"),
    );
    let again = sandbox.decision(&["supersede", "1287", "--by", "2400"]);
    assert_eq!(again, "Nothing to change\n");
}

#[test]
fn supersede_overwrites_no_other_succession() {
    let sandbox = Sandbox::new();
    for (number, title) in [(1, "One"), (2, "Two"), (3, "Three")] {
        let text = NYGARD.replace("# 1. Use Postgres", &format!("# {number}. {title}"));
        sandbox.write(&format!("doc/adr/000{number}-x.md"), text);
    }
    sandbox.decision(&["supersede", "1", "--by", "2"]);
    for (arguments, told) in [
        (
            ["supersede", "2", "--by", "1"],
            "doc/adr/0002-x.md: took the place of doc/adr/0001-x.md itself",
        ),
        (
            ["supersede", "1", "--by", "3"],
            "doc/adr/0001-x.md: doc/adr/0002-x.md took its place already; supersede that one",
        ),
        (
            ["supersede", "1", "--title", "Four"],
            "doc/adr/0002-x.md took its place already",
        ),
    ] {
        let refused = sandbox.decision_in(".", &arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&refused.stderr);
        assert!(message.contains(told), "{message}");
    }
    sandbox.decision(&["supersede", "2", "--by", "3"]);
}

#[test]
fn supersede_writes_the_record_that_takes_the_place() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    let printed = sandbox.decision(&[
        "supersede",
        "session-tokens-redis",
        "--title",
        "Tokens in Postgres",
    ]);
    insta::assert_snapshot!(printed, @r"
    docs/decisions/session-tokens-redis.md changed
      + status: superseded by tokens-in-postgres
    docs/decisions/tokens-in-postgres.md written
    ");
    let new = read(&sandbox, "docs/decisions/tokens-in-postgres.md");
    assert!(new.contains("affects:\n  - services/auth/\n"), "{new}");
    assert!(
        new.contains("supersedes:\n  - session-tokens-redis\n"),
        "{new}"
    );
    let found = sandbox.decision(&["query", "tokens", "--format", "slugs"]);
    assert!(found.starts_with("tokens-in-postgres\n"), "{found}");
}
