//! How well the ranking puts the right record in the top three, on a file of judged queries.

mod compare;
mod judge;
mod logs;
mod report;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use decision_scorer::Parameters;
use serde_json::Value;

use compare::compare;
use judge::{judge_commits, judge_query};
use report::{as_json, table};

/// Measures the ranking on judged queries.
#[derive(Debug, Parser)]
pub(crate) struct Args {
    /// Queries as JSON lines: corpus, qid, query, relevant, exclude, kind, title_overlap.
    queries: Option<PathBuf>,
    /// The folder of record sets: `<corpora>/<corpus>/decisions/*.md`.
    #[arg(long)]
    corpora: PathBuf,
    /// Commits as JSON lines: corpus, sha, subject, changed, relevant; the records' scopes at each
    /// commit are read from `<stem>_affects.jsonl` beside it.
    #[arg(long)]
    worktree: Option<PathBuf>,
    /// How to print.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// A run saved with `--format json`, to be compared with query by query.
    #[arg(long)]
    compare: Option<PathBuf>,
    /// A parameter of the ranking to change, for one run: `title_share=0`.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Runs the measurement and prints it.
#[expect(clippy::print_stdout, reason = "the result of the command")]
pub(crate) fn run(args: &Args) -> Result<()> {
    let parameters = parameters(&args.set)?;
    let mut outcomes = Vec::new();
    let mut logs = BTreeMap::new();
    if let Some(path) = &args.queries {
        for query in read_lines(path)? {
            outcomes.push(judge_query(&query, args, &parameters, &mut logs)?);
        }
    }
    if let Some(path) = &args.worktree {
        outcomes.extend(judge_commits(path, args, &parameters, &mut logs)?);
    }
    if outcomes.is_empty() {
        bail!("nothing to measure: give a file of queries, or commits with --worktree");
    }
    let compared = args
        .compare
        .as_deref()
        .map(|path| compare(path, &outcomes))
        .transpose()?;
    match args.format {
        Format::Text => print!("{}{}", table(&outcomes), compared.unwrap_or_default()),
        Format::Json => println!("{}", as_json(&outcomes, compared.as_deref())),
    }
    Ok(())
}

fn parameters(set: &[String]) -> Result<Parameters> {
    let mut parameters = Parameters::default();
    for assignment in set {
        let (name, value) = assignment
            .split_once('=')
            .with_context(|| format!("{assignment}: write NAME=VALUE"))?;
        let value = value
            .parse()
            .with_context(|| format!("{assignment}: not a number"))?;
        if !parameters.set(name, value) {
            bail!("{name}: no such parameter");
        }
    }
    Ok(parameters)
}

fn read_lines(path: &Path) -> Result<Vec<Value>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(i, line)| {
            serde_json::from_str(line).with_context(|| format!("{}:{}", path.display(), i + 1))
        })
        .collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}
