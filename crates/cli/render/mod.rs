//! Results for people and for programs.

pub(crate) mod affects;
pub(crate) mod diff;
pub(crate) mod install;
pub(crate) mod json;
pub(crate) mod text;
