//! The file of an index on disk, and where it may be.

use std::fs;
use std::path::Path;

use decision_core::{paths, replace};

use super::{IndexError, Plan};
use crate::inside::{self, NotUsed};

/// The text of an index file; none where there is none.
pub(super) fn read(root: &Path, path: &Path) -> Result<Option<String>, IndexError> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_markdown = ending.is_some_and(|ending| {
        ["md", "mdc", "mdx", "markdown"]
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    });
    if !is_markdown {
        return Err(IndexError::NotMarkdown(path.to_owned()));
    }
    let bytes = inside::read(root, path).map_err(|source| match source {
        NotUsed::Outside => IndexError::Outside(path.to_owned()),
        source => IndexError::Read {
            path: path.to_owned(),
            source,
        },
    })?;
    let text = bytes.map(String::from_utf8).transpose();
    text.map_err(|_| IndexError::NotUtf8(path.to_owned()))
}

/// The folder of an index file from the root with `/`, empty for the root itself; absolute where it lies
/// outside.
pub(super) fn folder(root: &Path, path: &Path) -> String {
    let name = path.to_string_lossy();
    let label = paths::relative_to(root, root, &name);
    let label = label.unwrap_or_else(|| name.replace('\\', "/"));
    label
        .rsplit_once('/')
        .map_or(String::new(), |(folder, _)| folder.to_owned())
}

/// Writes the planned text in the place of what was read.
pub(super) fn write(plan: &Plan) -> Result<(), IndexError> {
    if plan.before.is_none()
        && let Some(folder) = plan.path.parent()
    {
        fs::create_dir_all(folder).map_err(|source| replace::ReplaceError::Io {
            path: folder.to_owned(),
            source,
        })?;
    }
    let before = plan.before.as_deref().map(str::as_bytes);
    replace::write_atomically(&plan.path, before, &plan.after)?;
    Ok(())
}
