//! One record in the place of another.

use decision_core::draft::Draft;
use decision_core::edit::{self, EditError};
use decision_core::{Decision, METADATA, Names, Succession};

use super::{AuthorError, NewRecord};
use crate::file_edit::{FileEdit, FileError};
use crate::workspace::Workspace;

/// What takes a record's place.
pub enum Heir<'a> {
    /// A record that is there.
    Present(&'a Decision),
    /// One that is about to be written.
    New(Box<NewRecord>),
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
    fits(workspace, old, &heir)?;
    let retired = End::of(workspace, old)?;
    let (record, new) = match heir {
        Heir::Present(record) if record.path == old.path => {
            return Err(AuthorError::Refused(format!(
                "{}: a record cannot take its own place",
                old.path
            )));
        }
        Heir::Present(record) => (record.clone(), End::of(workspace, record)?),
        Heir::New(new) => {
            let rendered = &new.rendered;
            let bytes = rendered.text.clone().into_bytes();
            let (record, _) = Decision::read(&rendered.path, &rendered.slug, old.place, bytes);
            (record, End::plain(new.edit))
        }
    };
    let (old_text, new_text) = edit::supersede((old, &retired.bytes), (&record, &new.bytes))
        .map_err(|source| FileError::Edit {
            path: format!("{} and {}", retired.file.path, new.file.path),
            source,
        })?;
    Ok(vec![retired.change(old_text)?, new.change(new_text)?])
}

/// Whether one may take the other's place as the log stands: an old record has one heir, and no record is in
/// truth the heir of its heir.
fn fits(workspace: &Workspace, old: &Decision, heir: &Heir<'_>) -> Result<(), AuthorError> {
    let records = &workspace.log().records;
    let names = Names::of(records, |_| true);
    let succession = Succession::of(records, &names, |_| true);
    let at = |record: &Decision| records.iter().position(|other| other.path == record.path);
    let Some(old_at) = at(old) else {
        return Ok(());
    };
    let heir_at = match heir {
        Heir::Present(record) => at(record),
        Heir::New(_) => None,
    };
    let successors = succession.successors(old_at);
    if heir_at.is_some_and(|heir| successors.contains(&heir)) {
        return Ok(());
    }
    let mut later: Vec<usize> = heir_at.into_iter().collect();
    let mut next = 0;
    while let Some(record) = later.get(next).copied() {
        for successor in succession.successors(record) {
            if *successor == old_at {
                return Err(AuthorError::Refused(format!(
                    "{}: took the place of {} itself",
                    old.path, records[record].path
                )));
            }
            if !later.contains(successor) {
                later.push(*successor);
            }
        }
        next += 1;
    }
    match successors.first() {
        Some(other) => Err(AuthorError::Refused(format!(
            "{}: {} took its place already; supersede that one",
            old.path, records[*other].path
        ))),
        None => Ok(()),
    }
}

/// One of the two files, with the text in which its record is edited.
struct End {
    file: FileEdit,
    bytes: Vec<u8>,
    /// What stands around the file's own text in these bytes: fields that have a file of their own are
    /// edited as the front matter of their record.
    around: (String, String),
}

impl End {
    fn of(workspace: &Workspace, record: &Decision) -> Result<End, AuthorError> {
        let root = workspace.repository.root();
        let file = FileEdit::read(root, &record.path)?;
        // Front matter of the record itself counts before the fields beside it.
        let fields = record
            .path
            .strip_suffix("README.md")
            .filter(|_| record.body_start() == 0)
            .map(|folder| format!("{folder}{METADATA}"))
            .filter(|path| root.join(path).is_file());
        let Some(path) = fields else {
            return Ok(End::plain(file));
        };
        let fields = FileEdit::read(root, &path)?;
        let Some((own, text)) = fields.after().zip(file.after()) else {
            return Err(fields.failed(EditError::NotUtf8).into());
        };
        let eol = if own.contains("\r\n") { "\r\n" } else { "\n" };
        let gap = if own.is_empty() || own.ends_with('\n') {
            ""
        } else {
            eol
        };
        let around = (format!("---{eol}"), format!("{gap}---{eol}{eol}{text}"));
        let bytes = format!("{}{own}{}", around.0, around.1).into_bytes();
        Ok(End {
            file: fields,
            bytes,
            around,
        })
    }

    fn plain(file: FileEdit) -> End {
        End {
            bytes: file.bytes().to_vec(),
            file,
            around: (String::new(), String::new()),
        }
    }

    fn change(self, text: String) -> Result<FileEdit, AuthorError> {
        let (before, behind) = &self.around;
        let inner = text.strip_prefix(before.as_str());
        match inner.and_then(|inner| inner.strip_suffix(behind.as_str())) {
            Some(own) => Ok(self.file.change(own.to_owned())),
            None => Err(AuthorError::Refused(format!(
                "{}: its fields have a shape that is not edited; change them by hand",
                self.file.path
            ))),
        }
    }
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
