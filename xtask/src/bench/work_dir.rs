//! The folder of the inputs.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result};

/// The folder of the inputs; removed at the end unless it is to be kept.
pub(super) struct WorkDir {
    pub(super) path: PathBuf,
    keep: bool,
}

impl WorkDir {
    pub(super) fn new(keep: Option<&Path>) -> Result<WorkDir> {
        let path = match keep {
            Some(path) => path.to_path_buf(),
            None => env::temp_dir().join(format!("decision-bench-{}", std::process::id())),
        };
        fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        let path = path.canonicalize()?;
        Ok(WorkDir {
            path,
            keep: keep.is_some(),
        })
    }
}

impl Drop for WorkDir {
    fn drop(&mut self) {
        if !self.keep {
            // Nothing can be done about a folder that stays, and it lies among temporary files.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}
