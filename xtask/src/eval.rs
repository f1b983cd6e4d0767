//! How well the ranking puts the right record in the top three, on a file of judged queries.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use decision_core::{Affects, DecisionDir, DecisionLog};
use decision_scorer::{Options, Overlap, Parameters, Query, Ranking};
use serde_json::{Value, json};

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

/// The measures of one query.
#[derive(Debug, Clone)]
struct Outcome {
    id: String,
    corpus: String,
    kind: String,
    title_overlap: Option<f64>,
    ranked: Vec<String>,
    measures: [f64; 5],
}

/// What [`Outcome::measures`] holds.
const MEASURES: [&str; 5] = ["ndcg@3", "recall@3", "mrr@10", "success@1", "empty"];
/// How deep a ranking is judged.
const DEPTH: usize = 10;

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

fn names(value: &Value, key: &str) -> Vec<String> {
    value[key]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(stem)
        .collect()
}

/// The name of a record as the judgements know it: the file's name without `.md`.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".md").unwrap_or(name).to_owned()
}

fn log_of<'a>(
    corpus: &str,
    args: &Args,
    logs: &'a mut BTreeMap<String, DecisionLog>,
) -> Result<&'a DecisionLog> {
    if !logs.contains_key(corpus) {
        let folder = args.corpora.join(corpus);
        let flat = folder.join("decisions");
        let path = if flat.is_dir() {
            Some(flat)
        } else {
            fullest(&folder.join("raw"))?
        };
        let path = path.with_context(|| {
            format!(
                "{}: no decisions/ and no raw/; is --corpora right?",
                folder.display()
            )
        })?;
        let dir = DecisionDir::new(path, "docs/decisions");
        logs.insert(corpus.to_owned(), DecisionLog::load(&[dir]));
    }
    Ok(&logs[corpus])
}

/// The folder below `root` with the most Markdown files.
fn fullest(root: &Path) -> Result<Option<PathBuf>> {
    let mut best: Option<(usize, PathBuf)> = None;
    let mut left = vec![root.to_owned()];
    while let Some(folder) = left.pop() {
        let mut count = 0;
        let entries = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                left.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                count += 1;
            }
        }
        if count > 0 && best.as_ref().is_none_or(|(most, _)| count > *most) {
            best = Some((count, folder));
        }
    }
    Ok(best.map(|(_, folder)| folder))
}

fn judge_query(
    query: &Value,
    args: &Args,
    parameters: &Parameters,
    logs: &mut BTreeMap<String, DecisionLog>,
) -> Result<Outcome> {
    let log = log_of(text(query, "corpus"), args, logs)?;
    let excluded = names(query, "exclude");
    let exclude = (0..log.records.len())
        .filter(|i| excluded.contains(&stem(&log.records[*i].slug)))
        .collect();
    let options = Options {
        exclude,
        parameters: parameters.clone(),
        ..Options::default()
    };
    let ranking = Query::parse(text(query, "query")).rank_with(log, options);
    let ranked = ranking
        .scores()
        .map(|(record, _)| stem(&log.records[record].slug))
        .take(DEPTH);
    Ok(Outcome {
        id: text(query, "qid").to_owned(),
        corpus: text(query, "corpus").to_owned(),
        kind: text(query, "kind").to_owned(),
        title_overlap: query["title_overlap"].as_f64(),
        ..judged(ranked.collect(), &names(query, "relevant"))
    })
}

/// Ranks for each commit by its paths, by its subject, and by both.
fn judge_commits(
    path: &Path,
    args: &Args,
    parameters: &Parameters,
    logs: &mut BTreeMap<String, DecisionLog>,
) -> Result<Vec<Outcome>> {
    let scopes = path.with_file_name(format!(
        "{}_affects.jsonl",
        path.file_stem().unwrap_or_default().to_string_lossy()
    ));
    let scopes: BTreeMap<String, Value> = read_lines(&scopes)?
        .into_iter()
        .map(|line| (text(&line, "sha").to_owned(), line["affects"].clone()))
        .collect();
    let mut outcomes = Vec::new();
    for commit in read_lines(path)? {
        let corpus = text(&commit, "corpus");
        log_of(corpus, args, logs)?;
        let Some(log) = logs.get_mut(corpus) else {
            continue;
        };
        let sha = text(&commit, "sha");
        let scope = scopes
            .get(sha)
            .with_context(|| format!("{sha}: no scopes at this commit"))?;
        for record in &mut log.records {
            let entries = scope[format!("{}.md", stem(&record.slug))].as_array();
            let entries = entries.into_iter().flatten().filter_map(Value::as_str);
            record.affects = Affects::new(entries);
        }
        // A record that is itself among the changed files would name itself.
        let own: Vec<String> = log
            .records
            .iter()
            .map(|record| stem(&record.slug))
            .collect();
        let changed = commit["changed"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        let changed: Vec<&str> = changed.filter(|path| !own.contains(&stem(path))).collect();
        let overlap = Overlap::of(log, &changed);
        let options = Options {
            parameters: parameters.clone(),
            ..Options::default()
        };
        let query = Query::parse(text(&commit, "subject"));
        let rankings = [
            (
                "commit alone",
                Ranking::by_overlap_with(log, &overlap, options.clone()),
            ),
            ("commit words", query.rank_with(log, options.clone())),
            (
                "commit boosted",
                query.rank_with(log, options.clone()).boosted_by(&overlap),
            ),
            (
                "commit fused",
                query.rank_with(log, options).fused_with(&overlap),
            ),
        ];
        for (kind, ranking) in rankings {
            let ranked = ranking
                .scores()
                .map(|(record, _)| stem(&log.records[record].slug));
            outcomes.push(Outcome {
                id: text(&commit, "sha").to_owned(),
                corpus: corpus.to_owned(),
                kind: kind.to_owned(),
                ..judged(ranked.take(DEPTH).collect(), &names(&commit, "relevant"))
            });
        }
    }
    Ok(outcomes)
}

/// The measures of a ranking, given what is relevant.
fn judged(ranked: Vec<String>, relevant: &[String]) -> Outcome {
    let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
    let hit = |name: &String| relevant.contains(name);
    let top = &ranked[..ranked.len().min(3)];
    let dcg: f64 = top
        .iter()
        .enumerate()
        .filter(|(_, name)| hit(name))
        .map(|(i, _)| gain(i))
        .sum();
    let ideal: f64 = (0..relevant.len().min(3)).map(gain).sum();
    let found = top.iter().filter(|name| hit(name)).count();
    let first = ranked.iter().position(hit);
    let measures = [
        if ideal > 0.0 { dcg / ideal } else { 0.0 },
        found as f64 / relevant.len().clamp(1, 3) as f64,
        first.map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
        f64::from(u8::from(first == Some(0))),
        f64::from(u8::from(ranked.is_empty())),
    ];
    Outcome {
        id: String::new(),
        corpus: String::new(),
        kind: String::new(),
        title_overlap: None,
        ranked,
        measures,
    }
}

/// The groups that a table has, in order: by kind, then by set and kind of set.
fn groups(outcomes: &[Outcome]) -> Vec<(String, Vec<&Outcome>)> {
    let mut groups: Vec<(String, Vec<&Outcome>)> = Vec::new();
    let mut push = |name: String, of: &dyn Fn(&Outcome) -> bool| {
        let members: Vec<&Outcome> = outcomes.iter().filter(|outcome| of(outcome)).collect();
        if !members.is_empty() {
            groups.push((name, members));
        }
    };
    let is_query = |o: &Outcome| !o.kind.starts_with("commit");
    let is_hand = move |o: &Outcome| is_query(o) && o.kind != "citation";
    let kinds = ["keyword", "natural", "typo", "identifier", "citation"];
    for kind in kinds.into_iter().chain([
        "commit alone",
        "commit words",
        "commit boosted",
        "commit fused",
    ]) {
        push(kind.to_owned(), &|o| o.kind == kind);
    }
    push("hand-written".to_owned(), &is_hand);
    push("hand-written, no title word".to_owned(), &|o| {
        is_hand(o) && o.title_overlap == Some(0.0)
    });
    let mut sets: Vec<&str> = outcomes.iter().map(|o| o.corpus.as_str()).collect();
    sets.sort_unstable();
    sets.dedup();
    for set in sets {
        push(format!("{set}, hand-written"), &|o| {
            o.corpus == set && is_hand(o)
        });
        push(format!("{set}, citation"), &|o| {
            o.corpus == set && o.kind == "citation"
        });
        push(format!("{set}, commit alone"), &|o| {
            o.corpus == set && o.kind == "commit alone"
        });
        push(format!("{set}, commit fused"), &|o| {
            o.corpus == set && o.kind == "commit fused"
        });
    }
    groups
}

fn means(outcomes: &[&Outcome]) -> [f64; 5] {
    std::array::from_fn(|i| {
        outcomes
            .iter()
            .map(|outcome| outcome.measures[i])
            .sum::<f64>()
            / outcomes.len() as f64
    })
}

fn table(outcomes: &[Outcome]) -> String {
    let mut out = format!("{:34}{:>5}", "", "n");
    for name in MEASURES {
        let _ = write!(out, "{name:>11}");
    }
    out.push('\n');
    for (name, members) in groups(outcomes) {
        let _ = write!(out, "{name:34}{:>5}", members.len());
        for mean in means(&members) {
            let _ = write!(out, "{mean:>11.4}");
        }
        out.push('\n');
    }
    out
}

fn as_json(outcomes: &[Outcome], compared: Option<&str>) -> Value {
    let measures = |values: [f64; 5]| -> Value {
        MEASURES
            .into_iter()
            .map(str::to_owned)
            .zip(values.map(Value::from))
            .collect()
    };
    let groups: Vec<Value> = groups(outcomes)
        .into_iter()
        .map(|(name, members)| {
            json!({"group": name, "n": members.len(), "measures": measures(means(&members))})
        })
        .collect();
    let queries: Vec<Value> = outcomes
        .iter()
        .map(|o| {
            json!({
                "qid": o.id, "corpus": o.corpus, "kind": o.kind, "ranked": o.ranked,
                "measures": measures(o.measures),
            })
        })
        .collect();
    json!({"version": 1, "groups": groups, "queries": queries, "comparison": compared})
}

/// The paired randomisation test of nDCG@3 against a saved run: how often a difference as large
/// comes out when the sign of each query's difference is drawn by lot.
fn compare(path: &Path, outcomes: &[Outcome]) -> Result<String> {
    let saved = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let saved: Value = serde_json::from_str(&saved).with_context(|| path.display().to_string())?;
    let before: BTreeMap<(&str, &str), f64> = (saved["queries"].as_array().into_iter().flatten())
        .filter_map(|q| {
            Some((
                (text(q, "qid"), text(q, "kind")),
                q["measures"]["ndcg@3"].as_f64()?,
            ))
        })
        .collect();
    let mut out = String::new();
    for (name, members) in groups(outcomes) {
        let pairs: Vec<(f64, f64)> = members
            .iter()
            .filter_map(|o| Some((*before.get(&(&o.id, &o.kind))?, o.measures[0])))
            .collect();
        if pairs.is_empty() {
            continue;
        }
        let differences: Vec<f64> = pairs.iter().map(|(old, new)| new - old).collect();
        let n = pairs.len() as f64;
        let _ = writeln!(
            out,
            "{name:34}{:>5}  {:.4} -> {:.4}  {:+.4}  win/tie/loss {}/{}/{}  p={:.4}",
            pairs.len(),
            pairs.iter().map(|(old, _)| old).sum::<f64>() / n,
            pairs.iter().map(|(_, new)| new).sum::<f64>() / n,
            differences.iter().sum::<f64>() / n,
            differences.iter().filter(|d| **d > 0.0).count(),
            differences.iter().filter(|d| **d == 0.0).count(),
            differences.iter().filter(|d| **d < 0.0).count(),
            randomisation(&differences),
        );
    }
    Ok(out)
}

fn randomisation(differences: &[f64]) -> f64 {
    const DRAWS: u32 = 5000;
    let observed = differences.iter().sum::<f64>().abs();
    // A fixed seed: the same runs give the same answer.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state & 1 == 0
    };
    let extreme = (0..DRAWS)
        .filter(|_| {
            let sum: f64 = differences
                .iter()
                .map(|d| if draw() { *d } else { -d })
                .sum();
            sum.abs() >= observed - 1e-12
        })
        .count();
    (extreme as f64 + 1.0) / f64::from(DRAWS + 1)
}
