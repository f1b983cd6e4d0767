//! What a check found, as data.

use std::hash::Hasher as _;

use decision_core::affects::Strength;
use decision_core::{Finding, Fnv, Rule, Severity, sidecar};

/// What is compared, as people name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mode {
    /// What is staged, as `git commit` would take it.
    Staged,
    /// The files on disk against the last commit.
    Worktree,
    /// This branch against its merge base with a revision.
    Base(String),
    /// Every record, compared with nothing.
    All,
}

impl Mode {
    /// The stable word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Mode::Staged => "staged",
            Mode::Worktree => "worktree",
            Mode::Base(_) => "base",
            Mode::All => "all",
        }
    }
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What was compared.
    pub mode: Mode,
    /// How many records the log has.
    pub records: usize,
    /// How many files the change touches; none where nothing was compared.
    pub changes: Option<usize>,
    /// What is wrong, ordered by path and line.
    pub problems: Vec<Problem>,
    /// The records in force that govern what changed, the strongest first.
    pub governing: Vec<Governing>,
    /// Records that the change adds or edits together with what they govern.
    pub acknowledged: Vec<Governing>,
    /// Records that governed what changed until this change.
    pub governed_before: Vec<Former>,
    /// What the commit messages say to records.
    pub answers: Vec<Answer>,
    /// Why more may be wrong, or have changed, than is known; as a fragment.
    pub incomplete: Option<String>,
}

impl Report {
    /// Whether there is a problem that fails the check.
    pub fn fails(&self) -> bool {
        self.problems.iter().any(|problem| problem.fails)
    }

    /// The problems that nothing excuses.
    pub fn open(&self) -> impl Iterator<Item = &Problem> {
        self.problems
            .iter()
            .filter(|problem| problem.excuse.is_none())
    }

    /// How many open problems there are of a level.
    pub fn count(&self, severity: Severity) -> usize {
        self.open()
            .filter(|problem| problem.finding.severity == severity)
            .count()
    }

    /// What the messages say to a record, the last word.
    pub fn answer_to(&self, record: usize) -> Option<&Answer> {
        self.last_answer(Answered::Now(record))
    }

    /// What the messages say to a record that governs no longer, the last word.
    pub fn answer_to_former(&self, former: &Former) -> Option<&Answer> {
        self.last_answer(former.answered_as())
    }

    fn last_answer(&self, record: Answered) -> Option<&Answer> {
        self.answers
            .iter()
            .rev()
            .find(|answer| answer.record == record)
    }
}

/// One thing wrong, and what the check makes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong; its severity is the one that the settings give the rule.
    pub finding: Finding,
    /// Whether the compared change brings it in; true for all where nothing is compared.
    pub introduced: bool,
    /// What excuses it.
    pub excuse: Option<Excuse>,
    /// Whether the check fails because of it.
    pub fails: bool,
    /// The edit that mends it.
    pub repair: Option<Repair>,
}

impl Problem {
    /// A name that stays when lines move: of the rule, the path and the message.
    pub fn fingerprint(&self) -> String {
        fingerprint(self.finding.rule, &self.finding.path, &self.finding.message)
    }
}

/// The name of a finding that stays when lines move, as 16 hexadecimal digits.
pub fn fingerprint(rule: Rule, path: &str, message: &str) -> String {
    let mut hash = Fnv::default();
    for part in [rule.name(), path, message] {
        hash.write(part.as_bytes());
        hash.write(&[0]);
    }
    format!("{:016x}", hash.finish())
}

/// Why a problem does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Excuse {
    /// A comment in the record allows it, with this reason.
    Allowed(String),
    /// The baseline has it.
    Baseline,
}

/// An `affects` entry and what should stand in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The file in which the entry stands: the record, or the scopes beside the records.
    pub file: String,
    /// The slug of the record.
    pub slug: String,
    /// The entry as written.
    pub entry: String,
    /// What takes its place; none where that is not clear.
    pub with: Option<String>,
    /// Where the files went, as directories or files; empty where they were deleted.
    pub went_to: Vec<String>,
}

impl Repair {
    /// Whether the entry stands in the file of scopes beside the records.
    pub fn is_beside(&self) -> bool {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        name == sidecar::FILE_NAME
    }
}

/// A record and what it governs of the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Governing {
    /// The record, as an index into the records of the log.
    pub record: usize,
    /// The changed files that it governs, the strongest claim first.
    pub files: Vec<Governed>,
}

/// A changed file that a record governs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Governed {
    /// The file, from the repository root with `/`.
    pub path: String,
    /// The entry that claims it.
    pub entry: String,
    /// How strongly.
    pub strength: Strength,
}

/// A record that governed files of a change until that change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Former {
    /// The record as it was, as an index into the records of the log before, and the files that it no
    /// longer governs.
    pub governing: Governing,
    /// The same record after the change, as an index into the records of the log; none where it is gone.
    pub after: Option<usize>,
    /// What the change does to it.
    pub fate: Fate,
}

impl Former {
    /// How an answer names the record.
    pub fn answered_as(&self) -> Answered {
        self.after
            .map_or(Answered::Before(self.governing.record), Answered::Now)
    }
}

/// What a change does to a record that governs no longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The file is gone.
    Removed,
    /// The file is now at this path, where it is no record.
    Moved(String),
    /// What is there can no longer be read as the record.
    Unreadable,
    /// The record says so itself: its status as written.
    Retired(String),
    /// Another takes its place, an index into the records of the log where it is known.
    Superseded(Option<usize>),
    /// Its scope no longer has the files.
    Rescoped,
}

impl Fate {
    /// The stable word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Fate::Removed => "removed",
            Fate::Moved(_) => "moved",
            Fate::Unreadable => "unreadable",
            Fate::Retired(_) => "retired",
            Fate::Superseded(_) => "superseded",
            Fate::Rescoped => "rescoped",
        }
    }
}

/// The record that an answer is to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// An index into the records of the log after the change.
    Now(usize),
    /// An index into the records of the log before it, of one that is no longer there.
    Before(usize),
}

/// What a commit message says to a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The record.
    pub record: Answered,
    /// What it says.
    pub verdict: Verdict,
    /// The abbreviated id of the commit; none for a message that is being written.
    pub commit: Option<String>,
}

/// What a commit does to a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It goes by it; with a note where there is one.
    Complies(Option<String>),
    /// It goes against it, for this reason.
    Deviates(String),
}
