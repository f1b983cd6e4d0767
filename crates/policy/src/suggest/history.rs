//! Commits whose message cites a record.

use std::collections::{BTreeMap, BTreeSet};

use decision_core::DecisionLog;
use decision_git::{Limits, NotKnown, Repository};

use super::names::Names;
use super::tree::Tree;
use super::{Evidence, Progress, Sign, Signs, is_in, kinds};

/// A commit that changes more files than this is about everything.
const MAX_PATHS: usize = 60;

/// A message that cites more records than this is a list: a release, a merge of many things.
const MAX_RECORDS: usize = 3;

/// A commit of so many source files counts in full for each; of more, less for each.
const FOCUSED: f32 = 6.0;

/// How far the walk went.
pub(super) struct Walked {
    pub(super) seen: usize,
    pub(super) cut: bool,
}

/// What the commits that cite one record say about one file.
#[derive(Default)]
struct Touched {
    count: usize,
    latest: String,
    weight: f32,
}

/// Walks through the history and notes what the commits that cite a record changed.
pub(super) fn find(
    repository: &Repository,
    log: &DecisionLog,
    names: &Names,
    tree: &Tree,
    commits: usize,
    signs: &mut [Signs],
    progress: &mut dyn FnMut(Progress),
) -> Result<Walked, NotKnown> {
    let limits = Limits {
        commits,
        paths: MAX_PATHS,
    };
    let messages = repository.messages(
        limits,
        |message| names.cites(message),
        |seen| progress(Progress::Commits(seen)),
    )?;
    let mut touched: BTreeMap<(usize, usize), Touched> = BTreeMap::new();
    for commit in &messages.commits {
        let records: BTreeSet<usize> = names
            .find(&commit.message, "")
            .iter()
            .map(|citation| citation.record)
            .collect();
        if records.len() > MAX_RECORDS {
            continue;
        }
        let files: Vec<usize> = commit
            .paths
            .iter()
            .filter(|path| {
                kinds::is_source(path)
                    && !kinds::is_test(path)
                    && !log.dirs.iter().any(|dir| is_in(path, &dir.label))
            })
            .filter_map(|path| tree.file(path))
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "at most MAX_PATHS")]
        let weight = (FOCUSED / files.len().max(1) as f32).min(1.0) / records.len() as f32;
        for (record, file) in records
            .iter()
            .flat_map(|record| files.iter().map(|file| (*record, *file)))
        {
            let touched = touched.entry((record, file)).or_default();
            touched.count += 1;
            touched.weight += weight;
            if touched.latest.is_empty() {
                touched.latest.clone_from(&commit.id);
            }
        }
    }
    for ((record, file), touched) in touched {
        let evidence = Evidence::Commits {
            count: touched.count,
            latest: touched.latest,
        };
        let weight = (touched.weight * 0.5).min(1.2);
        let sign = Sign { evidence, weight };
        signs[record].files.entry(file).or_default().push(sign);
    }
    Ok(Walked {
        seen: messages.seen,
        cut: messages.cut,
    })
}
