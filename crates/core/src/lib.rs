//! The decision record: reading it, its scope, and the log of all the records of a repository.
//!
//! Bytes become a [`Decision`], decisions become a [`DecisionLog`]; whatever is odd on the way is a
//! [`Finding`] beside them, never a lost record.
//!
//! This crate knows nothing of git, of agents or of terminals: it prints nothing and reads no
//! environment.

pub mod affects;
mod decision;
mod dialect;
pub mod draft;
pub mod edit;
mod files;
mod finding;
mod fnv;
mod front_matter;
pub mod lint;
mod log;
mod markdown;
mod names;
pub mod paths;
mod read;
pub mod replace;
pub mod sidecar;
mod snapshot;
mod succession;
mod template;
mod text;
pub mod yaml;

pub use affects::Affects;
pub use decision::{
    Beside, Decision, Link, LinkKind, Person, Section, SectionKind, Status, StatusKind,
};
pub use dialect::Dialect;
pub use files::METADATA;
pub use finding::{Finding, Rule, Severity};
pub use fnv::Fnv;
pub use log::{DecisionDir, DecisionLog, MAX_RECORD_BYTES, SkipReason, Skipped};
pub use names::Names;
pub use succession::Succession;
