//! The root where there is no repository.

use std::path::Path;

use crate::{Environment, locate};

/// The nearest directory, from `start` upwards, that has records, and `start` where none has.
///
/// Above `start` only directories count that can be a project's: others may have been put there by
/// anybody, as in `/tmp`. So the search ends before a directory of another owner, the home directory,
/// a mount point's other side and the root of the file system.
pub(super) fn with_records<'a>(start: &'a Path, environment: &Environment) -> &'a Path {
    if locate::has_records(start) || is_home(start, environment) {
        return start;
    }
    start
        .ancestors()
        .skip(1)
        .take_while(|dir| {
            dir.parent().is_some()
                && is_own(dir)
                && !is_home(dir, environment)
                && (environment.across_file_systems || is_on_same_device(dir, start))
        })
        .find(|dir| locate::has_records(dir))
        .unwrap_or(start)
}

fn is_own(dir: &Path) -> bool {
    gix::sec::identity::is_path_owned_by_current_user(dir).unwrap_or(false)
}

fn is_home(dir: &Path, environment: &Environment) -> bool {
    environment.home.as_deref().is_some_and(|home| {
        let real = || Some((dir.canonicalize().ok()?, home.canonicalize().ok()?));
        dir == home || real().is_some_and(|(dir, home)| dir == home)
    })
}

#[cfg(unix)]
fn is_on_same_device(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    let device = |dir: &Path| dir.metadata().ok().map(|metadata| metadata.dev());
    device(one) == device(other)
}

/// Drives are told apart by their paths.
#[cfg(not(unix))]
fn is_on_same_device(_: &Path, _: &Path) -> bool {
    true
}
