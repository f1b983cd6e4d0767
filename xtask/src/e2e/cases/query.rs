//! `query-preseed`: the ranked records come with the prompt that asks for them.

use super::super::expect::{arrives_in, requests, unsaid};
use super::super::repository::{BODY_SENTENCE, SESSIONS_SENTENCE};
use super::super::script::done;
use super::super::session::Session;
use super::{Case, Plan};
use crate::host::Host;

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
    let Some(call) = host.skill("query", "session tokens redis") else {
        return Plan::NotDeliverable("no skill tool: the model reads the skill's file");
    };
    let session = Session::of("Look the session tokens up.", vec![call, done()]);
    match host {
        Host::Gemini => Plan::NotDeliverable(
            "a skill is called without words, and context before a tool reaches nobody",
        ),
        // The skill comes with the plugin there, and is called without words.
        Host::Copilot => Plan::Play(
            session.installed_otherwise(),
            vec![
                arrives_in(2, "answer without words", "Words behind the command"),
                requests(2),
            ],
        ),
        Host::Claude | Host::Codex => Plan::Play(
            session,
            vec![
                arrives_in(2, "deciding sentence", SESSIONS_SENTENCE),
                requests(2),
            ],
        ),
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
