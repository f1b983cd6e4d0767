//! `decision graph` on real repositories.

use crate::support::{Sandbox, record};

fn linked() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox
        .write(
            "docs/adr/0001-a.md",
            "---\nstatus: superseded by ADR-0002\n---\n# First \"quoted\" \\N <b>\n\nText.\n",
        )
        .write(
            "docs/adr/0002-b.md",
            "---\nstatus: accepted\nsupersedes: ADR-0001\n---\n# Second #1; `x`]\n\nNames [the third](0003-c.md) in passing.\n",
        )
        .write(
            "docs/adr/0003-c.md",
            "---\nstatus: accepted\namends: ADR-0002\n---\n# Third\n\nText.\n",
        )
        .write("docs/adr/0004-alone.md", record("Alone", &["x"], "Alone", "Text."));
    sandbox
}

#[test]
fn for_graphviz() {
    insta::assert_snapshot!(linked().decision(&["graph"]));
}

#[test]
fn for_mermaid() {
    insta::assert_snapshot!(linked().decision(&["graph", "--format", "mermaid"]));
}

#[test]
fn for_programs() {
    let text = linked().decision(&["graph", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["version"], 1);
    assert_eq!(value["nodes"].as_array().map(Vec::len), Some(3));
    assert_eq!(value["nodes"][0]["live"], false);
    let edges: Vec<String> = value["edges"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|edge| format!("{} {} {}", edge["from"], edge["kind"], edge["to"]).replace('"', ""))
        .collect();
    assert_eq!(
        edges,
        [
            "docs/adr/0002-b.md supersedes docs/adr/0001-a.md",
            "docs/adr/0002-b.md mentions docs/adr/0003-c.md",
            "docs/adr/0003-c.md amends docs/adr/0002-b.md",
        ]
    );
}

#[test]
fn records_that_stand_alone_are_shown_when_asked_for() {
    let sandbox = linked();
    assert!(!sandbox.decision(&["graph"]).contains("Alone"));
    assert!(sandbox.decision(&["graph", "--all"]).contains("Alone"));
}

#[test]
fn without_a_log_that_is_said_beside_the_graph() {
    let sandbox = Sandbox::new();
    let output = sandbox.decision_in(".", &["graph"]);
    assert!(output.status.success());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("No decision records here: "), "{error}");
    assert!(output.stdout.starts_with(b"digraph"));
}
