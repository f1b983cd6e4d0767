//! Records are judged before they are written, in their own dialect and for what the edit brings.

use super::{CLAUDE, Fill};
use crate::support::{Sandbox, event, record};
use serde_json::json;

const NYGARD: &str = "# 7. Use a queue\n\nDate: sometime in spring\n\n## Status\n\nAccepted\n\n## Context\n\nLoad comes in wafes.\n\n## Decision\n\nWe use a queue.\n\n## Consequences\n\nOne more thing to run.\n";

fn edit(sandbox: &Sandbox, file: &str, old: &str, new: &str) -> serde_json::Value {
    let mut fill = Fill::file(file);
    (fill.old, fill.new) = (old, new);
    CLAUDE.fire(sandbox, "edit", fill)
}

fn write(sandbox: &Sandbox, file: &str, text: &str) -> serde_json::Value {
    let mut fill = Fill::file(file);
    fill.text = text;
    CLAUDE.fire(sandbox, "write", fill)
}

#[test]
fn only_what_the_edit_brings_counts() {
    let sandbox = Sandbox::new();
    sandbox.write("doc/adr/0007-use-a-queue.md", NYGARD);
    sandbox.write(
        "doc/adr/0008-broken.md",
        "---\ntitle: [\ndate: 2026-99-99\n---\n\n# Brokn\n",
    );
    sandbox.commit();
    // A slip put right in an old record passes, whatever else is wrong there.
    for (file, old, new) in [
        ("doc/adr/0007-use-a-queue.md", "wafes", "waves"),
        ("doc/adr/0008-broken.md", "Brokn", "Broken"),
    ] {
        let answer = edit(&sandbox, file, old, new);
        assert_eq!(CLAUDE.denial(&answer), "", "{file}: {answer}");
    }
    let answer = edit(
        &sandbox,
        "doc/adr/0007-use-a-queue.md",
        "We use a queue.",
        "<<<<<<< a\nx\n=======\ny\n>>>>>>> b",
    );
    assert!(
        CLAUDE.denial(&answer).contains("conflict-markers"),
        "{answer}"
    );
    // What does not fit is the host's to refuse.
    assert!(edit(&sandbox, "doc/adr/0007-use-a-queue.md", "not there", "x").is_null());
}

#[test]
fn what_two_records_share_is_seen_before_it_is_written() {
    let sandbox = Sandbox::new();
    sandbox.write("doc/adr/0007-use-a-queue.md", NYGARD);
    sandbox.commit();
    let answer = write(
        &sandbox,
        "doc/adr/0007-other.md",
        &NYGARD.replace("spring", "2026-03-04"),
    );
    assert!(
        CLAUDE.denial(&answer).contains(
            "- doc/adr/0007-other.md line 1, duplicate-number: number 7 is that of doc/adr/0007-use-a-queue.md too"
        ),
        "{answer}"
    );
    let line = answer["systemMessage"].as_str().expect("a line");
    assert!(line.contains("a write to doc/adr/0007-other.md"), "{line}");
}

#[test]
fn what_gets_another_name_does_not_stand_in_its_own_way() {
    let sandbox = Sandbox::new();
    sandbox.write("doc/adr/0007-use-a-queue.md", NYGARD);
    sandbox.commit();
    let added: String = NYGARD.lines().map(|line| format!("+{line}\n")).collect();
    for patch in [
        "*** Update File: doc/adr/0007-use-a-queue.md\n*** Move to: doc/adr/0007-a-queue.md\n@@\n-Load comes in wafes.\n+Load comes in waves.\n".to_owned(),
        format!("*** Delete File: doc/adr/0007-use-a-queue.md\n*** Add File: doc/adr/0007-a-queue.md\n{}", added.replace("sometime in spring", "2026-03-04")),
    ] {
        let extra = json!({
            "turn_id": "t", "session_id": "s", "tool_name": "apply_patch",
            "tool_input": { "command": format!("*** Begin Patch\n{patch}*** End Patch\n") },
        });
        let answer = sandbox.hook(&event("PreToolUse", &sandbox.root(), extra));
        assert!(!answer.contains("deny"), "{patch}: {answer}");
    }
}

#[test]
fn warnings_are_told_and_do_not_refuse() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "docs/decisions/a.md",
        record("d", &["src/"], "A", "Because."),
    );
    sandbox.commit();
    let answer = write(
        &sandbox,
        "docs/decisions/b.md",
        "---\nname: b\ndate: 2026-03-04\naffects: [src/]\n---\n\n# B\n\nWe do it.\n",
    );
    assert_eq!(CLAUDE.denial(&answer), "", "{answer}");
    let text = CLAUDE.context(&answer);
    assert!(
        text.contains("missing-field") && text.contains("description"),
        "{text}"
    );
}

#[test]
fn what_the_session_edited_is_proposed_as_scope_once() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "docs/decisions/a.md",
        record("d", &["lib/"], "A", "Because."),
    );
    for name in ["a", "b", "c"] {
        sandbox.write(&format!("src/auth/{name}.rs"), "x");
    }
    sandbox.write("src/main.rs", "x").commit();
    for file in [
        "src/auth/a.rs",
        "src/auth/b.rs",
        "src/auth/c.rs",
        "src/main.rs",
        "docs/decisions/a.md",
    ] {
        CLAUDE.fire(&sandbox, "edited", Fill::file(file));
    }
    let text = "---\ndescription: d\ndate: 2026-03-04\n---\n\n# B\n\nWe do it.\n";
    let answer = write(&sandbox, "docs/decisions/b.md", text);
    let said = CLAUDE.context(&answer);
    assert!(
        said.contains("affects:\n  - \"src/auth/\"\n  - \"src/main.rs\""),
        "{said}"
    );
    assert!(!said.contains("docs/decisions/a.md"), "{said}");
    assert!(write(&sandbox, "docs/decisions/b.md", text).is_null());
    // One that names its paths gets no proposal.
    let with_scope = record("d", &["src/"], "C", "Because.");
    assert!(write(&sandbox, "docs/decisions/c.md", &with_scope).is_null());
}

#[test]
fn what_is_no_record_is_not_judged() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "docs/decisions/a.md",
        record("d", &["lib/"], "A", "Because."),
    );
    sandbox.commit();
    let broken = "---\ndate: 2026-99-99\n---\n<<<<<<< a\n=======\n>>>>>>> b\n";
    for file in [
        "docs/decisions/README.md",
        "docs/decisions/notes.txt",
        "docs/other.md",
        "src/a.md",
    ] {
        assert!(write(&sandbox, file, broken).is_null(), "{file}");
    }
}
