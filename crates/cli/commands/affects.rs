//! `decision affects`: what the records govern, and scope for those that do not say.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use decision_core::replace;
use decision_policy::suggest::apply::{self, Target};
use decision_policy::suggest::{self, Confidence, Options, Progress, Suggestions, Tree, review};
use decision_policy::workspace::Workspace;
use decision_policy::{file_edit, named};

use super::Report;
use crate::render::{affects, json, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The records meant: slugs, numbers or paths; all records where none is named
    #[arg(value_name = "RECORD")]
    slugs: Vec<String>,
    /// Propose scope from what texts, source comments and commits say
    #[arg(long)]
    suggest: bool,
    /// Leave out proposals that are less sure [default: low; medium with --write]
    #[arg(long, value_name = "LEVEL", requires = "suggest")]
    least: Option<Least>,
    /// Write the proposals to FILE, for a person to review
    #[arg(
        long,
        value_name = "FILE",
        requires = "suggest",
        conflicts_with = "write"
    )]
    out: Option<PathBuf>,
    /// Add entries to the records: those of --from, or what --suggest proposes
    #[arg(long)]
    write: bool,
    /// The reviewed file whose entries are added
    #[arg(
        long,
        value_name = "FILE",
        requires = "write",
        conflicts_with = "suggest"
    )]
    from: Option<PathBuf>,
    /// Add the entries to affects.yaml beside the records and leave the records alone
    #[arg(long, requires = "write")]
    sidecar: bool,
    /// Show what would be added and write nothing
    #[arg(long, requires = "write")]
    dry_run: bool,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Report,
}

/// How sure a proposal has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Least {
    Low,
    Medium,
    High,
}

impl Arguments {
    /// What is written without a review in between has to be surer than what is only shown.
    fn least(&self) -> Confidence {
        match self.least {
            Some(least) => least.into(),
            None if self.write => Confidence::Medium,
            None => Confidence::Low,
        }
    }
}

impl From<Least> for Confidence {
    fn from(least: Least) -> Confidence {
        match least {
            Least::Low => Confidence::Low,
            Least::Medium => Confidence::Medium,
            Least::High => Confidence::High,
        }
    }
}

pub(super) fn run(
    arguments: &Arguments,
    workspace: &Workspace,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let log = workspace.log();
    let named = records(workspace, &arguments.slugs)?;
    if arguments.write {
        return write(arguments, workspace, &named, out);
    }
    if !arguments.suggest {
        let tree = workspace.repository.tracked_files().map(Tree::new);
        match arguments.format {
            Report::Text if workspace.located.dirs.is_empty() => text::no_log(workspace, out)?,
            Report::Text => affects::present(log, &named, tree.as_ref(), out)?,
            Report::Json => json::write(
                out,
                "affects",
                &affects::present_json(log, &named, tree.ok().as_ref()),
            )?,
        }
        return Ok(());
    }
    let tree = Tree::new(workspace.repository.tracked_files()?);
    let suggestions = propose(arguments, workspace, &tree, &named)?;
    if let Some(file) = &arguments.out {
        let text = review::write(log, &suggestions, arguments.least())?;
        let before = fs::read(file).ok();
        replace::write_atomically(file, before.as_deref(), &text)?;
        return Ok(affects::written_for_review(file, &suggestions, out)?);
    }
    match arguments.format {
        Report::Text => affects::proposed(log, &suggestions, out)?,
        Report::Json => json::write(out, "affects", &affects::proposed_json(log, &suggestions))?,
    }
    Ok(())
}

/// The records that are meant, as indices; all where none is named.
fn records(workspace: &Workspace, slugs: &[String]) -> anyhow::Result<Vec<usize>> {
    let log = workspace.log();
    if slugs.is_empty() {
        return Ok((0..log.records.len()).collect());
    }
    let mut named = Vec::new();
    for slug in slugs {
        let record = named::find(workspace, slug)?;
        let mut records = log.records.iter();
        named.extend(records.position(|other| other.path == record.path));
    }
    named.sort_unstable();
    named.dedup();
    Ok(named)
}

/// The proposals that are sure enough. A record that is not in force gets some only when it is named.
fn propose(
    arguments: &Arguments,
    workspace: &Workspace,
    tree: &Tree,
    named: &[usize],
) -> anyhow::Result<Suggestions> {
    let log = workspace.log();
    let wanted: Vec<usize> = named
        .iter()
        .copied()
        .filter(|record| {
            !arguments.slugs.is_empty() || suggest::is_worth_proposing(&log.records[*record])
        })
        .collect();
    let on_terminal = io::stderr().is_terminal();
    let mut progress = |progress: Progress| {
        if !on_terminal {
            return;
        }
        let _ = affects::progress(progress, &mut anstream::stderr());
    };
    let mut suggestions = suggest::suggest(
        &workspace.repository,
        log,
        tree,
        Options::new(&wanted),
        &mut progress,
    )?;
    for record in &mut suggestions.records {
        record
            .proposals
            .retain(|proposal| proposal.confidence >= arguments.least());
    }
    Ok(suggestions)
}

fn write(
    arguments: &Arguments,
    workspace: &Workspace,
    named: &[usize],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let log = workspace.log();
    let tree = Tree::new(workspace.repository.tracked_files()?);
    let entries: BTreeMap<usize, Vec<String>> = match &arguments.from {
        Some(file) => {
            let text = fs::read_to_string(file)
                .with_context(|| format!("{}: cannot be read", file.display()))?;
            let mut entries = review::read(log, &text).map_err(|problems| {
                anyhow::anyhow!("{}: {}", file.display(), problems.join("\n"))
            })?;
            entries.retain(|record, _| named.contains(record));
            entries
        }
        None => {
            ensure!(
                arguments.suggest,
                "--write needs to know what: `--from FILE` with the reviewed entries, or `--suggest`"
            );
            let suggestions = propose(arguments, workspace, &tree, named)?;
            let records = suggestions.records.into_iter();
            records
                .map(|record| {
                    let entries = record.proposals.into_iter().map(|proposal| proposal.entry);
                    (record.record, entries.collect())
                })
                .collect()
        }
    };
    let target = if arguments.sidecar {
        Target::Sidecar
    } else {
        Target::Records
    };
    let changes = apply::plan(workspace.repository.root(), log, &tree, &entries, target)
        .context("nothing was written")?;
    if !arguments.dry_run {
        file_edit::write(changes.iter().map(|change| &change.edit))?;
    }
    match arguments.format {
        Report::Text => affects::changes(&changes, arguments.dry_run, out)?,
        Report::Json => json::write(
            out,
            "affects",
            &affects::changes_json(&changes, arguments.dry_run),
        )?,
    }
    Ok(())
}
