//! `affects` entries that a change breaks: it takes away the last of what they claim.

use std::collections::BTreeSet;

use decision_core::affects::{Entry, Reach, Strength};
use decision_core::{Affects, Decision};

use super::change::Gone;
use super::tracked::Tracked;

/// An entry that claims nothing any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Broken<'a> {
    /// The entry as written.
    pub(crate) entry: &'a str,
    /// The paths that it claimed and that are gone; never empty.
    pub(crate) gone: Vec<Gone<'a>>,
    /// What the entry has to become.
    pub(crate) remedy: Remedy,
}

/// What becomes of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Everything that it claimed went to one place, which this entry names.
    Rewrite(String),
    /// What it claimed went to several places, or to one that holds other things too.
    Unclear(Vec<String>),
    /// What it claimed was deleted.
    Deleted,
}

/// The entries of a record that a change breaks. `tracked` are all paths after the change, in order; they
/// are asked for only where the change takes away something that an entry claims.
pub(crate) fn of<'a>(
    record: &'a Decision,
    gone: &[Gone<'a>],
    tracked: &dyn Tracked,
) -> Vec<Broken<'a>> {
    let mut broken = Vec::new();
    for entry in record.affects.entries() {
        if entry.is_exclusion() || entry.is_broad() || !entry.is_valid() {
            continue;
        }
        let claimed: Vec<(Strength, Gone<'a>)> = gone
            .iter()
            .filter_map(|one| Some((strength_of(entry, *one)?, *one)))
            .collect();
        let Some(strongest) = claimed.iter().map(|(strength, _)| *strength).max() else {
            continue;
        };
        // What only ends like a path that is gone does not stand for it.
        let least = strongest.min(Strength::Glob);
        if tracked.claimed_by(entry, least) {
            continue;
        }
        let gone: Vec<Gone<'a>> = claimed
            .into_iter()
            .filter(|(strength, _)| *strength >= least)
            .map(|(_, gone)| gone)
            .collect();
        let remedy = remedy(entry, strongest, &gone, tracked);
        broken.push(Broken {
            entry: entry.text(),
            gone,
            remedy,
        });
    }
    broken
}

/// How strongly an entry claims what is gone. What was in a submodule is not known: an entry that names
/// something below it claimed that.
fn strength_of(entry: &Entry, gone: Gone<'_>) -> Option<Strength> {
    let below = || {
        let alone = Affects::new([entry.text()]);
        let is_below = |reach: Reach<'_>| match reach {
            Reach::Under(prefix) => prefix
                .strip_prefix(gone.path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            Reach::Anywhere => false,
        };
        alone.reach().any(is_below).then_some(Strength::Directory)
    };
    let strength = entry.strength(gone.path);
    if gone.is_submodule {
        strength.or_else(below)
    } else {
        strength
    }
}

fn remedy(entry: &Entry, strength: Strength, gone: &[Gone<'_>], tracked: &dyn Tracked) -> Remedy {
    let moves: Vec<(&str, &str)> = gone
        .iter()
        .filter_map(|one| Some((one.path, one.to?)))
        .collect();
    if moves.is_empty() {
        return Remedy::Deleted;
    }
    let rewritten = match strength {
        Strength::Stem => None,
        Strength::Exact | Strength::Suffix => match moves[..] {
            [(_, to)] if gone.len() == 1 => with_prefix_of(entry.text(), to),
            _ => None,
        },
        // Where most was deleted, the few that moved do not say where the rest belongs.
        Strength::Directory | Strength::Glob if moves.len() * 2 > gone.len() => {
            moved_prefix(entry, &moves, tracked)
        }
        Strength::Directory | Strength::Glob => None,
    };
    match rewritten.filter(|text| claims_all(text, &moves)) {
        Some(text) => Remedy::Rewrite(text),
        None => Remedy::Unclear(places(&moves)),
    }
}

/// A path written as the entry is, with its `/` or `./` at the beginning.
fn with_prefix_of(entry: &str, path: &str) -> Option<String> {
    let entry = entry.trim();
    let lead = ["./", "/"]
        .into_iter()
        .find(|lead| entry.starts_with(lead))
        .unwrap_or_default();
    Some(format!("{lead}{path}"))
}

/// The entry with its literal beginning moved as all the files moved, if they moved as one. The longest
/// beginning for which that holds is taken.
fn moved_prefix(entry: &Entry, moves: &[(&str, &str)], tracked: &dyn Tracked) -> Option<String> {
    let text = entry.text().trim();
    let start = ["./", "/"]
        .into_iter()
        .find(|lead| text.starts_with(lead))
        .map_or(0, str::len);
    let pattern = &text[start..];
    let ends: Vec<usize> = pattern
        .match_indices('/')
        .map(|(at, _)| at)
        .chain((!pattern.ends_with('/')).then_some(pattern.len()))
        .collect();
    for end in ends.into_iter().rev() {
        let old = &pattern[..end];
        let inner = |path: &str| -> Option<String> {
            Some(path.strip_prefix(old)?.strip_prefix('/')?.to_owned())
        };
        let Some(new) = moves.first().and_then(|(from, to)| {
            let rest = inner(from)?;
            Some(
                to.strip_suffix(rest.as_str())?
                    .strip_suffix('/')?
                    .to_owned(),
            )
        }) else {
            continue;
        };
        let moved_alike = moves.iter().all(|(from, to)| {
            inner(from).is_some_and(|rest| {
                to.strip_prefix(new.as_str())
                    .and_then(|to| to.strip_prefix('/'))
                    == Some(rest.as_str())
            })
        });
        if !moved_alike || new.is_empty() {
            continue;
        }
        let rewritten = format!("{}{new}{}", &text[..start], &pattern[end..]);
        // A place that holds other things too would make the record govern those.
        let affects = Affects::new([rewritten.as_str()]);
        let arrived: BTreeSet<&str> = moves.iter().map(|(_, to)| *to).collect();
        let claims_more = tracked
            .paths()
            .iter()
            .any(|path| affects.matches(path).is_some() && !arrived.contains(path.as_str()));
        return (!claims_more).then_some(rewritten);
    }
    None
}

/// Whether an entry claims every new name as plainly as it should.
fn claims_all(text: &str, moves: &[(&str, &str)]) -> bool {
    let affects = Affects::new([text]);
    moves.iter().all(|(_, to)| {
        affects
            .matches(to)
            .is_some_and(|found| found.strength >= Strength::Glob && !found.broad)
    })
}

/// Where files went: the file where it is one, else the directories.
fn places(moves: &[(&str, &str)]) -> Vec<String> {
    if let [(_, to)] = moves {
        return vec![(*to).to_owned()];
    }
    let folders: BTreeSet<String> = moves
        .iter()
        .map(|(_, to)| {
            to.rsplit_once('/')
                .map_or("./".to_owned(), |(dir, _)| format!("{dir}/"))
        })
        .collect();
    folders.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entry, what moved, what else is tracked afterwards, and what becomes of it.
    type Case = (
        &'static str,
        &'static [(&'static str, &'static str)],
        &'static [&'static str],
        Option<Remedy>,
    );

    #[test]
    fn an_entry_follows_what_it_claimed() {
        let rewrite = |text: &str| Some(Remedy::Rewrite(text.to_owned()));
        let unclear = |places: &[&str]| {
            Some(Remedy::Unclear(
                places.iter().map(|&one| one.to_owned()).collect(),
            ))
        };
        let cases: &[Case] = &[
            (
                "src/a.rs",
                &[("src/a.rs", "lib/b.rs")],
                &[],
                rewrite("lib/b.rs"),
            ),
            (
                "./src/a.rs",
                &[("src/a.rs", "lib/b.rs")],
                &[],
                rewrite("./lib/b.rs"),
            ),
            ("src/a.rs", &[("src/a.rs", "")], &[], Some(Remedy::Deleted)),
            ("src/a.rs", &[("src/b.rs", "lib/b.rs")], &["src/a.rs"], None),
            // Another file that ends alike is not the one that was meant.
            (
                "src/a.rs",
                &[("src/a.rs", "lib/b.rs")],
                &["vendor/src/a.rs"],
                rewrite("lib/b.rs"),
            ),
            (
                "auth/a.rs",
                &[("src/auth/a.rs", "lib/x.rs")],
                &[],
                rewrite("lib/x.rs"),
            ),
            (
                "auth/a.rs",
                &[("src/auth/a.rs", "lib/x.rs")],
                &["web/auth/a.rs"],
                None,
            ),
            (
                "src/auth/",
                &[
                    ("src/auth/a.rs", "lib/auth/a.rs"),
                    ("src/auth/b/c.rs", "lib/auth/b/c.rs"),
                ],
                &[],
                rewrite("lib/auth/"),
            ),
            (
                "src/auth",
                &[("src/auth/a.rs", "lib/auth/a.rs")],
                &[],
                rewrite("lib/auth"),
            ),
            (
                "src/auth/",
                &[("src/auth/a.rs", "lib/auth/a.rs")],
                &["src/auth/b.rs"],
                None,
            ),
            (
                "src/auth/",
                &[("src/auth/a.rs", "lib/a.rs"), ("src/auth/b.rs", "web/b.rs")],
                &[],
                unclear(&["lib/", "web/"]),
            ),
            (
                "src/auth/",
                &[("src/auth/a.rs", "lib/a.rs")],
                &["lib/other.rs"],
                unclear(&["lib/a.rs"]),
            ),
            (
                "src/auth/",
                &[("src/auth/a.rs", "lib/a.rs"), ("src/auth/b.rs", "")],
                &[],
                unclear(&["lib/a.rs"]),
            ),
            (
                "src/auth/**/*.rs",
                &[
                    ("src/auth/a.rs", "lib/auth/a.rs"),
                    ("src/auth/b/c.rs", "lib/auth/b/c.rs"),
                ],
                &["lib/auth/README.md"],
                rewrite("lib/auth/**/*.rs"),
            ),
            ("src/*.rs", &[("src/a.rs", "a.rs")], &[], unclear(&["a.rs"])),
            (
                "*.proto",
                &[("api/a.proto", "api/a.json")],
                &[],
                unclear(&["api/a.json"]),
            ),
            (
                "src/[id].tsx",
                &[("src/[id].tsx", "app/[id].tsx")],
                &[],
                rewrite("app/[id].tsx"),
            ),
            (
                "src/a.rs",
                &[("src/a.rs", "src/{a,b}.rs")],
                &[],
                unclear(&["src/{a,b}.rs"]),
            ),
            (
                "core",
                &[("src/core.rs", "src/engine.rs")],
                &[],
                unclear(&["src/engine.rs"]),
            ),
            ("**", &[("src/a.rs", "lib/a.rs")], &[], None),
            ("!src/a.rs", &[("src/a.rs", "lib/a.rs")], &[], None),
        ];
        for (entry, moves, others, expected) in cases {
            let record = record(entry);
            let gone: Vec<Gone<'_>> = moves
                .iter()
                .map(|&(path, to)| Gone {
                    path,
                    to: (!to.is_empty()).then_some(to),
                    is_submodule: false,
                })
                .collect();
            let arrived = moves.iter().map(|(_, to)| *to).filter(|to| !to.is_empty());
            let mut tracked: Vec<String> = others
                .iter()
                .copied()
                .chain(arrived)
                .map(str::to_owned)
                .collect();
            tracked.sort();
            let broken = of(&record, &gone, &tracked);
            let found = broken.first().map(|one| one.remedy.clone());
            assert_eq!(&found, expected, "{entry} {moves:?} {others:?}");
        }
    }

    fn record(entry: &str) -> Decision {
        let text = format!("---\naffects:\n  - '{entry}'\n---\n# A\n");
        Decision::read("a.md", "a", 0, text.into_bytes()).0
    }
}
