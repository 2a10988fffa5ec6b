//! The first parts of long products at the times at which they were needed: a chain of nodes begins with those of the nodes above.

use std::collections::HashMap;

/// The number of factors from which products are kept: shorter ones are computed as fast.
pub(crate) const LONG: usize = 8;

/// The number of values after which older ones are forgotten. At least as many, and at most twice as many, are kept.
const MOST: usize = 1 << 15;

/// What distinguishes a factor from others.
pub(crate) type Factor = [u64; 6];

/// The values of the first parts of products.
#[derive(Debug)]
pub(crate) struct Prefixes<T> {
    /// The number of each product, by that of the product without its last factor, and this factor. That without factors is 0.
    numbers: HashMap<(usize, Factor), usize>,
    /// The values by the numbers of products and the bits of times: the latest, and those before them.
    values: [HashMap<(usize, u64), T>; 2],
}

impl<T> Default for Prefixes<T> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), values: [HashMap::new(), HashMap::new()] }
    }
}

impl<T: Copy> Prefixes<T> {
    /// The number of a product with one more factor.
    pub(crate) fn number(&mut self, product: usize, factor: Factor) -> usize {
        let next = self.numbers.len() + 1;
        *self.numbers.entry((product, factor)).or_insert(next)
    }

    /// The value of a product at a time, or that of the product without its last factor, and how many factors are missing.
    pub(crate) fn find(&self, [shorter, product]: [usize; 2], time: f64) -> Option<(T, usize)> {
        let [latest, older] = &self.values;
        let value = |product: usize| {
            let place = (product, time.to_bits());
            latest.get(&place).or_else(|| older.get(&place)).copied()
        };
        value(product).map(|value| (value, 0)).or_else(|| Some((value(shorter)?, 1)))
    }

    /// Keeps the value of a product at a time.
    pub(crate) fn keep(&mut self, product: usize, time: f64, value: T) {
        if self.values[0].len() >= MOST {
            self.values.swap(0, 1);
            self.values[0].clear();
        }
        self.values[0].insert((product, time.to_bits()), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_found_or_the_one_before_it() {
        let mut kept = Prefixes::default();
        let a = kept.number(0, [1; 6]);
        let ab = kept.number(a, [2; 6]);
        let abc = kept.number(ab, [3; 6]);
        assert_eq!((kept.number(a, [2; 6]), kept.number(0, [2; 6]) == ab), (ab, false));
        assert_eq!(kept.find([a, ab], 0.5), None);
        kept.keep(ab, 0.5, 6);
        assert_eq!((kept.find([a, ab], 0.5), kept.find([ab, abc], 0.5)), (Some((6, 0)), Some((6, 1))));
        assert_eq!(kept.find([a, ab], 0.25), None, "another time");
        for time in 0..=MOST {
            kept.keep(abc, time as f64, 1);
        }
        assert!(kept.values.iter().all(|values| values.len() <= MOST));
        assert_eq!(kept.find([ab, abc], MOST as f64), Some((1, 0)));
        assert_eq!(kept.find([ab, abc], 1.0), Some((1, 0)), "one of the last");
    }
}
