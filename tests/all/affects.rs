//! `decision affects` on real repositories: scope for logs that have none.

use crate::support::Sandbox;

/// A log without scope, code that cites it, and other code.
fn log_without_scope() -> Sandbox {
    let sandbox = Sandbox::new();
    for part in 0..40 {
        sandbox.write(&format!("other/part{part}/code.rs"), "fn other() {}\n");
    }
    sandbox
        .write(
            "docs/adr/0001-sessions.md",
            "# Sessions live in Redis\r\n\r\n## Decision\r\n\r\nThat is `services/auth/session.rs`.\r\n",
        )
        .write(
            "docs/adr/0002-queue.md",
            "---\nstatus: accepted\naffects:\n  - src/gone.rs\n---\n# A queue\n",
        )
        .write(
            "docs/adr/0003-old.md",
            "---\nstatus: superseded\n---\n# Old\n\nIt is `services/auth/session.rs`.\n",
        )
        .write("services/auth/session.rs", "fn session() {}\n")
        .write("src/queue.rs", "// By ADR-0002.\nfn queue() {}\n")
        .commit();
    sandbox
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

fn read(sandbox: &Sandbox, path: &str) -> String {
    std::fs::read_to_string(sandbox.root().join(path)).expect("a file")
}

#[test]
fn present_scope_and_dead_entries() {
    let sandbox = log_without_scope();
    let text = sandbox.decision(&["affects"]);
    assert!(
        text.contains("src/gone.rs  dead: matches no tracked file"),
        "{text}"
    );
    assert!(text.contains("2 of 3 records without scope"), "{text}");
    let value = json(&sandbox.decision(&["affects", "2", "--format", "json"]));
    assert_eq!(value["version"], 1);
    assert_eq!(value["command"], "affects");
    assert_eq!(value["records"][0]["slug"], "0002-queue");
    assert_eq!(value["records"][0]["affects"][0]["entry"], "src/gone.rs");
    assert_eq!(value["records"][0]["affects"][0]["files"], 0);
}

#[test]
fn proposals_with_their_evidence() {
    let sandbox = log_without_scope();
    let text = sandbox.decision(&["affects", "--suggest"]);
    for expected in [
        "services/auth/session.rs  medium",
        "text line 5",
        "src/queue.rs  high",
        "comment src/queue.rs:1",
        "2 proposals for 2 records; nothing found for 0.",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    // A record that is not in force gets proposals only when it is named.
    let value = json(&sandbox.decision(&["affects", "--suggest", "0003-old", "--format", "json"]));
    let proposal = &value["records"][0]["proposals"][0];
    assert_eq!(proposal["entry"], "services/auth/session.rs");
    assert_eq!(proposal["evidence"][0]["kind"], "text");
    assert_eq!(proposal["evidence"][0]["line"], 6);
    let least = sandbox.decision(&["affects", "--suggest", "--least", "high"]);
    assert!(least.contains("1 proposal for 1 record"), "{least}");
}

#[test]
fn one_file_is_reviewed_and_written_into_the_records() {
    let sandbox = log_without_scope();
    sandbox.decision(&["affects", "--suggest", "--out", "review.yaml"]);
    let review = read(&sandbox, "review.yaml");
    assert!(
        review.contains("0002-queue:\n  - src/queue.rs  # high: comment src/queue.rs:1\n"),
        "{review}"
    );
    assert!(!review.contains("0003-old"), "{review}");

    let dry = sandbox.decision(&["affects", "--write", "--from", "review.yaml", "--dry-run"]);
    assert!(
        dry.contains("2 entries would be added to 2 files."),
        "{dry}"
    );
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "?? review.yaml\n");

    let written = sandbox.decision(&["affects", "--write", "--from", "review.yaml"]);
    assert!(written.contains("+ src/queue.rs"), "{written}");
    assert_eq!(
        read(&sandbox, "docs/adr/0002-queue.md"),
        "---\nstatus: accepted\naffects:\n  - src/gone.rs\n  - src/queue.rs\n---\n# A queue\n"
    );
    assert!(read(&sandbox, "docs/adr/0001-sessions.md").starts_with(
        "---\r\naffects:\r\n  - services/auth/session.rs\r\n---\r\n\r\n# Sessions live in Redis\r\n"
    ));
    let again = sandbox.decision(&["affects", "--write", "--from", "review.yaml"]);
    assert!(again.contains("Nothing to add."), "{again}");
}

#[test]
fn a_sidecar_leaves_the_records_alone() {
    let sandbox = log_without_scope();
    sandbox.decision(&["affects", "--suggest", "--write", "--sidecar"]);
    assert_eq!(
        sandbox.git(&["status", "--porcelain"]),
        "?? docs/adr/affects.yaml\n"
    );
    sandbox.commit();
    sandbox.write("services/auth/session.rs", "fn session() { changed() }\n");
    let found = sandbox.decision(&["query"]);
    assert!(found.contains("Sessions live in Redis"), "{found}");
}

#[test]
fn what_matches_nothing_is_refused_and_nothing_is_written() {
    let sandbox = log_without_scope();
    sandbox.write(
        "review.yaml",
        "0001-sessions: [services/]\n0002-queue: [src/missing.rs]\n",
    );
    let output = sandbox.decision_in(".", &["affects", "--write", "--from", "review.yaml"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("`src/missing.rs` matches no tracked file"),
        "{error}"
    );
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "?? review.yaml\n");

    let nothing = sandbox.decision_in(".", &["affects", "--write"]);
    assert_eq!(nothing.status.code(), Some(2));
    let unknown = sandbox.decision_in(".", &["affects", "0099-none"]);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("no record `0099-none` among"));
}
