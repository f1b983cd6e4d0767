//! `capture`: a choice that was made is not lost because nobody wrote it down.
//!
//! | event | when | who gets what |
//! | --- | --- | --- |
//! | prompt | it states a choice | the model: how a record is written |
//! | end of the turn | a choice was stated or reported, and no record was written | the user: one line |
//! | end of the turn | the same, and the settings say `capture: ask` | the model: a request, once |
//! | start of the session | always | nobody; the session is noted for `decision dismiss` |
//!
//! Each once in a session, all nudges together within a budget, none after a dismissal, none where the
//! project keeps no records.

use crate::capture::{Level, is_reported_in_reply, is_stated_in_prompt};
use crate::event::{Event, EventKind};
use crate::intake::TEMPLATE;
use crate::means::Means;
use crate::memory::Session;
use crate::outcome::Outcome;
use crate::quote;
use crate::registry::{Moment, Policy};

/// So many nudges of all kinds are given in a session, whatever happens in it.
const MAX_NUDGES: usize = 3;

/// What is remembered of a session, all under one kind.
const KIND: &str = "capture";
/// A prompt stated a choice.
const STATED: &str = "stated";

/// The policy; see the module's documentation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Capture;

impl Policy for Capture {
    fn concerns(&self, event: &Event) -> bool {
        match &event.kind {
            // A subagent's task is no user's word, and its end no turn's.
            _ if event.agent.is_some() => false,
            EventKind::Prompt { text } => is_stated_in_prompt(text),
            EventKind::Stop { .. } | EventKind::SessionStart { .. } => true,
            _ => false,
        }
    }

    fn answer(&self, event: &Event, moment: &Moment<'_>) -> Outcome {
        if let (Some(memory), Some(session)) = (moment.memory, &event.session) {
            memory.note_current(session);
        }
        if moment.workspace.settings.capture == Level::Off
            || moment.workspace.located.dirs.is_empty()
        {
            return Outcome::default();
        }
        match &event.kind {
            EventKind::Prompt { .. } => stated(event, moment),
            EventKind::Stop {
                active: false,
                last_message,
            } => ended(event, moment, last_message.as_deref()),
            _ => Outcome::default(),
        }
    }
}

fn stated(event: &Event, moment: &Moment<'_>) -> Outcome {
    moment.session.first_time(KIND, STATED);
    if !may_nudge(moment.session, "prompt") {
        return Outcome::default();
    }
    let places = quote::prompt_path(&moment.workspace.places());
    let means = (moment.means)(event.host);
    let mut text = format!(
        "This prompt reads as if it states a decision, and this project keeps decision records ({places}). {}\n\n\
         It is of use for what others would have to know later, not for a passing step, and not where a \
         record says it already",
        how_to_record(&means, &places)
    );
    match &means.command {
        Some(command) => text.push_str(&format!(" (`{command} query -- WORDS`).")),
        None => text.push('.'),
    }
    if let Some(skill) = means.skill(event.host, "record") {
        text.push_str(&format!(" The user has the same as {skill}."));
    }
    Outcome::for_model(text)
}

/// The call that files a record as it goes into a shell; without the program, what a file of the log holds.
fn how_to_record(means: &Means, places: &str) -> String {
    match &means.command {
        Some(command) => format!(
            "`{command} record` files a record from standard input as proposed, in the form of the log:\n\n\
             {command} record --affects src/area/ <<'END_OF_RECORD'\n{TEMPLATE}\nEND_OF_RECORD"
        ),
        None => format!(
            "A record is a file in {places}, in the form of those that are there, with these parts:\n\n{TEMPLATE}"
        ),
    }
}

fn ended(event: &Event, moment: &Moment<'_>, last_message: Option<&str>) -> Outcome {
    let session = moment.session;
    let chosen = session.was_there(KIND, STATED) || last_message.is_some_and(is_reported_in_reply);
    if !chosen || is_recorded(moment) {
        return Outcome::default();
    }
    let places = || quote::prompt_path(&moment.workspace.places());
    let mut outcome = Outcome::default();
    if moment.workspace.settings.capture == Level::Ask && may_nudge(session, "ask") {
        let means = (moment.means)(event.host);
        outcome.go_on = Some(format!(
            "A choice was made in this turn and no decision record was written. This project asks for one \
             where others would have to know it later. {}\n\n\
             If there is nothing to keep, the turn can end as it is.",
            how_to_record(&means, &places())
        ));
    } else if event.host.shows_messages() && may_nudge(session, "end of turn") {
        let means = (moment.means)(event.host);
        let by_command = || Some(format!("`{} record`", means.command.as_ref()?));
        let way = means
            .skill(event.host, "record")
            .or_else(by_command)
            .map(|way| format!("{way} writes it down"));
        let mut line = format!(
            "decision: this turn seems to have made a choice that no record keeps. {}",
            way.unwrap_or_else(|| format!("Records are files in {}", places()))
        );
        line.push_str(&match &means.command {
            Some(command) => format!("; `{command} dismiss` ends these notes for the session."),
            None => ".".to_owned(),
        });
        outcome.message = Some(line);
    }
    outcome
}

/// Whether the session has written a record that is still there, by the command or as a file.
fn is_recorded(moment: &Moment<'_>) -> bool {
    let dirs = &moment.workspace.located.dirs;
    let is_record = |path: &String| {
        dirs.iter().any(|located| {
            located.dir.label == "."
                || path
                    .strip_prefix(&located.dir.label)
                    .is_some_and(|rest| rest.starts_with('/'))
        })
    };
    let root = moment.workspace.repository.root();
    let edited = moment.session.edited();
    edited
        .iter()
        .any(|path| is_record(path) && root.join(path).is_file())
}

/// Takes one nudge of this sort out of the session's budget. Where nothing can be remembered there is none:
/// it would come again with every turn.
fn may_nudge(session: &Session, sort: &str) -> bool {
    !session.dismissed()
        && session.surely_first_time(KIND, sort)
        && session.take_of("nudge", MAX_NUDGES)
}
