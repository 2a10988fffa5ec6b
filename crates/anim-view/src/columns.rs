//! Numbers of the page as columns of little-endian bytes. Equal columns are stored once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The position of a column: its block, and its first byte there. A reader knows the number and the type of its numbers.
pub(crate) type Place = (usize, usize);

/// Blocks of columns. Block 0 belongs to the page, each other one to a clip.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    blocks: Vec<Vec<u8>>,
    /// The place and length of columns by their hash.
    known: HashMap<u64, Vec<(Place, usize)>>,
}

impl Columns {
    /// Begins a new block for the following columns.
    pub(crate) fn begin(&mut self) {
        self.blocks.push(Vec::new());
    }

    /// Numbers in single precision.
    pub(crate) fn singles(&mut self, numbers: impl IntoIterator<Item = f64>) -> Place {
        self.put(numbers.into_iter().flat_map(|number| (number as f32).to_le_bytes()).collect())
    }

    /// Numbers in double precision.
    pub(crate) fn doubles(&mut self, numbers: impl IntoIterator<Item = f64>) -> Place {
        self.put(numbers.into_iter().flat_map(f64::to_le_bytes).collect())
    }

    /// Bytes, aligned to a multiple of 8, where an array of doubles may begin.
    pub(crate) fn put(&mut self, bytes: Vec<u8>) -> Place {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let same = self.known.entry(hasher.finish()).or_default();
        let is_same = |&&((block, first), length): &&(Place, usize)| {
            length == bytes.len() && self.blocks[block][first..first + length] == bytes
        };
        if let Some((place, _)) = same.iter().find(is_same) {
            return *place;
        }
        if self.blocks.is_empty() {
            self.blocks.push(Vec::new());
        }
        let last = self.blocks.len() - 1;
        let block = &mut self.blocks[last];
        block.resize(block.len().next_multiple_of(8), 0);
        let place = (last, block.len());
        same.push((place, bytes.len()));
        block.extend(bytes);
        place
    }

    /// The blocks as text, in base64.
    pub(crate) fn texts(&self) -> impl Iterator<Item = String> {
        self.blocks.iter().map(|block| STANDARD.encode(block))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_little_endian_at_multiples_of_eight() {
        let mut columns = Columns::default();
        assert_eq!(columns.singles([1.0]), (0, 0));
        assert_eq!(columns.doubles([1.0]), (0, 8));
        columns.begin();
        assert_eq!(columns.put(vec![1, 0, 0, 0, 0, 1, 0, 0]), (1, 0));
        assert_eq!(columns.texts().collect::<Vec<_>>(), ["AACAPwAAAAAAAAAAAADwPw==", "AQAAAAABAAA="]);
    }

    #[test]
    fn equal_columns_are_stored_once_in_the_first_block_that_has_them() {
        let mut columns = Columns::default();
        let first = columns.singles([1.0, 2.0]);
        columns.begin();
        assert_eq!(columns.singles([1.0, 2.0]), first);
        assert_eq!(columns.singles([1.0]), (1, 0));
    }
}
