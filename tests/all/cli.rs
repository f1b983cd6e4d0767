//! The `decision` program on real repositories.

use crate::support::{Sandbox, write_log};

fn log() -> Sandbox {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    sandbox
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn query_for_people() {
    let sandbox = log();
    sandbox.write("services/auth/session_store.rs", "fn changed() {}\n");
    insta::assert_snapshot!(sandbox.decision(&["query", "session", "tokens"]));
}

#[test]
fn query_without_a_match_for_people() {
    let sandbox = log();
    insta::assert_snapshot!(sandbox.decision(&["query", "kubernetes"]));
}

#[test]
fn list_for_people() {
    let sandbox = log();
    sandbox
        .write("docs/decisions/README.md", "# Decisions\n")
        .write("docs/decisions/empty.md", "\n");
    sandbox.write(
        "docs/decisions/odd.md",
        "---\ntitle: \"x\ndate: 2026-02-30\n---\n# Odd\n",
    );
    insta::assert_snapshot!(sandbox.decision(&["list"]));
}

#[test]
fn slugs_are_one_a_line_and_limited() {
    let sandbox = log();
    assert_eq!(
        sandbox.decision(&["query", "--format", "slugs", "retries"]),
        "retry-with-jitter\n"
    );
    assert_eq!(
        sandbox
            .decision(&[
                "query", "--format", "slugs", "-n", "2", "service", "cache", "log"
            ])
            .lines()
            .count(),
        2
    );
    assert_eq!(
        sandbox.decision(&["query", "--format", "slugs", "kubernetes"]),
        ""
    );
    assert_eq!(
        sandbox.decision(&["query", "--format", "slugs", "--", "retries"]),
        "retry-with-jitter\n"
    );
}

#[test]
fn json_has_one_envelope() {
    let sandbox = log();
    sandbox.write("lib/http/client.rs", "fn changed() {}\n");
    let answer = json(&sandbox.decision(&["query", "--format", "json", "--explain", "retry"]));
    assert_eq!(
        (answer["version"].as_u64(), answer["command"].as_str()),
        (Some(1), Some("query"))
    );
    let first = &answer["results"][0];
    assert_eq!(first["slug"], "retry-with-jitter");
    assert_eq!(first["governs"][0]["path"], "lib/http/client.rs");
    assert_eq!(first["governs"][0]["strength"], "directory");
    let sum: f64 = first["parts"]
        .as_array()
        .expect("parts")
        .iter()
        .map(|part| part["score"].as_f64().expect("a number"))
        .sum();
    assert!(
        (sum - first["score"].as_f64().expect("a score")).abs() < 1e-6,
        "the parts add up: {first}"
    );
    for command in ["list", "where"] {
        assert_eq!(
            json(&sandbox.decision(&[command, "--format", "json"]))["command"],
            command
        );
    }
}

#[test]
fn show_takes_what_people_call_a_record() {
    let sandbox = log();
    sandbox.write(
        "docs/decisions/0012-numbered.md",
        "# 12. Numbered\n\nBody \u{1b}[31mred.\n",
    );
    for name in [
        "0012-numbered",
        "12",
        "0012",
        "docs/decisions/0012-numbered.md",
        "0012-numbered.md",
    ] {
        let text = sandbox.decision(&["show", name]);
        assert!(text.contains("Body [31mred."), "{name}: {text}");
    }
    sandbox.write(
        "docs/decisions/named.md",
        "---\nname: another-name\n---\n# Named\n\nBody of it.\n",
    );
    let absolute = sandbox.root().join("docs/decisions/named.md");
    for name in ["another-name", "named", absolute.to_str().expect("UTF-8")] {
        assert!(
            sandbox.decision(&["show", name]).contains("Body of it."),
            "{name}"
        );
    }
    let output = sandbox.decision_in("services", &["show", "../docs/decisions/named.md"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("Body of it."));
    assert!(
        sandbox
            .decision(&["show", "tokens-redis"])
            .contains("Session tokens live in Redis")
    );

    let error = |name: &str| {
        let output = sandbox.decision_in(".", &["show", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(error("session-cookies").contains("did you mean `session-tokens-redis`?"));
    for arguments in [
        ["affects", "session-cookies"].as_slice(),
        &["renumber", "session-cookies"],
        &["supersede", "session-cookies", "--title", "New"],
    ] {
        let output = sandbox.decision_in("services", arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains("did you mean"), "{arguments:?}: {error}");
    }
    for arguments in [
        ["affects", "../docs/decisions/named.md"].as_slice(),
        &[
            "renumber",
            "../docs/decisions/0012-numbered.md",
            "--dry-run",
        ],
        &[
            "supersede",
            "../docs/decisions/named.md",
            "--title",
            "New",
            "--dry-run",
        ],
    ] {
        let output = sandbox.decision_in("services", arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }
    assert!(error("").contains("no record ``"));
    sandbox.write("docs/decisions/README.md", "# Decisions\n");
    assert!(error("docs/decisions/README.md").contains("skipped as index"));
}

#[test]
fn what_is_not_in_force_says_so_to_people() {
    let sandbox = log();
    sandbox.write(
        "docs/decisions/jwt.md",
        "---\nsupersedes: session-tokens-redis\nstatus: accepted\n---\n# Session tokens are JWT\n",
    );
    sandbox.commit();
    let text = sandbox.decision(&["query", "session", "tokens"]);
    assert!(text.contains("not in force, replaced by jwt"), "{text}");
    assert!(text.contains("replaced session-tokens-redis"), "{text}");
    let list = sandbox.decision(&["list"]);
    assert!(
        list.contains("Session tokens live in Redis  not in force"),
        "{list}"
    );
    let list = json(&sandbox.decision(&["list", "--format", "json"]));
    let live = |slug: &str| {
        let records = list["records"].as_array().expect("records");
        records
            .iter()
            .find(|record| record["slug"] == slug)
            .expect("the record")["live"]
            .clone()
    };
    assert_eq!(
        (live("jwt"), live("session-tokens-redis")),
        (true.into(), false.into())
    );
}

#[test]
fn without_words_only_what_governs_the_changes_is_an_answer() {
    let sandbox = log();
    let text = sandbox.decision(&["query"]);
    assert!(
        text.contains("No record governs an uncommitted change: 4 read in docs/decisions."),
        "{text}"
    );
    sandbox.write("services/auth/session_store.rs", "fn changed() {}\n");
    let text = sandbox.decision(&["query", "-n", "10"]);
    assert!(
        text.starts_with("1 record governs the uncommitted changes, of 4 read in docs/decisions"),
        "{text}"
    );
    assert!(!text.contains("2. "), "{text}");
}

#[test]
fn the_hook_can_be_tried_as_each_host() {
    let sandbox = log();
    for (host, name) in [
        ("claude", "Claude Code"),
        ("codex", "Codex CLI"),
        ("gemini", "Gemini CLI"),
        ("copilot", "Copilot CLI"),
        ("cursor", "Cursor"),
    ] {
        let prompt = "/decision:query session tokens";
        let text = sandbox.decision(&["hook", "test", "--host", host, prompt]);
        assert!(text.contains(name), "{text}");
        assert!(text.contains("The model sees"), "{text}");
        assert!(text.contains("\n  1. "), "{text}");
    }
}

#[test]
fn each_event_can_be_tried_and_leaves_nothing_behind() {
    let sandbox = log();
    let governed = "services/auth/session_store.rs";
    for host in ["claude", "codex", "gemini", "copilot", "cursor"] {
        let run = |arguments: &[&str]| {
            let all = [&["hook", "test", "--host", host, "--event"], arguments].concat();
            sandbox.decision(&all)
        };
        let started = run(&["session-start"]);
        assert!(started.contains("keeps 4 decision records"), "{started}");
        // As often as it is asked for: a trial is a session of its own.
        for _ in 0..2 {
            for event in ["read", "edit"] {
                let said = run(&[event, "--file", governed]);
                assert_eq!(said.matches("The model sees, ").count(), 1, "{said}");
                assert!(said.contains("  1. Session tokens live"), "{said}");
            }
        }
        let other = run(&["read", "--file", "README.md"]);
        assert!(other.contains("nothing is said: no record"), "{other}");
        let new = run(&["edit", "--file", "services/auth/new.rs"]);
        assert!(new.contains("  1. Session tokens live"), "{new}");
        let ended = run(&["stop", "I chose A over B because of C."]);
        let shows = ["claude", "gemini"].contains(&host);
        assert_eq!(ended.contains("The user sees, "), shows, "{ended}");
        assert_eq!(ended.contains("nothing is said: "), !shows, "{ended}");
    }
    assert!(!sandbox.root().join(".git/decision").exists());
    assert!(!sandbox.home().join(".local").exists());
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_trial_shows_a_refusal_and_writes_no_index() {
    let sandbox = log();
    let record = "docs/decisions/session-tokens-redis.md";
    sandbox.decision(&["index", "docs/index.md"]);
    sandbox.write(".decision.yaml", "index: docs/index.md\n");
    let text = std::fs::read_to_string(sandbox.root().join(record)).expect("a record");
    sandbox.write(record, text.replace("date:", "binding: true\ndate:"));
    sandbox.commit();
    sandbox.write(record, text.replace("live in Redis\n", "live in Valkey\n"));
    sandbox.commit();
    let index = || std::fs::read_to_string(sandbox.root().join("docs/index.md")).expect("an index");
    let before = index();
    let said = sandbox.decision(&["hook", "test", "--event", "edit", "--file", record]);
    assert!(
        said.contains("docs/index.md was brought up to date"),
        "{said}"
    );
    assert_eq!(index(), before);
    sandbox.write(record, text.replace("date:", "binding: true\ndate:"));
    sandbox.commit();
    for host in ["claude", "codex", "gemini", "copilot", "cursor"] {
        let file = "services/auth/session_store.rs";
        let all = [
            "hook", "test", "--host", host, "--event", "edit", "--file", file,
        ];
        let said = sandbox.decision(&all);
        assert!(
            said.contains("The call is refused, and the model sees"),
            "{said}"
        );
    }
}

#[test]
fn a_trial_that_makes_no_sense_is_refused() {
    let sandbox = log();
    for arguments in [
        &["--event", "read"][..],
        &["--event", "edit"],
        &["--event", "read", "--file", "README.md", "words"],
        &["--event", "session-start", "--file", "README.md"],
        &["--file", "README.md", "words"],
        &["--event", "nothing"],
    ] {
        let all = [&["hook", "test"], arguments].concat();
        let output = sandbox.decision_in(".", &all);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn without_a_log_each_command_tells_how_one_begins() {
    let sandbox = Sandbox::new();
    sandbox.write("src/main.rs", "fn main() {}\n").commit();
    for command in [
        "list", "query", "affects", "check", "validate", "stale", "coverage", "stats",
    ] {
        let text = sandbox.decision(&[command]);
        assert!(
            text.starts_with("No decision records here: "),
            "{command}: {text}"
        );
        assert!(
            text.contains("`decision init` begins a log"),
            "{command}: {text}"
        );
    }
}

#[test]
fn the_help_shows_what_all_commands_have_behind_their_own() {
    let sandbox = Sandbox::new();
    for command in ["query", "new", "check", "affects"] {
        let help = sandbox.decision(&[command, "-h"]);
        let (own, all) = help
            .split_once("Options of every command:")
            .expect("a heading");
        assert!(
            own.contains("--format") && !own.contains("--color"),
            "{help}"
        );
        assert!(
            all.contains("--color") && all.contains("Examples:"),
            "{help}"
        );
    }
}

#[test]
fn the_hook_can_be_tried_without_a_prompt() {
    let sandbox = log();
    let text = sandbox.decision(&["hook", "test"]);
    assert!(text.contains("The model sees"), "{text}");
    assert!(text.contains("1. "), "{text}");
    // The README's first command, on this repository's own records.
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/decisions");
    let text = sandbox.decision(&["--dir", own, "hook", "test"]);
    assert!(
        text.contains("1. ") && text.contains("Decision records for"),
        "{text}"
    );
    // Nothing of a name reaches the terminal that could act there.
    #[cfg(unix)]
    {
        sandbox.write("docs/decisions/0001-\u{1b}]0;x\u{7}.md", "# Title\n");
        sandbox.write("docs/decisions/0001-other.md", "# Other\n");
        let output = sandbox.decision_in(".", &["show", "1"]);
        assert!(
            !output.stderr.contains(&0x1b),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn usage_that_makes_no_sense_is_refused() {
    let sandbox = log();
    for arguments in [
        &["query", "-n", "0", "x"][..],
        &["query", "--format", "xml", "x"],
        &["show"],
        &["nothing"],
    ] {
        assert_eq!(
            sandbox.decision_in(".", arguments).status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_directory_by_name_is_relative_to_the_working_directory() {
    let sandbox = log();
    sandbox.write("services/notes/one.md", "# Only this\n\nRedis.\n");
    let output = sandbox.decision_in(
        "services",
        &["query", "--dir", "notes", "--format", "slugs", "redis"],
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "one\n");
    let output = sandbox.decision_in(".", &["query", "--dir", "nowhere", "redis"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere"));
}

#[test]
fn where_explains_each_kind_of_place() {
    let sandbox = log();
    let text = sandbox.decision(&["where"]);
    assert!(
        text.contains("docs/decisions (well-known name): 4 records"),
        "{text}"
    );
    let output = sandbox.decision_in("services/auth", &["where"]);
    assert!(
        String::from_utf8_lossy(&output.stdout)
            .contains("docs/decisions (well-known name): 4 records")
    );

    let plain = Sandbox::without_git();
    write_log(&plain);
    let text = plain.decision(&["where"]);
    assert!(
        text.contains("directory without git") && text.contains("4 records"),
        "{text}"
    );

    let empty = Sandbox::new();
    let text = empty.decision(&["where"]);
    assert!(
        text.contains("a new log would begin in docs/decisions"),
        "{text}"
    );
}

#[test]
fn a_record_without_a_date_has_that_of_its_first_commit() {
    let sandbox = Sandbox::new();
    sandbox.write("docs/decisions/undated.md", "# Undated\n");
    sandbox.git(&["add", "-A"]);
    sandbox.git(&[
        "commit",
        "-q",
        "-m",
        "add",
        "--date",
        "2021-04-05T12:00:00Z",
    ]);
    sandbox.write("docs/decisions/new.md", "# New\n");
    let list = json(&sandbox.decision(&["list", "--format", "json"]));
    let dates: Vec<&serde_json::Value> = list["records"]
        .as_array()
        .expect("records")
        .iter()
        .map(|record| &record["date"])
        .collect();
    assert_eq!(
        dates,
        [&serde_json::Value::Null, &serde_json::json!("2021-04-05")]
    );
}

#[test]
fn of_equal_records_that_of_the_package_at_hand_comes_first() {
    let sandbox = Sandbox::new();
    for package in ["api", "web", "zoo"] {
        sandbox.write(
            &format!("packages/{package}/docs/adr/0001-cache.md"),
            "# Cache\n\nOne word.\n",
        );
    }
    sandbox.commit();
    for package in ["api", "web", "zoo"] {
        let output = sandbox.decision_in(
            &format!("packages/{package}"),
            &["query", "--format", "json", "cache"],
        );
        let answer = json(&String::from_utf8_lossy(&output.stdout));
        assert_eq!(
            answer["results"][0]["path"],
            format!("packages/{package}/docs/adr/0001-cache.md")
        );
    }
}

#[test]
fn the_log_as_a_whole_is_looked_at() {
    let sandbox = log();
    sandbox.write("docs/decisions/0007-first.md", "# First\n");
    sandbox.commit();
    sandbox.git(&["switch", "-q", "-c", "topic"]);
    sandbox.write("docs/decisions/0008-theirs.md", "# Theirs\n");
    sandbox.commit();
    sandbox.git(&["switch", "-q", "main"]);
    sandbox.write(
        "docs/decisions/0007-second.md",
        "---\nsupersedes: 0042-gone\n---\n# Second\n",
    );
    sandbox.write(
        "docs/decisions/0008-ours.md",
        "---\nstatus: accepted\nsupersedes: circle\n---\n# Ours\n",
    );
    sandbox.write(
        "docs/decisions/circle.md",
        "---\nstatus: accepted\nsupersedes: 0008-ours\n---\n# Circle\n",
    );
    let text = sandbox.decision(&["list"]);
    for finding in [
        "0007-second.md:4: error [duplicate-number]: number 7 is that of docs/decisions/0007-first.md too",
        "0008-ours.md: warning [duplicate-number]: number 8 is that of docs/decisions/0008-theirs.md too, on branch topic",
        "0007-second.md:2: warning [dangling-link]: no record is meant by `0042-gone`",
        "0008-ours.md:3: warning [supersession-cycle]",
        "circle.md:3: warning [supersession-cycle]",
    ] {
        assert!(text.contains(finding), "{finding}\n{text}");
    }
}

#[test]
fn the_records_of_this_repository_govern_what_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let sandbox = Sandbox::new();
    let own = root.join("docs/decisions");
    let list = json(&sandbox.decision(&[
        "--dir",
        own.to_str().expect("UTF-8"),
        "list",
        "--format",
        "json",
    ]));
    assert_eq!(list["findings"], serde_json::json!([]));
    for record in list["records"].as_array().expect("records") {
        for entry in record["affects"].as_array().expect("entries") {
            let entry = entry.as_str().expect("text");
            assert!(root.join(entry).exists(), "{}: {entry}", record["path"]);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_settings_file_that_leads_elsewhere_is_not_read() {
    let sandbox = log();
    for target in ["/dev/zero", "/etc/passwd", "nowhere"] {
        let link = sandbox.root().join(".decision.yaml");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(target, &link).expect("a link");
        let text = sandbox.decision(&["list"]);
        assert!(text.contains("read 4, skipped 0"), "{target}: {text}");
        assert!(!text.contains("root:"), "{target}: {text}");
    }
}

#[test]
fn settings_name_directories_and_unknown_keys_are_named() {
    let sandbox = log();
    sandbox
        .write("notes/one.md", "# One\n")
        .write(".decision.yaml", "dirs: [notes]\ncolour: red\n");
    let text = sandbox.decision(&["where"]);
    assert!(text.contains("notes (.decision.yaml): 1 records"), "{text}");
    assert!(
        text.contains(".decision.yaml:2: warning [invalid-settings]: `colour` is not a known key"),
        "{text}"
    );
}

#[test]
fn the_index_that_git_names_is_the_one_that_counts() {
    let sandbox = log();
    sandbox.write("lib/http/client.rs", "fn changed() {}\n");
    // A hook of `git commit <path>` sees a temporary index; a command in it must, too.
    sandbox.write(
        "hook.sh",
        format!(
            "#!/bin/sh\nexec '{}' query --format json retry >out.json\n",
            env!("CARGO_BIN_EXE_decision")
        ),
    );
    let hook = sandbox.root().join(".git/hooks/pre-commit");
    std::fs::create_dir_all(hook.parent().expect("a folder")).expect("hooks folder");
    std::fs::copy(sandbox.root().join("hook.sh"), &hook).expect("the hook");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755))
            .expect("executable");
    }
    sandbox.git(&["commit", "-q", "-m", "by path", "lib/http/client.rs"]);
    let answer =
        json(&std::fs::read_to_string(sandbox.root().join("out.json")).expect("the hook ran"));
    assert_eq!(
        answer["results"][0]["governs"][0]["change"], "staged",
        "{answer}"
    );
}

#[test]
fn nobody_listening_is_no_error() {
    let sandbox = log();
    for number in 0..3_000 {
        sandbox.write(
            &format!("docs/decisions/n{number}.md"),
            format!("# Number {number}\n\nSome words.\n"),
        );
    }
    let mut child = sandbox
        .command(env!("CARGO_BIN_EXE_decision"))
        .args(["list"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("decision starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).as_ref()
        ),
        (Some(0), "")
    );
}
