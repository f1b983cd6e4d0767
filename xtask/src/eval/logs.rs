//! The record sets that queries are judged on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use decision_core::{DecisionDir, DecisionLog};

use super::Args;

/// The log of a record set, read once.
pub(super) fn log_of<'a>(
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
