//! Deterministic pseudo-random numbers: the same seed makes the same demo on every machine and version.

/// SplitMix64, seeded by text.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// A generator seeded for one purpose.
    pub fn new(seed: &str) -> Self {
        let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self(seed.bytes().fold(0xcbf2_9ce4_8422_2325, fnv))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in `0..end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.next() % end as u64) as usize }
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % ((high - low).max(0) as u64 + 1)) as i64
    }

    /// True with a probability of `percent` in a hundred.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    /// A random element; none of an empty slice.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Shuffles in place.
    pub fn shuffle<T>(&mut self, deck: &mut [T]) {
        for last in (1..deck.len()).rev() {
            deck.swap(last, self.below(last + 1));
        }
    }
}
