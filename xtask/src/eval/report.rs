//! The measures of a run, in groups.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::judge::{MEASURES, Outcome};

/// The groups that a table has, in order: by kind, then by set and kind of set.
pub(super) fn groups(outcomes: &[Outcome]) -> Vec<(String, Vec<&Outcome>)> {
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

pub(super) fn table(outcomes: &[Outcome]) -> String {
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

pub(super) fn as_json(outcomes: &[Outcome], compared: Option<&str>) -> Value {
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
