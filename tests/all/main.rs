//! End-to-end tests: the built binaries and the plugin, on real repositories. One program, so that it is
//! linked once.
#![expect(clippy::expect_used, reason = "a helper of a test fails by panicking")]

mod affects;
mod author;
mod capture;
mod check;
mod cli;
mod coverage;
mod doctor;
mod edit;
mod graph;
mod hook;
#[cfg(unix)]
mod hostile;
mod index;
mod install;
mod plugin;
mod record;
mod stale;
mod stats;
mod support;
