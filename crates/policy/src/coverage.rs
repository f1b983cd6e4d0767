//! Which part of the tracked source the log governs.

mod kinds;
mod scopes;

use std::collections::BTreeMap;

use decision_core::{Decision, Names, Succession};
use decision_git::NotKnown;
use rayon::prelude::*;

use crate::workspace::Workspace;
pub use kinds::Kind;
use kinds::Kinds;
use scopes::Claim;
pub(crate) use scopes::Scopes;

/// How much of the source is governed. A file is governed where a record in force or proposed claims it by more than
/// its stem; what a broad entry such as `**` claims is counted apart, as such an entry says nothing of any
/// one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All source files together.
    pub total: Share,
    /// The directories with files that no record governs, those with the most of them first; files that
    /// lie deeper than asked for are counted with the directory above.
    pub directories: Vec<Directory>,
    /// The tracked files that are no source, by why.
    pub left_out: BTreeMap<Kind, usize>,
    /// The records in force or proposed, as indices, that govern at least one source file.
    pub governing: Vec<usize>,
    /// The records in force or proposed, as indices, with an entry that claims most of the tree.
    pub broad: Vec<usize>,
    /// How many records are in force or proposed.
    pub live: usize,
}

/// A number of files and what is known of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// The source files.
    pub files: usize,
    /// Those of them that a record governs.
    pub governed: usize,
    /// Those that only a broad entry claims; they are not among the governed.
    pub broad_only: usize,
}

impl Share {
    /// The files that no record governs.
    pub fn open(&self) -> usize {
        self.files - self.governed
    }

    /// How many of a hundred files are governed, rounded down; 100 where there is none.
    pub fn percent(&self) -> usize {
        (self.governed * 100).checked_div(self.files).unwrap_or(100)
    }

    fn add(&mut self, claim: Claim) {
        self.files += 1;
        match claim {
            Claim::Governed => self.governed += 1,
            Claim::Broad => self.broad_only += 1,
            Claim::None => {}
        }
    }
}

/// One directory's part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory {
    /// From the root with `/`; `.` for files in the root itself.
    pub path: String,
    /// Its files.
    pub share: Share,
}

/// Looks at the tracked files. `depth` is how many folders deep the directories go that are told apart, at
/// least 1.
///
/// # Errors
///
/// Where the tracked files cannot be told.
pub fn of(workspace: &Workspace, depth: usize) -> Result<Coverage, NotKnown> {
    let files = workspace.repository.tracked_files()?;
    let kinds = Kinds::of(workspace);
    let records = &workspace.log().records;
    let names = Names::of(records, |_| true);
    let succession = Succession::of(records, &names, |_| true);
    let live = |record: &usize| succession.is_in_force(*record);
    let scopes = Scopes::of(records, (0..records.len()).filter(live));
    let mut coverage = Coverage {
        live: (0..records.len()).filter(live).count(),
        broad: (0..records.len())
            .filter(live)
            .filter(|record| has_broad_entry(&records[*record]))
            .collect(),
        ..Coverage::default()
    };
    let mut source = Vec::with_capacity(files.len());
    for file in &files {
        match kinds.of_path(file) {
            Kind::Source => source.push(file.as_str()),
            kind => *coverage.left_out.entry(kind).or_default() += 1,
        }
    }
    let claims: Vec<(Claim, Vec<usize>)> = source
        .par_iter()
        .with_min_len(256)
        .map(|path| scopes.claims(path))
        .collect();
    let mut directories: BTreeMap<&str, Share> = BTreeMap::new();
    let mut governs = vec![false; records.len()];
    for (path, (claim, by)) in source.iter().zip(&claims) {
        coverage.total.add(*claim);
        directories
            .entry(directory(path, depth.max(1)))
            .or_default()
            .add(*claim);
        for record in by {
            governs[*record] = true;
        }
    }
    coverage.governing = (0..records.len())
        .filter(|record| governs[*record])
        .collect();
    coverage.directories = directories
        .into_iter()
        .map(|(path, share)| Directory {
            path: path.to_owned(),
            share,
        })
        .collect();
    // Stable, so that equal ones stay in the order of their paths.
    coverage
        .directories
        .sort_by_key(|directory| std::cmp::Reverse(directory.share.open()));
    Ok(coverage)
}

/// The directory of a file, not deeper than `depth` folders.
fn directory(path: &str, depth: usize) -> &str {
    let mut slashes = path.match_indices('/').map(|(at, _)| at);
    let mut end = None;
    for at in slashes.by_ref().take(depth) {
        end = Some(at);
    }
    end.map_or(".", |end| &path[..end])
}

fn has_broad_entry(record: &Decision) -> bool {
    let mut entries = record.affects.entries().iter();
    entries.any(|entry| entry.is_broad() && !entry.is_exclusion())
}
