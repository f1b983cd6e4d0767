//! Records that other branches and other work trees have and this work tree has not.
//!
//! Two people, or two agents in two work trees, give their records the same number before either is
//! merged. This is for commands: it opens work trees and walks history.

mod inherited;
mod tips;
mod unsaved;

use std::path::PathBuf;
use std::time::Duration;

use decision_core::DecisionDir;
use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice, ByteVec};
use gix::objs::TreeRefIter;

use crate::repository::Git;
use crate::stop::Stop;
use crate::trees::Trees;
use crate::{Repository, path};
use inherited::Shared;
use tips::{Tip, Tips};

/// A file that this work tree does not have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Elsewhere {
    /// Where it is.
    pub place: Place,
    /// The file, from the root with `/`, in NFC.
    pub path: String,
}

/// A place outside this work tree and its branch.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A local branch, by its short name.
    Branch(String),
    /// Another work tree, by its absolute path: a file that is not committed there, or is committed
    /// without a branch.
    WorkTree(PathBuf),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Branch(name) => write!(f, "branch {name}"),
            Place::WorkTree(dir) => write!(f, "work tree {}", path::with_slashes(dir)),
        }
    }
}

/// The files of decision directories that are elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordsElsewhere {
    /// The files: of work trees' own first, then by branch, that with the newest commit first; by
    /// path in each.
    pub files: Vec<Elsewhere>,
    /// Why there may be more, as a fragment without a final stop.
    pub incomplete: Option<String>,
}

impl Repository {
    /// The Markdown files under the decision directories (at the same place from the root) that other
    /// local branches and other work trees have, and this work tree has not.
    ///
    /// Only what was added there counts: a file that a branch merely still has, because it left before
    /// the file was renamed or removed here, is not taken for a new one. Of branches at the same commit
    /// the first by name is reported, and at most the 200 with the newest commits are looked at, within
    /// a time budget ([`Duration::MAX`] for no limit).
    pub fn record_files_elsewhere(
        &self,
        dirs: &[DecisionDir],
        budget: Duration,
    ) -> RecordsElsewhere {
        let git = match self.superproject().map_or_else(|| self.git(), Ok) {
            Ok(git) => git,
            // Where there is no repository there is no elsewhere.
            Err(crate::NoChanges::NoRepository) => return RecordsElsewhere::default(),
            Err(reason) => return RecordsElsewhere::incomplete(reason.to_string()),
        };
        let dirs: Vec<&str> = dirs
            .iter()
            .map(|dir| dir.label.as_str())
            .filter(|label| !std::path::Path::new(label).is_absolute())
            .map(|label| if label == "." { "" } else { label })
            .collect();
        elsewhere(git, &dirs, &Stop::after(budget))
            .unwrap_or_else(|error| RecordsElsewhere::incomplete(format!("{error}")))
    }
}

impl RecordsElsewhere {
    fn incomplete(reason: String) -> RecordsElsewhere {
        RecordsElsewhere {
            files: Vec::new(),
            incomplete: Some(reason),
        }
    }
}

fn elsewhere(git: &Git, dirs: &[&str], stop: &Stop) -> gix::Result<RecordsElsewhere> {
    let repo = git.repo.to_thread_local();
    if let Some(reason) = crate::repository::foreign_references(&repo) {
        return Ok(RecordsElsewhere::incomplete(reason));
    }
    let Tips {
        tips,
        work_trees,
        left_out,
    } = tips::tips(&repo, &git.work_tree)?;
    let mut search = Search {
        git,
        trees: Trees::new(&repo),
        dirs,
        found: RecordsElsewhere {
            files: Vec::new(),
            incomplete: (left_out > 0)
                .then(|| format!("{left_out} branches with older commits were not looked at")),
        },
    };
    for work_tree in &work_trees {
        search.unsaved(work_tree, stop)?;
    }
    let head = repo.head()?.try_into_peeled_id()?.map(gix::Id::detach);
    let head_tree = match head {
        Some(head) => Some(repo.find_commit(head)?.tree_id()?.detach()),
        None => None,
    };
    let mut shared = Shared::new(&repo, head, stop);
    let count = tips.len();
    for (done, tip) in tips.into_iter().enumerate() {
        if stop.is_now() || !search.tip(&repo, tip, head_tree, &mut shared)? {
            search.found.incomplete = Some(format!(
                "the time budget of {} ms ran out with {} of {count} branches not looked at",
                stop.budget().as_millis(),
                count - done
            ));
            break;
        }
    }
    Ok(search.found)
}

struct Search<'a> {
    git: &'a Git,
    trees: Trees<'a>,
    dirs: &'a [&'a str],
    found: RecordsElsewhere,
}

impl Search<'_> {
    /// Looks at one branch; `false` where time ran out.
    fn tip(
        &mut self,
        repo: &gix::Repository,
        tip: Tip,
        head_tree: Option<ObjectId>,
        shared: &mut Shared<'_>,
    ) -> gix::Result<bool> {
        let tree = repo.find_commit(tip.commit)?.tree_id()?.detach();
        let mut paths = Vec::new();
        for dir in self.dirs {
            let dir = BStr::new(dir);
            let here = match head_tree {
                Some(tree) => self.directory(tree, dir)?,
                None => None,
            };
            if let Some(there) = self.directory(tree, dir)? {
                self.list(&mut dir.to_owned(), there, here, &mut paths)?;
            }
        }
        if paths.is_empty() {
            return Ok(true);
        }
        let Some(inherited) = shared.inherited(tip.commit) else {
            return Ok(false);
        };
        paths.sort_unstable();
        for path in paths {
            if !inherited.has(&mut self.trees, path.as_bstr())? {
                self.found.files.push(Elsewhere {
                    place: tip.place.clone(),
                    path: path::text(path.as_bstr()).into_owned(),
                });
            }
        }
        Ok(true)
    }

    fn directory(&mut self, tree: ObjectId, dir: &BStr) -> gix::Result<Option<ObjectId>> {
        let entry = self.trees.look_up(tree, dir)?;
        Ok(entry.and_then(|(mode, id)| mode.is_tree().then_some(id)))
    }

    /// Lists the records of a tree that are not on disk here. A directory that `HEAD` has in the same
    /// form holds nothing new.
    fn list(
        &mut self,
        at: &mut BString,
        there: ObjectId,
        here: Option<ObjectId>,
        paths: &mut Vec<BString>,
    ) -> gix::Result<()> {
        if Some(there) == here {
            return Ok(());
        }
        let data = self.trees.read(there)?;
        for entry in TreeRefIter::from_bytes(&data, there.kind()) {
            let entry = entry?;
            let length = at.len();
            if length > 0 {
                at.push(b'/');
            }
            at.push_str(entry.filename);
            if entry.mode.is_tree() && !entry.filename.starts_with(b".") {
                let here = match here {
                    Some(here) => self.directory(here, entry.filename)?,
                    None => None,
                };
                self.list(at, entry.oid.to_owned(), here, paths)?;
            } else if entry.mode.is_blob() && is_record(entry.filename) && !self.is_here(at) {
                paths.push(at.clone());
            }
            at.truncate(length);
        }
        Ok(())
    }

    fn is_here(&self, path: &BString) -> bool {
        path::spellings(&path::text(path.as_bstr()))
            .any(|path| self.git.work_tree.join(path).symlink_metadata().is_ok())
    }
}

/// Whether a file may be a record, by its name.
fn is_record(name: &[u8]) -> bool {
    let extension = name.rfind_byte(b'.').map(|dot| &name[dot + 1..]);
    extension.is_some_and(|extension| {
        [&b"md"[..], b"mdx", b"markdown"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}
