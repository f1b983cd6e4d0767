//! How near a record's package is to where the work is.

use decision_core::Decision;

use crate::workspace::Workspace;

/// How many folders a record's package shares with where the work is: with the place where the search
/// began, or with a changed file. 0 for a log of the whole repository.
pub(crate) fn nearness(workspace: &Workspace, record: &Decision, changed: &[&str]) -> usize {
    let located = workspace.located.dirs.get(record.place);
    let package = located.map_or("", |located| package_of(&located.dir.label));
    let start = workspace.repository.start().to_string_lossy();
    let start = workspace.repository.relative(&start);
    let lies_in = |path: &str| {
        let rest = path.strip_prefix(package);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_near = changed.iter().copied().chain(start.as_deref()).any(lies_in);
    if is_near && !package.is_empty() {
        package.split('/').count()
    } else {
        0
    }
}

/// Folders that hold records in every package, and so say nothing of which package it is.
const USUAL_FOLDERS: &[&str] = &[
    "docs",
    "doc",
    "adr",
    "adrs",
    "decisions",
    "architecture",
    "decision-records",
    "architecture-decisions",
    "architecture-decision-records",
    "madr",
    "rfcs",
    ".claude",
    ".decisions",
    ".archgate",
    "developer",
    "dev",
    "explanation",
];

/// The package that a decision directory belongs to: what stands before its last usual folders.
/// `packages/web/docs/adr` → `packages/web`, `docs/adr` → nothing.
fn package_of(label: &str) -> &str {
    let is_usual = |name: &str| {
        USUAL_FOLDERS
            .iter()
            .any(|usual| name.eq_ignore_ascii_case(usual))
    };
    let mut package = label.trim_end_matches('/');
    loop {
        let (above, last) = package.rsplit_once('/').unwrap_or(("", package));
        if package.is_empty() || !is_usual(last) {
            return package;
        }
        package = above;
    }
}
