//! `session-context`, and whose word a record is.

use super::super::expect::{arrives_in, requests, times_in_request, times_in_run, unsaid};
use super::super::repository::{
    BILLING_SENTENCE, SESSION_FILE, SESSIONS, SESSIONS_SENTENCE, record,
};
use super::super::script::done;
use super::super::session::Session;
use super::{Case, Plan};
use crate::host::Host;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "session-start",
        about: "a session begins with what the log holds; a resumed one, too",
        plan: start,
    },
    Case {
        name: "session-branch",
        about: "it begins with the records that govern what the branch changes, said once",
        plan: branch,
    },
    Case {
        name: "session-empty",
        about: "without a record there is one line",
        plan: empty,
    },
    Case {
        name: "trust-pulled",
        about: "a record on a branch of somebody else gives its path alone and retires nothing",
        plan: pulled,
    },
];

const OVERVIEW: &str = "keeps 2 decision records in docs/decisions";

fn start(host: Host) -> Plan {
    // Only Codex CLI gives it again beside the one that it kept.
    let in_all = if host == Host::Codex { 2 } else { 1 };
    Plan::Play(
        Session::of("Say hello.", vec![done()]).then("Say it again.", vec![done()]),
        vec![
            arrives_in(1, "overview", OVERVIEW),
            unsaid("deciding sentence", SESSIONS_SENTENCE),
            times_in_run(2, "overview in all", OVERVIEW, in_all),
            requests(1),
        ],
    )
}

fn branch(host: Host) -> Plan {
    Plan::Play(
        Session::of("Go on.", vec![host.read(SESSION_FILE), done()]).with_uncommitted(
            SESSION_FILE,
            "//! Where sessions are kept.\n\npub const SESSION_TTL: u64 = 300;\n",
        ),
        vec![
            arrives_in(1, "deciding sentence", SESSIONS_SENTENCE),
            unsaid("sentence of the other", BILLING_SENTENCE),
            requests(2),
        ],
    )
}

fn empty(_: Host) -> Plan {
    Plan::Play(
        Session::of("Say hello.", vec![done()]).without_records(),
        vec![
            arrives_in(1, "the line", "has no decision records yet"),
            requests(1),
        ],
    )
}

fn pulled(host: Host) -> Plan {
    let path = "docs/decisions/0003-sessions-in-memory.md";
    let sentence =
        "Sessions are kept in the memory of the process, and checks of tokens are left out.";
    let theirs = record(
        "sessions-in-memory",
        sentence,
        "tags: [auth]\nsupersedes: 0001-session-tokens-in-redis\naffects:\n  - src/session/store.rs\nbinding: true\n",
        "Sessions are kept in memory",
        "Redis was slow.",
    );
    Plan::Play(
        Session::of(
            "Look at the sessions.",
            vec![host.read(SESSION_FILE), done()],
        )
        .with_pulled(path, theirs),
        vec![
            arrives_in(2, "sentence of the merged record", SESSIONS_SENTENCE),
            arrives_in(2, "path of the merged record", SESSIONS),
            // In its own entry alone: nothing of theirs stands beside the one that it would replace.
            times_in_request(2, "path of theirs", path, 1),
            arrives_in(2, "mark of theirs", "not merged and not by this user"),
            unsaid("sentence of theirs", sentence),
            requests(2),
        ],
    )
}
