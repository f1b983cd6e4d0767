//! Maintenance of this repository, as `cargo xtask <task>`.

use std::path::Path;

use anyhow::Context as _;
use clap::{Parser, Subcommand};

mod dist;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Maintenance of this repository.")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

/// The tasks, each a module with `Args` and `run`.
#[derive(Subcommand)]
enum Task {
    /// Make self-contained plugin folders with the native programs.
    Dist(dist::Args),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::Dist(args) => dist::run(args),
    }
}

/// The root of this repository.
fn repository_root() -> anyhow::Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .context("the xtask package lies in no repository")
}
