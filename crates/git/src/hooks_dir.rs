//! Where git looks for hooks.

use std::path::{Path, PathBuf};

use gix::config::Source;

use crate::{NoChanges, Repository, path};

/// The directory that git takes hooks from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HooksDir {
    /// The directory, absolute; it need not exist.
    pub path: PathBuf,
    /// Who set `core.hooksPath`; none where nobody did and git uses `hooks` in the directory that all
    /// work trees share.
    pub configured_by: Option<ConfiguredBy>,
    /// The one in git's own directory, which git takes them from where nobody configured another.
    pub usual: PathBuf,
}

/// Where a setting of git's comes from, the farthest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConfiguredBy {
    /// The machine's or the installation's configuration.
    System,
    /// The user's configuration, for all repositories.
    Global,
    /// The repository's configuration, for all its work trees.
    Local,
    /// The configuration of this work tree.
    Worktree,
    /// The command line of git, or the environment.
    Command,
}

impl ConfiguredBy {
    /// Whether the setting counts in other repositories too.
    pub fn is_shared(self) -> bool {
        matches!(self, ConfiguredBy::System | ConfiguredBy::Global)
    }
}

impl From<Source> for ConfiguredBy {
    fn from(source: Source) -> ConfiguredBy {
        match source {
            Source::GitInstallation | Source::System => ConfiguredBy::System,
            Source::Git | Source::User => ConfiguredBy::Global,
            Source::Local => ConfiguredBy::Local,
            Source::Worktree => ConfiguredBy::Worktree,
            Source::Env | Source::Cli | Source::Api | Source::EnvOverride => ConfiguredBy::Command,
        }
    }
}

impl Repository {
    /// The directory that git takes the hooks of this repository from, in a submodule of the submodule.
    ///
    /// A relative `core.hooksPath` counts from the top of the work tree, since that is where git runs hooks.
    /// `~` is the user's home.
    ///
    /// # Errors
    ///
    /// Where there is no repository with a work tree, or `core.hooksPath` cannot be made a path (`~name`).
    pub fn hooks_dir(&self) -> Result<HooksDir, NoChanges> {
        let git = self.git().map_err(Clone::clone)?;
        let repo = git.repo.to_thread_local();
        let config = repo.config_snapshot();
        let unreadable = |reason: String| NoChanges::Unreadable {
            path: path::with_slashes(repo.git_dir()),
            reason,
        };
        let mut last = None;
        for section in config
            .plumbing()
            .sections_by_name("core")
            .into_iter()
            .flatten()
        {
            // The later one counts, as git has it.
            if section.header().subsection_name().is_none()
                && let Some(value) = section.values("hooksPath").pop()
            {
                last = Some((value, section.meta().source));
            }
        }
        let usual = absolute(repo.common_dir()).join("hooks");
        let Some((value, source)) = last else {
            return Ok(HooksDir {
                path: usual.clone(),
                usual,
                configured_by: None,
            });
        };
        let interpolation = gix::config::path::interpolate::Context {
            git_install_dir: None,
            home_dir: self.home(),
            // The users of the system are not looked up.
            home_for_user: None,
        };
        let value = gix::config::Path::from(value);
        let dir = value
            .interpolate(interpolation)
            .map_err(|error| unreadable(format!("core.hooksPath: {error}")))?;
        Ok(HooksDir {
            path: path::without_dots(&git.work_tree.join(dir)),
            usual,
            configured_by: Some(source.into()),
        })
    }
}

fn absolute(dir: &Path) -> PathBuf {
    std::path::absolute(dir).map_or_else(|_| dir.to_owned(), |dir| path::without_dots(&dir))
}
