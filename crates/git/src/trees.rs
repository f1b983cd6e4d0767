//! Looking paths up in the trees of commits.

use std::collections::HashMap;
use std::rc::Rc;

use gix::ObjectId;
use gix::bstr::{BStr, ByteSlice};
use gix::objs::TreeRefIter;
use gix::objs::tree::EntryMode;

/// So many trees are kept; a long history has more, and the old ones are not asked for again.
const MAX_KEPT: usize = 4_096;

/// Trees by their id, each read once: paths of one log share their directories, and commits share
/// what did not change between them.
pub(crate) struct Trees<'a> {
    repo: &'a gix::Repository,
    kept: HashMap<ObjectId, Rc<[u8]>>,
}

impl<'a> Trees<'a> {
    pub(crate) fn new(repo: &'a gix::Repository) -> Trees<'a> {
        Trees {
            repo,
            kept: HashMap::new(),
        }
    }

    /// What a tree has at a path from it with `/`; `""` is the tree itself.
    pub(crate) fn look_up(
        &mut self,
        tree: ObjectId,
        path: &BStr,
    ) -> gix::Result<Option<(EntryMode, ObjectId)>> {
        let mut at = (gix::objs::tree::EntryKind::Tree.into(), tree);
        for name in path.split_str("/").filter(|name| !name.is_empty()) {
            if !EntryMode::is_tree(&at.0) {
                return Ok(None);
            }
            let data = self.read(at.1)?;
            let mut found = None;
            for entry in TreeRefIter::from_bytes(&data, self.repo.object_hash()) {
                let entry = entry?;
                if entry.filename == name {
                    found = Some((entry.mode, entry.oid.to_owned()));
                    break;
                }
            }
            match found {
                Some(found) => at = found,
                None => return Ok(None),
            }
        }
        Ok(Some(at))
    }

    /// The file that a tree has at a path: no directory, no link, no submodule.
    pub(crate) fn file(&mut self, tree: ObjectId, path: &BStr) -> gix::Result<Option<ObjectId>> {
        let entry = self.look_up(tree, path)?;
        Ok(entry.and_then(|(mode, id)| mode.is_blob().then_some(id)))
    }

    /// The bytes of a tree object.
    pub(crate) fn read(&mut self, id: ObjectId) -> gix::Result<Rc<[u8]>> {
        if let Some(data) = self.kept.get(&id) {
            return Ok(Rc::clone(data));
        }
        if self.kept.len() >= MAX_KEPT {
            self.kept.clear();
        }
        let data: Rc<[u8]> = self.repo.find_tree(id)?.data.as_slice().into();
        self.kept.insert(id, Rc::clone(&data));
        Ok(data)
    }
}
