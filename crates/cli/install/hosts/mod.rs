//! The hooks of agent clients, in the configuration of the user or of a project.

mod edit;
mod launch;
mod notes;
mod place;
mod undo;

use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use decision_core::Fnv;
use decision_policy::hosts::subscriptions::{Client, Launch};
use decision_policy::inside;

pub(crate) use launch::{of_project, of_user};
pub(crate) use notes::notes;
pub(crate) use place::{Homes, in_project};

use super::{Plan, Step, Write};
use undo::{Former, Undo};

/// A client's configuration as it is now, and what is remembered about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Configuration {
    /// The client.
    pub(crate) client: Client,
    /// The file.
    pub(crate) file: PathBuf,
    /// What it holds; `None` where it does not exist.
    pub(crate) text: Option<String>,
    /// The folders above it that do not exist, the outermost first.
    pub(crate) missing_folders: Vec<PathBuf>,
    memory: Option<Memory>,
}

/// The file that remembers how to undo the installation.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Memory {
    file: PathBuf,
    text: Option<String>,
    missing_folders: Vec<PathBuf>,
}

impl Configuration {
    /// Reads a configuration. `state` is the user's state folder; without one, taking the installation back
    /// removes our entries and cannot tell an empty list from one that was never there.
    ///
    /// # Errors
    ///
    /// Where the file is there and cannot be read, is no UTF-8, or is a link that leads nowhere.
    pub(crate) fn read(
        client: Client,
        file: PathBuf,
        state: Option<&Path>,
    ) -> anyhow::Result<Configuration> {
        let memory = state
            .map(|state| {
                let folder = state.join("decision").join("install");
                let path = folder.join(format!("{}.json", key(&file)));
                anyhow::Ok(Memory {
                    text: read(&path)?,
                    file: path,
                    missing_folders: missing_folders(&folder),
                })
            })
            .transpose()?;
        Ok(Configuration {
            client,
            text: read(&file)?,
            missing_folders: file.parent().map(missing_folders).unwrap_or_default(),
            file,
            memory,
        })
    }

    fn undo(&self) -> Option<Undo> {
        Undo::read(self.memory.as_ref()?.text.as_deref()?)
    }

    /// What was there before the installation, as far as it can be told, and the folders that were made.
    fn former(&self) -> anyhow::Result<(Former, Vec<PathBuf>, Exactness)> {
        let Some(now) = &self.text else {
            return Ok((Former::Nothing, Vec::new(), Exactness::Exact));
        };
        let undo = self.undo();
        let folders = undo
            .as_ref()
            .map_or_else(Vec::new, |undo| undo.folders.clone());
        if let Some(former) = undo.as_ref().and_then(|undo| undo.former(now)) {
            return Ok((former, folders, Exactness::Exact));
        }
        let rest = edit::remove(now).with_context(|| self.left_alone())?;
        if rest == *now {
            return Ok((Former::Text(rest), Vec::new(), Exactness::NotOurs));
        }
        let former = if undo.is_some_and(|undo| undo.made_the_file()) && edit::is_empty(&rest) {
            Former::Nothing
        } else {
            Former::Text(rest)
        };
        Ok((former, folders, Exactness::ChangedSince))
    }

    fn left_alone(&self) -> String {
        format!("{} is left as it is", self.file.display())
    }
}

/// How sure it is that a former text is what was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exactness {
    /// Byte for byte.
    Exact,
    /// The file was changed since, or nothing is remembered: our entries alone are taken out.
    ChangedSince,
    /// There are no entries of ours.
    NotOurs,
}

/// The plan that puts our entries into a configuration.
///
/// # Errors
///
/// Where the file is no configuration of the client: it is left as it is.
pub(crate) fn install(configuration: &Configuration, launch: &Launch) -> anyhow::Result<Plan> {
    let (former, folders, _) = configuration.former()?;
    let former = match &former {
        Former::Nothing => None,
        Former::Text(text) => Some(text.as_str()),
    };
    let after = edit::add(former.unwrap_or_default(), configuration.client, launch)
        .with_context(|| configuration.left_alone())?;
    if configuration.text.as_ref() == Some(&after) {
        return Ok(Plan::nothing(format!(
            "{} has the hooks already",
            configuration.file.display()
        )));
    }
    let made = match configuration.text {
        None => configuration
            .missing_folders
            .iter()
            .rev()
            .cloned()
            .collect(),
        Some(_) => folders,
    };
    let mut plan = Plan::default();
    if let Some(memory) = &configuration.memory {
        make_folder(&memory.missing_folders, &mut plan);
        plan.steps.push(Step::Write {
            path: memory.file.clone(),
            before: memory.text.clone(),
            after: Undo::new(former, &after, made).write(&configuration.file),
            kind: Write::Memory,
        });
    } else {
        plan.notes.push(
            "there is no state folder (no HOME), so what was there before cannot be remembered"
                .to_owned(),
        );
    }
    make_folder(&configuration.missing_folders, &mut plan);
    plan.steps.push(Step::Write {
        path: configuration.file.clone(),
        before: configuration.text.clone(),
        after,
        kind: Write::Settings,
    });
    Ok(plan)
}

/// The plan that gives back what was there before.
///
/// # Errors
///
/// Where the file is no JSON any more: it is left as it is.
pub(crate) fn uninstall(configuration: &Configuration) -> anyhow::Result<Plan> {
    let (former, folders, exactness) = configuration.former()?;
    let mut plan = Plan::default();
    let file = configuration.file.display();
    if let Some(now) = &configuration.text {
        match (former, exactness) {
            (_, Exactness::NotOurs) => {}
            (Former::Nothing, _) => {
                plan.steps.push(Step::Remove {
                    path: configuration.file.clone(),
                    before: now.clone(),
                    kind: Write::Settings,
                });
                let folders = folders.into_iter().map(Step::RemoveFolder);
                plan.steps.extend(folders);
            }
            (Former::Text(after), _) => plan.steps.push(Step::Write {
                path: configuration.file.clone(),
                before: Some(now.clone()),
                after,
                kind: Write::Settings,
            }),
        }
    }
    match exactness {
        Exactness::ChangedSince => plan.notes.push(format!(
            "{file} was changed since the installation, so the entries of decision alone are taken out"
        )),
        Exactness::Exact if !plan.steps.is_empty() => {}
        Exactness::Exact | Exactness::NotOurs => {
            plan.notes.push(format!("{file} has no entries of decision"));
        }
    }
    if let Some(Memory {
        file,
        text: Some(text),
        ..
    }) = &configuration.memory
    {
        plan.steps.push(Step::Remove {
            path: file.clone(),
            before: text.clone(),
            kind: Write::Memory,
        });
        let folder = file.parent().map(Path::to_owned);
        plan.steps.extend(folder.map(Step::RemoveFolder));
    }
    Ok(plan)
}

/// One step for all the folders that are missing, the outermost first.
fn make_folder(missing: &[PathBuf], plan: &mut Plan) {
    if let Some(innermost) = missing.last() {
        plan.steps.push(Step::MakeFolder(innermost.clone()));
    }
}

fn missing_folders(folder: &Path) -> Vec<PathBuf> {
    let mut missing: Vec<PathBuf> = folder
        .ancestors()
        .take_while(|folder| fs::symlink_metadata(folder).is_err())
        .map(Path::to_owned)
        .collect();
    missing.reverse();
    missing
}

/// A name for what is remembered about a file.
fn key(file: &Path) -> String {
    let mut hasher = Fnv::default();
    hasher.write(file.as_os_str().as_encoded_bytes());
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    format!("{name}-{:016x}", hasher.finish())
}

fn read(file: &Path) -> anyhow::Result<Option<String>> {
    match inside::read_anywhere(file) {
        Ok(Some(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => bail!("{}: is no UTF-8, so it is left as it is", file.display()),
        },
        Ok(None) => {
            if fs::symlink_metadata(file).is_ok_and(|meta| meta.is_symlink()) {
                bail!(
                    "{}: is a link that leads nowhere; remove it, or make what it leads to",
                    file.display()
                );
            }
            Ok(None)
        }
        Err(error) => Err(error).with_context(|| file.display().to_string()),
    }
}
