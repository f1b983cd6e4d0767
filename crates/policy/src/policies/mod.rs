//! One file for each policy.

mod query_preseed;

pub use query_preseed::QueryPreseed;
