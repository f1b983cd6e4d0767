//! `cargo xtask dist`: self-contained plugin folders, one a host, each to install from.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::host::{Choice, Host};
use crate::repository_root;

mod folder;
mod host;
mod layout;
mod programs;

/// Arguments of `cargo xtask dist`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder to lay the plugins out in, one folder a host.
    #[arg(long, value_name = "DIR", default_value = "dist")]
    out: PathBuf,
    /// The agent host to lay out for.
    #[arg(long, value_enum, default_value_t = Choice::All)]
    host: Choice,
    /// Folder to build in [default: cargo's own]
    #[arg(long, value_name = "DIR")]
    target_dir: Option<PathBuf>,
}

/// Builds the programs and lays out the folder of every chosen host.
///
/// # Errors
///
/// Fails where the programs do not build, the plugin's source is not understood, or the place of a
/// folder is taken by something that this task did not make.
pub(crate) fn run(args: Args) -> Result<()> {
    let root = repository_root()?;
    let source = layout::Source::read(root)?;
    // Before the build, which takes minutes.
    let folders = args
        .host
        .hosts()
        .into_iter()
        .map(|host| {
            Ok((
                host,
                folder::Destination::claim(&args.out.join(host.name()))?,
            ))
        })
        .collect::<Result<Vec<_>>>()?;
    let programs = programs::build(root, args.target_dir.as_deref())?;
    for (host, destination) in folders {
        let laid_out = destination.path().to_owned();
        destination
            .fill(|folder| source.lay_out(host, &programs, folder))
            .with_context(|| format!("laying out {}", laid_out.display()))?;
        report(&format!("{}: {}", host.name(), laid_out.display()));
    }
    Ok(())
}

/// Lays the plugin for `host` out in `out`, with programs built before, in the folder `programs`.
///
/// # Errors
///
/// Fails where the plugin's source is not understood or a file cannot be made.
pub(crate) fn lay_out(host: Host, programs: &Path, out: &Path) -> Result<()> {
    let source = layout::Source::read(repository_root()?)?;
    let programs = programs::Programs::in_folder(programs.to_owned());
    folder::Destination::claim(out)?.fill(|folder| source.lay_out(host, &programs, folder))
}

/// Tells the person at the terminal what was done.
#[expect(clippy::print_stderr, reason = "the one place where this task speaks")]
fn report(line: &str) {
    eprintln!("{line}");
}
