//! What a check found, in the forms that people and programs read.

pub(crate) mod github;
pub(crate) mod json;
pub(crate) mod markdown;
mod records;
pub(crate) mod sarif;
pub(crate) mod text;
