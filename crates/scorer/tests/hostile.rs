//! Texts that are written to be costly, or by accident are.

use decision_core::{Decision, DecisionLog};
use decision_scorer::Query;

const LENGTH: usize = 300 * 1024;

#[test]
fn no_text_costs_more_than_its_length() {
    let repeated = |unit: &str| unit.repeat(LENGTH / unit.len());
    let texts = [
        repeated("[x]("),
        repeated("![x]("),
        repeated("[x](cache) "),
        repeated("[a]: b "),
        repeated("[a]: b\n"),
        repeated("[[adr-2"),
        repeated("[[adr-2]] "),
        repeated("ADR-2 "),
        repeated("cache-"),
        repeated("cacheCache"),
        repeated("- cache\n"),
        repeated("cache. "),
        repeated("é"),
        repeated("缓存"),
        "x".repeat(LENGTH),
    ];
    for text in texts {
        let read = |slug: &str, text: String| {
            Decision::read(&format!("{slug}.md"), slug, 0, text.into_bytes()).0
        };
        let records = vec![
            read("adr-1", format!("# Hostile\n\n{text}")),
            read("adr-2", "# Cache\n\nWords on the cache.\n".to_owned()),
        ];
        let log = DecisionLog {
            records,
            ..DecisionLog::default()
        };
        let hits = Query::parse("cache words").rank(&log).top(3);
        let found = hits
            .iter()
            .any(|hit| log.records[hit.record].slug == "adr-2");
        assert!(found, "{}", text.chars().take(12).collect::<String>());
    }
}

#[test]
fn a_pasted_file_is_a_query_of_its_beginning() {
    let text = format!("cache {}", "lorem ipsum dolor ".repeat(50_000));
    assert!(Query::parse(&text).words().count() <= 256);
}
