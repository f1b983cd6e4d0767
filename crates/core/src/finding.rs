//! What is wrong with a record or a log, as data.

use std::fmt;

/// One thing wrong, with the place and the way out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, from the repository root with `/`.
    pub path: String,
    /// The line in the file, counted from 1, where there is one.
    pub line: Option<usize>,
    /// Which rule was broken.
    pub rule: Rule,
    /// How bad it is, by the rule's default level.
    pub severity: Severity,
    /// What is wrong, as a fragment without a final stop.
    pub message: String,
    /// What to do about it; empty where the message says it all.
    pub help: String,
    /// The other file that it is about, where it lies between two.
    pub beside: Option<String>,
}

impl Finding {
    /// A finding of `rule` at the rule's default severity.
    pub fn new(rule: Rule, path: impl Into<String>, message: impl Into<String>) -> Self {
        Finding {
            path: path.into(),
            line: None,
            rule,
            severity: rule.default_severity(),
            message: message.into(),
            help: String::new(),
            beside: None,
        }
    }

    /// The same finding at a line of the file, counted from 1.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// The same finding with what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// The same finding with the other file that it is about.
    #[must_use]
    pub fn beside(mut self, path: impl Into<String>) -> Self {
        self.beside = Some(path.into());
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {} [{}]: {}", self.severity, self.rule, self.message)?;
        if !self.help.is_empty() {
            write!(f, " ({})", self.help)?;
        }
        Ok(())
    }
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something was lost or cannot be used as written.
    Error,
    /// It works, but probably not as meant.
    Warning,
    /// Worth knowing.
    Info,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        })
    }
}

/// The rules, one table: a stable name and a default level for each.
macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $severity:ident;)+) => {
        /// A rule that a record or a log can break. The names are stable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Rule {
            /// Every rule, in the order of the table.
            pub const ALL: &[Rule] = &[$(Rule::$variant,)+];

            /// The rule of a stable name.
            pub fn named(name: &str) -> Option<Rule> {
                Rule::ALL.iter().copied().find(|rule| rule.name() == name)
            }

            /// What breaks it, in a sentence.
            pub fn summary(self) -> &'static str {
                match self { $(Rule::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }

            /// The stable name.
            pub fn name(self) -> &'static str {
                match self { $(Rule::$variant => $name,)+ }
            }

            /// The level of a finding of this rule unless the settings say otherwise.
            pub fn default_severity(self) -> Severity {
                match self { $(Rule::$variant => Severity::$severity,)+ }
            }
        }
    };
}

rules! {
    /// The file or folder could not be read at all.
    Unreadable = "unreadable", Error;
    /// The file is larger than a record may be.
    TooLarge = "too-large", Error;
    /// Not UTF-8; read with replacement characters.
    NotUtf8 = "not-utf8", Warning;
    /// The front matter is not YAML, or not a map.
    InvalidFrontMatter = "invalid-front-matter", Error;
    /// An opening `---` that nothing closes.
    UnclosedFrontMatter = "unclosed-front-matter", Error;
    /// The same key twice; the first one counts.
    DuplicateKey = "duplicate-key", Warning;
    /// A field whose value has a shape that cannot be read.
    InvalidField = "invalid-field", Warning;
    /// A date that is none.
    InvalidDate = "invalid-date", Error;
    /// An `affects` entry that is no pattern.
    InvalidAffects = "invalid-affects", Error;
    /// An `affects` list in which nothing is claimed.
    EmptyAffects = "empty-affects", Warning;
    /// An `affects` entry that claims most of the tree.
    BroadAffects = "broad-affects", Warning;
    /// A file of scopes with something in it that cannot be used.
    InvalidSidecar = "invalid-sidecar", Warning;
    /// Git conflict markers in the text.
    ConflictMarkers = "conflict-markers", Error;
    /// An `affects` entry that no tracked file matches.
    DeadAffects = "dead-affects", Warning;
    /// Two records with one number in one folder; on another branch it is no more than a warning.
    DuplicateNumber = "duplicate-number", Error;
    /// Two records of one directory that go by one name.
    DuplicateSlug = "duplicate-slug", Error;
    /// Two records of one directory that declare one identifier.
    DuplicateId = "duplicate-id", Error;
    /// A title that carries another number than its file.
    NumberMismatch = "number-mismatch", Warning;
    /// Records that take each other's place.
    SupersessionCycle = "supersession-cycle", Warning;
    /// A record that takes the place of one which still says that it is in force.
    OneSidedSupersession = "one-sided-supersession", Warning;
    /// A superseded record of which nobody says what took its place.
    NoSuccessor = "no-successor", Info;
    /// A declared link that leads to no record of the log.
    DanglingLink = "dangling-link", Warning;
    /// A link in the text to a file that is not there.
    BrokenLink = "broken-link", Warning;
    /// A field that the record's own dialect asks for is missing.
    MissingField = "missing-field", Warning;
    /// A section that the record's own dialect asks for is missing.
    MissingSection = "missing-section", Info;
    /// Nothing in the record says what was decided.
    NoDecision = "no-decision", Warning;
    /// A status of words that are not known; it counts as in force.
    UnknownStatus = "unknown-status", Info;
    /// What a template leaves to be filled in was left as it is.
    Placeholder = "placeholder", Warning;
    /// A settings file with something that cannot be used.
    InvalidSettings = "invalid-settings", Warning;
    /// An `affects` entry that the compared change breaks by renaming, moving or deleting what it names.
    BrokenAffects = "broken-affects", Warning;
    /// A comment that allows a rule to be broken, without a reason or for a rule that there is not.
    InvalidAllow = "invalid-allow", Warning;
    /// A comment that allows what the record does not do.
    UnusedAllow = "unused-allow", Info;
    /// A baseline file with something in it that cannot be used.
    InvalidBaseline = "invalid-baseline", Warning;
    /// An entry of the baseline for something that is no longer wrong.
    StaleBaseline = "stale-baseline", Info;
    /// A `Decision:` trailer of a commit message that answers no record.
    InvalidTrailer = "invalid-trailer", Warning;
    /// Nothing to take a title from but the file name.
    NoTitle = "no-title", Info;
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
