//! Keys compared without regard to ASCII case, `-`, `_` and spaces, and cheaply: every record is asked for
//! some eighty keys and has ten.

/// The keys of a mapping, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    hashes: Vec<u64>,
    /// The letters that keys begin and end with; a key that has another one is none of these.
    first: u32,
    last: u32,
}

impl Keys {
    pub(crate) fn of<'k>(keys: impl Iterator<Item = &'k str>) -> Keys {
        let mut all = Keys::default();
        for key in keys {
            all.push(key);
        }
        all
    }

    pub(crate) fn push(&mut self, key: &str) {
        let (first, last) = ends(key);
        self.first |= first;
        self.last |= last;
        self.hashes.push(hash(key));
    }

    /// Where the first key stands that equals `key`.
    pub(crate) fn position(&self, key: &str) -> Option<usize> {
        let (first, last) = ends(key);
        if self.first & first == 0 || self.last & last == 0 {
            return None;
        }
        let wanted = hash(key);
        self.hashes.iter().position(|hash| *hash == wanted)
    }
}

/// The first and the last letter, each as a bit.
fn ends(key: &str) -> (u32, u32) {
    let bit = |byte: Option<&u8>| 1 << (byte.copied().unwrap_or_default() & 0x1f);
    (bit(key.as_bytes().first()), bit(key.as_bytes().last()))
}

/// 64-bit FNV-1a of what counts of a key.
fn hash(key: &str) -> u64 {
    let letters = key
        .bytes()
        .filter(|byte| !matches!(byte, b'-' | b'_' | b' '));
    letters.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::Keys;

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
            assert_eq!(keys.position(key), *position, "{key}");
        }
    }
}
