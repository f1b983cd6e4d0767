//! `decision stale`: records that the code has left behind.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use decision_policy::check::Writing;
use decision_policy::workspace::Workspace;
use decision_policy::{check, stale};
use serde_json::json;

use super::{End, Report};
use crate::render;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Write the entries whose new form is clear; what is not clear is only listed
    #[arg(long)]
    fix: bool,
    /// Show what --fix would write and write nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// Leave out records of whose governed lines less than PERCENT changed since they were written
    #[arg(long, value_name = "PERCENT", default_value_t = 25, value_parser = clap::value_parser!(u8).range(..=100))]
    least: u8,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
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
    let mut written = Vec::new();
    let mut failed = Vec::new();
    let writing = if arguments.dry_run {
        Writing::Nothing
    } else {
        Writing::Disk
    };
    if arguments.fix {
        found.dead.retain(|dead| {
            let done = check::repair(workspace, std::iter::once(&dead.repair), writing);
            let is_left = done.written.is_empty();
            written.extend(done.written);
            failed.extend(done.left.iter().map(ToString::to_string));
            is_left
        });
    }
    let least = usize::from(arguments.least);
    match arguments.format {
        Report::Text if workspace.located.dirs.is_empty() => render::text::no_log(workspace, out)?,
        Report::Text => {
            render::stale::written(&written, &failed, arguments.dry_run, out)?;
            render::stale::text(log, &found, least, out)?;
        }
        Report::Json => {
            let mut value = render::stale::json(log, &found, (&written, &failed), least);
            value["dry_run"] = json!(arguments.dry_run);
            render::json::write(out, "stale", &value)?;
        }
    }
    Ok(if failed.is_empty() {
        End::Done
    } else {
        End::Findings
    })
}
