//! How far two contents are apart, line by line.

use std::collections::HashMap;

use gix::ObjectId;
use gix::bstr::ByteSlice;

/// Larger files are not compared, in bytes.
const MAX_FILE: u64 = 1024 * 1024;

/// The lines of a file without the blanks around them, with how often each is there.
pub(crate) type Lines = HashMap<Vec<u8>, usize>;

/// The lines of a blob; none where it is no text, or too large to be compared.
pub(crate) fn of_blob(repo: &gix::Repository, blob: ObjectId) -> gix::Result<Option<Lines>> {
    if repo.find_header(blob)?.size() > MAX_FILE {
        return Ok(None);
    }
    let blob = repo.find_object(blob)?;
    if blob.data.contains(&0) {
        return Ok(None);
    }
    let mut lines = Lines::new();
    for line in blob.data.lines() {
        *lines.entry(line.trim().to_owned()).or_default() += 1;
    }
    Ok(Some(lines))
}

/// How many lines the one has and the other has not, both ways, wherever they stand.
pub(crate) fn apart(before: &Lines, after: &Lines) -> usize {
    let surplus = |left: &Lines, right: &Lines| -> usize {
        left.iter()
            .map(|(line, count)| count.saturating_sub(right.get(line).copied().unwrap_or(0)))
            .sum()
    };
    surplus(before, after) + surplus(after, before)
}
