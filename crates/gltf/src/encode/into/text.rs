//! A JSON text in which parts are replaced.

use std::ops::Range;

use crate::outline::{self, Member};

/// The changes of a text. All other parts are kept unchanged.
pub(super) struct Changes<'a> {
    text: &'a [u8],
    /// The first byte of the top-level object.
    start: usize,
    members: Vec<Member>,
    edits: Vec<(Range<usize>, String)>,
    /// New members of the top-level object.
    added: Vec<(&'static str, String)>,
}

impl<'a> Changes<'a> {
    /// No changes of a text whose JSON begins at `start`.
    pub(super) fn new(text: &'a [u8], start: usize) -> Self {
        let members = outline::members(text, start);
        Self { text, start, members, edits: Vec::new(), added: Vec::new() }
    }

    /// Appends elements to the top-level array with this name, or adds the array.
    pub(super) fn append(&mut self, name: &'static str, elements: &[String]) {
        if elements.is_empty() {
            return;
        }
        let Some(member) = self.members.iter().find(|member| member.name == name) else {
            return self.added.push((name, format!("[{}]", elements.join(","))));
        };
        let start = member.value.start;
        let known = outline::elements(self.text, start);
        match (known.first(), known.last()) {
            (Some(first), Some(last)) => {
                let lead = self.space(start + 1..first.start);
                let elements = listed(&lead, elements);
                self.edits.push((last.end..last.end, elements));
            }
            _ => self.edits.push((start + 1..start + 1, elements.join(","))),
        }
    }

    /// In some elements of a top-level array, replaces the member with this name by members given as text. Does nothing if there
    /// is no such member.
    pub(super) fn replace(
        &mut self,
        array: &str,
        name: &str,
        elements: impl IntoIterator<Item = (usize, String)>,
    ) {
        let array = self.members.iter().find(|member| member.name == array);
        let known = array.map(|array| outline::elements(self.text, array.value.start)).unwrap_or_default();
        for (index, by) in elements {
            let member = known.get(index).and_then(|element| outline::member(self.text, element.start, name));
            if let Some(member) = member {
                self.edits.push((member.start..member.value.end, by));
            }
        }
    }

    /// The text with the changes.
    pub(super) fn made(mut self) -> Vec<u8> {
        if let (Some(first), Some(last)) = (self.members.first(), self.members.last()) {
            let brace = self.text[self.start..].iter().position(|byte| *byte == b'{').unwrap_or(0);
            let lead = self.space(self.start + brace + 1..first.start);
            let member = |(name, value): &(&str, String)| format!("\"{name}\":{value}");
            let members = listed(&lead, &self.added.iter().map(member).collect::<Vec<_>>());
            self.edits.push((last.value.end..last.value.end, members));
        }
        // Edits that begin at the same byte keep the order in which they were made.
        self.edits.sort_by_key(|(place, _)| place.start);
        let mut made = Vec::with_capacity(self.text.len());
        let mut at = 0;
        for (place, by) in &self.edits {
            made.extend_from_slice(&self.text[at..place.start]);
            made.extend_from_slice(by.as_bytes());
            at = place.end;
        }
        made.extend_from_slice(&self.text[at..]);
        made
    }

    /// The white space in a part of the text that contains nothing else.
    fn space(&self, part: Range<usize>) -> String {
        String::from_utf8_lossy(&self.text[part]).into_owned()
    }
}

/// Texts, each preceded by a comma and white space.
fn listed(lead: &str, texts: &[String]) -> String {
    texts.iter().flat_map(|text| [",", lead, text]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_changed_stays_as_it_is() {
        let text = b"{\n \"a\" : [ 1.0e0 ] , \"n\":[{\"k\":1, \"m\" :[2] }],\"e\":[\t]\n} ";
        let mut changes = Changes::new(text, 0);
        changes.append("a", &["2".to_owned(), "3".to_owned()]);
        changes.append("e", &["4".to_owned(), "5".to_owned()]);
        changes.append("new", &["6".to_owned()]);
        changes.append("none", &[]);
        changes.replace("n", "m", [(0, "\"p\":7".to_owned()), (1, "\"p\":8".to_owned())]);
        let made = String::from_utf8(changes.made()).unwrap();
        let expected =
            "{\n \"a\" : [ 1.0e0, 2, 3 ] , \"n\":[{\"k\":1, \"p\":7 }],\"e\":[4,5\t],\n \"new\":[6]\n} ";
        assert_eq!(made, expected);
    }
}
