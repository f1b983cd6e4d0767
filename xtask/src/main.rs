//! Maintenance of this repository, as `cargo xtask <task>`.

mod bench;
mod dist;
mod e2e;
mod eval;

use std::path::Path;

use anyhow::Context as _;
use clap::{Parser, Subcommand};

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
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::Bench(args) => bench::run(args),
        Task::Eval(args) => eval::run(&args),
        Task::Dist(args) => dist::run(args),
        Task::E2e(args) => e2e::run(&args),
        Task::E2eInside(args) => e2e::inside::run(&args),
    }
}

/// The root of this repository.
fn repository_root() -> anyhow::Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .context("the xtask package lies in no repository")
}
