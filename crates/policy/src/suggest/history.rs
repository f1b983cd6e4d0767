//! Commits whose message cites a record.

use std::collections::{BTreeMap, BTreeSet};

use decision_core::DecisionLog;
use decision_git::{Limits, NotKnown, Repository, Said};

use super::names::Names;
use super::tree::Tree;
use super::{Evidence, Progress, Sign, Signs, is_in, kinds};

/// A commit that changes more files than this is about everything.
const MAX_FILES: usize = 120;

/// A message that cites more records than this is a list: a release, a merge of many things.
const MAX_RECORDS: usize = 3;

/// A file with a smaller share of what a commit changed is only touched in passing.
const MIN_SHARE: f32 = 0.1;

/// Where less than this of what a commit changed is still there, the code has moved on.
const MIN_LEFT: f32 = 0.5;

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
        files: MAX_FILES,
    };
    let messages = repository.messages(
        limits,
        |message| !applied(names, message).is_empty(),
        |seen| progress(Progress::Commits(seen)),
    )?;
    let mut touched: BTreeMap<(usize, usize), Touched> = BTreeMap::new();
    for commit in &messages.commits {
        let records = applied(names, &commit.message);
        if records.len() > MAX_RECORDS {
            continue;
        }
        let files = main_files(log, tree, commit);
        let weight = 0.5 / records.len() as f32;
        for (record, file, share) in records
            .iter()
            .flat_map(|record| files.iter().map(|(file, share)| (*record, *file, *share)))
        {
            let touched = touched.entry((record, file)).or_default();
            touched.count += 1;
            touched.weight += weight * (0.8 + share);
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
        let weight = touched.weight.min(1.2);
        let sign = Sign { evidence, weight };
        signs[record].files.entry(file).or_default().push(sign);
    }
    Ok(Walked {
        seen: messages.seen,
        cut: messages.cut,
    })
}

/// The records that a commit applies, told by the lines of its message: a line that is about a record's
/// text, such as `docs: add ADR-012`, says nothing of the code.
fn applied(names: &Names, message: &str) -> BTreeSet<usize> {
    let subject = message.lines().next().unwrap_or_default();
    if is_about_prose(subject)
        || is_kind(
            subject,
            &["test", "tests", "ci", "build", "style", "release"],
        )
    {
        return BTreeSet::new();
    }
    let mut records = BTreeSet::new();
    for line in message.lines().filter(|line| !is_about_prose(line)) {
        let citations = names.find(line, "").into_iter();
        records.extend(
            citations
                .filter(|citation| !is_edited(line, citation.at))
                .map(|citation| citation.record),
        );
    }
    records
}

/// Whether a line announces a change of prose: `docs: …`, `fix typo`.
fn is_about_prose(line: &str) -> bool {
    let line = line
        .trim_start_matches([' ', '*', '-', '+'])
        .to_ascii_lowercase();
    is_kind(&line, &["doc", "docs", "adr", "adrs", "rfc"])
        || ["typo", "spelling", "grammar", "wording", "markdown"]
            .iter()
            .any(|word| line.contains(word))
}

/// Whether a line begins with one of these words as the kind of a change: `test(core): …`.
fn is_kind(line: &str, kinds: &[&str]) -> bool {
    line.split_once(['(', ':', '!'])
        .is_some_and(|(kind, _)| kinds.contains(&kind))
}

/// Whether the record itself is what a line edits: its file is named, or a word in front says so.
fn is_edited(line: &str, at: usize) -> bool {
    let word = line[at..]
        .split([' ', ')', '`', ',', '"'])
        .next()
        .unwrap_or_default();
    let before = line[..at].trim_end().to_ascii_lowercase();
    let last = before.split(' ').next_back().unwrap_or_default();
    let last = match last {
        "the" | "a" | "an" | "for" | "to" => before.split(' ').nth_back(1).unwrap_or_default(),
        last => last,
    };
    word.contains(".md")
        || before.ends_with('/')
        || [
            "add", "adds", "added", "adding", "update", "updates", "updated", "updating", "amend",
            "write", "draft", "create", "revise", "reword", "rename", "move", "remove", "mark",
        ]
        .contains(&last.trim_start_matches(['*', '-', '(']))
}

/// The tracked source files that make up a good share of what a commit changed, with that share. What
/// it changed in tests and prose does not count.
fn main_files(log: &DecisionLog, tree: &Tree, commit: &Said) -> Vec<(usize, f32)> {
    let files: Vec<_> = commit
        .files
        .iter()
        .filter(|file| {
            kinds::is_source(&file.path)
                && !kinds::is_test(&file.path)
                && !log.dirs.iter().any(|dir| is_in(&file.path, &dir.label))
        })
        .collect();
    let all: usize = files.iter().map(|file| file.lines).sum();
    let share = |lines: usize| lines as f32 / all.max(1) as f32;
    let still_there: Vec<(usize, f32)> = files
        .iter()
        .filter_map(|file| Some((tree.file(&file.path)?, share(file.lines))))
        .collect();
    let left: f32 = still_there.iter().map(|(_, share)| share).sum();
    if left < MIN_LEFT {
        return Vec::new();
    }
    let mut main = still_there;
    main.retain(|(_, share)| *share >= MIN_SHARE);
    main
}
