//! One file for each policy.

mod capture;
mod query_preseed;
mod record_validation;
mod record_written;
mod related_context;
mod session_context;

pub(crate) use capture::Capture;
pub(crate) use query_preseed::QueryPreseed;
pub(crate) use record_validation::RecordValidation;
pub(crate) use record_written::RecordWritten;
pub(crate) use related_context::RelatedContext;
pub(crate) use session_context::SessionContext;
