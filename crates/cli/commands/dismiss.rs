//! `decision dismiss`: no more nudges in the session that runs in this work tree.

use std::io::Write;

use anyhow::{Context, ensure};
use clap::Args;
use decision_policy::memory::Memory;
use decision_policy::workspace::Workspace;

use crate::environment;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The agent's own name for the session [default: the one that was last seen in this work tree]
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let state = environment::state_home();
    let memory = Memory::of(&workspace.repository, state.as_deref()).context(
        "nothing is remembered outside of a git repository, so there are no nudges either",
    )?;
    let session = match &arguments.session {
        Some(id) => memory.session(Some(id), None),
        None => memory.current().context(
            "no session was seen in this work tree yet; name one with --session, or turn nudges off \
             for everybody with `capture: off` in .decision.yaml",
        )?,
    };
    ensure!(
        session.dismiss(),
        "it cannot be remembered: neither the git directory nor the user's state folder can be written"
    );
    writeln!(
        out,
        "No more nudges in this session; the next one has them again."
    )?;
    Ok(())
}
