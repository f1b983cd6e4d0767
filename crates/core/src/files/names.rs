//! What the path of a file says of it, without a look at the disk.

use std::path::PathBuf;

use crate::log::DecisionDir;
use crate::{dialect, sidecar, template};

use super::{Candidate, Kind, METADATA};

/// Names of files about the folder or the project, in lower case without ending.
const ABOUT: &[&str] = &[
    "readme",
    "index",
    "_index",
    "toc",
    "summary",
    "contents",
    "table-of-contents",
    "contributing",
    "code_of_conduct",
    "license",
    "changelog",
    "agents",
    "claude",
    "gemini",
    "decision-log",
    "adr-index",
    "adr-log",
    "security",
    "governance",
];

/// Whether a file of this name tells about its folder.
pub(crate) fn is_about(stem: &str) -> bool {
    ABOUT.iter().any(|about| stem.eq_ignore_ascii_case(about))
}

/// Hidden folders that hold records by convention; every other hidden folder is passed over, and so are
/// the copies that worktrees keep beside these.
pub(super) const HIDDEN: &[&[&str]] = &[
    &[".claude", "decisions"],
    &[".agents", "decisions"],
    &[".archgate", "adrs"],
    &[".decisions"],
];

/// What the name of a Markdown file in a decision directory says: its slug, and what it may be.
/// `name_length` is that of the last part of `path`.
pub(super) fn by_name(
    dir: &DecisionDir,
    path: &str,
    name_length: usize,
    is_special: bool,
) -> Option<(String, Kind)> {
    let name = &path[path.len() - name_length..];
    let (stem, ending) = name.split_at(memchr::memrchr(b'.', name.as_bytes())?);
    let inner = if dir.label == "." {
        path
    } else {
        path.strip_prefix(&dir.label)?.trim_start_matches('/')
    };
    let whole_stem = &inner[..inner.len() - ending.len()];
    let folder = whole_stem.rsplit_once('/').map(|(folder, _)| folder);
    let folder_record = folder.filter(|folder| {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        stem.eq_ignore_ascii_case("readme")
            && (dialect::is_dated(name) || dialect::leading_number(name).is_some())
    });
    let kind = if name.starts_with('.') {
        Kind::Hidden
    } else if is_special {
        Kind::Special
    } else if folder_record.is_some() {
        Kind::FolderIndex
    } else if is_about(stem) {
        Kind::Index
    } else if template::is_template_name(stem) {
        Kind::TemplateName
    } else {
        Kind::Record
    };
    Some((folder_record.unwrap_or(whole_stem).to_owned(), kind))
}

pub(super) fn is_markdown(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| {
        ["md", "mdx", "markdown"]
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// What a path is to a decision directory, told without the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A Markdown file that may be a record.
    Markdown,
    /// The fields of a folder record.
    Metadata,
    /// The scopes beside the records.
    Sidecar,
}

/// What a path (from the repository root, with `/`) is to `dir`; none where the directory does not read
/// it. The same folders are passed over as on disk.
pub(crate) fn role(dir: &DecisionDir, path: &str) -> Option<Role> {
    let inner = if dir.label == "." {
        path
    } else {
        path.strip_prefix(&dir.label)?.strip_prefix('/')?
    };
    let (folders, name) = inner.rsplit_once('/').unwrap_or(("", inner));
    let role = if is_markdown(name) {
        Role::Markdown
    } else if name == METADATA {
        Role::Metadata
    } else if inner == sidecar::FILE_NAME {
        Role::Sidecar
    } else {
        return None;
    };
    let mut above: Option<&str> = None;
    for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
        let ways = || HIDDEN.iter().filter(|way| above == Some(way[0]));
        let passes = if ways().next().is_none() {
            !folder.starts_with('.') || HIDDEN.iter().any(|way| way[0] == folder)
        } else {
            ways().any(|way| {
                way.get(1)
                    .map_or(!folder.starts_with('.'), |second| folder == *second)
            })
        };
        if !passes {
            return None;
        }
        above = Some(folder);
    }
    let on_the_way =
        above.is_some_and(|above| HIDDEN.iter().any(|way| way.len() > 1 && way[0] == above));
    (!on_the_way).then_some(role)
}

/// A Markdown file that is known by its path alone.
pub(crate) fn candidate_at(dir: &DecisionDir, index: usize, path: &str) -> Option<Candidate> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (slug, kind) = by_name(dir, path, name.len(), false)?;
    Some(Candidate {
        file: PathBuf::from(path),
        path: path.to_owned(),
        slug,
        dir: index,
        kind,
        is_link: false,
        has_metadata: false,
    })
}
