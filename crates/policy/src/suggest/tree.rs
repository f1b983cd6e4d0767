//! The tracked files as a tree that can be asked about.

use std::collections::HashMap;

use decision_core::Affects;

/// Every tracked file, with what lies under each directory.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    files: Vec<String>,
    /// The number of files under each directory (no slash at the end; not the root).
    dirs: HashMap<String, usize>,
    /// The files by name.
    by_name: HashMap<String, Vec<usize>>,
    /// The files by name without endings.
    by_stem: HashMap<String, Vec<usize>>,
}

impl Tree {
    /// Takes paths from the root with `/`, in order and each once.
    pub fn new(files: Vec<String>) -> Tree {
        let mut tree = Tree::default();
        for (index, path) in files.iter().enumerate() {
            for (at, _) in path.match_indices('/') {
                *tree.dirs.entry(path[..at].to_owned()).or_default() += 1;
            }
            let name = name_of(path);
            tree.by_name.entry(name.to_owned()).or_default().push(index);
            let stem = name.split('.').next().unwrap_or(name);
            tree.by_stem.entry(stem.to_owned()).or_default().push(index);
        }
        tree.files = files;
        tree
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether nothing is tracked.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The tracked files in order.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// How many tracked files an entry claims by more than a file's stem.
    pub fn claimed_by(&self, entry: &str) -> usize {
        let affects = Affects::new([entry]);
        let claims = |path: &&String| {
            affects
                .matches(path)
                .is_some_and(|found| found.strength > decision_core::affects::Strength::Stem)
        };
        self.files.iter().filter(claims).count()
    }

    pub(super) fn path(&self, file: usize) -> &str {
        &self.files[file]
    }

    pub(super) fn file(&self, path: &str) -> Option<usize> {
        self.files
            .binary_search_by(|file| file.as_str().cmp(path))
            .ok()
    }

    /// How many files lie under a directory; none where there is no such directory.
    pub(super) fn under(&self, dir: &str) -> Option<usize> {
        self.dirs.get(dir).copied()
    }

    /// The indices of the files under a directory.
    pub(super) fn files_under(&self, dir: &str) -> impl Iterator<Item = usize> {
        let below = format!("{dir}/");
        let first = self.files.partition_point(|file| *file < below);
        (first..self.files.len()).take_while(move |file| self.files[*file].starts_with(&below))
    }

    pub(super) fn named(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn with_stem(&self, stem: &str) -> &[usize] {
        self.by_stem.get(stem).map_or(&[], Vec::as_slice)
    }

    /// The directories that end with `suffix` on a segment border, at most `most` of them.
    pub(super) fn dirs_ending_with(&self, suffix: &str, most: usize) -> Vec<&str> {
        let ends = |dir: &&String| {
            dir.strip_suffix(suffix)
                .is_some_and(|above| above.is_empty() || above.ends_with('/'))
        };
        self.dirs
            .keys()
            .filter(ends)
            .take(most)
            .map(String::as_str)
            .collect()
    }
}

/// The last segment of a path.
pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The directories above a path, the nearest first; not the root.
pub(super) fn dirs_above(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(|(at, _)| &path[..at])
}
