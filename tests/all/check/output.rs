//! The forms in which a report is written.

use super::{Transcript, record, service};
use crate::support::Sandbox;

/// A change with something of everything, by a stranger.
fn stranger() -> Sandbox {
    let sandbox = service();
    sandbox
        .write(
            "docs/decisions/a b#1.md",
            "---\nname: odd\ndescription: \"Ask @team, see [here](https://e.example) ::error:: 100%\"\ndate: 2026-02-31\naffects:\n  - src/auth/\n  - \"nowhere/{a,b}/*.rs\"\n---\n\n# <b>Odd</b> `title`\n\nSee [gone](gone.md).\n\n<!-- decision: allow broken-link because it comes later -->\n",
        )
        .write("docs/decisions/loud.md", record("loud", "Mind @team and #12, ![x](https://e.example/x.png)", "src/main.rs"));
    sandbox.git(&["add", "docs/decisions/loud.md"]);
    sandbox.git(&["commit", "-q", "-m", "loud"]);
    sandbox
        .write("src/main.rs", "// changed\n")
        .write("src/auth/store.rs", "// changed\n");
    sandbox.git(&["add", "."]);
    sandbox.git(&["mv", "src/cache/keys.rs", "src/cache/names.rs"]);
    sandbox
}

fn printed(arguments: &[&str]) -> String {
    let sandbox = stranger();
    let output = sandbox.decision_in(".", arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn text() {
    insta::assert_snapshot!(printed(&["check"]));
}

#[test]
fn text_in_colour() {
    let text = printed(&["check", "--color", "always"]);
    assert!(text.contains("\u{1b}["), "{text}");
}

#[test]
fn json() {
    let value: serde_json::Value =
        serde_json::from_str(&printed(&["check", "--format", "json"])).expect("JSON");
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).expect("JSON"));
}

#[test]
fn sarif() {
    let mut value: serde_json::Value =
        serde_json::from_str(&printed(&["check", "--format", "sarif"])).expect("JSON");
    let rules = value["runs"][0]["tool"]["driver"]["rules"].take();
    let rules = rules.as_array().expect("rules").clone();
    for result in value["runs"][0]["results"].as_array().expect("results") {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    value["runs"][0]["tool"]["driver"]["semanticVersion"] = serde_json::json!("VERSION");
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).expect("JSON"));
}

#[test]
fn github() {
    insta::assert_snapshot!(printed(&["check", "--format", "github"]));
}

#[test]
fn markdown() {
    insta::assert_snapshot!(printed(&["check", "--format", "markdown"]));
}

#[test]
fn validate_is_the_check_of_everything() {
    let sandbox = stranger();
    let mut script = Transcript::new(&sandbox);
    script.decision(&["validate"]);
    let all = sandbox.decision_in(".", &["check", "--all"]);
    let text = script.finish();
    assert!(text.contains(String::from_utf8_lossy(&all.stdout).trim_end()));
    insta::assert_snapshot!(text);
}

#[test]
fn nothing_to_say() {
    let sandbox = service();
    let mut script = Transcript::new(&sandbox);
    for format in ["text", "json", "github", "markdown"] {
        script.decision(&["check", "--format", format]);
    }
    script.decision(&["check", "--hook"]);
    insta::assert_snapshot!(script.finish());
}
