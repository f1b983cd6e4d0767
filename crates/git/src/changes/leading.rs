//! Whether the directories above a file are real ones.

use std::path::Path;

use gix::bstr::{BStr, BString, ByteSlice};

/// Tells whether a directory and everything above it, up to the work tree, is a directory and no
/// link. A file behind a link is gone as far as git is concerned.
///
/// Remembers the last answer, so in sorted order each directory is asked for once.
pub(super) struct LeadingDirs<'a> {
    work_tree: &'a Path,
    real: BString,
    not_real: Option<BString>,
}

impl<'a> LeadingDirs<'a> {
    pub(super) fn new(work_tree: &'a Path) -> LeadingDirs<'a> {
        LeadingDirs {
            work_tree,
            real: BString::default(),
            not_real: None,
        }
    }

    /// `dir` is from the work tree with `/`, without one at the end; `""` is the work tree itself.
    pub(super) fn is_real(&mut self, dir: &BStr) -> bool {
        if dir.is_empty() || dir == self.real {
            return true;
        }
        if self
            .not_real
            .as_ref()
            .is_some_and(|bad| crate::path::is_at_or_under(dir, bad))
        {
            return false;
        }
        let ends = dir.find_iter("/").chain([dir.len()]);
        for end in ends {
            let part = dir[..end].as_bstr();
            if crate::path::is_at_or_under(&self.real, part) {
                continue;
            }
            let is_dir = gix::path::from_bstr(part)
                .ok()
                .and_then(|part| self.work_tree.join(part).symlink_metadata().ok())
                .is_some_and(|metadata| metadata.is_dir());
            if !is_dir {
                self.not_real = Some(part.to_owned());
                return false;
            }
        }
        self.real = dir.to_owned();
        true
    }
}
