//! What the doctor saw.

use std::io::{self, Write};

use decision_policy::quote;
use serde_json::{Value, json};

use super::style::{DEAD, DIM, GOVERNS, LIVE};
use crate::doctor::{Check, State};

/// For people: one line for each thing, what to do about it below.
pub(crate) fn text(checks: &[Check], out: &mut dyn Write) -> io::Result<()> {
    for check in checks {
        let style = match check.state {
            State::Good => LIVE,
            State::Note => DIM,
            State::Warning => GOVERNS,
            State::Broken => DEAD,
        };
        let state = check.state.word();
        writeln!(
            out,
            "{:10}  {style}{state:7}{style:#}  {}",
            check.area,
            quote::path(&quote::plain(&check.what))
        )?;
        if !check.help.is_empty() {
            writeln!(out, "{:21}{DIM}{}{DIM:#}", "", quote::plain(&check.help))?;
        }
    }
    let broken = checks
        .iter()
        .filter(|check| check.state == State::Broken)
        .count();
    match broken {
        0 => Ok(()),
        1 => writeln!(out, "\n1 thing is broken"),
        _ => writeln!(out, "\n{broken} things are broken"),
    }
}

/// The same for programs.
pub(crate) fn json(checks: &[Check]) -> Value {
    let checks: Vec<Value> = checks
        .iter()
        .map(|check| {
            json!({
                "area": check.area,
                "state": check.state.word(),
                "what": check.what,
                "help": check.help,
            })
        })
        .collect();
    json!({ "checks": checks })
}
