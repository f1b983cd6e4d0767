//! `decision stale`: what the code has left behind.

use crate::support::{Sandbox, record};

/// What a file has, so that git follows it to another name.
fn code(name: &str) -> String {
    (1..20).map(|line| format!("{name} {line}\n")).collect()
}

fn commit(sandbox: &Sandbox, subject: &str) {
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-q", "-m", subject]);
}

/// The text with commits and days as anybody's run has them.
fn steady(sandbox: &Sandbox, text: &str) -> String {
    let mut text = text.to_owned();
    let log = sandbox.git(&["log", "--all", "--format=%H %cs %s"]);
    for line in log.lines() {
        let mut fields = line.splitn(3, ' ');
        let (Some(id), Some(day)) = (fields.next(), fields.next()) else {
            panic!("{line}");
        };
        text = text
            .replace(id, "COMMIT")
            .replace(&id[..9], "COMMIT")
            .replace(day, "DAY");
    }
    text
}

fn stale(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let arguments = [&["stale"], arguments].concat();
    steady(sandbox, &sandbox.decision(&arguments))
}

/// A log whose code went its own way.
fn left_behind() -> Sandbox {
    let sandbox = Sandbox::new();
    let affects = [
        ("chain", &["src/auth/token.rs"][..]),
        ("directory", &["src/cache/", "docs/cache.md"]),
        ("glob", &["src/http/**/*.rs"]),
        ("apart", &["src/audit/"]),
        ("removed", &["src/legacy.rs"]),
        ("moved-and-removed", &["src/old/gone.rs"]),
        ("never", &["src/typo.rs", "!src/nothing.rs"]),
        ("lives", &["src/auth/", "lib/"]),
    ];
    for (slug, entries) in affects {
        let text = record(
            &format!("About {slug}"),
            entries,
            &format!("The {slug}"),
            "Because.",
        );
        sandbox.write(&format!("docs/decisions/{slug}.md"), text);
    }
    let text = record("Dead too", &["src/legacy.rs"], "Not in force", "Because.")
        .replace("date:", "status: superseded\ndate:");
    sandbox.write("docs/decisions/not-in-force.md", text);
    for path in [
        "src/auth/token.rs",
        "src/auth/login.rs",
        "src/cache/key.rs",
        "src/cache/deep/value.rs",
        "docs/cache.md",
        "src/http/client.rs",
        "src/http/v1/server.rs",
        "src/audit/log.rs",
        "src/audit/report.rs",
        "src/legacy.rs",
        "src/old/gone.rs",
    ] {
        sandbox.write(path, code(path));
    }
    commit(&sandbox, "Begin");
    let moved = |from: &str, to: &str| {
        let target = sandbox.root().join(to);
        let folder = target.parent().expect("a file has a folder");
        std::fs::create_dir_all(folder).expect("folders");
        sandbox.git(&["mv", from, to]);
    };
    moved("src/auth/token.rs", "src/auth/session.rs");
    commit(&sandbox, "Rename the token");
    moved("src/auth/session.rs", "lib/session/store.rs");
    sandbox.write("lib/session/store.rs", code("src/auth/token.rs") + "more\n");
    commit(&sandbox, "Move sessions to the library");
    moved("src/cache", "lib/cache");
    moved("src/http", "lib/http");
    moved("src/audit/log.rs", "lib/log.rs");
    moved("src/audit/report.rs", "web/report.rs");
    moved("src/old/gone.rs", "lib/gone.rs");
    commit(&sandbox, "Move the rest");
    sandbox.git(&["rm", "-q", "src/legacy.rs", "lib/gone.rs"]);
    commit(&sandbox, "Remove what nobody uses");
    sandbox
}

#[test]
fn dead_entries_come_with_the_commit_and_what_to_write() {
    let sandbox = left_behind();
    insta::assert_snapshot!(stale(&sandbox, &["--least", "100"]));
}

#[test]
fn what_is_clear_is_written_and_nothing_else() {
    let sandbox = left_behind();
    // Another hand's way of writing.
    let odd = "---\r\ntitle: 'Odd'   # as it was\r\naffects: [ \"src/cache/\" , 'lib/' ]  # both\r\n---\r\n\r\n# Odd";
    sandbox.write("docs/decisions/odd.md", odd);
    sandbox.write(
        "docs/decisions/affects.yaml",
        "# Beside the records.\nlives:\n  - src/cache/key.rs # moved\n",
    );
    commit(&sandbox, "Write records");
    let said = stale(&sandbox, &["--fix", "--least", "100"]);
    insta::assert_snapshot!(said);
    let diff = sandbox.git(&["diff", "-U0", "--no-color"]);
    let changed: Vec<&str> = diff
        .lines()
        .filter(|line| line.starts_with(['+', '-']))
        .filter(|line| !line.starts_with("+++"))
        .collect();
    insta::assert_snapshot!(changed.join("\n").replace('\r', "\\r"));
    // What was written is alive, and a second run has nothing left to write.
    let again = stale(&sandbox, &["--fix", "--least", "100"]);
    assert!(!again.contains("\n  + "), "{again}");
    assert!(!again.contains("--fix`"), "{again}");
}

#[test]
fn what_would_be_written_is_shown_first() {
    let sandbox = left_behind();
    let arguments = ["stale", "--fix", "--dry-run", "--least", "100"];
    let dry = steady(&sandbox, &sandbox.decision(&arguments));
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "");
    let text = sandbox.decision(&[&arguments[..], &["--format", "json"]].concat());
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["dry_run"], true);
    let done = stale(&sandbox, &["--fix", "--least", "100"]);
    assert_eq!(dry.replace(" would be changed\n", "\n"), done);
    assert_ne!(dry, done);
    assert_ne!(sandbox.git(&["status", "--porcelain"]), "");
    let written = value["written"].as_array().map_or(0, Vec::len);
    assert_eq!(written, dry.matches("would be changed").count());
    let alone = sandbox.decision_in(".", &["stale", "--dry-run"]);
    assert_eq!(alone.status.code(), Some(2));
}

/// Git takes a file that was half rewritten for the same; a chain of names leads through commits that
/// nobody else asks for.
#[test]
fn a_move_with_changes_is_followed_through_commits_of_no_concern() {
    let sandbox = Sandbox::new();
    sandbox.write("src/a.rs", code("a"));
    sandbox.write("web/x.rs", code("x"));
    commit(&sandbox, "Begin");
    sandbox.git(&["mv", "src/a.rs", "b.rs"]);
    sandbox.git(&["mv", "web/x.rs", "web/y.rs"]);
    sandbox.write("b.rs", code("a").replace("a 1\n", "other\n"));
    commit(&sandbox, "First");
    sandbox.git(&["mv", "b.rs", "c.rs"]);
    commit(&sandbox, "Second");
    // A record of today on the name of long ago.
    let text = record("About it", &["src/a.rs"], "It", "Because.");
    sandbox.write("docs/decisions/it.md", text);
    commit(&sandbox, "Write it down");
    let said = stale(&sandbox, &[]);
    assert!(
        said.contains("moved by COMMIT DAY \u{201c}First\u{201d}"),
        "{said}"
    );
    assert!(said.contains("write c.rs"), "{said}");
}

#[test]
fn what_cannot_be_written_keeps_nothing_else_from_it() {
    let sandbox = left_behind();
    let odd = "---\naffects: &all [\"src/cache/\"]\nother: *all\n---\n\n# Odd\n";
    sandbox.write("docs/decisions/aa-odd.md", odd);
    commit(&sandbox, "Write an odd record");
    let output = sandbox.decision_in(".", &["stale", "--fix", "--least", "100"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("not written: docs/decisions/aa-odd.md"),
        "{said}"
    );
    assert!(said.contains("+ lib/cache/"), "{said}");
    let kept = std::fs::read_to_string(sandbox.root().join("docs/decisions/aa-odd.md"));
    assert_eq!(kept.expect("a record"), odd);
}

#[test]
fn programs_get_the_same() {
    let sandbox = left_behind();
    let text = sandbox.decision(&["stale", "--format", "json", "--least", "0"]);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["version"], 1);
    assert_eq!(value["command"], "stale");
    let dead: Vec<String> = value["dead"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|dead| {
            let subject = &dead["commit"]["subject"];
            format!(
                "{} {} {} {subject}",
                dead["entry"], dead["how"], dead["with"]
            )
        })
        .collect();
    insta::assert_snapshot!(dead.join("\n"));
    assert_eq!(value["written"], serde_json::json!([]));
    assert_eq!(value["shallow"], false);
}

#[test]
fn governed_code_is_compared_with_what_it_was() {
    let sandbox = Sandbox::new();
    let text = |entries: &[&str], title: &str| record("About it", entries, title, "Because.");
    sandbox.write("docs/decisions/half.md", text(&["src/half.rs"], "Half"));
    sandbox.write("docs/decisions/whole.md", text(&["src/whole/"], "Whole"));
    sandbox.write("docs/decisions/same.md", text(&["src/same.rs"], "Same"));
    sandbox.write("docs/decisions/back.md", text(&["src/back.rs"], "Back"));
    sandbox.write("docs/decisions/image.md", text(&["src/image.bin"], "Image"));
    sandbox.write("docs/decisions/fresh.md", text(&["src/half.rs"], "Fresh"));
    for path in [
        "src/half.rs",
        "src/whole/a.rs",
        "src/same.rs",
        "src/back.rs",
    ] {
        sandbox.write(path, code(path));
    }
    sandbox.write("src/image.bin", b"a\0b");
    commit(&sandbox, "Begin");
    // Ten of the nineteen lines are others, the rest only stands elsewhere.
    let half: String = (10..20).map(|line| format!("other {line}\n")).collect();
    let kept: String = code("src/half.rs")
        .lines()
        .take(9)
        .map(|line| format!("  {line}\n"))
        .collect();
    sandbox.write("src/half.rs", half + &kept);
    sandbox.write("src/back.rs", "for a while\n");
    commit(&sandbox, "Change half");
    sandbox.write("src/back.rs", code("src/back.rs"));
    sandbox.write("src/image.bin", b"c\0d");
    commit(&sandbox, "Take back");
    // A new name and new lines, in two steps.
    sandbox.git(&["mv", "src/whole/a.rs", "src/whole/b.rs"]);
    commit(&sandbox, "Rename");
    sandbox.write("src/whole/b.rs", code("another"));
    sandbox.write("src/whole/c.rs", code("new"));
    // Whoever writes the record together with the code knows both.
    sandbox.write(
        "docs/decisions/fresh.md",
        text(&["src/half.rs"], "Fresh again"),
    );
    sandbox.write("src/half.rs", code("src/half.rs").replace('1', "one"));
    commit(&sandbox, "Rewrite");
    // A record that only moves was not written anew.
    sandbox.git(&["mv", "docs/decisions/half.md", "docs/decisions/moved.md"]);
    commit(&sandbox, "Move a record");
    insta::assert_snapshot!(stale(&sandbox, &["--least", "0"]));
    let most = stale(&sandbox, &["--least", "90"]);
    assert!(most.contains("Whole"), "{most}");
    assert!(!most.contains("Moved"), "{most}");
    // A record that is being edited is up to date.
    sandbox.write(
        "docs/decisions/whole.md",
        text(&["src/whole/"], "Whole anew"),
    );
    let edited = stale(&sandbox, &["--least", "0"]);
    assert!(!edited.contains("Whole"), "{edited}");
}

#[test]
fn a_removed_record_is_not_the_one_that_has_its_name_now() {
    let sandbox = Sandbox::new();
    let text = |title: &str| record("About it", &["src/a.rs"], title, title);
    sandbox.write("docs/decisions/new.md", text("Lives"));
    sandbox.write("docs/decisions/name.md", code("another record"));
    sandbox.write("src/a.rs", code("a"));
    commit(&sandbox, "Begin");
    sandbox.write("src/a.rs", code("b"));
    commit(&sandbox, "Change it");
    sandbox.git(&["rm", "-q", "docs/decisions/name.md"]);
    commit(&sandbox, "Remove the other one");
    sandbox.git(&["mv", "docs/decisions/new.md", "docs/decisions/name.md"]);
    commit(&sandbox, "Take its name");
    let said = stale(&sandbox, &[]);
    assert!(
        said.contains("100% of lines, 1 file, 1 commit since DAY"),
        "{said}"
    );
}

#[test]
fn what_is_not_committed_counts_too() {
    let sandbox = Sandbox::new();
    let text = record("About it", &["src/a.rs"], "It", "Because.");
    sandbox.write("docs/decisions/it.md", text);
    sandbox.write("src/a.rs", code("a"));
    commit(&sandbox, "Begin");
    sandbox.git(&["mv", "src/a.rs", "src/b.rs"]);
    insta::assert_snapshot!(stale(&sandbox, &[]), @r"
    It docs/decisions/it.md
      src/a.rs  line 5
        moved by a change that is not committed
        write src/b.rs

    1 dead entry; `decision stale --fix` writes 1.
    1 commit looked at.
    ");
    // The new file is there but not known to git.
    sandbox.git(&["reset", "-q"]);
    assert!(stale(&sandbox, &[]).contains("write src/b.rs"));
}

#[test]
fn a_path_in_a_submodule_is_not_judged() {
    let library = Sandbox::new();
    library.write("src/a.rs", "a").commit();
    let sandbox = Sandbox::new();
    let text = record("About it", &["lib/src/", "lib/", "lib"], "It", "Because.");
    sandbox.write("docs/decisions/it.md", text);
    let from = library.root().to_string_lossy().into_owned();
    sandbox.git(&[
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "-q",
        "add",
        &from,
        "lib",
    ]);
    commit(&sandbox, "Begin");
    assert!(stale(&sandbox, &[]).starts_with("No dead entry."));
}

#[test]
fn a_history_that_was_cut_off_is_said() {
    let sandbox = left_behind();
    let from = format!("file://{}", sandbox.root().display());
    let clone = Sandbox::without_git();
    clone.git(&["clone", "-q", "--depth=1", &from, "."]);
    let said = stale(&clone, &[]);
    assert!(said.contains("git fetch --unshallow"), "{said}");
    assert!(
        said.contains("no commit of the history that is here moved"),
        "{said}"
    );
}

#[test]
fn without_a_repository_there_is_no_history() {
    let sandbox = Sandbox::without_git();
    let text = record("About it", &["src/a.rs"], "It", "Because.");
    sandbox.write("docs/decisions/it.md", text);
    let output = sandbox.decision_in(".", &["stale"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("not in a git repository"), "{said}");
}
