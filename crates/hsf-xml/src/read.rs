//! Bytes to document.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod brackets;
mod decode;
mod markup;
mod repairs;
mod scanner;
mod tag;
mod token;
mod tree;
mod values;

use anim_core::{Beside, Confidence, Diagnostic, Extent, Format, FormatInfo, Location, Options, Sink};

use crate::extent::{self, BLOCK};
use crate::extract::{self, HEADER};
use crate::{Error, ErrorKind, Hsf, ReadOptions, Tag, codes, options};
pub(crate) use values::{parse_list, parse_modifiers};

/// The most attributes of one element.
pub const MAX_ATTRIBUTES: usize = 256;

/// What reading is bounded by.
struct Limits {
    elements: usize,
    repairs: usize,
}

impl Format for Hsf {
    const INFO: FormatInfo = FormatInfo {
        id: "hsf-xml",
        name: "HSF animation XML",
        extensions: &["xml", "hsf"],
        options: options::SOURCE,
        target_options: options::TARGET,
        exact: false,
        max_clips: None,
        codes: codes::READING,
        conversion_codes: codes::CONVERSION,
    };

    type Error = Error;

    /// That of the XML itself: a stream file does not say where it ends.
    const SIGNATURE: &'static [u8] = BLOCK;

    /// [`Confidence::Certain`] of a HOOPS stream file and of a text whose first element is an `Animdef`,
    /// [`Confidence::Likely`] where the first element is another one of the specification, [`Confidence::Maybe`] of any
    /// other XML.
    fn sniff(bytes: &[u8]) -> Confidence {
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

    fn extent(bytes: &[u8]) -> Extent {
        extent::of(bytes)
    }

    /// Reads leniently: what is malformed is mended, and each repair reported.
    fn parse(bytes: &[u8], sink: &mut dyn Sink) -> Result<Self, Error> {
        Self::read(bytes, &ReadOptions::default(), sink)
    }

    fn open(bytes: &[u8], options: &Options, _: &dyn Beside, sink: &mut dyn Sink) -> Result<Self, Error> {
        Self::read(bytes, &ReadOptions::from(options), sink)
    }
}

impl Hsf {
    /// Reads XML, or the XML in a HOOPS stream file.
    ///
    /// Several animation blocks of one stream file become one document, each a nested `Animdef`. Their findings have no
    /// byte spans, since the bytes are compressed.
    pub fn read(bytes: &[u8], options: &ReadOptions, sink: &mut dyn Sink) -> Result<Self, Error> {
        if !bytes.starts_with(HEADER) {
            return read_xml(bytes, options, true, sink);
        }
        let blocks = extract::extract(bytes, options.inflated)?;
        let joined;
        let text = match blocks.as_slice() {
            [only] => only,
            several => {
                joined = several.join(&b'\n');
                &joined
            }
        };
        read_xml(text, options, false, sink)
    }
}

fn read_xml(bytes: &[u8], options: &ReadOptions, placed: bool, sink: &mut dyn Sink) -> Result<Hsf, Error> {
    if first_element(bytes).is_none() {
        return Err(Error::new(ErrorKind::NoElement, Location::span(0..bytes.len())));
    }
    let limits = Limits { elements: options.elements, repairs: options.repairs };
    if !options.strict {
        return tree::read(bytes, &limits, placed, sink);
    }
    // What this reader refuses for its size, the other one never sees. What it mends in well-formed XML is in lists.
    let mut repairs: Vec<Diagnostic> = Vec::new();
    let hsf = tree::read(bytes, &limits, placed, &mut repairs)?;
    well_formed(bytes)?;
    for repair in repairs {
        sink.report(repair);
    }
    Ok(hsf)
}

/// Whether another parser takes the text for well-formed XML.
fn well_formed(bytes: &[u8]) -> Result<(), Error> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let message = "a byte is not UTF-8".to_owned();
        Error::new(ErrorKind::IllFormed { message }, Location::span(start..start.saturating_add(1)))
    })?;
    let Err(error) = roxmltree::Document::parse(text) else { return Ok(()) };
    let place = error.pos();
    let lines = text.split_inclusive('\n').take((place.row as usize).saturating_sub(1));
    let line: usize = lines.map(str::len).sum();
    // Columns count characters.
    let within = text.get(line..).unwrap_or_default().chars().take((place.col as usize).saturating_sub(1));
    let start = line.saturating_add(within.map(char::len_utf8).sum());
    let text = error.to_string();
    let message = text.split(" at ").next().unwrap_or_default().trim_end_matches('.').to_owned();
    let end = start.saturating_add(1).min(bytes.len().max(start));
    Err(Error::new(ErrorKind::IllFormed { message }, Location::span(start..end)))
}

/// The place of the first name of an element in a text, which no control characters come before.
fn first_element(bytes: &[u8]) -> Option<usize> {
    let mut opened = false;
    for (at, &byte) in bytes.iter().enumerate() {
        if opened
            && (byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':' | 0x80..))
            && starts_name(bytes, at)
        {
            return Some(at);
        }
        if byte < b' ' && !scanner::is_space(byte) {
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

    /// A text read leniently, and the codes of its repairs without the format's name.
    fn mended(text: &str) -> (Hsf, Vec<&'static str>) {
        let mut repairs: Vec<Diagnostic> = Vec::new();
        let hsf = Hsf::parse(text.as_bytes(), &mut repairs).unwrap();
        (hsf, repairs.iter().map(|repair| repair.code.id.trim_start_matches("hsf-xml::")).collect())
    }

    #[test]
    fn values_end_where_their_quotes_are_meant_to() {
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
            let (hsf, found) = mended(text);
            assert_eq!((hsf.root.get(Key::Name), found.as_slice()), (Some(name), codes), "{text}");
            assert!(hsf.root.flag(Key::Active), "{text}");
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
            let (hsf, found) = mended(&format!("<Animdef>{text}</Animdef>"));
            let first = hsf.root.content().first().unwrap();
            assert_eq!(first, &Content::Comment(comment.into()), "{text}");
            assert_eq!(hsf.root.elements().count(), 1, "{text}");
            assert_eq!(found.is_empty(), text.starts_with("<!--a-->"), "{text}");
        }
    }

    #[test]
    fn an_end_of_character_data_that_ends_nothing_is_said() {
        for (text, codes) in [
            ("<Animdef>]]><Sensor Name='a'/></Animdef>", &["stray"][..]),
            ("<Timeline>[[v 0 1 0]]> 10</Timeline>", &["stray"]),
            ("<Animdef>]] ><Sensor Name='a]]>'/><!--]]>--></Animdef>", &[]),
            ("<Timeline><![CDATA[0]]> 10</Timeline>", &[]),
        ] {
            assert_eq!(mended(text).1, codes, "{text}");
            assert_eq!(is_well_formed(text), codes.is_empty(), "{text}");
        }
    }

    /// Whether the text is well-formed as strict reading sees it, which leaves that to another parser.
    fn is_well_formed(text: &str) -> bool {
        Hsf::read(text.as_bytes(), &ReadOptions { strict: true, ..ReadOptions::default() }, &mut ()).is_ok()
    }

    #[test]
    fn what_is_mended_in_lists_is_said_in_strict_mode_and_of_character_data_too() {
        let strict = ReadOptions { strict: true, ..ReadOptions::default() };
        for text in ["<Timeline>0 ] 10</Timeline>", "<Timeline><![CDATA[0 ] 10]]></Timeline>"] {
            let mut repairs: Vec<Diagnostic> = Vec::new();
            let hsf = Hsf::read(text.as_bytes(), &strict, &mut repairs).unwrap();
            assert_eq!(hsf.root.items().count(), 2);
            assert_eq!(repairs.iter().map(|repair| repair.code.id).collect::<Vec<_>>(), ["hsf-xml::bracket"]);
        }
    }
}
