//! Which records govern a path, without asking all of them.

use std::collections::{BTreeMap, HashMap};

use decision_core::affects::{Reach, Strength};
use decision_core::{Affects, Decision};

/// How a file is claimed, the strongest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Claim {
    None,
    Broad,
    Governed,
}

/// The records by where what they claim can lie, so that a file is compared with few of them.
pub(super) struct Scopes<'a> {
    records: &'a [Decision],
    /// By the path that their claims lie at or under.
    under: BTreeMap<String, Vec<usize>>,
    /// By the name that the files end in which a plain entry claims as the end of a path.
    by_name: HashMap<&'a str, Vec<usize>>,
    /// Those that may claim any path.
    anywhere: Vec<usize>,
}

impl<'a> Scopes<'a> {
    pub(super) fn of(records: &'a [Decision], wanted: impl Iterator<Item = usize>) -> Scopes<'a> {
        let mut scopes = Scopes {
            records,
            under: BTreeMap::new(),
            by_name: HashMap::new(),
            anywhere: Vec::new(),
        };
        for record in wanted {
            let entries = records[record].affects.entries().iter();
            for entry in entries.filter(|entry| !entry.is_exclusion()) {
                scopes.add(record, entry.text());
            }
        }
        scopes
    }

    fn add(&mut self, record: usize, entry: &'a str) {
        for reach in Affects::new([entry]).reach() {
            let list = match (reach, plain_name(entry)) {
                (Reach::Anywhere, Some(name)) => self.by_name.entry(name).or_default(),
                (Reach::Under("") | Reach::Anywhere, _) => &mut self.anywhere,
                (Reach::Under(path), _) => self.under.entry(path.to_owned()).or_default(),
            };
            if list.last() != Some(&record) {
                list.push(record);
            }
        }
    }

    /// How a path is claimed, and by which records it is governed. A claim by a file's stem is none.
    pub(super) fn claims(&self, path: &str) -> (Claim, Vec<usize>) {
        let above = path.match_indices('/').map(|(at, _)| &path[..at]);
        let under = above
            .chain([path])
            .filter_map(|prefix| self.under.get(prefix));
        let name = path.rsplit('/').next().unwrap_or(path);
        let candidates = under.chain(self.by_name.get(name)).flatten();
        let mut claim = Claim::None;
        let mut by = Vec::new();
        for record in candidates.chain(&self.anywhere).copied() {
            if by.contains(&record) {
                continue;
            }
            match self.records[record].affects.matches(path) {
                Some(found) if found.strength == Strength::Stem => {}
                Some(found) if found.broad => claim = claim.max(Claim::Broad),
                Some(_) => {
                    claim = Claim::Governed;
                    by.push(record);
                }
                None => {}
            }
        }
        (claim, by)
    }
}

/// The last segment of an entry that means just what it says: as the end of a path it claims files of this
/// name alone.
fn plain_name(entry: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-+@/".contains(c);
    let name = entry.rsplit('/').next()?;
    (entry.chars().all(plain) && !matches!(name, "" | "." | "..")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is asked of few records is what all of them would say.
    #[test]
    fn no_claim_is_missed() {
        let scopes_of = [
            "src/",
            "src/auth",
            "auth/login.rs",
            "login",
            "login.rs",
            "./src/a.rs",
            "/src/a.rs",
            "src/../lib/b.rs",
            "lib//b.rs",
            "*.rs",
            "**/b.rs",
            "src/{auth,x}/login.rs",
            "src\\auth\\login.rs",
            "app/[id]/page.tsx",
            " lib/b.rs ",
            "**",
            "./b.rs",
        ];
        let records: Vec<Decision> = scopes_of
            .iter()
            .map(|entry| {
                let text = format!("---\naffects:\n  - '{entry}'\n---\n# A\n");
                Decision::read("a.md", "a", 0, text.into_bytes()).0
            })
            .collect();
        let scopes = Scopes::of(&records, 0..records.len());
        for path in [
            "src/a.rs",
            "src/auth/login.rs",
            "x/auth/login.rs",
            "lib/b.rs",
            "b.rs",
            "app/[id]/page.tsx",
            "app/i/page.tsx",
            "login.rs",
            "deep/src/a.rs",
        ] {
            let (_, mut by) = scopes.claims(path);
            by.sort_unstable();
            let all: Vec<usize> = (0..records.len())
                .filter(|record| {
                    let found = records[*record].affects.matches(path);
                    found.is_some_and(|found| found.strength > Strength::Stem && !found.broad)
                })
                .collect();
            assert_eq!(by, all, "{path}");
            assert!(!by.is_empty(), "{path}");
        }
    }
}
