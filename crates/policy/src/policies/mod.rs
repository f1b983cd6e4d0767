//! One file for each policy.

pub mod capture;
mod query_preseed;

pub use capture::Capture;
pub use query_preseed::QueryPreseed;
