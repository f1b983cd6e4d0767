//! Why a record has its place.

#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

mod common;

use common::{assert_adds_up, index, library, log_of, record, with_head};
use decision_core::{DecisionLog, SectionKind, StatusKind};
use decision_scorer::{How, Overlap, Place, Query, Ranking, Reason};

/// Word reasons of a record: word, how, place, found.
fn words(log: &DecisionLog, query: &str, slug: &str) -> Vec<(String, How, Place, String)> {
    let ranking = Query::parse(query).rank(log);
    let hits = ranking.top(log.records.len());
    let hit = hits
        .into_iter()
        .find(|hit| hit.record == index(log, slug))
        .expect("it is found");
    assert_adds_up(&hit);
    let mut words: Vec<_> = hit
        .parts
        .into_iter()
        .filter_map(|part| match part.reason {
            Reason::Word {
                word,
                how,
                place,
                found,
            } => Some((word, how, place, found)),
            _ => None,
        })
        .collect();
    words.sort();
    words
}

#[test]
fn words_are_told_with_place_and_kind() {
    let log = log_of(&library());
    let decision = || Place::Section {
        heading: "Decision".into(),
        kind: Some(SectionKind::Decision),
    };
    let word =
        |word: &str, how, place, found: &str| (word.to_owned(), how, place, found.to_owned());
    for (query, slug, expected) in [
        (
            "revocation",
            "session-tokens",
            vec![word("revocation", How::Exact, decision(), "revocation")],
        ),
        (
            "retrying",
            "retries",
            vec![
                word("retrying", How::Stem, Place::Title, "Retry"),
                word("retrying", How::Stem, Place::Slug, "retries"),
                word("retrying", How::Stem, decision(), "retry"),
            ],
        ),
        (
            "jittr",
            "retries",
            vec![
                word("jittr", How::OneEdit, Place::Title, "jitter"),
                word("jittr", How::OneEdit, decision(), "jitter"),
            ],
        ),
        (
            "revoc",
            "session-tokens",
            vec![word("revoc", How::Stem, decision(), "revocation")],
        ),
        (
            "backo",
            "retries",
            vec![word("backo", How::Prefix, decision(), "backoff")],
        ),
        (
            "maxretries",
            "retries",
            vec![word("maxretries", How::Exact, decision(), "maxRetries")],
        ),
    ] {
        let mut expected = expected;
        expected.sort();
        assert_eq!(words(&log, query, slug), expected, "{query}");
    }
}

#[test]
fn a_word_written_in_parts_is_told_as_joined() {
    let log = log_of(&library());
    let found = words(&log, "max-retries", "retries");
    let joined = found
        .iter()
        .any(|(_, how, _, found)| *how == How::Joined && found == "maxRetries");
    assert!(joined, "{found:?}");
}

#[test]
fn parts_add_up_to_the_score_whatever_is_asked() {
    let mut files = library();
    files.push((
        "old".into(),
        with_head(
            "status: superseded by new\naffects: [src/auth/]",
            "Tokens in memory",
            "Session tokens in the process, see [Redis](session-tokens.md).",
        ),
    ));
    files.push((
        "new".into(),
        with_head(
            "status: accepted",
            "Elsewhere",
            "Text. The cache of [keys](cache-keys.md) counts.",
        ),
    ));
    files.push((
        "grösse".into(),
        record(
            "Größe der Tokens",
            "Die Session-Tokens sind groß: don’t cache them in maxRetries.",
        ),
    ));
    let log = log_of(&files);
    let overlap = Overlap::of(&log, &["src/auth/session.rs", "src/mail/queue.rs"]);
    for query in [
        "session tokens cache",
        "sesion tokns cahce",
        "maxRetries max_retries retry",
        "src/auth session.rs",
        "groesse größe",
        "session session-tokens sessionTokens",
        "redis",
    ] {
        let query = Query::parse(query);
        let plain = query.rank(&log);
        let rankings = [
            plain,
            query.rank(&log).boosted_by(&overlap),
            query.rank(&log).fused_with(&overlap),
        ];
        for ranking in rankings {
            assert!(!ranking.is_empty(), "{query:?}");
            for hit in ranking.top(log.records.len()) {
                assert_adds_up(&hit);
                assert!(hit.parts.is_sorted_by(|a, b| a.score >= b.score));
            }
        }
    }
    for hit in Ranking::by_overlap(&log, &overlap).top(log.records.len()) {
        assert_adds_up(&hit);
    }
}

#[test]
fn a_record_that_is_not_in_force_says_so() {
    let mut files = library();
    files.push((
        "lru".into(),
        with_head("status: rejected", "Eviction by age", "Eviction."),
    ));
    let log = log_of(&files);
    let hit = Query::parse("eviction").rank(&log).top(1).remove(0);
    let status = hit
        .parts
        .iter()
        .find(|part| part.score < 0.0)
        .expect("something is taken away");
    assert_eq!(
        status.reason,
        Reason::NotLive {
            status: StatusKind::Rejected
        }
    );
    assert_adds_up(&hit);
}

#[test]
fn neighbours_and_title_are_told() {
    let log = log_of(&library());
    let hit = Query::parse("session tokens").rank(&log).top(1).remove(0);
    let reasons: Vec<&Reason> = hit.parts.iter().map(|part| &part.reason).collect();
    assert!(
        reasons
            .iter()
            .any(|reason| matches!(reason, Reason::Adjacent { in_title: true, .. }))
    );
    assert!(
        reasons
            .iter()
            .any(|reason| matches!(reason, Reason::Near { .. }))
    );
    assert!(reasons.iter().any(
        |reason| matches!(reason, Reason::TitleShare { share } if *share > 0.0 && *share <= 1.0)
    ));
}

#[test]
fn a_citation_names_the_citing_record() {
    let mut files = library();
    files.push((
        "payments".into(),
        record(
            "Payments",
            "Revenue data follows the rule on [corrections](audit.md).",
        ),
    ));
    let log = log_of(&files);
    let place = Place::Citation {
        record: index(&log, "payments"),
    };
    let found = words(&log, "revenue audit", "audit");
    assert!(
        found
            .iter()
            .any(|(word, _, at, _)| word == "revenue" && *at == place),
        "{found:?}"
    );
}
