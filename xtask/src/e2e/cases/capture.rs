//! `capture` and the writing of records: a choice that was made is kept.

use super::super::expect::{
    arrives_in, holds, lacks, requests, requests_in_run, times_in_run, unsaid, user_only,
};
use super::super::script::{Reply, done, say};
use super::super::session::Session;
use super::{Case, Plan};
use crate::host::Host;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "capture-nudge",
        about: "a choice in a prompt brings the way to record it, once",
        plan: nudge,
    },
    Case {
        name: "capture-ordinary",
        about: "other talk brings nothing",
        plan: ordinary,
    },
    Case {
        name: "capture-stop",
        about: "a turn that ends with a choice and no record: a line to the user, no request",
        plan: stop,
    },
    Case {
        name: "capture-ask",
        about: "where the settings ask for it, such a turn goes on once, and only once",
        plan: ask,
    },
    Case {
        name: "capture-dismissed",
        about: "`decision dismiss` ends the nudges of the session",
        plan: dismissed,
    },
    Case {
        name: "record-command",
        about: "`decision record` from the shell files a record as proposed",
        plan: command,
    },
    Case {
        name: "record-skill",
        about: "the record skill allows that command",
        plan: skill,
    },
    Case {
        name: "record-unasked",
        about: "without the skill the client asks first",
        plan: unasked,
    },
];

/// A prompt that states a choice.
pub(super) const CHOICE: &str = "From now on we use Postgres instead of MySQL for the orders, because its partial indexes keep the lookup fast.";
/// What the nudge says to it.
const NUDGE: &str = "reads as if it states a decision";
/// What the user is told at the end of a turn.
pub(super) const LINE: &str = "a choice that no record keeps";

/// The folder of the records, and the sentence of the one that is written.
const FOLDER: &str = "docs/decisions";
pub(super) const ORDERS_SENTENCE: &str =
    "Orders are kept in Postgres, whose partial indexes keep the lookup fast.";

/// Files a record from the shell.
pub(super) fn record_orders(host: Host) -> Reply {
    host.shell(&format!(
        "decision record --affects src/orders/ <<'END_OF_RECORD'\n\
         # Orders live in Postgres\n\n{ORDERS_SENTENCE}\n\n\
         ## Context\n\nThe lookup of open orders was slow.\n\n\
         ## Decision\n\n{ORDERS_SENTENCE}\n\n\
         ## Alternatives\n\nMySQL has no partial indexes.\n\
         END_OF_RECORD"
    ))
}

fn nudge(host: Host) -> Plan {
    // Gemini CLI does not keep what hooks said to a prompt with the session.
    let afterwards = usize::from(host != Host::Gemini);
    Plan::Play(
        Session::of(CHOICE, vec![done()]).then(
            "And from now on we use UUIDs instead of serial numbers, because two systems make them.",
            vec![done()],
        ),
        vec![
            arrives_in(1, "nudge", NUDGE),
            arrives_in(1, "the command", "decision record --affects"),
            times_in_run(2, "nudge", NUDGE, afterwards),
        ],
    )
}

fn ordinary(_: Host) -> Plan {
    Plan::Play(
        Session::of(
            "Why does the test of the invoice fail? It says `expected 3, got 2` since yesterday.",
            vec![done()],
        ),
        vec![unsaid("nudge", NUDGE), requests(1)],
    )
}

/// A turn whose last words tell of a choice, and that says so again if it is made to go on.
fn chosen(prompt: &str) -> Session {
    let words = "I chose Postgres over MySQL for the orders, because its partial indexes keep the lookup fast.";
    Session::of(prompt, vec![say(words), say(words), say(words)])
}

fn ask(_: Host) -> Plan {
    Plan::Play(
        // One host does not tell the model's last words, so the prompt states the choice, too.
        chosen(CHOICE).with(".decision.yaml", "capture: ask\n"),
        vec![
            arrives_in(
                2,
                "request at the end of the turn",
                "This project asks for one",
            ),
            requests(2),
        ],
    )
}

fn dismissed(host: Host) -> Plan {
    if host == Host::Claude {
        // The client asks a person before it runs a command of the shell.
        return Plan::Elsewhere;
    }
    Plan::Play(
        Session::of(
            "Be quiet about records.",
            vec![host.shell("decision dismiss"), done()],
        )
        .then(CHOICE, vec![done()]),
        vec![unsaid("nudge", NUDGE), requests(2), requests_in_run(2, 1)],
    )
}

fn stop(host: Host) -> Plan {
    let session = chosen("Speed the lookup of open orders up.");
    let claims = vec![user_only("line at the end of the turn", LINE), requests(1)];
    match host {
        Host::Claude | Host::Gemini => Plan::Play(session, claims),
        Host::Codex | Host::Copilot => {
            Plan::NotDeliverable("shows no hook's message to the user of a non-interactive run")
        }
    }
}

fn command(host: Host) -> Plan {
    if host == Host::Claude {
        return Plan::Elsewhere;
    }
    Plan::Play(
        Session::of(CHOICE, vec![record_orders(host), done()]),
        vec![
            holds(FOLDER, ORDERS_SENTENCE),
            holds(FOLDER, "status: proposed"),
            requests(2),
        ],
    )
}

fn skill(host: Host) -> Plan {
    match host {
        Host::Claude => Plan::Play(
            Session::of(
                "/decision:record we chose Postgres over MySQL because of partial indexes",
                vec![record_orders(host), done()],
            ),
            vec![
                holds(FOLDER, ORDERS_SENTENCE),
                holds(FOLDER, "status: proposed"),
                unsaid("ranked records", "Decision records for"),
                requests(2),
            ],
        ),
        _ => Plan::Elsewhere,
    }
}

fn unasked(host: Host) -> Plan {
    match host {
        Host::Claude => Plan::Play(
            Session::of(
                "Write down what we chose.",
                vec![record_orders(host), done()],
            ),
            vec![
                arrives_in(2, "refusal of the client", "requires approval"),
                lacks(FOLDER, ORDERS_SENTENCE),
                requests(2),
            ],
        ),
        _ => Plan::Elsewhere,
    }
}
