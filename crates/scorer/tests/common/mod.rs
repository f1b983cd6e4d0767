//! Logs of a few records, written to a folder of their own.

#![allow(dead_code, reason = "each test file uses what it needs")]
#![expect(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use decision_core::{DecisionDir, DecisionLog};
use decision_scorer::{Hit, Ranking};

/// A log of the given files: name and text.
pub(crate) fn log_of<N: AsRef<str>, T: AsRef<str>>(files: &[(N, T)]) -> DecisionLog {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(format!("{}.md", name.as_ref()));
        std::fs::write(path, text.as_ref()).expect("a writable folder");
    }
    let log = DecisionLog::load(&[DecisionDir::new(folder.path(), "docs/decisions")]);
    assert_eq!(
        log.records.len(),
        files.len(),
        "all are records: {:?}",
        log.skipped
    );
    log
}

/// A record of a title and a body.
pub(crate) fn record(title: &str, body: &str) -> String {
    format!("# {title}\n\n{body}\n")
}

/// A record with front matter.
pub(crate) fn with_head(head: &str, title: &str, body: &str) -> String {
    format!("---\n{head}\n---\n\n# {title}\n\n{body}\n")
}

/// The slugs in order.
pub(crate) fn slugs<'l>(log: &'l DecisionLog, ranking: &Ranking<'_>) -> Vec<&'l str> {
    ranking
        .scores()
        .map(|(record, _)| log.records[record].slug.as_str())
        .collect()
}

/// The index of a record.
pub(crate) fn index(log: &DecisionLog, slug: &str) -> usize {
    log.records
        .iter()
        .position(|record| record.slug == slug)
        .expect("the record is there")
}

/// Asserts that the parts of a hit add up to its score.
pub(crate) fn assert_adds_up(hit: &Hit) {
    let sum: f64 = hit.parts.iter().map(|part| part.score).sum();
    assert!(
        (sum - hit.score).abs() < 1e-9,
        "{sum} is not {}: {hit:#?}",
        hit.score
    );
}

/// A dozen records on different subjects, enough for words to be rare.
pub(crate) fn library() -> Vec<(String, String)> {
    [
        ("session-tokens", "Session tokens live in Redis", "## Decision\n\nTokens of a session are kept only in Redis. No cache in the process, because revocation must work within a second."),
        ("cache-keys", "Names of cache keys", "## Decision\n\nA key begins with the service and a colon. Every cache has one owner."),
        ("retries", "Retry with jitter", "## Decision\n\nClients retry three times. `maxRetries` is set per call, with backoff and jitter between attempts."),
        ("logging", "Structured logging", "## Context\n\nLogs were free text.\n\n## Decision\n\nEvery log line is JSON with a trace identifier."),
        ("queue", "Queue for mail", "## Decision\n\nMail is sent from a queue and never from a request. Workers retry what failed."),
        ("postgres", "PostgreSQL as the only store", "## Decision\n\nOne database for all services until one of them outgrows it."),
        ("audit", "Audit log is append-only", "## Decision\n\nNobody edits the audit log. Corrections are new entries that name the old one."),
        ("rate-limit", "Rate limit per tenant", "## Decision\n\nRequests over the limit get status 429 and a hint when to come back."),
        ("identity", "Identity provider", "## Decision\n\nUsers sign in with OpenID Connect. Passwords are not stored."),
        ("flags", "Feature flags", "## Decision\n\nA flag has an owner and a date on which it goes away."),
        ("graphql", "No GraphQL", "## Decision\n\nThe public interface stays REST over HTTP with JSON bodies."),
        ("deploys", "Deploy by tag", "## Decision\n\nA tag on the default branch starts a deployment; rollbacks are tags too."),
    ]
    .into_iter()
    .map(|(slug, title, body)| (slug.to_owned(), record(title, body)))
    .collect()
}
