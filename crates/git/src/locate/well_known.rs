//! The directory names under which record tools and projects keep their records.

use std::fs;
use std::path::Path;

/// Names that say what is in them. Compared without regard to ASCII case, as `docs/ADR` and
/// `Docs/adr` are as common as `docs/adr`.
const SPECIFIC: &[&str] = &[
    ".claude/decisions",
    ".decisions",
    ".archgate/adrs",
    "decisions",
    "adr",
    "adrs",
    "doc/adr",
    "doc/adrs",
    "doc/decisions",
    "docs/adr",
    "docs/adrs",
    "docs/decisions",
    "docs/madr/decisions",
    "docs/architecture/adr",
    "docs/architecture/decisions",
    "docs/architecture-decisions",
    "docs/architecture-decision-records",
    "docs/developer/decision-records",
    "docs/dev/adr",
    "docs/explanation/decisions",
    "architecture/decisions",
    "architecture-decision-record",
    "architecture-decision-records",
];

/// Names that anything may have: they count only where the files are numbered or dated, as records
/// are ([`is_numbered`]).
const GENERIC: &[&str] = &[
    "docs/architecture",
    "rfcs",
    "text",
    "proposals",
    "eips",
    "ercs",
    "keps",
];

/// Directories whose subdirectories are packages, each of which may have records of its own under a
/// specific name.
const PACKAGE_ROOTS: &[&str] = &["packages", "apps", "services", "libs", "crates"];

/// So many packages are looked into under one root.
const MAX_PACKAGES: usize = 256;
/// So deep a generic directory is searched for a numbered name (`keps/sig-x/1234-name`).
const NUMBERED_DEPTH: usize = 3;
/// So many names a generic directory is searched for a numbered one.
const NUMBERED_ENTRIES: usize = 2_000;

/// The well-known directories under `root` that exist, from the root with `/`, in a fixed order.
///
/// Directories are listed rather than probed name by name: one listing answers for every name in it
/// and gives the spelling on disk, so a file system that ignores case does not show a directory
/// twice.
pub(super) fn find(root: &Path) -> Vec<String> {
    let specific = SPECIFIC.iter().map(|path| (*path, false));
    let generic = GENERIC.iter().map(|path| (*path, true));
    let wanted: Vec<Wanted> = specific.chain(generic).zip(0..).map(Wanted::new).collect();
    let mut found = Finder {
        root,
        found: Vec::new(),
    };
    found.look("", &wanted, true);
    found.found.sort_unstable();
    found.found.into_iter().map(|(_, label)| label).collect()
}

/// The well-known directory in which a file of this path would be a record, by its name alone.
pub(super) fn holding(path: &str) -> Option<&str> {
    let ends = path.match_indices('/').map(|(at, _)| at);
    let named = |names: &[&str], dir: &str| names.iter().any(|name| name.eq_ignore_ascii_case(dir));
    for end in ends {
        let dir = &path[..end];
        // In a package: `crates/<name>/docs/adr`.
        let mut parts = dir.splitn(3, '/');
        let in_package = match (parts.next(), parts.next(), parts.next()) {
            (Some(root), Some(_), Some(rest)) => {
                named(PACKAGE_ROOTS, root) && named(SPECIFIC, rest)
            }
            _ => false,
        };
        let is_numbered_in = || {
            let depth = path[end + 1..].split('/').take(NUMBERED_DEPTH);
            depth.into_iter().any(is_numbered_file)
        };
        if named(SPECIFIC, dir) || in_package || (named(GENERIC, dir) && is_numbered_in()) {
            return Some(dir);
        }
    }
    None
}

/// Whether a file or folder has a number in front, without its extension.
fn is_numbered_file(name: &str) -> bool {
    is_numbered(name.strip_suffix(".md").unwrap_or(name))
}

/// Whether numbered or dated Markdown files lie directly in `dir`.
pub(super) fn has_numbered_records(dir: &Path) -> bool {
    holds_numbered(dir, 1, &mut { NUMBERED_ENTRIES })
}

/// What is still to be found below a directory.
#[derive(Clone, Copy)]
struct Wanted {
    rest: &'static str,
    generic: bool,
    rank: usize,
}

impl Wanted {
    fn new(((rest, generic), rank): ((&'static str, bool), usize)) -> Wanted {
        Wanted {
            rest,
            generic,
            rank,
        }
    }

    /// What is left of it below a directory of this name: nothing (`Some(None)`), more, or it is
    /// another name.
    fn below(self, name: &str) -> Option<Option<Wanted>> {
        match self.rest.split_once('/') {
            Some((first, rest)) => first
                .eq_ignore_ascii_case(name)
                .then_some(Some(Wanted { rest, ..self })),
            None => self.rest.eq_ignore_ascii_case(name).then_some(None),
        }
    }
}

struct Finder<'a> {
    root: &'a Path,
    found: Vec<(usize, String)>,
}

impl Finder<'_> {
    fn look(&mut self, dir: &str, wanted: &[Wanted], top: bool) {
        for entry in fs::read_dir(self.root.join(dir))
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let here: Vec<(Wanted, Option<Wanted>)> = wanted
                .iter()
                .filter_map(|want| Some((*want, want.below(name)?)))
                .collect();
            let packages = top
                && PACKAGE_ROOTS
                    .iter()
                    .any(|root| root.eq_ignore_ascii_case(name));
            if (here.is_empty() && !packages) || !self.is_directory(&entry) {
                continue;
            }
            let label = if dir.is_empty() {
                name.to_owned()
            } else {
                format!("{dir}/{name}")
            };
            for (want, rest) in &here {
                if rest.is_none() && (!want.generic || self.is_numbered_log(&label)) {
                    self.found.push((want.rank, label.clone()));
                }
            }
            let rest: Vec<Wanted> = here.iter().filter_map(|(_, rest)| *rest).collect();
            if !rest.is_empty() {
                self.look(&label, &rest, false);
            }
            if packages {
                self.packages(&label);
            }
        }
    }

    fn packages(&mut self, dir: &str) {
        let wanted: Vec<Wanted> = SPECIFIC
            .iter()
            .map(|path| (*path, false))
            .zip(SPECIFIC.len() + GENERIC.len()..)
            .map(Wanted::new)
            .collect();
        let mut names: Vec<String> = fs::read_dir(self.root.join(dir))
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort_unstable();
        for name in names.iter().take(MAX_PACKAGES) {
            self.look(&format!("{dir}/{name}"), &wanted, false);
        }
    }

    /// Whether an entry is a directory, or a link to one that lies under the root.
    fn is_directory(&self, entry: &fs::DirEntry) -> bool {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => true,
            Ok(kind) if kind.is_symlink() => {
                match (self.root.canonicalize(), entry.path().canonicalize()) {
                    (Ok(root), Ok(target)) => target.is_dir() && target.starts_with(root),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn is_numbered_log(&self, label: &str) -> bool {
        holds_numbered(&self.root.join(label), NUMBERED_DEPTH, &mut {
            NUMBERED_ENTRIES
        })
    }
}

/// Whether there is a numbered Markdown file, or a numbered folder, at most `depth` levels down.
fn holds_numbered(dir: &Path, depth: usize, entries: &mut usize) -> bool {
    let mut folders = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if *entries == 0 {
            return false;
        }
        *entries -= 1;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_dir = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let stem = match name.rsplit_once('.') {
            Some((stem, extension)) if extension.eq_ignore_ascii_case("md") => Some(stem),
            _ if is_dir && depth > 1 => Some(name),
            _ => None,
        };
        if stem.is_some_and(is_numbered) {
            return true;
        }
        if is_dir && depth > 1 && !name.starts_with('.') {
            folders.push(entry.path());
        }
    }
    folders
        .iter()
        .any(|folder| holds_numbered(folder, depth - 1, entries))
}

/// Whether a name is numbered as records are: at least three digits first (`0001-x`, `20240501-x`,
/// `2024-05-01-x`), or digits behind the word of a record series (`ADR-12`, `rfc0003`, `eip-1559`).
fn is_numbered(name: &str) -> bool {
    const SERIES: &[&str] = &["adr", "rfc", "eip", "erc", "kep", "dr", "madr"];
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, rest) = name.split_at(letters);
    let rest = rest.trim_start_matches(['-', '_']);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if word.is_empty() {
        digits >= 3 && rest.len() == name.len()
    } else {
        digits >= 1
            && SERIES
                .iter()
                .any(|series| series.eq_ignore_ascii_case(word))
    }
}

#[cfg(test)]
mod tests {
    use super::{holding, is_numbered};

    #[test]
    fn a_path_tells_the_directory_it_is_a_record_of() {
        for (path, expected) in [
            ("docs/adr/0001-x.md", Some("docs/adr")),
            ("Docs/Decisions/deep/x.md", Some("Docs/Decisions")),
            ("crates/core/docs/adr/x.md", Some("crates/core/docs/adr")),
            ("src/core/docs/adr/x.md", None),
            ("rfcs/0001-x.md", Some("rfcs")),
            ("text/chapter.md", None),
            ("adr", None),
        ] {
            assert_eq!(holding(path), expected, "{path}");
        }
    }

    #[test]
    fn records_are_told_from_chapters() {
        for name in [
            "0001-x",
            "001",
            "20240501-x",
            "2024-05-01-x",
            "ADR-1",
            "rfc0003",
            "eip-1559",
        ] {
            assert!(is_numbered(name), "{name}");
        }
        for name in [
            "01-intro", "chapter1", "x-0001", "", "-0001", "README", "v100", "adr",
        ] {
            assert!(!is_numbered(name), "{name}");
        }
    }
}
