//! `query-preseed`: the records that a query asks for stand in the model's context before its skill
//! begins to search.
//!
//! | event | when | what the model gets |
//! | --- | --- | --- |
//! | command expansion | the query skill is typed | the best three, or that nothing matched |
//! | prompt | the query command, on hosts that do not announce it; an older spelling on any | the same |
//! | prompt | a plain question about a decision | the one strongest record, or nothing |
//! | skill call | the model calls the query skill | the best three, or that nothing matched |
//!
//! Each prompt is answered once, and no state is kept for it: which of the two prompt events answers
//! depends on the host and the spelling alone.

use std::collections::BTreeSet;

use decision_scorer::{How, Place, Reason};

use crate::command::{self, Typed};
use crate::event::{Event, EventKind};
use crate::outcome::Outcome;
use crate::question::{self, Question};
use crate::quote;
use crate::registry::{Moment, Policy};
use crate::render;
use crate::search::{Found, Purpose, search};
use crate::workspace::Workspace;

/// How much of a fault is told, in characters.
const MAX_FAULT: usize = 300;

/// How many records are shown.
const LIMIT: usize = 3;

/// The share of a plain question's words that a record must have. Most questions for a reason are not
/// about a decision, so they must fit better.
const ENOUGH_FOR_A_DECISION: f64 = 0.5;
const ENOUGH_FOR_A_REASON: f64 = 0.75;

/// The policy; see the module's documentation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QueryPreseed;

/// What the policy sees in an event.
enum Asked<'e> {
    Words(&'e str),
    Question(Question<'e>),
}

impl Policy for QueryPreseed {
    fn concerns(&self, event: &Event) -> bool {
        asked(event).is_some()
    }

    fn unavailable(&self, event: &Event, reason: &str) -> Outcome {
        match asked(event) {
            Some(Asked::Words(_)) => {
                let fault = quote::excerpt(reason, MAX_FAULT);
                Outcome {
                    reason: Some(format!(
                        "The decision records could not be looked up ({fault}). That does not show that nothing was decided."
                    )),
                    message: Some(format!("decision: {fault}")),
                    ..Outcome::default()
                }
            }
            _ => Outcome::default(),
        }
    }

    fn answer(&self, event: &Event, moment: &Moment<'_>) -> Outcome {
        let workspace = moment.workspace;
        match asked(event) {
            Some(Asked::Words(words)) => Outcome::for_model(render::prompt(
                workspace,
                &search(workspace, words, LIMIT, Purpose::Act),
            )),
            Some(Asked::Question(question)) => strongest(workspace, question),
            None => Outcome::default(),
        }
    }
}

fn asked(event: &Event) -> Option<Asked<'_>> {
    match &event.kind {
        EventKind::Expansion { command, arguments } => {
            command::is_query_skill(command).then_some(Asked::Words(arguments))
        }
        EventKind::Skill { skill, arguments } => {
            // A host without plugin names calls the skill by its own name.
            let own = command::is_query_skill(skill)
                || !event.host.announces_commands() && skill == "query";
            own.then_some(Asked::Words(arguments))
        }
        EventKind::Prompt { text } => match command::typed(text) {
            Some(Typed { current: true, .. }) if event.host.announces_commands() => None,
            Some(Typed { words, .. }) => Some(Asked::Words(words)),
            None => question::read(text).map(Asked::Question),
        },
        _ => None,
    }
}

/// The one record that answers a plain question, or silence: nobody asked for a list.
fn strongest(workspace: &Workspace, question: Question<'_>) -> Outcome {
    let (words, enough) = match question {
        Question::Decision(words) => (words, ENOUGH_FOR_A_DECISION),
        Question::Reason(words) => (words, ENOUGH_FOR_A_REASON),
    };
    let answer = search(workspace, words, 1, Purpose::Act);
    match answer.results.first() {
        Some(found) if is_strong(found, answer.asked, enough) => {
            Outcome::for_model(render::strongest(workspace, &answer, found))
        }
        _ => Outcome::default(),
    }
}

/// Whether a record has enough of the words that were asked for, one of them where it says what it is about.
/// A word that was only guessed (a longer one, one edit away) does not count.
fn is_strong(found: &Found<'_>, asked: usize, enough: f64) -> bool {
    let mut words = BTreeSet::new();
    let mut in_heading = false;
    for part in &found.hit.parts {
        if let Reason::Word {
            word,
            how: How::Exact | How::Stem | How::Joined,
            place,
            ..
        } = &part.reason
        {
            words.insert(word);
            in_heading |= matches!(
                place,
                Place::Title | Place::Description | Place::Tags | Place::Slug
            );
        }
    }
    in_heading && found.in_force && words.len() as f64 >= enough * asked as f64
}
