//! The capture policy through the built hook: who hears of a choice, and how often.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{Sandbox, context, event, put_program, write_log};

const CHOICE: &str = "Let's go with Postgres instead of MongoDB because we need transactions.";

fn log() -> Sandbox {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    sandbox
}

fn in_session(sandbox: &Sandbox, name: &str, session: &str, mut extra: Value) -> String {
    extra["session_id"] = json!(session);
    sandbox.hook(&event(name, &sandbox.root(), extra))
}

fn prompt(sandbox: &Sandbox, session: &str, text: &str) -> String {
    in_session(
        sandbox,
        "UserPromptSubmit",
        session,
        json!({ "prompt": text }),
    )
}

fn stop(sandbox: &Sandbox, session: &str, last: &str) -> String {
    let extra = json!({ "stop_hook_active": false, "last_assistant_message": last });
    in_session(sandbox, "Stop", session, extra)
}

fn message(answer: &str) -> String {
    let value: Value = serde_json::from_str(answer).expect("JSON");
    let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["systemMessage"]);
    value["systemMessage"].as_str().expect("text").to_owned()
}

fn record(sandbox: &Sandbox, text: &str) {
    let mut child = sandbox
        .command(env!("CARGO_BIN_EXE_decision"))
        .arg("record")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("decision starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, text.as_bytes()).expect("it reads");
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_stated_choice_brings_the_command_to_the_model_once_a_session() {
    let sandbox = log();
    let text = context(&prompt(&sandbox, "a", CHOICE), "UserPromptSubmit");
    insta::assert_snapshot!(text, @r##"
    This prompt reads as if it states a decision, and this project keeps decision records (docs/decisions). `decision record` files a record from standard input as proposed, in the form of the log:

    decision record --affects src/area/ <<'END_OF_RECORD'
    # Short title of the choice

    One sentence that says what was decided.

    ## Context

    What made a choice necessary.

    ## Decision

    What was chosen, and why.

    ## Alternatives

    What else was considered, and why not.
    END_OF_RECORD

    It is of use for what others would have to know later, not for a passing step, and not where a record says it already (`decision query -- WORDS`).
    "##);
    assert_eq!(prompt(&sandbox, "a", CHOICE), "", "once");
    assert!(!prompt(&sandbox, "b", CHOICE).is_empty(), "another session");
    // After a compaction it may be said again: the model has lost it.
    in_session(
        &sandbox,
        "SessionStart",
        "a",
        json!({ "source": "compact" }),
    );
    assert!(!prompt(&sandbox, "a", CHOICE).is_empty());
}

#[test]
fn what_the_nudge_shows_can_be_run() {
    let sandbox = log();
    let text = context(&prompt(&sandbox, "a", CHOICE), "UserPromptSubmit");
    let (_, example) = text
        .split_once("<<'END_OF_RECORD'\n")
        .expect("a here-document");
    let (example, _) = example.split_once("END_OF_RECORD").expect("its end");
    record(&sandbox, example);
    assert!(
        sandbox
            .root()
            .join("docs/decisions/short-title-of-the-choice.md")
            .exists()
    );
}

/// The prompt event of a host, told apart by the keys that each sends.
const PROMPTS: [(&str, &str, &[&str]); 4] = [
    ("claude", "UserPromptSubmit", &["transcript_path"]),
    ("codex", "UserPromptSubmit", &["transcript_path", "turn_id"]),
    ("gemini", "BeforeAgent", &["transcript_path", "timestamp"]),
    ("copilot", "UserPromptSubmit", &["timestamp"]),
];

fn prompt_of(
    sandbox: &Sandbox,
    hook: &mut std::process::Command,
    host: (&str, &str, &[&str]),
) -> String {
    let mut input = json!({ "cwd": sandbox.root(), "hook_event_name": host.1, "prompt": CHOICE, "session_id": host.0 });
    for key in host.2 {
        input[*key] = json!("x");
    }
    let answer = sandbox.hook_with(hook, input.to_string().as_bytes());
    let value: Value = serde_json::from_str(&answer).expect("JSON");
    let text = value
        .pointer("/hookSpecificOutput/additionalContext")
        .expect("context");
    text.as_str().expect("text").to_owned()
}

#[test]
fn the_skill_is_named_as_the_host_names_it_and_only_where_the_plugin_is() {
    let plugin = concat!(env!("CARGO_MANIFEST_DIR"), "/plugin");
    for (host, named) in PROMPTS.into_iter().zip([
        "The user has the same as /decision:record.",
        "The user has the same as $decision:record.",
        "The user has the same as the skill `record`.",
        "The user has the same as the skill `record`.",
    ]) {
        let sandbox = log();
        let mut hook = sandbox.command(env!("CARGO_BIN_EXE_decision-hook"));
        hook.env("CLAUDE_PLUGIN_ROOT", plugin);
        let text = prompt_of(&sandbox, &mut hook, host);
        assert!(text.contains(named), "{}: {text}", host.0);

        let sandbox = log();
        let mut hook = sandbox.command(env!("CARGO_BIN_EXE_decision-hook"));
        let text = prompt_of(&sandbox, &mut hook, host);
        assert!(!text.contains("The user has"), "{}: {text}", host.0);
    }
}

#[test]
fn a_command_that_is_not_on_the_path_is_named_by_its_path_or_not_at_all() {
    let sandbox = log();
    let mut hook = sandbox.command(env!("CARGO_BIN_EXE_decision-hook"));
    hook.env("PATH", sandbox.home());
    let text = prompt_of(&sandbox, &mut hook, PROMPTS[0]);
    let own = env!("CARGO_BIN_EXE_decision");
    assert!(
        text.contains(&format!("{own} record --affects"))
            || text.contains(&format!("'{own}' record --affects")),
        "{text}"
    );

    // The hook alone, as in a plugin of a host that runs nothing of it by name.
    let sandbox = log();
    let alone = sandbox
        .home()
        .join(format!("decision-hook{}", std::env::consts::EXE_SUFFIX));
    put_program(env!("CARGO_BIN_EXE_decision-hook").as_ref(), &alone);
    let mut hook = sandbox.command(&alone);
    hook.env("PATH", "");
    let text = prompt_of(&sandbox, &mut hook, PROMPTS[1]);
    assert!(
        text.contains("A record is a file in docs/decisions") && !text.contains("`decision"),
        "{text}"
    );
    let answer = {
        let mut hook = sandbox.command(&alone);
        hook.env("PATH", "");
        let input = event("Stop", &sandbox.root(), json!({ "session_id": "codex" }));
        sandbox.hook_with(&mut hook, &input)
    };
    let line = message(&answer);
    assert!(
        line.ends_with("Records are files in docs/decisions."),
        "{line}"
    );
}

#[test]
fn other_prompts_and_places_stay_silent() {
    let sandbox = log();
    for text in [
        "Why did we choose Postgres instead of MongoDB?",
        "The build fails, fix it because CI is red.",
        "/decision:record we chose Postgres over MongoDB because of transactions",
        "$decision:record we chose Postgres over MongoDB because of transactions",
        "> we decided to use Postgres instead of MongoDB because of joins\nsummarise this",
    ] {
        let answer = prompt(&sandbox, "a", text);
        assert!(!answer.contains("decision record"), "{text}: {answer}");
    }
    // No log, no nudge.
    let empty = Sandbox::new();
    assert_eq!(prompt(&empty, "a", CHOICE), "");
    assert_eq!(stop(&empty, "a", "Done."), "");
    // Without a session nothing can be said once, so nothing is said.
    let mut input: Value = serde_json::from_slice(&event(
        "UserPromptSubmit",
        &sandbox.root(),
        json!({ "prompt": CHOICE }),
    ))
    .expect("JSON");
    input
        .as_object_mut()
        .expect("an object")
        .remove("session_id");
    assert_eq!(sandbox.hook(input.to_string().as_bytes()), "");
    // A subagent's task is nobody's word.
    let extra = json!({ "prompt": CHOICE, "agent_id": "x" });
    assert_eq!(in_session(&sandbox, "UserPromptSubmit", "c", extra), "");
}

#[test]
fn a_turn_that_ends_without_a_record_is_told_to_the_user_once() {
    let sandbox = log();
    assert_eq!(stop(&sandbox, "a", "Done."), "", "nothing was chosen");
    prompt(&sandbox, "a", CHOICE);
    let line = message(&stop(&sandbox, "a", "Done."));
    assert!(
        line.contains("`decision record` writes it down") && line.lines().count() == 1,
        "{line}"
    );
    assert_eq!(stop(&sandbox, "a", "Done."), "", "once");

    let reported = "I chose Redis over Memcached because we need key expiry events.";
    assert!(
        !stop(&sandbox, "b", reported).is_empty(),
        "the model's own words"
    );
}

#[test]
fn a_record_that_was_written_ends_it() {
    let sandbox = log();
    prompt(&sandbox, "a", CHOICE);
    record(
        &sandbox,
        "# Postgres is the database\n\nPostgres holds all relational data.\n",
    );
    assert_eq!(stop(&sandbox, "a", "Recorded."), "", "by the command");
    let reported = "I chose Redis over Memcached because we need key expiry events.";
    in_session(
        &sandbox,
        "SessionStart",
        "a",
        json!({ "source": "compact" }),
    );
    assert_eq!(
        stop(&sandbox, "a", reported),
        "",
        "whatever was forgotten since"
    );

    prompt(&sandbox, "b", CHOICE);
    let path = sandbox.root().join("docs/decisions/by-hand.md");
    let text = "---\ndescription: Postgres holds all data\ndate: 2026-01-01\naffects: [services/]\n---\n\n# By hand\n\nText.\n";
    sandbox.write("docs/decisions/by-hand.md", text);
    let edit = json!({ "tool_name": "Write", "tool_input": { "file_path": path, "content": text }, "tool_response": {} });
    in_session(&sandbox, "PostToolUse", "b", edit);
    assert_eq!(stop(&sandbox, "b", "Written."), "", "as a file");

    prompt(&sandbox, "c", CHOICE);
    record(
        &sandbox,
        "# Redis is the cache\n\nRedis holds what may be lost.\n",
    );
    sandbox.decision(&["undo"]);
    assert_ne!(stop(&sandbox, "c", "Taken back."), "", "no longer there");
}

#[test]
fn dismissed_or_switched_off_nothing_is_said() {
    let sandbox = log();
    in_session(
        &sandbox,
        "SessionStart",
        "a",
        json!({ "source": "startup" }),
    );
    sandbox.decision(&["dismiss"]);
    assert_eq!(prompt(&sandbox, "a", CHOICE), "");
    assert_eq!(stop(&sandbox, "a", "Done."), "");
    assert!(
        !prompt(&sandbox, "b", CHOICE).is_empty(),
        "other sessions go on"
    );

    sandbox.write(".decision.yaml", "capture: off\n");
    assert_eq!(prompt(&sandbox, "c", CHOICE), "");
    assert_eq!(stop(&sandbox, "c", "Done."), "");
}

#[test]
fn the_model_is_asked_only_where_the_settings_say_so_and_never_in_a_loop() {
    let sandbox = log();
    sandbox.write(".decision.yaml", "capture: ask\n");
    prompt(&sandbox, "a", CHOICE);
    let value: Value = serde_json::from_str(&stop(&sandbox, "a", "Done.")).expect("JSON");
    assert!(
        value["hookSpecificOutput"]["additionalContext"]
            .as_str()
            .expect("a request")
            .contains("decision record"),
        "{value}"
    );
    let active = json!({ "stop_hook_active": true, "last_assistant_message": "Done." });
    assert_eq!(
        in_session(&sandbox, "Stop", "a", active),
        "",
        "the turn that was asked for"
    );
    // The user is told later, and then nobody.
    assert!(!message(&stop(&sandbox, "a", "Done.")).is_empty());
    assert_eq!(stop(&sandbox, "a", "Done."), "");
}

#[test]
fn hosts_that_show_the_user_nothing_get_nothing() {
    let sandbox = log();
    let codex = |name: &str, mut extra: Value| {
        extra["turn_id"] = json!("1");
        in_session(&sandbox, name, "a", extra)
    };
    let nudge = codex("UserPromptSubmit", json!({ "prompt": CHOICE }));
    assert!(
        context(&nudge, "UserPromptSubmit").contains("decision record"),
        "{nudge}"
    );
    assert_eq!(
        codex(
            "Stop",
            json!({ "stop_hook_active": false, "last_assistant_message": "Done." })
        ),
        ""
    );
}

#[test]
fn of_many_hooks_at_once_one_speaks() {
    let sandbox = log();
    let input = event(
        "UserPromptSubmit",
        &sandbox.root(),
        json!({ "prompt": CHOICE, "session_id": "p" }),
    );
    let children: Vec<_> = (0..24)
        .map(|_| {
            let mut child = sandbox
                .command(env!("CARGO_BIN_EXE_decision-hook"))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the hook starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            std::io::Write::write_all(&mut stdin, &input).expect("it reads");
            drop(stdin);
            child
        })
        .collect();
    let spoke = children
        .into_iter()
        .map(|child| child.wait_with_output().expect("it ends"))
        .filter(|output| !output.stdout.is_empty())
        .count();
    assert_eq!(spoke, 1);
}
