//! `cargo xtask completions` and `cargo xtask man`: made from the definitions that the help is made from.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::ValueEnum as _;
use clap_complete::Shell;

use crate::repository_root;

/// Arguments of `cargo xtask completions`.
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// Folder to write them to, one file a shell [default: target/completions]
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Arguments of `cargo xtask man`.
#[derive(clap::Args)]
pub(crate) struct Man {
    /// Folder to write them to, one page a command [default: target/man]
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Writes the completions of every shell.
///
/// # Errors
///
/// Fails where the folder cannot be made or a file not be written.
pub(crate) fn completions(args: &Completions) -> Result<()> {
    let dir = folder(args.dir.as_deref(), "completions")?;
    let mut command = decision::command();
    for shell in Shell::value_variants() {
        clap_complete::generate_to(*shell, &mut command, "decision", &dir)
            .with_context(|| format!("{}: the completions of {shell}", dir.display()))?;
    }
    report(&format!(
        "{}: completions of {} shells",
        dir.display(),
        Shell::value_variants().len()
    ));
    Ok(())
}

/// Writes the page of the program and of every command.
///
/// # Errors
///
/// Fails where the folder cannot be made or a file not be written.
pub(crate) fn man(args: &Man) -> Result<()> {
    let dir = folder(args.dir.as_deref(), "man")?;
    clap_mangen::generate_to(decision::command(), &dir)
        .with_context(|| format!("{}: the manual pages", dir.display()))?;
    report(&format!(
        "{}: manual pages; man -l {0}/decision.1",
        dir.display()
    ));
    Ok(())
}

/// The folder that was asked for, else one of build results; made where it is not there.
fn folder(asked: Option<&Path>, name: &str) -> Result<PathBuf> {
    let dir = match asked {
        Some(dir) => dir.to_owned(),
        None => repository_root()?.join("target").join(name),
    };
    fs::create_dir_all(&dir).with_context(|| dir.display().to_string())?;
    Ok(dir)
}

/// Tells the person at the terminal what was done.
#[expect(clippy::print_stderr, reason = "the one place where this task speaks")]
fn report(line: &str) {
    eprintln!("{line}");
}
