//! `decision record`, `decision undo` and `decision dismiss`, as a model's shell runs them.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::support::{Sandbox, event, write_log};

/// Runs `decision` with a text on standard input.
fn run(sandbox: &Sandbox, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = sandbox
        .command(env!("CARGO_BIN_EXE_decision"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("decision starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that is refused before it reads may be gone by now.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("decision ends")
}

fn record(sandbox: &Sandbox, arguments: &[&str], input: &str) -> Value {
    let mut all = vec!["record", "--format", "json"];
    all.extend(arguments);
    let output = run(sandbox, &all, input.as_bytes());
    let error = String::from_utf8_lossy(&output.stderr);
    let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{error}"));
    let code = if value["written"] == true { 0 } else { 1 };
    assert_eq!(output.status.code(), Some(code), "{value} {error}");
    value
}

fn text_of(sandbox: &Sandbox, path: &str) -> String {
    std::fs::read_to_string(sandbox.root().join(path)).expect("the record is there")
}

fn log() -> Sandbox {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    sandbox
}

fn normalised(text: &str) -> String {
    let today = jiff::Zoned::now().date().to_string();
    text.replace(&today, "TODAY")
}

#[test]
fn sentences_become_a_record_in_the_logs_own_form() {
    let sandbox = log();
    let output = run(
        &sandbox,
        &["record", "--affects", "lib/http/", "--tag", "http"],
        b"We decided to cap every retry at five attempts, because a client that never gives up hides an outage.",
    );
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout), @r##"
    docs/decisions/cap-every-retry-at-five-attempts.md: recorded "Cap every retry at five attempts", proposed
      It is a proposal until a person sets its status to accepted or merges it.
      `decision undo` takes it back.
    "##);
    let text = text_of(
        &sandbox,
        "docs/decisions/cap-every-retry-at-five-attempts.md",
    );
    insta::assert_snapshot!(normalised(&text), @r##"
    ---
    description: We decided to cap every retry at five attempts, because a client that never gives up hides an outage.
    date: TODAY
    affects:
      - lib/http/
    tags: [http]
    status: proposed
    ---

    # Cap every retry at five attempts

    ## Decision

    We decided to cap every retry at five attempts, because a client that never gives up hides an outage.
    "##);
}

#[test]
fn a_whole_record_keeps_what_it_says() {
    let sandbox = log();
    let input = "---\nname: ignored\nstatus: accepted\ndate: 2026-02-03\ntags: [queue]\naffects: [lib/]\nsupersedes: [retry-with-jitter]\n---\n\n\
        # One queue per tenant\n\nA lead.\n\n## Context\n\nTenants block each other.\n\n### Numbers\n\nTwo of three.\n\n\
        ## Security notes\n\nNothing changes.\n\n## Decision\n\nEvery tenant has its own queue.\n";
    let value = record(&sandbox, &["--affects", "services/"], input);
    assert_eq!(value["status"], "proposed");
    assert!(
        value["notes"][0]
            .as_str()
            .expect("a note")
            .contains("`accepted`"),
        "{value}"
    );
    let text = text_of(&sandbox, value["path"].as_str().expect("a path"));
    insta::assert_snapshot!(text, @r##"
    ---
    description: Every tenant has its own queue.
    date: 2026-02-03
    affects:
      - lib/
      - services/
    tags: [queue]
    status: proposed
    supersedes: [retry-with-jitter]
    ---

    # One queue per tenant

    ## Context

    A lead.

    Tenants block each other.

    ### Numbers

    Two of three.

    ## Decision

    Every tenant has its own queue.

    ## Security notes

    Nothing changes.
    "##);
    let shown: Value = serde_json::from_str(&sandbox.decision(&[
        "show",
        "one-queue-per-tenant",
        "--format",
        "json",
    ]))
    .expect("JSON");
    assert_eq!(shown["affects"], json!(["lib/", "services/"]));
    assert_eq!(shown["date"], "2026-02-03");
    assert_eq!(shown["tags"], json!(["queue"]));
}

#[test]
fn a_numbered_log_gets_the_next_number_and_its_sections() {
    let sandbox = Sandbox::new();
    for (number, title) in [(1, "Record decisions"), (2, "Use Rust")] {
        sandbox.write(
            &format!("doc/adr/000{number}-{}.md", title.to_lowercase().replace(' ', "-")),
            format!("# {number}. {title}\n\nDate: 2026-01-0{number}\n\n## Status\n\nAccepted\n\n## Context\n\nA.\n\n## Decision\n\nB is done.\n\n## Consequences\n\nC.\n"),
        );
    }
    sandbox.commit();
    let input = "# Log in JSON\r\n\r\n## Context\r\n\r\nNobody can search the logs.\r\n\r\n## Decision\r\n\r\nAll services log JSON.\r\n";
    let value = record(&sandbox, &[], input);
    assert_eq!(value["path"], "doc/adr/0003-log-in-json.md");
    insta::assert_snapshot!(normalised(&text_of(&sandbox, "doc/adr/0003-log-in-json.md")), @r##"
    # 3. Log in JSON

    Date: TODAY

    ## Status

    Proposed

    ## Context

    Nobody can search the logs.

    ## Decision

    All services log JSON.
    "##);
}

#[test]
fn what_cannot_be_a_record_is_refused_with_what_to_write() {
    let sandbox = log();
    let long_title = format!("# {}\n\nIt was decided so.\n", "word ".repeat(40));
    // (what, input, rule, part of the help)
    let cases: &[(&str, &str, &str, &str)] = &[
        ("a word", "Redis", "no-decision", "begin with one sentence"),
        (
            "no sentence",
            "# Title\n\n## Context\n\n",
            "no-decision",
            "sentence",
        ),
        ("a long title", &long_title, "no-title", "--title"),
        (
            "a sentence too long for a title",
            &format!("We {}.", "really ".repeat(30)),
            "no-title",
            "# Title",
        ),
        (
            "a date that is none",
            "---\ndate: 2026-13-01\n---\n# A title\n\nTokens live in Redis.\n",
            "invalid-date",
            "YYYY-MM-DD",
        ),
        (
            "a pattern that is none",
            "---\naffects: [\"src/[\"]\n---\n# A title\n\nTokens live in Redis.\n",
            "invalid-affects",
            "",
        ),
        (
            "broken front matter",
            "---\ndate: [2026\n---\n# A title\n\nTokens live in Redis.\n",
            "invalid-front-matter",
            "",
        ),
        (
            "a template left as it was",
            "---\ndescription: \"{what was decided}\"\n---\n# A title\n\nTokens live in Redis.\n",
            "placeholder",
            "fill it in",
        ),
        (
            "conflict markers",
            "# A title\n\n<<<<<<< ours\nTokens live in Redis.\n=======\nNo.\n>>>>>>> theirs\n",
            "conflict-markers",
            "resolve",
        ),
        ("a file of bytes", "PNG\0\u{1}\u{2}", "not-utf8", "UTF-8"),
        (
            "more than a record may have",
            &"a".repeat(1024 * 1024 + 1),
            "too-large",
            "a page or two",
        ),
    ];
    for (what, input, rule, help) in cases {
        let value = record(&sandbox, &[], input);
        let findings = value["findings"].as_array().expect("findings");
        let finding = findings.iter().find(|one| one["rule"] == *rule);
        let finding = finding.unwrap_or_else(|| panic!("{what}: {value}"));
        assert!(
            finding["help"].as_str().expect("help").contains(help),
            "{what}: {finding}"
        );
        assert_eq!(finding["severity"], "error", "{what}");
    }
    assert_eq!(
        sandbox.git(&["status", "--porcelain"]),
        "",
        "nothing was written"
    );
    let output = run(&sandbox, &["record"], "# Title\n".as_bytes());
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout), @r##"
    Nothing was written:
      standard input:1: error [no-decision]: nothing in it says what was decided (say it in the first sentence of the Decision section)

    A record has about these parts, of which title and sentence are needed:

      # Short title of the choice

      One sentence that says what was decided.

      ## Context

      What made a choice necessary.

      ## Decision

      What was chosen, and why.

      ## Alternatives

      What else was considered, and why not.
    "##);
}

#[test]
fn nothing_on_standard_input_is_a_usage() {
    let sandbox = log();
    for input in ["", " \r\n\t"] {
        let output = run(&sandbox, &["record"], input.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            error.contains("standard input is empty; send it as in"),
            "{error}"
        );
    }
    let latin = run(&sandbox, &["record"], b"Caf\xe9 is where tokens live now.");
    assert_eq!(latin.status.code(), Some(1));
}

#[test]
fn only_a_person_at_a_terminal_accepts() {
    let sandbox = log();
    let output = run(
        &sandbox,
        &["record", "--accepted"],
        b"Tokens live in Postgres now.",
    );
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("--accepted is for a person"), "{error}");
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_record_of_nearly_the_same_title_is_named_instead_of_doubled() {
    let sandbox = log();
    let input =
        "# The session tokens live in Redis\n\nTokens are kept in Redis for another reason.\n";
    let value = record(&sandbox, &[], input);
    assert_eq!(
        value["known"]["path"],
        "docs/decisions/session-tokens-redis.md"
    );
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "");
    let value = record(&sandbox, &["--anyway"], input);
    assert_eq!(
        value["path"],
        "docs/decisions/the-session-tokens-live-in-redis.md"
    );
    // One that is no longer in force is no obstacle.
    sandbox.write(
        "docs/decisions/old.md",
        "---\ndescription: x y z\nstatus: rejected\n---\n# Keys expire daily\n\nText.\n",
    );
    let value = record(
        &sandbox,
        &[],
        "# Keys expire daily\n\nAll keys expire after a day.\n",
    );
    assert_eq!(value["written"], true);
}

#[test]
fn a_dry_run_shows_the_record_and_writes_nothing() {
    let sandbox = log();
    let value = {
        let output = run(
            &sandbox,
            &["record", "--dry-run", "--format", "json"],
            b"We chose nats over Kafka because it is small.",
        );
        assert_eq!(output.status.code(), Some(0));
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    assert_eq!(value["written"], false);
    assert!(
        value["text"]
            .as_str()
            .expect("text")
            .contains("# Nats over Kafka"),
        "{value}"
    );
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "");
}

#[test]
fn undo_takes_back_what_was_written_last_and_nothing_else() {
    let sandbox = log();
    let undo = || run(&sandbox, &["undo"], b"");
    let error = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();

    let nothing = undo();
    assert_eq!(nothing.status.code(), Some(2));
    assert!(
        error(&nothing).contains("nothing to take back"),
        "{}",
        error(&nothing)
    );

    let path = record(&sandbox, &[], "# First\n\nThe first one is decided.\n")["path"].clone();
    let done = undo();
    assert_eq!(done.status.code(), Some(0), "{}", error(&done));
    assert!(!sandbox.root().join(path.as_str().expect("a path")).exists());
    assert!(!String::from_utf8_lossy(&done.stdout).contains("staged"));
    assert_eq!(undo().status.code(), Some(2), "twice");

    // The index is the user's; the next commit would bring it along.
    record(&sandbox, &[], "# First\n\nThe first one is decided.\n");
    sandbox.git(&["add", "-A"]);
    let done = undo();
    assert!(
        String::from_utf8_lossy(&done.stdout).contains("still staged"),
        "{done:?}"
    );
    sandbox.git(&["reset", "-q"]);

    // What somebody changed is theirs.
    record(&sandbox, &[], "# Second\n\nThe second one is decided.\n");
    let text = text_of(&sandbox, "docs/decisions/second.md");
    sandbox.write("docs/decisions/second.md", format!("{text}More.\n"));
    let changed = undo();
    assert_eq!(changed.status.code(), Some(2));
    assert!(
        error(&changed).contains("changed since it was recorded"),
        "{}",
        error(&changed)
    );

    // What is committed stays, staged or not before.
    sandbox.write("docs/decisions/second.md", text);
    sandbox.commit();
    let committed = undo();
    assert_eq!(committed.status.code(), Some(2));
    assert!(
        error(&committed).contains("is committed"),
        "{}",
        error(&committed)
    );
    assert!(sandbox.root().join("docs/decisions/second.md").exists());

    record(&sandbox, &[], "# Third\n\nThe third one is decided.\n");
    std::fs::remove_file(sandbox.root().join("docs/decisions/third.md")).expect("removed");
    let gone = undo();
    assert!(error(&gone).contains("is gone already"), "{}", error(&gone));
}

#[test]
fn the_first_record_makes_a_log_and_undo_leaves_no_trace() {
    let sandbox = Sandbox::new();
    let value = record(&sandbox, &[], "# First\n\nThe first one is decided.\n");
    assert_eq!(value["path"], "docs/decisions/first.md");
    assert_eq!(run(&sandbox, &["undo"], b"").status.code(), Some(0));
    assert!(!sandbox.root().join("docs").exists());
    // What was there, and what else lies there by now, stays.
    std::fs::create_dir(sandbox.root().join("docs")).expect("a folder");
    record(&sandbox, &[], "# First\n\nThe first one is decided.\n");
    sandbox.decision(&["undo"]);
    assert!(sandbox.root().join("docs").exists());
    assert!(!sandbox.root().join("docs/decisions").exists());

    let plain = Sandbox::without_git();
    let value = record(&plain, &[], "# First\n\nThe first one is decided.\n");
    assert_eq!(value["undo"], false);
    let undo = run(&plain, &["undo"], b"");
    assert_eq!(undo.status.code(), Some(2));
    assert!(plain.root().join("docs/decisions/first.md").exists());
}

#[test]
fn an_index_follows_the_records() {
    let sandbox = log();
    sandbox.write(".decision.yaml", "index: docs/index.md\n");
    sandbox.decision(&["index"]);
    record(&sandbox, &[], "# Fourth\n\nThe fourth one is decided.\n");
    assert!(text_of(&sandbox, "docs/index.md").contains("Fourth"));
    sandbox.decision(&["undo"]);
    assert!(!text_of(&sandbox, "docs/index.md").contains("Fourth"));
}

#[test]
fn records_written_at_once_take_numbers_of_their_own() {
    let sandbox = Sandbox::new();
    sandbox.write("doc/adr/0001-begin.md", "# 1. Begin\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\n## Context\n\nA.\n\n## Decision\n\nB is done.\n\n## Consequences\n\nC.\n");
    sandbox.commit();
    let writers: Vec<_> = (0..6)
        .map(|number| {
            let input = format!("# Choice {number}{number}\n\nOption {number} was taken by all.\n");
            let mut child = sandbox
                .command(env!("CARGO_BIN_EXE_decision"))
                .args(["record"])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .expect("decision starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(input.as_bytes()).expect("it reads");
            child
        })
        .collect();
    for mut writer in writers {
        assert!(writer.wait().expect("it ends").success());
    }
    let mut numbers: Vec<String> = std::fs::read_dir(sandbox.root().join("doc/adr"))
        .expect("the log")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy()[..4].to_owned())
        .collect();
    numbers.sort();
    assert_eq!(
        numbers,
        ["0001", "0002", "0003", "0004", "0005", "0006", "0007"]
    );
}

#[test]
fn text_of_strangers_reaches_the_terminal_as_text() {
    let sandbox = log();
    let input = "# Colours \u{1b}[31m and \u{202e}turns\n\nThe choice is \u{1b}[2J made here.\n";
    let output = run(&sandbox, &["record", "--dry-run"], input.as_bytes());
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(
        !shown.contains('\u{1b}') && !shown.contains('\u{202e}'),
        "{shown:?}"
    );
}

#[test]
fn dismiss_needs_a_session() {
    let sandbox = log();
    let none = run(&sandbox, &["dismiss"], b"");
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("no session was seen"));
    sandbox.hook(&event(
        "SessionStart",
        &sandbox.root(),
        json!({ "source": "startup" }),
    ));
    let some = run(&sandbox, &["dismiss"], b"");
    assert_eq!(some.status.code(), Some(0));
    assert_eq!(
        run(&sandbox, &["dismiss", "--session", "other"], b"")
            .status
            .code(),
        Some(0)
    );
}
