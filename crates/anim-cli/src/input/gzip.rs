//! Gzip decompression (RFC 1952) of streams.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;

use super::limit::read_stream;
use crate::exit::Failure;
use crate::paths::label;
use crate::text::counted;

/// The first bytes of a gzip member with the usual compression method (deflate).
pub(super) const GZIP: [u8; 3] = [0x1F, 0x8B, 8];

/// The content of the members of a gzip file, one after another. Zeros after them are padding, as on tapes.
#[derive(Debug)]
pub(super) enum Unpacked<R> {
    /// Between two members, or after the last one.
    Between(R),
    /// In a member.
    Member(Box<GzDecoder<R>>),
    /// Only during a change of state.
    Gone,
}

impl<R: BufRead> Unpacked<R> {
    /// The rest of the file between members; `None` within a member.
    pub(super) fn rest(&self) -> Option<&R> {
        match self {
            Self::Between(rest) => Some(rest),
            Self::Member(_) | Self::Gone => None,
        }
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self {
                Self::Gone => return Ok(0),
                Self::Member(member) => {
                    let count = member.read(buffer)?;
                    if count > 0 || buffer.is_empty() {
                        return Ok(count);
                    }
                    if let Self::Member(member) = std::mem::replace(self, Self::Gone) {
                        *self = Self::Between(member.into_inner());
                    }
                }
                Self::Between(rest) => match rest.fill_buf()? {
                    [] => return Ok(0),
                    zeros @ [0, ..] => {
                        let count = zeros.iter().take_while(|&&byte| byte == 0).count();
                        rest.consume(count);
                    }
                    [first, ..] if *first == GZIP[0] => {
                        if let Self::Between(rest) = std::mem::replace(self, Self::Gone) {
                            *self = Self::Member(Box::new(GzDecoder::new(rest)));
                        }
                    }
                    _ => {
                        let message = "what follows is neither compressed data nor zeros";
                        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                    }
                },
            }
        }
    }
}

/// The bytes of a stream, decompressed if gzip compressed them, and whether it did.
pub(crate) fn unpacked<'a>(mut stream: impl Read + 'a) -> io::Result<(Box<dyn Read + 'a>, bool)> {
    let mut head = Vec::with_capacity(GZIP.len());
    stream.by_ref().take(GZIP.len() as u64).read_to_end(&mut head)?;
    let is_packed = head == GZIP;
    let stream = io::Cursor::new(head).chain(stream);
    let read: Box<dyn Read> =
        if is_packed { Box::new(Unpacked::Between(BufReader::new(stream))) } else { Box::new(stream) };
    Ok((read, is_packed))
}

/// Decompresses the bytes of a file if gzip compressed them, whatever its name. The content may have no more bytes than the limit.
pub(super) fn unpack(bytes: &mut Vec<u8>, most: u64, path: &Path) -> Result<(), Failure> {
    if !bytes.starts_with(&GZIP) {
        return Ok(());
    }
    let packed = std::mem::take(bytes);
    let mut unpacked = Unpacked::Between(&packed[..]);
    let damaged =
        |reason: String| Failure::unreadable(format!("not readable as gzip: {reason}")).in_file(&label(path));
    read_stream(&mut unpacked, bytes, most).map_err(|error| match unpacked.rest() {
        Some(rest) if !rest.is_empty() => {
            let (count, at) = (counted(rest.len(), "byte"), packed.len() - rest.len());
            damaged(format!("{count} from byte {at} on are neither compressed data nor zeros"))
        }
        _ if error.kind() == io::ErrorKind::FileTooLarge => Failure::system(&label(path), &error),
        _ => damaged(error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    }

    /// The bytes before the end or an error, and the error.
    fn read(packed: &[u8]) -> (Vec<u8>, Option<io::ErrorKind>) {
        // One byte at a time is the hardest case.
        let stream = BufReader::with_capacity(1, packed);
        let mut found = Vec::new();
        let failed = unpacked(stream).unwrap().0.read_to_end(&mut found).err();
        (found, failed.map(|error| error.kind()))
    }

    #[test]
    fn members_come_out_one_after_another() {
        let (head, tail) = (gzip(b"head"), gzip(b"tail"));
        let invalid = Some(io::ErrorKind::InvalidData);
        let cases: [(Vec<u8>, &[u8], Option<io::ErrorKind>); 7] = [
            (b"plain".to_vec(), b"plain", None),
            (vec![], b"", None),
            (vec![0x1F], &[0x1F], None),
            ([&head[..], &tail].concat(), b"headtail", None),
            ([&head[..], &[0; 600]].concat(), b"head", None),
            ([&head[..], b"more"].concat(), b"head", invalid),
            (head[..head.len() - 9].to_vec(), b"", Some(io::ErrorKind::UnexpectedEof)),
        ];
        for (packed, expected, failed) in cases {
            let (found, error) = read(&packed);
            assert_eq!(error, failed, "{packed:?}");
            assert!(if error.is_some() { found.starts_with(expected) } else { found == expected });
        }
    }
}
