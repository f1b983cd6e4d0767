//! Logs of generated records.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::Log;
use super::random::Random;
use super::repository::{self, AREAS};

/// Words that prose is made of, the usual ones first.
const FILLERS: &[&str] = &[
    "the", "a", "of", "to", "and", "is", "in", "that", "for", "with", "each", "one", "we", "not",
    "on", "by", "it", "as", "are", "when", "from", "an", "only", "at", "this", "be", "which", "or",
    "must", "its", "has", "no", "so", "than", "every", "after", "before", "would", "where",
    "until",
];

/// Words that records are about, the usual ones first; what is asked for is among the late ones,
/// so that it stands in a part of the records only.
const TOPICS: &[&str] = &[
    "service",
    "request",
    "data",
    "code",
    "team",
    "client",
    "server",
    "table",
    "message",
    "user",
    "test",
    "change",
    "version",
    "module",
    "interface",
    "queue",
    "cache",
    "worker",
    "index",
    "event",
    "store",
    "release",
    "config",
    "field",
    "deploy",
    "schema",
    "library",
    "session",
    "token",
    "key",
    "record",
    "batch",
    "stream",
    "write",
    "read",
    "lock",
    "thread",
    "socket",
    "format",
    "parser",
    "migration",
    "rollback",
    "latency",
    "throughput",
    "consistency",
    "partition",
    "replica",
    "leader",
    "snapshot",
    "checksum",
    "encryption",
    "certificate",
    "gateway",
    "billing",
    "invoice",
    "ledger",
    "payment",
    "refund",
    "search",
    "ranking",
    "shard",
    "tenant",
    "quota",
    "limit",
    "metric",
    "trace",
    "alert",
    "dashboard",
    "deadline",
    "timeout",
    "backoff",
    "retry",
    "circuit",
    "breaker",
    "fallback",
    "idempotent",
    "duplicate",
    "ordering",
    "policy",
    "review",
    "approval",
    "audit",
    "retention",
    "archive",
    "export",
    "import",
    "webhook",
    "callback",
    "scheduler",
];

/// A repository whose `docs/decisions` holds `size` records and nothing much besides.
pub(super) fn log(work: &Path, size: usize, git: &Path) -> Result<Log> {
    let root = work.join(format!("records-{size}"));
    let mut random = Random::new(size as u64);
    let files: Vec<(String, String)> = (0..size)
        .map(|number| record(number, size, &mut random))
        .collect();
    let marks = files
        .iter()
        .map(|(name, _)| name.trim_end_matches(".md").to_owned())
        .collect();
    repository::once(&root, || {
        let dir = root.join("docs/decisions");
        fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        for (name, text) in &files {
            fs::write(dir.join(name), text).with_context(|| format!("cannot write {name}"))?;
        }
        let source = |at: usize| format!("src/{}/module.rs", AREAS[at]);
        for at in 0..12 {
            let path = root.join(source(at));
            fs::create_dir_all(path.parent().context("it lies in a folder")?)?;
            fs::write(path, "fn main() {}\n")?;
        }
        repository::git(git, &root, &["init", "--quiet", "--initial-branch=main"])?;
        repository::git(git, &root, &["add", "--all"])?;
        repository::git(git, &root, &["commit", "--quiet", "--message=Begin"])?;
        fs::write(root.join(source(3)), "fn main() { changed() }\n")?;
        Ok(())
    })?;
    Log::new(root, marks)
}

/// Records as files of a commit.
pub(super) fn documents(size: usize) -> Vec<(String, String)> {
    let mut random = Random::new(size as u64);
    (0..size)
        .map(|number| {
            let (name, text) = record(number, size, &mut random);
            (format!("docs/decisions/{name}"), text)
        })
        .collect()
}

/// The name and the text of a record, about 2.4 KB.
fn record(number: usize, size: usize, random: &mut Random) -> (String, String) {
    let mut title = sentence(6, random);
    title.pop();
    let slug: Vec<String> = title
        .split(' ')
        .take(4)
        .map(|word| word.to_ascii_lowercase())
        .collect();
    let slug = format!("{number:04}-{}", slug.join("-"));
    let status = random.any(&["accepted", "accepted", "accepted", "proposed", "superseded"]);
    let (month, day) = (random.below(12) + 1, random.below(28) + 1);
    let tags: Vec<&str> = (0..3).map(|_| random.early(TOPICS)).collect();
    let mut text = format!(
        "---\nname: {slug}\ndescription: \"{}\"\nstatus: {status}\ndate: 2026-{month:02}-{day:02}\n\
         deciders: [alice, bob]\ntags: [{}]\naffects:\n  - src/{}/\n  - src/{}/m{}/**/*.rs\n\
         related: [{:04}]\n---\n\n# {title}\n\n",
        sentence(14, random),
        tags.join(", "),
        random.any(AREAS),
        random.any(AREAS),
        random.below(5),
        random.below(size),
    );
    for (heading, sentences) in [("Context", 9), ("Decision", 7)] {
        let _ = writeln!(text, "## {heading}\n");
        for _ in 0..sentences {
            let _ = writeln!(text, "{}", sentence(15, random));
        }
        text.push('\n');
    }
    for (heading, items) in [("Alternatives", 5), ("Trade-offs", 5)] {
        let _ = writeln!(text, "## {heading}\n");
        for _ in 0..items {
            let _ = writeln!(text, "- {}", sentence(12, random));
        }
        text.push('\n');
    }
    (format!("{slug}.md"), text)
}

fn sentence(words: usize, random: &mut Random) -> String {
    let mut text = String::new();
    for at in 0..words {
        if at > 0 {
            text.push(' ');
        }
        match random.below(20) {
            0..9 => text.push_str(random.early(FILLERS)),
            9..17 => text.push_str(random.early(TOPICS)),
            // Names that hardly occur twice, as of functions and files.
            _ => {
                for _ in 0..2 + random.below(3) {
                    text.push_str(random.any(&["ba", "ko", "ri", "ten", "lu", "shi", "mor", "ve"]));
                }
            }
        }
    }
    text[..1].make_ascii_uppercase();
    text.push('.');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::QUERY;

    #[test]
    fn records_have_the_size_and_the_words() {
        let mut random = Random::new(1);
        let records: Vec<_> = (0..200)
            .map(|number| record(number, 200, &mut random))
            .collect();
        let mean = records.iter().map(|(_, text)| text.len()).sum::<usize>() / records.len();
        assert!((2200..2600).contains(&mean), "{mean} bytes");
        for word in QUERY {
            let with = records
                .iter()
                .filter(|(_, text)| text.contains(word))
                .count();
            assert!((20..160).contains(&with), "{word} in {with} of 200");
        }
        let again = record(0, 200, &mut Random::new(1));
        assert_eq!(again, records[0]);
    }
}
