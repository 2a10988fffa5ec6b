//! HOOPS stream files: the animations are written back into the file that they came from.

use std::io::{Read, Write};

use anim_core::{Encode, Report, laws};
use anim_hsf_xml::{Container, Content, Element, EncodeOptions, ErrorKind, Hsf, Key, Stream, Tag, extract};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::FORMAT;

const HEADER: &[u8] = b";; HSF V9.00 \n";

fn user_data(text: &str) -> Vec<u8> {
    [&[0x18][..], &u32::try_from(text.len()).unwrap().to_le_bytes(), text.as_bytes()].concat()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    deflated_at(bytes, Compression::best())
}

fn deflated_at(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(vec![b'Z'], level);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A block of other opcodes with the text among them.
fn block(text: &str) -> Vec<u8> {
    deflated(&[b"\x01opcodes before".to_vec(), user_data(text), b"and after".to_vec()].concat())
}

fn file(parts: &[Vec<u8>]) -> Vec<u8> {
    [HEADER.to_vec(), parts.concat()].concat()
}

const TEXT: &str = "<Animdef Name='a'   TicksPerSecond = 10 ></Animdef>";

#[test]
fn what_is_not_edited_is_the_same_to_the_byte() {
    for bytes in [
        file(&[b"x".to_vec(), block(TEXT), b"Z end".to_vec()]),
        file(&[user_data(TEXT)]),
        file(&[block(TEXT), block("<Animdef/>"), user_data("<Animdef Name='c'><!-- c --></Animdef>")]),
        // The last block is truncated.
        file(&[b"\x18\xff\0\0\0<Animdef Name='a'/>".to_vec()]),
    ] {
        let hsf = Hsf::parse(&bytes).unwrap();
        assert_eq!(*hsf.to_bytes(), *bytes);
        assert_eq!(laws::file(&FORMAT, &bytes, &()), Ok(()));
        #[cfg(feature = "serde")]
        {
            let json = serde_json::to_string(&hsf).unwrap();
            let built: Hsf = serde_json::from_str(&json).unwrap();
            assert_eq!(*built.to_bytes(), *bytes);
        }
    }
}

#[test]
fn an_edit_replaces_the_xml_alone() {
    let (before, after) = (block("no animation"), b"Z more \x18".to_vec());
    let bytes = file(&[before.clone(), block(TEXT), after.clone()]);
    let mut hsf = Hsf::parse(&bytes).unwrap();
    hsf.root.set(Key::Name, "b");
    let written = hsf.to_bytes().into_owned();
    assert!(written.starts_with(&file(&[before.clone(), b"Z".to_vec()])) && written.ends_with(&after));
    let mut inflated = Vec::new();
    ZlibDecoder::new(&written[HEADER.len() + before.len() + 1..]).read_to_end(&mut inflated).unwrap();
    let text = "<Animdef Name=\"b\" TicksPerSecond=\"10\"/>\n";
    assert_eq!(inflated, [b"\x01opcodes before".to_vec(), user_data(text), b"and after".to_vec()].concat());
    assert_eq!(Hsf::parse(&written).unwrap(), hsf);
}

#[test]
fn an_edited_block_states_the_level_of_compression_that_it_had() {
    let mut levels = Vec::new();
    for level in [1, 6, 9] {
        let bytes = file(&[deflated_at(&user_data(TEXT), Compression::new(level))]);
        let mut hsf = Hsf::parse(&bytes).unwrap();
        hsf.root.set(Key::Name, "b");
        let written = hsf.to_bytes().into_owned();
        assert_ne!(written, bytes);
        // `Z` and the two bytes of the header of zlib, which has the level.
        let head = HEADER.len()..HEADER.len() + 3;
        assert_eq!(written[head.clone()], bytes[head.clone()], "{level}");
        levels.push(bytes[head.end - 1] >> 6);
    }
    assert_eq!(levels, [0, 2, 3]);
}

#[test]
fn edited_clips_go_into_the_stream_file_of_their_document() {
    let bytes = file(&[b"before".to_vec(), block(TEXT), b"after".to_vec()]);
    let hsf = Hsf::parse(&bytes).unwrap();
    for (container, is_stream) in [(Container::Stream, true), (Container::Xml, false)] {
        let options = EncodeOptions { container, ..EncodeOptions::default() };
        let renewed = hsf.renewed(&hsf.clips(), &options, &mut Report::new()).unwrap();
        let written = renewed.to_bytes();
        assert_eq!(written.starts_with(&file(&[b"before".to_vec()])), is_stream);
        assert_eq!(written.ends_with(b"after"), is_stream);
    }
}

#[test]
fn each_block_keeps_its_place() {
    let texts = ["<Animdef Name='a'/>", "<Animdef Name='b'/>", "<Animdef Name='c'/><!-- c -->"];
    let two = deflated(&[user_data(texts[0]), user_data(texts[1])].concat());
    let bytes = file(&[two.clone(), b"plain".to_vec(), user_data(texts[2])]);
    let edited = |name: &str, now: &str| {
        let mut hsf = Hsf::parse(&bytes).unwrap();
        let contents = std::mem::replace(&mut hsf.root, Element::new(Tag::Animdef)).into_content();
        for mut content in contents {
            if let Content::Element(element) = &mut content
                && element.get(Key::Name) == Some(name)
            {
                element.set(Key::Name, now);
            }
            assert!(hsf.root.push(content));
        }
        let written = hsf.to_bytes().into_owned();
        assert_eq!(Hsf::parse(&written).unwrap(), hsf);
        written
    };
    let found = |bytes: &[u8]| extract(bytes, 1 << 20).unwrap().concat();
    let second = edited("b", "x");
    assert!(second.ends_with(&bytes[bytes.len() - 5 - 5 - texts[2].len()..]));
    let expected = [texts[0], "<Animdef Name=\"x\"/>\n", texts[2]].concat();
    assert_eq!(found(&second), expected.as_bytes());
    let third = edited("c", "y");
    assert!(third.starts_with(&file(&[two, b"plain".to_vec()])));
    let expected = [texts[0], texts[1], "<Animdef Name=\"y\"/>\n<!-- c -->\n"].concat();
    assert_eq!(found(&third), expected.as_bytes());
    // An element that no block has: the first block has all of them.
    let mut hsf = Hsf::parse(&bytes).unwrap();
    hsf.root.set(Key::Name, "all");
    let written = hsf.to_bytes().into_owned();
    assert_eq!(extract(&written, 1 << 20).unwrap().len(), 1);
    assert_eq!(Hsf::parse(&written).unwrap(), hsf);
}

#[test]
fn clips_go_into_a_stream_file() {
    let options = ["a.xml", "a.HSF"].map(<Hsf as Encode>::options_for);
    assert_eq!(options.each_ref().map(|options| options.container), [Container::Xml, Container::Stream]);
    let error = Hsf::from_clips_with(&[], &options[1], &mut Report::new()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Container);
    let bytes = file(&[block(TEXT), b"after".to_vec()]);
    let into = Some(Stream::parse(&bytes).unwrap());
    let options = EncodeOptions { into, ..EncodeOptions::default() };
    let hsf = Hsf::from_clips_with(&[], &options, &mut Report::new()).unwrap();
    let written = hsf.to_bytes();
    assert!(written.starts_with(HEADER) && written.ends_with(b"after"));
    assert_eq!(extract(&written, 1 << 20).unwrap(), [b"<Animdef TicksPerSecond=\"4800\"/>\n"]);
    // A document goes where its clips would.
    let document = Hsf::parse(TEXT.as_bytes()).unwrap();
    let stored = document.stored(&options, &mut Report::new()).unwrap();
    let written = stored.to_bytes();
    assert!(written.starts_with(HEADER) && written.ends_with(b"after"));
    assert_eq!(Hsf::parse(&written).unwrap().root, document.root);
    assert_eq!(Stream::parse(&file(&[])).unwrap_err().kind, ErrorKind::NoBlock);
}
