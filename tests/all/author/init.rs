//! `decision init`.

use super::{NYGARD, dated, read};
use crate::support::Sandbox;

#[test]
fn init_begins_a_log_where_there_is_none() {
    let sandbox = Sandbox::new();
    let dry = sandbox.decision(&["init", "--dry-run"]);
    assert!(
        dry.contains("docs/decisions/record-decisions.md would be written"),
        "{dry}"
    );
    assert!(!sandbox.root().join("docs").exists());
    insta::assert_snapshot!(sandbox.decision(&["init"]), @r#"
    docs/decisions/record-decisions.md written

    Next
      decision new "TITLE"     write a record, its scope taken from what you are changing
      decision query WORDS     find one
      decision install git     check records and scope at each commit
      decision install claude  put records before the agent; also codex, gemini, copilot, cursor
    "#);
    insta::assert_snapshot!(dated(&read(&sandbox, "docs/decisions/record-decisions.md")));
    // The first record has no fault of its own.
    assert_eq!(
        sandbox.decision_in(".", &["validate"]).status.code(),
        Some(0)
    );
    let again = sandbox.decision(&["init"]);
    assert!(again.starts_with("1 record in docs/decisions; "), "{again}");
    assert!(!again.contains("written"), "{again}");
}

#[test]
fn init_tells_what_is_there() {
    let sandbox = Sandbox::new();
    sandbox.write("doc/adr/0001-use-postgres.md", NYGARD);
    sandbox.write("doc/adr/0002-use-redis.md", NYGARD.replace("1.", "2."));
    insta::assert_snapshot!(sandbox.decision(&["init"]), @r#"
    2 records in doc/adr; new ones go to doc/adr, with a Status section, numbered as 0001

    Next
      decision affects --suggest  propose paths for the 2 records that name none
      decision new "TITLE"        write a record, its scope taken from what you are changing
      decision query WORDS        find one
      decision install git        check records and scope at each commit
      decision install claude     put records before the agent; also codex, gemini, copilot, cursor
    "#);
    sandbox.write("doc/adr/0002-use-kafka.md", NYGARD.replace("1.", "2."));
    let told = sandbox.decision(&["init"]);
    assert!(told.contains("decision validate "), "{told}");
    std::fs::remove_file(sandbox.root().join("doc/adr/0002-use-kafka.md")).expect("removed");
    sandbox.decision(&["init", "--record"]);
    assert!(
        read(&sandbox, "doc/adr/0003-record-decisions.md").starts_with("# 3. Record decisions\n")
    );
}
