//! What git knows, on real repositories.

mod branch;
mod changes;
mod elsewhere;
mod finding;
mod formats;
mod history;
mod hostile;
mod like_git;
mod locating;
mod on_disk;
mod standing;
mod submodules;
mod suggesting;
mod support;
