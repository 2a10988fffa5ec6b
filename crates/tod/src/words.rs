//! Payloads as words of four bytes, owned or in place.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;

use zerocopy::IntoBytes;
use zerocopy::little_endian::U32;

use crate::Degrees;

/// The maximum number of words in a packet's payload: its length, header included, is one byte.
pub const MAX_PAYLOAD: usize = 254;

/// A payload of at most [`MAX_PAYLOAD`] words.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Vec<u32>"))]
pub struct Words(Box<[u32]>);

impl Words {
    /// These words, or `None` if there are more than [`MAX_PAYLOAD`].
    pub fn new(words: impl Into<Box<[u32]>>) -> Option<Self> {
        let words = words.into();
        (words.len() <= MAX_PAYLOAD).then_some(Self(words))
    }

    /// The words.
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|word| format!("{word:#010x}"))).finish()
    }
}

/// A payload in place: the words of a byte slice at any alignment.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct WordsRef<'a>(pub(crate) &'a [U32]);

impl<'a> WordsRef<'a> {
    /// The number of words.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there is no word.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The words in order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = u32> + 'a {
        self.0.iter().map(|word| word.get())
    }

    /// The bytes in place.
    pub fn as_bytes(self) -> &'a [u8] {
        self.0.as_bytes()
    }

    /// A copy that owns its words. The length byte of a packet limits them to 254.
    pub fn to_words(self) -> Words {
        Words(self.iter().take(MAX_PAYLOAD).collect())
    }
}

impl fmt::Debug for WordsRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_words().fmt(f)
    }
}

/// Takes words from the front of a payload. Words past the end are 0.
pub(crate) struct Cursor<'a>(pub(crate) &'a [U32]);

impl Cursor<'_> {
    /// The next N words.
    #[inline]
    pub(crate) fn words<const N: usize>(&mut self) -> [u32; N] {
        match self.0.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.0 = rest;
                taken.map(U32::get)
            }
            None => [0; N],
        }
    }

    /// The next word.
    #[inline]
    pub(crate) fn word(&mut self) -> u32 {
        let [word] = self.words();
        word
    }

    /// The next three words as signed numbers.
    #[inline]
    pub(crate) fn signed(&mut self) -> [i32; 3] {
        self.words().map(u32::cast_signed)
    }

    /// The next three words as angles.
    #[inline]
    pub(crate) fn angles(&mut self) -> [Degrees; 3] {
        self.signed().map(Degrees::from_bits)
    }

    /// The next N words as pairs of signed halves, the lower half first.
    #[inline]
    pub(crate) fn halves<const N: usize>(&mut self) -> [[i16; 2]; N] {
        self.words().map(|word| [word as i16, (word >> 16) as i16])
    }
}

/// Writes words to the end of a buffer.
pub(crate) trait PutWords {
    fn word(&mut self, word: u32);

    fn signed(&mut self, words: [i32; 3]);

    fn halves(&mut self, low: i16, high: i16) {
        self.word(u32::from(low.cast_unsigned()) | u32::from(high.cast_unsigned()) << 16);
    }
}

impl PutWords for Vec<U32> {
    fn word(&mut self, word: u32) {
        self.push(U32::new(word));
    }

    fn signed(&mut self, words: [i32; 3]) {
        self.extend_from_slice(&words.map(|word| U32::new(word.cast_unsigned())));
    }
}
