//! Maintenance of this repository.

mod bench;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Maintenance of this repository")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Time whole processes side by side and print a Markdown table.
    Bench(bench::Args),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::Bench(args) => bench::run(args),
    }
}
