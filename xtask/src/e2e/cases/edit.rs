//! `related-context` and `binding`: what governs a file is said when the file is touched.

use super::super::expect::{
    Expect, arrives_in, arrives_in_run, holds, lacks, requests, times_in_request, unsaid,
};
use super::super::repository::{
    BILLING_SENTENCE, BODY_SENTENCE, FREE_FILE, FREE_LINE, SESSION_FILE, SESSION_LINE, SESSIONS,
    SESSIONS_SENTENCE,
};
use super::super::script::{done, subagent};
use super::super::session::Session;
use super::{Case, Plan};
use crate::host::Host;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "context-read",
        about: "reading a governed file brings its record, once",
        plan: read,
    },
    Case {
        name: "context-write",
        about: "writing a governed file that was not read brings its record",
        plan: write,
    },
    Case {
        name: "context-free",
        about: "a file that nothing governs brings nothing",
        plan: free,
    },
    Case {
        name: "context-subagent",
        about: "a subagent is told what its parent was told",
        plan: subagent_reads,
    },
    Case {
        name: "context-compact",
        about: "after a compaction it can be said again",
        plan: compact,
    },
    Case {
        name: "binding-denied",
        about: "the first edit of what a binding record governs is denied",
        plan: binding_denied,
    },
    Case {
        name: "binding-passes",
        about: "the second one goes through",
        plan: binding_passes,
    },
];

const CHANGED: &str = "pub const SESSION_TTL: u64 = 600;";

fn read(host: Host) -> Plan {
    Plan::Play(
        Session::of(
            "Shorten the sessions.",
            vec![
                host.read(SESSION_FILE),
                host.read("src/session/../session/store.rs"),
                host.edit(SESSION_FILE, SESSION_LINE, CHANGED),
                done(),
            ],
        ),
        vec![
            arrives_in(2, "deciding sentence", SESSIONS_SENTENCE),
            arrives_in(2, "path of the record", SESSIONS),
            unsaid("body of the record", BODY_SENTENCE),
            holds(SESSION_FILE, CHANGED),
            requests(4),
        ],
    )
}

fn write(host: Host) -> Plan {
    let file = "src/session/cookie.rs";
    Plan::Play(
        Session::of(
            "Add a cookie.",
            vec![host.write(file, "pub struct Cookie;\n"), done()],
        ),
        vec![
            arrives_in(2, "deciding sentence", SESSIONS_SENTENCE),
            holds(file, "struct Cookie"),
            requests(2),
        ],
    )
}

fn free(host: Host) -> Plan {
    Plan::Play(
        Session::of(
            "Be polite.",
            vec![
                host.read(FREE_FILE),
                host.edit(
                    FREE_FILE,
                    FREE_LINE,
                    "pub const GREETING: &str = \"good day\";",
                ),
                done(),
            ],
        ),
        vec![
            unsaid("deciding sentence", SESSIONS_SENTENCE),
            unsaid("deciding sentence of the other", BILLING_SENTENCE),
            holds(FREE_FILE, "good day"),
            requests(3),
        ],
    )
}

fn subagent_reads(host: Host) -> Plan {
    if host != Host::Claude {
        return Plan::Elsewhere;
    }
    Plan::Play(
        Session::of(
            "Look at the sessions.",
            vec![
                host.read(SESSION_FILE),
                subagent("Read src/session/store.rs."),
                host.read(SESSION_FILE),
                done(),
                done(),
            ],
        ),
        vec![
            times_in_request(2, "to the parent", SESSIONS_SENTENCE, 1),
            times_in_request(4, "to the subagent", SESSIONS_SENTENCE, 1),
            times_in_request(5, "to the parent afterwards", SESSIONS_SENTENCE, 1),
            requests(5),
        ],
    )
}

fn compact(host: Host) -> Plan {
    match host {
        Host::Claude | Host::Copilot => {}
        Host::Codex => return Plan::NotDeliverable("`/compact` is no command of `codex exec`"),
        Host::Gemini => {
            return Plan::NotDeliverable(
                "`/compress` is no command of `gemini -p` once a session's start has context, \
                 and no event tells that a compaction was made",
            );
        }
    }
    Plan::Play(
        Session::of(
            "Look at the sessions.",
            vec![host.read(SESSION_FILE), done()],
        )
        .then("/compact", Vec::new())
        .then("Look again.", vec![host.read(SESSION_FILE), done()]),
        vec![
            arrives_in(2, "first", SESSIONS_SENTENCE),
            arrives_in_run(3, 2, "again", SESSIONS_SENTENCE),
        ],
    )
}

const TAX: &str = "src/billing/tax.rs";

fn binding_denied(host: Host) -> Plan {
    Plan::Play(
        Session::of(
            "Add a tax rate.",
            vec![host.write(TAX, "pub const RATE: f64 = 0.19;\n"), done()],
        ),
        vec![
            times_in_request(2, "denial", BILLING_SENTENCE, 1),
            lacks(TAX, "RATE"),
            requests(2),
        ],
    )
}

fn binding_passes(host: Host) -> Plan {
    let expected: Vec<Expect> = vec![
        times_in_request(2, "denial", BILLING_SENTENCE, 1),
        times_in_request(3, "after the second attempt", BILLING_SENTENCE, 1),
        holds(TAX, "RATE_PER_MILLE"),
        requests(3),
    ];
    Plan::Play(
        Session::of(
            "Add a tax rate.",
            vec![
                host.write(TAX, "pub const RATE: f64 = 0.19;\n"),
                host.write(TAX, "pub const RATE_PER_MILLE: i64 = 190;\n"),
                done(),
            ],
        ),
        expected,
    )
}
