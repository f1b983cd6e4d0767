//! `decision doctor`: whether everything that this program lives on is there and alive.

use std::io::Write;

use clap::Args;
use decision_policy::workspace::Workspace;

use super::{End, Report};
use crate::doctor::{self, State};
use crate::render;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let checks = doctor::examine(workspace);
    match arguments.format {
        Report::Text => render::doctor::text(&checks, out)?,
        Report::Json => render::json::write(out, "doctor", &render::doctor::json(&checks))?,
    }
    let broken = checks.iter().any(|check| check.state == State::Broken);
    Ok(if broken { End::Findings } else { End::Done })
}
