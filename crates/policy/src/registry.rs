//! The policies, and the order in which they speak.

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use decision_git::Environment;

use crate::event::Event;
use crate::outcome::Outcome;
use crate::policies::QueryPreseed;
use crate::workspace::Workspace;

/// Something to say at some events.
pub trait Policy: Sync {
    /// Whether the event concerns the policy at all, told without touching the disk.
    fn concerns(&self, event: &Event) -> bool;

    /// What it says where the place of the event cannot be opened, and why not; nothing unless somebody
    /// waits for an answer.
    fn unavailable(&self, _event: &Event, _reason: &str) -> Outcome {
        Outcome::default()
    }

    /// What it says to an event that concerns it; nothing is the usual answer.
    fn answer(&self, event: &Event, workspace: &Workspace) -> Outcome;
}

/// All policies, in the order in which what they say is put together.
pub static POLICIES: &[&dyn Policy] = &[&QueryPreseed];

/// Whether an event concerns any policy, told without touching the disk.
pub fn concerns(event: &Event) -> bool {
    POLICIES.iter().any(|policy| policy.concerns(event))
}

/// What all policies together say to an event.
///
/// `fallback` is where to start where the host does not say where it works, `dirs` are decision directories
/// asked for by name. An event that concerns no policy costs no look at the repository.
///
/// # Errors
///
/// Where the place of the event cannot be opened.
pub fn respond(
    event: &Event,
    fallback: &Path,
    dirs: &[PathBuf],
    environment: &Environment,
) -> Result<Outcome, decision_git::Error> {
    let mut concerned = POLICIES
        .iter()
        .filter(|policy| policy.concerns(event))
        .peekable();
    if concerned.peek().is_none() {
        return Ok(Outcome::default());
    }
    let start: PathBuf = event.cwd.clone().unwrap_or_else(|| fallback.to_owned());
    // Never given back: the process ends with the answer, and thousands of records would be freed one by one.
    let workspace = ManuallyDrop::new(Workspace::open(&start, dirs, environment)?);
    let outcomes: Vec<Outcome> = concerned
        .map(|policy| policy.answer(event, &workspace))
        .collect();
    Ok(together(&outcomes))
}

/// What all policies say where the place of an event cannot be opened.
pub fn unavailable(event: &Event, error: &decision_git::Error) -> Outcome {
    let reason = error.to_string();
    let outcomes: Vec<Outcome> = POLICIES
        .iter()
        .map(|policy| policy.unavailable(event, &reason))
        .collect();
    together(&outcomes)
}

fn together(outcomes: &[Outcome]) -> Outcome {
    Outcome {
        reason: joined(
            outcomes
                .iter()
                .filter_map(|outcome| outcome.reason.as_deref()),
        ),
        message: joined(
            outcomes
                .iter()
                .filter_map(|outcome| outcome.message.as_deref()),
        ),
    }
}

fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> Option<String> {
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
