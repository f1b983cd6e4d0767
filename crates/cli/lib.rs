//! The `decision` program as a library: what its binaries and `cargo xtask` share.

pub mod commands;
mod doctor;
mod editor;
mod environment;
mod install;
mod journal;
mod programs;
mod render;
pub mod respond;

pub use commands::{command, run};
