//! Lines of source that cite a record.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use decision_core::DecisionLog;
use rayon::prelude::*;

use super::names::Names;
use super::tree::Tree;
use super::{Evidence, Progress, Sign, Signs, is_in, kinds};

/// Larger files are data, whatever their ending, in bytes.
const MAX_FILE: u64 = 1024 * 1024;

/// A file with a zero byte in its beginning is no text, as git sees it; in bytes.
const LOOKED_AT: usize = 8000;

/// A file that cites more records than this is a list of them.
const MAX_RECORDS: usize = 6;

/// Reads every tracked source file outside the decision directories, in parallel, and returns how many.
pub(super) fn find(
    root: &Path,
    log: &DecisionLog,
    names: &Names,
    tree: &Tree,
    signs: &mut [Signs],
    progress: &mut dyn FnMut(Progress),
) -> usize {
    let files: Vec<usize> = (0..tree.len())
        .filter(|file| {
            let path = tree.path(*file);
            kinds::is_source(path) && !log.dirs.iter().any(|dir| is_in(path, &dir.label))
        })
        .collect();
    progress(Progress::Files(files.len()));
    let found: Vec<(usize, Vec<Cited>)> = files
        .par_iter()
        .filter_map(|file| {
            let path = tree.path(*file);
            let text = read(&root.join(path))?;
            let cited = lines(&text, names, path);
            (!cited.is_empty()).then_some((*file, cited))
        })
        .collect();
    for (file, cited) in found {
        for Cited {
            record,
            line,
            in_comment,
        } in cited
        {
            let evidence = Evidence::Comment {
                path: tree.path(file).to_owned(),
                line,
            };
            // A test may cite a record as an example, and so may a string.
            let weight = match (kinds::is_test(tree.path(file)), in_comment) {
                (true, _) => 0.7,
                (false, false) => 0.8,
                (false, true) => 1.5,
            };
            let sign = Sign { evidence, weight };
            signs[record].files.entry(file).or_default().push(sign);
        }
    }
    files.len()
}

/// A line that cites a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cited {
    record: usize,
    line: usize,
    in_comment: bool,
}

/// The records that a text cites, with the lines.
fn lines(text: &str, names: &Names, path: &str) -> Vec<Cited> {
    let citations = names.find(text, path);
    let records: BTreeSet<usize> = citations.iter().map(|citation| citation.record).collect();
    if records.len() > MAX_RECORDS {
        return Vec::new();
    }
    let mut lines: Vec<Cited> = citations
        .iter()
        .map(|citation| {
            let before = &text[..citation.at];
            Cited {
                record: citation.record,
                line: memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1,
                in_comment: is_comment(before, kinds::is_data(path)),
            }
        })
        .collect();
    lines.dedup();
    lines
}

/// Whether the last line of `before` is, or holds, a comment that goes on behind it. `is_data`: the file
/// has no block comments, and prose in it is a value.
fn is_comment(before: &str, is_data: bool) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let start = line.trim_start();
    let begins = ["*", "#", "--", ";", "%"];
    let anywhere = ["//", "/*", "<!--", " #", "(*", "{-"];
    // A line inside of a block comment is prose: it has no marks of code before the citation.
    let prose = !is_data && !line.contains(['"', '\'', '=', '(', '{', ';', '`', ':', '[']);
    begins.iter().any(|mark| start.starts_with(mark))
        || anywhere.iter().any(|mark| line.contains(mark))
        || prose
}

/// The text of a file; none where it is a link, too large or no text.
fn read(path: &Path) -> Option<String> {
    let metadata = path.symlink_metadata().ok()?;
    if !metadata.is_file() || metadata.len() > MAX_FILE {
        return None;
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).ok()? + 1);
    File::open(path)
        .ok()?
        .take(MAX_FILE)
        .read_to_end(&mut bytes)
        .ok()?;
    if memchr::memchr(0, &bytes[..bytes.len().min(LOOKED_AT)]).is_some() {
        return None;
    }
    Some(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    })
}
