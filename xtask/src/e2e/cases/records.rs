//! `record-validation` and `record-written`: a record on its way to the disk.

use super::super::expect::{arrives_in, holds, lacks, requests, unsaid};
use super::super::repository::{SESSIONS, record};
use super::super::script::done;
use super::super::session::Session;
use super::{Case, Plan};
use crate::host::Host;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "record-broken",
        about: "a broken record is denied with what to write, a sound one passes",
        plan: broken,
    },
    Case {
        name: "record-typo",
        about: "a typo is mended in an old record of another style, faults and all",
        plan: typo,
    },
    Case {
        name: "record-written",
        about: "a new record refreshes the index and names its neighbours",
        plan: written,
    },
];

const COOKIES: &str = "docs/decisions/0003-cookies-are-strict.md";
const COOKIES_SENTENCE: &str =
    "The session cookie is sent with SameSite=Strict, since no other site starts a session here.";

fn cookies() -> String {
    record(
        "cookies-are-strict",
        COOKIES_SENTENCE,
        "tags: [auth]\naffects:\n  - src/session/\n",
        "The session cookie is strict",
        "A link from a mail opened a signed-in page.",
    )
}

fn broken(host: Host) -> Plan {
    let bad = cookies().replace("date: 2026-03-02", "date: 2026-13-45");
    Plan::Play(
        Session::of(
            "Write the decision down.",
            vec![
                host.write(COOKIES, &bad),
                host.write(COOKIES, &cookies()),
                done(),
            ],
        ),
        vec![
            arrives_in(2, "rule of the denial", "invalid-date"),
            holds(COOKIES, "date: 2026-03-02"),
            lacks(COOKIES, "2026-13-45"),
            requests(3),
        ],
    )
}

fn typo(host: Host) -> Plan {
    let old = "docs/decisions/0000-use-records.md";
    Plan::Play(
        Session::of(
            "Mend the typo.",
            vec![
                host.read(old),
                host.edit(old, "We keep recods.", "We keep records."),
                done(),
            ],
        )
        .with(
            old,
            "# 0. Use records\n\nDate: some day in spring\n\n## Status\n\nAccepted\n\n## Decision\n\nWe keep recods.\n",
        ),
        vec![holds(old, "We keep records."), requests(3)],
    )
}

fn written(host: Host) -> Plan {
    let index = ".claude/rules/decisions.md";
    let generated = "# Decisions\n\n\
        <!-- decision:index begin; `decision index` writes what follows, edit the records instead -->\n\n\
        Nothing yet.\n\n\
        <!-- decision:index end -->\n";
    Plan::Play(
        Session::of(
            "Write the decision down.",
            vec![host.write(COOKIES, &cookies()), done()],
        )
        .with(index, generated),
        vec![
            arrives_in(2, "record that governs the same", SESSIONS),
            unsaid("the denial", "invalid-date"),
            holds(COOKIES, COOKIES_SENTENCE),
            holds(index, "The session cookie is strict"),
            lacks(index, "Nothing yet."),
            requests(2),
        ],
    )
}
