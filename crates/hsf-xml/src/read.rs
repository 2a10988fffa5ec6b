//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod aside;
mod brackets;
mod declaration;
mod decode;
mod list;
mod markup;
mod parse;
mod plain;
mod repairs;
mod scanner;
mod strict;
mod tag;
mod token;
mod tree;
mod values;

use anim_core::{Confidence, Diagnostic, Location, Sink};

use crate::extract::{Block, Found, HEADER, blocks};
use crate::stream::Stream;
use crate::{Error, ErrorKind, Hsf, ReadOptions, Tag, codes};
pub(crate) use list::{parse_list, parse_modifiers};
pub use tag::MAX_ATTRIBUTES;

/// The confidence that the bytes are a document: see [`Format::sniff`](anim_core::Format::sniff) of [`Hsf`].
pub(crate) fn sniff(bytes: &[u8]) -> Confidence {
    if bytes.starts_with(HEADER) {
        return Confidence::Certain;
    }
    let Some(first) = first_element(bytes) else { return Confidence::No };
    let rest = bytes.get(first..).unwrap_or_default();
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let name = rest.get(..len).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default();
    match Tag::from_name(name) {
        Some(Tag::Animdef) => Confidence::Certain,
        Some(_) => Confidence::Likely,
        None => Confidence::Maybe,
    }
}

/// Reads a file: see [`Format::read`](anim_core::Format::read) of [`Hsf`].
pub(crate) fn document(bytes: &[u8], options: &ReadOptions, sink: &mut dyn Sink) -> Result<Hsf, Error> {
    if !bytes.starts_with(HEADER) {
        return xml(bytes, options, true, sink);
    }
    stream(bytes, options, sink)
}

/// Reads a HOOPS stream file.
pub(crate) fn stream(bytes: &[u8], options: &ReadOptions, sink: &mut dyn Sink) -> Result<Hsf, Error> {
    let Found { blocks, damaged } = blocks(bytes, options.inflated.get())?;
    for place in damaged {
        let message = "a compressed block with animations is damaged or cut short, and they are left out";
        sink.report(codes::DAMAGED_BLOCK.at(Location::span(place), message));
    }
    let (texts, places): (Vec<_>, Vec<_>) =
        blocks.into_iter().map(|Block { text, place }| (text, place)).unzip();
    let mut hsf = xml(&texts.join(&b'\n'), options, false, sink)?;
    let texts = crate::blocks::texts(&hsf, places.len());
    hsf.stream = Some(Stream::new(bytes.to_vec(), places, texts));
    Ok(hsf)
}

/// Reads XML. `placed` is whether positions in it are positions in the file.
fn xml(bytes: &[u8], options: &ReadOptions, placed: bool, sink: &mut dyn Sink) -> Result<Hsf, Error> {
    if let Some(found) = wide(bytes) {
        return Err(Error::new(ErrorKind::Encoding { found }, Location::span(0..bytes.len().min(4))));
    }
    if first_element(bytes).is_none() {
        return Err(Error::new(ErrorKind::NoElement, Location::span(0..bytes.len())));
    }
    if !options.strict {
        return parse::lenient(bytes, options, placed, sink);
    }
    // The lenient reader comes first: the other parser has no limits.
    let mut repairs: Vec<Diagnostic> = Vec::new();
    let hsf = parse::lenient(bytes, options, placed, &mut repairs)?;
    strict::check(bytes, &repairs)?;
    for repair in repairs {
        sink.report(repair);
    }
    Ok(hsf)
}

/// The encoding of a text whose characters have two or four bytes, detected by its byte order mark or a `<` at its beginning.
fn wide(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] | [b'<', 0, 0, 0, ..] | [0, 0, 0, b'<', ..] => {
            Some("UTF-32")
        }
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [b'<', 0, ..] | [0, b'<', ..] => Some("UTF-16"),
        _ => None,
    }
}

/// The offset of the name of the first element in a text, if no control character comes before it.
fn first_element(bytes: &[u8]) -> Option<usize> {
    let is_control = |byte: u8| byte < b' ' && !scanner::is_space(byte);
    // Files of other formats contain long texts with neither. Blocks of such text are tested several bytes at a time.
    let is_plain = |block: &&[u8; 64]| {
        block.iter().fold(0, |found, &b| found | u8::from(b == b'<' || is_control(b))) == 0
    };
    let plain = bytes.as_chunks().0.iter().take_while(is_plain).count().saturating_mul(64);
    let mut opened = false;
    for (at, &byte) in bytes.iter().enumerate().skip(plain) {
        if opened && starts_name(bytes, at) {
            return Some(at);
        }
        if is_control(byte) {
            return None;
        }
        opened = byte == b'<';
    }
    None
}

fn starts_name(bytes: &[u8], at: usize) -> bool {
    bytes.get(at..).and_then(decode::first_char).is_some_and(|(c, _)| crate::text::starts_name(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Key};

    /// A text read leniently, and the codes of its repairs without the format's id.
    fn repaired(text: &str) -> (Hsf, Vec<&'static str>) {
        let mut repairs: Vec<Diagnostic> = Vec::new();
        let hsf = Hsf::parse_with(text.as_bytes(), &ReadOptions::default(), &mut repairs).unwrap();
        (hsf, repairs.iter().map(|repair| repair.code.id.trim_start_matches("hsf-xml::")).collect())
    }

    #[test]
    fn the_first_tag_tells_how_sure_a_format_is() {
        for (text, expected) in [
            ("<Animdef/>", Confidence::Certain),
            ("Animations, made by hand:\n<!-- < --> < <Animdef/>", Confidence::Certain),
            ("Animdef <Timeline>0 10</Timeline>", Confidence::Likely),
            ("<svg><Animdef/></svg>", Confidence::Maybe),
            ("<_a/><Animdef/>", Confidence::Maybe),
            ("<é/>", Confidence::Maybe),
            ("Animdef = 1 < 2 <- 3", Confidence::No),
            ("é: <\u{1}Animdef/>", Confidence::No),
            ("", Confidence::No),
        ] {
            assert_eq!(sniff(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn values_end_at_their_intended_quotes() {
        for (text, name, codes) in [
            ("<Sensor Name='it’s \"a\"'/>", "it’s \"a\"", &[][..]),
            ("<Sensor Name='a\" Active='1'/>", "a", &["quotes"]),
            ("<Sensor Name=\"a' Active=\"1\"/>", "a", &["quotes"]),
            ("<Sensor Name='a\"/>", "a", &["quotes"]),
            ("<Sensor Name=“a” Active=\"1\"/>", "a", &["quotes"]),
            ("<Sensor Name=“a\" Active=”1”/>", "a", &["quotes", "quotes"]),
            ("<Sensor Name=“a Active=1/>", "a", &["unclosed-quote", "unquoted"]),
            ("<Sensor Name=\"a Active='1'/>", "a", &["unclosed-quote"]),
            ("<Sensor Name=\"a\"Active='1'/>", "a", &["stray"]),
        ] {
            let (hsf, found) = repaired(text);
            assert_eq!((hsf.root.get(Key::Name), found.as_slice()), (Some(name), codes), "{text}");
            assert!(hsf.root.flag(Key::Active), "{text}");
        }
    }

    #[test]
    fn content_around_the_root_is_reported_where_it_is() {
        for (text, places) in [
            ("a <Animdef/> b ", &["a", "b"][..]),
            ("<Animdef/>\n<!-- c -->\nb\nc\n", &["b\nc"]),
            ("a <Animdef/> b <Sensor Name='s'/> c", &["<Sensor Name='s'/>", "a", "c"]),
            ("a <![CDATA[ b ]]> <Animdef/>", &["a <![CDATA[ b "]),
        ] {
            let mut repairs: Vec<Diagnostic> = Vec::new();
            Hsf::parse_with(text.as_bytes(), &ReadOptions::default(), &mut repairs).unwrap();
            let roots = repairs.iter().filter(|repair| repair.code.id == "hsf-xml::roots");
            let found = roots.map(|repair| repair.at.span.map(|span| &text[span.start..span.end]).unwrap());
            assert_eq!(found.collect::<Vec<_>>(), places, "{text}");
        }
    }

    #[test]
    fn comments_may_have_any_dashes() {
        for (text, comment) in [
            ("<!--a--><b/><!--c-->", "a"),
            ("<!–a–><b/><!--c-->", "a"),
            ("<!—a—><b/>", "a"),
            ("<!--a—><b/>", "a"),
            ("<!-a–-><b/>", "a"),
            ("<!\u{FFFD}a <i> b--><b/>", "a <i> b"),
            ("<!This a --><b/>", "This a "),
            ("<!a><b/>", "a"),
        ] {
            let (hsf, found) = repaired(&format!("<Animdef>{text}</Animdef>"));
            let first = hsf.root.content().first().unwrap();
            assert_eq!(first, &Content::Comment(comment.into()), "{text}");
            assert_eq!(hsf.root.elements().count(), 1, "{text}");
            assert_eq!(found.is_empty(), text.starts_with("<!--a-->"), "{text}");
        }
    }

    #[test]
    fn a_stray_end_of_character_data_is_reported() {
        for (text, codes) in [
            ("<Animdef>]]><Sensor Name='a'/></Animdef>", &["stray"][..]),
            ("<Timeline>[[v 0 1 0]]> 10</Timeline>", &["stray"]),
            ("<Animdef>]] ><Sensor Name='a]]>'/><!--]]>--></Animdef>", &[]),
            ("<Timeline><![CDATA[0]]> 10</Timeline>", &[]),
        ] {
            assert_eq!(repaired(text).1, codes, "{text}");
            assert_eq!(is_well_formed(text), codes.is_empty(), "{text}");
        }
    }

    #[test]
    fn texts_in_wide_characters_are_refused_with_their_encoding() {
        let wide = |mark: &str, size: usize, is_big: bool| -> Vec<u8> {
            let unit = |c: char| {
                let mut bytes = (c as u32).to_le_bytes()[..size].to_vec();
                if is_big {
                    bytes.reverse();
                }
                bytes
            };
            format!("{mark}<Animdef/>").chars().flat_map(unit).collect()
        };
        for (size, encoding) in [(2, "UTF-16"), (4, "UTF-32")] {
            for (mark, is_big) in [("", false), ("", true), ("\u{FEFF}", false), ("\u{FEFF}", true)] {
                for strict in [false, true] {
                    let options = ReadOptions { strict, ..ReadOptions::default() };
                    let error = Hsf::parse_with(&wide(mark, size, is_big), &options, &mut ()).unwrap_err();
                    assert_eq!(error.kind, ErrorKind::Encoding { found: encoding });
                }
            }
        }
    }

    /// Whether the text is well-formed by strict reading, which asks another parser.
    fn is_well_formed(text: &str) -> bool {
        Hsf::parse_with(text.as_bytes(), &ReadOptions { strict: true, ..ReadOptions::default() }, &mut ())
            .is_ok()
    }

    #[test]
    fn repairs_in_lists_are_reported_in_strict_mode_and_in_character_data_too() {
        let strict = ReadOptions { strict: true, ..ReadOptions::default() };
        for text in ["<Timeline>0 ] 10</Timeline>", "<Timeline><![CDATA[0 ] 10]]></Timeline>"] {
            let mut repairs: Vec<Diagnostic> = Vec::new();
            let hsf = Hsf::parse_with(text.as_bytes(), &strict, &mut repairs).unwrap();
            assert_eq!(hsf.root.items().count(), 2);
            assert_eq!(repairs.iter().map(|repair| repair.code.id).collect::<Vec<_>>(), ["hsf-xml::bracket"]);
        }
    }
}
