//! `record-written`: after a record was written, the generated index is made current where there is one,
//! and the model hears which other records govern the same paths.

use decision_core::affects::{Reach, Strength};
use decision_core::{Affects, Decision, DecisionLog, Names, Succession};

use crate::event::{Event, EventKind};
use crate::index::{self, Refreshed};
use crate::outcome::Outcome;
use crate::registry::{Moment, Policy};
use crate::{quote, render};

/// So many records are named.
const MAX_NAMED: usize = 5;

/// The policy; see the module's documentation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordWritten;

impl Policy for RecordWritten {
    fn concerns(&self, event: &Event) -> bool {
        matches!(event.kind, EventKind::Edited { .. })
    }

    fn answer(&self, event: &Event, moment: &Moment<'_>) -> Outcome {
        let EventKind::Edited { edits } = &event.kind else {
            return Outcome::default();
        };
        let workspace = moment.workspace;
        let dirs = workspace.located.decision_dirs();
        let names = edits
            .iter()
            .flat_map(|edit| [Some(&edit.path), edit.moved_to.as_ref()])
            .flatten();
        let mut paths: Vec<String> = names
            .filter_map(|path| workspace.repository.relative(path))
            .filter(|path| DecisionLog::reads(&dirs, path))
            .collect();
        paths.dedup();
        if paths.is_empty() {
            return Outcome::default();
        }
        let mut parts = Vec::new();
        let refreshed = if moment.is_trial {
            index::plan_existing(workspace).map(|plan| {
                let plan = plan.filter(|plan| !plan.is_current())?;
                Some((plan.path, Refreshed::Written))
            })
        } else {
            index::refresh_existing(workspace)
        };
        match refreshed {
            Ok(Some((path, Refreshed::Written))) => {
                let path = path
                    .strip_prefix(workspace.repository.root())
                    .unwrap_or(&path);
                let path = quote::prompt_path(&path.to_string_lossy());
                parts.push(format!(
                    "The generated index {path} was brought up to date."
                ));
            }
            Ok(Some((_, Refreshed::Unchanged)) | None) => {}
            Err(error) => parts.push(format!(
                "The generated index is as it was: {}.",
                quote::excerpt(&error.to_string(), 200)
            )),
        }
        parts.extend(paths.iter().filter_map(|path| same_paths(moment, path)));
        if parts.is_empty() || !event.host.takes_context(&event.kind) {
            return Outcome::default();
        }
        Outcome::for_model(parts.join("\n"))
    }
}

/// The live records that govern some of the paths that a record governs; once for each set of them.
fn same_paths(moment: &Moment<'_>, path: &str) -> Option<String> {
    let records = &moment.workspace.log().records;
    let written = records.iter().position(|record| record.path == path)?;
    let record = &records[written];
    if record.affects.is_empty() {
        return None;
    }
    let names = Names::of(records, |_| true);
    let succession = Succession::of(records, &names, |_| true);
    let mut others: Vec<(&Decision, String)> = records
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != written && succession.is_in_force(*index))
        .filter(|(index, _)| !succession.successors(*index).contains(&written))
        .filter_map(|(_, other)| Some((other, shared(&record.affects, &other.affects)?)))
        .collect();
    if others.is_empty() {
        return None;
    }
    others.sort_by_key(|(_, shared)| std::cmp::Reverse(shared.len()));
    let key: Vec<&str> = others
        .iter()
        .map(|(other, _)| other.path.as_str())
        .collect();
    if !moment
        .session
        .first_time("same paths", &format!("{path}\0{}", key.join("\0")))
    {
        return None;
    }
    let mut text = format!(
        "Other records in force or proposed that govern some of what {} governs:\n",
        quote::prompt_path(path)
    );
    for (other, shared) in others.iter().take(MAX_NAMED) {
        text.push_str(&format!(
            "- {} ({}), both on {}\n",
            render::heading(other),
            quote::prompt_path(&other.path),
            quote::prompt_path(shared)
        ));
    }
    if others.len() > MAX_NAMED {
        text.push_str(&format!("- and {} more\n", others.len() - MAX_NAMED));
    }
    text.push_str("Where it takes the place of one of them, `supersedes:` says so.");
    Some(text)
}

/// A path below which both scopes claim something, told by where their entries begin.
fn shared(one: &Affects, other: &Affects) -> Option<String> {
    let begins = |affects: &Affects| -> Vec<String> {
        let reach = affects.reach();
        let literal = reach.filter_map(|reach| match reach {
            Reach::Under(path) if !path.is_empty() => Some(path.to_owned()),
            _ => None,
        });
        literal.collect()
    };
    let claims = |affects: &Affects, path: &str| {
        affects
            .matches(path)
            .is_some_and(|claim| claim.strength > Strength::Stem && !claim.broad)
    };
    let (ones, others) = (begins(one), begins(other));
    let in_other = ones
        .iter()
        .find(|path| claims(other, path) || others.contains(path));
    let in_one = || others.iter().find(|path| claims(one, path));
    in_other.or_else(in_one).cloned()
}
