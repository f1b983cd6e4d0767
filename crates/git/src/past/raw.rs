//! What `git log --raw -z` prints.

use std::io::BufRead;
use std::iter::Peekable;

use gix::ObjectId;
use gix::bstr::{BString, ByteSlice};
use gix::index::entry::Mode;

use super::{Blob, PastChange, PastCommit, named};
use crate::snapshot::{EntryKind, FileChangeKind};

/// What stands before the changes of a commit. No path is taken for it: paths are counted.
pub(super) const FORMAT: &str = "--format=tformat:%x01%H%x01%cs%x01%s";

/// What begins a commit.
const MARK: u8 = 1;

/// Reads commits one by one. What cannot be read ends it with an error that says what stood there.
pub(super) struct Commits<'a, R: BufRead> {
    records: Peekable<std::io::Split<R>>,
    prefix: &'a str,
}

impl<'a, R: BufRead> Commits<'a, R> {
    pub(super) fn new(output: R, prefix: &'a str) -> Commits<'a, R> {
        Commits {
            records: output.split(0).peekable(),
            prefix,
        }
    }

    fn record(&mut self) -> Result<Vec<u8>, String> {
        match self.records.next() {
            Some(Ok(record)) => Ok(record),
            Some(Err(error)) => Err(error.to_string()),
            None => Err("it ended in the middle".to_owned()),
        }
    }

    fn commit(&mut self) -> Result<PastCommit, String> {
        let header = self.record()?;
        let unexpected = || format!("unexpected line {:?}", header.as_bstr());
        let mut fields = header.splitn(4, |byte| *byte == MARK);
        let (Some(b""), Some(id), Some(day), Some(subject)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(unexpected());
        };
        let mut commit = PastCommit {
            id: id.to_str_lossy().into_owned(),
            day: day.to_str_lossy().into_owned(),
            subject: subject.to_str_lossy().into_owned(),
            changes: Vec::new(),
        };
        while let Some(Ok(next)) = self.records.peek() {
            if next.first() == Some(&MARK) {
                break;
            }
            commit.changes.push(self.change()?);
        }
        Ok(commit)
    }

    /// `:<mode> <mode> <id> <id> <letter>`, then a path, of a rename two.
    fn change(&mut self) -> Result<PastChange, String> {
        let line = self.record()?;
        let fields = line.strip_prefix(b"\n").unwrap_or(&line);
        let unexpected = || format!("unexpected line {:?}", line.as_bstr());
        let mut fields = fields
            .strip_prefix(b":")
            .and_then(|fields| fields.to_str().ok())
            .ok_or_else(unexpected)?
            .split(' ');
        let mut mode = || u32::from_str_radix(fields.next()?, 8).ok();
        let (Some(mode_before), Some(mode_after)) = (mode(), mode()) else {
            return Err(unexpected());
        };
        let mut id = || ObjectId::from_hex(fields.next()?.as_bytes().as_bstr()).ok();
        let (Some(before), Some(after)) = (id(), id()) else {
            return Err(unexpected());
        };
        let letter = fields.next().and_then(|letter| letter.bytes().next());
        let first: BString = self.record()?.into();
        let (from, path) = match letter {
            Some(b'R' | b'C') => (Some(first), BString::from(self.record()?)),
            Some(_) => (None, first),
            None => return Err(unexpected()),
        };
        let kind = match letter {
            Some(b'A' | b'C') => FileChangeKind::Added,
            Some(b'D') => FileChangeKind::Removed,
            Some(b'R') => FileChangeKind::Renamed,
            Some(b'T') => FileChangeKind::TypeChanged,
            _ => FileChangeKind::Modified,
        };
        let blob = |mode: u32, id: ObjectId| {
            let kind = Mode::from_bits(mode).map(EntryKind::of)?;
            (kind != EntryKind::Submodule && !id.is_null()).then_some(Blob(id))
        };
        let from = from.filter(|_| kind == FileChangeKind::Renamed);
        Ok(PastChange {
            path: named(self.prefix, &path),
            from: from.map(|from| named(self.prefix, &from)),
            kind,
            before: blob(mode_before, before),
            after: blob(mode_after, after),
        })
    }
}

impl<R: BufRead> Iterator for Commits<'_, R> {
    type Item = Result<PastCommit, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.records.peek()?;
        Some(self.commit())
    }
}
