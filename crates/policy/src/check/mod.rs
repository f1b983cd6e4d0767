//! The check of a change: what is wrong with the records that it adds or edits, what it breaks of what
//! records say they govern, and which records govern what it touches.
//!
//! [`check`] is a pure function. [`source`] gets its input from git; the program writes its report in one
//! of several forms.

mod allow;
mod baseline;
pub(crate) mod breaks;
mod change;
mod faults;
mod governs;
mod known;
mod levels;
mod repair;
mod report;
pub mod source;
mod tracked;
mod trailers;

use decision_core::{Beside, Decision, DecisionLog, Finding, Rule, Severity};

use allow::Allow;
pub use baseline::{Baseline, BaselineError, FILE as BASELINE_FILE};
pub use change::{Change, Gone};
use faults::{Compared, Fault};
pub use levels::Levels;
pub use repair::{RepairError, Repaired, Repairs, Writing, repair};
pub use report::{
    Answer, Answered, Excuse, Fate, Former, Governed, Governing, Mode, Problem, Repair, Report,
    Verdict, fingerprint,
};
pub use tracked::Tracked;
pub use trailers::Message;

/// All that a check looks at.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// What is compared, for the report.
    pub mode: &'a Mode,
    /// The log as it is after the change.
    pub log: &'a DecisionLog,
    /// The log as it was; none where the change leaves the log alone.
    pub before: Option<&'a DecisionLog>,
    /// What differs; none where every record is checked and nothing is compared.
    pub changes: Option<&'a [Change]>,
    /// The paths that git has after the change; none where they are not known.
    pub tracked: Option<&'a dyn Tracked>,
    /// How bad each rule is here.
    pub levels: &'a Levels,
    /// What is known and excused.
    pub baseline: &'a Baseline,
    /// Whether a change may excuse itself: with its own comments in records.
    pub own_excuses: bool,
    /// What is wrong with the settings.
    pub settings: &'a [Finding],
    /// What is wrong between this log and what others have.
    pub elsewhere: &'a [Finding],
    /// The messages that may answer records.
    pub messages: &'a [Message<'a>],
    /// Why more may be wrong, or have changed, than is told here.
    pub incomplete: Option<&'a str>,
    /// Whether warnings fail too.
    pub strict: bool,
}

/// Checks a change, or with [`Mode::All`] a whole log.
pub fn check(input: Input<'_>) -> Report {
    let (governing, acknowledged) = match input.changes {
        Some(changes) => governs::of(input.log, changes),
        None => (Vec::new(), Vec::new()),
    };
    let governed_before = match (input.changes, input.before) {
        (Some(changes), Some(before)) => {
            let compared = Compared {
                log: input.log,
                before,
                changes,
            };
            governs::until_now(compared, &[&governing, &acknowledged])
        }
        _ => Vec::new(),
    };
    let mut faults = faults(&input);
    let mut answers = Vec::new();
    for message in input.messages {
        let (said, findings) = trailers::read(*message, input.log, input.before);
        answers.extend(said);
        faults.extend(
            findings
                .into_iter()
                .map(|finding| Fault::new(finding, true)),
        );
    }
    let mut problems: Vec<Problem> = faults
        .into_iter()
        .filter_map(|fault| leveled(&input, fault))
        .collect();
    let unused = excuse(&input, &mut problems);
    problems.extend(unused);
    let whole = input.changes.is_none();
    let stale = input.baseline.excuse(&mut problems, whole);
    let about_files = input.baseline.findings.iter().cloned().chain(stale);
    problems.extend(about_files.filter_map(|finding| leveled(&input, Fault::new(finding, whole))));
    for problem in &mut problems {
        let counts = match problem.finding.severity {
            Severity::Error => true,
            Severity::Warning => input.strict,
            Severity::Info => false,
        };
        problem.fails = counts && problem.introduced && problem.excuse.is_none();
    }
    problems.sort_by(|one, other| one.finding.cmp(&other.finding));
    Report {
        mode: input.mode.clone(),
        records: input.log.records.len(),
        changes: input.changes.map(<[Change]>::len),
        problems,
        governing,
        acknowledged,
        governed_before,
        answers,
        incomplete: input.incomplete.map(str::to_owned),
    }
}

fn faults(input: &Input<'_>) -> Vec<Fault> {
    let mut faults = match (input.changes, input.before, input.tracked) {
        (None, ..) => faults::all(input.log, input.tracked),
        (Some(changes), before, Some(tracked)) => {
            let mut faults = faults::broken(input.log, changes, tracked);
            if let Some(before) = before {
                let compared = Compared {
                    log: input.log,
                    before,
                    changes,
                };
                faults.extend(faults::of_change(compared, tracked));
            }
            faults
        }
        (Some(_), _, None) => Vec::new(),
    };
    let elsewhere = input.elsewhere.iter().cloned();
    faults.extend(elsewhere.map(|finding| Fault::new(finding, true)));
    let settings = input.settings.iter().cloned();
    faults.extend(settings.map(|finding| with_its_file(input, finding)));
    faults
}

/// A fault of a file that is none of the log: the change brings it in where it touches that file.
fn with_its_file(input: &Input<'_>, finding: Finding) -> Fault {
    let introduced = input
        .changes
        .is_none_or(|changes| changes.iter().any(|change| change.path == finding.path));
    Fault::new(finding, introduced)
}

/// The fault at its level here; none where its rule is off.
fn leveled(input: &Input<'_>, fault: Fault) -> Option<Problem> {
    Some(Problem {
        finding: input.levels.apply(fault.finding)?,
        introduced: fault.introduced,
        excuse: None,
        fails: false,
        repair: fault.repair,
    })
}

/// Excuses what comments in the records allow, and gives the comments that allow what is not there.
fn excuse(input: &Input<'_>, problems: &mut [Problem]) -> Vec<Problem> {
    let mut unused = Vec::new();
    let written = |path: &str| {
        input.changes.is_none_or(|changes| {
            changes
                .iter()
                .any(|change| !change.is_removed && change.path == path)
        })
    };
    for record in &input.log.records {
        let has_problem = problems
            .iter()
            .any(|problem| is_of(record, &problem.finding));
        if !has_problem && !written(&record.path) {
            continue;
        }
        let (allows, _) = allow::read(&record.path, record.text());
        let counted = if input.own_excuses {
            allows.clone()
        } else {
            allows_before(input, &record.path).unwrap_or_else(|| allows.clone())
        };
        for problem in problems.iter_mut() {
            let finding = &problem.finding;
            // A comment does not excuse another that says nothing.
            if !is_of(record, finding) || finding.rule == Rule::InvalidAllow {
                continue;
            }
            let allow = counted
                .iter()
                .find(|allow| allow.rules.contains(&finding.rule));
            if let Some(allow) = allow {
                problem.excuse = Some(Excuse::Allowed(allow.reason.clone()));
            } else if allows.iter().any(|one| one.rules.contains(&finding.rule)) {
                let help = &mut problem.finding.help;
                let mark = if help.is_empty() { "" } else { "; " };
                help.push_str(mark);
                help.push_str("the comment that allows it counts from the merge on");
            }
        }
        if written(&record.path) {
            unused.extend(unused_allows(input, record, &allows, problems));
        }
    }
    unused
}

/// The comments that the record had before the change; none where the change leaves it alone.
fn allows_before(input: &Input<'_>, path: &str) -> Option<Vec<Allow>> {
    let (before, changes) = (input.before?, input.changes?);
    changes.iter().find(|change| change.path == path)?;
    let compared = Compared {
        log: input.log,
        before,
        changes,
    };
    let old = before.at_path(compared.former(path));
    Some(old.map_or_else(Vec::new, |old| allow::read(&old.path, old.text()).0))
}

/// Whether a finding is about a record: about its file, or about its scope beside it.
fn is_of(record: &Decision, finding: &Finding) -> bool {
    let is_beside = |one: &Beside| one.file == finding.path && Some(one.line) == finding.line;
    finding.path == record.path || record.beside.iter().any(is_beside)
}

fn unused_allows(
    input: &Input<'_>,
    record: &Decision,
    allows: &[Allow],
    problems: &[Problem],
) -> Vec<Problem> {
    let is_broken = |rule: Rule| {
        problems
            .iter()
            .any(|problem| is_of(record, &problem.finding) && problem.finding.rule == rule)
    };
    let mut unused = Vec::new();
    for allow in allows {
        for rule in allow.rules.iter().filter(|rule| !is_broken(**rule)) {
            let finding = Finding::new(
                Rule::UnusedAllow,
                &record.path,
                format!("the comment allows {rule}, which the record does not break"),
            )
            .at_line(allow.line)
            .with_help("remove the comment");
            unused.extend(leveled(input, Fault::new(finding, true)));
        }
    }
    unused
}
