//! Events of each host, and the answer in its shape.
#![expect(clippy::expect_used, reason = "a helper of a test fails by panicking")]

use decision_policy::event::{Edit, Event, EventError, EventKind, How, Replacement, Source};
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
fn a_refusal_has_the_shape_that_each_host_acts_on() {
    let inner = |name: &str| json!({"hookEventName": name, "permissionDecision": "deny", "permissionDecisionReason": "D"});
    let both =
        |name: &str| json!({"decision": "block", "reason": "D", "hookSpecificOutput": inner(name)});
    let cases: Vec<(Value, Value)> = vec![
        (
            json!({"hook_event_name": "PreToolUse"}),
            json!({"hookSpecificOutput": inner("PreToolUse")}),
        ),
        (
            json!({"hook_event_name": "PreToolUse", "turn_id": "1"}),
            both("PreToolUse"),
        ),
        (json!({"hook_event_name": "BeforeTool"}), both("BeforeTool")),
        (
            json!({"hook_event_name": "PreToolUse", "timestamp": 1}),
            both("PreToolUse"),
        ),
        (
            json!({"hookEventName": "preToolUse", "sessionId": "s"}),
            json!({"permissionDecision": "deny", "permissionDecisionReason": "D"}),
        ),
        (
            json!({"hook_event_name": "preToolUse", "conversation_id": "c"}),
            json!({"permission": "deny", "agent_message": "D", "user_message": "D"}),
        ),
    ];
    for (input, expected) in cases {
        let answer = hosts::answer(&read(&input), &Outcome::denied("D")).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer, expected, "{input}");
    }
}

#[test]
fn a_request_at_the_end_of_a_turn_has_each_host_s_shape() {
    let blocked = json!({"decision": "block", "reason": "R"});
    let cases: Vec<(Value, Value)> = vec![
        (
            json!({"hook_event_name": "Stop"}),
            json!({"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "R"}}),
        ),
        (
            json!({"hook_event_name": "Stop", "turn_id": "1"}),
            blocked.clone(),
        ),
        (json!({"hook_event_name": "AfterAgent"}), blocked.clone()),
        (json!({"hook_event_name": "Stop", "timestamp": 1}), blocked),
        (
            json!({"hook_event_name": "stop", "conversation_id": "c"}),
            json!({"followup_message": "R"}),
        ),
    ];
    let outcome = Outcome {
        go_on: Some("R".to_owned()),
        ..Outcome::default()
    };
    for (input, expected) in cases {
        let answer = hosts::answer(&read(&input), &outcome).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer, expected, "{input}");
    }
}

#[test]
fn tools_of_every_host_are_read_as_what_they_do() {
    let write = |path: &str, text: &str| (path.to_owned(), None, How::Write(text.to_owned()));
    let replace = |path: &str, old: &str, new: &str, all: bool| {
        let one = Replacement {
            old: old.to_owned(),
            new: new.to_owned(),
            all,
        };
        (path.to_owned(), None, How::Replace(vec![one]))
    };
    let edits = |edits: Vec<(String, Option<String>, How)>| -> Vec<Edit> {
        edits
            .into_iter()
            .map(|(path, moved_to, how)| Edit {
                path,
                moved_to,
                how,
            })
            .collect()
    };
    let paths = |paths: &[&str], guessed| EventKind::Read {
        paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        guessed,
    };
    let cases: Vec<(Value, EventKind)> = vec![
        (
            json!({"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": "/a", "content": "x"}}),
            EventKind::Edit {
                edits: edits(vec![write("/a", "x")]),
            },
        ),
        (
            json!({"hook_event_name": "PostToolUse", "tool_name": "Edit", "tool_input": {"file_path": "/a", "old_string": "o", "new_string": "n", "replace_all": true}}),
            EventKind::Edited {
                edits: edits(vec![replace("/a", "o", "n", true)]),
            },
        ),
        (
            json!({"hook_event_name": "PreToolUse", "tool_name": "NotebookEdit", "tool_input": {"notebook_path": "/a.ipynb", "new_source": "x"}}),
            EventKind::Edit {
                edits: edits(vec![("/a.ipynb".to_owned(), None, How::Unknown)]),
            },
        ),
        (
            json!({"hook_event_name": "PostToolUse", "tool_name": "Read", "tool_input": {"file_path": "/a"}}),
            paths(&["/a"], false),
        ),
        (
            json!({"hook_event_name": "PreToolUse", "turn_id": "1", "tool_name": "Write", "tool_input": {"command": "*** Begin Patch\n*** Delete File: a\n*** End Patch"}}),
            EventKind::Edit {
                edits: edits(vec![("a".to_owned(), None, How::Remove)]),
            },
        ),
        (
            json!({"hook_event_name": "PreToolUse", "turn_id": "1", "tool_name": "Bash", "tool_input": {"command": "apply_patch <<'E'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nE"}}),
            EventKind::Edit {
                edits: edits(vec![write("a", "x\n")]),
            },
        ),
        (
            json!({"hook_event_name": "PreToolUse", "turn_id": "1", "tool_name": "Bash", "tool_input": {"command": "cat src/a.rs"}}),
            EventKind::Other,
        ),
        (
            json!({"hook_event_name": "PostToolUse", "turn_id": "1", "tool_name": "Bash", "tool_input": {"command": ["bash", "-lc", "cat src/a.rs"]}}),
            paths(&["src/a.rs"], true),
        ),
        (
            json!({"hook_event_name": "AfterTool", "tool_name": "read_many_files", "tool_input": {"paths": ["a", 7, "b"]}}),
            paths(&["a", "b"], false),
        ),
        (
            json!({"hook_event_name": "BeforeTool", "tool_name": "replace", "tool_input": {"file_path": "a", "old_string": "o", "new_string": "n"}}),
            EventKind::Edit {
                edits: edits(vec![replace("a", "o", "n", false)]),
            },
        ),
        (
            json!({"hookEventName": "preToolUse", "sessionId": "s", "toolName": "create", "toolArgs": "{\"path\": \"a\", \"file_text\": \"x\"}"}),
            EventKind::Edit {
                edits: edits(vec![write("a", "x")]),
            },
        ),
        (
            json!({"hook_event_name": "PreToolUse", "timestamp": 1, "tool_name": "Edit", "tool_input": {"path": "a", "old_str": "o", "new_str": "n"}}),
            EventKind::Edit {
                edits: edits(vec![replace("a", "o", "n", false)]),
            },
        ),
        (
            json!({"hook_event_name": "afterFileEdit", "conversation_id": "c", "file_path": "a", "edits": [{"old_string": "o", "new_string": "n"}, 7]}),
            EventKind::Edited {
                edits: edits(vec![replace("a", "o", "n", false)]),
            },
        ),
        (
            json!({"hook_event_name": "SessionStart", "source": "compact"}),
            EventKind::SessionStart {
                source: Source::Compact,
            },
        ),
        (
            json!({"hook_event_name": "sessionStart", "conversation_id": "c"}),
            EventKind::SessionStart {
                source: Source::Startup,
            },
        ),
        (
            json!({"hook_event_name": "SubagentStart", "agent_id": "a"}),
            EventKind::SubagentStart,
        ),
        (
            json!({"hook_event_name": "Stop", "stop_hook_active": true, "last_assistant_message": "m"}),
            EventKind::Stop {
                active: true,
                last_message: Some("m".to_owned()),
            },
        ),
        (
            json!({"hook_event_name": "stop", "conversation_id": "c", "loop_count": 1}),
            EventKind::Stop {
                active: true,
                last_message: None,
            },
        ),
        (
            json!({"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": 7, "content": "x"}}),
            EventKind::Other,
        ),
        (
            json!({"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": "x/".repeat(5_000), "content": "x"}}),
            EventKind::Other,
        ),
    ];
    for (value, kind) in cases {
        assert_eq!(read(&value).kind, kind, "{value}");
    }
}

#[test]
fn session_agent_and_place_are_read_wherever_they_stand() {
    let event = read(&json!({
        "hook_event_name": "sessionStart", "conversation_id": "c", "workspace_roots": ["/w", "/v"], "agent_id": "a",
    }));
    assert_eq!(event.host, Host::Cursor);
    assert_eq!(event.session.as_deref(), Some("c"));
    assert_eq!(event.agent.as_deref(), Some("a"));
    assert_eq!(event.cwd.as_deref(), Some(std::path::Path::new("/w")));
    // Through the loader for other clients' hooks it speaks like Claude Code.
    let loaded = read(
        &json!({"hook_event_name": "PreToolUse", "conversation_id": "c", "cursor_version": "3"}),
    );
    assert_eq!(loaded.host, Host::ClaudeCode);
    let empty = read(&json!({"hook_event_name": "Stop", "session_id": "", "cwd": ""}));
    assert_eq!((empty.session, empty.cwd), (None, None));
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
