//! What became of an index.

use std::collections::HashMap;
use std::io::{self, Write};

use decision_policy::index::Plan;
use decision_policy::quote;
use decision_policy::workspace::Workspace;
use serde_json::{Value, json};

use super::style::{ADDED, PATH, REMOVED};

/// So many lines of each side are shown; the rest is counted.
const MAX_LINES: usize = 10;

/// How an index stands after the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Current,
    Written,
    Outdated,
}

/// For people: one line, and of an outdated index the lines that differ.
pub(crate) fn text(
    workspace: &Workspace,
    plan: &Plan,
    label: &str,
    state: State,
    out: &mut dyn Write,
) -> io::Result<()> {
    let path = quote::path(label);
    let records = match workspace.log().records.len() {
        1 => "1 record".to_owned(),
        records => format!("{records} records"),
    };
    match state {
        State::Current => {
            return writeln!(
                out,
                "{PATH}{path}{PATH:#}: the index of {records} is current"
            );
        }
        State::Written => {
            return writeln!(out, "{PATH}{path}{PATH:#}: index of {records} written");
        }
        State::Outdated => {}
    }
    let what = if plan.before.is_none() {
        "is not there"
    } else if plan.has_index {
        "is not current"
    } else {
        "has no index"
    };
    writeln!(
        out,
        "{PATH}{path}{PATH:#}: {what}; `decision index` writes it"
    )?;
    let (removed, added) = difference(plan);
    for (lines, sign, style) in [(removed, '-', REMOVED), (added, '+', ADDED)] {
        for line in lines.iter().take(MAX_LINES) {
            writeln!(out, "{style}{sign} {}{style:#}", quote::plain(line))?;
        }
        if lines.len() > MAX_LINES {
            let more = lines.len() - MAX_LINES;
            writeln!(out, "{style}{sign} and {more} more lines{style:#}")?;
        }
    }
    Ok(())
}

/// The same for programs.
pub(crate) fn json(workspace: &Workspace, plan: &Plan, label: &str, state: State) -> Value {
    let (removed, added) = difference(plan);
    json!({
        "file": label,
        "state": match state {
            State::Current => "current",
            State::Written => "written",
            State::Outdated => "outdated",
        },
        "records": workspace.log().records.len(),
        "removed": removed,
        "added": added,
    })
}

/// The lines that only the old text has, and those that only the new one has, without empty ones. A line
/// that stands elsewhere now is in neither.
fn difference(plan: &Plan) -> (Vec<&str>, Vec<&str>) {
    let before = plan.before.as_deref().unwrap_or_default();
    (only_in(before, &plan.after), only_in(&plan.after, before))
}

fn only_in<'a>(text: &'a str, other: &str) -> Vec<&'a str> {
    let mut there: HashMap<&str, usize> = HashMap::new();
    for line in other.lines() {
        *there.entry(line).or_default() += 1;
    }
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .filter(|line| match there.get_mut(line) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        })
        .collect()
}
