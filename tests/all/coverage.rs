//! `decision coverage` on real repositories.

use crate::support::{Sandbox, record, write_log};

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

/// Two governed directories, one that only a broad scope claims, and files that are no source.
fn covered() -> Sandbox {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    for file in ["a.rs", "b.rs", "c.rs"] {
        sandbox.write(&format!("open/deep/er/{file}"), "fn x() {}\n");
    }
    sandbox
        .write("services/audit/notes.toml", "x = 1\n")
        .write(
            "docs/decisions/everything.md",
            record("All", &["**"], "Everything", "Text."),
        )
        .write(
            "docs/decisions/old.md",
            "---\nstatus: rejected\naffects: [open/]\n---\n# Old\n",
        )
        .write(
            "docs/decisions/stem.md",
            record("Stem", &["main"], "Stem", "Text."),
        )
        .write("main.rs", "fn main() {}\n")
        .write("vendor/x/y.rs", "fn y() {}\n")
        .write("Cargo.lock", "x\n")
        .write("schema.rs", "fn s() {}\n")
        .write(".gitattributes", "schema.rs linguist-generated\n")
        .write("logo.png", [0, 1, 2])
        .commit();
    sandbox
}

#[test]
fn the_worst_directories_come_first() {
    let sandbox = covered();
    insta::assert_snapshot!(sandbox.decision(&["coverage"]));
}

#[test]
fn for_programs() {
    let sandbox = covered();
    let value = json(&sandbox.decision(&["coverage", "--format", "json", "--depth", "1"]));
    assert_eq!(value["version"], 1);
    assert_eq!(value["command"], "coverage");
    assert_eq!(value["depth"], 1);
    assert_eq!(
        value["total"],
        serde_json::json!({ "files": 9, "governed": 3, "broad_only": 6, "percent": 33 })
    );
    assert_eq!(
        value["directories"][0],
        serde_json::json!({ "path": "open", "files": 3, "governed": 0, "broad_only": 3, "percent": 0 })
    );
    assert_eq!(
        value["broad"],
        serde_json::json!(["docs/decisions/everything.md"])
    );
    let governing = value["governing"].as_array().expect("a list");
    assert_eq!(governing.len(), 3, "{governing:?}");
    assert_eq!(
        value["left_out"],
        serde_json::json!({ "binary": 1, "documentation": 1, "generated": 2, "records": 7, "vendored": 1 })
    );
    let files: u64 = value["directories"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|directory| directory["files"].as_u64())
        .sum();
    assert_eq!(files, 9);
}

#[test]
fn without_git_there_is_nothing_to_compare() {
    let sandbox = Sandbox::without_git();
    write_log(&sandbox);
    let output = sandbox.decision_in(".", &["coverage"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("not in a git repository"), "{error}");
}

#[test]
fn a_few_of_many_are_not_none() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    for number in 0..500 {
        sandbox.write(&format!("open/{number}.rs"), "fn x() {}\n");
    }
    sandbox.commit();
    let text = sandbox.decision(&["coverage"]);
    assert!(
        text.starts_with("3 of 503 source files (<1%) are governed,"),
        "{text}"
    );
    assert!(text.contains("         0    0%\n"), "{text}");
}
