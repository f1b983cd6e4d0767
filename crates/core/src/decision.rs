//! The record as a type.

use std::ops::Range;

use crate::Affects;

/// One decision record, read whole.
///
/// Fields hold what the record says, whatever dialect it is written in; spans point into
/// [`Decision::text`].
#[derive(Debug, Clone)]
pub struct Decision {
    /// The file, from the repository root with `/` (absolute where it lies outside).
    pub path: String,
    /// The path under its decision directory without `.md`; of a folder record, the folder.
    pub slug: String,
    /// Which of the log's directories it lies in: an index into [`crate::DecisionLog::dirs`].
    pub place: usize,
    /// The number or identifier as written, kept as text (`0012`, `ARCH-001`).
    pub id: Option<String>,
    /// The `name` of the front matter: another name under which links may mean it.
    pub name: Option<String>,
    /// What it is called.
    pub title: String,
    /// The `description` of the front matter.
    pub description: Option<String>,
    /// The date as written, `YYYY-MM-DD` where it could be told.
    pub date: Option<String>,
    /// Where the decision stands.
    pub status: Option<Status>,
    /// Who decided, was asked, was told.
    pub people: Vec<Person>,
    /// The tags as written.
    pub tags: Vec<String>,
    /// The paths that it governs.
    pub affects: Affects,
    /// How many entries of [`Decision::affects`], from the first on, stand in the record itself; the others
    /// stand beside it ([`crate::sidecar`]).
    pub own_affects: usize,
    /// Where the entries that stand beside it do so.
    pub beside: Vec<Beside>,
    /// `binding: true` in the front matter: whoever changes what it governs must have weighed it.
    pub binding: bool,
    /// Links to other records.
    pub links: Vec<Link>,
    /// Its sections in the order of the text.
    pub sections: Vec<Section>,
    /// The span of the first paragraph that is prose; empty where there is none.
    pub lead: Range<usize>,
    pub(crate) text: String,
    pub(crate) body: usize,
}

impl Decision {
    /// The whole file, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the text after the front matter begins, in bytes.
    pub fn body_start(&self) -> usize {
        self.body
    }

    /// The text after the front matter.
    pub fn body(&self) -> &str {
        &self.text[self.body..]
    }

    /// Whether it says that it is proposed: it may come to be in force, and is not yet.
    pub fn is_proposed(&self) -> bool {
        let status = self.status.as_ref();
        status.is_some_and(|status| status.kind == StatusKind::Proposed)
    }

    /// Whether it is in force or may come to be: not rejected, deprecated or superseded.
    pub fn is_live(&self) -> bool {
        self.status
            .as_ref()
            .is_none_or(|status| status.kind.is_live())
    }
}

/// An entry of a record's scope that stands beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// The file, from the repository root with `/`.
    pub file: String,
    /// The entry as written.
    pub entry: String,
    /// Its line, counted from 1.
    pub line: usize,
}

/// Where a decision stands, with the words of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// What the words mean.
    pub kind: StatusKind,
    /// The words as written.
    pub text: String,
}

/// The meanings of a status that the tool acts on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StatusKind {
    /// Not yet decided.
    Proposed,
    /// In force.
    Accepted,
    /// Decided against.
    Rejected,
    /// No longer in force, nothing in its place.
    Deprecated,
    /// Replaced by another record.
    Superseded,
    /// Words that are none of the above; kept as written.
    Other,
}

impl StatusKind {
    /// Not rejected, deprecated or superseded.
    pub fn is_live(self) -> bool {
        !matches!(
            self,
            StatusKind::Rejected | StatusKind::Deprecated | StatusKind::Superseded
        )
    }
}

/// Somebody named in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The key or label under which they stand (`deciders`, `author`), lower case.
    pub role: String,
    /// The name as written.
    pub name: String,
}

/// A pointer from one record to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What the pointer says.
    pub kind: LinkKind,
    /// The target as written: a path, a slug, a number.
    pub target: String,
    /// The span of the sentence around it; empty for a front matter field.
    pub sentence: Range<usize>,
}

/// What a link says of its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkKind {
    /// This record takes the target's place.
    Supersedes,
    /// The target took this record's place.
    SupersededBy,
    /// This record changes the target in part.
    Amends,
    /// They belong together.
    Relates,
    /// Named in passing.
    Mentions,
}

/// A heading with the text under it, down to the next heading of the same or a higher level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// 1 for `#`, 6 for `######`.
    pub level: u8,
    /// The span of the heading's words.
    pub heading: Range<usize>,
    /// The span of the text under it, sub-sections included.
    pub body: Range<usize>,
    /// What kind of section it is, told by its usual names.
    pub kind: Option<SectionKind>,
}

/// The sections that records of most dialects have, under one name each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    /// The whole in short.
    Summary,
    /// What the decision is about.
    Context,
    /// What was decided.
    Decision,
    /// What is proposed, in documents that argue rather than decide: a design, a specification.
    Proposal,
    /// Why.
    Rationale,
    /// What follows from it.
    Consequences,
    /// What else was on the table.
    Alternatives,
    /// What it costs.
    TradeOffs,
    /// Where it stands.
    Status,
    /// Which paths it governs.
    AppliesTo,
}
