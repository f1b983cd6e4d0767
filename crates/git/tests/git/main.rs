//! What git knows, on real repositories.

mod branch;
mod changes;
mod comparing;
mod elsewhere;
mod finding;
mod formats;
mod history;
mod hooks_dir;
mod hostile;
mod like_git;
mod locating;
mod on_disk;
mod staging;
mod standing;
mod submodules;
mod suggesting;
mod support;
