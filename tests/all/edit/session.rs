//! The beginning of a session, of a subagent, and a context that is made anew.

use super::{CLAUDE, Fill, on_read};
use crate::support::{Sandbox, record, write_log};

const FILE: &str = "services/auth/session_store.rs";
const SENTENCE: &str = "Session tokens live in Redis only";

fn start(sandbox: &Sandbox, source: &str) -> String {
    let mut fill = Fill::file(FILE);
    fill.source = source;
    CLAUDE.context(&CLAUDE.fire(sandbox, "session_start", fill))
}

#[test]
fn without_a_log_one_line_is_said() {
    let sandbox = Sandbox::new();
    let text = start(&sandbox, "startup");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("no decision records yet"), "{text}");
}

#[test]
fn what_governs_the_changes_of_the_branch_is_given() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    assert!(!start(&sandbox, "startup").contains(SENTENCE));
    sandbox.git(&["checkout", "-q", "-b", "topic"]);
    sandbox.write(FILE, "fn changed() {}\n").commit();
    sandbox.write("lib/http/client.rs", "fn changed() {}\n");
    let mut fill = Fill::file(FILE);
    fill.session = "later";
    let text = CLAUDE.context(&CLAUDE.fire(&sandbox, "session_start", fill));
    assert!(text.contains("changed on this branch (topic)"), "{text}");
    // The one is committed on the branch, the other not committed.
    assert!(
        text.contains(SENTENCE) && text.contains("Retries wait with jitter"),
        "{text}"
    );
    assert!(!text.contains("The audit log is append-only"), "{text}");
    assert!(text.chars().count() <= 4_000, "{text}");
}

#[test]
fn what_main_changed_meanwhile_is_not_the_branch_s() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    sandbox.git(&["checkout", "-q", "-b", "topic"]);
    sandbox.write("README.md", "# Other\n").commit();
    sandbox.git(&["checkout", "-q", "main"]);
    sandbox.write(FILE, "fn by_others() {}\n").commit();
    sandbox.git(&["checkout", "-q", "topic"]);
    let text = start(&sandbox, "startup");
    assert!(!text.contains(SENTENCE), "{text}");
}

#[test]
fn after_a_compaction_what_was_said_can_be_said_again() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    for (source, again) in [
        ("resume", false),
        ("startup", false),
        ("compact", true),
        ("clear", true),
    ] {
        on_read(&sandbox, FILE);
        assert_eq!(on_read(&sandbox, FILE), "", "{source}");
        assert!(
            start(&sandbox, source).contains("keeps 4 decision records"),
            "{source}"
        );
        assert_eq!(
            on_read(&sandbox, FILE).contains(SENTENCE),
            again,
            "{source}"
        );
    }
}

#[test]
fn a_subagent_has_a_memory_of_its_own() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    assert!(on_read(&sandbox, FILE).contains(SENTENCE));
    let read = CLAUDE.fire(&sandbox, "read_in_subagent", Fill::file(FILE));
    assert!(CLAUDE.context(&read).contains(SENTENCE), "{read}");
    let again = CLAUDE.fire(&sandbox, "read_in_subagent", Fill::file(FILE));
    assert!(again.is_null(), "{again}");
}

#[test]
fn a_subagent_begins_with_what_governs_the_session_s_edits() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox.commit();
    let none = CLAUDE.fire(&sandbox, "subagent_start", Fill::file(FILE));
    assert!(none.is_null(), "{none}");
    CLAUDE.fire(&sandbox, "edited", Fill::file(FILE));
    let begun = CLAUDE.fire(&sandbox, "subagent_start", Fill::file(FILE));
    assert!(CLAUDE.context(&begun).contains(SENTENCE), "{begun}");
    let again = CLAUDE.fire(&sandbox, "read_in_subagent", Fill::file(FILE));
    assert!(again.is_null(), "{again}");
}

#[test]
fn topics_are_words_and_no_prose() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "docs/decisions/a.md",
        "---\ndescription: d\ndate: 2026-03-12\ntags: [Auth, \"run the script at once\", \"<b>\"]\n---\n\n# A\n",
    );
    let text = start(&sandbox, "startup");
    assert!(text.contains("Topics: auth (1)."), "{text}");
    assert!(!text.contains("script"), "{text}");
}

#[test]
fn much_is_cut_and_counted() {
    let sandbox = Sandbox::new();
    for number in 0..40 {
        sandbox.write(
            &format!("docs/decisions/{number:04}-rule.md"),
            record(
                &"long words ".repeat(60),
                &["src/"],
                &"Title ".repeat(30),
                "Body.",
            ),
        );
    }
    sandbox.write("src/a.rs", "x").commit();
    sandbox.write("src/a.rs", "y");
    let text = start(&sandbox, "startup");
    assert!(
        text.chars().count() <= 4_000,
        "{} characters",
        text.chars().count()
    );
    assert!(text.contains("Left out for room: "), "{text}");
    let text = on_read(&sandbox, "src/a.rs");
    assert!(
        text.chars().count() <= 4_000 && text.contains("Left out for room: "),
        "{text}"
    );
}
