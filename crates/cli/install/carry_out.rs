//! Carrying out a plan, and taking back its first steps where a later one fails.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use decision_core::replace;

use super::{Step, Write};

/// Carries out the steps in order.
pub(super) fn all(steps: &[Step]) -> anyhow::Result<()> {
    for (index, step) in steps.iter().enumerate() {
        let Err(error) = one(step) else { continue };
        let mut left = Vec::new();
        for done in steps[..index].iter().rev() {
            if let Err(error) = back(done) {
                left.push(format!("{error:#}"));
            }
        }
        return Err(if left.is_empty() {
            error.context("nothing was changed")
        } else {
            error.context(format!(
                "what was done before the fault could not all be taken back ({})",
                left.join("; ")
            ))
        });
    }
    Ok(())
}

fn one(step: &Step) -> anyhow::Result<()> {
    match step {
        Step::MakeFolder(path) => {
            fs::create_dir_all(path).with_context(|| format!("{}: cannot be made", path.display()))
        }
        Step::Write {
            path,
            before,
            after,
            kind,
        } => {
            replace::write_atomically(path, before.as_deref().map(str::as_bytes), after)?;
            match kind {
                Write::Hook => make_executable(path),
                Write::Memory => make_private(path),
                Write::Settings => Ok(()),
            }
        }
        Step::Rename { from, to } => {
            ensure!(
                fs::symlink_metadata(to).is_err(),
                "{}: is there already; move it away and run the command again",
                to.display()
            );
            fs::rename(from, to).with_context(|| format!("{}: cannot be renamed", from.display()))
        }
        Step::Remove { path, before, .. } => {
            let now =
                fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
            if now != before.as_bytes() {
                bail!(
                    "{}: changed in the meantime; run the command again",
                    path.display()
                );
            }
            fs::remove_file(path).with_context(|| format!("{}: cannot be removed", path.display()))
        }
        Step::RemoveFolder(path) => match fs::remove_dir(path) {
            Err(error)
                if !matches!(
                    error.kind(),
                    ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty
                ) =>
            {
                Err(error).with_context(|| format!("{}: cannot be removed", path.display()))
            }
            _ => Ok(()),
        },
    }
}

/// Undoes a step that was carried out.
fn back(step: &Step) -> anyhow::Result<()> {
    match step {
        Step::MakeFolder(path) => one(&Step::RemoveFolder(path.clone())),
        Step::Write {
            path,
            before: None,
            after,
            kind,
        } => one(&Step::Remove {
            path: path.clone(),
            before: after.clone(),
            kind: *kind,
        }),
        Step::Write {
            path,
            before: Some(before),
            after,
            ..
        } => Ok(replace::write_atomically(
            path,
            Some(after.as_bytes()),
            before,
        )?),
        Step::Rename { from, to } => one(&Step::Rename {
            from: to.clone(),
            to: from.clone(),
        }),
        Step::Remove { path, before, kind } => one(&Step::Write {
            path: path.clone(),
            before: None,
            after: before.clone(),
            kind: *kind,
        }),
        Step::RemoveFolder(path) => one(&Step::MakeFolder(path.clone())),
    }
}

/// Whoever may read the file may run it; the user's mask has already said who that is.
#[cfg(unix)]
fn make_executable(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let refused = || format!("{}: cannot be made a program", path.display());
    let mode = fs::metadata(path)
        .with_context(refused)?
        .permissions()
        .mode();
    let readable = mode & 0o444;
    fs::set_permissions(path, fs::Permissions::from_mode(mode | readable >> 2))
        .with_context(refused)
}

/// Nobody else may read the file.
#[cfg(unix)]
fn make_private(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
        .with_context(|| format!("{}: cannot be made private", path.display()))
}

/// Windows has no such bit; git's shell runs any hook there.
#[cfg(not(unix))]
fn make_executable(_path: &Path) -> anyhow::Result<()> {
    Ok(())
}

/// What lies in a user's folder is the user's alone there.
#[cfg(not(unix))]
fn make_private(_path: &Path) -> anyhow::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_fails_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, before: Option<&str>| Step::Write {
            path: path(name),
            before: before.map(str::to_owned),
            after: "new".to_owned(),
            kind: Write::Hook,
        };
        fs::write(path("a"), "a").unwrap();
        fs::write(path("b"), "b").unwrap();
        fs::write(path("c"), "c").unwrap();
        let names = || {
            let mut names: Vec<_> = fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name())
                .collect();
            names.sort();
            names
        };
        let before = names();
        let error = all(&[
            Step::MakeFolder(path("made")),
            Step::Rename {
                from: path("a"),
                to: path("kept"),
            },
            write("a", None),
            write("b", Some("b")),
            Step::Remove {
                path: path("c"),
                before: "c".to_owned(),
                kind: Write::Settings,
            },
            // Somebody was faster.
            write("b", Some("b")),
        ])
        .unwrap_err();
        let error = format!("{error:#}");
        assert!(error.starts_with("nothing was changed: "), "{error}");
        assert!(error.contains("changed in the meantime"), "{error}");
        assert_eq!(names(), before);
        for name in ["a", "b", "c"] {
            assert_eq!(fs::read_to_string(path(name)).unwrap(), name);
        }
    }

    #[test]
    fn a_name_that_is_taken_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&from, "a").unwrap();
        fs::write(&to, "b").unwrap();
        let step = Step::Rename {
            from,
            to: to.clone(),
        };
        assert!(all(&[step]).is_err());
        assert_eq!(fs::read_to_string(to).unwrap(), "b");
    }
}
