//! `decision init`, `new`, `supersede` and `renumber`, on real repositories.

mod init;
mod new;
mod renumber;
mod supersede;

use std::fs;

use crate::support::Sandbox;

/// What a command printed, with the day of today taken out.
fn dated(text: &str) -> String {
    let today = today();
    text.replace(&today, "TODAY")
        .replace(&today.replace('-', ""), "TODAY")
}

fn today() -> String {
    jiff::Zoned::now().date().to_string()
}

fn read(sandbox: &Sandbox, path: &str) -> String {
    fs::read_to_string(sandbox.root().join(path)).expect("a file")
}

const NYGARD: &str = "# 1. Use Postgres\n\nDate: 2024-05-01\n\n## Status\n\nAccepted\n\n## Context\n\nA.\n\n## Decision\n\nWe use Postgres.\n\n## Consequences\n\nB.\n";
