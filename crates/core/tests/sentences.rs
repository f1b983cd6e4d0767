//! The deciding sentence: the decision, and not what led to it.

use decision_core::Decision;

fn deciding(text: &str) -> String {
    let (decision, _) = Decision::read("adr/0001-x.md", "0001-x", 0, text.into());
    decision
        .deciding_sentence()
        .unwrap_or_default()
        .into_owned()
}

#[test]
fn the_first_section_that_decides_is_asked() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "description before all",
            "---\ndescription: We use A.\n---\n# T\n\n## Decision\n\nWe use B.\n",
            "We use A.",
        ),
        (
            "a description over several lines",
            "---\ndescription: >-\n  We use A\n  for all.\n---\n# T\n",
            "We use A for all.",
        ),
        (
            "the decision and not the context",
            "# T\n\nIntro.\n\n## Context\n\nWe need a store.\n\n## Decision\n\nWe use B. It is known.\n",
            "We use B.",
        ),
        (
            "the decision before the summary",
            "# T\n\n## Summary\n\nAbout stores.\n\n## Decision Outcome\n\nWe use B.\n",
            "We use B.",
        ),
        (
            "the summary before the design",
            "# T\n\n## Motivation\n\nIt hurts.\n\n## Detailed Design\n\nA table.\n\n## Summary\n\nAdd a table.\n",
            "Add a table.",
        ),
        (
            "the proposal before the introduction",
            "# T\n\n## Introduction\n\nIt was talked about.\n\n## Proposed solution\n\nRename it.\n",
            "Rename it.",
        ),
        (
            "H1 sections, numbered and marked",
            "# Context\n\nNeed.\n\n# 2. **Decision:**\n\nWe use B.\n",
            "We use B.",
        ),
        (
            "a section with its title behind it",
            "# T\n\n## Context\n\nNeed.\n\n## Decision: go for B\n\nWe use B.\n",
            "We use B.",
        ),
        (
            "a rejected record says why",
            "# T\n\n## Context\n\nB is fast.\n\n## Why rejected\n\nB is young.\n",
            "B is young.",
        ),
        (
            "no section: the lead",
            "# T\n\nDate: 2024-05-01\n\nWe use B. Yes.\n",
            "We use B.",
        ),
        (
            "the words of a status are no lead",
            "# T\n\n## Status\n\nAccepted\n\n## Notes\n\nWe use B.\n",
            "We use B.",
        ),
        (
            "nothing decided yet",
            "# T\n\n## Decision\n\nTBD\n\n## Proposal\n\nUse B.\n",
            "Use B.",
        ),
        (
            "a status in the place of the decision",
            "# T\n\n## Decision\n\nAccepted\n\n## Summary\n\nUse B.\n",
            "Use B.",
        ),
        ("nothing at all", "# T\n", ""),
    ];
    for (what, text, sentence) in cases {
        assert_eq!(deciding(text), *sentence, "{what}");
    }
}

#[test]
fn a_sentence_ends_where_a_reader_ends_it() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "over lines",
            "We use B\nfor all\nthings. Next.",
            "We use B for all things.",
        ),
        (
            "marks go",
            "We use **B** [here](x) and `a.b`. Next.",
            "We use B here and a.b.",
        ),
        (
            "abbreviations",
            "Use B, e.g. Postgres, i.e. a store. Next.",
            "Use B, e.g. Postgres, i.e. a store.",
        ),
        (
            "versions and files",
            "Use B 1.2.3 of core.rs. Next.",
            "Use B 1.2.3 of core.rs.",
        ),
        ("a question", "Why not? Because.", "Why not?"),
        ("closing marks", "\"Use B.\" Next.", "\"Use B.\""),
        ("CJK", "Bを使う。次。", "Bを使う。"),
        ("no end", "Use B", "Use B"),
        ("a list", "- Use B. Always.\n- Use C.", "Use B."),
        (
            "a numbered list",
            "1. **Use B.** Always.\n2. Use C.",
            "Use B.",
        ),
        (
            "a sentence that opens a list",
            "We will:\n\n* use B\n* drop A\n",
            "We will: use B; drop A",
        ),
        (
            "marked all over",
            "**Conventions:**\n\n1. Use B\n2. Drop A\n",
            "Conventions: Use B; Drop A",
        ),
        (
            "a sentence that stands without its list",
            "Use B everywhere. There are two cases:\n\n- one\n- two\n",
            "Use B everywhere.",
        ),
        (
            "at most three items, wrapped ones whole",
            "Because:\n- a\n  b\n- c\n- d\n- e\n",
            "Because: a b; c; d",
        ),
        (
            "boxes of tasks",
            "To do:\n- [ ] one\n- [x] two\n",
            "To do: one; two",
        ),
        (
            "one line of code",
            "We adopt:\n\n```\nrac/\n```\n\nas root.\n",
            "We adopt: rac/",
        ),
        (
            "much code",
            "We adopt:\n\n```\na\nb\n```\n\nas root.\n",
            "We adopt:",
        ),
        (
            "the sentence below",
            "These were made:\n\nAll rolls. Yes.\n",
            "These were made: All rolls.",
        ),
        ("a word alone", "_Therefore_\n\nUse B. Yes.\n", "Use B."),
        (
            "a comment and a quote before it",
            "<!-- say it -->\n\n> Explain.\n\nUse B.\n",
            "Use B.",
        ),
        (
            "under a heading of its own",
            "### One\n\nUse B.\n\n### Two\n\nUse C.\n",
            "Use B.",
        ),
        (
            "a setext heading of its own",
            "One\n---\n\nUse B.\n",
            "Use B.",
        ),
        ("a footnote", "Use B[^1]. Yes.", "Use B."),
        ("a place holder first", "TODO\n\nUse B.\n", "Use B."),
    ];
    for (what, section, sentence) in cases {
        let text = format!("# T\n\n## Decision\n\n{section}");
        assert_eq!(deciding(&text), *sentence, "{what}");
    }
}
