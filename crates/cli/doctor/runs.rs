//! What the last runs of the agents' hook said and cost.

use decision_policy::workspace::Workspace;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Check, State};
use crate::journal::{self, Entry, What};

/// So many runs are told.
const MAX_RUNS: usize = 5;
/// So many problems are told.
const MAX_PROBLEMS: usize = 3;

pub(super) fn examine(workspace: &Workspace) -> Vec<Check> {
    let own = workspace.repository.git_common_dir();
    let own = own.map(|common| common.join("decision"));
    let mut entries: Vec<(Entry, bool)> = journal::folders(workspace.repository.git_common_dir())
        .flat_map(|folder| {
            let is_own = Some(&folder) == own.as_ref();
            let entries = journal::entries(&folder).into_iter();
            entries.map(move |entry| (entry, is_own))
        })
        .collect();
    // Stable: lines of one second stay in their order.
    entries.sort_by_key(|(entry, _)| entry.at);
    let mut runs = Vec::new();
    let mut problems = Vec::new();
    let a_day_ago = Timestamp::now().as_second() - 24 * 60 * 60;
    // What went wrong after the last run that went well is wrong now.
    let mut is_now = true;
    for (entry, is_own) in entries.iter().rev() {
        // What the log of all repositories keeps from another day may have been anywhere.
        let is_newest = is_now && (*is_own || entry.at > a_day_ago);
        is_now &= !is_newest;
        match &entry.what {
            What::Ran(run) if runs.len() < MAX_RUNS => {
                let said = match run.bytes {
                    0 => "nothing said".to_owned(),
                    bytes => format!("{bytes} bytes said"),
                };
                let what = format!(
                    "{} {} of {}: {said}, {:.1} ms",
                    time(entry.at),
                    run.event,
                    run.host,
                    run.took.as_secs_f64() * 1000.0
                );
                runs.push(Check::new("last runs", State::Good, what));
            }
            What::Problem(message) if is_newest || problems.len() < MAX_PROBLEMS => {
                let what = format!("{} {message}", time(entry.at));
                let state = if is_newest {
                    State::Warning
                } else {
                    State::Note
                };
                problems.push(Check::new("problems", state, what));
            }
            _ => {}
        }
    }
    if runs.is_empty() {
        let what = "the hook has answered nothing here yet";
        runs.push(
            Check::new("last runs", State::Note, what)
                .with_help("`decision hook test` shows what it would say"),
        );
    }
    runs.append(&mut problems);
    runs
}

/// A time of day where the user is.
fn time(seconds: i64) -> String {
    Timestamp::from_second(seconds).map_or_else(
        |_| "?".to_owned(),
        |at| {
            let local = at.to_zoned(TimeZone::system());
            local.strftime("%Y-%m-%d %H:%M:%S").to_string()
        },
    )
}
