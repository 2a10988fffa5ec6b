//! The central directory of zip archives, of whose members with one name a reader shows only the last.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// The signature of an entry, and the length of its fixed part (APPNOTE.TXT 4.3.12).
const ENTRY: (&[u8], usize) = (b"PK\x01\x02", 46);

/// The names that several members have, as they are stored, each with the number of members before the last. The directory begins
/// at `start`.
pub(super) fn repeated(path: &Path, start: u64) -> io::Result<HashMap<Vec<u8>, usize>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    let mut counts = count(BufReader::new(file))?;
    counts.retain(|_, before| *before > 0);
    Ok(counts)
}

/// All names, each with the number of members before the last, up to the first thing that is no entry.
fn count(mut directory: impl Read) -> io::Result<HashMap<Vec<u8>, usize>> {
    let mut counts = HashMap::new();
    let mut entry = Vec::new();
    loop {
        entry.clear();
        let len = directory.by_ref().take(ENTRY.1 as u64).read_to_end(&mut entry)?;
        if len < ENTRY.1 || !entry.starts_with(ENTRY.0) {
            return Ok(counts);
        }
        let size = |at: usize| u64::from(u16::from_le_bytes([entry[at], entry[at + 1]]));
        let (name_len, rest) = (size(28), size(30) + size(32));
        let mut name = Vec::new();
        directory.by_ref().take(name_len).read_to_end(&mut name)?;
        io::copy(&mut directory.by_ref().take(rest), &mut io::sink())?;
        counts.entry(name).and_modify(|before| *before += 1).or_insert(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_counted_whatever_follows_them() {
        let entry = |name: &str, rest: [u8; 2]| {
            let mut bytes = [ENTRY.0, &[0; 42]].concat();
            bytes[28] = name.len() as u8;
            (bytes[30], bytes[32]) = (rest[0], rest[1]);
            let rest = vec![b'P'; usize::from(rest[0] + rest[1])];
            [bytes, name.as_bytes().to_vec(), rest].concat()
        };
        let directory = [entry("a", [0, 0]), entry("bc", [3, 4]), entry("a", [0, 9]), entry("a", [5, 0])];
        let whole = [&directory.concat(), &b"PK\x05\x06 and so on"[..]].concat();
        let expected = HashMap::from([(b"a".to_vec(), 2), (b"bc".to_vec(), 0)]);
        assert_eq!(count(&*whole).unwrap(), expected);
        assert_eq!(count(&directory.concat()[..]).unwrap(), expected);
        assert!(count(&b"PK"[..]).unwrap().is_empty());
    }
}
