//! A new record.

use decision_core::draft::{Draft, Rendered, Style};
use decision_core::{Affects, SectionKind};
use decision_git::{Changes, Known, Scope};

use super::AuthorError;
use crate::file_edit::FileEdit;
use crate::settings::PERSON_BUDGET;
use crate::workspace::Workspace;

/// A scope of more entries says no more than one of fewer directories.
const MOST_ENTRIES: usize = 5;

/// A record about to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRecord {
    /// Its file and slug.
    pub rendered: Rendered,
    /// The same to be written.
    pub edit: FileEdit,
}

/// The style of the log, with the numbers that other branches and work trees took.
pub fn style(workspace: &Workspace) -> Style {
    let elsewhere = workspace.files_elsewhere().into_iter();
    let paths: Vec<String> = elsewhere.map(|file| file.path).collect();
    Style::of(workspace.log(), &workspace.located.create_in, &paths)
}

/// A draft as a record of the log.
///
/// # Errors
///
/// Where it has no title, an entry of its scope is no pattern, or its file cannot be made.
pub fn new_record(workspace: &Workspace, draft: &Draft) -> Result<NewRecord, AuthorError> {
    if draft.title.trim().is_empty() {
        return Err(AuthorError::Refused(
            "a record needs a title: `decision new \"Use Postgres\"`".to_owned(),
        ));
    }
    let affects = Affects::new(draft.affects.iter().cloned());
    if let Some(problem) = affects.problems().first() {
        return Err(AuthorError::Refused(format!(
            "{}; {}",
            problem.message, problem.help
        )));
    }
    let rendered = draft.render(&style(workspace));
    let edit = FileEdit::create(
        workspace.repository.root(),
        rendered.path.clone(),
        rendered.file.clone(),
        rendered.text.clone(),
    )?;
    Ok(NewRecord { rendered, edit })
}

/// The record with which a log begins: that there is one.
///
/// # Errors
///
/// Where its file cannot be made.
pub fn first_record(workspace: &Workspace, date: String) -> Result<NewRecord, AuthorError> {
    let dir = style(workspace).dir().label.clone();
    let text = |text: &str| text.to_owned();
    let draft = Draft {
        title: text("Record decisions"),
        description: Some(format!(
            "Decisions that bind later work are kept as records in {dir}, in the repository that they govern."
        )),
        date,
        status: None,
        tags: vec![text("process")],
        affects: Vec::new(),
        sections: vec![
            (
                SectionKind::Context,
                text(
                    "Whoever changes the code has to know what was decided about it, and why. What was said in a meeting, a chat or a pull request is not found again.",
                ),
            ),
            (
                SectionKind::Decision,
                format!(
                    "A decision that somebody could undo without knowing it gets a record in {dir}: one Markdown file, with the paths that it governs under `affects`, reviewed and merged together with the code. A decision that no longer holds is superseded by a new record and stays."
                ),
            ),
            (
                SectionKind::Alternatives,
                text(
                    "- A wiki: it is not read where the code is written, and it does not move with the branch.\n- Comments in the code: they say what a line does, and a decision has many lines.",
                ),
            ),
            (
                SectionKind::TradeOffs,
                text("Every such decision costs the few minutes of writing it down."),
            ),
        ],
    };
    new_record(workspace, &draft)
}

/// Scope that the changes of the work tree propose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proposal {
    /// The entries.
    pub entries: Vec<String>,
    /// Why there are none, or why there may be more; as a fragment.
    pub note: Option<String>,
}

/// The files that are being changed as the scope of a new record: a few by name, many by their
/// directories; records themselves are left out.
pub fn propose_scope(workspace: &Workspace) -> Proposal {
    let changes = workspace
        .repository
        .changes_in(&Scope::everything(), PERSON_BUDGET);
    let dirs = workspace.located.decision_dirs();
    let labels: Vec<&str> = dirs
        .iter()
        .map(|dir| dir.label.as_str())
        .chain([workspace.located.create_in.label.as_str()])
        .collect();
    scope_of(&changes, &labels)
}

fn scope_of(changes: &Changes, record_dirs: &[&str]) -> Proposal {
    let is_record = |path: &str| {
        record_dirs.iter().any(|dir| {
            path.strip_prefix(dir)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let is_other = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name == crate::settings::FILE || name.ends_with(".lock") || name == "package-lock.json"
    };
    let mut entries: Vec<String> = changes
        .changes
        .iter()
        .map(|change| change.path.clone())
        .filter(|path| !is_record(path) && !is_other(path))
        .collect();
    let count = entries.len();
    while entries.len() > MOST_ENTRIES && collapse(&mut entries) {}
    let mut note = match &changes.known {
        Known::Complete => None,
        Known::Partial(reason) | Known::Unknown(reason) => Some(reason.clone()),
    };
    if entries.len() > MOST_ENTRIES {
        entries.clear();
        note = Some(format!(
            "{count} changed files lie too far apart to be the scope of one decision"
        ));
    }
    Proposal { entries, note }
}

/// Puts the deepest entries into their directories; `false` where nothing is left to put together.
fn collapse(entries: &mut Vec<String>) -> bool {
    let depth = |entry: &String| entry.trim_end_matches('/').matches('/').count();
    let Some(deepest) = entries.iter().map(depth).max().filter(|depth| *depth > 0) else {
        return false;
    };
    for entry in entries.iter_mut() {
        if depth(entry) == deepest {
            let path = entry.trim_end_matches('/');
            let end = path.rfind('/').map_or(0, |at| at + 1);
            entry.truncate(end);
        }
    }
    entries.sort();
    entries.dedup();
    let dirs: Vec<String> = entries
        .iter()
        .filter(|entry| entry.ends_with('/'))
        .cloned()
        .collect();
    entries.retain(|entry| {
        !dirs
            .iter()
            .any(|dir| entry != dir && entry.starts_with(dir.as_str()))
    });
    true
}

#[cfg(test)]
mod tests {
    use decision_git::{Change, ChangeKind};

    use super::*;

    fn scope(paths: &[&str]) -> Proposal {
        let change = |path: &&str| Change {
            path: (*path).to_owned(),
            kind: ChangeKind::Unstaged,
            renamed_from: None,
        };
        let changes = Changes {
            changes: paths.iter().map(change).collect(),
            known: Known::Complete,
        };
        scope_of(&changes, &["docs/decisions"])
    }

    #[test]
    fn few_files_are_named_and_many_are_put_together() {
        for (paths, entries) in [
            (
                vec!["src/a.rs", "docs/decisions/x.md", "Cargo.lock"],
                vec!["src/a.rs"],
            ),
            (
                vec![
                    "src/a/1.rs",
                    "src/a/2.rs",
                    "src/a/3.rs",
                    "src/b/1.rs",
                    "src/b/2.rs",
                    "x.toml",
                ],
                vec!["src/a/", "src/b/", "x.toml"],
            ),
            (
                vec![
                    "src/a/b/1.rs",
                    "src/a/b/2.rs",
                    "src/a/3.rs",
                    "lib/4.rs",
                    "lib/5.rs",
                    "lib/6.rs",
                    "lib/7.rs",
                ],
                vec!["lib/4.rs", "lib/5.rs", "lib/6.rs", "lib/7.rs", "src/a/"],
            ),
            (vec!["docs/decisionsx.md"], vec!["docs/decisionsx.md"]),
        ] {
            assert_eq!(scope(&paths).entries, entries, "{paths:?}");
        }
        let far = scope(&["a/1", "b/1", "c/1", "d/1", "e/1", "f/1"]);
        assert!(far.entries.is_empty() && far.note.is_some(), "{far:?}");
    }
}
