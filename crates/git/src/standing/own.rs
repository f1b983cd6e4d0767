//! Whether a file that is committed was committed here, and what the default branch has in its place.
//!
//! An author's name and address in a commit are what its author wrote there, so they show nothing. The log
//! of a reference does: git writes it when something happens in this clone, and nothing that is fetched
//! adds to it.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use gix::ObjectId;
use gix::bstr::ByteSlice;

use super::{WorkTree, disk};
use crate::{Repository, path};

/// So much of a log is read, from its end, in bytes.
const MAX_LOG: u64 = 256 * 1024;

/// So many commits that were made here are looked at, newest first.
const MAX_COMMITS: usize = 200;

/// No record is larger, in bytes.
const MAX_BYTES: usize = 1024 * 1024;

/// What git keeps in its directory as long as it is not done with the commits of others.
const UNDER_WAY: [&str; 6] = [
    "MERGE_HEAD",
    "CHERRY_PICK_HEAD",
    "REVERT_HEAD",
    "SQUASH_MSG",
    "rebase-merge",
    "rebase-apply",
];

impl Repository {
    /// For each of a few files (from the root with `/`) whether it is on disk as `HEAD` has it and came
    /// into that form by a commit that was made in this clone, by its own author.
    ///
    /// Told by the logs of `HEAD` and of the current branch. A commit that came from elsewhere (fetched,
    /// merged, rebased, applied from a mail) does not count, whoever it says wrote it; where git keeps no
    /// logs, none does.
    pub fn committed_here(&self, paths: &[&str]) -> Vec<bool> {
        let of_path = |path: &str| -> Option<bool> {
            let git = self.git_of(path).ok()?;
            let repo = git.repo.to_thread_local();
            let mut work_tree = WorkTree::new(git, &repo).ok()?;
            work_tree.is_committed_here(path).ok()
        };
        paths
            .iter()
            .map(|path| of_path(path).unwrap_or(false))
            .collect()
    }

    /// Whether a merge, a rebase, a cherry-pick or the like is under way where a path lies (from the root with
    /// `/`): then what is not committed there, but known to the index, may be what that brings.
    pub fn is_taking_in(&self, path: &str) -> bool {
        let Ok(git) = self.git_of(path) else {
            return false;
        };
        let repo = git.repo.to_thread_local();
        UNDER_WAY
            .iter()
            .any(|name| repo.git_dir().join(name).symlink_metadata().is_ok())
    }

    /// What the default branch has at a path (from the root with `/`); none where it has no file there, or
    /// a larger one than a record may be, and where there is no such branch.
    pub fn merged_content(&self, path: &str) -> Option<Vec<u8>> {
        let git = self.git_of(path).ok()?;
        let repo = git.repo.to_thread_local();
        let mut work_tree = WorkTree::new(git, &repo).ok()?;
        let path = path.strip_prefix(&git.prefix).unwrap_or(path);
        let spellings: Vec<String> = path::spellings(path).collect();
        let id = work_tree.file(work_tree.default, &spellings).ok()??;
        let blob = repo.find_blob(id).ok()?;
        (blob.data.len() <= MAX_BYTES).then(|| blob.data.clone())
    }
}

impl WorkTree<'_> {
    fn is_committed_here(&mut self, path: &str) -> gix::Result<bool> {
        let path = path.strip_prefix(&self.git.prefix).unwrap_or(path);
        let Some(path) = disk::without_links(&self.git.work_tree, path) else {
            return Ok(false);
        };
        let spellings: Vec<String> = path::spellings(&path).collect();
        let Some(head) = self.file(self.head, &spellings)? else {
            return Ok(false);
        };
        let disk::OnDisk::File(content) = disk::read(&self.git.work_tree, &path) else {
            return Ok(false);
        };
        let committed = [Some(head)];
        match disk::id_among(self.repo, &self.git.drivers, &path, &content, &committed)? {
            disk::Id::Is(id) if id == head => {}
            _ => return Ok(false),
        }
        for (commit, email) in self.made_here()? {
            // What was pruned since is nobody's.
            let Ok(commit) = self.repo.find_commit(commit) else {
                continue;
            };
            if commit.author()?.email != email.as_bytes().as_bstr()
                || self.file(Some(commit.tree_id()?.detach()), &spellings)? != Some(head)
            {
                continue;
            }
            let mut inherited = false;
            for parent in commit.parent_ids() {
                let tree = self.repo.find_commit(parent)?.tree_id()?.detach();
                inherited |= self.file(Some(tree), &spellings)? == Some(head);
            }
            if !inherited {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The commits that were made here, newest first, with the address of who made them.
    fn made_here(&self) -> gix::Result<Vec<(ObjectId, String)>> {
        let mut logs = vec![self.repo.git_dir().join("logs/HEAD")];
        if let Some(branch) = self.repo.head_name()? {
            let name = path::text(branch.as_bstr()).into_owned();
            logs.push(self.repo.common_dir().join("logs").join(name));
        }
        let mut made: Vec<(ObjectId, String)> = Vec::new();
        for log in logs {
            let text = end_of(&log).unwrap_or_default();
            for entry in text
                .lines()
                .rev()
                .take(10 * MAX_COMMITS)
                .filter_map(commit_of)
            {
                if made.len() < 2 * MAX_COMMITS && !made.contains(&entry) {
                    made.push(entry);
                }
            }
        }
        Ok(made)
    }
}

/// The last part of a log, from the beginning of a line.
fn end_of(log: &Path) -> Option<String> {
    if !log.symlink_metadata().ok()?.is_file() {
        return None;
    }
    let mut file = File::open(log).ok()?;
    let length = file.metadata().ok()?.len();
    let start = length.saturating_sub(MAX_LOG);
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut bytes = Vec::new();
    file.take(MAX_LOG).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if start == 0 {
        return Some(text);
    }
    text.split_once('\n').map(|(_, rest)| rest.to_owned())
}

/// The commit of a line `old new Name <address> time zone<tab>commit…: subject`, and the address.
fn commit_of(line: &str) -> Option<(ObjectId, String)> {
    let (head, message) = line.split_once('\t')?;
    let action = message
        .split_once(':')
        .map_or(message, |(action, _)| action);
    if !matches!(
        action,
        "commit" | "commit (initial)" | "commit (amend)" | "commit (merge)"
    ) {
        return None;
    }
    let new = head.split(' ').nth(1)?;
    let id = ObjectId::from_hex(new.as_bytes()).ok()?;
    let (_, rest) = head.split_once('<')?;
    let (email, _) = rest.rsplit_once('>')?;
    (!email.is_empty()).then(|| (id, email.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::commit_of;

    #[test]
    fn only_commits_made_here_count() {
        let line = |message: &str| {
            let (old, new) = ("0".repeat(40), "1".repeat(40));
            format!("{old} {new} A B <a@example.com> 1700000000 +0000\t{message}")
        };
        let cases = [
            ("commit: add a record", true),
            ("commit (initial): begin", true),
            ("commit (amend): again", true),
            ("commit (merge): take both", true),
            ("checkout: moving from main to topic", false),
            ("merge topic: Fast-forward", false),
            ("pull: Fast-forward", false),
            ("rebase (pick): commit: fake", false),
            ("am: applied", false),
            ("cherry-pick: taken over", false),
            ("clone: from there", false),
        ];
        for (message, counts) in cases {
            assert_eq!(commit_of(&line(message)).is_some(), counts, "{message}");
        }
        assert_eq!(commit_of("no log at all"), None);
        assert_eq!(commit_of("a b <c@d>\tcommit: x"), None);
    }
}
