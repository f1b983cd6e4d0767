//! `decision init`, `new`, `supersede` and `renumber`, on real repositories.

use std::fs;

use crate::support::{Sandbox, record, write_log};

/// What a command printed, with the day of today taken out.
fn dated(text: &str) -> String {
    let today = today();
    text.replace(&today, "TODAY")
        .replace(&today.replace('-', ""), "TODAY")
}

fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

fn read(sandbox: &Sandbox, path: &str) -> String {
    fs::read_to_string(sandbox.root().join(path)).expect("a file")
}

const NYGARD: &str = "# 1. Use Postgres\n\nDate: 2024-05-01\n\n## Status\n\nAccepted\n\n## Context\n\nA.\n\n## Decision\n\nWe use Postgres.\n\n## Consequences\n\nB.\n";

#[test]
fn init_begins_a_log_where_there_is_none() {
    let sandbox = Sandbox::new();
    let dry = sandbox.decision(&["init", "--dry-run"]);
    assert!(
        dry.contains("docs/decisions/record-decisions.md would be written"),
        "{dry}"
    );
    assert!(!sandbox.root().join("docs").exists());
    insta::assert_snapshot!(sandbox.decision(&["init"]), @r#"
    docs/decisions/record-decisions.md written

    Next
      decision new "TITLE"     write a record, its scope taken from what you are changing
      decision query WORDS     find one
      decision install git     check records and scope at each commit
      decision install claude  put records before the agent; also codex, gemini, copilot, cursor
    "#);
    insta::assert_snapshot!(dated(&read(&sandbox, "docs/decisions/record-decisions.md")));
    // The first record has no fault of its own.
    assert_eq!(
        sandbox.decision_in(".", &["validate"]).status.code(),
        Some(0)
    );
    let again = sandbox.decision(&["init"]);
    assert!(again.starts_with("1 record in docs/decisions; "), "{again}");
    assert!(!again.contains("written"), "{again}");
}

#[test]
fn init_tells_what_is_there() {
    let sandbox = Sandbox::new();
    sandbox.write("doc/adr/0001-use-postgres.md", NYGARD);
    sandbox.write("doc/adr/0002-use-redis.md", NYGARD.replace("1.", "2."));
    insta::assert_snapshot!(sandbox.decision(&["init"]), @r#"
    2 records in doc/adr; new ones go to doc/adr, with a Status section, numbered as 0001

    Next
      decision affects --suggest  propose paths for the 2 records that name none
      decision new "TITLE"        write a record, its scope taken from what you are changing
      decision query WORDS        find one
      decision install git        check records and scope at each commit
      decision install claude     put records before the agent; also codex, gemini, copilot, cursor
    "#);
    sandbox.write("doc/adr/0002-use-kafka.md", NYGARD.replace("1.", "2."));
    let told = sandbox.decision(&["init"]);
    assert!(told.contains("decision validate "), "{told}");
    std::fs::remove_file(sandbox.root().join("doc/adr/0002-use-kafka.md")).expect("removed");
    sandbox.decision(&["init", "--record"]);
    assert!(
        read(&sandbox, "doc/adr/0003-record-decisions.md").starts_with("# 3. Record decisions\n")
    );
}

#[test]
fn a_new_record_takes_its_scope_from_what_is_being_changed() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    sandbox.write("services/auth/session_store.rs", "fn changed() {}\n");
    sandbox.write("services/auth/new.rs", "fn new() {}\n");
    let printed = sandbox.decision(&[
        "new",
        "Tokens don't expire: why?",
        "--tag",
        "auth",
        "--tag",
        "a: b",
    ]);
    assert_eq!(printed, "docs/decisions/tokens-dont-expire-why.md\n");
    let text = read(&sandbox, "docs/decisions/tokens-dont-expire-why.md");
    insta::assert_snapshot!(dated(&text));
    let shown = sandbox.decision(&["query", "--format", "slugs"]);
    assert!(shown.contains("tokens-dont-expire-why"), "{shown}");

    // A second one of the same name does not overwrite the first.
    let again = sandbox.decision(&["new", "Tokens don't expire: why?", "--no-affects"]);
    assert_eq!(again, "docs/decisions/tokens-dont-expire-why-2.md\n");
    assert_eq!(
        read(&sandbox, "docs/decisions/tokens-dont-expire-why.md"),
        text
    );
}

#[test]
fn a_new_record_continues_the_series_of_every_branch() {
    let sandbox = Sandbox::new();
    sandbox
        .write("doc/adr/0001-use-postgres.md", NYGARD)
        .commit();
    sandbox.git(&["checkout", "-q", "-b", "other"]);
    sandbox
        .write(
            "doc/adr/0002-on-a-branch.md",
            NYGARD.replace("# 1.", "# 2."),
        )
        .commit();
    sandbox.git(&["checkout", "-q", "main"]);
    let json = sandbox.decision(&[
        "new",
        "Use Redis",
        "--status",
        "accepted",
        "--affects",
        "src/",
        "--date",
        "2025-01-02",
        "--format",
        "json",
    ]);
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["path"], "doc/adr/0003-use-redis.md");
    assert_eq!(value["notes"][0], "`src/` matches no tracked file yet");
    let text = read(&sandbox, "doc/adr/0003-use-redis.md");
    assert!(
        text.contains("# 3. Use Redis\n\nDate: 2025-01-02\n\n## Status\n\nAccepted\n"),
        "{text}"
    );
}

#[test]
fn what_makes_no_record_is_refused() {
    let sandbox = Sandbox::new();
    for (arguments, expected) in [
        (vec!["new", "  "], "needs a title"),
        (
            vec!["new", "X", "--affects", "../out"],
            "no path from the repository root",
        ),
        (
            vec!["new", "X", "--date", "tomorrow"],
            "write it as YYYY-MM-DD",
        ),
        (
            vec!["supersede", "gone", "--by", "x"],
            "no record is called `gone`",
        ),
    ] {
        let output = sandbox.decision_in(".", &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    assert!(!sandbox.root().join("docs").exists());
}

#[cfg(unix)]
#[test]
fn nothing_is_written_behind_a_link_out_of_the_repository() {
    let sandbox = Sandbox::new();
    let outside = sandbox.home().join("outside");
    fs::create_dir_all(&outside).expect("a folder");
    std::os::unix::fs::symlink(&outside, sandbox.root().join("docs")).expect("a link");
    let output = sandbox.decision_in(".", &["new", "X", "--no-affects"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("leads out of the repository"), "{error}");
    assert_eq!(fs::read_dir(outside).expect("a folder").count(), 0);
}

#[test]
fn a_dry_run_shows_the_text_as_it_would_be() {
    let sandbox = Sandbox::new();
    let shown = sandbox.decision(&["new", "X", "--dry-run", "--affects", "src/"]);
    for line in [
        "  +   - src/",
        "  + <!-- What makes a decision necessary? -->",
    ] {
        assert!(shown.lines().any(|other| other == line), "{line}: {shown}");
    }
    // The same, line for line, as what is written then.
    let path = sandbox.decision(&["new", "X", "--no-edit", "--affects", "src/"]);
    let mut expected = format!("{} would be written\n", path.trim());
    for line in read(&sandbox, path.trim()).lines() {
        expected.push_str(format!("  + {line}").trim_end());
        expected.push('\n');
    }
    assert_eq!(shown, expected);
}

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
