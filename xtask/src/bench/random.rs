//! Numbers that look random and are the same on every run.

/// SplitMix64.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// One of the items; the early ones more often than the late ones, as words are.
    pub(super) fn early<T: Copy>(&mut self, items: &[T]) -> T {
        let most = self.below(items.len()) + 1;
        items[self.below(most)]
    }

    /// One of the items.
    pub(super) fn any<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_on_every_run() {
        let draw = || {
            let mut random = Random::new(7);
            (0..5).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(), draw());
        assert_ne!(Random::new(7).next(), Random::new(8).next());
    }

    #[test]
    fn early_items_come_more_often() {
        let mut random = Random::new(1);
        let items: Vec<usize> = (0..10).collect();
        let mut counts = [0; 10];
        for _ in 0..10_000 {
            counts[random.early(&items)] += 1;
        }
        assert!(counts[0] > 5 * counts[9] && counts[9] > 0, "{counts:?}");
    }
}
