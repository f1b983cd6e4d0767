//! How bad a finding is here: the default of its rule, unless the settings say otherwise.

use std::collections::BTreeMap;

use decision_core::{Finding, Rule, Severity};

/// What the settings say about rules: a severity, or `None` for a rule that is off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels(BTreeMap<Rule, Option<Severity>>);

/// The words for a level in the settings.
const WORDS: &[(&str, Option<Severity>)] = &[
    ("error", Some(Severity::Error)),
    ("warning", Some(Severity::Warning)),
    ("info", Some(Severity::Info)),
    ("off", None),
];

impl Levels {
    /// Sets the level of a rule by their words.
    ///
    /// # Errors
    ///
    /// A fragment that says which of the words is not known.
    pub fn set(&mut self, rule: &str, level: &str) -> Result<(), String> {
        let known = Rule::named(rule).ok_or_else(|| format!("no rule is called `{rule}`"))?;
        let (_, severity) = WORDS
            .iter()
            .find(|(word, _)| *word == level)
            .ok_or_else(|| format!("`{level}` is no level; write error, warning, info or off"))?;
        self.0.insert(known, *severity);
        Ok(())
    }

    /// The finding at its level here; none where its rule is off. A severity that the finding was given
    /// apart from its rule's default holds unless the settings name the rule.
    pub fn apply(&self, mut finding: Finding) -> Option<Finding> {
        match self.0.get(&finding.rule) {
            Some(None) => None,
            Some(Some(severity)) => {
                finding.severity = *severity;
                Some(finding)
            }
            None => Some(finding),
        }
    }
}
