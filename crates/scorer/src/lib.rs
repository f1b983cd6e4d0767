//! Ranks the records of a decision log for a query and for changed paths, and says why.
//!
//! This crate knows nothing of files on disk or of git: records come as a
//! [`decision_core::DecisionLog`], changed paths as strings.

mod cite;
mod fold;
mod lexicon;
mod parameters;
mod plan;
mod query;
mod rank;
mod scan;
mod score;
mod spell;
mod stop;
mod token;

pub use parameters::{FieldValues, Parameters};
pub use query::Query;
pub use rank::{Options, Ranking};
