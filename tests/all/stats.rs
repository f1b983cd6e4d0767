//! `decision stats` on real repositories.

use crate::support::{Sandbox, write_log};

#[test]
fn a_log_in_numbers() {
    let sandbox = Sandbox::new();
    write_log(&sandbox);
    sandbox
        .write(
            "docs/adr/0001-a.md",
            "# 1. First\n\nDate: 2024-05-01\n\n## Status\n\nSuperseded by [2. Second](0002-b.md)\n\n## Context\n\nText.\n\n## Decision\n\nText.\n",
        )
        .write(
            "docs/adr/0002-b.md",
            "# 2. Second\n\nDate: 2024-06-01\n\n## Status\n\nAccepted\n\nSupersedes [1. First](0001-a.md)\n\n## Context\n\nText.\n\n## Decision\n\nText.\n",
        )
        .write(
            "docs/adr/0003-c.md",
            "---\nstatus: proposed\ntags: [db, DB, cache]\nsupersedes: ADR-0077\n---\n# Third\n",
        )
        .write("docs/adr/README.md", "# Records\n")
        .commit();
    insta::assert_snapshot!(
        sandbox
            .decision(&["stats"])
            .replace(&this_year(&sandbox), "<this year>")
    );

    let text = sandbox.decision(&["stats", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["version"], 1);
    assert_eq!(value["command"], "stats");
    assert_eq!(value["records"], 7);
    assert_eq!(value["in_force"], 5);
    assert_eq!(value["proposed"], 1);
    assert_eq!(value["with_affects"], 4);
    assert_eq!(value["tags"], serde_json::json!({ "cache": 1, "db": 1 }));
    assert_eq!(
        value["dirs"],
        serde_json::json!({ "docs/adr": 3, "docs/decisions": 4 })
    );
    assert_eq!(value["years"]["2024"], 2);
    assert_eq!(value["orphans"][0]["path"], "docs/adr/0003-c.md");
}

/// A record without a date has that of its first commit.
fn this_year(sandbox: &Sandbox) -> String {
    sandbox.git(&["log", "-1", "--format=%cs"])[..4].to_owned()
}
