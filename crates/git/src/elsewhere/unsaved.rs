//! Records in other work trees that are not committed there.

use std::fs;
use std::path::Path;

use gix::bstr::{BString, ByteSlice, ByteVec};

use super::{Elsewhere, Place, Search, is_record};
use crate::path;
use crate::stop::Stop;

/// So deep below a decision directory.
const MAX_DEPTH: usize = 8;

impl Search<'_> {
    /// Lists what is on disk in another work tree, but neither in its `HEAD` nor here.
    pub(super) fn unsaved(&mut self, other: &gix::Repository, stop: &Stop) -> gix::Result<()> {
        let Some(root) = other.workdir().and_then(|dir| dir.canonicalize().ok()) else {
            return Ok(());
        };
        let mut on_disk = Vec::new();
        for dir in self.dirs {
            files(
                &root,
                &mut BString::from(*dir),
                MAX_DEPTH,
                stop,
                &mut on_disk,
            );
        }
        on_disk.retain(|path| !self.is_here(path));
        if on_disk.is_empty() {
            return Ok(());
        }
        on_disk.sort_unstable();
        let committed = other.head_tree_id_or_empty()?.detach();
        for path in on_disk {
            if self.trees.look_up(committed, path.as_bstr())?.is_none() {
                self.found.files.push(Elsewhere {
                    place: Place::WorkTree(root.clone()),
                    path: path::text(path.as_bstr()).into_owned(),
                });
            }
        }
        Ok(())
    }
}

fn files(root: &Path, at: &mut BString, depth: usize, stop: &Stop, found: &mut Vec<BString>) {
    let Ok(dir) = gix::path::from_bstr(at.as_bstr()) else {
        return;
    };
    if depth == 0 || stop.is_now() {
        return;
    }
    let listing = fs::read_dir(root.join(dir)).into_iter().flatten().flatten();
    for entry in listing {
        let (Ok(kind), Ok(name)) = (
            entry.file_type(),
            gix::path::os_string_into_bstring(entry.file_name()),
        ) else {
            continue;
        };
        let length = at.len();
        if length > 0 {
            at.push(b'/');
        }
        at.push_str(&name);
        if kind.is_dir() && !name.starts_with(b".") {
            files(root, at, depth - 1, stop, found);
        } else if kind.is_file() && is_record(&name) {
            found.push(at.clone());
        }
        at.truncate(length);
    }
}
