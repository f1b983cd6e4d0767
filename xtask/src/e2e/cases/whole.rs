//! One session with all of it, and the other way to install.

use super::super::expect::{
    Expect, arrives_in, arrives_in_run, holds, lacks, requests, requests_in_run, unshown_in_run,
};
use super::super::repository::{SESSION_FILE, SESSION_LINE, SESSIONS_SENTENCE};
use super::super::script::done;
use super::super::session::Session;
use super::capture::{LINE, ORDERS_SENTENCE, record_orders};
use super::{Case, Plan};
use crate::host::Host;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "whole-session",
        about: "a governed file edited, a record denied, then written by the skill, and an end",
        plan: whole,
    },
    Case {
        name: "other-install",
        about: "the same after the other way to install: query, context",
        plan: other_install,
    },
    Case {
        name: "program-missing",
        about: "where the program has gone, prompts and tools go on",
        plan: program_missing,
    },
];

fn whole(host: Host) -> Plan {
    if host != Host::Claude {
        return Plan::Elsewhere;
    }
    let bad = "---\nname: orders\ndescription: Orders live in Postgres.\ndate: 2026-13-45\n---\n\n# Orders\n\n## Decision\n\nOrders live in Postgres.\n";
    let denied = "docs/decisions/0003-orders.md";
    let changed = "pub const SESSION_TTL: u64 = 600;";
    Plan::Play(
        Session::of(
            "Shorten the sessions, then write down where the orders live.",
            vec![
                host.read(SESSION_FILE),
                host.edit(SESSION_FILE, SESSION_LINE, changed),
                host.write(denied, bad),
                done(),
            ],
        )
        .then(
            "/decision:record we chose Postgres over MySQL because of partial indexes",
            vec![record_orders(host), done()],
        ),
        vec![
            arrives_in(2, "context of the governed file", SESSIONS_SENTENCE),
            arrives_in(4, "denial of the record", "invalid-date"),
            requests(4),
            requests_in_run(2, 2),
            unshown_in_run(2, "line at the end", LINE),
            holds(SESSION_FILE, changed),
            lacks(denied, "2026-13-45"),
            holds("docs/decisions", ORDERS_SENTENCE),
        ],
    )
}

fn other_install(host: Host) -> Plan {
    let claims: Vec<Expect> = vec![
        arrives_in(
            1,
            "ranked records",
            "Decision records for \"amounts money\"",
        ),
        arrives_in_run(1, 2, "context of the governed file", SESSIONS_SENTENCE),
        requests(2),
    ];
    let prompt = match host {
        // Without the plugin there is no such command.
        Host::Claude => "/decision amounts money",
        Host::Codex => "$decision:query amounts money",
        _ => "/decision:query amounts money",
    };
    Plan::Play(
        Session::of(prompt, vec![host.read(SESSION_FILE), done()]).installed_otherwise(),
        claims,
    )
}

/// The hosts that block a prompt or a tool whose hook cannot be started.
fn program_missing(host: Host) -> Plan {
    if !matches!(host, Host::Gemini | Host::Copilot) {
        return Plan::Elsewhere;
    }
    let file = "src/session/cookie.rs";
    Plan::Play(
        Session::of(
            "/decision:query session tokens",
            vec![
                host.read(SESSION_FILE),
                host.write(file, "pub struct Cookie;\n"),
                done(),
            ],
        )
        .without_program(),
        vec![requests(3), holds(file, "struct Cookie")],
    )
}
