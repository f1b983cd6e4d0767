//! `query-preseed`: the ranked records come with the prompt that asks for them.

use super::super::expect::{arrives_in, requests, unsaid};
use super::super::host::Host;
use super::super::repository::{BODY_SENTENCE, SESSIONS_SENTENCE};
use super::super::script::{done, skill};
use super::super::session::Session;
use super::{Case, Plan};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "query-typed",
        about: "a typed query brings the ranked records with the first request",
        plan: typed,
    },
    Case {
        name: "query-skill",
        about: "a query skill that the model calls brings them with the skill's text",
        plan: called,
    },
    Case {
        name: "query-nothing",
        about: "an ordinary prompt brings no record",
        plan: ordinary,
    },
];

fn typed(host: Host) -> Plan {
    let prompt = match host {
        Host::Codex => "$decision:query session tokens redis",
        _ => "/decision:query session tokens redis",
    };
    Plan::Play(
        Session::of(prompt, vec![done()]),
        vec![
            arrives_in(
                1,
                "ranked records",
                "Decision records for \"session tokens redis\"",
            ),
            arrives_in(1, "deciding sentence", SESSIONS_SENTENCE),
            unsaid("body of the record", BODY_SENTENCE),
            requests(1),
        ],
    )
}

fn called(host: Host) -> Plan {
    match host {
        Host::Claude => Plan::Play(
            Session::of(
                "Look the session tokens up.",
                vec![skill("decision:query", "session tokens redis"), done()],
            ),
            vec![
                arrives_in(2, "deciding sentence", SESSIONS_SENTENCE),
                requests(2),
            ],
        ),
        Host::Codex => Plan::NotDeliverable("no skill tool: the model reads the skill's file"),
        Host::Gemini | Host::Copilot => Plan::NotDeliverable("no skill is installed there"),
    }
}

fn ordinary(_: Host) -> Plan {
    Plan::Play(
        Session::of("Say hello.", vec![done()]),
        vec![
            unsaid("ranked records", "Decision records for"),
            requests(1),
        ],
    )
}
