//! One record in the place of another.

use decision_core::draft::Draft;
use decision_core::{Decision, edit};

use super::{AuthorError, FileEdit, NewRecord};
use crate::workspace::Workspace;

/// What takes a record's place.
pub enum Heir<'a> {
    /// A record that is there.
    Present(&'a Decision),
    /// One that is about to be written.
    New(NewRecord),
}

/// Both ends of a supersession. The old record comes first.
///
/// # Errors
///
/// Where the two are one, or one of them cannot be edited.
pub fn supersede(
    workspace: &Workspace,
    old: &Decision,
    heir: Heir<'_>,
) -> Result<Vec<FileEdit>, AuthorError> {
    let root = workspace.repository.root();
    let retired = FileEdit::read(root, &old.path)?;
    let (record, new) = match heir {
        Heir::Present(record) if record.path == old.path => {
            return Err(AuthorError::Refused(format!(
                "{}: a record cannot take its own place",
                old.path
            )));
        }
        Heir::Present(record) => (record.clone(), FileEdit::read(root, &record.path)?),
        Heir::New(new) => {
            let rendered = &new.rendered;
            let bytes = rendered.text.clone().into_bytes();
            let (record, _) = Decision::read(&rendered.path, &rendered.slug, old.place, bytes);
            (record, new.edit)
        }
    };
    let (old_text, new_text) = edit::supersede((old, retired.bytes()), (&record, new.bytes()))
        .map_err(|source| AuthorError::Edit {
            path: format!("{} and {}", old.path, record.path),
            source,
        })?;
    Ok(vec![retired.change(old_text), new.change(new_text)])
}

/// The draft of a record that takes another one's place: with its tags and its scope.
pub fn successor(old: &Decision, title: String, date: String) -> Draft {
    let entries = old.affects.entries().iter();
    Draft {
        title,
        date,
        tags: old.tags.clone(),
        affects: entries.map(|entry| entry.text().to_owned()).collect(),
        ..Draft::default()
    }
}
