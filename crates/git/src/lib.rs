//! What git knows: which repository a directory belongs to, where its decision records are, and
//! which files are being changed.
//!
//! Everything that touches `gix` is in this crate. Nothing here writes, not a reference, not a file; the
//! index is written by git alone, where [`Repository::stage`] asks it to. Apart from
//! [`Environment::capture`], nothing here reads the process environment on its own account (`gix` finds the
//! user's git configuration through it).

mod bases;
mod branch;
mod changes;
mod command;
mod commits;
mod difference;
mod drivers;
mod elsewhere;
mod environment;
mod error;
mod history;
mod hooks_dir;
mod index_diff;
mod lines;
mod locate;
mod messages;
mod past;
mod path;
mod repository;
mod small_file;
mod snapshot;
mod stage;
mod standing;
mod stop;
mod tracked;
mod trees;

pub use branch::BranchChanges;
pub use changes::{Change, ChangeKind, Changes, Known, Scope};
pub use command::GitFailed;
pub use commits::Commit;
pub use elsewhere::{Elsewhere, Place, RecordsElsewhere};
pub use environment::Environment;
pub use error::Error;
pub use hooks_dir::{ConfiguredBy, HooksDir};
pub use locate::{FoundBy, Located, LocatedDir, Note, Options, Settings, Sharing, well_known_dir};
pub use messages::{ChangedFile, DEFAULT_COMMITS, Limits, Messages, Said};
pub use past::{Blob, Blobs, LinesChanged, Move, PastChange, PastCommit, PastError, Walked};
pub use repository::{Kind, NoChanges, Repository};
pub use small_file::{NotRead, read_small_file};
pub use snapshot::{
    Compare, CompareError, Comparison, EntryKind, FileChange, FileChangeKind, ReadError, Snapshot,
    Tracked,
};
pub use stage::StageError;
pub use standing::Standing;
pub use tracked::NotKnown;
