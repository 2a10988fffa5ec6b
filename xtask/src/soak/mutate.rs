//! Inputs made from fixtures: truncated, with flipped bits, spliced, with other numbers and words, with blocks repeated and
//! removed.

use crate::random::Random;

/// Larger inputs take time and show nothing new.
const MAX: usize = 1 << 16;

/// The text of numbers at which readers change their behaviour.
const NUMBERS: [&str; 18] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551616",
    "1e308",
    "-1e-308",
    "1e999",
    "0.000000000000000000000001",
];

/// Makes inputs of one format.
pub(super) struct Mutator {
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Mutator {
    pub(super) fn new(seeds: Vec<Vec<u8>>, words: Vec<Vec<u8>>) -> Self {
        Self { seeds, words }
    }

    /// A damaged seed.
    pub(super) fn input(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = random.of(&self.seeds).cloned().unwrap_or_default();
        // Usually few changes, because more leave nothing that can be read.
        let changes = 1 + random.below(3) + if random.one_in(8) { random.below(16) } else { 0 };
        for _ in 0..changes {
            self.change(&mut bytes, random);
        }
        bytes.truncate(MAX);
        bytes
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let at = random.below(bytes.len() + 1);
        match random.below(12) {
            0 => bytes.truncate(at),
            1 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.next() as u8;
                }
            }
            3 => splice(bytes, at, random.of(&self.seeds).map_or(&[][..], Vec::as_slice), random),
            4 | 5 => {
                let word = random.of(&self.words).cloned().unwrap_or_default();
                let end = if random.one_in(2) { (at + word.len()).min(bytes.len()) } else { at };
                bytes.splice(at..end, word);
            }
            6 => integer(bytes, at, random),
            7 | 8 => number(bytes, at, random),
            9 => repeat(bytes, at, random),
            10 => {
                let len = block(bytes, at, random);
                bytes.drain(at..at + len);
            }
            _ => swap(bytes, at, random),
        }
    }
}

/// The length of a block that begins at a position: some lines, or a few words of four bytes, or any.
fn block(bytes: &[u8], at: usize, random: &mut Random) -> usize {
    let rest = &bytes[at..];
    let len = match random.below(3) {
        0 => {
            let lines = 1 + random.below(4);
            rest.split_inclusive(|byte| *byte == b'\n').take(lines).map(<[u8]>::len).sum()
        }
        1 => 4 * (1 + random.below(16)),
        _ => random.below(64),
    };
    len.min(rest.len())
}

/// Replaces everything after a position by data of another seed.
fn splice(bytes: &mut Vec<u8>, at: usize, other: &[u8], random: &mut Random) {
    let from = random.below(other.len() + 1);
    if random.one_in(2) {
        bytes.truncate(at);
        bytes.extend_from_slice(&other[from..]);
    } else {
        let len = block(other, from, random);
        bytes.splice(at..at, other[from..from + len].iter().copied());
    }
}

/// Replaces an integer or a float of two, four or eight bytes by an edge value.
fn integer(bytes: &mut [u8], at: usize, random: &mut Random) {
    const EDGES: [u64; 16] = [
        0,
        1,
        2,
        3,
        0x7F,
        0xFF,
        0x7FFF,
        0xFFFF,
        0x7FFF_FFFF,
        0xFFFF_FFFF,
        u64::MAX,
        0x7F80_0000,
        0xFF80_0000,
        0x7FC0_0000,
        0x7F7F_FFFF,
        10_000,
    ];
    let at = if random.one_in(2) { at & !3 } else { at };
    let width = [1, 2, 4, 4, 8][random.below(5)];
    let value = random.of(&EDGES).copied().unwrap_or(0);
    if let Some(place) = bytes.get_mut(at..at + width) {
        place.copy_from_slice(&value.to_le_bytes()[..width]);
    }
}

/// Replaces the next number of a text.
fn number(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    let is_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
    let Some(start) = bytes[at..].iter().position(is_number).map(|offset| at + offset) else { return };
    let len = bytes[start..].iter().take_while(|byte| is_number(byte)).count();
    let text = match random.of(&NUMBERS) {
        Some(text) if !random.one_in(4) => (*text).to_owned(),
        _ => f64::from_bits(random.next()).to_string(),
    };
    bytes.splice(start..start + len, text.into_bytes());
}

fn repeat(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    let len = block(bytes, at, random);
    let times = if random.one_in(16) { 1 + random.below(512) } else { 1 + random.below(4) };
    if bytes.len() + len * times <= MAX {
        let block = bytes[at..at + len].repeat(times);
        bytes.splice(at..at, block);
    }
}

/// Moves a block to another position.
fn swap(bytes: &mut Vec<u8>, at: usize, random: &mut Random) {
    let len = block(bytes, at, random);
    let block: Vec<u8> = bytes.drain(at..at + len).collect();
    let to = random.below(bytes.len() + 1);
    bytes.splice(to..to, block);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_differ_from_their_seeds_and_are_bounded() {
        let seeds = vec![b"JOINT a\n1 2 3\n".repeat(20), Vec::new(), vec![7; 40]];
        let mutator = Mutator::new(seeds.clone(), vec![b"ROOT".to_vec()]);
        let mut random = Random::new(1);
        let inputs: Vec<_> = (0..2000).map(|_| mutator.input(&mut random)).collect();
        assert!(inputs.iter().all(|input| input.len() <= MAX));
        assert!(inputs.iter().filter(|input| !seeds.contains(input)).count() > 1500);
        assert!(inputs.iter().any(|input| input.windows(4).any(|bytes| bytes == b"ROOT")));
    }
}
