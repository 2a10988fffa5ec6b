//! Checks for objects with two members of the same name.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::findings::Findings;
use crate::json::{Scan, Scanner};
use crate::path::{Path, short};
use crate::{Form, Stf, codes};

/// Reports members with the name of an earlier member of the same object, anywhere in the document.
pub(super) fn check(stf: &Stf, findings: &mut Findings<'_>) {
    // Few documents have any: only in those are the locations searched for.
    if any(stf.json()) {
        let start = match stf.resources() {
            [animation] if stf.form() == Form::Animation => animation.at.start,
            _ => 0,
        };
        let _ = check_value(&mut Scanner::starting_at(stf.json(), start), &Path::Root, findings);
    }
}

/// Reports the repeated names in a value, which is known to be JSON.
fn check_value(scanner: &mut Scanner<'_>, path: &Path<'_>, findings: &mut Findings<'_>) -> Scan<()> {
    match scanner.peek() {
        Some(b'{') => {
            // For each name, whether it was reported: it is reported once.
            let mut names: HashMap<Cow<'_, str>, bool> = HashMap::new();
            let mut before = scanner.at().saturating_add(1);
            scanner.object(|scanner, name| {
                let path = path.member(&name);
                let reported = names.get_mut(&name);
                if reported.as_deref() == Some(&false) {
                    let span = scanner.next_string(before);
                    let message = format!("the object has more than one member `{}`", short(&name));
                    findings.at(&codes::DUPLICATE_KEY, &span, &path, message);
                }
                match reported {
                    Some(reported) => *reported = true,
                    None => drop(names.insert(name.clone(), false)),
                }
                check_value(scanner, &path, findings)?;
                before = scanner.at();
                Ok(())
            })
        }
        Some(b'[') => {
            let mut index = 0usize;
            scanner.array(|scanner| {
                check_value(scanner, &path.element(index), findings)?;
                index = index.saturating_add(1);
                Ok(())
            })
        }
        _ => scanner.skip(),
    }
    .map(drop)
}

/// Whether any object in a text has two members of the same name.
fn any(text: &str) -> bool {
    // For each open level, the names so far if it is an object. A string before a colon is a name.
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
                    && !names.add(text.get(at..end).unwrap_or_default())
                {
                    return true;
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at = at.saturating_add(1);
    }
    false
}

/// The bytes that give a text its structure. Most other bytes belong to numbers.
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

/// The number of names up to which they are compared one by one.
const FEW: usize = 16;

impl<'a> Names<'a> {
    /// Adds a name in its spelling in the text; returns false if the object already has it.
    fn add(&mut self, literal: &'a str) -> bool {
        let name = Scanner::new(literal).string().unwrap_or_default();
        // Names with escapes are rare: they go to the table, unescaped.
        let plain = literal.get(1..literal.len().saturating_sub(1)).filter(|plain| *plain == name);
        match plain {
            Some(plain) if self.many.is_empty() && self.few.len() < FEW => {
                let known = self.few.contains(&plain);
                self.few.push(plain);
                !known
            }
            _ => {
                let few = self.few.drain(..).map(str::to_owned);
                self.many.extend(few);
                self.many.insert(name.into_owned())
            }
        }
    }
}
