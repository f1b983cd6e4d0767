//! The search for the repository.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use gix::ThreadSafeRepository;
use gix::sec::trust::Mapping;

use super::{Git, Kind, NoChanges, Repository, nearest};
use crate::drivers::Drivers;
use crate::{Environment, Error, error, locate, path};

pub(super) fn discover(start: &Path, environment: &Environment) -> Result<Repository, Error> {
    let start = existing_directory(start)?;
    let mut found = match open(&start, environment, true) {
        Ok(opened) => with_repository(start, opened, environment),
        Err(error) => without_repository(start, &error, environment),
    };
    if found.kind == Kind::Submodule {
        use_superproject(&mut found, environment);
    }
    Ok(found)
}

/// The nearest directory at or above `start` that exists.
fn existing_directory(start: &Path) -> Result<PathBuf, Error> {
    let absolute = std::path::absolute(start).map_err(|source| Error::NoWorkingDirectory {
        path: start.to_owned(),
        source,
    })?;
    let absolute = path::resolved(&absolute);
    absolute
        .ancestors()
        .find(|dir| dir.is_dir())
        .map(Path::to_owned)
        .ok_or(Error::NoSuchStart(absolute.clone()))
}

/// The environment without what it says of one repository.
fn of_another_repository(environment: &Environment) -> Environment {
    Environment {
        git_dir: None,
        git_work_tree: None,
        git_index_file: None,
        merging: Vec::new(),
        ..environment.clone()
    }
}

fn options(environment: &Environment, start: &Path) -> gix::open::Options {
    // The checksum over the whole index is half the cost of reading a large one, and it guards
    // against nothing here: the index is never written back.
    let mut overrides = vec!["index.skipHash=true".to_owned()];
    if let Some(index) = &environment.git_index_file {
        let index = start.join(index);
        overrides.push(format!(
            "gitoxide.core.indexFile={}",
            index.to_string_lossy()
        ));
    }
    let mut options = gix::open::Options::default()
        .bail_if_untrusted(true)
        .config_overrides(overrides);
    if environment.isolated {
        options = options.permissions(gix::open::Permissions::isolated());
    }
    options
}

/// A repository without its filter programs.
struct Opened {
    repo: gix::Repository,
    drivers: Drivers,
}

/// Opens what is found from `start`. `own` says whether git's variables in the process environment,
/// which `gix` reads too, are meant for it.
fn open(start: &Path, environment: &Environment, own: bool) -> gix::Result<Opened> {
    let mut options = options(environment, start);
    if !own {
        options.permissions.env.git_prefix = gix::sec::Permission::Deny;
    }
    let options = options;
    let mut repo = match &environment.git_dir {
        Some(git_dir) => ThreadSafeRepository::open_opts(start.join(git_dir), options)?,
        None => ThreadSafeRepository::discover_opts(
            start,
            search(environment),
            Mapping {
                full: options.clone(),
                reduced: options,
            },
        )?,
    }
    .to_thread_local();
    if let Some(work_tree) = &environment.git_work_tree {
        repo.set_workdir(start.join(work_tree))?;
    } else if environment.git_dir.is_some() && repo.workdir().is_none() && !repo.is_bare() {
        // Git's rule: with `GIT_DIR` alone the working directory is the top of the work tree.
        repo.set_workdir(start.to_owned())?;
    }
    let drivers = Drivers::take_from(&mut repo)?;
    Ok(Opened { repo, drivers })
}

/// Only a `.git` is taken for a repository. A clone can carry a directory that looks like a bare
/// repository, with a configuration that its author wrote, but nothing that is named `.git`.
fn search(environment: &Environment) -> gix::discover::upwards::Options<'static> {
    let options = gix::discover::upwards::Options {
        match_ceiling_dir_or_error: false,
        dot_git_only: true,
        cross_fs: environment.across_file_systems,
        ..Default::default()
    };
    if environment.isolated {
        options
    } else {
        options.apply_environment()
    }
}

fn with_repository(start: PathBuf, opened: Opened, environment: &Environment) -> Repository {
    let Opened { repo, drivers } = opened;
    let git_common_dir = std::path::absolute(repo.common_dir())
        .ok()
        .map(|dir| path::without_dots(&dir));
    let Some(work_tree) = repo.workdir() else {
        return Repository {
            root: nearest::with_records(&start, environment).to_owned(),
            start,
            kind: Kind::Bare,
            decision_dir: environment.decision_dir.clone(),
            home: environment.home.clone(),
            git: Err(NoChanges::Bare),
            superproject: None,
            git_common_dir,
        };
    };
    let work_tree = std::path::absolute(work_tree)
        .map_or_else(|_| work_tree.to_owned(), |dir| path::without_dots(&dir));
    Repository {
        root: work_tree.clone(),
        start,
        kind: match repo.kind() {
            gix::repository::Kind::Submodule => Kind::Submodule,
            gix::repository::Kind::LinkedWorkTree => Kind::LinkedWorkTree,
            gix::repository::Kind::Common => Kind::WorkTree,
        },
        decision_dir: environment.decision_dir.clone(),
        home: environment.home.clone(),
        git: Ok(Git {
            repo: repo.into_sync(),
            work_tree,
            prefix: String::new(),
            drivers,
            merging: environment.merging.clone(),
            default_tree: OnceLock::new(),
        }),
        superproject: None,
        git_common_dir,
    }
}

/// Why nothing could be opened decides what is left: a repository of another owner and a broken one
/// still have a work tree to read records in.
fn without_repository(start: PathBuf, error: &gix::Error, environment: &Environment) -> Repository {
    let found = match &environment.git_dir {
        Some(_) => None,
        None => gix::discover::upwards_opts(&start, search(environment)).ok(),
    };
    let (root, kind, reason) = match found {
        Some((found, _)) => {
            let (git_dir, work_tree) = found.into_repository_and_work_tree_directories();
            let kind = if work_tree.is_some() {
                Kind::WorkTree
            } else {
                Kind::Bare
            };
            let root = work_tree.unwrap_or_else(|| git_dir.clone());
            let owned = |dir: &Path| {
                gix::sec::identity::is_path_owned_by_current_user(dir).unwrap_or(false)
            };
            let reason = if owned(&root) && owned(&git_dir) {
                NoChanges::Unreadable {
                    path: path::with_slashes(&git_dir),
                    reason: error::reason(error),
                }
            } else {
                NoChanges::OtherOwner(path::with_slashes(&root))
            };
            (path::without_dots(&root), kind, reason)
        }
        None => {
            let reason = match &environment.git_dir {
                Some(git_dir) => NoChanges::Unreadable {
                    path: path::with_slashes(git_dir),
                    reason: format!("named by GIT_DIR, but: {}", error::reason(error)),
                },
                None if looks_bare(&start) => NoChanges::Bare,
                None => NoChanges::NoRepository,
            };
            let kind = if reason == NoChanges::Bare {
                Kind::Bare
            } else {
                Kind::Directory
            };
            (
                nearest::with_records(&start, environment).to_owned(),
                kind,
                reason,
            )
        }
    };
    Repository {
        root,
        start,
        kind,
        decision_dir: environment.decision_dir.clone(),
        home: environment.home.clone(),
        git: Err(reason),
        superproject: None,
        git_common_dir: None,
    }
}

/// Whether `start` is in what looks like a bare repository. Nothing in it is read: behind any of its
/// names may be a link to something that has no end.
fn looks_bare(start: &Path) -> bool {
    start.ancestors().any(|dir| {
        let head = dir.join("HEAD").symlink_metadata();
        head.is_ok_and(|head| head.is_file())
            && dir.join("objects").is_dir()
            && dir.join("refs").is_dir()
    })
}

/// A submodule without records of its own takes part in its superproject's log: the first
/// superproject upwards that has one.
fn use_superproject(found: &mut Repository, environment: &Environment) {
    let named = environment.git_work_tree.is_some() || environment.git_index_file.is_some();
    let environment = &of_another_repository(environment);
    let Ok(git) = found.git.as_mut() else { return };
    if has_log(&git.repo.to_thread_local(), &git.work_tree) {
        return;
    }
    let mut inner = git.work_tree.clone();
    while let Some(above) = inner.parent() {
        let Ok(Opened { repo, drivers }) = open(above, environment, !named) else {
            return;
        };
        let Some(outer) = repo.workdir().map(path::without_dots) else {
            return;
        };
        let Ok(submodule) = git.work_tree.strip_prefix(&outer) else {
            return;
        };
        if has_log(&repo, &outer) {
            git.prefix = format!("{}/", path::with_slashes(submodule));
            found.root.clone_from(&outer);
            found.superproject = Some(Git {
                repo: repo.into_sync(),
                work_tree: outer,
                prefix: String::new(),
                drivers,
                merging: Vec::new(),
                default_tree: OnceLock::new(),
            });
            return;
        }
        if repo.kind() != gix::repository::Kind::Submodule {
            return;
        }
        inner = outer;
    }
}

fn has_log(repo: &gix::Repository, work_tree: &Path) -> bool {
    locate::is_configured(repo) || locate::has_settings(work_tree) || locate::has_records(work_tree)
}
