//! Keys compared without regard to ASCII case, `-`, `_` and spaces, and cheaply: every record is asked for
//! some eighty keys and has ten.

/// A key to ask for. Its hash is worked out once: of the names in a `const` when the program is built.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key<'n> {
    /// The name as written in the table.
    pub(crate) name: &'n str,
    hash: u64,
}

impl<'n> Key<'n> {
    pub(crate) const fn new(name: &'n str) -> Key<'n> {
        Key {
            name,
            hash: hash(name),
        }
    }
}

/// The keys of a table.
pub(crate) const fn keys<const N: usize>(names: [&'static str; N]) -> [Key<'static>; N] {
    let mut keys = [Key { name: "", hash: 0 }; N];
    let mut at = 0;
    while at < N {
        keys[at] = Key::new(names[at]);
        at += 1;
    }
    keys
}

/// The keys of a mapping, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    hashes: Vec<u64>,
    /// A bit for each of the hashes, told by their upper six bits. Most questions end here.
    present: u64,
}

impl Keys {
    pub(crate) fn of<'k>(keys: impl ExactSizeIterator<Item = &'k str>) -> Keys {
        let mut all = Keys {
            hashes: Vec::with_capacity(keys.len()),
            present: 0,
        };
        for key in keys {
            all.push(key);
        }
        all
    }

    pub(crate) fn push(&mut self, key: &str) {
        let hash = hash(key);
        self.present |= bit(hash);
        self.hashes.push(hash);
    }

    /// Where the first key stands that equals `key`.
    #[inline]
    pub(crate) fn position(&self, key: Key<'_>) -> Option<usize> {
        if self.present & bit(key.hash) == 0 {
            return None;
        }
        self.hashes.iter().position(|hash| *hash == key.hash)
    }

    /// Whether no two of them are equal, as far as that can be told quickly: not of very many.
    pub(crate) fn surely_differ(&self) -> bool {
        if self.hashes.len() > FEW {
            return false;
        }
        let mut rest = self.hashes.as_slice();
        while let [first, others @ ..] = rest {
            if others.contains(first) {
                return false;
            }
            rest = others;
        }
        true
    }
}

/// Up to this many keys, comparing each with each is faster than sorting them.
const FEW: usize = 32;

const fn bit(hash: u64) -> u64 {
    1 << (hash >> 58)
}

/// 64-bit FNV-1a of what counts of a key.
const fn hash(key: &str) -> u64 {
    let bytes = key.as_bytes();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    // A `const fn` has no iterators.
    let mut at = 0;
    while at < bytes.len() {
        let byte = FOLDED[bytes[at] as usize];
        if byte != SKIPPED {
            hash = (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3);
        }
        at += 1;
    }
    hash
}

/// What counts of each byte.
static FOLDED: [u8; 256] = {
    let mut folded = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        folded[byte] = match byte as u8 {
            b'-' | b'_' | b' ' => SKIPPED,
            byte => byte.to_ascii_lowercase(),
        };
        byte += 1;
    }
    folded
};

/// No byte of a text.
const SKIPPED: u8 = 0xff;

#[cfg(test)]
mod tests {
    use super::{Key, Keys};

    #[test]
    fn spelling_of_a_key_does_not_matter() {
        let keys = Keys::of(["Date", "decisionMakers", "adr_status"].into_iter());
        let cases: &[(&str, Option<usize>)] = &[
            ("date", Some(0)),
            ("DATE", Some(0)),
            ("decision-makers", Some(1)),
            ("Decision Makers", Some(1)),
            ("adr-status", Some(2)),
            ("dates", None),
            ("dote", None),
            ("", None),
        ];
        for (key, position) in cases {
            assert_eq!(keys.position(Key::new(key)), *position, "{key}");
        }
    }

    #[test]
    fn keys_that_are_spelt_differently_may_be_the_same() {
        let differ = |keys: &[&str]| Keys::of(keys.iter().copied()).surely_differ();
        assert!(differ(&["date", "dates", "status"]));
        assert!(!differ(&["date", "status", "Date"]));
        assert!(!differ(&["status", "status"]));
    }
}
