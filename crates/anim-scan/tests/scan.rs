//! Files hidden in other data.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

use std::io::{self, Cursor, Read};

use anim_bvh::Bvh;
use anim_core::AnyFormat;
use anim_gltf::Gltf;
use anim_hsf_xml::Hsf;
use anim_scan::{Find, Limits, MIN_EVIDENCE, SECTOR, Summary, USER_DATA, file_at, scan};
use anim_stf::Stf;
use anim_stt::Stt;
use anim_tod::{Body, Coordinate, Frame, Packet, Tod};
use proptest::prelude::*;

const ROWS: [AnyFormat; 6] = [
    AnyFormat::encoder::<Tod>(),
    AnyFormat::encoder::<Gltf>(),
    AnyFormat::encoder::<Stf>(),
    AnyFormat::encoder::<Stt>(),
    AnyFormat::encoder::<Bvh>(),
    AnyFormat::encoder::<Hsf>(),
];

/// A file of each format.
const FILES: [(&str, &[u8]); 6] = [
    ("tod", include_bytes!("../../../fixtures/tod/valid/walk.tod")),
    ("gltf", include_bytes!("../../../fixtures/gltf/valid/swing.glb")),
    ("stf", include_bytes!("../../../fixtures/stf/valid/slide.stf")),
    ("stt", include_bytes!("../../../fixtures/stt/valid/gate.stt")),
    ("bvh", include_bytes!("../../../fixtures/bvh/valid/walk.bvh")),
    ("hsf-xml", include_bytes!("../../../fixtures/hsf-xml/valid/blocks.xml").trim_ascii_end()),
];

/// A TOD with this number of frames, in which an object moves.
fn tod(frames: u32) -> Vec<u8> {
    let place = |x| Body::Coordinate(Coordinate { translation: Some([x, 0, 0]), ..Coordinate::default() });
    let frame = |number| Frame::new(number, vec![Packet::new(1, place(number.cast_signed()))]).unwrap();
    Tod { resolution: 2, frames: (0..frames).map(frame).collect(), ..Tod::default() }.to_bytes().into_owned()
}

fn glb() -> Vec<u8> {
    Gltf::from_clips(&[]).unwrap().to_bytes().into_owned()
}

/// Bytes that look random: a linear congruential generator.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..length).map(|_| byte()).collect()
}

type Found = Vec<(&'static str, u64, u64, Vec<u8>)>;

fn find(blob: impl Read, limits: Limits) -> (Found, Summary) {
    let mut found = Vec::new();
    let mut keep = |find: Find<'_>| -> io::Result<()> {
        assert!(find.evidence >= MIN_EVIDENCE && find.confidence() >= 0.75);
        found.push((find.format.info().id, find.offset, find.user_offset, find.bytes.to_vec()));
        Ok(())
    };
    let summary = scan(blob, &ROWS, limits, &mut keep).unwrap();
    (found, summary)
}

/// A raw image of this user data.
fn image(data: &[u8], mode: u8) -> Vec<u8> {
    let mut image = Vec::new();
    for data in data.chunks(USER_DATA) {
        let mut sector = [0xEE; SECTOR];
        sector[..12].copy_from_slice(b"\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0");
        sector[15] = mode;
        sector[18] = 8;
        let start = start(mode);
        sector[start..start + data.len()].copy_from_slice(data);
        image.extend(sector);
    }
    image
}

fn start(mode: u8) -> usize {
    if mode == 1 { 16 } else { 24 }
}

#[test]
fn files_are_found_wherever_they_are() {
    let (small, large, glb) = (tod(1), tod(60_000), glb());
    let gaps = [noise(3, 1), vec![0; 70_000], noise(1 << 18, 2), vec![0x50; 5], noise(12_345, 3)];
    let files = [("tod", &small), ("tod", &large), ("gltf", &glb), ("tod", &small)];
    let (mut blob, mut expected) = (Vec::new(), Vec::new());
    for (gap, (id, file)) in gaps.iter().zip(files) {
        blob.extend(gap);
        expected.push((id, blob.len() as u64, blob.len() as u64, file.clone()));
        blob.extend(file);
    }
    blob.extend(&gaps[4]);
    let (found, summary) = find(&blob[..], Limits::default());
    assert!(found == expected, "{:?}", found.iter().map(|find| (find.0, find.1)).collect::<Vec<_>>());
    assert_eq!(summary, Summary { bytes: blob.len() as u64, ..Summary::default() });
}

#[test]
fn files_cross_the_sectors_of_raw_images() {
    let large = tod(2000);
    let data = [&noise(USER_DATA * 200 + 1000, 4)[..], &large, &noise(5000, 5)].concat();
    for mode in [1, 2] {
        let image = image(&data, mode);
        let (found, summary) = find(&image[..], Limits::default());
        let offset = (200 * SECTOR + start(mode) + 1000) as u64;
        assert!(found == [("tod", offset, (200 * USER_DATA + 1000) as u64, large.clone())], "mode {mode}");
        assert_eq!((summary.is_raw, summary.bytes), (true, image.len() as u64));
    }
}

#[test]
fn files_of_each_format_are_found_whole() {
    let mut data = noise(USER_DATA * 200 + 1000, 6);
    let mut expected = Vec::new();
    for (id, file) in FILES {
        expected.push((id, data.len() as u64, file.to_vec()));
        data.extend(file);
        // The rest of the last sector, and a bit of the next.
        data.resize(data.len().next_multiple_of(USER_DATA) + 2000, 0);
    }
    let told = |(found, _): (Found, Summary)| -> Vec<_> {
        found.into_iter().map(|(id, _, user_offset, bytes)| (id, user_offset, bytes)).collect()
    };
    assert!(told(find(&data[..], Limits::default())) == expected);
    for mode in [1, 2] {
        assert!(told(find(&image(&data, mode)[..], Limits::default())) == expected, "mode {mode}");
    }
}

#[test]
fn the_file_at_an_offset_is_the_one_that_was_found_there() {
    let mut data = noise(5000, 11);
    for (_, file) in FILES {
        data.extend_from_slice(file);
        data.extend(noise(3001, 12));
    }
    data.extend(tod(60_000));
    data.extend(noise(100, 13));
    for blob in [data.clone(), image(&data, 1), image(&data, 2)] {
        let (found, _) = find(&blob[..], Limits::default());
        assert_eq!(found.len(), FILES.len() + 1);
        for (id, offset, _, bytes) in found {
            let file = file_at(Cursor::new(&blob), &ROWS, offset).unwrap();
            assert!(
                file.as_ref() == Some(&bytes),
                "{id} at {offset}: {:?} bytes",
                file.map(|file| file.len())
            );
        }
    }
}

#[test]
fn what_no_format_ends_goes_on_to_the_end_of_the_blob() {
    let data = noise(10_000, 14);
    let from = |blob: &[u8], offset: u64| file_at(Cursor::new(blob), &ROWS, offset).unwrap();
    assert_eq!(from(&data, 0).as_deref(), Some(&data[..]));
    assert_eq!(from(&data, 9_999).as_deref(), Some(&data[9_999..]));
    // So does a truncated file.
    let cut = &tod(100)[..500];
    assert_eq!(from(cut, 0).as_deref(), Some(cut));
    for offset in [10_000, 10_001, u64::MAX] {
        assert_eq!(from(&data, offset), None, "{offset}");
    }
    let raw = image(&data, 2);
    let (first, past) = (start(2) as u64, (start(2) + USER_DATA) as u64);
    assert_eq!(from(&raw, first + 5).unwrap()[..2000], data[5..2005]);
    assert_eq!(from(&raw, SECTOR as u64 + first).unwrap()[..2000], data[USER_DATA..USER_DATA + 2000]);
    // Neither the header of a sector nor what follows its user data is data.
    for offset in [0, first - 1, past, SECTOR as u64 - 1, SECTOR as u64, raw.len() as u64, u64::MAX] {
        assert_eq!(from(&raw, offset), None, "{offset}");
    }
}

#[test]
fn what_comes_behind_changes_no_file() {
    for (id, file) in FILES {
        for behind in [&b""[..], b"\0\0\0\0", b"\n\n", b"<Animdef>", b"HIERARCHY\n", b"\xFF\xFE"] {
            let (found, _) = find(&[file, behind].concat()[..], Limits::default());
            assert!(found == [(id, 0, 0, file.to_vec())], "{id}: {behind:?}");
        }
    }
}

#[test]
fn a_text_may_end_on_the_border_of_two_pieces() {
    for (id, file) in FILES {
        for border in [160 * SECTOR, 160 * SECTOR + (1 << 18)] {
            for over in 0..20 {
                let blob = [&vec![b' '; border - file.len() + over][..], file, &[b'7'; 9]].concat();
                // The last token of a text without a line end may continue.
                let ends = !file.last().is_some_and(u8::is_ascii_digit);
                let (found, _) = find(&blob[..], Limits::default());
                assert_eq!(found.len(), usize::from(ends), "{id}: {over}");
                assert!(found.iter().all(|find| find.3 == file), "{id}: {over}");
            }
        }
    }
}

#[test]
fn a_signature_may_lie_on_the_border_of_two_pieces() {
    let file = glb();
    // The first piece is the one in which sectors are detected.
    for offset in
        [160 * SECTOR, 160 * SECTOR + (1 << 18)].into_iter().flat_map(|border| border - 8..border + 2)
    {
        let blob = [&vec![0; offset][..], &file].concat();
        let (found, _) = find(&blob[..], Limits::default());
        assert_eq!(found.iter().map(|find| find.1).collect::<Vec<_>>(), [offset as u64]);
    }
}

#[test]
fn a_blob_may_come_in_drops() {
    /// Returns at most seven bytes at a time, and is interrupted now and then.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            if self.1.is_multiple_of(5) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let count = buffer.len().min(7);
            self.0.read(&mut buffer[..count])
        }
    }

    let data = [&vec![1; USER_DATA * 170][..], &tod(900)].concat();
    for blob in [image(&data, 2), data] {
        let whole = find(&blob[..], Limits::default());
        assert_eq!(whole.0.len(), 1);
        assert!(find(Drops(&blob, 0), Limits::default()) == whole);
    }
}

#[test]
fn a_blob_that_breaks_off_is_an_error() {
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("scratched"))
        }
    }

    let blob = tod(60_000).into_iter().chain(vec![0; 1 << 20]).collect::<Vec<_>>();
    let mut found = 0;
    let mut count = |_: Find<'_>| -> io::Result<()> {
        found += 1;
        Ok(())
    };
    let error = scan(blob.as_slice().chain(Broken), &ROWS, Limits::default(), &mut count).unwrap_err();
    assert_eq!((error.to_string().as_str(), found), ("scratched", 1));
}

#[test]
fn what_is_inside_of_a_file_is_part_of_it() {
    let inner = tod(3);
    let words = inner.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect::<Vec<_>>();
    let data = anim_tod::Data {
        kind: anim_tod::DataKind::Extended,
        flag: anim_tod::Nibble::new(0),
        words: anim_tod::Words::new(words).unwrap(),
    };
    let frames =
        vec![Frame::new(0, vec![Packet::new(1, Body::Data(data))]).unwrap(), Frame::new(1, vec![]).unwrap()];
    let outer = Tod { frames, ..Tod::default() }.to_bytes().into_owned();
    let (found, _) = find(&outer[..], Limits::default());
    assert!(found == [("tod", 0, 0, outer.clone())]);
    // Without its end the outer file is not found, but the inner one is.
    let (found, _) = find(&outer[..outer.len() - 4], Limits::default());
    assert!(found == [("tod", 20, 20, inner)]);
}

#[test]
fn a_file_that_is_too_long_is_counted() {
    let blob = [&tod(60_000)[..], &tod(1)].concat();
    let (found, summary) = find(&blob[..], Limits { longest: 1 << 18 });
    assert_eq!((found.len(), found[0].3.len(), summary.too_long), (1, tod(1).len(), 1));
    // Exactly so, however short the files are.
    for (longest, expected) in [(tod(1).len(), (1, 1)), (tod(1).len() - 1, (0, 2)), (0, (0, 2))] {
        let blob = [&tod(2)[..], &tod(1)].concat();
        let (found, summary) = find(&blob[..], Limits { longest });
        assert_eq!((found.len(), summary.too_long), expected, "{longest}");
    }
}

#[test]
fn false_files_cost_no_more_than_a_constant_times_the_blob() {
    // Each frame has a packet that is the header of a TOD whose frames are the rest: each is examined up to its end, which is
    // missing.
    let frame = |number: u32| [5 | 1 << 16, number, 9 << 16 | 3 << 24, 0x50, u32::MAX];
    let words = [0x50, u32::MAX].into_iter().chain((0..100_000).flat_map(frame));
    let blob: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    let start = std::time::Instant::now();
    let (found, summary) = find(&blob[..], Limits::default());
    assert!(found.is_empty() && summary.unexamined > 0, "{summary:?}");
    assert!(start.elapsed().as_secs() < 60, "{summary:?}");
}

#[test]
fn a_large_file_is_found_wherever_it_begins() {
    // 70 MB: more than may be examined in vain.
    let line = "0.123456 0.234567 0.345678 0.456789 0.567890 0.678901\n";
    let frames = 70_000_000 / line.len();
    let head = format!(
        "HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         End Site\n{{\nOFFSET 0 1 0\n}}\n}}\nMOTION\nFrames: {frames}\nFrame Time: 0.01\n"
    );
    let file = [head, line.repeat(frames)].concat();
    for before in [0, 1 << 20] {
        let blob = [&vec![0; before][..], file.as_bytes()].concat();
        let (found, summary) = find(&blob[..], Limits::default());
        let places: Vec<_> = found.iter().map(|find| (find.0, find.2, find.3.len())).collect();
        assert_eq!((places, summary.unexamined), (vec![("bvh", before as u64, file.len())], 0), "{before}");
    }
}

/// Words from all formats, and from texts about them.
const WORDS: &[&str] = &[
    "glTF",
    "STF0",
    "#MINDRENDER",
    "1.1",
    "{on}",
    "SINGLE",
    "KEYFRAME",
    "STATIC",
    "HIERARCHY",
    "ROOT",
    "JOINT",
    "OFFSET",
    "CHANNELS",
    "MOTION",
    "Frames:",
    "{",
    "}",
    "<Animdef>",
    "</Animdef>",
    "<Animation>",
    "<Timeline>",
    "</Timeline>",
    "begins",
    "with",
    "the",
    "0",
    "3",
    "\n",
    "\0",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_data_have_no_file(data in prop::collection::vec(any::<u8>(), 0..5000)) {
        prop_assert!(find(&data[..], Limits::default()).0.is_empty());
    }

    #[test]
    fn talk_of_files_is_not_a_file(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..300)) {
        prop_assert!(find(words.join(" ").as_bytes(), Limits::default()).0.is_empty());
    }

    #[test]
    fn small_numbers_are_not_a_file(words in prop::collection::vec(0u32..4, 0..500), at in 0usize..500) {
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.splice(at.min(bytes.len())..at.min(bytes.len()), [0x50, 0, 0, 0, 1, 0, 0, 0]);
        let found = find(&bytes[..], Limits::default()).0;
        // One empty frame is not evidence.
        prop_assert!(found.is_empty());
    }
}

#[test]
fn no_file_is_past_the_end_of_the_largest_one() {
    // A file on disk refuses positions that are beyond 63 bits.
    let blob = || std::fs::File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    for offset in [1 << 40, i64::MAX as u64 - 1, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX] {
        assert_eq!(file_at(blob(), &ROWS, offset).unwrap(), None, "{offset}");
    }
}
