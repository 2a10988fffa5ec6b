//! Hostile files: reading each of them ends at once, in bounded memory, with a clear error.

use anim_core::Diagnostic;
use anim_mm2_ped::{
    Anim, Error, ErrorKind, Layout, MAX_BONES, Mm2Ped, ReadOptions, Skeleton, StateTable, Track,
};

/// Two frames of a figure of two bones.
fn values() -> Vec<f32> {
    (0..18u8).map(f32::from).collect()
}

fn clip(layout: Layout) -> Vec<u8> {
    let track = |flag| Track { floats: 9, distance: 1.5, flag, values: values() };
    let tracks = if layout == Layout::Wiki { vec![track(0), track(1)] } else { vec![track(1)] };
    Anim::from_tracks(layout, 2, tracks, Vec::new()).unwrap().to_bytes()
}

fn words(words: &[u32], len: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.resize(len, 0);
    bytes
}

#[test]
fn a_list_of_names_is_not_a_clip() {
    let list = "pedanim_one pedanim_two pedanim_three ".repeat(3);
    let error = Anim::parse(&list.as_bytes()[..104]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Text { found: 104 });
    assert_eq!(error.to_string(), "found a text of 104 bytes, expected a binary clip (bytes 0..8)");
}

#[test]
fn counts_of_four_billion_are_an_error_at_once() {
    let most = u32::MAX;
    for (bytes, message) in [
        (words(&[0, most, most], 64), "found 4294967295 frames, expected 1 to 10000 (bytes 4..8)"),
        (words(&[0, 1, most], 64), "found 4294967295 floats per frame, expected 1 to 1000 (bytes 8..12)"),
        (words(&[0, 0, 9], 64), "found 0 frames, expected 1 to 10000 (bytes 4..8)"),
        (words(&[0, 10_000, 1000], 64), "the file has 64 bytes, expected 40000017 (bytes 17..64)"),
        (words(&[0, 1], 9), "the file has 9 bytes, expected 17 (bytes 0..9)"),
        (
            b"cmp\0".to_vec(),
            "found a compressed clip (`cmp`) of a related game, expected an uncompressed clip (bytes 0..4)",
        ),
        (vec![], "the file has 0 bytes, expected 17 (bytes 0..0)"),
        (
            words(&[most, 0, 0], 64),
            // 13 + 12·(2³² − 1) and 8 + 9·(2³² − 1).
            "the file has 64 bytes, expected a first word of 0, as files of the game have (layout retail), or the size that \
             its first two words state: 51539607553 bytes for frames and bones (layout old), at least 38654705663 bytes for \
             tracks and frames (layout wiki) (bytes 0..8)",
        ),
        (
            words(&[u32::from_le_bytes(*b"cmp\0")], 64),
            "found a compressed clip (`cmp`) of a related game, expected an uncompressed clip (bytes 0..4)",
        ),
    ] {
        assert_eq!(Anim::parse(&bytes).unwrap_err().to_string(), message);
    }
}

#[test]
fn sizes_that_fit_do_not_make_counts_valid() {
    let limit = |bytes: &[u8]| match Anim::parse(bytes) {
        Err(Error { kind: ErrorKind::Limit { what, found, .. }, .. }) => (what, found),
        other => panic!("{other:?}"),
    };
    // The old layout: too many frames, too many bones.
    assert_eq!(limit(&words(&[10_001, 0], 13 + 12 * 10_001)), ("frames", 10_001));
    assert_eq!(limit(&words(&[1, 333], 13 + 12 * 334)), ("floats per frame", 1002));
    // Wiki: too many empty tracks, no frame, an empty track, a track of too many floats.
    assert_eq!(limit(&words(&[1001, 0], 8 + 9 * 1001)), ("tracks", 1001));
    assert_eq!(limit(&words(&[1, 0, 0], 17)), ("frames", 0));
    assert_eq!(limit(&words(&[1, 5, 0], 17)), ("floats per frame", 0));
    assert_eq!(limit(&words(&[1, 1, 1001], 17 + 4004)), ("floats per frame", 1001));
}

#[test]
fn every_truncation_is_an_error_with_a_place() {
    for layout in [Layout::Retail, Layout::Old, Layout::Wiki] {
        let bytes = clip(layout);
        // Truncated to this size, a file in the wiki layout is one in the old layout.
        let old = clip(Layout::Old).len();
        for len in (0..bytes.len()).filter(|&len| layout != Layout::Wiki || len != old) {
            let error = Anim::parse(&bytes[..len]).unwrap_err();
            assert!(
                error.at.span.is_some_and(|span| span.start <= span.end && span.end <= len),
                "{len}: {error}"
            );
        }
    }
}

#[test]
fn every_flipped_bit_is_an_error_or_another_clip() {
    for layout in [Layout::Retail, Layout::Old, Layout::Wiki] {
        let bytes = clip(layout);
        let original = Anim::parse(&bytes).unwrap();
        for at in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            if let Ok(anim) = Anim::parse(&flipped) {
                assert_ne!(anim, original, "bit {at}");
                assert_eq!(anim.to_bytes(), flipped, "bit {at}");
            }
        }
    }
}

#[test]
fn texts_that_are_refused_are_pointed_at() {
    let once = "expected each property once";
    for (property, message) in [
        ("offset 0 0 0", once),
        ("rotmin 1 1 1 rotmin 1 1 1", once),
        ("rotmax 1 1 1 rotmax 1 1 1", once),
        ("rotmin 1 1 1 rotmax 1 1 1", ""),
    ] {
        let read = Skeleton::parse(format!("NumBones 1\nbone a {{ offset 0 0 0 {property} }}").as_bytes());
        let found = read.map_or_else(|error| error.to_string(), |_| String::new());
        assert_eq!(found.contains(message), !message.is_empty() || found.is_empty(), "{property}: {found}");
    }
    let error = StateTable::parse(b"# comment\n\nname of a state\n").unwrap_err();
    assert_eq!((error.kind, error.at.span), (ErrorKind::NoState, Some((11..26).into())));
}

#[test]
fn unknown_words_of_a_skeleton_are_named() {
    let mut found: Vec<Diagnostic> = Vec::new();
    let text = b"NumBones 1\nbone a { offset 0 0 0x rotmiin 1 1 1\n}";
    Mm2Ped::parse_with(text, &ReadOptions::default(), &mut found).unwrap();
    let messages: Vec<_> = found.into_iter().map(|finding| finding.message).collect();
    let unknown =
        "`rotmiin` is not a known property, expected `offset`, `rotmin` or `rotmax`; did you mean `rotmin`?";
    assert_eq!(messages, ["`x` follows a number and is ignored, expected a blank", unknown]);
}

/// A skeleton whose bones are nested in each other.
fn nested(bones: usize) -> String {
    format!("NumBones {bones}\n{}{}", "bone b { offset 0 0 0 ".repeat(bones), "}".repeat(bones))
}

#[test]
fn bones_nest_as_deep_as_there_are_bones() {
    let skeleton = Skeleton::parse(nested(MAX_BONES).as_bytes()).unwrap();
    assert_eq!(skeleton.bones().last().and_then(|bone| bone.parent), Some(MAX_BONES - 2));
    assert_eq!(Skeleton::parse(&skeleton.to_bytes()).unwrap().bones(), skeleton.bones());
    let error = Skeleton::parse(nested(10_000).as_bytes()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit { what: "bones", found: MAX_BONES + 1, most: MAX_BONES });
}

#[test]
fn megabytes_of_anything_end_at_once() {
    const MEGABYTES: usize = 10 << 20;
    let bone = "NumBones 1\nbone a { offset 0 0 0\n";
    for (text, refused) in [
        (format!("NumBones 1\nbone {} {{", "n".repeat(MEGABYTES)), true),
        (format!("NumBones 1\n{}", "{".repeat(MEGABYTES)), true),
        (format!("{bone}{}", "}".repeat(MEGABYTES)), true),
        (format!("NumBones {}", "9".repeat(MEGABYTES)), true),
        (format!("NumBones 1\nbone a {{ offset {} 0 0 }}", "1".repeat(MEGABYTES)), true),
        (format!("NumBones 1\nbone a {{ offset 0.{} 0 0 }}", "1".repeat(MEGABYTES)), false),
        (format!("{bone}x {}\n}}", "y".repeat(MEGABYTES)), false),
        (format!("{bone}{}}}", " \n\t".repeat(MEGABYTES / 3)), false),
        (format!("{bone}{}}}", "x\n".repeat(MEGABYTES / 20)), false),
    ] {
        let read = Skeleton::parse(text.as_bytes());
        assert_eq!(read.is_err(), refused, "{} …", &text[..40]);
    }
    let state = "A,a,1,2,0,0,0,0,A";
    for text in [
        format!("{state}{}", ",".repeat(MEGABYTES)),
        format!("{state}\n{}", "#\n".repeat(MEGABYTES / 20)),
        format!("{state}\n{}", "x".repeat(MEGABYTES)),
        format!("{state}\n{}", format!("{state}\n").repeat(MEGABYTES / 400)),
        format!("{state},{}", "\u{F780}".repeat(MEGABYTES / 30)),
    ] {
        let table = StateTable::parse(text.as_bytes()).unwrap();
        let mut findings = 0;
        Mm2Ped::from(table.clone()).check_with(&mut |_| findings += 1);
        assert_eq!(StateTable::parse(&table.to_bytes()).unwrap(), table);
    }
}
