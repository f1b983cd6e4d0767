//! Whether what is about to be written lies where its path says.

use std::path::Path;

/// Whether a path in the repository is in truth elsewhere: a repository may bring links along, and none of
/// them makes this program write into the user's home or into git's own directory. A path that the user
/// gave and that lies outside is meant so.
pub(crate) fn leads_out(root: &Path, path: &Path) -> bool {
    if !path.starts_with(root) {
        return false;
    }
    let existing = path
        .ancestors()
        .find(|above| above.symlink_metadata().is_ok());
    match (root.canonicalize(), existing.unwrap_or(root).canonicalize()) {
        (Ok(root), Ok(real)) => real.strip_prefix(root).map_or(true, |inner| {
            inner
                .components()
                .any(|part| part.as_os_str().eq_ignore_ascii_case(".git"))
        }),
        // A link that leads nowhere would be made into a file at its end.
        _ => true,
    }
}
