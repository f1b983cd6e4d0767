//! Git's hooks `pre-commit`, `pre-merge-commit` and `commit-msg`, beside what is there.

mod manager;
mod plan;
mod script;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use decision_policy::inside;

pub(crate) use manager::Manager;
pub(crate) use plan::{Wanted, install, uninstall};
pub(crate) use script::{HOOKS, Hook, Whose, quoted};

/// A folder of hooks as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Folder {
    /// The folder, absolute.
    pub(crate) path: PathBuf,
    /// Whether it exists.
    pub(crate) exists: bool,
    /// The hooks that concern us, in the order of [`HOOKS`].
    pub(crate) hooks: Vec<Found>,
}

/// What is in the place of a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The hook.
    pub(crate) hook: Hook,
    /// What the file holds, bytes that are not UTF-8 replaced; `None` where there is none.
    pub(crate) text: Option<String>,
    /// Whether git would run the file.
    pub(crate) runs: bool,
    /// Whether a hook from before is kept beside it.
    pub(crate) kept: bool,
}

impl Found {
    /// Whose the hook is; `None` where there is none.
    pub(crate) fn whose(&self) -> Option<Whose> {
        self.text.as_deref().map(script::whose)
    }
}

impl Folder {
    /// Looks at a folder of hooks, which need not exist.
    ///
    /// # Errors
    ///
    /// Where something in it cannot be read, or a hook is no file.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Folder> {
        let hooks = HOOKS
            .into_iter()
            .map(|hook| found(path, hook))
            .collect::<anyhow::Result<_>>()?;
        Ok(Folder {
            path: path.to_owned(),
            exists: path.is_dir(),
            hooks,
        })
    }

    /// Who keeps the hooks of the folder, where a known program does.
    pub(crate) fn manager(&self) -> Option<Manager> {
        let texts = self.hooks.iter().map(|found| found.text.as_deref());
        texts
            .map(Option::unwrap_or_default)
            .find_map(|text| Manager::of(&self.path, text))
    }
}

fn found(folder: &Path, hook: Hook) -> anyhow::Result<Found> {
    let file = folder.join(hook.name());
    let mut found = Found {
        hook,
        text: None,
        runs: false,
        kept: fs::symlink_metadata(folder.join(hook.kept_name())).is_ok(),
    };
    let meta = match fs::symlink_metadata(&file) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(found);
        }
        meta => meta.with_context(|| format!("{}: cannot be read", file.display()))?,
    };
    if meta.is_dir() {
        bail!("{}: is a folder, so git has no such hook", file.display());
    }
    let bytes = inside::read_anywhere(&file).with_context(|| file.display().to_string())?;
    // A link that leads nowhere is a hook of somebody's all the same.
    let bytes = bytes.unwrap_or_default();
    found.runs = is_executable(&file);
    found.text = Some(String::from_utf8_lossy(&bytes).into_owned());
    Ok(found)
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_file: &Path) -> bool {
    true
}
