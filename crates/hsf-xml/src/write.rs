//! Document to bytes: well-formed XML with two spaces per level, in one canonical form.

use anim_core::checkpoint;
use anim_number::write_shortest;

use crate::document::Aside;
use crate::{Content, Element, Hold, Hsf, Item, List, Modifier, Parameter};

/// The number of bytes after which a list continues on the next line.
const WIDE: usize = 100;

/// The room in bytes that most tags and most values need.
const USUAL: usize = 128;

impl Hsf {
    /// Appends the document as XML.
    pub(crate) fn write_xml(&self, out: &mut Vec<u8>) {
        self.before.iter().for_each(|aside| write_aside(aside, out));
        write_element(&self.root, 0, out);
        self.after.iter().for_each(|aside| write_aside(aside, out));
    }
}

pub(crate) fn write_aside(aside: &Aside, out: &mut Vec<u8>) {
    match aside {
        Aside::Comment(comment) => wrapped(out, "<!--", comment, "-->\n"),
        Aside::Instruction(instruction) => wrapped(out, "<?", instruction, "?>\n"),
    }
}

/// Makes room for bytes, and an eighth of the text: twice the size would be most of the memory of a conversion.
fn room(bytes: usize, out: &mut Vec<u8>) {
    if out.capacity() - out.len() < bytes {
        out.reserve_exact(bytes.max(out.len() / 8));
    }
}

fn write_element(element: &Element, level: usize, out: &mut Vec<u8>) {
    checkpoint();
    room(USUAL, out);
    indent(level, out);
    out.push(b'<');
    out.extend_from_slice(element.kind().name().as_bytes());
    for attribute in element.attributes() {
        out.push(b' ');
        out.extend_from_slice(attribute.name().as_bytes());
        out.extend_from_slice(b"=\"");
        escape(attribute.value(), "\"\t\n\r", out);
        out.push(b'"');
    }
    if element.content().is_empty() {
        return out.extend_from_slice(b"/>\n");
    }
    out.extend_from_slice(b">\n");
    element.content().iter().for_each(|content| write_content(content, level + 1, out));
    indent(level, out);
    out.extend_from_slice(b"</");
    out.extend_from_slice(element.kind().name().as_bytes());
    out.extend_from_slice(b">\n");
}

pub(crate) fn write_content(content: &Content, level: usize, out: &mut Vec<u8>) {
    match content {
        Content::Element(inner) => write_element(inner, level, out),
        Content::List(list) => write_list(list, level, out),
        Content::Text(text) => write_text(text, level, out),
        Content::Comment(comment) => {
            indent(level, out);
            wrapped(out, "<!--", comment, "-->\n");
        }
        Content::Instruction(instruction) => {
            indent(level, out);
            wrapped(out, "<?", instruction, "?>\n");
        }
    }
}

fn indent(level: usize, out: &mut Vec<u8>) {
    out.extend(std::iter::repeat_n(b' ', 2 * level));
}

fn wrapped(out: &mut Vec<u8>, before: &str, text: &str, after: &str) {
    for part in [before, text, after] {
        out.extend_from_slice(part.as_bytes());
    }
}

/// Writes text between elements. Space at its ends is written as references, to distinguish it from the space between elements.
fn write_text(text: &str, level: usize, out: &mut Vec<u8>) {
    let space = [' ', '\t', '\n', '\r'];
    let from = text.len() - text.trim_start_matches(space).len();
    let to = text.trim_end_matches(space).len().max(from);
    indent(level, out);
    escape(&text[..from], " \t\n\r", out);
    escape(&text[from..to], "\r", out);
    escape(&text[to..], " \t\n\r", out);
    out.push(b'\n');
}

/// Writes a text with `&`, `<`, `>` and the characters of `also` as references.
fn escape(text: &str, also: &str, out: &mut Vec<u8>) {
    let mut buffer = [0; 4];
    for c in text.chars() {
        match c {
            '&' => out.extend_from_slice(b"&amp;"),
            '<' => out.extend_from_slice(b"&lt;"),
            '>' => out.extend_from_slice(b"&gt;"),
            '"' if also.contains('"') => out.extend_from_slice(b"&quot;"),
            c if also.contains(c) => out.extend_from_slice(format!("&#{};", u32::from(c)).as_bytes()),
            c => out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes()),
        }
    }
}

fn write_list(list: &List, level: usize, out: &mut Vec<u8>) {
    indent(level, out);
    let (start, mut line) = (out.len(), out.len());
    let mut first = true;
    for (index, item) in list.iter().enumerate() {
        if out.capacity() - out.len() < USUAL {
            // What the values so far suggest, and an eighth.
            let left = (list.len() - index).saturating_mul((out.len() - start) / index.max(1));
            room(USUAL.max(left / 8 * 9), out);
        }
        if out.len() > line + WIDE {
            checkpoint();
            out.push(b'\n');
            indent(level, out);
            line = out.len();
            first = true;
        }
        if !std::mem::take(&mut first) {
            out.push(b' ');
        }
        write_item(item, out);
    }
    out.push(b'\n');
}

fn write_item(item: Item<'_>, out: &mut Vec<u8>) {
    match item {
        Item::Scalar(number) => write_shortest(out, number),
        Item::Hold(Hold::Star) => out.push(b'*'),
        Item::Hold(Hold::Plus) => out.push(b'+'),
        Item::Text(text) => quoted(text, out),
        Item::Word(word) => escape(word, "", out),
        Item::Tuple(numbers) => {
            let parts = numbers.iter().map(|&number| move |out: &mut Vec<u8>| write_shortest(out, number));
            bracketed(parts, out);
        }
        Item::Keyed(keyed) => {
            let modifiers = keyed.modifiers().iter().map(Part::Modifier);
            let numbers = keyed.numbers().iter().map(|&number| Part::Number(number));
            let texts = keyed.texts().iter().map(|text| Part::Text(text));
            let parts = modifiers.chain(numbers).chain(texts);
            bracketed(parts.map(|part| move |out: &mut Vec<u8>| part.write(out)), out);
        }
    }
}

/// A part of a value or of a modifier in brackets.
enum Part<'a> {
    Modifier(&'a Modifier),
    Number(f64),
    Text(&'a str),
    Word(&'a str),
}

impl Part<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Number(number) => write_shortest(out, *number),
            Self::Text(text) => quoted(text, out),
            Self::Word(word) => escape(word, "", out),
            Self::Modifier(modifier) if modifier.parameters().is_empty() => escape(modifier.word(), "", out),
            Self::Modifier(modifier) => {
                let parameters = modifier.parameters().iter().map(|parameter| match parameter {
                    Parameter::Number(number) => Part::Number(*number),
                    Parameter::Text(text) => Part::Text(text),
                    Parameter::Word(word) => Part::Word(word),
                });
                let parts = std::iter::once(Part::Word(modifier.word())).chain(parameters);
                bracketed(parts.map(|part| move |out: &mut Vec<u8>| part.write(out)), out);
            }
        }
    }
}

fn bracketed<W: FnOnce(&mut Vec<u8>)>(parts: impl Iterator<Item = W>, out: &mut Vec<u8>) {
    out.push(b'[');
    for (index, write) in parts.enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        write(out);
    }
    out.push(b']');
}

/// Writes a text of a list. It contains no `"`.
fn quoted(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    escape(text, "\t\n\r", out);
    out.push(b'"');
}
