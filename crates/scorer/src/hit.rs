//! A ranked record and the reasons for its place, as data.

use decision_core::{SectionKind, StatusKind};

use crate::overlap::RecordOverlap;

/// A ranked record, with why it has its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The record, an index into [`decision_core::DecisionLog::records`].
    pub record: usize,
    /// Its score; comparable within one ranking only.
    pub score: f64,
    /// What the score is made of; the parts add up to it. Greatest first.
    pub parts: Vec<Part>,
    /// The changed paths that it claims.
    pub overlap: Option<RecordOverlap>,
}

/// A part of a score.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it adds; below 0 where it takes away.
    pub score: f64,
    /// What it is for.
    pub reason: Reason,
}

/// What a part of a score is for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// A word of the query occurs.
    Word {
        /// The word as typed.
        word: String,
        /// How it was recognised.
        how: How,
        /// Where it stands.
        place: Place,
        /// The word as the record has it.
        found: String,
    },
    /// Two words stand side by side as they do in the query.
    Adjacent {
        /// The first.
        first: String,
        /// The second.
        second: String,
        /// In the title, not in the body.
        in_title: bool,
    },
    /// Two rare words stand near each other in the body.
    Near {
        /// One of them.
        first: String,
        /// The other.
        second: String,
        /// The least number of words from one to the other.
        distance: u32,
    },
    /// The query covers a share of the title.
    TitleShare {
        /// From 0 to 1.
        share: f64,
    },
    /// Other records cite it.
    Citers {
        /// How many.
        count: usize,
    },
    /// A record that cites it matches well.
    CitedBy {
        /// The citing record.
        record: usize,
    },
    /// A path of the query is among the paths that it governs.
    Path {
        /// The path as typed.
        path: String,
        /// The entry of `affects`.
        entry: String,
    },
    /// It took the place of a record that matches better.
    Supersedes {
        /// The record that it superseded.
        record: usize,
    },
    /// It is not in force.
    NotLive {
        /// Where it stands.
        status: StatusKind,
    },
    /// It governs paths that are being changed.
    Overlap {
        /// Its share of the change, from 0 to 1.
        share: f64,
    },
    /// It has words of the changed paths.
    PathWords {
        /// How well it matches them, from 0 to 1 against the best.
        share: f64,
    },
}

/// How a word of the query was recognised in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// The same word, case and accents aside.
    Exact,
    /// Another form of the word.
    Stem,
    /// A word that is written in parts on one side, `max_retries` for `maxRetries`.
    Joined,
    /// A longer word that begins so; no record has the word itself.
    Prefix,
    /// A word one edit away; no record has the word or its beginning.
    OneEdit,
}

/// Where in a record a word stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In the title.
    Title,
    /// In the description.
    Description,
    /// In the slug.
    Slug,
    /// In the tags.
    Tags,
    /// In the entries of `affects`, as words.
    Affects,
    /// In a section.
    Section {
        /// Its heading.
        heading: String,
        /// Its kind, or that of the section around it.
        kind: Option<SectionKind>,
    },
    /// In the text before the first section.
    Opening,
    /// In a sentence of another record that cites this one.
    Citation {
        /// The citing record.
        record: usize,
    },
}
