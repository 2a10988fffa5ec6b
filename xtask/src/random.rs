//! Pseudorandom numbers from a seed.

/// A generator of numbers (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below a bound; 0 for 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    /// True with a probability of one in `many`.
    pub(crate) fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// One of these.
    pub(crate) fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_their_bound_and_reach_all_of_it() {
        let mut random = Random::new(7);
        let mut seen = [0; 5];
        (0..1000).for_each(|_| seen[random.below(5)] += 1);
        assert!(seen.iter().all(|count| (100..300).contains(count)), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }
}
