//! The policies, and the order in which they speak.

use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use decision_git::Environment;

use crate::event::{Event, EventKind};
use crate::hosts::Host;
use crate::means::Means;
use crate::memory::{Memory, Session};
use crate::outcome::Outcome;
use crate::policies::{
    Capture, QueryPreseed, RecordValidation, RecordWritten, RelatedContext, SessionContext,
};
use crate::quote;
use crate::workspace::Workspace;

/// All that is said in one event fits this many characters.
const MAX_CHARS: usize = 4_000;

/// Something to say at some events.
pub(crate) trait Policy: Sync {
    /// Whether the event concerns the policy at all, told without touching the disk.
    fn concerns(&self, event: &Event) -> bool;

    /// What it says where the place of the event cannot be opened, and why not; nothing unless somebody
    /// waits for an answer.
    fn unavailable(&self, _event: &Event, _reason: &str) -> Outcome {
        Outcome::default()
    }

    /// What it says to an event that concerns it; nothing is the usual answer.
    fn answer(&self, event: &Event, moment: &Moment<'_>) -> Outcome;
}

/// Where and when a policy speaks.
#[derive(Debug)]
pub(crate) struct Moment<'a> {
    /// The repository with its records.
    pub workspace: &'a Workspace,
    /// What is remembered of the work tree; none outside a repository.
    pub memory: Option<&'a Memory>,
    /// What is remembered of the session and subagent of the event.
    pub session: &'a Session,
    /// How many characters may still be said in this event.
    pub room: usize,
    /// Whether nothing of the user's may change, as it is only tried what would be said.
    pub is_trial: bool,
    /// Finds out what can be called in a session of a host.
    pub means: fn(Host) -> Means,
}

/// Where an event happens, as the program around knows it.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// Where to start where the host does not say where it works.
    pub fallback: &'a Path,
    /// Decision directories asked for by name.
    pub dirs: &'a [PathBuf],
    /// What the environment says of the repository.
    pub environment: &'a Environment,
    /// Where the user keeps the state of programs.
    pub state_folder: Option<&'a Path>,
    /// For a trial, which changes nothing of the user's: a folder that keeps what is remembered meanwhile.
    pub trial: Option<&'a Path>,
    /// Finds out what can be called in a session of a host; asked only where that is to be said.
    pub means: fn(Host) -> Means,
}

/// What came of an event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Response {
    /// What is said.
    pub outcome: Outcome,
    /// Whether any policy was concerned.
    pub concerned: bool,
    /// The git directory that all work trees of the repository share, where the event happens in one.
    pub git_common_dir: Option<PathBuf>,
}

/// All policies, in the order in which they are asked and what they say is put together.
static POLICIES: &[&dyn Policy] = &[
    // What judges what is about to be written, since a refusal ends the round.
    &RecordValidation,
    // What goes with a session's beginning, or with a record's.
    &SessionContext,
    &RecordWritten,
    // What gives the records that matter here.
    &RelatedContext,
    &QueryPreseed,
    // What proposes something to do.
    &Capture,
];

/// Whether an event concerns any policy, told without touching the disk.
pub fn concerns(event: &Event) -> bool {
    POLICIES.iter().any(|policy| policy.concerns(event))
}

/// What all policies together say to an event.
///
/// An event that concerns no policy costs no look at the repository. A refusal ends the round: what comes
/// after it would be said of a call that is not made.
///
/// # Errors
///
/// Where the place of the event cannot be opened.
pub fn respond(event: &Event, place: &Place<'_>) -> Result<Response, decision_git::Error> {
    let mut concerned = POLICIES
        .iter()
        .filter(|policy| policy.concerns(event))
        .peekable();
    if concerned.peek().is_none() {
        return Ok(Response::default());
    }
    let start = event.cwd.as_deref().unwrap_or(place.fallback);
    // Never given back: the process ends with the answer, and thousands of records would be freed one by one.
    let workspace = ManuallyDrop::new(Workspace::open_trusted(
        start,
        place.dirs,
        place.environment,
    )?);
    let memory = match place.trial {
        Some(folder) => Memory::apart(&workspace.repository, folder),
        None => Memory::of(&workspace.repository, place.state_folder),
    };
    let session = memory.as_ref().map_or_else(Session::forgetful, |memory| {
        memory.session(event.session.as_deref(), event.agent.as_deref())
    });
    if let EventKind::Edited { edits } = &event.kind {
        for edit in edits {
            let path = edit.moved_to.as_deref().unwrap_or(&edit.path);
            if let Some(path) = workspace.repository.relative(path) {
                session.note_edited(&path);
            }
        }
    }
    let mut moment = Moment {
        workspace: &workspace,
        memory: memory.as_ref(),
        session: &session,
        room: MAX_CHARS,
        is_trial: place.trial.is_some(),
        means: place.means,
    };
    let respond = |outcome| Response {
        outcome,
        concerned: true,
        git_common_dir: workspace.repository.git_common_dir().map(Path::to_owned),
    };
    let mut outcomes = Vec::new();
    for policy in concerned {
        let outcome = policy.answer(event, &moment);
        if outcome.deny.is_some() {
            return Ok(respond(outcome));
        }
        let said = outcome
            .reason
            .as_deref()
            .map_or(0, |text| text.chars().count() + 2);
        moment.room = moment.room.saturating_sub(said);
        outcomes.push(outcome);
    }
    Ok(respond(together(&outcomes)))
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
    let all = |part: fn(&Outcome) -> Option<&str>| joined(outcomes.iter().filter_map(part));
    Outcome {
        reason: all(|outcome| outcome.reason.as_deref()).map(|text| quote::fit(&text, MAX_CHARS)),
        message: all(|outcome| outcome.message.as_deref()),
        deny: all(|outcome| outcome.deny.as_deref()),
        go_on: all(|outcome| outcome.go_on.as_deref()),
    }
}

fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> Option<String> {
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
