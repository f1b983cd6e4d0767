//! The programs that are timed, and the processes that are made of them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::process::{self, Subject};
use super::report::Report;
use super::{Log, QUERY};

/// The programs that are timed.
pub(super) struct Programs {
    pub(super) decision: PathBuf,
    pub(super) hook: PathBuf,
    pub(super) git: PathBuf,
    pub(super) ripgrep: Option<PathBuf>,
    pub(super) nothing: Option<PathBuf>,
}

impl Programs {
    pub(super) fn find(bin_dir: &Path) -> Result<Programs> {
        let ours = |name: &str| {
            let path = bin_dir.join(format!("{name}{}", env::consts::EXE_SUFFIX));
            ensure!(path.is_file(), "there is no {}", path.display());
            Ok(path)
        };
        Ok(Programs {
            decision: ours("decision")?,
            hook: ours("decision-hook")?,
            git: process::find("git").context("git is not on the PATH")?,
            ripgrep: process::find("rg"),
            nothing: process::find("true"),
        })
    }

    pub(super) fn describe(&self, report: &mut Report) {
        report.note(process::version(&self.git));
        match &self.ripgrep {
            Some(program) => report.note(process::version(program)),
            None => report.note("`rg` is not on the PATH, so nothing is compared with it".into()),
        }
        if self.nothing.is_none() {
            report.note("`true` is not on the PATH, so nothing is compared with it".into());
        }
    }

    pub(super) fn hook(&self, log: &Log) -> Subject {
        Subject::new(
            "decision-hook",
            &self.hook,
            Vec::new(),
            &log.root,
            log.expect(),
        )
        .with_stdin(&log.event)
    }

    pub(super) fn query(&self, log: &Log) -> Subject {
        let mut args = vec!["query".into(), "--dir".into(), log.dir.clone().into()];
        args.extend(QUERY.map(Into::into));
        Subject::new(
            "decision query",
            &self.decision,
            args,
            &log.root,
            log.expect(),
        )
    }
}

/// Builds the release binaries of the root package, and says where they are.
pub(super) fn build() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .context("xtask has no parent")?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--release", "--bins", "--package", "decision"])
        .current_dir(root)
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("the release build failed");
    }
    // This program lies in the target folder too, wherever that is: `<target>/<profile>/xtask`.
    let own = env::current_exe().context("cannot tell where this program is")?;
    let target = own
        .ancestors()
        .nth(2)
        .context("this program is not in a target folder")?;
    Ok(target.join("release"))
}
