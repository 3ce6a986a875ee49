//! Chance for random histories.

/// xorshift64*: the same seed yields the same history on every machine.
pub struct Dice(u64);

impl Dice {
    /// Seeds that follow each other yield histories that differ from the first throw on.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}
