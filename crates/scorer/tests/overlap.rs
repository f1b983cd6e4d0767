//! What changed paths do to the order.

mod common;

use common::{index, library, log_of, slugs, with_head};
use decision_core::DecisionLog;
use decision_core::affects::Strength;
use decision_scorer::{Overlap, Parameters, Query, Ranking};

fn scoped() -> DecisionLog {
    let mut files = library();
    for (slug, affects, title, body) in [
        (
            "auth",
            "[src/auth/]",
            "How users come in",
            "By the front door.",
        ),
        (
            "auth-cache",
            "[src/auth/cache.rs]",
            "Where the cache of users lives",
            "In memory.",
        ),
        ("everything", "['**']", "House style", "Lines are short."),
        ("core-stem", "[kernel]", "Heart of it", "Small."),
        ("rust", "['src/**/*.rs']", "Language", "One language."),
    ] {
        files.push((
            slug.into(),
            with_head(&format!("affects: {affects}"), title, body),
        ));
    }
    log_of(&files)
}

#[test]
fn the_overlap_names_paths_and_entries() {
    let log = scoped();
    let overlap = Overlap::of(&log, &["src/auth/cache.rs", "src/auth/login.rs"]);
    let auth = overlap.get(index(&log, "auth")).expect("it claims both");
    let claims: Vec<_> = auth
        .paths
        .iter()
        .map(|c| (c.path.as_str(), c.entry.as_str()))
        .collect();
    assert_eq!(
        claims,
        [
            ("src/auth/cache.rs", "src/auth/"),
            ("src/auth/login.rs", "src/auth/")
        ]
    );
    assert_eq!(auth.strength, Strength::Directory);
    assert!(auth.speaks());
    assert!(
        !overlap
            .get(index(&log, "everything"))
            .expect("it claims all")
            .speaks()
    );
    assert!(overlap.get(index(&log, "retries")).is_none());
    for (_, record) in overlap.iter() {
        assert!(record.share > 0.0 && record.share <= 1.0, "{record:?}");
    }
}

#[test]
fn a_path_that_fewer_records_claim_says_more() {
    let log = scoped();
    let overlap = Overlap::of(
        &log,
        &["src/auth/cache.rs", "src/auth/login.rs", "src/mail/send.rs"],
    );
    let ranking = Ranking::by_overlap(&log, &overlap);
    let order = slugs(&log, &ranking);
    let place = |slug: &str| order.iter().position(|found| *found == slug);
    assert!(place("auth") < place("everything"), "{order:?}");
    assert!(place("rust") < place("everything"), "{order:?}");
}

#[test]
fn without_words_and_changes_there_is_nothing() {
    let log = scoped();
    let none: [&str; 0] = [];
    let overlap = Overlap::of(&log, &none);
    assert!(overlap.is_empty());
    assert!(Ranking::by_overlap(&log, &overlap).is_empty());
}

#[test]
fn the_boost_lifts_among_near_ties() {
    let log = scoped();
    let query = Query::parse("cache lives");
    let before = query.rank(&log);
    assert_eq!(slugs(&log, &before)[0], "auth-cache");
    let query = Query::parse("cache");
    let overlap = Overlap::of(&log, &["src/auth/cache.rs"]);
    assert_eq!(slugs(&log, &query.rank(&log))[0], "cache-keys");
    let ranking = query.rank(&log).boosted_by(&overlap);
    assert_eq!(slugs(&log, &ranking)[0], "auth-cache");
    assert!(ranking.top(1)[0].overlap.is_some());
}

#[test]
fn the_boost_is_bounded_and_adds_no_record() {
    let log = scoped();
    let bound = 1.0 + Parameters::default().boost;
    let changed = ["src/auth/cache.rs", "src/auth/login.rs", "kernel.rs"];
    let overlap = Overlap::of(&log, &changed);
    for query in [
        "session tokens",
        "cache",
        "users",
        "language lines",
        "retry jitter mail",
    ] {
        let query = Query::parse(query);
        let before: Vec<(usize, f64)> = query.rank(&log).scores().collect();
        let after: Vec<(usize, f64)> = query.rank(&log).boosted_by(&overlap).scores().collect();
        assert_eq!(before.len(), after.len());
        let score = |of: &[(usize, f64)], record| {
            of.iter()
                .find(|(found, _)| *found == record)
                .map_or(0.0, |(_, score)| *score)
        };
        for (record, boosted) in &after {
            let plain = score(&before, *record);
            assert!(
                *boosted >= plain && *boosted <= plain * bound + 1e-9,
                "{query:?} {record}"
            );
        }
        // No record passes one whose words match better than by the bound.
        for (strong, strong_score) in &before {
            for (weak, weak_score) in &before {
                if weak_score * bound < *strong_score {
                    assert!(score(&after, *weak) < score(&after, *strong), "{query:?}");
                }
            }
        }
    }
}

#[test]
fn what_governs_but_does_not_match_stands_apart() {
    let log = scoped();
    let overlap = Overlap::of(&log, &["src/auth/cache.rs", "kernel.rs"]);
    let ranking = Query::parse("cache").rank(&log).boosted_by(&overlap);
    let apart: Vec<&str> = ranking
        .governing_apart(&overlap)
        .iter()
        .map(|hit| log.records[hit.record].slug.as_str())
        .collect();
    assert_eq!(
        apart,
        ["auth", "rust"],
        "the matching one, the broad one and the stem are not there"
    );
}

#[test]
fn a_record_out_of_force_is_not_lifted_but_lifts_its_successor() {
    let mut files = library();
    files.push((
        "0001-old".into(),
        with_head(
            "status: superseded by 0002-new\naffects: [src/store/]",
            "Store of blobs",
            "Blobs lie on disk.",
        ),
    ));
    files.push((
        "0002-new".into(),
        with_head(
            "status: accepted",
            "Blobs in a bucket",
            "Blobs lie in a bucket.",
        ),
    ));
    let log = log_of(&files);
    let overlap = Overlap::of(&log, &["src/store/blob.rs"]);
    let query = Query::parse("blobs");
    let score = |ranking: &Ranking<'_>, slug: &str| {
        ranking
            .scores()
            .find(|(r, _)| *r == index(&log, slug))
            .map_or(0.0, |(_, score)| score)
    };
    let (plain, boosted) = (query.rank(&log), query.rank(&log).boosted_by(&overlap));
    assert_eq!(score(&plain, "0001-old"), score(&boosted, "0001-old"));
    assert!(score(&boosted, "0002-new") > score(&plain, "0002-new"));
    assert_eq!(slugs(&log, &boosted)[..2], ["0002-new", "0001-old"]);
}
