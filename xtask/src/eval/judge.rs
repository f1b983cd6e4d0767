//! Judging rankings: of queries, and of commits by their paths and subjects.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use decision_core::{Affects, DecisionLog};
use decision_scorer::{Options, Overlap, Parameters, Query, Ranking};
use serde_json::Value;

use super::logs::log_of;
use super::{Args, read_lines, text};

/// The measures of one query.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub(super) id: String,
    pub(super) corpus: String,
    pub(super) kind: String,
    pub(super) title_overlap: Option<f64>,
    pub(super) ranked: Vec<String>,
    pub(super) measures: [f64; 5],
}

/// What [`Outcome::measures`] holds.
pub(super) const MEASURES: [&str; 5] = ["ndcg@3", "recall@3", "mrr@10", "success@1", "empty"];
/// How deep a ranking is judged.
const DEPTH: usize = 10;

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

pub(super) fn judge_query(
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
pub(super) fn judge_commits(
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
