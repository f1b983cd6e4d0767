//! The cases: for each, what is run and what it must show, by host.

use super::expect::Expect;
use super::host::Host;
use super::session::Session;

mod capture;
mod edit;
mod query;
mod records;
mod whole;

/// Something to prove on the real clients.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// What it proves, for `--list`.
    pub(super) about: &'static str,
    pub(super) plan: fn(Host) -> Plan,
}

/// What a case is on one host.
pub(super) enum Plan {
    /// A session, and what it must show.
    Play(Session, Vec<Expect>),
    /// The host cannot deliver it; why.
    NotDeliverable(&'static str),
    /// The case is about another host's own feature.
    Elsewhere,
}

/// Every case, in the order of the report.
pub(super) fn all() -> Vec<&'static Case> {
    [
        query::CASES,
        edit::CASES,
        records::CASES,
        capture::CASES,
        whole::CASES,
    ]
    .into_iter()
    .flatten()
    .collect()
}
