//! `record-validation`: an edit that would make a record unusable is refused before it is made, with what to
//! write instead.
//!
//! The text as it will stand is judged in the record's own dialect, and only what the edit brings counts: a
//! slip put right in an old record passes, whatever else is wrong there.

use decision_core::{Decision, DecisionLog, Finding, MAX_RECORD_BYTES, Rule, Severity, lint};

use crate::event::{Edit, Event, EventKind, How};
use crate::outcome::Outcome;
use crate::registry::{Moment, Policy};
use crate::{quote, written};

/// So many findings are told, so many paths proposed.
const MAX_FINDINGS: usize = 6;
const MAX_PATHS: usize = 6;

/// From so many edited files of one directory on, the directory is proposed.
const DIRECTORY_FROM: usize = 3;

/// The policy; see the module's documentation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordValidation;

impl Policy for RecordValidation {
    fn concerns(&self, event: &Event) -> bool {
        matches!(event.kind, EventKind::Edit { .. })
    }

    fn answer(&self, event: &Event, moment: &Moment<'_>) -> Outcome {
        let EventKind::Edit { edits } = &event.kind else {
            return Outcome::default();
        };
        let drafts: Vec<Draft> = edits
            .iter()
            .filter_map(|edit| Draft::of(moment, edit))
            .collect();
        if drafts.is_empty() {
            return Outcome::default();
        }
        // What goes in the same call is in nobody's way.
        let gone: Vec<String> = edits
            .iter()
            .filter(|edit| edit.moved_to.is_some() || edit.how == How::Remove)
            .filter_map(|edit| moment.workspace.repository.relative(&edit.path))
            .collect();
        let introduced: Vec<Finding> = drafts
            .iter()
            .flat_map(|draft| draft.introduced(moment.workspace.log(), &gone))
            .collect();
        let (errors, others): (Vec<Finding>, Vec<Finding>) = introduced
            .into_iter()
            .partition(|finding| finding.severity == Severity::Error);
        if !errors.is_empty() {
            return refused(&errors);
        }
        if !event.host.takes_context(&event.kind) {
            return Outcome::default();
        }
        let mut text = String::new();
        let told: Vec<Finding> = others
            .into_iter()
            .filter(|finding| finding.severity == Severity::Warning)
            .collect();
        if !told.is_empty() {
            text.push_str("Of the decision record as it stands after this edit:\n");
            text.push_str(&listed(&told));
        }
        for draft in &drafts {
            text.push_str(&proposed_scope(draft, moment).unwrap_or_default());
        }
        if text.is_empty() {
            return Outcome::default();
        }
        text.truncate(text.trim_end().len());
        Outcome::for_model(text)
    }
}

/// A record as it is and as it will stand.
struct Draft {
    path: String,
    place: usize,
    slug: String,
    before: Option<Vec<u8>>,
    after: String,
}

impl Draft {
    /// None where the edit concerns no record, or leaves none.
    fn of(moment: &Moment<'_>, edit: &Edit) -> Option<Draft> {
        if matches!(edit.how, How::Remove | How::Unknown) {
            return None;
        }
        let workspace = moment.workspace;
        let repository = &workspace.repository;
        let target = edit.moved_to.as_deref().unwrap_or(&edit.path);
        let path = repository.relative(target)?;
        let dirs = workspace.located.decision_dirs();
        let (place, slug) = DecisionLog::record_at(&dirs, &path)?;
        let old = repository.root().join(repository.relative(&edit.path)?);
        // Only what could be a record is read: not a device, not a file without an end.
        let is_file = |length: u64| length <= 4 * MAX_RECORD_BYTES;
        let metadata = std::fs::metadata(&old).ok();
        let before = metadata
            .filter(|metadata| metadata.is_file() && is_file(metadata.len()))
            .and_then(|_| std::fs::read(&old).ok());
        let text = before.as_deref().map(String::from_utf8_lossy);
        let after = written::after(text.as_deref(), &edit.how)?;
        Some(Draft {
            path,
            place,
            slug,
            before,
            after,
        })
    }

    /// What is wrong afterwards and was not before, in the record and between it and the others.
    fn introduced(&self, log: &DecisionLog, gone: &[String]) -> Vec<Finding> {
        if self.after.len() as u64 > MAX_RECORD_BYTES {
            let message = format!("{} bytes are more than a record may have", self.after.len());
            let finding = Finding::new(Rule::TooLarge, &self.path, message);
            return vec![finding.with_help("keep what was decided and why; leave the rest out")];
        }
        if self.after.trim().is_empty() {
            return Vec::new();
        }
        let read = |bytes: Vec<u8>| lint::read(&self.path, &self.slug, self.place, bytes);
        let (record, mut after) = read(self.after.clone().into_bytes());
        // The log has the record as it is on disk. It stands last, so that what it shares with another is
        // a fault of this one.
        let is_this = |record: &&Decision| record.path == self.path;
        let (old, mut records): (Vec<Decision>, Vec<Decision>) = log
            .records
            .iter()
            .cloned()
            .partition(|record| is_this(&record));
        let count = records.len();
        records.extend(old);
        let mut known = lint::log(&records);
        records.truncate(count);
        records.retain(|record| !gone.contains(&record.path));
        if let Some(before) = self.before.clone() {
            known.extend(read(before).1);
        }
        records.push(record);
        after.extend(lint::log(&records));
        // Lines move with every edit, so they do not tell one finding from another.
        after.retain(|finding| {
            let same = |other: &Finding| {
                (&other.path, other.rule, &other.message)
                    == (&finding.path, finding.rule, &finding.message)
            };
            !known.iter().any(same)
        });
        after.sort();
        after.dedup();
        after
    }
}

fn refused(errors: &[Finding]) -> Outcome {
    let path = errors.first().map(|error| quote::prompt_path(&error.path));
    let text = format!(
        "Not written: as a decision record this would not be usable.\n{}Write it with that put right; what was wrong in the record before is not counted.",
        listed(errors)
    );
    Outcome {
        message: Some(format!(
            "decision: a write to {} was refused, {} in it",
            path.unwrap_or_default(),
            if errors.len() == 1 {
                "one fault".to_owned()
            } else {
                format!("{} faults", errors.len())
            }
        )),
        ..Outcome::denied(text)
    }
}

/// `- docs/decisions/a.md line 3, invalid-date: … Instead: …`
fn listed(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings.iter().take(MAX_FINDINGS) {
        let line = finding.line.map(|line| format!(" line {line}"));
        text.push_str(&format!(
            "- {}{}, {}: {}",
            quote::prompt_path(&finding.path),
            line.unwrap_or_default(),
            finding.rule,
            quote::excerpt(&finding.message, 200)
        ));
        if !finding.help.is_empty() {
            text.push_str(&format!(
                ". Instead: {}",
                quote::excerpt(&finding.help, 240)
            ));
        }
        text.push('\n');
    }
    if findings.len() > MAX_FINDINGS {
        text.push_str(&format!("- and {} more\n", findings.len() - MAX_FINDINGS));
    }
    text
}

/// What the session edited, for a record that says of no path that it governs it.
fn proposed_scope(draft: &Draft, moment: &Moment<'_>) -> Option<String> {
    let read = |bytes: Vec<u8>| lint::read(&draft.path, &draft.slug, draft.place, bytes).0;
    let record = read(draft.after.clone().into_bytes());
    let had_scope = || {
        draft
            .before
            .clone()
            .is_some_and(|old| !read(old).affects.is_empty())
    };
    if !record.affects.is_empty() || had_scope() {
        return None;
    }
    let dirs = moment.workspace.located.decision_dirs();
    let edited: Vec<String> = moment
        .session
        .edited()
        .into_iter()
        .filter(|path| !DecisionLog::reads(&dirs, path))
        .collect();
    let paths = collapsed(&edited);
    if paths.is_empty() || !moment.session.first_time("scope", &draft.path) {
        return None;
    }
    let named: Vec<String> = paths
        .iter()
        .take(MAX_PATHS)
        .map(|path| format!("  - \"{}\"", quote::prompt_path(path)))
        .collect();
    let more = paths.len().saturating_sub(MAX_PATHS);
    let more = if more > 0 {
        format!("\nand {more} more")
    } else {
        String::new()
    };
    Some(format!(
        "{} names no paths that it governs, so it will not be given to whoever changes them. This session edited:\naffects:\n{}{more}\n",
        quote::prompt_path(&draft.path),
        named.join("\n")
    ))
}

/// The files, with the directory in the place of those of which it has many.
fn collapsed(files: &[String]) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for file in files {
        let many = |folder: &&str| {
            let inside = files
                .iter()
                .filter(|other| folder_of(other) == Some(*folder));
            inside.count() >= DIRECTORY_FROM
        };
        let path = folder_of(file).filter(many).unwrap_or(file);
        if !paths.iter().any(|known| known == path) {
            paths.push(path.to_owned());
        }
    }
    paths
}

/// The directory of a path, with a slash at its end.
fn folder_of(path: &str) -> Option<&str> {
    path.rfind('/').map(|end| &path[..=end])
}
