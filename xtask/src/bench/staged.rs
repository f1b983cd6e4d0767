//! A repository with many records, and a few files staged.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use super::repository::{self, append, module_path};
use super::{Log, records};

/// How many records there are.
const RECORDS: usize = 500;

/// A repository of `size` files and 500 records, with five files staged, one of them a record.
pub(super) fn log(work: &Path, size: usize, git: &Path) -> Result<Log> {
    let root = work.join(format!("staged-{size}"));
    let documents = records::documents(RECORDS);
    let marks = documents.iter().map(|(path, _)| path.clone()).collect();
    repository::once(&root, || {
        fs::create_dir_all(&root).with_context(|| format!("cannot make {}", root.display()))?;
        repository::git(git, &root, &["init", "--quiet", "--initial-branch=main"])?;
        repository::import(git, &root, size, &documents).context("git fast-import failed")?;
        repository::git(git, &root, &["checkout", "--quiet", "--force", "main"])?;
        // As in `with_changes`: the index is written when the files are older than it.
        thread::sleep(Duration::from_millis(1100));
        let mut staged = vec![documents[7].0.clone()];
        for area in [1, 9, 17, 25] {
            staged.push(format!("{}/d0000/f00.rs", module_path(area, 2)));
        }
        for path in &staged {
            append(&root, path)?;
        }
        let mut arguments = vec!["add", "--"];
        arguments.extend(staged.iter().map(String::as_str));
        repository::git(git, &root, &arguments)
    })?;
    Log::new(root, marks)
}
