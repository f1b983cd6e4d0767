//! Results for people and for programs.

pub(crate) mod affects;
pub(crate) mod author;
pub(crate) mod check;
pub(crate) mod coverage;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod index;
pub(crate) mod install;
pub(crate) mod json;
pub(crate) mod list;
pub(crate) mod place;
pub(crate) mod record;
pub(crate) mod stale;
pub(crate) mod stats;
pub(crate) mod style;
pub(crate) mod text;
