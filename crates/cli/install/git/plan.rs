//! What is to be done in a folder of hooks. Nothing is read or written here.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::{Folder, Found, Whose, script};
use crate::install::{Plan, Step, Write};

/// Where the hooks are to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted<'a> {
    /// The top of the work tree, absolute.
    pub(crate) work_tree: &'a Path,
    /// The git directory that all work trees share, absolute.
    pub(crate) common_dir: &'a Path,
    /// The `decision` that runs, absolute.
    pub(crate) program: Program<'a>,
}

/// The path of the program that hooks start.
type Program<'a> = Option<&'a str>;

impl Wanted<'_> {
    /// Whether hooks in the folder are files of the work tree, which others may get with a commit.
    fn is_tracked(&self, folder: &Path) -> bool {
        folder.starts_with(self.work_tree) && !folder.starts_with(self.common_dir)
    }

    /// The path that is written into a hook: none that means nothing to others, and none that a commit can
    /// put another program at.
    fn program_for(&self, folder: &Path, notes: &mut Vec<String>) -> Program<'_> {
        if self.is_tracked(folder) {
            notes.push(format!(
                "{} is in the work tree: what is written there can be committed, so the hooks look decision up on the PATH",
                folder.display()
            ));
            return None;
        }
        let program = self.program?;
        if Path::new(program).starts_with(self.work_tree) {
            notes.push(format!(
                "{program} is in the work tree, where a commit can replace it, so the hooks look decision up on the PATH; `cargo install --path .` puts it elsewhere"
            ));
            return None;
        }
        Some(program)
    }
}

/// The plan that puts the hooks into a folder.
///
/// # Errors
///
/// Where a hook of ours was changed by hand, or two hooks claim the place of the one that came before.
pub(crate) fn install(folder: &Folder, wanted: &Wanted<'_>) -> anyhow::Result<Plan> {
    let mut plan = Plan::default();
    let program = wanted.program_for(&folder.path, &mut plan.notes);
    for found in &folder.hooks {
        let (path, kept) = places(&folder.path, found);
        let folder_made = match found.whose() {
            Some(Whose::Ours { folder_made }) => folder_made,
            _ => !folder.exists,
        };
        let after = script::text(found.hook, program, folder_made);
        let before = match found.whose() {
            None => None,
            Some(Whose::Ours { .. }) if found.text.as_deref() == Some(&after) && found.runs => {
                continue;
            }
            Some(Whose::Ours { .. }) => found.text.clone(),
            Some(Whose::OursChanged) => bail!("{}", changed(&path, &kept, found.kept)),
            Some(Whose::Others) if found.kept => bail!(
                "{} and {} are both there, so there is no name left under which the first can be kept; move one of them away",
                path.display(),
                kept.display()
            ),
            Some(Whose::Others) => {
                if !found.runs {
                    plan.notes.push(format!(
                        "{} is not executable, so git does not run it; kept, it is not run either",
                        path.display()
                    ));
                }
                plan.steps.push(Step::Rename {
                    from: path.clone(),
                    to: kept,
                });
                None
            }
        };
        plan.steps.push(Step::Write {
            path,
            before,
            after,
            kind: Write::Hook,
        });
    }
    if !folder.exists && !plan.steps.is_empty() {
        plan.steps.insert(0, Step::MakeFolder(folder.path.clone()));
    }
    if plan.steps.is_empty() {
        plan.notes.push(format!(
            "the hooks in {} are as they should be",
            folder.path.display()
        ));
    }
    Ok(plan)
}

/// The plan that takes the hooks out of a folder again.
///
/// # Errors
///
/// Where a hook was changed since, or somebody else's stands in the place of one that is to be put back.
pub(crate) fn uninstall(folder: &Folder) -> anyhow::Result<Plan> {
    let mut plan = Plan::default();
    let mut remove_folder = false;
    for found in &folder.hooks {
        let (path, kept) = places(&folder.path, found);
        match found.whose() {
            Some(Whose::Ours { folder_made }) => {
                remove_folder |= folder_made;
                plan.steps.push(Step::Remove {
                    path: path.clone(),
                    before: found.text.clone().unwrap_or_default(),
                    kind: Write::Hook,
                });
            }
            Some(Whose::OursChanged) => bail!("{}", changed(&path, &kept, found.kept)),
            Some(Whose::Others) if found.kept => bail!(
                "{} was replaced by another program since; the hook from before is {}: put it back by hand where it is still wanted, or remove it",
                path.display(),
                kept.display()
            ),
            Some(Whose::Others) => continue,
            None => {}
        }
        if found.kept {
            plan.steps.push(Step::Rename {
                from: kept,
                to: path,
            });
        }
    }
    if remove_folder {
        plan.steps.push(Step::RemoveFolder(folder.path.clone()));
    }
    Ok(plan)
}

fn places(folder: &Path, found: &Found) -> (PathBuf, PathBuf) {
    (
        folder.join(found.hook.name()),
        folder.join(found.hook.kept_name()),
    )
}

fn changed(path: &Path, kept: &Path, is_kept: bool) -> String {
    let way_out = if is_kept {
        format!(
            "move {} back in its place, with what is still wanted of the changes",
            kept.display()
        )
    } else {
        "take out what is not wanted by hand, or remove it and run the command again".to_owned()
    };
    format!(
        "{} was made by decision and changed since, so it is left alone; {way_out}",
        path.display()
    )
}
