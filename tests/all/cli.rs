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
    let output = sandbox.decision_in(".", &["show", "session-tokens"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("did you mean `session-tokens-redis`?"),
        "{error}"
    );
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
