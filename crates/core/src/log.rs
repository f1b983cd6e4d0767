//! All the records of a repository.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::files::{self, Candidate, Kind};
use crate::finding::{Finding, Rule};
use crate::{Decision, read, sidecar, template};

/// A directory that holds decision records.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DecisionDir {
    /// Where it is on disk.
    pub path: PathBuf,
    /// How its records are named: its path from the repository root with `/` and no slash at the
    /// end (absolute where it lies outside, `.` for the root itself).
    pub label: String,
    /// Links to files are followed as long as they stay under this directory.
    pub boundary: PathBuf,
}

impl DecisionDir {
    /// A directory whose links must stay inside it.
    pub fn new(path: impl Into<PathBuf>, label: impl Into<String>) -> Self {
        let path = path.into();
        DecisionDir {
            boundary: path.clone(),
            path,
            label: label.into(),
        }
    }

    /// The same directory with links allowed to anywhere under `boundary` (the repository root).
    #[must_use]
    pub fn within(mut self, boundary: impl Into<PathBuf>) -> Self {
        self.boundary = boundary.into();
        self
    }
}

/// Every record of a repository, with what was skipped and what is odd.
#[derive(Debug, Clone, Default)]
pub struct DecisionLog {
    /// The directories that were read.
    pub dirs: Vec<DecisionDir>,
    /// The records, ordered by path.
    pub records: Vec<Decision>,
    /// Files in the directories that are no records, ordered by path.
    pub skipped: Vec<Skipped>,
    /// What is wrong or odd, ordered by path and line.
    pub findings: Vec<Finding>,
}

/// A file that was not read as a record.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The file, from the repository root with `/`.
    pub path: String,
    /// Why.
    pub reason: SkipReason,
}

/// Why a file was not read as a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// A README, an index or another file about the folder.
    Index,
    /// Its name begins with a dot.
    Hidden,
    /// A template, told by its name and its placeholders.
    Template,
    /// There is nothing in it.
    Empty,
    /// It could not be read, or is too large; a finding says why.
    Unreadable,
    /// A link that leads nowhere, to a folder, or out of the repository.
    Link,
}

impl SkipReason {
    /// A word or two for people.
    pub fn words(self) -> &'static str {
        match self {
            SkipReason::Index => "index",
            SkipReason::Hidden => "hidden file",
            SkipReason::Template => "template",
            SkipReason::Empty => "empty",
            SkipReason::Unreadable => "not readable",
            SkipReason::Link => "link not followed",
        }
    }

    /// Whether a record may be lost, as against a file that is none.
    pub fn may_be_lost(self) -> bool {
        matches!(self, SkipReason::Unreadable | SkipReason::Link)
    }
}

/// Below this many files the thread pool costs more than it saves.
pub(crate) const PARALLEL_FROM: usize = 192;

/// The largest file that is read as a record, in bytes.
pub const MAX_RECORD_BYTES: u64 = 1024 * 1024;

/// What came of a candidate: a record, or why there is none; and what is odd about it.
pub(crate) type Outcome = (Option<Decision>, Aside);

#[derive(Default)]
pub(crate) struct Aside {
    pub(crate) skipped: Option<Skipped>,
    pub(crate) findings: Vec<Finding>,
}

impl DecisionLog {
    /// Reads every record under `dirs`. The result is the same on every run.
    pub fn load(dirs: &[DecisionDir]) -> DecisionLog {
        let mut log = DecisionLog {
            dirs: dirs.to_vec(),
            ..DecisionLog::default()
        };
        let mut candidates = Vec::new();
        for (index, dir) in dirs.iter().enumerate() {
            files::list(dir, index, &mut candidates, &mut log.findings);
        }
        // Of directories one inside the other the inner one has the file.
        candidates.sort_by(|a, b| {
            let depth = |candidate: &Candidate| Reverse(dirs[candidate.dir].label.len());
            let by_path = a.path.cmp(&b.path);
            by_path
                .then_with(|| depth(a).cmp(&depth(b)))
                .then_with(|| a.file.cmp(&b.file))
        });
        if dirs.len() > 1 {
            candidates.dedup_by(|again, first| again.file == first.file);
        }
        let (mut records, mut asides) = (Vec::new(), Vec::new());
        if candidates.len() < PARALLEL_FROM {
            (records, asides) = candidates
                .into_iter()
                .map(|candidate| read_candidate(candidate, dirs))
                .unzip();
        } else {
            candidates
                .into_par_iter()
                .with_min_len(16)
                .map(|candidate| read_candidate(candidate, dirs))
                .unzip_into_vecs(&mut records, &mut asides);
        }
        #[expect(
            clippy::filter_map_identity,
            reason = "unlike `flatten` it leaves the records in the memory that they were written to"
        )]
        let records = records.into_iter().filter_map(|record| record).collect();
        log.records = records;
        for aside in asides {
            log.skipped.extend(aside.skipped);
            log.findings.extend(aside.findings);
        }
        sidecar::apply(&log.dirs, &mut log.records, &mut log.findings);
        log.in_order()
    }

    pub(crate) fn in_order(mut self) -> DecisionLog {
        self.skipped.sort();
        self.skipped.dedup();
        self.findings.sort();
        self.findings.dedup();
        self
    }

    /// Whether a directory holds at least one file that would be read as a record, told by names
    /// alone. Stops at the first.
    pub fn holds_records(dir: &Path) -> bool {
        files::holds_records(dir)
    }

    /// The record that a person means by a slug, its last part, an identifier or a path; more than one
    /// where it is not clear.
    pub fn find(&self, name: &str) -> Vec<&Decision> {
        let name = name.trim().trim_start_matches("./").replace('\\', "/");
        let stem = name.strip_suffix(".md").unwrap_or(&name);
        if stem.is_empty() {
            return Vec::new();
        }
        fn last(record: &Decision) -> &str {
            record.slug.rsplit('/').next().unwrap_or(&record.slug)
        }
        // A part of a slug counts where it begins or ends with whole words.
        let is_part = |record: &Decision| {
            let (slug, part) = (last(record).to_ascii_lowercase(), stem.to_ascii_lowercase());
            let border = |rest: &str, edge: fn(&str) -> Option<char>| {
                edge(rest).is_some_and(|c| matches!(c, '-' | '_' | '.' | ' '))
            };
            slug.strip_prefix(&part)
                .is_some_and(|rest| border(rest, |rest| rest.chars().next()))
                || slug
                    .strip_suffix(&part)
                    .is_some_and(|rest| border(rest, |rest| rest.chars().last()))
        };
        let passes: [&dyn Fn(&Decision) -> bool; 6] = [
            &|record| record.path == name || record.slug == stem,
            &|record| last(record) == stem,
            &|record| record.name.as_deref() == Some(stem),
            &|record| {
                record
                    .id
                    .as_deref()
                    .is_some_and(|id| id.eq_ignore_ascii_case(&name))
            },
            &|record| same_number(record, &name),
            &is_part,
        ];
        passes
            .iter()
            .map(|matches| {
                self.records
                    .iter()
                    .filter(|record| matches(record))
                    .collect::<Vec<_>>()
            })
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }
}

/// `12` means `0012` and `ADR-012`.
fn same_number(record: &Decision, name: &str) -> bool {
    fn number(text: &str) -> Option<u64> {
        text.trim_start_matches(|c: char| !c.is_ascii_digit())
            .parse()
            .ok()
    }
    let Some(wanted) = number(name) else {
        return false;
    };
    record.id.as_deref().and_then(number) == Some(wanted)
}

fn read_candidate(candidate: Candidate, dirs: &[DecisionDir]) -> Outcome {
    let read = if matches!(candidate.kind, Kind::Index | Kind::Hidden) {
        Ok(Vec::new())
    } else if candidate.kind == Kind::Special {
        Err(files::ReadError::Special)
    } else if candidate.is_link
        && !files::link_stays_inside(&candidate.file, &dirs[candidate.dir].boundary)
    {
        return skip(candidate.path, SkipReason::Link);
    } else {
        files::read(&candidate.file)
    };
    let beside = candidate.file.with_file_name(files::METADATA);
    settle(candidate, read, || files::read(&beside))
}

fn skip(path: String, reason: SkipReason) -> Outcome {
    let skipped = Some(Skipped { path, reason });
    let aside = Aside {
        skipped,
        ..Aside::default()
    };
    (None, aside)
}

/// What comes of a candidate by its bytes, wherever they come from. `beside` reads the fields of a folder
/// record that stand in a file of their own.
pub(crate) fn settle(
    candidate: Candidate,
    bytes: Result<Vec<u8>, files::ReadError>,
    beside: impl FnOnce() -> Result<Vec<u8>, files::ReadError>,
) -> Outcome {
    let Candidate {
        path,
        slug,
        dir,
        kind,
        has_metadata,
        ..
    } = candidate;
    match kind {
        Kind::Index => return skip(path, SkipReason::Index),
        Kind::Hidden => return skip(path, SkipReason::Hidden),
        Kind::Record | Kind::FolderIndex | Kind::TemplateName | Kind::Special => {}
    }
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => {
            let findings = vec![error.finding(&path)];
            let (none, aside) = skip(path, SkipReason::Unreadable);
            return (none, Aside { findings, ..aside });
        }
    };
    if bytes.iter().all(|byte| byte.is_ascii_whitespace()) {
        return skip(path, SkipReason::Empty);
    }
    if kind == Kind::TemplateName && template::has_placeholders(&bytes) {
        return skip(path, SkipReason::Template);
    }
    if kind == Kind::FolderIndex && template::is_list_of_links(&bytes) {
        return skip(path, SkipReason::Index);
    }
    let (decision, findings) = if has_metadata {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let name = format!("{folder}/{}", files::METADATA);
        match beside() {
            Ok(fields) => read::read(path, slug, dir, bytes, Some((&name, fields))),
            Err(error) => {
                let (decision, mut findings) = read::read(path, slug, dir, bytes, None);
                findings.push(error.finding(&name));
                (decision, findings)
            }
        }
    } else {
        read::read(path, slug, dir, bytes, None)
    };
    let aside = Aside {
        skipped: None,
        findings,
    };
    (Some(decision), aside)
}

impl files::ReadError {
    pub(crate) fn finding(&self, path: &str) -> Finding {
        match self {
            files::ReadError::TooLarge(bytes) => Finding::new(
                Rule::TooLarge,
                path,
                format!("{bytes} bytes, more than a record may have ({MAX_RECORD_BYTES})"),
            )
            .with_help("move what is not the decision itself into a file of its own"),
            files::ReadError::Special => Finding::new(
                Rule::Unreadable,
                path,
                "not a regular file; it was not opened",
            )
            .with_help("keep records in plain files"),
            files::ReadError::Io(error) => {
                Finding::new(Rule::Unreadable, path, format!("cannot be read: {error}"))
                    .with_help("check that the file is there and that you may read it")
            }
        }
    }
}
