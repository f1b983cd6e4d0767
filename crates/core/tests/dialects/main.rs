//! One small record of every format that is read, and all that is read of it.

#![expect(clippy::unwrap_used, reason = "a helper that fails fails its test")]

mod fields;
mod text;
mod tools;

use std::fmt::Write;

use decision_core::Decision;

/// The fields of a record, one a line; what the record does not say is left out.
fn tell(decision: &Decision) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: &str| {
        if !value.is_empty() {
            writeln!(out, "{name}: {value}").unwrap();
        }
    };
    let joined = |values: Vec<String>| values.join(" | ");
    line("id", decision.id.as_deref().unwrap_or_default());
    line("title", &decision.title);
    line("date", decision.date.as_deref().unwrap_or_default());
    let status = decision
        .status
        .as_ref()
        .map(|status| format!("{:?} {}", status.kind, status.text));
    line("status", &status.unwrap_or_default());
    line(
        "people",
        &joined(
            decision
                .people
                .iter()
                .map(|one| format!("{} {}", one.role, one.name))
                .collect(),
        ),
    );
    line("tags", &joined(decision.tags.clone()));
    line(
        "affects",
        &joined(
            decision
                .affects
                .entries()
                .iter()
                .map(|one| one.text().to_owned())
                .collect(),
        ),
    );
    line(
        "links",
        &joined(
            decision
                .links
                .iter()
                .map(|one| format!("{:?} {}", one.kind, one.target))
                .collect(),
        ),
    );
    line("decides", &decision.deciding_sentence().unwrap_or_default());
    out
}

fn assert_tells(slug: &str, text: &str, expected: &str) {
    let (decision, findings) = Decision::read(&format!("adr/{slug}.md"), slug, 0, text.into());
    assert_eq!(tell(&decision), expected.trim_start(), "{slug}");
    assert_eq!(findings, [], "{slug}");
}
