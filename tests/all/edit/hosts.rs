//! Each policy through each host's own shape.

use super::{Fill, HOSTS, Host};
use crate::support::{Sandbox, record, write_log};

const FILE: &str = "services/auth/session_store.rs";
const SENTENCE: &str = "Session tokens live in Redis only";

fn log() -> Sandbox {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.write(FILE, "old\nrest\n");
    sandbox.commit();
    sandbox
}

/// Only the keys that the strictest host knows.
fn has_only_known_keys(host: Host, answer: &serde_json::Value) {
    let keys: Vec<&str> = answer
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    let known: &[&str] = match host.name {
        "codex" => &["decision", "hookSpecificOutput", "reason"],
        "cursor" => &[
            "additional_context",
            "agent_message",
            "permission",
            "user_message",
        ],
        "claude" | "gemini" => &["decision", "hookSpecificOutput", "reason", "systemMessage"],
        _ => return,
    };
    assert!(
        keys.iter().all(|key| known.contains(key)),
        "{}: {keys:?}",
        host.name
    );
    if let Some(inner) = answer.get("hookSpecificOutput") {
        for key in inner.as_object().expect("an object").keys() {
            assert!(
                [
                    "hookEventName",
                    "additionalContext",
                    "permissionDecision",
                    "permissionDecisionReason"
                ]
                .contains(&key.as_str()),
                "{}: {key}",
                host.name
            );
        }
    }
}

#[test]
fn a_session_begins_with_what_there_is() {
    for host in HOSTS {
        let sandbox = log();
        let answer = host.fire(&sandbox, "session_start", Fill::file(FILE));
        let text = host.context(&answer);
        assert!(
            text.contains("keeps 4 decision records in docs/decisions"),
            "{}: {answer}",
            host.name
        );
        has_only_known_keys(host, &answer);
    }
}

#[test]
fn a_governed_file_that_is_read_brings_its_record_once() {
    for host in HOSTS {
        let sandbox = log();
        let answer = host.fire(&sandbox, "read", Fill::file(FILE));
        let text = host.context(&answer);
        assert!(text.contains(SENTENCE), "{}: {answer}", host.name);
        assert!(
            text.contains("docs/decisions/session-tokens-redis.md"),
            "{text}"
        );
        assert!(text.contains("merged"), "{text}");
        has_only_known_keys(host, &answer);
        // Not again, neither for another file of the same record nor at the edit.
        for event in ["read", "edit", "edited"] {
            let again = host.fire(&sandbox, event, Fill::file(FILE));
            assert_eq!(again, serde_json::Value::Null, "{} {event}", host.name);
        }
        let other = host.fire(&sandbox, "edit", Fill::file("services/auth/other.rs"));
        assert_eq!(other, serde_json::Value::Null, "{}", host.name);
        let mut new_session = Fill::file(FILE);
        new_session.session = "another";
        let text = host.context(&host.fire(&sandbox, "read", new_session));
        assert!(text.contains(SENTENCE), "{}", host.name);
    }
}

#[test]
fn what_was_not_read_is_given_at_the_edit() {
    for host in HOSTS {
        let sandbox = log();
        let before = host.context(&host.fire(&sandbox, "edit", Fill::file(FILE)));
        assert_eq!(
            before.contains(SENTENCE),
            host.hears_before(),
            "{}: {before}",
            host.name
        );
        let after = host.context(&host.fire(&sandbox, "edited", Fill::file(FILE)));
        assert_eq!(
            after.contains(SENTENCE),
            !host.hears_before(),
            "{}: {after}",
            host.name
        );
    }
}

#[test]
fn a_binding_record_holds_the_first_edit_back() {
    for host in HOSTS {
        let sandbox = log();
        sandbox.write(
            "docs/decisions/binding.md",
            "---\ndescription: Clients go through the gateway\ndate: 2026-03-12\nbinding: true\naffects: [lib/http/]\n---\n\n# Gateway\n",
        );
        sandbox.commit();
        let file = Fill::file("lib/http/client.rs");
        // To have read it does not count.
        host.fire(&sandbox, "read", file);
        let answer = host.fire(&sandbox, "edit", file);
        let denial = host.denial(&answer);
        assert!(
            denial.contains("Clients go through the gateway"),
            "{}: {answer}",
            host.name
        );
        assert!(denial.contains("docs/decisions/binding.md"), "{denial}");
        has_only_known_keys(host, &answer);
        let again = host.fire(&sandbox, "edit", file);
        assert_eq!(host.denial(&again), "", "{}: {again}", host.name);
        // A context that is made anew does not hold it back again.
        let mut compacted = file;
        compacted.source = "compact";
        host.fire(&sandbox, "session_start", compacted);
        assert_eq!(
            host.denial(&host.fire(&sandbox, "edit", file)),
            "",
            "{}",
            host.name
        );
    }
}

#[test]
fn a_write_that_breaks_a_record_is_refused_and_one_that_does_not_passes() {
    for host in HOSTS {
        let sandbox = log();
        let mut fill = Fill::file("docs/decisions/new.md");
        fill.text = "---\ndescription: d\ndate: 2026-13-40\n---\n\n# New\n\nWe do it.\n";
        let answer = host.fire(&sandbox, "write", fill);
        let denial = host.denial(&answer);
        assert!(denial.contains("invalid-date"), "{}: {answer}", host.name);
        assert!(denial.contains("docs/decisions/new.md line 3"), "{denial}");
        assert!(denial.contains("Instead: "), "{denial}");
        has_only_known_keys(host, &answer);
        fill.text =
            "---\ndescription: d\ndate: 2026-03-04\naffects: [src/]\n---\n\n# New\n\nWe do it.\n";
        assert_eq!(
            host.denial(&host.fire(&sandbox, "write", fill)),
            "",
            "{}",
            host.name
        );
        // An edit is applied before it is judged.
        let mut fill = Fill::file("docs/decisions/retry-with-jitter.md");
        (fill.old, fill.new) = ("date: 2026-03-12", "date: yesterday-ish 99");
        let denial = host.denial(&host.fire(&sandbox, "edit", fill));
        assert!(denial.contains("invalid-date"), "{}: {denial}", host.name);
        fill.new = "date: 2026-03-13";
        assert_eq!(
            host.denial(&host.fire(&sandbox, "edit", fill)),
            "",
            "{}",
            host.name
        );
    }
}

#[test]
fn a_written_record_refreshes_the_index_and_names_its_neighbours() {
    for host in HOSTS {
        let sandbox = log();
        sandbox.decision(&["index", ".claude/rules/decisions.md"]);
        sandbox.commit();
        let text = record(
            "New rule for tokens",
            &["services/auth/session_store.rs"],
            "New rule",
            "Because.",
        );
        sandbox.write("docs/decisions/new.md", &text);
        let mut fill = Fill::file("docs/decisions/new.md");
        fill.text = &text;
        let answer = host.fire(&sandbox, "written", fill);
        let said = host.context(&answer);
        assert!(
            said.contains(".claude/rules/decisions.md was brought up to date"),
            "{}: {answer}",
            host.name
        );
        assert!(
            said.contains("docs/decisions/session-tokens-redis.md"),
            "{}: {said}",
            host.name
        );
        let index = std::fs::read_to_string(sandbox.root().join(".claude/rules/decisions.md"))
            .expect("the index");
        assert!(index.contains("New rule"), "{index}");
        has_only_known_keys(host, &answer);
        assert_eq!(
            host.fire(&sandbox, "written", fill),
            serde_json::Value::Null,
            "{}",
            host.name
        );
    }
}

#[test]
fn nothing_is_said_where_nothing_governs() {
    for host in HOSTS {
        let sandbox = log();
        for event in ["read", "edit", "edited", "write", "written", "stop"] {
            let mut fill = Fill::file("README.md");
            fill.text = "# Text\n";
            let answer = host.fire(&sandbox, event, fill);
            assert_eq!(answer, serde_json::Value::Null, "{} {event}", host.name);
        }
    }
}
