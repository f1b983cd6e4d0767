//! `cargo xtask bench`: whole processes, timed side by side, against what is on the machine.
//!
//! Every figure is a process from start to end with its output thrown away, so that what a user
//! waits for is what is measured. The processes of a case take turns within one run (A B C A B C …)
//! and are compared turn by turn, so that a busy moment hits all of them alike. What each prints is
//! looked at before and after: a process that fails, or says nothing, is a failure and has no time.

mod edit;
mod memory;
mod process;
mod programs;
mod random;
mod records;
mod report;
mod repository;
mod staged;
mod work_dir;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use process::{Expect, Subject, compare};
use programs::Programs;
use report::Report;
use work_dir::WorkDir;

/// What is asked of the records; each word stands in some of them.
const QUERY: [&str; 3] = ["timeout", "retry", "policy"];
const WARM_UP: usize = 3;

/// The options of `cargo xtask bench`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Small inputs and few runs: shows that everything works, not how fast it is.
    #[arg(long)]
    quick: bool,
    /// How often each process runs [default: 40, with --quick 10].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Make the inputs in this folder, keep them, and use those that are there.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Run one part only.
    #[arg(long, value_name = "PART")]
    only: Option<Part>,
    /// Time the binaries in this folder instead of building them.
    #[arg(long, value_name = "DIR")]
    bin_dir: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Queries over 50, 500 and 5,000 records.
    Records,
    /// Change detection in repositories of 50,000 and 200,000 files.
    Changes,
    /// Events around an edit, over 50 and 500 records.
    Edit,
    /// The check of five staged files among 50,000, with 500 records.
    Check,
}

/// Runs the benchmarks and prints the table. Fails where a process did.
pub(crate) fn run(args: Args) -> Result<()> {
    let bin_dir = match &args.bin_dir {
        Some(dir) => dir
            .canonicalize()
            .with_context(|| format!("no folder {}", dir.display()))?,
        None => programs::build()?,
    };
    let programs = Programs::find(&bin_dir)?;
    let work = WorkDir::new(args.keep.as_deref())?;
    let runs = args.runs.unwrap_or(if args.quick { 10 } else { 40 }) as usize;

    let mut report = Report::new(runs);
    programs.describe(&mut report);
    let runs_part = |part| args.only.is_none_or(|only| only == part);
    if runs_part(Part::Records) {
        let sizes: &[usize] = if args.quick {
            &[50, 500]
        } else {
            &[50, 500, 5_000]
        };
        for &size in sizes {
            time_records(&programs, &work.path, size, runs, &mut report)?;
        }
        if let Some(&largest) = sizes.last() {
            measure_memory(&programs, &work.path, largest, &mut report)?;
        }
    }
    if runs_part(Part::Edit) {
        // The larger log first: what is read first in this process is read as in a hook.
        for size in [500, 50] {
            edit::time(&programs, &work.path, size, runs, &mut report)?;
        }
    }
    if runs_part(Part::Changes) {
        let sizes: &[usize] = if args.quick {
            &[2_000, 10_000]
        } else {
            &[50_000, 200_000]
        };
        for &size in sizes {
            time_changes(&programs, &work.path, size, runs, &mut report)?;
        }
    }
    if runs_part(Part::Check) {
        let size = if args.quick { 2_000 } else { 50_000 };
        time_check(&programs, &work.path, size, runs, &mut report)?;
    }
    report.print()?;
    ensure!(
        report.failures() == 0,
        "{} of the processes failed, see the table",
        report.failures()
    );
    Ok(())
}

fn time_records(
    programs: &Programs,
    work: &Path,
    size: usize,
    runs: usize,
    report: &mut Report,
) -> Result<()> {
    let log = records::log(work, size, &programs.git)?;
    let mut subjects = vec![programs.hook(&log), programs.query(&log)];
    if let Some(program) = &programs.ripgrep {
        let mut args = vec!["-i".into()];
        for word in QUERY {
            args.extend(["-e".into(), word.into()]);
        }
        args.push(log.dir.clone().into());
        subjects.push(Subject::new("rg", program, args, &log.root, log.expect()));
    }
    if let Some(program) = &programs.nothing {
        subjects.push(Subject::new(
            "true",
            program,
            Vec::new(),
            &log.root,
            Expect::Nothing,
        ));
    }
    let times = compare(&subjects, WARM_UP, runs);
    report.add(
        &format!("{} records", report::thousands(size)),
        &subjects,
        &times,
    );
    Ok(())
}

fn time_changes(
    programs: &Programs,
    work: &Path,
    size: usize,
    runs: usize,
    report: &mut Report,
) -> Result<()> {
    let log = repository::with_changes(work, size, &programs.git)?;
    let status = vec!["status".into(), "--porcelain".into()];
    let subjects = [
        programs.hook(&log),
        Subject::new("git status", &programs.git, status, &log.root, log.expect()),
    ];
    let times = compare(&subjects, WARM_UP, runs);
    report.add(
        &format!("{} files", report::thousands(size)),
        &subjects,
        &times,
    );
    Ok(())
}

fn time_check(
    programs: &Programs,
    work: &Path,
    size: usize,
    runs: usize,
    report: &mut Report,
) -> Result<()> {
    let log = staged::log(work, size, &programs.git)?;
    let check = |name, hook: &[&str], expect| {
        let mut args = vec!["check".into()];
        args.extend(hook.iter().map(Into::into));
        Subject::new(name, &programs.decision, args, &log.root, expect)
    };
    let diff = ["diff", "--cached", "--name-status"].map(Into::into);
    let subjects = [
        check("decision check", &[], log.expect()),
        // What it has to say it says once.
        check("decision check --hook", &["--hook"], Expect::Nothing),
        Subject::new(
            "git diff --cached --name-status",
            &programs.git,
            diff.to_vec(),
            &log.root,
            Expect::Nothing,
        ),
    ];
    let times = compare(&subjects, WARM_UP, runs);
    report.add(
        &format!("{} files, 5 staged", report::thousands(size)),
        &subjects,
        &times,
    );
    Ok(())
}

fn measure_memory(
    programs: &Programs,
    work: &Path,
    size: usize,
    report: &mut Report,
) -> Result<()> {
    let log = records::log(work, size, &programs.git)?;
    for subject in [programs.query(&log), programs.hook(&log)] {
        let peak = memory::peak(&subject);
        report.add_memory(
            &format!("{} records", report::thousands(size)),
            &subject,
            peak,
        );
    }
    Ok(())
}

/// A repository with a log, and what the processes are expected to find in it.
struct Log {
    root: PathBuf,
    /// The decision directory.
    dir: PathBuf,
    /// The file with the event for the hook.
    event: PathBuf,
    /// Texts of which every output must have one.
    marks: Vec<String>,
}

impl Log {
    /// Writes the event next to the repository.
    fn new(root: PathBuf, marks: Vec<String>) -> Result<Log> {
        let event = root.with_extension("event.json");
        fs::write(&event, expansion_event(&root))
            .with_context(|| format!("cannot write {}", event.display()))?;
        Ok(Log {
            dir: root.join("docs/decisions"),
            root,
            event,
            marks,
        })
    }

    fn expect(&self) -> Expect {
        Expect::OneOf(self.marks.clone())
    }
}

/// What Claude Code sends when a user has typed the query command.
fn expansion_event(cwd: &Path) -> String {
    let cwd = cwd
        .to_string_lossy()
        .replace('\\', "\\\\")
        .replace('"', "\\\"");
    let words = QUERY.join(" ");
    format!(
        r#"{{"session_id":"bench","prompt_id":"bench-1","transcript_path":"","cwd":"{cwd}","permission_mode":"default","hook_event_name":"UserPromptExpansion","expansion_type":"slash_command","command_name":"decision:query","command_args":"{words}","command_source":"plugin","prompt":"/decision:query {words}"}}"#
    )
}
