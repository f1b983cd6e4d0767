//! Objects of packs that others are stored as differences to.

use std::collections::HashMap;

use gix::objs::Kind;
use gix::odb::pack::cache::DecodeEntry;

/// So many bytes are kept; then all are given up, as a walk does not come back.
const MAX_KEPT: usize = 16 << 20;
/// A larger object is rarely one that a tree or a commit is stored by.
const MAX_OBJECT: usize = 256 << 10;

/// Gives a repository a memory for the bases of what it reads: for walks, where each tree and commit is
/// stored as a difference to the one that was read before it. Without it, a chain of them is unpacked from
/// its beginning for each.
pub(crate) fn remember(repo: &mut gix::Repository) {
    repo.objects.set_pack_cache(|| Box::<Bases>::default());
}

#[derive(Default)]
struct Bases {
    /// By pack and place in it.
    kept: HashMap<(u32, u64), Base>,
    bytes: usize,
}

struct Base {
    kind: Kind,
    compressed: usize,
    data: Box<[u8]>,
}

impl DecodeEntry for Bases {
    fn put(&mut self, pack: u32, offset: u64, data: &[u8], kind: Kind, compressed: usize) {
        if data.len() > MAX_OBJECT {
            return;
        }
        if self.bytes + data.len() > MAX_KEPT {
            self.kept.clear();
            self.bytes = 0;
        }
        self.bytes += data.len();
        let base = Base {
            kind,
            compressed,
            data: data.into(),
        };
        if let Some(before) = self.kept.insert((pack, offset), base) {
            self.bytes -= before.data.len();
        }
    }

    fn get(&mut self, pack: u32, offset: u64, out: &mut Vec<u8>) -> Option<(Kind, usize)> {
        let base = self.kept.get(&(pack, offset))?;
        out.clear();
        out.extend_from_slice(&base.data);
        Some((base.kind, base.compressed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_given_back_until_there_is_too_much() {
        let mut bases = Bases::default();
        let mut out = b"before".to_vec();
        bases.put(1, 7, b"tree", Kind::Tree, 3);
        bases.put(1, 7, b"again", Kind::Tree, 4);
        assert_eq!(bases.bytes, 5);
        assert_eq!(bases.get(1, 7, &mut out), Some((Kind::Tree, 4)));
        assert_eq!(out, b"again");
        assert_eq!(bases.get(2, 7, &mut out), None);
        bases.put(1, 8, &vec![0; MAX_OBJECT + 1], Kind::Blob, 1);
        assert_eq!(bases.get(1, 8, &mut out), None);
        for offset in 0..=MAX_KEPT / MAX_OBJECT {
            let large = vec![0; MAX_OBJECT];
            bases.put(3, offset as u64, &large, Kind::Tree, 1);
            assert!(bases.bytes <= MAX_KEPT);
        }
        assert_eq!(bases.get(1, 7, &mut out), None);
    }
}
