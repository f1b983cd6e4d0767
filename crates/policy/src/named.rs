//! The record that a person names.

use decision_core::Decision;

use crate::quote;
use crate::workspace::Workspace;

/// Why a name stands for no one record; the message says what to name instead.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NameError(String);

/// The record that a person means by a slug, its last part, a number, or a path from the root or from where
/// the person stands.
///
/// # Errors
///
/// Where there is none, or more than one; the message says what may have been meant.
pub fn find<'w>(workspace: &'w Workspace, name: &str) -> Result<&'w Decision, NameError> {
    let log = workspace.log();
    // A path as the shell completes it, from where the user stands.
    let inside = workspace.repository.relative(name);
    let by_path = inside
        .map(|path| log.find(&path))
        .filter(|found| !found.is_empty());
    let found = by_path.unwrap_or_else(|| log.find(name));
    let shown = quote::plain(name);
    match found[..] {
        [record] => Ok(record),
        [] => Err(NameError(missing(workspace, &shown))),
        _ => {
            let paths: Vec<&str> = found.iter().map(|record| record.path.as_str()).collect();
            let paths = quote::plain(&paths.join(" or "));
            Err(NameError(format!(
                "`{shown}` may be {paths}; name one by its path"
            )))
        }
    }
}

/// That there is no such record, and what may have been meant.
fn missing(workspace: &Workspace, name: &str) -> String {
    let log = workspace.log();
    if log.records.is_empty() {
        return format!(
            "no record `{name}`: no records were read; `decision where` says where they are looked for"
        );
    }
    let is_meant = |path: &str| !name.is_empty() && path.ends_with(name);
    if let Some(skipped) = log.skipped.iter().find(|skipped| is_meant(&skipped.path)) {
        return format!(
            "`{}` is no record: skipped as {}",
            skipped.path,
            skipped.reason.words()
        );
    }
    let hint = alike(&log.records, name).map_or_else(
        || "`decision list` names them".to_owned(),
        |record| format!("did you mean `{}`?", record.slug),
    );
    format!(
        "no record `{name}` among {} in {}; {hint}",
        log.records.len(),
        workspace.places()
    )
}

/// The record whose slug has the most words of a name.
fn alike<'l>(records: &'l [Decision], name: &str) -> Option<&'l Decision> {
    const BORDERS: [char; 4] = ['-', '_', ' ', '/'];
    let lower = name.to_lowercase();
    let parts: Vec<&str> = lower.split(BORDERS).filter(|part| part.len() > 2).collect();
    let shared = |record: &&Decision| {
        let slug = record.slug.to_lowercase();
        let words: Vec<&str> = slug.split(BORDERS).collect();
        parts.iter().filter(|part| words.contains(part)).count()
    };
    records
        .iter()
        .max_by_key(shared)
        .filter(|record| shared(record) > 0)
}
