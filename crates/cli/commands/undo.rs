//! `decision undo`: takes back what `decision record` wrote last in this work tree.

use std::io::Write;

use anyhow::Context;
use clap::Args;
use decision_policy::memory::Memory;
use decision_policy::undo::{self, TakenBack};
use decision_policy::{index, quote};
use serde_json::json;

use super::{Global, Report};
use crate::environment;
use crate::render::json;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

pub(super) fn run(
    arguments: &Arguments,
    global: &Global,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let workspace = global.open()?;
    let state = environment::state_home();
    let memory = Memory::of(&workspace.repository, state.as_deref()).context(
        "nothing is remembered outside of a git repository, so nothing can be taken back",
    )?;
    let TakenBack { path, staged } = undo::take_back(&workspace, &memory)?;
    // The record is gone; an index that cannot be written is no reason to say otherwise.
    let index = index::refresh_existing(&*global.open()?);
    match arguments.format {
        Report::Text => {
            writeln!(
                out,
                "{}: taken back, the file is removed",
                quote::path(&path)
            )?;
            if staged {
                writeln!(
                    out,
                    "  it is still staged, so the next commit has it; `git rm --cached` takes it out"
                )?;
            }
            if let Err(error) = index {
                writeln!(
                    out,
                    "  the index was not brought up to date: {}",
                    quote::plain(&error.to_string())
                )?;
            }
        }
        Report::Json => json::write(
            out,
            "undo",
            &json!({ "path": path, "removed": true, "staged": staged }),
        )?,
    }
    Ok(())
}
