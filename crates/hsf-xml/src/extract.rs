//! The animation XML in a HOOPS stream file: user data in compressed blocks.
//!
//! A stream file is a sequence of opcodes. `Z` (0x5A) is followed by a zlib stream of further opcodes, 0x18 by user data: its
//! length in four bytes, little-endian, then the bytes. A text that begins with `<Animdef` is found without knowledge of
//! other opcodes.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod seeker;

use std::ops::Range;

use anim_core::Location;
use flate2::{Decompress, FlushDecompress, Status};

use crate::error::INFLATED;
use crate::{Error, ErrorKind};
use seeker::{Seeker, begin};

/// The beginning of every HOOPS stream file.
pub(crate) const HEADER: &[u8] = b";; HSF V";

/// The opcode of user data, and the number of bytes of the opcode and the length.
const USER_DATA: u8 = 0x18;
const USER_HEADER: usize = 5;

/// The number of bytes that are decompressed at once.
const CHUNK: usize = 1 << 14;

/// The maximum size of all compressed blocks after decompression: this many bytes for each byte of the file, and this many in
/// addition. Real models and animations are far below; without a limit, a few compressed bytes could become gigabytes of elements.
pub(crate) const MAX_RATIO: usize = 128;
const FREE_BYTES: usize = 1 << 20;

/// The texts of the animation blocks in a HOOPS stream file, in order, compressed or not.
///
/// `limit` is the maximum size of all compressed blocks after decompression, in bytes; 1 MiB plus 128 times the size of the file is
/// a limit too. Compressed blocks that are damaged or cut short are left out.
///
/// Errors: [`ErrorKind::NoBlock`], [`ErrorKind::DamagedBlock`] if all animations are in such blocks, [`ErrorKind::Limit`].
pub fn extract(bytes: &[u8], limit: usize) -> Result<Vec<Vec<u8>>, Error> {
    Ok(blocks(bytes, limit)?.blocks.into_iter().map(|block| block.text).collect())
}

/// What a stream file has.
pub(crate) struct Found {
    /// The animation blocks, at least one.
    pub(crate) blocks: Vec<Block>,
    /// The bytes of each compressed block in which animations begin, and that is damaged or cut short.
    pub(crate) damaged: Vec<Range<usize>>,
}

/// An animation block.
pub(crate) struct Block {
    pub(crate) text: Vec<u8>,
    pub(crate) place: Place,
}

/// The location of an animation block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The bytes of the zlib stream that it is in, if it is compressed.
    pub(crate) zlib: Option<Range<usize>>,
    /// The bytes of the opcode, the length and the text, in the file or in the decompressed stream.
    pub(crate) data: Range<usize>,
}

impl Place {
    /// Whether both are in the same zlib stream.
    pub(crate) fn is_in_same_stream(&self, other: &Self) -> bool {
        self.zlib.is_some() && self.zlib == other.zlib
    }
}

/// The animation blocks in a stream file: see [`extract`].
pub(crate) fn blocks(bytes: &[u8], limit: usize) -> Result<Found, Error> {
    let for_size = bytes.len().saturating_mul(MAX_RATIO).saturating_add(FREE_BYTES);
    let (limit, what) = if limit < for_size {
        (limit, INFLATED)
    } else {
        (for_size, "bytes in compressed blocks for its size")
    };
    let mut budget = Budget { output: limit, input: bytes.len().saturating_mul(ATTEMPTS), limit, what };
    let (mut blocks, mut damaged) = (Vec::new(), Vec::new());
    let (mut at, mut after) = (0usize, 0usize);
    let plain_from = |at: usize| {
        let (start, len) = begin(bytes.get(at..)?)?;
        Some((at.saturating_add(start), len))
    };
    let mut plain = plain_from(0);
    loop {
        if plain.is_some_and(|(start, _)| start < after.saturating_add(USER_HEADER)) {
            plain = plain_from(after);
        }
        let found = bytes.get(at..).and_then(|rest| rest.iter().position(|&byte| byte == b'Z'));
        let compressed = found.map(|found| at.saturating_add(found).saturating_add(1));
        match (plain, compressed) {
            (Some((start, len)), _) if compressed.is_none_or(|compressed| start < compressed) => {
                // A damaged stream that stores its bytes uncompressed has the text as it is.
                while damaged.pop_if(|place: &mut Range<usize>| start < place.end).is_some() {}
                // Of a truncated block, the available part.
                let end = start.saturating_add(len).min(bytes.len());
                let text = bytes.get(start..end).unwrap_or_default().to_vec();
                let place = Place { zlib: None, data: start.saturating_sub(USER_HEADER)..end };
                blocks.push(Block { text, place });
                (at, after) = (end, end);
            }
            (_, Some(start)) => {
                at = start;
                let stream = bytes.get(start..).unwrap_or_default();
                if !is_zlib(stream) {
                    continue;
                }
                let mut inflated = Seeker::default();
                let error = |kind| Error::new(kind, Location::span(start.saturating_sub(1)..bytes.len()));
                match inflate(stream, &mut inflated, &mut budget).map_err(error)? {
                    Inflated::Whole(used) => {
                        let end = start.saturating_add(used);
                        blocks.extend(inflated.finish().into_iter().map(|(data, text)| {
                            let place = Place { zlib: Some(start..end), data };
                            Block { text, place }
                        }));
                        (at, after) = (end, end);
                    }
                    Inflated::Part(used) if inflated.has_begun() => {
                        damaged.push(start.saturating_sub(1)..start.saturating_add(used));
                    }
                    Inflated::Part(_) => {}
                }
            }
            (_, None) => break,
        }
    }
    match damaged.first() {
        _ if !blocks.is_empty() => Ok(Found { blocks, damaged }),
        Some(place) => Err(Error::new(ErrorKind::DamagedBlock, Location::span(place.clone()))),
        None => Err(no_block(bytes)),
    }
}

pub(crate) fn no_block(bytes: &[u8]) -> Error {
    Error::new(ErrorKind::NoBlock, Location::span(0..bytes.len()))
}

/// A text as user data of a stream file; nothing for an empty text.
pub(crate) fn user_data(text: &[u8]) -> Vec<u8> {
    if text.is_empty() {
        return Vec::new();
    }
    let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
    [&[USER_DATA][..], &len.to_le_bytes(), text].concat()
}

/// A zlib stream, decompressed.
pub(crate) fn inflated(stream: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // The data has been read before, so this cannot fail.
    let _ = std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(stream), &mut bytes);
    bytes
}

/// The amount that may be decompressed, as a multiple of the size of the file: bytes that look like a compressed block may be other data.
const ATTEMPTS: usize = 16;

/// The number of bytes that decompression may still read and produce.
struct Budget {
    output: usize,
    input: usize,
    limit: usize,
    /// What is limited.
    what: &'static str,
}

/// Whether bytes begin with the header of a zlib stream.
fn is_zlib(bytes: &[u8]) -> bool {
    let Some(&[cmf, flags]) = bytes.first_chunk::<2>() else { return false };
    cmf & 0x0F == 8
        && cmf >> 4 <= 7
        && flags & 0x20 == 0
        && u16::from_be_bytes([cmf, flags]).is_multiple_of(31)
}

/// How many bytes of a stream were decompressed.
enum Inflated {
    /// All of them.
    Whole(usize),
    /// Those before its damage or the end of the file.
    Part(usize),
}

/// Decompresses a stream into a seeker.
fn inflate(stream: &[u8], seeker: &mut Seeker, budget: &mut Budget) -> Result<Inflated, ErrorKind> {
    let mut inflater = Decompress::new(true);
    let mut buffer = vec![0; CHUNK];
    loop {
        let (read, written) = (inflater.total_in() as usize, inflater.total_out() as usize);
        let input = stream.get(read..).unwrap_or_default();
        let status = inflater.decompress(input, &mut buffer, FlushDecompress::None);
        let used = (inflater.total_in() as usize).saturating_sub(read);
        let made = (inflater.total_out() as usize).saturating_sub(written);
        let limit = ErrorKind::Limit { what: budget.what, limit: budget.limit };
        budget.output = budget.output.checked_sub(made).ok_or(limit.clone())?;
        budget.input = budget.input.checked_sub(used).ok_or(limit)?;
        seeker.feed(buffer.get(..made).unwrap_or_default());
        match status {
            Ok(Status::StreamEnd) => return Ok(Inflated::Whole(inflater.total_in() as usize)),
            Ok(_) if used > 0 || made > 0 => {}
            Ok(_) | Err(_) => return Ok(Inflated::Part(inflater.total_in() as usize)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

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
    fn a_small_file_does_not_become_a_large_text() {
        let text = [&b"<Animdef>"[..], &b"<a/>".repeat(4 << 20), b"</Animdef>"].concat();
        let file = [HEADER, &block(&user_data(&text))].concat();
        let most = file.len() * MAX_RATIO + FREE_BYTES;
        assert!(most < text.len());
        let error = extract(&file, 1 << 30).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Limit { limit, .. } if limit == most), "{error}");
    }

    #[test]
    fn streams_without_an_end_are_bounded() {
        // Each `Z` begins a stored block that contains all later ones.
        let head = [b'Z', 0x78, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x00];
        let file = [HEADER, &head.repeat(100_000)].concat();
        assert!(extract(&file, 1 << 30).is_err());
    }

    #[test]
    fn a_damaged_block_is_found_and_left_out() {
        let numbers: Vec<String> = (0..5000).map(|number| format!("{}", number * number)).collect();
        let text = format!("<Animdef><Timeline>{}</Timeline></Animdef>", numbers.join(" "));
        let whole = block(&user_data(text.as_bytes()));
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        for damaged in [&whole[..whole.len() - 1], &whole[..whole.len() - 50], &flipped] {
            let file = [HEADER, &block(b"nothing"), damaged].concat();
            let place = file.len() - damaged.len()..file.len();
            let error = extract(&file, LIMIT).unwrap_err();
            assert_eq!((error.kind, error.at.span), (ErrorKind::DamagedBlock, Some(place.into())));
            let file = [HEADER, &user_data(b"<Animdef/>"), damaged].concat();
            let found = super::blocks(&file, LIMIT).unwrap();
            assert_eq!((found.blocks.len(), found.damaged.len()), (1, 1));
        }
        // A stored text is read all the same.
        let mut encoder = ZlibEncoder::new(vec![b'Z'], Compression::none());
        encoder.write_all(&user_data(b"<Animdef/>")).unwrap();
        let stored = encoder.finish().unwrap();
        let file = [HEADER, &stored[..stored.len() - 1]].concat();
        let found = super::blocks(&file, LIMIT).unwrap();
        assert_eq!((found.blocks.len(), found.damaged.len()), (1, 0));
        let nothing = block(b"nothing that is an animation");
        let file = [HEADER, &nothing[..nothing.len() - 1]].concat();
        assert_eq!(extract(&file, LIMIT).unwrap_err().kind, ErrorKind::NoBlock);
    }

    #[test]
    fn a_file_without_a_block_is_an_error() {
        let error = extract(b";; HSF V9.00 \n", LIMIT).unwrap_err();
        assert_eq!(error.kind, ErrorKind::NoBlock);
    }
}
