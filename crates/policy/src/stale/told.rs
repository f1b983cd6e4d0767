//! Changes of a commit with its moves.

use std::collections::HashMap;

use decision_git::{Blob, FileChangeKind, PastChange};

/// A change, with the name that the file had before.
pub(super) struct Told<'a> {
    pub(super) path: &'a str,
    pub(super) from: Option<&'a str>,
    pub(super) before: Option<Blob>,
    pub(super) after: Option<Blob>,
}

impl<'a> Told<'a> {
    pub(super) fn of(change: &'a PastChange) -> Told<'a> {
        Told {
            path: &change.path,
            from: None,
            before: change.before,
            after: change.after,
        }
    }
}

/// The changes of a commit, what it moved (from where to where) as one change each.
pub(super) fn with_moves<'a>(
    changes: &'a [PastChange],
    moves: &HashMap<String, String>,
) -> Vec<Told<'a>> {
    let removed = |change: &&PastChange| change.kind == FileChangeKind::Removed;
    let sources: HashMap<&str, &PastChange> = changes
        .iter()
        .filter(removed)
        .filter_map(|change| Some((moves.get(&change.path)?.as_str(), change)))
        .collect();
    changes
        .iter()
        .filter(|change| !(removed(change) && moves.contains_key(&change.path)))
        .map(|change| match sources.get(change.path.as_str()) {
            Some(source) => Told {
                from: Some(&source.path),
                before: source.before,
                ..Told::of(change)
            },
            None => Told::of(change),
        })
        .collect()
}
