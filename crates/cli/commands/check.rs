//! `decision check`: what is being committed, against the log.

use std::fs;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use decision_core::Rule;
use decision_policy::check::source::Source;
use decision_policy::check::{
    self, Answered, Baseline, Input, Message, Mode, Problem, Repairs, Report, Writing,
};
use decision_policy::memory::Memory;
use decision_policy::workspace::Workspace;

use super::End;
use crate::environment;
use crate::render::check as render;

#[derive(Debug, Default, Args)]
pub(super) struct Arguments {
    /// Check the files on disk against the last commit, staged or not
    #[arg(long, group = "compared")]
    worktree: bool,
    /// Check this branch against its merge base with REV; settings and excuses are read from there
    #[arg(long, value_name = "REV", group = "compared")]
    base: Option<String>,
    /// Check every record and compare with nothing
    #[arg(long, group = "compared")]
    all: bool,
    #[command(flatten)]
    output: Output,
    /// Write the `affects` entries that the change breaks as they should be
    #[arg(long, conflicts_with = "all")]
    fix: bool,
    /// Stage what --fix writes, and nothing else of those files
    #[arg(long, requires = "fix", conflicts_with_all = ["worktree", "base"])]
    stage: bool,
    /// Say little, and each record once per branch, as a git hook should
    #[arg(long, conflicts_with_all = ["compared", "fix"])]
    hook: bool,
    /// Read the trailers of the commit message in FILE; with --hook look at nothing else
    #[arg(long, value_name = "FILE", conflicts_with = "compared")]
    message: Option<PathBuf>,
    /// Write everything that is wrong now to the baseline file, so that only what is new is told
    #[arg(long, requires = "all")]
    write_baseline: bool,
}

/// The options of `decision validate`.
#[derive(Debug, Args)]
pub(super) struct Validate {
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Clone, Default, Args)]
struct Output {
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Warnings fail too
    #[arg(long)]
    strict: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of a GitHub workflow
    Github,
    /// For a comment on a pull request
    Markdown,
}

pub(super) fn validate(
    arguments: &Validate,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let arguments = Arguments {
        all: true,
        output: arguments.output.clone(),
        ..Arguments::default()
    };
    run(&arguments, workspace, out)
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    if arguments.hook && environment::hooks_are_off() {
        return Ok(End::Done);
    }
    // Never given back: the process ends with the command.
    let source = ManuallyDrop::new(Source::read(workspace, &arguments.mode())?);
    let written = match &arguments.message {
        Some(file) => Some((
            file.to_string_lossy().into_owned(),
            read_message(workspace, file)?,
        )),
        None => None,
    };
    let mut messages = source.messages();
    messages.extend(written.as_ref().map(|(name, text)| Message {
        name,
        commit: None,
        text,
    }));
    let input = source.input(&messages, arguments.output.strict);
    if arguments.hook {
        return hook(arguments, workspace, &source, input, out);
    }
    if arguments.write_baseline {
        let report = check::check(Input {
            // What other branches of this clone have is not so in others.
            elsewhere: &[],
            ..input
        });
        return write_baseline(workspace, &source, &report, out);
    }
    let report = check::check(input);
    let mut repairs = Repairs::default();
    let report = if arguments.fix {
        let wanted = report.problems.iter().filter_map(|one| one.repair.as_ref());
        let writing = if arguments.stage {
            Writing::DiskAndIndex
        } else {
            Writing::Disk
        };
        repairs = check::repair(workspace, wanted, writing);
        let mut report = without(report, &repairs.written);
        say_what_is_on_disk(&mut report, &repairs.on_disk);
        report
    } else {
        report
    };
    match arguments.output.format {
        Format::Text => {
            render::text::repaired(&repairs.written, arguments.stage, out)?;
            render::text::report(&source, &report, out)?;
        }
        Format::Json => render::json::report(&source, &report, &repairs.written, out)?,
        Format::Sarif => render::sarif::report(&source, &report, out)?,
        Format::Github => render::github::report(&source, &report, out)?,
        Format::Markdown => render::markdown::report(&source, &report, out)?,
    }
    out.flush()?;
    let left: Vec<String> = repairs.left.iter().map(ToString::to_string).collect();
    anyhow::ensure!(left.is_empty(), "not written: {}", left.join("; "));
    Ok(end(&report))
}

impl Arguments {
    fn mode(&self) -> Mode {
        match &self.base {
            Some(revision) => Mode::Base(revision.clone()),
            None if self.all => Mode::All,
            None if self.worktree => Mode::Worktree,
            None => Mode::Staged,
        }
    }
}

fn end(report: &Report) -> End {
    if report.fails() {
        End::Findings
    } else {
        End::Done
    }
}

/// What git wants to hear: only what this commit brings in, and what it should know.
fn hook(
    arguments: &Arguments,
    workspace: &Workspace,
    source: &Source,
    input: Input<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let with_message = arguments.message.is_some();
    let mut report = check::check(Input {
        // What is wrong was told before the message was written.
        tracked: input.tracked.filter(|_| !with_message),
        ..input
    });
    report
        .problems
        .retain(|problem| problem.introduced && problem.excuse.is_none());
    if with_message {
        report
            .problems
            .retain(|problem| problem.finding.rule == Rule::InvalidTrailer);
        report.acknowledged.clear();
    } else if reads_messages(workspace) {
        // There the message may answer the records, so they are told there.
        report.governing.clear();
        report.governed_before.clear();
    }
    let answered: Vec<Answered> = report.answers.iter().map(|answer| answer.record).collect();
    report
        .governing
        .retain(|one| !answered.contains(&Answered::Now(one.record)));
    report
        .governed_before
        .retain(|one| !answered.contains(&one.answered_as()));
    let memory = Memory::of(&workspace.repository, environment::state_home().as_deref());
    if let Some(memory) = memory {
        let branch = workspace.repository.branch();
        let branch = branch.as_deref().unwrap_or("HEAD");
        report.governing.retain(|one| {
            let path = &source.log.records[one.record].path;
            memory.first_time_on_branch(branch, "governs", path)
        });
        report.governed_before.retain(|one| {
            let record = source.record_before(one.governing.record);
            record
                .is_some_and(|record| memory.first_time_on_branch(branch, "governed", &record.path))
        });
    }
    render::text::terse(source, &report, out)?;
    Ok(end(&report))
}

/// Whether our hook for commit messages is there as well.
fn reads_messages(workspace: &Workspace) -> bool {
    let Ok(dir) = workspace.repository.hooks_dir() else {
        return false;
    };
    matches!(
        decision_git::read_small_file(&dir.path, "commit-msg"),
        Ok(Some(text)) if text.contains("check --hook --message")
    )
}

/// A message's file is named by git from the top of the work tree, by people from where they are.
fn read_message(workspace: &Workspace, file: &Path) -> anyhow::Result<String> {
    let places = [workspace.repository.start(), workspace.repository.root()];
    let found = places.iter().map(|place| place.join(file));
    let found = found.into_iter().find(|file| file.is_file());
    let path = found.with_context(|| format!("--message {}: no such file", file.display()))?;
    let bytes = fs::read(&path).with_context(|| format!("{}: cannot be read", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn write_baseline(
    workspace: &Workspace,
    source: &Source,
    report: &Report,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let path = source.baseline_path.as_str();
    let known = Baseline::write(workspace.repository.root(), path, &report.problems)?;
    render::text::baseline_written(path, known, out)?;
    Ok(End::Done)
}

/// The report without what was mended.
fn without(mut report: Report, repaired: &[check::Repaired]) -> Report {
    report.problems.retain(|problem| !is_in(problem, repaired));
    report
}

fn is_in(problem: &Problem, repaired: &[check::Repaired]) -> bool {
    problem.repair.as_ref().is_some_and(|repair| {
        repaired
            .iter()
            .any(|one| one.file == repair.file && one.entry == repair.entry)
    })
}

/// Says of what was written before, and is not yet where the check looks, what is missing.
fn say_what_is_on_disk(report: &mut Report, on_disk: &[check::Repaired]) {
    let missing = match report.mode {
        Mode::Base(_) => "only the commit is missing",
        _ => "only staging is missing: `git add`, or `decision check --fix --stage`",
    };
    for problem in &mut report.problems {
        if is_in(problem, on_disk) {
            problem.finding.help = format!("the file on disk has it right already; {missing}");
        }
    }
}
