//! Which record comes first.

mod common;

use common::{index, library, log_of, record, slugs, with_head};
use decision_core::DecisionLog;
use decision_scorer::{Options, Query};

fn first<'l>(log: &'l DecisionLog, query: &str) -> Option<&'l str> {
    slugs(log, &Query::parse(query).rank(log)).first().copied()
}

#[test]
fn the_right_record_leads() {
    let log = log_of(&library());
    for (query, slug) in [
        ("session tokens cache", "session-tokens"),
        ("cache key", "cache-keys"),
        ("why did we choose postgres?", "postgres"),
        ("what did we decide about retries", "retries"),
        ("MaxRetries", "retries"),
        ("max_retries", "retries"),
        ("maxretries", "retries"),
        ("loging structured", "logging"),
        ("postgers", "postgres"),
        ("deplyo", "deploys"),
        ("ident", "identity"),
        ("429", "rate-limit"),
        ("Revocation", "session-tokens"),
        ("who keeps passwords", "identity"),
        ("append only", "audit"),
        ("append-only", "audit"),
    ] {
        assert_eq!(first(&log, query), Some(slug), "{query}");
    }
}

#[test]
fn any_word_is_enough() {
    let log = log_of(&library());
    let ranking = Query::parse("postgresql kubernetes terraform").rank(&log);
    assert_eq!(slugs(&log, &ranking), ["postgres"]);
}

#[test]
fn filler_is_dropped_unless_there_is_nothing_else() {
    for (query, words) in [
        ("why did we drop GraphQL?", vec!["drop", "GraphQL"]),
        (
            "is there a decision on retries",
            vec!["decision", "retries"],
        ),
        ("don't use the cache", vec!["cache"]),
        ("what is it", vec!["what", "is", "it"]),
        ("  ?! ", vec![]),
        ("maxRetries of x-ray", vec!["maxRetries", "x-ray"]),
    ] {
        let parsed = Query::parse(query);
        assert_eq!(parsed.words().collect::<Vec<_>>(), words, "{query}");
        assert_eq!(parsed.is_empty(), words.is_empty(), "{query}");
    }
}

#[test]
fn words_that_name_a_path_are_told_apart() {
    for (query, paths) in [
        (
            "why src/auth and session.rs?",
            vec!["src/auth", "session.rs"],
        ),
        ("docs/", vec!["docs/"]),
        ("`crates/core/src/lib.rs`", vec!["crates/core/src/lib.rs"]),
        ("and/or", vec!["and/or"]),
        ("see https://example.org/a", vec![]),
        ("version 1.2 of it. Then", vec![]),
    ] {
        assert_eq!(
            Query::parse(query).paths().collect::<Vec<_>>(),
            paths,
            "{query}"
        );
    }
}

#[test]
fn a_path_in_the_query_finds_what_governs_it() {
    let mut files = library();
    files.push((
        "stores".into(),
        with_head(
            "affects:\n  - services/auth/",
            "Where state lives",
            "Nowhere else.",
        ),
    ));
    let log = log_of(&files);
    for query in [
        "services/auth/session_store.go",
        "services/auth",
        "why services/auth/x.go tokens",
    ] {
        assert_eq!(first(&log, query), Some("stores"), "{query}");
    }
    assert_eq!(
        first(&log, "services"),
        Some("postgres"),
        "words alone read the text"
    );
}

#[test]
fn other_languages_and_scripts_are_found() {
    let log = log_of(&[
        (
            "jp",
            record("認証トークンの保存", "セッションはRedisに保存する。"),
        ),
        (
            "fr",
            record("Décision sur le cache", "Les données périmées sont jetées."),
        ),
        (
            "ru",
            record("Очередь сообщений", "Почта уходит из очереди."),
        ),
        (
            "de",
            record("Größe der Warteschlange", "Nicht größer als nötig."),
        ),
        ("en", record("Something else", "Nothing of this.")),
    ]);
    for (query, slug) in [
        ("認証", "jp"),
        ("トークン", "jp"),
        ("donnees", "fr"),
        ("DONNÉES", "fr"),
        ("очередь", "ru"),
        ("grosse", "de"),
        ("GRÖSSE", "de"),
    ] {
        assert_eq!(first(&log, query), Some(slug), "{query}");
    }
}

#[test]
fn numbers_are_found_with_and_without_zeros() {
    let log = log_of(&[
        (
            "adr-0023-hosts",
            record("Choice of hosts", "Pick another one."),
        ),
        ("adr-0123-other", record("Other", "Not this one.")),
    ]);
    assert_eq!(first(&log, "ADR-23"), Some("adr-0023-hosts"));
    assert_eq!(first(&log, "adr 0023"), Some("adr-0023-hosts"));
}

#[test]
fn a_cited_record_is_found_by_the_words_of_the_citation() {
    let mut files = library();
    files.push((
        "0007-grpc".into(),
        record("Remote calls", "Services talk over HTTP/2."),
    ));
    files.push((
        "uses".into(),
        record(
            "Payments",
            "We follow the streaming protocol chosen in [0007](0007-grpc.md). Unrelated.",
        ),
    ));
    let log = log_of(&files);
    let ranking = Query::parse("streaming protocol").rank(&log);
    assert!(slugs(&log, &ranking).contains(&"0007-grpc"));

    let exclude = vec![index(&log, "uses")];
    let ranking = Query::parse("streaming protocol").rank_with(
        &log,
        Options {
            exclude,
            ..Options::default()
        },
    );
    assert_eq!(
        slugs(&log, &ranking),
        [""; 0],
        "without the citing record there is no such word"
    );
}

#[test]
fn every_way_to_name_a_record_is_a_citation() {
    let ways = [
        "[0007](0007-grpc.md)",
        "[0007](../adr/0007-grpc.md#decision)",
        "[[0007-grpc]]",
        "[[0007-grpc|the record]]",
        "[the record]\n\n[the record]: 0007-grpc.md",
        "ADR-7",
        "ADR 0007",
    ];
    for way in ways {
        let mut files = library();
        files.push((
            "0007-grpc".into(),
            record("Remote calls", "Services talk over HTTP/2."),
        ));
        let text = format!("We follow the streaming protocol chosen in {way}");
        files.push(("uses".into(), record("Payments", &text)));
        let log = log_of(&files);
        let ranking = Query::parse("streaming protocol").rank(&log);
        assert!(slugs(&log, &ranking).contains(&"0007-grpc"), "{way}");
    }
}

#[test]
fn an_excluded_record_is_as_if_it_were_not_there() {
    let files = library();
    let log = log_of(&files);
    let without: Vec<_> = files
        .iter()
        .filter(|(slug, _)| slug != "cache-keys")
        .collect();
    let smaller = log_of(&without.iter().map(|(s, t)| (s, t)).collect::<Vec<_>>());
    for query in ["session tokens cache", "owner", "cahce", "key names"] {
        let exclude = vec![index(&log, "cache-keys")];
        let ranking = Query::parse(query).rank_with(
            &log,
            Options {
                exclude,
                ..Options::default()
            },
        );
        let plain = Query::parse(query).rank(&smaller);
        assert_eq!(slugs(&log, &ranking), slugs(&smaller, &plain), "{query}");
        let scores = |ranking: &decision_scorer::Ranking<'_>| -> Vec<f64> {
            ranking.scores().map(|(_, score)| score).collect()
        };
        assert_eq!(scores(&ranking), scores(&plain), "{query}");
        assert_eq!(ranking.records_read(), log.records.len() - 1);
    }
}

#[test]
fn a_superseded_record_ranks_below_the_one_in_its_place() {
    let mut files = library();
    files.push((
        "0031-lru".into(),
        with_head(
            "status: superseded by 0088-redis\ndate: 2024-01-01",
            "Process-local eviction",
            "Eviction is least recently used. Eviction eviction.",
        ),
    ));
    files.push((
        "0088-redis".into(),
        with_head(
            "status: accepted\nsupersedes: 0031-lru",
            "Shared store",
            "Nothing is kept locally.",
        ),
    ));
    let log = log_of(&files);
    let ranking = Query::parse("eviction").rank(&log);
    assert_eq!(slugs(&log, &ranking), ["0088-redis", "0031-lru"]);
}

#[test]
fn of_equal_records_the_newer_comes_first_then_the_slug() {
    let text = |date: &str| with_head(&format!("date: {date}"), "Same title", "Same words here.");
    let log = log_of(&[
        ("b", text("2025-01-01")),
        ("a", text("2025-01-01")),
        ("c", text("2026-01-01")),
    ]);
    let options = || {
        let mut options = Options::default();
        options.parameters.weights.slug = 0.0;
        options
    };
    let ranking = Query::parse("words").rank_with(&log, options());
    assert_eq!(slugs(&log, &ranking), ["c", "a", "b"]);
}

#[test]
fn the_order_does_not_depend_on_threads() {
    let files: Vec<(String, String)> = (0..400)
        .map(|i| {
            let (title, body) = (
                format!("Record {} on topic{}", i, i % 7),
                format!(
                    "cache {} retry topic{} see record-{:03}.",
                    i % 13,
                    i % 11,
                    i / 2
                ),
            );
            (format!("record-{i:03}"), record(&title, &body))
        })
        .collect();
    let log = log_of(&files);
    let rank = |threads: usize, query: &str| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| Query::parse(query).rank(&log).scores().collect::<Vec<_>>())
    };
    for query in ["topic3 cache", "cahce", "retry 5", "record"] {
        let one = rank(1, query);
        assert!(!one.is_empty(), "{query}");
        for threads in [2, 3, 8] {
            assert_eq!(rank(threads, query), one, "{query} on {threads} threads");
        }
    }
}

#[test]
fn without_a_match_the_nearest_spelling_is_named() {
    let log = log_of(&library());
    let ranking = Query::parse("sessionless kubernetes").rank(&log);
    assert!(ranking.is_empty());
    assert_eq!(ranking.records_read(), 12);
    let nearest = ranking.nearest_spelling().expect("something is near");
    assert_eq!(
        (nearest.word.as_str(), nearest.found.as_str()),
        ("sessionless", "session")
    );
    assert_eq!(log.records[nearest.record].slug, "session-tokens");
    assert_eq!(
        Query::parse("zzzzzzzzzz").rank(&log).nearest_spelling(),
        None
    );
    assert_eq!(Query::parse("").rank(&log).nearest_spelling(), None);
}

#[test]
fn empty_logs_and_queries_give_nothing() {
    let empty = DecisionLog::default();
    let log = log_of(&library());
    for (log, query) in [(&empty, "cache"), (&log, ""), (&log, "?"), (&empty, "")] {
        let ranking = Query::parse(query).rank(log);
        assert!(ranking.is_empty() && ranking.top(3).is_empty(), "{query:?}");
    }
}

#[test]
fn a_very_long_query_is_ranked_by_what_comes_first() {
    let log = log_of(&library());
    let mut query = String::from("session tokens ");
    (0..5000).for_each(|i| query.push_str(&format!("filler{i} ")));
    assert_eq!(first(&log, &query), Some("session-tokens"));
}
