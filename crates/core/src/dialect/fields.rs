//! The fields of a record: its front matter, and the file of fields that some logs keep beside it.

use crate::finding::{Finding, Rule};
use crate::yaml::{Field, Key, Mapping};

/// A mapping and the file that it was read from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) path: &'a str,
    pub(crate) mapping: &'a Mapping<'a>,
}

/// Where fields are looked up, the front matter first.
pub(crate) struct Fields<'a> {
    pub(crate) own: Source<'a>,
    pub(crate) beside: Option<Source<'a>>,
}

impl<'a> Fields<'a> {
    /// The field under a key, whatever its case and its `-`, `_` and spaces.
    #[inline]
    pub(super) fn get(&self, key: Key<'_>) -> Option<&'a Field<'a>> {
        self.own
            .mapping
            .field(key)
            .or_else(|| self.beside?.mapping.field(key))
    }

    /// A finding about the field under a key, at its line of the file that it stands in.
    pub(super) fn finding(&self, key: Key<'_>, rule: Rule, message: String) -> Finding {
        let sources = [Some(self.own), self.beside];
        let found = sources
            .into_iter()
            .flatten()
            .find_map(|source| Some((source.path, source.mapping.field(key)?.line)));
        match found {
            Some((path, line)) => Finding::new(rule, path, message).at_line(line),
            None => Finding::new(rule, self.own.path, message),
        }
    }
}
