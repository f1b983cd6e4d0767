//! What `git status --porcelain=v2 -z` prints.

use gix::bstr::{BStr, ByteSlice};

use super::{Change, ChangeKind};
use crate::path;

/// Reads the output. Records that are cut off or of an unknown type are left out; `false` says that
/// the last record was cut off, so that more may have followed.
///
/// The format is in git's documentation of `git status`: records end in NUL, a rename has its former
/// path behind it as a second one.
pub(super) fn parse(output: &[u8]) -> (Vec<Change>, bool) {
    let mut changes = Vec::new();
    let complete = output.is_empty() || output.ends_with(b"\0");
    let whole = output
        .iter()
        .rposition(|byte| *byte == 0)
        .map_or(&[][..], |end| &output[..end]);
    let mut records = whole.split(|byte| *byte == 0);
    while let Some(record) = records.next() {
        let Some((&kind, rest)) = record.split_first() else {
            continue;
        };
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        match kind {
            b'1' => changes.extend(field(rest, 7).map(|path| change(path, ordinary(rest)))),
            b'2' => {
                let Some(former) = records.next() else {
                    return (changes, false);
                };
                if let Some(path) = field(rest, 8) {
                    changes.extend(renamed(path, BStr::new(former), rest));
                }
            }
            b'u' => changes.extend(field(rest, 9).map(|path| change(path, ChangeKind::Conflicted))),
            b'?' => changes.push(change(BStr::new(rest), ChangeKind::Untracked)),
            _ => {}
        }
    }
    (changes, complete)
}

/// The path behind so many fields, which has the rest of the record, blanks included.
fn field(record: &[u8], before: usize) -> Option<&BStr> {
    record
        .splitn(before + 1, |byte| *byte == b' ')
        .nth(before)
        .map(BStr::new)
}

/// A record begins with two letters: the index against `HEAD`, the disk against the index.
fn ordinary(record: &[u8]) -> ChangeKind {
    if record.first().is_some_and(|staged| *staged != b'.') {
        ChangeKind::Staged
    } else {
        ChangeKind::Unstaged
    }
}

/// A copy leaves the former path as it is, and a rename on disk (of a path meant to be added) is
/// not staged.
fn renamed(path: &BStr, former: &BStr, record: &[u8]) -> Option<Change> {
    let score = record.splitn(8, |byte| *byte == b' ').nth(7)?;
    if score.starts_with(b"C") {
        return Some(change(path, ordinary(record)));
    }
    let former = path::text(without_slash(former)).into_owned();
    Some(Change {
        renamed_from: Some(former),
        ..change(path, ChangeKind::Renamed)
    })
}

fn change(at: &BStr, kind: ChangeKind) -> Change {
    Change::new(path::text(without_slash(at)), kind)
}

/// A nested repository is printed as a directory with a slash.
fn without_slash(path: &BStr) -> &BStr {
    path.strip_suffix(b"/").map_or(path, |path| path.as_bstr())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

    fn listing(output: &str) -> (Vec<String>, bool) {
        let (changes, complete) = parse(output.as_bytes());
        let line = |change: &Change| {
            let former = change
                .renamed_from
                .as_ref()
                .map(|from| format!(" <- {from}"));
            format!(
                "{} {}{}",
                change.kind,
                change.path,
                former.unwrap_or_default()
            )
        };
        (changes.iter().map(line).collect(), complete)
    }

    #[test]
    fn every_type_of_record_is_read() {
        let ordinary = |letters: &str, path: &str| {
            format!("1 {letters} N... 100644 100644 100644 {ID} {ID} {path}\0")
        };
        let renamed = |score: &str, path: &str, from: &str| {
            format!("2 R. N... 100644 100644 100644 {ID} {ID} {score} {path}\0{from}\0")
        };
        let unmerged =
            format!("u UU N... 100644 100644 100644 100644 {ID} {ID} {ID} both changed\0");
        for (output, expected) in [
            (String::new(), vec![]),
            (ordinary("M.", "a.rs"), vec!["staged a.rs"]),
            (ordinary("MM", "a.rs"), vec!["staged a.rs"]),
            (ordinary(".D", "a b  c"), vec!["unstaged a b  c"]),
            (ordinary(".M", "line\nbreak"), vec!["unstaged line\nbreak"]),
            (
                renamed("R100", "new name", "old name"),
                vec!["renamed new name <- old name"],
            ),
            (renamed("C75", "copy", "old"), vec!["staged copy"]),
            (unmerged, vec!["conflicted both changed"]),
            (
                "? u\u{308}.rs\0? sub/\0".to_owned(),
                vec!["untracked \u{fc}.rs", "untracked sub"],
            ),
            (
                "# branch.head main\0! ignored\0? x\0".to_owned(),
                vec!["untracked x"],
            ),
        ] {
            assert_eq!(
                listing(&output),
                (expected.iter().map(ToString::to_string).collect(), true)
            );
        }
    }

    #[test]
    fn what_is_cut_off_is_left_out_and_said() {
        for (output, expected) in [
            ("? a\0? b", vec!["untracked a"]),
            ("? a", vec![]),
            ("? a\u{0}1 M. N... 100644 10", vec!["untracked a"]),
            (
                "? a\u{0}2 R. N... 1 1 1 x y R100 new\0ol",
                vec!["untracked a"],
            ),
            (
                "? a\u{0}2 R. N... 1 1 1 x y R100 new\0",
                vec!["untracked a"],
            ),
        ] {
            let (changes, complete) = listing(output);
            assert_eq!(changes, expected, "{output:?}");
            assert!(!complete, "{output:?}");
        }
    }

    #[test]
    fn nonsense_is_no_change() {
        for output in ["\0\0", "1\0", "1 M.\0", "u \0", "9 x\0", "\u{1}\0"] {
            assert_eq!(listing(output), (vec![], true), "{output:?}");
        }
    }
}
