//! One file for each policy.

pub mod capture;
mod query_preseed;
mod record_validation;
mod record_written;
mod related_context;
mod session_context;

pub use capture::Capture;
pub use query_preseed::QueryPreseed;
pub use record_validation::RecordValidation;
pub use record_written::RecordWritten;
pub use related_context::RelatedContext;
pub use session_context::SessionContext;
