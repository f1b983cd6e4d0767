//! The index against `HEAD`.

use std::collections::HashMap;

use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::index::State;

use super::scope::Scope;
use super::{Change, ChangeKind};
use crate::difference::Difference;
use crate::index_diff;
use crate::path;
use crate::stop::Stop;

/// The staged changes in the scope; `false` where time ran out.
pub(super) fn staged(
    repo: &gix::Repository,
    index: &State,
    scope: &Scope,
    stop: &Stop,
) -> gix::Result<(Vec<Change>, bool)> {
    let head = index_diff::head_tree(repo)?;
    let (found, finished) = index_diff::differences(repo, index, head, scope, stop)?;
    Ok((with_renames(found), finished))
}

/// Pairs what was removed with what was added where the content is the same. Git also looks for
/// similar content; that costs more than a hook may, and both names are reported anyway.
fn with_renames(found: Vec<Difference>) -> Vec<Change> {
    let mut added = Vec::new();
    let mut removed = Vec::new();
    let mut changes = Vec::new();
    for difference in found {
        let path = path::text(difference.path.as_bstr()).into_owned();
        match (difference.before, difference.after) {
            (None, Some((_, id))) => added.push((path, id)),
            (Some((_, id)), None) => removed.push((path, id)),
            _ => changes.push(Change::new(path, ChangeKind::Staged)),
        }
    }
    removed.sort_unstable();
    added.sort_unstable();
    let mut by_content: HashMap<ObjectId, Vec<String>> = HashMap::new();
    for (path, id) in removed.into_iter().rev() {
        by_content.entry(id).or_default().push(path);
    }
    for (path, id) in added {
        let renamed_from = by_content.get_mut(&id).and_then(Vec::pop);
        let kind = if renamed_from.is_some() {
            ChangeKind::Renamed
        } else {
            ChangeKind::Staged
        };
        changes.push(Change {
            path,
            kind,
            renamed_from,
        });
    }
    let removed = by_content.into_values().flatten();
    changes.extend(removed.map(|path| Change::new(path, ChangeKind::Staged)));
    changes
}
