//! The commands of the program, one file each.

mod affects;
mod check;
mod coverage;
mod dismiss;
mod doctor;
mod examples;
mod graph;
mod hook;
mod index;
mod init;
mod install;
mod list;
mod new;
mod query;
mod record;
mod renumber;
mod show;
mod stale;
mod stats;
mod supersede;
mod undo;
mod r#where;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::AutoStream;
use anyhow::Context;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use decision_git::Environment;
use decision_policy::quote;
use decision_policy::workspace::Workspace;

use crate::environment;

/// Decision records where the code is: find the ones that matter, before the code changes.
#[derive(Debug, Parser)]
#[command(name = "decision", version, max_term_width = 100, after_help = examples::PROGRAM)]
struct Program {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options that every command has.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
struct Global {
    /// Work as if started in DIR
    #[arg(short = 'C', value_name = "DIR", global = true)]
    directory: Option<PathBuf>,
    /// Read the records in DIR and nowhere else; may be given several times
    #[arg(long = "dir", value_name = "DIR", global = true)]
    dirs: Vec<PathBuf>,
    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    color: Color,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Rank the records for words; without words, for the uncommitted changes
    #[command(after_help = examples::QUERY)]
    Query(query::Arguments),
    /// Show a record
    Show(show::Arguments),
    /// List all records, and what was skipped
    List(list::Arguments),
    /// Explain where records are looked for and what was found
    Where(r#where::Arguments),
    /// Show which paths the records govern; propose and add scope where they name none
    #[command(after_help = examples::AFFECTS)]
    Affects(affects::Arguments),
    /// Begin a log, or tell what is there, and what to do next
    Init(init::Arguments),
    /// Write a record in the log's own style, with the files being changed as its scope
    #[command(after_help = examples::NEW)]
    New(new::Arguments),
    /// Put one record in the place of another, in the text of both
    #[command(after_help = examples::SUPERSEDE)]
    Supersede(supersede::Arguments),
    /// Give a record another number where two branches took one, and mend what leads to it
    #[command(after_help = examples::RENUMBER)]
    Renumber(renumber::Arguments),
    /// Check what is being committed: faults in records, scope that it breaks, records that govern it
    #[command(after_help = examples::CHECK)]
    Check(check::Arguments),
    /// Check every record, the same as `check --all`
    #[command(after_help = examples::VALIDATE)]
    Validate(check::Validate),
    /// Write an index of the records, by status and by tag, into a Markdown file
    #[command(after_help = examples::INDEX)]
    Index(index::Arguments),
    /// Find records that the code has left behind: dead scope, and governed code that changed much
    #[command(after_help = examples::STALE)]
    Stale(stale::Arguments),
    /// Tell which part of the tracked source the records govern, by directory
    Coverage(coverage::Arguments),
    /// Count the records: by status, tag, year and directory
    Stats(stats::Arguments),
    /// Draw what leads from one record to another
    #[command(after_help = examples::GRAPH)]
    Graph(graph::Arguments),
    /// Write a record that comes on standard input, as a proposal
    #[command(after_help = examples::RECORD)]
    Record(record::Arguments),
    /// Take back what `decision record` wrote last in this work tree
    Undo(undo::Arguments),
    /// Stop the notes about unrecorded choices in the agent's session that runs here
    Dismiss(dismiss::Arguments),
    /// Tell whether the hooks are installed and alive, and what they did last
    Doctor(doctor::Arguments),
    /// Install the commit check into git's hooks, or the hook into an agent client
    #[command(subcommand, after_help = examples::INSTALL)]
    Install(install::Target),
    /// Take an installation back
    #[command(subcommand)]
    Uninstall(install::Target),
    /// Try the agent hook
    #[command(subcommand)]
    Hook(hook::Command),
}

/// How a command's result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// One slug a line
    Slugs,
}

/// How a command's result is written that is no list of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Report {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// How a command that did its work ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Exit code 0.
    Done,
    /// Exit code 1: it found something that fails.
    Findings,
}

/// The exit code of a usage or an environment that is at fault.
const ENVIRONMENT: u8 = 2;

/// A pipe and a file get the output in parts of so many bytes.
const OUTPUT_BUFFER: usize = 64 * 1024;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    environment::ensure_home();
    run(std::env::args_os())
}

/// The commands with their options, as the help, the completions and the manual pages have them.
pub fn command() -> clap::Command {
    Program::command()
}

/// Runs the program with these arguments, of which the first is how the help calls it. A usage that is at
/// fault ends the process with exit code 2, help with 0.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let program = Program::parse_from(arguments);
    match program.global.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    let mut out = output();
    let result = dispatch(program.command, &program.global, &mut *out);
    // What was found before an error is shown before the error.
    let flushed = out.flush().map_err(Into::into);
    match result.and_then(|end| flushed.map(|()| end)) {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::Findings) => ExitCode::FAILURE,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let style = anstyle::AnsiColor::Red.on_default().bold();
            let _ = writeln!(
                anstream::stderr(),
                "{style}error:{style:#} {}",
                quote::plain(&chain(&error))
            );
            ExitCode::from(ENVIRONMENT)
        }
    }
}

/// Standard output, without colours where they are not wanted. A terminal shows each line at once; elsewhere
/// each piece between two colours would be a system call.
fn output() -> Box<dyn Write> {
    let stdout = io::stdout();
    let choice = AutoStream::choice(&stdout);
    if stdout.is_terminal() {
        return Box::new(AutoStream::new(stdout.lock(), choice));
    }
    let buffered: Box<dyn Write> = Box::new(BufWriter::with_capacity(OUTPUT_BUFFER, stdout.lock()));
    Box::new(AutoStream::new(buffered, choice))
}

fn dispatch(command: Command, global: &Global, out: &mut dyn Write) -> anyhow::Result<End> {
    match command {
        Command::Query(arguments) => query::run(&arguments, &*global.open()?, out)?,
        Command::Show(arguments) => show::run(&arguments, &*global.open()?, out)?,
        Command::List(arguments) => list::run(&arguments, &*global.open()?, out)?,
        Command::Where(arguments) => r#where::run(&arguments, &*global.open()?, out)?,
        Command::Affects(arguments) => affects::run(&arguments, &*global.open()?, out)?,
        Command::Init(arguments) => init::run(&arguments, &*global.open()?, out)?,
        Command::New(arguments) => new::run(&arguments, &*global.open()?, out)?,
        Command::Supersede(arguments) => supersede::run(&arguments, &*global.open()?, out)?,
        Command::Renumber(arguments) => renumber::run(&arguments, &*global.open()?, out)?,
        Command::Stale(arguments) => return stale::run(&arguments, &*global.open()?, out),
        Command::Coverage(arguments) => coverage::run(&arguments, &*global.open()?, out)?,
        Command::Stats(arguments) => stats::run(&arguments, &*global.open()?, out)?,
        Command::Graph(arguments) => graph::run(&arguments, &*global.open()?, out)?,
        Command::Check(arguments) => return check::run(&arguments, &*global.open()?, out),
        Command::Validate(arguments) => return check::validate(&arguments, &*global.open()?, out),
        Command::Doctor(arguments) => return doctor::run(&arguments, &*global.open()?, out),
        Command::Index(arguments) => return index::run(&arguments, &*global.open()?, out),
        Command::Record(arguments) => return record::run(&arguments, global, out),
        Command::Undo(arguments) => undo::run(&arguments, global, out)?,
        Command::Dismiss(arguments) => dismiss::run(&arguments, &*global.open()?, out)?,
        Command::Install(target) => {
            install::run(install::Direction::Install, &target, &global.start()?, out)?;
        }
        Command::Uninstall(target) => {
            install::run(
                install::Direction::Uninstall,
                &target,
                &global.start()?,
                out,
            )?;
        }
        Command::Hook(command) => hook::run(&command, &global.start()?, &global.dirs, out)?,
    }
    Ok(End::Done)
}

impl Global {
    /// Where to start from, absolute.
    fn start(&self) -> anyhow::Result<PathBuf> {
        let current = std::env::current_dir().context("the working directory cannot be told")?;
        match &self.directory {
            None => Ok(current),
            Some(directory) => {
                let start = current.join(directory);
                anyhow::ensure!(
                    start.is_dir(),
                    "-C {}: no such directory",
                    directory.display()
                );
                Ok(start)
            }
        }
    }

    /// The workspace, never given back: the process ends with its command, and thousands of records would
    /// be freed one by one.
    fn open(&self) -> anyhow::Result<ManuallyDrop<Workspace>> {
        Ok(ManuallyDrop::new(Workspace::open(
            &self.start()?,
            &self.dirs,
            &Environment::capture(),
        )?))
    }
}

/// What an error says and why, each once: some errors name their cause in their own words.
fn chain(error: &anyhow::Error) -> String {
    error
        .chain()
        .skip(1)
        .fold(error.to_string(), |told, cause| {
            let cause = cause.to_string();
            if told.ends_with(&cause) {
                told
            } else {
                format!("{told}: {cause}")
            }
        })
}

/// Whether somebody downstream (`head`, a pager) has heard enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
            || cause
                .downcast_ref::<serde_json::Error>()
                .is_some_and(|error| error.io_error_kind() == Some(io::ErrorKind::BrokenPipe))
    })
}
