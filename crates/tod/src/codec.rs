//! Payloads from words and to bytes: the layouts of all types of packets.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use zerocopy::little_endian::U32;

use crate::words::{Cursor, PutWords};
use crate::{
    Attribute, Body, Camera, Control, Coordinate, Data, DataKind, Degrees, Factor, Light, LookAt, Malformed,
    Matrix, Nibble, Reference, Scale, User, Words, WordsRef,
};

/// The number of payload words that a type and flag require; `None` if any number is allowed.
#[inline]
pub(crate) fn payload_len(kind: Nibble, flag: Nibble) -> Option<usize> {
    let len = PAYLOAD_LEN.get(usize::from(flag.get() << 4 | kind.get()))?;
    (*len != ANY).then_some(usize::from(*len))
}

/// Marks a type whose payload may have any number of words.
const ANY: u8 = u8::MAX;

/// The number of payload words by the header byte that holds flag and type.
static PAYLOAD_LEN: [u8; 256] = {
    let mut table = [ANY; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
        {
            table[byte] = stated_len(byte as u8 & 15, byte as u8 >> 4);
            byte += 1;
        }
    }
    table
};

const fn stated_len(kind: u8, flag: u8) -> u8 {
    let [b0, b1, b2, b3] = [flag & 1, flag >> 1 & 1, flag >> 2 & 1, flag >> 3 & 1];
    #[expect(clippy::arithmetic_side_effects, reason = "at most 8")]
    match kind {
        0 => 2,
        1 => 3 * b1 + 2 * b2 + 3 * b3,
        2 | 3 => 1,
        4 => 8,
        6 => 3 * b1 + b2,
        7 if b0 == 1 => 3 * b2 + 3 * b3,
        7 => 6 * b2 + b3,
        8 => 0,
        _ => ANY,
    }
}

/// A payload of unknown layout: in place, or as a copy.
pub(crate) trait Hold<'a> {
    fn hold(words: WordsRef<'a>) -> Self;
}

impl<'a> Hold<'a> for WordsRef<'a> {
    fn hold(words: WordsRef<'a>) -> Self {
        words
    }
}

impl Hold<'_> for Words {
    fn hold(words: WordsRef<'_>) -> Self {
        words.to_words()
    }
}

/// Reads a payload. It is malformed if it does not have the number of words that its type and flag require.
#[inline]
pub(crate) fn decode<'a, W: Hold<'a>>(kind: Nibble, flag: Nibble, words: WordsRef<'a>) -> Body<W> {
    match payload_len(kind, flag) {
        Some(expected) if expected == words.len() => known(kind, flag, words.0),
        Some(_) => Body::Malformed(Malformed { kind, flag, words: W::hold(words) }),
        None => Body::Data(Data { kind: data_kind(kind), flag, words: W::hold(words) }),
    }
}

/// The body of a type with a fixed layout, read from the front of a payload that is long enough.
#[inline]
fn known<W>(kind: Nibble, flag: Nibble, words: &[U32]) -> Body<W> {
    let mut cursor = Cursor(words);
    match kind.get() {
        0 => {
            let [mask, value] = cursor.words();
            Body::Attribute(Attribute { flag, mask, value })
        }
        1 => Body::Coordinate(Coordinate {
            differential: flag.bit(0),
            rotation: flag.bit(1).then(|| cursor.angles()),
            scale: flag.bit(2).then(|| scale(&mut cursor)),
            translation: flag.bit(3).then(|| cursor.signed()),
        }),
        2 => Body::Model(reference(flag, &mut cursor)),
        3 => Body::Parent(reference(flag, &mut cursor)),
        4 => Body::Matrix(matrix(flag, &mut cursor)),
        6 => Body::Light(Light {
            differential: flag.bit(0),
            reserved: flag.bit(3),
            direction: flag.bit(1).then(|| cursor.signed()),
            color: flag.bit(2).then(|| cursor.word().to_le_bytes()),
        }),
        7 if flag.bit(0) => Body::Camera(Camera {
            differential: flag.bit(1),
            rotation: flag.bit(2).then(|| cursor.angles()),
            translation: flag.bit(3).then(|| cursor.signed()),
        }),
        7 => Body::LookAt(LookAt {
            differential: flag.bit(1),
            view: flag.bit(2).then(|| [cursor.signed(), cursor.signed()]),
            roll: flag.bit(3).then(|| Degrees::from_bits(cursor.word().cast_signed())),
        }),
        _ => Body::Control(Control(flag)),
    }
}

#[inline]
fn scale(cursor: &mut Cursor<'_>) -> Scale {
    let [[x, y], [z, pad]] = cursor.halves();
    Scale { factors: [x, y, z].map(Factor::from_bits), pad }
}

#[inline]
fn reference(flag: Nibble, cursor: &mut Cursor<'_>) -> Reference {
    let [[id, pad]] = cursor.halves();
    Reference { flag, id: id.cast_unsigned(), pad: pad.cast_unsigned() }
}

#[inline]
fn matrix(flag: Nibble, cursor: &mut Cursor<'_>) -> Matrix {
    let [[a, b], [c, d], [e, f], [g, h], [i, pad]] = cursor.halves();
    let rows = [[a, b, c], [d, e, f], [g, h, i]].map(|row| row.map(Factor::from_bits));
    Matrix { flag, rows, pad: pad.cast_unsigned(), translation: cursor.signed() }
}

fn data_kind(kind: Nibble) -> DataKind {
    match kind.get() {
        9 => DataKind::User(User::User0),
        10 => DataKind::User(User::User1),
        11 => DataKind::User(User::User2),
        12 => DataKind::User(User::User3),
        13 => DataKind::User(User::User4),
        14 => DataKind::Extended,
        15 => DataKind::Special,
        _ => DataKind::Model,
    }
}

impl DataKind {
    fn code(self) -> Nibble {
        Nibble::new(match self {
            Self::Model => 5,
            Self::User(User::User0) => 9,
            Self::User(User::User1) => 10,
            Self::User(User::User2) => 11,
            Self::User(User::User3) => 12,
            Self::User(User::User4) => 13,
            Self::Extended => 14,
            Self::Special => 15,
        })
    }
}

impl<W> Body<W> {
    /// The packet's type in the file: bits 16 to 19 of its header.
    pub fn kind(&self) -> Nibble {
        match self {
            Self::Attribute(_) => Nibble::new(0),
            Self::Coordinate(_) => Nibble::new(1),
            Self::Model(_) => Nibble::new(2),
            Self::Parent(_) => Nibble::new(3),
            Self::Matrix(_) => Nibble::new(4),
            Self::Light(_) => Nibble::new(6),
            Self::LookAt(_) | Self::Camera(_) => Nibble::new(7),
            Self::Control(_) => Nibble::new(8),
            Self::Data(data) => data.kind.code(),
            Self::Malformed(malformed) => malformed.kind,
        }
    }

    /// The packet's flag in the file: bits 20 to 23 of its header.
    pub fn flag(&self) -> Nibble {
        match self {
            Self::Attribute(attribute) => attribute.flag,
            Self::Coordinate(c) => Nibble::of_bits([
                c.differential,
                c.rotation.is_some(),
                c.scale.is_some(),
                c.translation.is_some(),
            ]),
            Self::Model(reference) | Self::Parent(reference) => reference.flag,
            Self::Matrix(matrix) => matrix.flag,
            Self::Light(l) => {
                Nibble::of_bits([l.differential, l.direction.is_some(), l.color.is_some(), l.reserved])
            }
            Self::LookAt(c) => Nibble::of_bits([false, c.differential, c.view.is_some(), c.roll.is_some()]),
            Self::Camera(c) => {
                Nibble::of_bits([true, c.differential, c.rotation.is_some(), c.translation.is_some()])
            }
            Self::Control(control) => control.0,
            Self::Data(data) => data.flag,
            Self::Malformed(malformed) => malformed.flag,
        }
    }
}

impl Body {
    /// The number of words in the payload, at most 254.
    pub fn payload_words(&self) -> usize {
        match self {
            Self::Data(Data { words, .. }) | Self::Malformed(Malformed { words, .. }) => {
                words.as_slice().len()
            }
            known => payload_len(known.kind(), known.flag()).unwrap_or(0),
        }
    }

    /// Appends the payload.
    pub(crate) fn encode(&self, out: &mut Vec<U32>) {
        match self {
            Self::Attribute(body) => {
                out.word(body.mask);
                out.word(body.value);
            }
            Self::Coordinate(body) => {
                if let Some(rotation) = body.rotation {
                    out.signed(rotation.map(Degrees::to_bits));
                }
                if let Some(Scale { factors, pad }) = body.scale {
                    let [x, y, z] = factors.map(Factor::to_bits);
                    out.halves(x, y);
                    out.halves(z, pad);
                }
                if let Some(translation) = body.translation {
                    out.signed(translation);
                }
            }
            Self::Model(body) | Self::Parent(body) => {
                out.halves(body.id.cast_signed(), body.pad.cast_signed());
            }
            Self::Matrix(body) => {
                let [[a, b, c], [d, e, f], [g, h, i]] = body.rows.map(|row| row.map(Factor::to_bits));
                for [low, high] in [[a, b], [c, d], [e, f], [g, h], [i, body.pad.cast_signed()]] {
                    out.halves(low, high);
                }
                out.signed(body.translation);
            }
            Self::Light(body) => {
                if let Some(direction) = body.direction {
                    out.signed(direction);
                }
                if let Some(color) = body.color {
                    out.word(u32::from_le_bytes(color));
                }
            }
            Self::LookAt(body) => {
                if let Some([position, reference]) = body.view {
                    out.signed(position);
                    out.signed(reference);
                }
                if let Some(roll) = body.roll {
                    out.word(roll.to_bits().cast_unsigned());
                }
            }
            Self::Camera(body) => {
                if let Some(rotation) = body.rotation {
                    out.signed(rotation.map(Degrees::to_bits));
                }
                if let Some(translation) = body.translation {
                    out.signed(translation);
                }
            }
            Self::Control(_) => {}
            Self::Data(Data { words, .. }) | Self::Malformed(Malformed { words, .. }) => {
                for &word in words.as_slice() {
                    out.word(word);
                }
            }
        }
    }
}

impl Malformed {
    /// A malformed payload; `None` if the number of words is right for this type and flag.
    pub fn new(kind: Nibble, flag: Nibble, words: Words) -> Option<Self> {
        let expected = payload_len(kind, flag)?;
        (expected != words.as_slice().len()).then_some(Self { kind, flag, words })
    }

    /// The part of the payload that takes effect on the console: the words that the flag names, if there are enough.
    pub fn effective(&self) -> Option<Body> {
        let expected = payload_len(self.kind, self.flag)?;
        let words: Vec<U32> =
            self.words.as_slice().get(..expected)?.iter().map(|&word| U32::new(word)).collect();
        Some(known(self.kind, self.flag, &words))
    }
}

/// A malformed packet, in place or as a copy, whose effect on the console is known.
pub(crate) trait Effect {
    /// The part that takes effect: see [`Malformed::effective`].
    fn effect(&self) -> Option<Body>;
}

impl Effect for Malformed {
    fn effect(&self) -> Option<Body> {
        self.effective()
    }
}

impl Effect for Malformed<WordsRef<'_>> {
    fn effect(&self) -> Option<Body> {
        let words = self.words.0.get(..payload_len(self.kind, self.flag)?)?;
        Some(known(self.kind, self.flag, words))
    }
}

#[cfg(test)]
mod tests;
