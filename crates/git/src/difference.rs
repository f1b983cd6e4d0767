//! A path whose entry differs between two states of a repository, and which of them are renames.

use gix::ObjectId;
use gix::bstr::{BString, ByteSlice};
use gix::diff::Rewrites;
use gix::diff::blob::pipeline::{Mode, WorktreeRoots};
use gix::diff::rewrites::Tracker;
use gix::diff::rewrites::tracker::{Change, ChangeKind};
use gix::diff::tree::visit::{Action, Relation};
use gix::index::entry;
use gix::objs::tree::EntryMode;
use gix::worktree::stack::state::attributes::Source;

/// What a tree or an index has at a path.
pub(crate) type Recorded = (entry::Mode, ObjectId);

/// A path whose entry is not the same before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The path as git has it.
    pub(crate) path: BString,
    pub(crate) before: Option<Recorded>,
    pub(crate) after: Option<Recorded>,
}

/// A difference, and the path that a renamed file had before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Followed {
    pub(crate) difference: Difference,
    pub(crate) from: Option<BString>,
}

/// Git's own limits: half of a file has to be kept, and of more than a thousand files moved at once only
/// those with the same content are paired.
const SIMILARITY: Rewrites = Rewrites {
    copies: None,
    percentage: Some(0.5),
    limit: 1000,
    track_empty: false,
};

/// A larger file is followed by its whole content and not by what is alike in it, in bytes.
const MAX_COMPARED: u64 = 4 * 1024 * 1024;

/// One half of what may be a rename.
#[derive(Clone)]
struct Half {
    kind: ChangeKind,
    mode: EntryMode,
    id: ObjectId,
}

impl Half {
    /// Of something that is only there before, or only after.
    fn of(difference: &Difference) -> Option<Half> {
        let (kind, (mode, id)) = match (difference.before, difference.after) {
            (None, Some(entry)) => (ChangeKind::Addition, entry),
            (Some(entry), None) => (ChangeKind::Deletion, entry),
            _ => return None,
        };
        let mode = mode.to_tree_entry_mode()?;
        Some(Half { kind, mode, id })
    }

    fn recorded(&self) -> Recorded {
        (entry::Mode::from(self.mode), self.id)
    }
}

impl Change for Half {
    fn id(&self) -> &gix::oid {
        &self.id
    }

    fn relation(&self) -> Option<Relation> {
        None
    }

    fn kind(&self) -> ChangeKind {
        self.kind
    }

    fn entry_mode(&self) -> EntryMode {
        self.mode
    }

    fn id_and_entry_mode(&self) -> (&gix::oid, EntryMode) {
        (&self.id, self.mode)
    }
}

/// Pairs what was removed with what was added where the content is the same or alike; the differences
/// come back in the order of their paths. Of a renamed file `before` is the entry under its former path.
pub(crate) fn with_renames(
    repo: &gix::Repository,
    differences: Vec<Difference>,
) -> gix::Result<Vec<Followed>> {
    let mut tracker = Tracker::new(SIMILARITY);
    let mut followed = Vec::new();
    let mut may_be_renames = false;
    for difference in differences {
        match Half::of(&difference) {
            Some(half) => {
                may_be_renames = true;
                // Taken always: it is neither a directory nor a modification.
                let _ = tracker.try_push_change(half, difference.path.as_bstr());
            }
            None => followed.push(Followed {
                difference,
                from: None,
            }),
        }
    }
    if may_be_renames {
        pair(repo, tracker, &mut followed)?;
    }
    followed.sort_unstable_by(|a, b| a.difference.path.cmp(&b.difference.path));
    Ok(followed)
}

fn pair(
    repo: &gix::Repository,
    mut tracker: Tracker<Half>,
    followed: &mut Vec<Followed>,
) -> gix::Result<()> {
    // No attribute and no configured program has a say in what is alike: contents are compared as they
    // are recorded.
    let no_index = gix::index::State::new(repo.object_hash());
    let attributes = repo.attributes_only(&no_index, Source::IdMapping)?.detach();
    let mut contents =
        gix::diff::resource_cache(repo, Mode::ToGit, attributes, WorktreeRoots::default())?;
    contents.filter.options.large_file_threshold_bytes = MAX_COMPARED;
    tracker.emit(
        |to, source| {
            let entry = to.change.recorded();
            let is_addition = to.change.kind == ChangeKind::Addition;
            let former =
                source.map(|source| (source.location.to_owned(), source.change.recorded()));
            let (from, before) = former.unzip();
            followed.push(Followed {
                difference: Difference {
                    path: to.location.to_owned(),
                    before: before.or((!is_addition).then_some(entry)),
                    after: is_addition.then_some(entry),
                },
                from,
            });
            Action::Continue(())
        },
        &mut contents,
        &repo.objects,
        |_| Ok::<_, std::convert::Infallible>(()),
    )?;
    Ok(())
}
