//! What must be remembered to give a file back byte for byte, without a copy of what is in it.
//!
//! An edit of a configuration mostly puts text in between, so the former text is the new one with runs of
//! bytes left out, and the lengths of the runs are enough. Only where an edit took something away as well
//! (white space between two brackets) the former text is kept.

use std::hash::Hasher;
use std::path::{Path, PathBuf};

use decision_core::Fnv;
use serde_json::{Value, json};

/// How to get from the text of a file to the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Undo {
    /// Of the text that the edit left.
    after: String,
    /// Of the text before.
    before: String,
    back: Back,
    /// The folders that were made for the file, the innermost first.
    pub(crate) folders: Vec<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Back {
    /// There was no file.
    Nothing,
    /// Lengths in bytes of what stays and of what goes, in turn.
    Runs(Vec<usize>),
    /// The whole text.
    Text(String),
}

/// What was in a file's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Former {
    /// No file.
    Nothing,
    /// A file with this text.
    Text(String),
}

impl Undo {
    /// What leads from `after` back to `before` (`None`: no file).
    pub(crate) fn new(before: Option<&str>, after: &str, folders: Vec<PathBuf>) -> Undo {
        let back = match before {
            None => Back::Nothing,
            Some(before) => match runs(before, after) {
                Some(runs) => Back::Runs(runs),
                None => Back::Text(before.to_owned()),
            },
        };
        Undo {
            after: digest(after),
            before: digest(before.unwrap_or_default()),
            back,
            folders,
        }
    }

    /// The former text; `None` where `now` is not what the edit left.
    pub(crate) fn former(&self, now: &str) -> Option<Former> {
        if digest(now) != self.after {
            return None;
        }
        let text = match &self.back {
            Back::Nothing => return Some(Former::Nothing),
            Back::Text(text) => text.clone(),
            Back::Runs(runs) => without(now, runs)?,
        };
        (digest(&text) == self.before).then_some(Former::Text(text))
    }

    /// Whether there was no file before.
    pub(crate) fn made_the_file(&self) -> bool {
        self.back == Back::Nothing
    }

    /// The text of the file in which this is kept. `file` is named for people who find it.
    pub(crate) fn write(&self, file: &Path) -> String {
        let back = match &self.back {
            Back::Nothing => json!({ "existed": false }),
            Back::Runs(runs) => json!({ "existed": true, "runs": runs }),
            Back::Text(text) => json!({ "existed": true, "text": text }),
        };
        let value = json!({
            "version": 1,
            "file": file,
            "before": self.before,
            "after": self.after,
            "back": back,
            "folders": self.folders,
        });
        format!("{value}\n")
    }

    /// Reads what [`Undo::write`] wrote; `None` for anything else.
    pub(crate) fn read(text: &str) -> Option<Undo> {
        let value: Value = serde_json::from_str(text).ok()?;
        if value["version"] != 1 {
            return None;
        }
        let back = &value["back"];
        let back = match (back["existed"].as_bool()?, &back["runs"], &back["text"]) {
            (false, _, _) => Back::Nothing,
            (true, Value::Array(runs), _) => Back::Runs(
                runs.iter()
                    .map(|run| run.as_u64().and_then(|run| usize::try_from(run).ok()))
                    .collect::<Option<_>>()?,
            ),
            (true, _, Value::String(text)) => Back::Text(text.clone()),
            _ => return None,
        };
        let digest = |key: &str| value[key].as_str().map(str::to_owned);
        let folders = value["folders"].as_array()?.iter();
        Some(Undo {
            after: digest("after")?,
            before: digest("before")?,
            back,
            folders: folders
                .filter_map(|folder| folder.as_str().map(PathBuf::from))
                .collect(),
        })
    }
}

/// The lengths that make `before` of `after`; `None` where bytes of it are missing there.
fn runs(before: &str, after: &str) -> Option<Vec<usize>> {
    let mut runs = Vec::new();
    let (mut rest, mut keeps, mut length) = (before.as_bytes(), true, 0);
    for byte in after.bytes() {
        let same = rest.first() == Some(&byte);
        if same != keeps {
            runs.push(length);
            (keeps, length) = (same, 0);
        }
        length += 1;
        if same {
            rest = &rest[1..];
        }
    }
    runs.push(length);
    rest.is_empty().then_some(runs)
}

/// The text with every second run left out.
fn without(text: &str, runs: &[usize]) -> Option<String> {
    let mut kept = Vec::new();
    let mut rest = text.as_bytes();
    for (index, &run) in runs.iter().enumerate() {
        let (part, behind) = rest.split_at_checked(run)?;
        rest = behind;
        if index % 2 == 0 {
            kept.extend_from_slice(part);
        }
    }
    String::from_utf8(kept).ok()
}

fn digest(text: &str) -> String {
    let mut hasher = Fnv::default();
    hasher.write(text.as_bytes());
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_before_comes_back_byte_for_byte() {
        let cases = [
            ("", "{}\n"),
            ("{}", "{\"a\": 1}"),
            ("{ }", "{\"a\": 1}"),
            (
                "{\r\n  \"ü\": 1\r\n}",
                "{\r\n  \"ü\": 1,\r\n  \"é\": {}\r\n}",
            ),
            ("aaa", "aabaacaa"),
            ("x", "y"),
        ];
        for (before, after) in cases {
            let undo = Undo::new(Some(before), after, vec!["/f".into()]);
            let undo = Undo::read(&undo.write(Path::new("/f/a.json"))).unwrap();
            assert_eq!(
                undo.former(after),
                Some(Former::Text(before.to_owned())),
                "{before:?} {after:?}"
            );
            assert_eq!(undo.former(&format!("{after} ")), None);
            assert_eq!(undo.folders, [PathBuf::from("/f")]);
        }
    }

    #[test]
    fn what_is_in_the_file_is_not_copied() {
        let before = "{\"token\": \"secret\"}";
        let undo = Undo::new(
            Some(before),
            "{\"token\": \"secret\", \"hooks\": {}}",
            Vec::new(),
        );
        assert!(!undo.write(Path::new("/a")).contains("secret"));
    }

    #[test]
    fn no_file_is_told_from_an_empty_one() {
        let undo = Undo::new(None, "{}", Vec::new());
        assert_eq!(undo.former("{}"), Some(Former::Nothing));
        for text in ["", "{}", "[]", "{\"version\": 2}"] {
            assert_eq!(Undo::read(text), None, "{text}");
        }
    }
}
