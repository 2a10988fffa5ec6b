//! Documents as the texts of the animation blocks of a HOOPS stream file.

use crate::write::{write_aside, write_content};
use crate::{Content, Hsf, Tag};

/// A document as the texts of `count` blocks. If possible, each block has one `Animdef` and the content that follows it; else
/// the first block has everything, and the others are empty.
pub(crate) fn texts(hsf: &Hsf, count: usize) -> Vec<Vec<u8>> {
    let is_block = |content: &Content| match content {
        Content::Element(element) => element.tag() == Some(Tag::Animdef),
        _ => false,
    };
    let contents = hsf.root.content();
    let is_split = count > 1
        && hsf.root.tag() == Some(Tag::Animdef)
        && hsf.root.attributes().is_empty()
        && hsf.before.is_empty()
        && contents.first().is_some_and(is_block)
        && contents.last().is_some_and(is_block)
        && contents.iter().filter(|content| is_block(content)).count() == count;
    if !is_split {
        let mut all = vec![Vec::new(); count];
        if let Some(first) = all.first_mut() {
            hsf.write_xml(first);
        }
        return all;
    }
    let mut texts: Vec<Vec<u8>> = Vec::with_capacity(count);
    for group in contents.chunk_by(|_, next| !is_block(next)) {
        let mut text = Vec::new();
        for content in group {
            write_content(content, 0, &mut text);
        }
        texts.push(text);
    }
    if let Some(last) = texts.last_mut() {
        hsf.after.iter().for_each(|aside| write_aside(aside, last));
    }
    texts
}
