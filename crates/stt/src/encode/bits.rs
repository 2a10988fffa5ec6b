//! Numbers as keys of tables.

use std::hash::{Hash, Hasher};

/// Numbers that are equal if their bits are.
pub(super) struct Bits<'a>(pub(super) &'a [f64]);

impl Bits<'_> {
    fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|number| number.to_bits())
    }
}

impl PartialEq for Bits<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Bits<'_> {}

impl Hash for Bits<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|bits| bits.hash(state));
    }
}
