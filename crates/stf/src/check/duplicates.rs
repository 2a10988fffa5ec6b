//! Names that an object has twice.

use std::collections::HashSet;
use std::ops::Range;

use super::Report;
use crate::codes;
use crate::json::Scanner;

/// Reports members whose name the same object had before, anywhere in a document. The document was read: it is JSON.
pub(super) fn check(text: &str, report: &mut Report<'_>) {
    // Each open level: the names so far if it is an object. Names are strings that a colon follows.
    let mut open: Vec<Option<Names<'_>>> = vec![Some(Names::default())];
    let bytes = text.as_bytes();
    let mut at = 0usize;
    while let Some(next) =
        bytes.get(at..).unwrap_or_default().iter().position(|byte| STRUCTURE.contains(byte))
    {
        at = at.saturating_add(next);
        match bytes.get(at).copied().unwrap_or_default() {
            b'{' => open.push(Some(Names::default())),
            b'[' => open.push(None),
            b'}' | b']' => drop(open.pop()),
            b'"' => {
                let end = string_end(bytes, at);
                let names = open.last_mut().and_then(Option::as_mut);
                let mut after = Scanner::starting_at(text, end);
                if let Some(names) = names
                    && after.peek() == Some(b':')
                {
                    names.add(text, at..end, report);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at = at.saturating_add(1);
    }
}

/// What structures a text: most of its bytes are those of numbers.
const STRUCTURE: [u8; 5] = *b"{}[]\"";

/// The byte after a string's closing quote.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start.saturating_add(1);
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        match rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) {
            Some(plain) if rest.get(plain) == Some(&b'"') => {
                return at.saturating_add(plain).saturating_add(1);
            }
            Some(plain) => at = at.saturating_add(plain).saturating_add(2),
            None => return bytes.len(),
        }
    }
}

/// The names of an object: a few in a list, more in a table.
#[derive(Default)]
struct Names<'a> {
    few: Vec<&'a str>,
    many: HashSet<String>,
}

/// Up to so many names are compared one by one.
const FEW: usize = 16;

impl<'a> Names<'a> {
    fn add(&mut self, text: &'a str, span: Range<usize>, report: &mut Report<'_>) {
        let literal = text.get(span.clone()).unwrap_or_default();
        let name = Scanner::new(literal).string().unwrap_or_default();
        // Names with escapes are rare: the table takes them as they are meant.
        let plain = literal.get(1..literal.len().saturating_sub(1)).filter(|plain| *plain == name);
        let known = match plain {
            Some(plain) if self.many.is_empty() && self.few.len() < FEW => {
                let known = self.few.contains(&plain);
                self.few.push(plain);
                known
            }
            _ => {
                let few = self.few.drain(..).map(str::to_owned);
                self.many.extend(few);
                !self.many.insert(name.clone().into_owned())
            }
        };
        if known {
            let message = format!("the object has a member `{name}` already");
            report.at(&codes::DUPLICATE_KEY, &span, &name, message);
        }
    }
}
