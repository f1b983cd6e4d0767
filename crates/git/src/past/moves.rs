//! Which files a commit of the past moved.

use gix::ObjectId;
use gix::bstr::{BString, ByteSlice};

use super::{PastError, named};
use crate::Repository;
use crate::command::{self, GitFailed};

/// A file that a commit moved to another path, with or without changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Its path before; from the root with `/`, in NFC.
    pub from: String,
    /// Its path after.
    pub to: String,
}

const DIFF_TREE: &[&str] = &[
    "diff-tree",
    "-r",
    "-z",
    "--name-status",
    "--no-commit-id",
    "--find-renames=50%",
    "-l1000",
    "--diff-filter=R",
    // No file that the configuration names says in which order.
    "-O/dev/null",
    "--no-ext-diff",
    "--no-textconv",
    "--no-relative",
];

impl Repository {
    /// The files that a commit (named by its whole id, as [`Repository::past`] gives it) moved: those that
    /// it removed and of which one that it added has at least half, as git tells it. None for a merge.
    ///
    /// Git compares each removed file with each added one: it takes milliseconds, and up to seconds where
    /// there are a thousand of both.
    ///
    /// # Errors
    ///
    /// Where there is no repository, git cannot be run, or an object is missing (in a partial clone).
    pub fn moves(&self, commit: &str) -> Result<Vec<Move>, PastError> {
        let own = self.git().map_err(Clone::clone)?;
        let id = ObjectId::from_hex(commit.as_bytes())
            .map_err(|_| GitFailed::refused("diff-tree", b"this is not the id of a commit"))?;
        let git = self
            .superproject()
            .filter(|git| git.repo.to_thread_local().has_object(id))
            .unwrap_or(own);
        let arguments = [DIFF_TREE, &[commit, "--"]].concat();
        let output = command::output(git, &arguments, b"")?;
        Ok(read(&output, &git.prefix)?)
    }
}

/// Reads `R<percent>`, a path and another one, each with a NUL behind it.
fn read(output: &[u8], prefix: &str) -> Result<Vec<Move>, GitFailed> {
    let mut fields: Vec<&[u8]> = output.split(|byte| *byte == 0).collect();
    let end = fields.pop();
    let mut moves = Vec::with_capacity(fields.len() / 3);
    for fields in fields.chunks(3) {
        let [letter, from, to] = fields else {
            return Err(unexpected(fields.last().copied().unwrap_or_default()));
        };
        if !letter.starts_with(b"R") {
            return Err(unexpected(letter));
        }
        moves.push(Move {
            from: named(prefix, &BString::from(*from)),
            to: named(prefix, &BString::from(*to)),
        });
    }
    match end {
        None | Some([]) => Ok(moves),
        Some(rest) => Err(unexpected(rest)),
    }
}

fn unexpected(printed: &[u8]) -> GitFailed {
    let printed = format!(
        "it printed {:?}, which was not asked for",
        printed.as_bstr()
    );
    GitFailed::refused("diff-tree", printed.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_paths_are_read_and_nothing_else() {
        let moved = |from: &str, to: &str| Move {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        let output = "R100\0a\0R2\0R051\0line\nbreak\0u\u{308}\0".as_bytes();
        let expected = [
            moved("lib/a", "lib/R2"),
            moved("lib/line\nbreak", "lib/\u{fc}"),
        ];
        assert_eq!(read(output, "lib/").expect("moves"), expected);
        assert_eq!(read(b"", "lib/").expect("moves"), []);
        for odd in ["R100\0a\0", "R100\0a\0b", "D\0a\0b\0", "A\0a\0"] {
            assert!(read(odd.as_bytes(), "").is_err(), "{odd:?}");
        }
    }
}
