//! No record is read twice: of directories that lie in one another only one is kept.

use std::path::Path;

use super::{FoundBy, LocatedDir, well_known};

/// Takes out directories that are named twice or that lie in another one.
///
/// Records are read at any depth, so an outer directory covers the inner one. It is kept, except
/// where nobody asked for it and it looks like the home of other documents: a well-known outer
/// directory (`docs/architecture`) gives way to a well-known one in it
/// (`docs/architecture/decisions`) unless it has numbered or dated records itself.
pub(super) fn without_nested(dirs: Vec<LocatedDir>) -> Vec<LocatedDir> {
    let real: Vec<_> = dirs
        .iter()
        .map(|found| {
            found
                .dir
                .path
                .canonicalize()
                .unwrap_or_else(|_| found.dir.path.clone())
        })
        .collect();
    let gives_way = |outer: usize| {
        dirs[outer].found_by == FoundBy::WellKnown
            && (0..dirs.len()).any(|inner| {
                dirs[inner].found_by == FoundBy::WellKnown && is_inside(&real[inner], &real[outer])
            })
            && !well_known::has_numbered_records(&dirs[outer].dir.path)
    };
    let stays: Vec<bool> = (0..dirs.len()).map(|index| !gives_way(index)).collect();
    let covered = |inner: usize| {
        (0..dirs.len()).any(|outer| {
            stays[outer]
                && (is_inside(&real[inner], &real[outer])
                    || (outer < inner && real[inner] == real[outer]))
        })
    };
    let keep: Vec<bool> = (0..dirs.len())
        .map(|index| stays[index] && !covered(index))
        .collect();
    dirs.into_iter()
        .zip(keep)
        .filter_map(|(dir, keep)| keep.then_some(dir))
        .collect()
}

fn is_inside(inner: &Path, outer: &Path) -> bool {
    inner != outer && inner.starts_with(outer)
}
