//! YAML as records use it: mappings read permissively, every scalar kept as text.
//!
//! A scanner reads the common shape; whatever it is not sure of goes to `serde_yaml`, which is the
//! authority and is used in this module alone. Input that would make that parser slow is refused
//! before it sees it.

use std::borrow::Cow;
use std::collections::BTreeSet;

mod authority;
mod guard;
mod keys;
mod recover;
mod scan;

pub(crate) use keys::{Key, Keys, keys};

/// A value of a mapping. Numbers, booleans and dates are text as written; text is borrowed from the
/// source where it stands there as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'s> {
    /// Nothing: an empty value, `~` or `null`.
    Null,
    /// A scalar.
    Text(Cow<'s, str>),
    /// A sequence.
    List(Vec<Value<'s>>),
    /// A mapping, in the order written.
    Map(Vec<(Cow<'s, str>, Value<'s>)>),
}

impl<'s> Value<'s> {
    /// The scalar, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The scalars in it: a scalar is a list of one, an entry that is no scalar is left out.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let items = match self {
            Value::List(items) => items.as_slice(),
            one => std::slice::from_ref(one),
        };
        items.iter().filter_map(Value::as_text)
    }

    /// The value under a key of a mapping.
    pub fn get(&self, key: &str) -> Option<&Value<'s>> {
        match self {
            Value::Map(entries) => entries
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            _ => None,
        }
    }
}

/// One `key: value` at the top level of a mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field<'s> {
    /// The key as written.
    pub key: Cow<'s, str>,
    /// Its value.
    pub value: Value<'s>,
    /// The line of the key, counted from 1 at the beginning of the source.
    pub line: usize,
}

/// Something in a mapping that could not be read as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line, counted from 1 at the beginning of the source.
    pub line: usize,
    /// What kind of thing.
    pub kind: ProblemKind,
    /// What is wrong, as a fragment.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
}

/// The kinds of [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// Not YAML.
    Syntax,
    /// The same key again; the first one counts.
    DuplicateKey,
    /// YAML, but no mapping.
    NotAMapping,
    /// Too large or too deep to be handed to a parser.
    Refused,
}

/// The fields of a mapping, as far as they could be read, and what could not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping<'s> {
    /// The fields in the order written, each key once.
    pub fields: Vec<Field<'s>>,
    /// What is wrong, by line.
    pub problems: Vec<Problem>,
    keys: Keys,
}

impl<'s> Mapping<'s> {
    fn new(fields: Vec<Field<'s>>, problems: Vec<Problem>) -> Mapping<'s> {
        let keys = keys_of(&fields);
        Mapping {
            fields,
            problems,
            keys,
        }
    }

    /// The value of the first field whose key equals `key` without regard to ASCII case, `-`, `_` and
    /// spaces (`decision-makers`, `decisionMakers` and `Decision_Makers` are one).
    pub fn get(&self, key: &str) -> Option<&Field<'s>> {
        self.field(Key::new(key))
    }

    /// The same for a key that is known beforehand.
    #[inline]
    pub(crate) fn field(&self, key: Key<'_>) -> Option<&Field<'s>> {
        self.fields.get(self.keys.position(key)?)
    }

    /// Whether the source was YAML but no mapping at all.
    pub fn is_no_mapping(&self) -> bool {
        self.problems
            .iter()
            .any(|problem| problem.kind == ProblemKind::NotAMapping)
    }
}

/// Reads the text of a mapping (front matter without its fences, or a whole YAML file).
///
/// One field that cannot be read never loses another: it is read as plain text where that is plainly
/// meant, else left out, and a [`Problem`] names it.
pub fn read_mapping(source: &str) -> Mapping<'_> {
    let says_nothing = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    if source.lines().all(says_nothing) {
        return Mapping::default();
    }
    let refused = |problem| Mapping::new(Vec::new(), vec![problem]);
    if let Err(problem) = guard::check_size(source) {
        return refused(problem);
    }
    if let Some(fields) = scan::scan(source) {
        return without_duplicates(fields, Vec::new());
    }
    if let Err(problem) = guard::check_shape(source) {
        return refused(problem);
    }
    match authority::read(source) {
        Ok(fields) => without_duplicates(fields, Vec::new()),
        Err(problem) if problem.kind == ProblemKind::NotAMapping => refused(problem),
        Err(problem) => {
            let (fields, problems) = recover::recover(source, problem);
            without_duplicates(fields, problems)
        }
    }
}

fn keys_of(fields: &[Field<'_>]) -> Keys {
    Keys::of(fields.iter().map(|field| &*field.key))
}

fn without_duplicates<'s>(mut fields: Vec<Field<'s>>, mut problems: Vec<Problem>) -> Mapping<'s> {
    let keys = keys_of(&fields);
    if keys.surely_differ() {
        problems.sort_by_key(|problem| problem.line);
        return Mapping {
            fields,
            problems,
            keys,
        };
    }
    let mut order: Vec<usize> = (0..fields.len()).collect();
    order.sort_by(|left, right| fields[*left].key.cmp(&fields[*right].key));
    let mut again = BTreeSet::new();
    for same in order.chunk_by(|left, right| fields[*left].key == fields[*right].key) {
        let first = &fields[same[0]];
        for at in &same[1..] {
            again.insert(*at);
            problems.push(Problem {
                line: fields[*at].line,
                kind: ProblemKind::DuplicateKey,
                message: format!(
                    "key `{}` stands in line {} already; the first one counts",
                    first.key, first.line
                ),
                help: "remove one of them".to_owned(),
            });
        }
    }
    if !again.is_empty() {
        let mut at = 0;
        fields.retain(|_| {
            at += 1;
            !again.contains(&(at - 1))
        });
    }
    problems.sort_by_key(|problem| problem.line);
    Mapping::new(fields, problems)
}

/// For tests outside this crate: what the scanner alone says, and what the authority alone says.
#[doc(hidden)]
pub fn both_readings(source: &str) -> (Option<Vec<Field<'_>>>, Option<Vec<Field<'_>>>) {
    (scan::scan(source), authority::read(source).ok())
}
