//! `decision stale`: records that the code has left behind.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use decision_policy::stale;
use decision_policy::workspace::Workspace;

use super::Report;
use crate::render;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Write the entries whose new form is clear; what is not clear is only listed
    #[arg(long)]
    fix: bool,
    /// Leave out records of whose governed lines less than PERCENT changed since they were written
    #[arg(long, value_name = "PERCENT", default_value_t = 25, value_parser = clap::value_parser!(u8).range(..=100))]
    least: u8,
    /// How to write it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let on_terminal = io::stderr().is_terminal();
    let mut shown = false;
    let found = stale::of(workspace, &mut |commits| {
        if on_terminal {
            shown = true;
            let _ = render::stale::progress(commits, &mut anstream::stderr());
        }
    });
    if shown {
        let _ = render::stale::end_of_progress(&mut anstream::stderr());
    }
    let mut found = found?;
    let log = workspace.log();
    let fixed = if arguments.fix {
        let fixed = stale::fix(workspace, &found.dead)?;
        found.dead.retain(|dead| dead.with.is_none());
        fixed
    } else {
        Vec::new()
    };
    let least = usize::from(arguments.least);
    match arguments.format {
        Report::Text => {
            render::stale::fixed(&fixed, out)?;
            render::stale::text(log, &found, least, out)?;
        }
        Report::Json => {
            let value = render::stale::json(log, &found, &fixed, least);
            render::json::write(out, "stale", &value)?;
        }
    }
    Ok(())
}
