//! Where git has a record: on the default branch, on this branch, or only on this disk.

pub(crate) mod default_branch;
mod disk;
mod own;

use std::path::Path;

use gix::ObjectId;
use gix::bstr::BStr;

use crate::repository::Git;
use crate::trees::Trees;
use crate::{Repository, path};
use disk::OnDisk;

/// Where git has a file with the content that is on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The default branch has it.
    Merged,
    /// This branch has it committed; the default branch has it not, or not like this.
    Branch,
    /// Git knows the file, but it is not committed like this.
    Uncommitted,
    /// Git does not know the file.
    Untracked,
    /// It cannot be told.
    Unknown,
}

impl std::fmt::Display for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Standing::Merged => "merged",
            Standing::Branch => "on this branch only",
            Standing::Uncommitted => "uncommitted",
            Standing::Untracked => "untracked",
            Standing::Unknown => "unknown",
        })
    }
}

impl Repository {
    /// The standing of a few files (from the root with `/`), in their order.
    ///
    /// What is on disk is what somebody reads, so its content decides: a file is merged where the
    /// default branch has the same content at the same path, whatever the index says of it. Of a file
    /// that is reached through a link the link's target is meant.
    ///
    /// The default branch is the one that the remote calls so (`refs/remotes/origin/HEAD`), else the
    /// first of `init.defaultBranch`, `main` and `master` that `origin` has, else the first that is
    /// here. Where `origin` has it, that decides and not the branch of the same name here: what was
    /// committed to `main` but never pushed is nobody's but the user's own.
    ///
    /// [`Standing::Unknown`] is everything without a readable repository, in one that keeps its
    /// references in another format (reftable), inside a nested repository, outside the work tree,
    /// behind a filter program (none is run here), larger than a record may be, and what is committed
    /// where no default branch is found.
    ///
    /// Only the trees above each file are read; the index is read for a file that no commit has.
    pub fn standing(&self, paths: &[&str]) -> Vec<Standing> {
        let own = self.git().ok();
        let outer = self.superproject();
        let repos = [own, outer].map(|git| git.map(|git| (git, git.repo.to_thread_local())));
        let [mut own, mut outer] = repos.each_ref().map(|repo| {
            let (git, repo) = repo.as_ref()?;
            WorkTree::new(git, repo).ok()
        });
        let mut standing = |path: &str| {
            let submodule = self
                .submodule_path()
                .is_some_and(|dir| path::is_at_or_under(path.as_bytes(), dir.as_bytes()));
            let work_tree = if outer.is_some() && !submodule {
                outer.as_mut()
            } else {
                own.as_mut()
            };
            work_tree
                .and_then(|work_tree| work_tree.standing(path).ok())
                .unwrap_or(Standing::Unknown)
        };
        paths.iter().map(|path| standing(path)).collect()
    }
}

/// A work tree with the two trees that its files are compared with.
struct WorkTree<'a> {
    git: &'a Git,
    repo: &'a gix::Repository,
    trees: Trees<'a>,
    head: Option<ObjectId>,
    default: Option<ObjectId>,
}

impl<'a> WorkTree<'a> {
    fn new(git: &'a Git, repo: &'a gix::Repository) -> gix::Result<WorkTree<'a>> {
        if let Some(reason) = crate::repository::foreign_references(repo) {
            return Err(gix::Error::from_error(gix::error::unsupported(reason)));
        }
        let mut head = repo.head()?;
        let head = if head.is_unborn() {
            None
        } else {
            Some(head.peel_to_commit()?.tree_id()?.detach())
        };
        Ok(WorkTree {
            git,
            repo,
            trees: Trees::new(repo),
            head,
            default: default_branch::tree(git, repo)?,
        })
    }

    /// `path` is from the root.
    fn standing(&mut self, path: &str) -> gix::Result<Standing> {
        let path = path.strip_prefix(&self.git.prefix).unwrap_or(path);
        let clean = Path::new(path)
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_)));
        if path.is_empty() || !clean {
            return Ok(Standing::Unknown);
        }
        let Some(path) = disk::without_links(&self.git.work_tree, path) else {
            return Ok(Standing::Unknown);
        };
        let on_disk = disk::read(&self.git.work_tree, &path);
        let spellings: Vec<String> = path::spellings(&path).collect();
        let default = self.file(self.default, &spellings)?;
        let head = if self.head == self.default {
            default
        } else {
            self.file(self.head, &spellings)?
        };
        let content = match on_disk {
            OnDisk::File(content) => content,
            OnDisk::Nothing if head.is_some() => return Ok(Standing::Uncommitted),
            OnDisk::Nothing | OnDisk::Other => return Ok(Standing::Unknown),
        };
        let committed = [default, head];
        let id = disk::id_among(self.repo, &self.git.drivers, &path, &content, &committed)?;
        Ok(match id {
            disk::Id::Hidden => Standing::Unknown,
            disk::Id::Is(id) if Some(id) == default => Standing::Merged,
            disk::Id::Is(id) if Some(id) == head => match self.default {
                Some(_) => Standing::Branch,
                None => Standing::Unknown,
            },
            disk::Id::Is(_) if head.is_some() => Standing::Uncommitted,
            disk::Id::Is(_) if self.is_in_other_repository(&path) => Standing::Unknown,
            disk::Id::Is(_) if self.is_in_index(&spellings)? => Standing::Uncommitted,
            disk::Id::Is(_) => Standing::Untracked,
        })
    }

    fn file(
        &mut self,
        tree: Option<ObjectId>,
        spellings: &[String],
    ) -> gix::Result<Option<ObjectId>> {
        let Some(tree) = tree else { return Ok(None) };
        for path in spellings {
            if let Some(id) = self.trees.file(tree, BStr::new(path))? {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    fn is_in_index(&self, spellings: &[String]) -> gix::Result<bool> {
        let index = self.repo.index_or_empty()?;
        Ok(spellings
            .iter()
            .any(|path| index.entry_range(BStr::new(path)).is_some()))
    }

    /// Whether a file lies in a submodule or in another repository nested here: then that one knows
    /// about it, and not this one.
    fn is_in_other_repository(&self, path: &str) -> bool {
        path.match_indices('/')
            .any(|(end, _)| self.git.work_tree.join(&path[..end]).join(".git").exists())
    }
}
