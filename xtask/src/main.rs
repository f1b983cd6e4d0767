//! Maintenance of this repository, as `cargo xtask <task>`.
//!
//! The verbs of `decision` are tasks too: they run through its library, on this repository's root.

mod bench;
mod dist;
mod e2e;
mod eval;
mod host;
mod pages;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Maintenance of this repository.")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

/// The tasks, each a module with `Args` and `run`.
#[derive(Subcommand)]
enum Task {
    /// Time whole processes side by side and print a Markdown table.
    Bench(bench::Args),
    /// Measure the ranking on judged queries.
    Eval(eval::Args),
    /// Make self-contained plugin folders with the native programs.
    Dist(dist::Args),
    /// Run the real clients against a scripted model and show what reached it.
    E2e(e2e::Args),
    /// The half of `e2e` that runs in the sandbox.
    #[command(hide = true)]
    E2eInside(e2e::inside::Args),
    /// Write the shell completions of `decision`.
    Completions(pages::Completions),
    /// Write the manual pages of `decision`.
    Man(pages::Man),
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let [verb, rest @ ..] = arguments.as_slice()
        && verbs().any(|known| verb == known.get_name())
    {
        return forward(verb, rest);
    }
    let matches = Cli::command().subcommands(verbs()).get_matches();
    match Cli::from_arg_matches(&matches)?.task {
        Task::Bench(args) => bench::run(args)?,
        Task::Eval(args) => eval::run(&args)?,
        Task::Dist(args) => dist::run(args)?,
        Task::E2e(args) => e2e::run(&args)?,
        Task::E2eInside(args) => e2e::inside::run(&args)?,
        Task::Completions(args) => pages::completions(&args)?,
        Task::Man(args) => pages::man(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The verbs of `decision` that are no tasks of their own.
fn verbs() -> impl Iterator<Item = clap::Command> {
    let own = Cli::command();
    let all: Vec<clap::Command> = decision::command().get_subcommands().cloned().collect();
    all.into_iter()
        .filter(move |verb| own.find_subcommand(verb.get_name()).is_none())
}

/// Runs a verb on the root of this repository, whatever the working directory is.
fn forward(verb: &OsString, rest: &[OsString]) -> anyhow::Result<ExitCode> {
    let root = repository_root()?;
    let mut arguments: Vec<OsString> = vec!["cargo xtask".into(), "-C".into(), root.into()];
    arguments.push(verb.clone());
    arguments.extend_from_slice(rest);
    Ok(decision::run(arguments))
}

/// The root of this repository.
fn repository_root() -> anyhow::Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .context("the xtask package lies in no repository")
}
