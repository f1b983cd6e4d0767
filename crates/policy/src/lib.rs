//! What to say to whom at which event, and how each agent host wants to hear it.
//!
//! An [`event::Event`] comes from a host, the [`registry`] asks the policies, an [`outcome::Outcome`]
//! goes back through the host's writer in [`hosts`]. Text of records passes through [`quote`] on its way.
//!
//! This crate prints nothing and knows nothing of terminals.

pub mod audit;
pub mod author;
pub mod capture;
pub mod check;
pub mod command;
pub mod coverage;
pub mod event;
pub mod file_edit;
mod governing;
pub mod graph;
pub mod hosts;
pub mod index;
pub mod inside;
pub mod intake;
pub mod means;
pub mod memory;
pub mod named;
mod nearness;
pub mod outcome;
mod patch;
mod policies;
mod question;
pub mod quote;
pub mod reasons;
pub mod registry;
mod render;
pub mod search;
pub mod settings;
pub mod stale;
pub mod stats;
pub mod suggest;
mod told;
pub mod trust;
pub mod undo;
pub mod workspace;
mod written;
