//! Another number for a record, and the links of the others.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests")]

use decision_core::Decision;
use decision_core::edit::{retarget, set_number};

fn read(path: &str, text: &str) -> Decision {
    let slug = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let slug = slug.strip_suffix(".md").unwrap_or(slug);
    Decision::read(path, slug, 0, text.as_bytes().to_vec()).0
}

#[test]
fn a_number_is_changed_where_the_text_carries_it() {
    for (path, before, after) in [
        (
            "adr/0012-x.md",
            "# 12. Use 12 cores\n\nIn 12 steps.\n",
            "# 13. Use 12 cores\n\nIn 12 steps.\n",
        ),
        (
            "adr/ADR-012-x.md",
            "# ADR-012: X\r\n\r\nText",
            "# ADR-013: X\r\n\r\nText",
        ),
        (
            "adr/0012-x.md",
            "---\nid: \"0012\" # c\ntitle: 'ADR012: X'\n---\n",
            "---\nid: \"0013\" # c\ntitle: 'ADR013: X'\n---\n",
        ),
        (
            "adr/0012-x.md",
            "---\nadr: 12\n---\n# X\n",
            "---\nadr: 13\n---\n# X\n",
        ),
        ("adr/0012-x.md", "\u{feff}# X\n", "\u{feff}# X\n"),
        ("adr/0012-x.md", "# 11. A copy\n", "# 11. A copy\n"),
    ] {
        let record = read(path, before);
        assert_eq!(
            set_number(&record, before.as_bytes(), 13).as_deref(),
            Ok(after),
            "{before}"
        );
    }
}

#[test]
fn links_follow_the_file() {
    let (old, new) = ("docs/adr/0012-x.md", "docs/adr/0013-x.md");
    for (path, before, after) in [
        (
            "docs/adr/0002-a.md",
            "# 2. A\n\n## Status\n\nSuperseded by [12. X](0012-x.md)\n\nSee [ADR-0012](./0012-x.md#why), [12 things](0012-y.md).\n",
            "# 2. A\n\n## Status\n\nSuperseded by [13. X](0013-x.md)\n\nSee [ADR-0013](./0013-x.md#why), [12 things](0012-y.md).\n",
        ),
        (
            "docs/adr/0002-a.md",
            "---\nstatus: superseded by 0012-x\nrelated: [0012-x, 0012-x-more]\n---\n# A\n\n`0012-x`\n",
            "---\nstatus: superseded by 0013-x\nrelated: [0013-x, 0012-x-more]\n---\n# A\n\n`0012-x`\n",
        ),
        (
            "README.md",
            "# Log\n\n- [Twelve](docs/adr/0012-x.md)\n- [x](other/0012-x.md)\n",
            "# Log\n\n- [Twelve](docs/adr/0013-x.md)\n- [x](other/0012-x.md)\n",
        ),
        (
            "docs/adr/api/0003-b.md",
            "# B\n\n[0012 X](../0012-x.md)",
            "# B\n\n[0013 X](../0013-x.md)",
        ),
        (
            "docs/adr/0002-a.md",
            "# A\n\nADR 12 says so; `[12](0012-x.md)`\n",
            "# A\n\nADR 12 says so; `[12](0012-x.md)`\n",
        ),
    ] {
        let record = read(path, before);
        assert_eq!(
            retarget(&record, before.as_bytes(), old, new).as_deref(),
            Ok(after),
            "{path}"
        );
    }
}
