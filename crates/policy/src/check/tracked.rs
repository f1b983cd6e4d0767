//! The paths that git has after a change.

use decision_core::Affects;
use decision_core::affects::{Entry, Reach, Strength};

/// The paths that git has. They are asked for only where a rule needs them: to list them costs more than
/// most checks.
pub trait Tracked {
    /// Every path from the root with `/`, in order.
    fn paths(&self) -> &[String];
}

impl Tracked for Vec<String> {
    fn paths(&self) -> &[String] {
        self
    }
}

impl dyn Tracked + '_ {
    /// Whether an entry, taken by itself, claims a path at least so strongly.
    pub fn claimed_by(&self, entry: &Entry, least: Strength) -> bool {
        let alone = Affects::new([entry.text()]);
        let claims = |path: &String| entry.strength(path) >= Some(least);
        // To look everywhere comes last, and only where the entry may claim by the end of a path.
        let (near, far): (Vec<_>, Vec<_>) = alone
            .reach()
            .partition(|reach| matches!(reach, Reach::Under(_)));
        near.into_iter().any(|reach| match reach {
            Reach::Under(prefix) => self.under(prefix).iter().any(claims),
            Reach::Anywhere => false,
        }) || (!far.is_empty() && least <= Strength::Suffix && self.paths().iter().any(claims))
    }

    /// Whether there is a file or a folder at a path.
    pub fn has(&self, path: &str) -> bool {
        !self.under(path).is_empty()
    }

    /// The paths at and under a path, `""` being the root. A few that only begin alike are among them.
    fn under(&self, prefix: &str) -> &[String] {
        let paths = self.paths();
        let first = paths.partition_point(|path| path.as_str() < prefix);
        let rest = &paths[first..];
        let end = rest.partition_point(|path| path.starts_with(prefix));
        let exact = |path: &String| {
            prefix.is_empty()
                || path[prefix.len()..].is_empty()
                || path.as_bytes()[prefix.len()] == b'/'
        };
        let found = &rest[..end];
        let start = found.iter().position(exact).unwrap_or(end);
        &found[start..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_looked_for_where_they_reach() {
        let paths: Vec<String> = ["core.rs", "lib-b/a.rs", "lib/a.rs", "src/lib/b.rs"]
            .map(str::to_owned)
            .to_vec();
        let tracked: &dyn Tracked = &paths;
        let cases = [
            ("lib/", Strength::Glob, true),
            ("lib/*.rs", Strength::Glob, true),
            ("*.md", Strength::Glob, false),
            ("lib/b.rs", Strength::Glob, false),
            ("lib/b.rs", Strength::Suffix, true),
            ("core", Strength::Suffix, false),
            ("core", Strength::Stem, true),
            ("li", Strength::Stem, false),
        ];
        for (text, least, expected) in cases {
            let affects = Affects::new([text]);
            let entry = &affects.entries()[0];
            assert_eq!(tracked.claimed_by(entry, least), expected, "{text}");
        }
        assert!(tracked.has("lib") && tracked.has("lib/a.rs") && !tracked.has("li"));
    }
}
