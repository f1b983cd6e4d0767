//! What `git log --raw -z` prints.

use std::io::BufRead;

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
pub(super) struct Commits<'a, R> {
    output: R,
    /// The record that comes next; none before the first and at the end.
    next: Option<Vec<u8>>,
    prefix: &'a str,
}

impl<'a, R: BufRead> Commits<'a, R> {
    pub(super) fn new(output: R, prefix: &'a str) -> Commits<'a, R> {
        let mut commits = Commits {
            output,
            next: None,
            prefix,
        };
        commits.advance();
        commits
    }

    /// Gives back the next record and reads the one behind it. One that is cut off is none.
    fn advance(&mut self) -> Option<Vec<u8>> {
        let mut record = Vec::new();
        let read = self.output.read_until(0, &mut record);
        let whole = read.is_ok() && record.pop() == Some(0);
        std::mem::replace(&mut self.next, whole.then_some(record))
    }

    fn record(&mut self) -> Result<Vec<u8>, String> {
        self.advance()
            .ok_or_else(|| "git log ended in the middle of a commit".to_owned())
    }

    fn commit(&mut self) -> Result<PastCommit, String> {
        let header = self.record()?;
        let unexpected = || {
            format!(
                "git log printed {:?}, which was not asked for",
                header.as_bstr()
            )
        };
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
        while let Some(next) = &self.next
            && next.first() != Some(&MARK)
        {
            commit.changes.push(self.change()?);
        }
        Ok(commit)
    }

    /// `:<mode> <mode> <id> <id> <letter>`, then a path.
    fn change(&mut self) -> Result<PastChange, String> {
        let line = self.record()?;
        let fields = line.strip_prefix(b"\n").unwrap_or(&line);
        let unexpected = || {
            format!(
                "git log printed {:?}, which was not asked for",
                line.as_bstr()
            )
        };
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
        let kind = match fields.next().and_then(|letter| letter.bytes().next()) {
            Some(b'A') => FileChangeKind::Added,
            Some(b'D') => FileChangeKind::Removed,
            Some(b'M') => FileChangeKind::Modified,
            Some(b'T') => FileChangeKind::TypeChanged,
            // A rename or a copy would have two paths.
            _ => return Err(unexpected()),
        };
        let path: BString = self.record()?.into();
        let blob = |mode: u32, id: ObjectId| {
            let kind = Mode::from_bits(mode).map(EntryKind::of)?;
            (kind != EntryKind::Submodule && !id.is_null()).then_some(Blob(id))
        };
        Ok(PastChange {
            path: named(self.prefix, &path),
            kind,
            before: blob(mode_before, before),
            after: blob(mode_after, after),
        })
    }
}

impl<R: BufRead> Iterator for Commits<'_, R> {
    type Item = Result<PastCommit, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next.as_ref()?;
        Some(self.commit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
    const NULL: &str = "0000000000000000000000000000000000000000";

    fn read(output: &str) -> (Vec<String>, Option<String>) {
        let mut lines = Vec::new();
        for commit in Commits::new(output.as_bytes(), "lib/") {
            let commit = match commit {
                Ok(commit) => commit,
                Err(error) => return (lines, Some(error)),
            };
            lines.push(format!("{} {} {}", commit.id, commit.day, commit.subject));
            for change in commit.changes {
                let blobs = [change.before, change.after].map(|blob| u8::from(blob.is_some()));
                lines.push(format!("{} {} {blobs:?}", change.kind, change.path));
            }
        }
        (lines, None)
    }

    #[test]
    fn every_letter_is_read() {
        let output = format!(
            "\u{1}aa\u{1}2026-01-02\u{1}a \u{1} subject\0\
             \n:000000 100644 {NULL} {ID} A\0new\0\
             :100644 000000 {ID} {NULL} D\0old\0\
             :100644 100644 {ID} {ID} M\0:line\nbreak\0\
             :100644 120000 {ID} {ID} T\0type\0\
             :100644 100755 {ID} {ID} M\0u\u{308}\0\
             :000000 160000 {NULL} {ID} A\0submodule\0\
             \u{1}bb\u{1}2026-01-01\u{1}\0\
             \u{1}cc\u{1}2026-01-01\u{1}last\0\n:000000 100644 {NULL} {ID} A\0\u{1}odd\0"
        );
        let expected = [
            "aa 2026-01-02 a \u{1} subject",
            "added lib/new [0, 1]",
            "removed lib/old [1, 0]",
            "modified lib/:line\nbreak [1, 1]",
            "type changed lib/type [1, 1]",
            "modified lib/\u{fc} [1, 1]",
            "added lib/submodule [0, 0]",
            "bb 2026-01-01 ",
            "cc 2026-01-01 last",
            "added lib/\u{1}odd [0, 1]",
        ];
        let expected = expected.map(str::to_owned).to_vec();
        assert_eq!(read(&output), (expected, None));
    }

    #[test]
    fn what_is_cut_off_or_odd_is_said() {
        let head = "\u{1}aa\u{1}2026-01-02\u{1}s\0";
        for (rest, lines) in [
            (format!(":100644 100644 {ID} {ID} M\0half-a-pa"), 0),
            (format!(":100644 100644 {ID} {ID} R100\0from\0to\0"), 0),
            (":100644 what M\0path\0".to_owned(), 0),
            ("nonsense\0".to_owned(), 0),
            ("\u{1}bb\u{1}no subject\0".to_owned(), 1),
        ] {
            let (read, error) = read(&format!("{head}{rest}"));
            assert_eq!(read.len(), lines, "{rest:?}");
            assert!(error.is_some(), "{rest:?}");
        }
        assert_eq!(read(""), (Vec::new(), None));
    }
}
