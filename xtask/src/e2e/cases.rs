//! The cases: for each, what is run and what it must show, by host.

use super::expect::Expect;
use super::session::Session;
use crate::host::Host;

mod capture;
mod edit;
mod query;
mod records;
mod start;
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
        start::CASES,
        edit::CASES,
        records::CASES,
        capture::CASES,
        whole::CASES,
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_case_has_a_name_of_its_own_and_something_to_show_on_a_host() {
        let names: BTreeSet<_> = all().iter().map(|case| case.name).collect();
        assert_eq!(names.len(), all().len());
        for case in all() {
            let played: Vec<_> = Host::ALL
                .into_iter()
                .filter_map(|host| match (case.plan)(host) {
                    Plan::Play(session, claims) => Some((session, claims)),
                    Plan::NotDeliverable(_) | Plan::Elsewhere => None,
                })
                .collect();
            assert!(!played.is_empty(), "{}", case.name);
            for (session, claims) in played {
                assert!(!claims.is_empty(), "{}", case.name);
                assert!(!session.runs.is_empty(), "{}", case.name);
                assert!(!session.runs[0].resumed, "{}", case.name);
            }
        }
    }
}
