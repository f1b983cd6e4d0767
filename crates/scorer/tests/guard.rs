//! A small evaluation set of our own: twenty records of an imaginary service and questions about them. It
//! guards against a change that breaks the ranking; how good the ranking is, `cargo xtask eval` measures
//! on real logs.

mod common;

use common::{log_of, slugs};
use decision_core::DecisionLog;
use decision_scorer::Query;

const RECORDS: &[(&str, &str)] = &[
    (
        "0001-postgres",
        "# 1. Use PostgreSQL for orders\n\n## Decision\n\nOrders live in PostgreSQL, because they need transactions.\n\n## Alternatives\n\nA document store has no joins.\n",
    ),
    (
        "0002-event-bus",
        "# 2. Publish domain events on Kafka\n\n## Decision\n\nEvery service publishes its events on one bus. Consumers keep their own offsets.\n",
    ),
    (
        "0003-idempotency",
        "# 3. Idempotency keys on writes\n\n## Decision\n\nA client sends a key with each write, so that a retry does no harm. See [the bus](0002-event-bus.md) for duplicates.\n",
    ),
    (
        "0004-retries",
        "# 4. Retry with exponential backoff and jitter\n\n## Decision\n\nAt most five attempts, each waiting longer than the one before.\n",
    ),
    (
        "0005-session-store",
        "# 5. Session tokens in Redis\n\n## Decision\n\nTokens expire after fifteen minutes; revocation takes effect at once.\n",
    ),
    (
        "0006-password-hashing",
        "# 6. Hash passwords with Argon2\n\n## Decision\n\nArgon2id with the memory that a login server can spare.\n",
    ),
    (
        "0007-feature-flags",
        "# 7. Feature flags are removed within a quarter\n\n## Decision\n\nA flag has an owner and a last day.\n",
    ),
    (
        "0008-monorepo",
        "# 8. One repository for all services\n\n## Decision\n\nChanges over several services land in one commit.\n",
    ),
    (
        "0009-code-owners",
        "# 9. Owners approve changes in their folders\n\n## Decision\n\nThe owners file names a team for each folder of [the monorepo](0008-monorepo.md).\n",
    ),
    (
        "0010-openapi",
        "# 10. Describe HTTP interfaces with OpenAPI\n\n## Decision\n\nClients are generated from the description. `maxRetries` is part of it.\n",
    ),
    (
        "0011-pagination",
        "# 11. Paginate lists by cursor\n\n## Decision\n\nPage numbers skip rows when rows are added.\n",
    ),
    (
        "0012-time",
        "# 12. Store times in UTC\n\n## Decision\n\nThe zone of a user is applied when a time is shown.\n",
    ),
    (
        "0013-money",
        "# 13. Amounts of money are integers of the smallest unit\n\n## Decision\n\nNo floating point in prices, taxes or totals.\n",
    ),
    (
        "0014-logging",
        "# 14. Structured logs in JSON\n\n## Decision\n\nOne object a line; no personal data in it.\n",
    ),
    (
        "0015-tracing",
        "# 15. Trace requests over all services\n\n## Decision\n\nThe trace context travels in the headers and in [events](0002-event-bus.md).\n",
    ),
    (
        "0016-secrets",
        "# 16. Secrets come from the vault\n\n## Decision\n\nNo secret in the repository or in environment files.\n",
    ),
    (
        "0017-migrations",
        "# 17. Schema migrations run before the deployment\n\n## Decision\n\nA migration must work with the old code and the new one. It belongs to [the order database](0001-postgres.md).\n",
    ),
    (
        "0018-blue-green",
        "# 18. Deploy blue and green\n\n## Decision\n\nTraffic moves to the new version step by step; rollback is a switch.\n",
    ),
    (
        "0019-rate-limits",
        "# 19. Rate limits for each customer\n\n## Decision\n\nA bucket of tokens for each customer, kept in Redis.\n",
    ),
    (
        "0020-memcached",
        "---\nstatus: superseded by 0005-session-store\n---\n# 20. Sessions in Memcached\n\n## Decision\n\nSession tokens live in Memcached.\n",
    ),
];

/// A query and the record that answers it.
const QUERIES: &[(&str, &str)] = &[
    ("order database", "0001-postgres"),
    ("why did we choose postgres", "0001-postgres"),
    ("kafka", "0002-event-bus"),
    ("publishing events", "0002-event-bus"),
    ("duplicate writes retry key", "0003-idempotency"),
    ("exponential backof", "0004-retries"),
    ("jitter", "0004-retries"),
    ("session tokens", "0005-session-store"),
    ("what did we decide about sessions", "0005-session-store"),
    ("pasword hashing", "0006-password-hashing"),
    ("feature flag cleanup", "0007-feature-flags"),
    ("single repository", "0008-monorepo"),
    ("who approves changes", "0009-code-owners"),
    ("max_retries", "0010-openapi"),
    ("maxRetries client", "0010-openapi"),
    ("cursor pagination", "0011-pagination"),
    ("time zones", "0012-time"),
    ("floating point prices", "0013-money"),
    ("json logs", "0014-logging"),
    ("trace context headers", "0015-tracing"),
    ("vault", "0016-secrets"),
    ("schema migration", "0017-migrations"),
    ("rollback", "0018-blue-green"),
    ("rate limiting per customer", "0019-rate-limits"),
];

/// Where the answer stands, from 1 on.
fn place(log: &DecisionLog, query: &str, answer: &str) -> Option<usize> {
    let ranking = Query::parse(query).rank(log);
    slugs(log, &ranking)
        .iter()
        .position(|slug| *slug == answer)
        .map(|at| at + 1)
}

#[test]
fn the_right_record_stands_in_front() {
    let log = log_of(RECORDS);
    let places: Vec<(&str, Option<usize>)> = QUERIES
        .iter()
        .map(|(query, answer)| (*query, place(&log, query, answer)))
        .collect();
    // nDCG@3 of one answer: 1 / log2(place + 1) within the first three.
    let gain = |place: &Option<usize>| match place {
        Some(place @ 1..=3) => 1.0 / ((place + 1) as f64).log2(),
        _ => 0.0,
    };
    let mean = places.iter().map(|(_, place)| gain(place)).sum::<f64>() / places.len() as f64;
    assert!(mean >= 0.95, "nDCG@3 is {mean:.3}: {places:?}");
    let lost: Vec<_> = places
        .iter()
        .filter(|(_, place)| place.is_none_or(|place| place > 3))
        .collect();
    assert!(lost.is_empty(), "not among the first three: {lost:?}");
}
