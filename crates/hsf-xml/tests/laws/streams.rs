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

/// What the dictionary of a file states: its form, the positions of pauses, the position and the length of each variant of each item.
struct Dictionary {
    form: u8,
    pauses: Vec<usize>,
    items: Vec<Vec<(usize, usize)>>,
    has_lengths: bool,
}

impl Dictionary {
    /// The bytes of the dictionary at this position.
    fn bytes(&self, start: usize) -> Vec<u8> {
        let long = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
        let mut bytes = vec![b'D', self.form];
        if self.form == 2 {
            bytes.extend(u16::try_from(self.pauses.len() + 1).unwrap().to_le_bytes());
            self.pauses.iter().for_each(|pause| bytes.extend(long(*pause)));
            bytes.extend(long(start));
        }
        bytes.extend(long(self.items.len()));
        for (index, item) in self.items.iter().enumerate() {
            bytes.extend(long(index));
            bytes.push((1 << item.len()) - 1);
            for (position, length) in item {
                bytes.extend(long(*position));
                if self.has_lengths {
                    bytes.extend(long(*length));
                }
            }
            let has_bounds = index == 0;
            if self.form > 0 {
                bytes.push(u8::from(has_bounds));
                bytes.extend(vec![0x3F; if has_bounds { 24 } else { 0 }]);
            }
        }
        if self.form == 1 {
            bytes.extend(long(0));
        }
        bytes.extend(long(start));
        bytes
    }
}

/// Two items that can be found in a file by their bytes.
fn shells() -> [Vec<u8>; 2] {
    ["a shell", "another shell, with less detail"].map(|text| deflated(text.as_bytes()))
}

/// The dictionary of a file with shells and animations in the second of three parts.
fn dictionary(file: &[u8], form: u8, has_lengths: bool) -> Dictionary {
    let found =
        |shell: &Vec<u8>| (file.windows(shell.len()).position(|bytes| bytes == *shell).unwrap(), shell.len());
    let [first, second] = shells().each_ref().map(found);
    let animations = first.0 + first.1;
    let items = vec![vec![first, second], vec![(animations, second.0 - animations)]];
    Dictionary { form, pauses: vec![first.0, second.0], items, has_lengths }
}

/// A file with a dictionary before its end, or between other bytes and an opcode that locates it.
fn with_dictionary(parts: &[u8], dictionary: &[u8], is_located: bool) -> Vec<u8> {
    if !is_located {
        return [parts, dictionary, b"\0"].concat();
    }
    let [size, start] = [dictionary, parts].map(|bytes| u32::try_from(bytes.len()).unwrap().to_le_bytes());
    [parts, dictionary, b"more opcodes", b"_", &size, &start].concat()
}

/// The parts of a file before its dictionary.
fn parts(animations: Vec<u8>) -> Vec<u8> {
    let [first, second] = shells();
    file(&[b"before".to_vec(), first, animations, second])
}

#[test]
fn positions_in_the_dictionary_of_an_edited_file_are_those_of_the_new_one() {
    for (form, has_lengths, is_located, is_plain) in [
        (2, true, false, false),
        (2, true, true, false),
        (2, false, false, true),
        (1, true, false, true),
        (1, false, true, false),
        (0, true, true, true),
        (0, false, false, false),
    ] {
        let whole = |parts: &[u8]| {
            let dictionary = dictionary(parts, form, has_lengths).bytes(parts.len());
            with_dictionary(parts, &dictionary, is_located)
        };
        let parts = parts(if is_plain { user_data(TEXT) } else { block(TEXT) });
        let bytes = whole(&parts);
        let mut hsf = Hsf::parse(&bytes).unwrap();
        hsf.root.set(Key::Name, "a longer name");
        let written = hsf.to_bytes().into_owned();
        let expected = whole(&written[..written.len() - (bytes.len() - parts.len())]);
        assert_ne!(written.len(), bytes.len());
        assert_eq!(written, expected, "{form} {has_lengths} {is_located} {is_plain}");
        assert_eq!(Hsf::parse(&written).unwrap(), hsf);
        let mut report = Report::new();
        let options = EncodeOptions { container: Container::Stream, ..EncodeOptions::default() };
        assert_eq!(hsf.stored(&options, &mut report), Some(hsf.clone()));
        assert!(report.losses.is_empty(), "{report}");
        assert_eq!(laws::file(&FORMAT, &bytes, &()), Ok(()));
    }
}

#[test]
fn a_dictionary_that_is_not_understood_is_kept_and_reported() {
    const ANIMATION: &str = r#"<Animdef TicksPerSecond="10"><Animation Name="a" Target="SPATH: x"><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation><Animation Name="b"/></Animdef>"#;
    let parts = parts(block(ANIMATION));
    let known = || dictionary(&parts, 2, true);
    let inside = {
        let mut dictionary = known();
        dictionary.items[1][0].0 += 3;
        dictionary.bytes(parts.len())
    };
    let mut beyond = known();
    beyond.pauses[0] = 1 << 20;
    let mut options = known().bytes(parts.len());
    let at = options.len() - 5;
    options[at] = 2;
    let mut elsewhere = known().bytes(parts.len() + 1);
    let start = u32::try_from(parts.len()).unwrap().to_le_bytes();
    elsewhere.extend(start);
    let form = Dictionary { form: 3, ..known() }.bytes(parts.len());
    let is_told = |bytes: &[u8]| {
        let hsf = Hsf::parse(bytes).unwrap();
        let stream = Stream::parse(bytes).unwrap();
        let tail = &bytes[parts.len()..];
        let into = EncodeOptions { into: Some(stream), ..EncodeOptions::default() };
        let own = EncodeOptions { container: Container::Stream, ..EncodeOptions::default() };
        let document = Hsf::parse(TEXT.as_bytes()).unwrap();
        let told = |made: &dyn Fn(&mut Report) -> Hsf| {
            let mut report = Report::new();
            let written = made(&mut report).to_bytes().into_owned();
            assert!(written.len() != bytes.len());
            let is_told = report.losses.iter().any(|loss| loss.code.id == "hsf-xml::dictionary");
            assert_eq!(written.ends_with(tail), is_told);
            is_told
        };
        let all = [
            told(&|report| Hsf::from_clips_with(&hsf.clips(), &into, report).unwrap()),
            told(&|report| hsf.renewed(&hsf.clips()[..1], &own, report).unwrap()),
            told(&|report| document.stored(&into, report).unwrap()),
            hsf.part(0).is_none(),
        ];
        assert!(all.iter().all(|told| *told == all[0]), "{all:?}");
        // What is not edited is not reported.
        let mut report = Report::new();
        assert_eq!(hsf.stored(&own, &mut report), Some(hsf.clone()));
        assert!(report.losses.is_empty());
        all[0]
    };
    let whole = |dictionary: &[u8]| with_dictionary(&parts, dictionary, false);
    assert!(!is_told(&whole(&known().bytes(parts.len()))));
    for (name, dictionary) in [
        ("a position inside of a block", inside),
        ("a position beyond the end", beyond.bytes(parts.len())),
        ("options", options),
        ("the position of another dictionary", elsewhere),
        ("a form", form),
        ("nothing but its position", [&b"D"[..], &start].concat()),
    ] {
        assert!(is_told(&whole(&dictionary)), "{name}");
    }
    // If nothing moves, the positions stay right.
    let plain = |name: &str| user_data(&format!("<Animdef Name=\"{name}\"/>\n"));
    let bytes = |name| {
        let parts = file(&[plain(name)]);
        let start = u32::try_from(parts.len()).unwrap().to_le_bytes();
        [&parts, &b"D"[..], &start].concat()
    };
    let into = Some(Stream::parse(&bytes("a")).unwrap());
    let mut report = Report::new();
    let document = Hsf::parse(b"<Animdef Name='b'/>").unwrap();
    let stored = document.stored(&EncodeOptions { into, ..EncodeOptions::default() }, &mut report).unwrap();
    assert_eq!(*stored.to_bytes(), *bytes("b"));
    assert!(report.losses.is_empty());
}
