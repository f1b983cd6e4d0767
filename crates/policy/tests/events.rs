//! Events of each host, and the answer in its shape.
#![expect(clippy::expect_used, reason = "a helper of a test fails by panicking")]

use decision_policy::event::{Event, EventError, EventKind, Source};
use decision_policy::hosts::{self, Host, MAX_VALUE_BYTES};
use decision_policy::outcome::Outcome;
use serde_json::{Value, json};

fn read(value: &Value) -> Event {
    Event::read(value.to_string().as_bytes()).expect("an event")
}

#[test]
fn the_shape_of_the_input_tells_host_and_event() {
    let prompt = |text: &str| EventKind::Prompt {
        text: text.to_owned(),
    };
    let skill = |skill: &str, arguments: &str| EventKind::Skill {
        skill: skill.to_owned(),
        arguments: arguments.to_owned(),
    };
    let cases: Vec<(Value, Host, EventKind)> = vec![
        (
            json!({"hook_event_name": "UserPromptSubmit", "transcript_path": "/t", "prompt": "x"}),
            Host::ClaudeCode,
            prompt("x"),
        ),
        (
            json!({"hook_event_name": "UserPromptExpansion", "command_name": "decision:query", "command_args": "a b"}),
            Host::ClaudeCode,
            EventKind::Expansion {
                command: "decision:query".to_owned(),
                arguments: "a b".to_owned(),
            },
        ),
        (
            json!({"hook_event_name": "UserPromptSubmit", "transcript_path": null, "turn_id": "7", "prompt": "x"}),
            Host::Codex,
            prompt("x"),
        ),
        (
            json!({"hook_event_name": "BeforeAgent", "transcript_path": "/t", "timestamp": "2026", "prompt": "x"}),
            Host::Gemini,
            prompt("x"),
        ),
        (
            json!({"hook_event_name": "BeforeAgent", "timestamp": "2026", "prompt": "<hook_context>a &lt;b&gt; c\n</hook_context>\n\n/decision:query x"}),
            Host::Gemini,
            prompt("/decision:query x"),
        ),
        (
            json!({"hook_event_name": "BeforeAgent", "timestamp": "2026", "prompt": "<hook_context> is a word of mine"}),
            Host::Gemini,
            prompt("<hook_context> is a word of mine"),
        ),
        (
            json!({"hook_event_name": "PreCompact", "timestamp": "2026", "transcript_path": "/t", "trigger": "manual", "custom_instructions": ""}),
            Host::Copilot,
            EventKind::Compacting,
        ),
        (
            json!({"hook_event_name": "Stop", "timestamp": "2026", "transcript_path": "/t", "session_id": "s", "stop_reason": "end_turn"}),
            Host::Copilot,
            EventKind::Stop {
                active: false,
                last_message: None,
            },
        ),
        (
            json!({"hook_event_name": "SessionStart", "timestamp": "2026", "transcript_path": "/t", "source": "resume"}),
            Host::Gemini,
            EventKind::SessionStart {
                source: Source::Resume,
            },
        ),
        (
            json!({"hook_event_name": "BeforeTool", "timestamp": "2026", "tool_name": "activate_skill", "tool_input": {"name": "query"}}),
            Host::Gemini,
            skill("query", ""),
        ),
        (
            json!({"hook_event_name": "UserPromptSubmit", "timestamp": "2026", "prompt": "x"}),
            Host::Copilot,
            prompt("x"),
        ),
        (
            json!({"hookEventName": "userPromptSubmitted", "sessionId": "s", "timestamp": 1, "prompt": "x"}),
            Host::Copilot,
            prompt("x"),
        ),
        (
            json!({"hook_event_name": "PreToolUse", "tool_name": "Skill", "tool_input": {"skill": "decision:query", "args": "a"}}),
            Host::ClaudeCode,
            skill("decision:query", "a"),
        ),
        (
            json!({"hook_event_name": "PreToolUse", "tool_name": "Skill", "tool_input": {"skill": 3}}),
            Host::ClaudeCode,
            EventKind::Other,
        ),
        (
            json!({"hook_event_name": "Notification", "prompt": "x"}),
            Host::ClaudeCode,
            EventKind::Other,
        ),
    ];
    for (value, host, kind) in cases {
        let event = read(&value);
        assert_eq!((event.host, &event.kind), (host, &kind), "{value}");
    }
}

#[test]
fn what_is_no_event_is_an_error_with_a_reason() {
    let error = |input: &[u8]| Event::read(input).expect_err("no event");
    assert!(matches!(error(b""), EventError::Empty));
    assert!(matches!(error(b" \n"), EventError::Empty));
    assert!(matches!(error(b"{"), EventError::NotJson(_)));
    assert!(matches!(error(b"[]"), EventError::NotAnEvent(_)));
    assert!(matches!(
        error(b"{\"hook_event_name\": 1}"),
        EventError::NotAnEvent(_)
    ));
    assert!(matches!(
        error(&vec![b'x'; 9 * 1024 * 1024]),
        EventError::TooLarge
    ));
}

#[test]
fn what_hosts_really_send_is_read() {
    let with_prompt = |prompt: &[u8]| {
        let head = br#"{"hook_event_name": "UserPromptSubmit", "prompt": ""#;
        [head.as_slice(), prompt, br#""}"#].concat()
    };
    let bom = [b"\xef\xbb\xbf".as_slice(), &with_prompt(b"x")].concat();
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (bom, "x"),
        (with_prompt(b"a\xffb"), "a\u{fffd}b"),
        (with_prompt(br"cache \ud83d"), "cache \u{fffd}"),
        (
            with_prompt(br"\udca9 cache \\ud83d"),
            "\u{fffd} cache \\ud83d",
        ),
        (with_prompt(br"\ud83d\udca9 \ud83d"), "\u{1f4a9} \u{fffd}"),
        (with_prompt(br"\ud83d\ud83d\udca9"), "\u{fffd}\u{1f4a9}"),
    ];
    for (input, text) in cases {
        let event = Event::read(&input).expect("an event");
        assert_eq!(
            event.kind,
            EventKind::Prompt {
                text: text.to_owned()
            },
            "{}",
            String::from_utf8_lossy(&input)
        );
    }
}

#[test]
fn each_host_gets_the_keys_that_it_reads() {
    let outcome = Outcome {
        reason: Some("R".to_owned()),
        message: Some("M".to_owned()),
        ..Outcome::default()
    };
    let context = |name: &str| json!({"hookEventName": name, "additionalContext": "R"});
    let cases: Vec<(Value, Value)> = vec![
        (
            json!({"hook_event_name": "UserPromptSubmit"}),
            json!({"systemMessage": "M", "hookSpecificOutput": context("UserPromptSubmit")}),
        ),
        (
            json!({"hook_event_name": "UserPromptSubmit", "turn_id": "1"}),
            json!({"hookSpecificOutput": context("UserPromptSubmit")}),
        ),
        (
            json!({"hook_event_name": "BeforeAgent"}),
            json!({"systemMessage": "M", "hookSpecificOutput": context("BeforeAgent")}),
        ),
        (
            json!({"hook_event_name": "userPromptSubmitted", "timestamp": 1}),
            json!({"systemMessage": "M", "additionalContext": "R", "hookSpecificOutput": context("userPromptSubmitted")}),
        ),
    ];
    for (input, expected) in cases {
        let answer = hosts::answer(&read(&input), &outcome).expect("an answer");
        assert_eq!(
            serde_json::from_str::<Value>(&answer).expect("JSON"),
            expected,
            "{input}"
        );
    }
}

#[test]
fn silence_is_nothing_at_all() {
    let claude = read(&json!({"hook_event_name": "UserPromptSubmit"}));
    assert_eq!(hosts::answer(&claude, &Outcome::default()), None);
    // A line for the user alone has no way to be shown there.
    let codex = read(&json!({"hook_event_name": "UserPromptSubmit", "turn_id": "1"}));
    let message = Outcome {
        reason: None,
        message: Some("M".to_owned()),
        ..Outcome::default()
    };
    assert_eq!(hosts::answer(&codex, &message), None);
}

#[test]
fn no_value_is_longer_than_every_host_takes() {
    let event = read(&json!({"hook_event_name": "UserPromptSubmit"}));
    let answer = hosts::answer(&event, &Outcome::for_model("é".repeat(9_000))).expect("an answer");
    let value: Value = serde_json::from_str(&answer).expect("JSON");
    let text = value["hookSpecificOutput"]["additionalContext"]
        .as_str()
        .expect("text");
    assert!(
        text.len() <= MAX_VALUE_BYTES && text.len() > MAX_VALUE_BYTES - 8,
        "{}",
        text.len()
    );
    assert!(text.ends_with('…'));
}
