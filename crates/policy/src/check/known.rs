//! The faults that were there before a change: what a commit finds is not what it brings in.

use std::collections::{BTreeMap, BTreeSet};

use decision_core::{Finding, Rule};

/// The faults before a change, by what stays the same of them when records move.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Faults of one file, and how many of them.
    alone: BTreeMap<(Rule, String, String), usize>,
    /// Faults between two files: of each file those that stand for all that share the fault with it.
    shared: BTreeMap<(Rule, String), BTreeSet<String>>,
}

impl Known {
    pub(super) fn of(findings: Vec<Finding>) -> Known {
        let mut known = Known::default();
        for finding in findings {
            let message = told_apart_by(&finding).to_owned();
            let Finding {
                rule, path, beside, ..
            } = finding;
            match beside {
                Some(first) => {
                    for path in [path, first.clone()] {
                        let firsts = known.shared.entry((rule, path)).or_default();
                        firsts.insert(first.clone());
                    }
                }
                None => *known.alone.entry((rule, path, message)).or_default() += 1,
            }
        }
        known
    }

    /// Whether a fault was there, and once less from now on. `former` is how a file was called.
    ///
    /// Which of the files that share a number is told to be the double of which depends on their names;
    /// that two of them shared it does not.
    pub(super) fn take(&mut self, finding: &Finding, former: impl Fn(&str) -> String) -> bool {
        let Some(beside) = &finding.beside else {
            let message = told_apart_by(finding).to_owned();
            let key = (finding.rule, former(&finding.path), message);
            return match self.alone.get_mut(&key) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            };
        };
        let firsts = |path: &str| self.shared.get(&(finding.rule, former(path)));
        match (firsts(&finding.path), firsts(beside)) {
            (Some(one), Some(other)) => !one.is_disjoint(other),
            _ => false,
        }
    }
}

/// What tells faults of one rule in one file apart. Front matter that is broken otherwise is no new fault:
/// the message is that of a parser and changes with every word.
fn told_apart_by(finding: &Finding) -> &str {
    match finding.rule {
        Rule::InvalidFrontMatter | Rule::Unreadable | Rule::TooLarge => "",
        _ => &finding.message,
    }
}
