//! `decision index`: the index of the log, written or checked.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use decision_policy::index::{self, RULES_FILE};
use decision_policy::workspace::Workspace;

use super::{End, Report};
use crate::render;
use crate::render::index::State;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The Markdown file [default: `index` in .decision.yaml, else .claude/rules/decisions.md where that
    /// exists]. What you wrote in it stays
    file: Option<PathBuf>,
    /// Write nothing; exit with 1 where the index is not current
    #[arg(long)]
    check: bool,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let repository = &workspace.repository;
    let path = match &arguments.file {
        Some(file) => repository.start().join(file),
        None => index::find(workspace).with_context(|| {
            format!(
                "no index to update: name a Markdown file, as in `decision index docs/decisions.md`, \
                 or in .decision.yaml (`index: docs/decisions.md`); {RULES_FILE} does not exist"
            )
        })?,
    };
    let plan = index::plan(workspace, &path)?;
    let state = match (plan.is_current(), arguments.check) {
        (true, _) => State::Current,
        (false, true) => State::Outdated,
        (false, false) => {
            index::write(&plan)?;
            State::Written
        }
    };
    let label = repository
        .relative(&path.to_string_lossy())
        .unwrap_or_else(|| path.display().to_string());
    match arguments.format {
        Report::Text => render::index::text(workspace, &plan, &label, state, out)?,
        Report::Json => {
            let value = render::index::json(workspace, &plan, &label, state);
            render::json::write(out, "index", &value)?;
        }
    }
    Ok(match state {
        State::Outdated => End::Findings,
        State::Current | State::Written => End::Done,
    })
}
