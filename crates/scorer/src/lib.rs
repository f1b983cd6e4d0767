//! Ranks the records of a decision log for a query and for changed paths, and says why.
//!
//! This crate knows nothing of files on disk or of git: records come as a
//! [`decision_core::DecisionLog`], changed paths as strings.

mod cite;
mod explain;
mod fold;
mod hit;
mod lexicon;
mod nearest;
mod overlap;
mod parameters;
mod plan;
mod query;
mod rank;
mod scan;
mod score;
mod spell;
mod statistics;
mod stop;
mod token;

pub use hit::{Hit, How, Part, Place, Reason};
pub use nearest::Spelling;
pub use overlap::{ClaimedPath, Overlap, RecordOverlap};
pub use parameters::{FieldValues, Parameters, SumWeights};
pub use query::Query;
pub use rank::{Options, Ranking};
