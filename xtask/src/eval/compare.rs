//! Whether a run is better than a saved one, or only luckier.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use super::judge::Outcome;
use super::report::groups;
use super::text;

/// The paired randomisation test of nDCG@3 against a saved run: how often a difference as large
/// comes out when the sign of each query's difference is drawn by lot.
pub(super) fn compare(path: &Path, outcomes: &[Outcome]) -> Result<String> {
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
