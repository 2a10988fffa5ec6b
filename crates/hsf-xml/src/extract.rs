//! The animation XML in a HOOPS stream file: user data in compressed blocks.
//!
//! A stream file is a sequence of opcodes. `Z` (0x5A) begins a zlib stream of further opcodes; 0x18 is user data: its
//! length in four bytes, little-endian, then the bytes. No other opcode has to be known to find a text that begins
//! `<Animdef`.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Location;
use flate2::{Decompress, FlushDecompress, Status};

use crate::extent::BLOCK;
use crate::{Error, ErrorKind};

/// What a HOOPS stream file begins with.
pub(crate) const HEADER: &[u8] = b";; HSF V";

/// The opcode of user data, and how many bytes it and its length take.
const USER_DATA: u8 = 0x18;
const USER_HEADER: usize = 5;

/// How many bytes are inflated at once.
const CHUNK: usize = 1 << 16;

/// The texts of the animation blocks in a stream file, in order. Blocks that are not compressed are found too.
///
/// `limit` bounds what all compressed blocks come to.
///
/// Errors: [`ErrorKind::NoBlock`], [`ErrorKind::Limit`].
pub fn extract(bytes: &[u8], limit: usize) -> Result<Vec<Vec<u8>>, Error> {
    let mut budget = Budget { output: limit, input: bytes.len().saturating_mul(ATTEMPTS), limit };
    let mut blocks = Vec::new();
    let mut seeker = Seeker::default();
    let mut at = 0usize;
    let mut plain = 0usize;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b'Z')) {
        let start = at.saturating_add(found).saturating_add(1);
        at = start;
        let stream = bytes.get(start..).unwrap_or_default();
        if is_zlib(stream) {
            let mut inflated = Seeker::default();
            if let Some(used) = inflate(stream, &mut inflated, &mut budget)
                .map_err(|kind| Error::new(kind, Location::span(start.saturating_sub(1)..bytes.len())))?
            {
                seeker.feed(bytes.get(plain..start).unwrap_or_default());
                blocks.append(&mut std::mem::take(&mut seeker).finish());
                blocks.append(&mut inflated.finish());
                at = start.saturating_add(used);
                plain = at;
            }
        }
    }
    seeker.feed(bytes.get(plain..).unwrap_or_default());
    blocks.append(&mut seeker.finish());
    if blocks.is_empty() {
        return Err(Error::new(ErrorKind::NoBlock, Location::span(0..bytes.len())));
    }
    Ok(blocks)
}

/// How often over the bytes of a file may be inflated, since what looks like a block may be none.
const ATTEMPTS: usize = 16;

/// What inflating may still cost.
struct Budget {
    output: usize,
    input: usize,
    limit: usize,
}

/// Whether bytes begin as a zlib stream does.
fn is_zlib(bytes: &[u8]) -> bool {
    let Some(&[cmf, flags]) = bytes.first_chunk::<2>() else { return false };
    cmf & 0x0F == 8
        && cmf >> 4 <= 7
        && flags & 0x20 == 0
        && u16::from_be_bytes([cmf, flags]).is_multiple_of(31)
}

/// Inflates a stream into a seeker: how many bytes it takes, or `None` if it is no whole stream.
fn inflate(stream: &[u8], seeker: &mut Seeker, budget: &mut Budget) -> Result<Option<usize>, ErrorKind> {
    let mut inflater = Decompress::new(true);
    let mut buffer = vec![0; CHUNK];
    loop {
        let (read, written) = (inflater.total_in() as usize, inflater.total_out() as usize);
        let input = stream.get(read..).unwrap_or_default();
        let status = inflater.decompress(input, &mut buffer, FlushDecompress::None);
        let used = (inflater.total_in() as usize).saturating_sub(read);
        let made = (inflater.total_out() as usize).saturating_sub(written);
        let limit = ErrorKind::Limit { what: "bytes of compressed blocks", limit: budget.limit };
        budget.output = budget.output.checked_sub(made).ok_or(limit.clone())?;
        budget.input = budget.input.checked_sub(used).ok_or(limit)?;
        seeker.feed(buffer.get(..made).unwrap_or_default());
        match status {
            Ok(Status::StreamEnd) => return Ok(Some(inflater.total_in() as usize)),
            Ok(_) if used > 0 || made > 0 => {}
            Ok(_) | Err(_) => return Ok(None),
        }
    }
}

/// Looks for animation blocks in bytes that come in pieces, and keeps nothing else of them.
#[derive(Default)]
struct Seeker {
    /// The last bytes, in which a block may begin; or the block that is being taken.
    kept: Vec<u8>,
    /// How many bytes the block that is being taken has in all.
    wanted: Option<usize>,
    blocks: Vec<Vec<u8>>,
}

impl Seeker {
    fn feed(&mut self, piece: &[u8]) {
        self.kept.extend_from_slice(piece);
        let mut spent = 0usize;
        loop {
            let rest = self.kept.get(spent..).unwrap_or_default();
            if let Some(wanted) = self.wanted {
                let Some(block) = rest.get(..wanted) else { break };
                self.blocks.push(block.to_vec());
                self.wanted = None;
                spent = spent.saturating_add(wanted);
            } else if let Some((start, len)) = begin(rest) {
                self.wanted = Some(len);
                spent = spent.saturating_add(start);
            } else {
                // A block may begin in the last bytes.
                let least = USER_HEADER.saturating_add(BLOCK.len()).saturating_sub(1);
                spent = spent.saturating_add(rest.len().saturating_sub(least));
                break;
            }
        }
        self.kept.drain(..spent.min(self.kept.len()));
    }

    /// The blocks; one that is cut short is kept as far as it goes.
    fn finish(mut self) -> Vec<Vec<u8>> {
        if self.wanted.is_some() && !self.kept.is_empty() {
            self.blocks.push(self.kept);
        }
        self.blocks
    }
}

/// Where the first block in some bytes begins, and its length.
fn begin(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut windows = bytes.windows(USER_HEADER.saturating_add(BLOCK.len())).enumerate();
    windows.find_map(|(at, window)| {
        let (&[opcode, a, b, c, d], text) = window.split_first_chunk::<USER_HEADER>()?;
        let len = u32::from_le_bytes([a, b, c, d]) as usize;
        let fits = opcode == USER_DATA && text == BLOCK && len >= BLOCK.len();
        fits.then_some((at.saturating_add(USER_HEADER), len))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn user_data(text: &[u8]) -> Vec<u8> {
        [&[USER_DATA][..], &(text.len() as u32).to_le_bytes(), text].concat()
    }

    fn block(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(vec![b'Z'], Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    const LIMIT: usize = 1 << 20;

    #[test]
    fn blocks_are_found_compressed_and_plain_in_order() {
        let texts = [&b"<Animdef/>"[..], b"<Animdef>Z</Animdef>", b"<Animdef a=''/>"];
        let file = [
            &b";; HSF V9.00 \nZx\x9cnot a stream"[..],
            &user_data(texts[0]),
            &block(&[&b"Z other opcodes "[..], &user_data(texts[1]), b"more"].concat()),
            &block(b"nothing"),
            &user_data(texts[2]),
        ];
        assert_eq!(extract(&file.concat(), LIMIT).unwrap(), texts);
    }

    #[test]
    fn a_block_longer_than_a_piece_is_whole() {
        let text = [&b"<Animdef>"[..], &b"0 ".repeat(100_000), b"</Animdef>"].concat();
        let padding = vec![7; CHUNK - 9];
        let file = [HEADER, &block(&[padding, user_data(&text)].concat())].concat();
        assert_eq!(extract(&file, LIMIT).unwrap(), [text]);
    }

    #[test]
    fn a_bomb_ends_at_the_limit() {
        let file = [HEADER, &block(&vec![0; 50 << 20])].concat();
        assert!(file.len() < 100_000);
        let error = extract(&file, LIMIT).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Limit { limit: LIMIT, .. }), "{error}");
    }

    #[test]
    fn streams_that_never_end_do_not_take_for_ever() {
        // Each `Z` begins a stored block that all the others are in.
        let head = [b'Z', 0x78, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x00];
        let file = [HEADER, &head.repeat(100_000)].concat();
        assert!(extract(&file, 1 << 30).is_err());
    }

    #[test]
    fn a_file_without_a_block_is_an_error() {
        let error = extract(b";; HSF V9.00 \n", LIMIT).unwrap_err();
        assert_eq!(error.kind, ErrorKind::NoBlock);
    }
}
