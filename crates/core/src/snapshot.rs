//! The log as it stands in a commit or an index rather than on disk.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use rayon::prelude::*;

use crate::files::{self, Candidate, Kind, ReadError, Role};
use crate::log::{MAX_RECORD_BYTES, PARALLEL_FROM, settle};
use crate::{Decision, DecisionDir, DecisionLog, sidecar};

impl DecisionLog {
    /// Whether a path (from the repository root, with `/`) is read as part of the log that lies in `dirs`:
    /// a Markdown file, or a file of fields or scopes beside the records. Told by the name alone.
    pub fn reads(dirs: &[DecisionDir], path: &str) -> bool {
        place_of(dirs, path).is_some()
    }

    /// Whether a file at a path (from the repository root, with `/`) would be read as a record, told by the
    /// name alone: the index of its directory, and its slug there.
    pub fn record_at(dirs: &[DecisionDir], path: &str) -> Option<(usize, String)> {
        let (index, role) = place_of(dirs, path)?;
        if role != Role::Markdown {
            return None;
        }
        let candidate = files::candidate_at(&dirs[index], index, path)?;
        matches!(candidate.kind, Kind::Record | Kind::FolderIndex)
            .then_some((index, candidate.slug))
    }

    /// The log that the given files make, each named by its path from the repository root with `/`. Files
    /// that the log does not read are passed over, so that what is given may be more than it.
    ///
    /// What a record says is the same as if the files were read from disk; links between files are for the
    /// caller to leave out or to follow.
    pub fn from_files(dirs: &[DecisionDir], files: Vec<(String, Vec<u8>)>) -> DecisionLog {
        let mut log = DecisionLog {
            dirs: dirs.to_vec(),
            ..DecisionLog::default()
        };
        let mut texts: Vec<(Candidate, Vec<u8>)> = Vec::new();
        let mut fields: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
        let mut scopes: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        for (path, bytes) in files {
            match place_of(dirs, &path) {
                Some((index, Role::Markdown)) => {
                    let candidate = files::candidate_at(&dirs[index], index, &path);
                    texts.extend(candidate.map(|candidate| (candidate, bytes)));
                }
                Some((_, Role::Metadata)) => drop(fields.insert(PathBuf::from(path), bytes)),
                Some((index, Role::Sidecar)) => drop(scopes.insert(index, bytes)),
                None => {}
            }
        }
        texts.sort_by(|(a, _), (b, _)| a.path.cmp(&b.path));
        let (mut candidates, bytes): (Vec<Candidate>, Vec<Vec<u8>>) = texts.into_iter().unzip();
        let with_fields: HashSet<PathBuf> = fields
            .keys()
            .filter_map(|path| path.parent().map(PathBuf::from))
            .collect();
        files::settle_folders(&mut candidates, &with_fields);
        let read = |(candidate, bytes): (Candidate, Vec<u8>)| {
            let beside = candidate.file.with_file_name(files::METADATA);
            let beside = || within_limit(fields.get(&beside).cloned().unwrap_or_default());
            settle(candidate, within_limit(bytes), beside)
        };
        let outcomes: Vec<_> = if candidates.len() < PARALLEL_FROM {
            candidates.into_iter().zip(bytes).map(read).collect()
        } else {
            let files: Vec<_> = candidates.into_iter().zip(bytes).collect();
            files.into_par_iter().with_min_len(16).map(read).collect()
        };
        for (record, aside) in outcomes {
            log.records.extend(record);
            log.skipped.extend(aside.skipped);
            log.findings.extend(aside.findings);
        }
        for (index, bytes) in scopes {
            let text = String::from_utf8_lossy(&bytes);
            let (records, findings) = (&mut log.records, &mut log.findings);
            sidecar::apply_one(&log.dirs[index], index, &text, records, findings);
        }
        log.in_order()
    }

    /// The record of a file.
    pub fn at_path(&self, path: &str) -> Option<&Decision> {
        // The records are in order.
        let at = self
            .records
            .binary_search_by(|record| record.path.as_str().cmp(path))
            .ok()?;
        self.records.get(at)
    }
}

/// The innermost directory that reads a path, and as what.
fn place_of(dirs: &[DecisionDir], path: &str) -> Option<(usize, Role)> {
    dirs.iter()
        .enumerate()
        .filter_map(|(index, dir)| Some((index, files::role(dir, path)?)))
        .max_by_key(|(index, _)| dirs[*index].label.len())
}

fn within_limit(bytes: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    match bytes.len() as u64 {
        length if length > MAX_RECORD_BYTES => Err(ReadError::TooLarge(length)),
        _ => Ok(bytes),
    }
}
