//! Lists: `value := "*" | "+" | text | number | "[" modifier* component* "]"`, `modifier := word | "[" word number* "]"`.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::aside::Asides;
use super::decode::{self, Odd};
use super::repairs::Repairs;
use super::scanner::{Scanner, is_space, quote};
use super::token::{Token, ends_number};
use super::values::{Reference, Values};
use crate::{Error, Hold, Item, List, Modifier, Parameter, Word, codes};

impl Scanner<'_> {
    /// Reads values up to the next `<`.
    pub(super) fn list(&mut self) -> Result<List, Error> {
        let mut list = List::default();
        let mut values = Values {
            bytes: self.bytes,
            at: self.at,
            base: None,
            list: &mut list,
            repairs: &mut self.repairs,
            asides: &mut self.asides,
        };
        let ended = values.read()?;
        self.at = values.at;
        if ended == Ended::AtReference {
            // From here on, references are resolved before the values are read.
            let from = self.at;
            let text = self.plain()?;
            self.values_of(&text, (from, self.at), &mut list)?;
        }
        Ok(list)
    }

    /// Reads the values of character data between two positions.
    pub(super) fn list_of(&mut self, text: &str, place: (usize, usize)) -> Result<List, Error> {
        let mut list = List::default();
        self.values_of(text, place, &mut list)?;
        Ok(list)
    }

    /// Reads values of a text in which `<` and `&` are plain characters.
    fn values_of(&mut self, text: &str, place: (usize, usize), list: &mut List) -> Result<(), Error> {
        let bytes = text.as_bytes();
        let (repairs, asides) = (&mut self.repairs, &mut self.asides);
        Values { bytes, at: 0, base: Some(place), list, repairs, asides }.read()?;
        Ok(())
    }
}

/// The values in a text outside a document, such as `[0 1 0]`.
pub(crate) fn parse_list(text: &str) -> List {
    let mut list = List::default();
    let (mut sink, length) = ((), text.len());
    let mut repairs = Repairs::new(&mut sink, usize::MAX, false);
    let base = Some((0, length));
    let (bytes, mut asides) = (text.as_bytes(), Asides::default());
    let mut values =
        Values { bytes, at: 0, base, list: &mut list, repairs: &mut repairs, asides: &mut asides };
    // Reading fails only at the limit of repairs, and there is none here.
    let _ = values.read();
    list
}

/// The modifiers in a text outside a document, such as `[l a]`: numbers belong to the word before them.
pub(crate) fn parse_modifiers(text: &str) -> Vec<Modifier> {
    let mut found: Vec<(String, Vec<Parameter>)> = Vec::new();
    let begin = |word: &str, found: &mut Vec<_>| found.push((word.to_owned(), Vec::new()));
    let add = |numbers: &[f64], found: &mut Vec<(String, Vec<Parameter>)>| {
        if let Some((_, parameters)) = found.last_mut() {
            parameters.extend(numbers.iter().map(|&number| Parameter::Number(number)));
        }
    };
    for item in &parse_list(text) {
        match item {
            Item::Scalar(number) => add(&[number], &mut found),
            Item::Tuple(numbers) => add(numbers, &mut found),
            Item::Hold(_) => begin("*", &mut found),
            Item::Word(word) => begin(word, &mut found),
            Item::Text(_) => {}
            Item::Keyed(keyed) => {
                let modifiers = keyed.modifiers().iter();
                found.extend(modifiers.map(|m| (m.word().to_owned(), m.parameters().to_vec())));
                add(keyed.numbers(), &mut found);
            }
        }
    }
    found.into_iter().filter_map(|(word, parameters)| Modifier::new(&word, parameters)).collect()
}

/// The reason why reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    AtEnd,
    /// At the beginning of a value with a reference in it.
    AtReference,
}

impl Values<'_, '_> {
    /// Reads values up to the end of the list.
    fn read(&mut self) -> Result<Ended, Error> {
        loop {
            let (start, count) = (self.at, self.list.len());
            let Some(byte) = self.peek() else { return Ok(Ended::AtEnd) };
            let read = match byte {
                byte if is_space(byte) => {
                    self.skip(1);
                    Ok(Ok(()))
                }
                b'<' if self.base.is_none() => return Ok(Ended::AtEnd),
                b'[' => self.bracket(),
                b']' => self.strays(b']', "a `]` that closes nothing is dropped"),
                b',' => self.strays(b',', "a comma between values is dropped"),
                _ => self.single(),
            };
            if matches!(read?, Err(Reference)) {
                self.at = start;
                return Ok(Ended::AtReference);
            }
            if self.list.len() > count
                && let Some(span) = self.repairs.source(self.span(start)).0
            {
                self.list.set_span(span);
            }
        }
    }

    /// A bracketed value; the fast path if it contains only numbers.
    #[inline]
    fn bracket(&mut self) -> Result<Result<(), Reference>, Error> {
        let (start, bytes) = (self.at, self.bytes);
        let numbers = self.list.open_tuple();
        let first = numbers.len();
        // A local copy of the position stays in a register.
        let mut at = start.saturating_add(1);
        loop {
            match bytes.get(at) {
                Some(b' ' | b'\t' | b'\r' | b'\n') => at = at.saturating_add(1),
                Some(b']') => {
                    self.at = at.saturating_add(1);
                    let width = numbers.len().saturating_sub(first);
                    self.list.end_tuple(width);
                    return Ok(Ok(()));
                }
                _ => match anim_number::word(bytes.get(at..).unwrap_or_default(), ends_number) {
                    Some((number, len)) => {
                        numbers.push(number);
                        at = at.saturating_add(len);
                    }
                    None => break,
                },
            }
        }
        self.list.open_tuple().truncate(first);
        self.at = start;
        self.parts()
    }

    /// Drops a run of bytes that belong to no value.
    fn strays(&mut self, byte: u8, message: &str) -> Result<Result<(), Reference>, Error> {
        let start = self.at;
        self.skip(self.rest().iter().take_while(|other| **other == byte).count());
        self.report(start, message)?;
        Ok(Ok(()))
    }

    /// A value without brackets.
    fn single(&mut self) -> Result<Result<(), Reference>, Error> {
        if let Some(number) = self.number() {
            self.list.push_scalar(number);
            return Ok(Ok(()));
        }
        let start = self.at;
        match self.token() {
            Err(Reference) => return Ok(Err(Reference)),
            Ok(Token::Text(text)) => {
                self.list.push_text(text);
            }
            Ok(Token::Word(word)) => match &*word {
                "*" => self.list.push_hold(Hold::Star),
                "+" => self.list.push_hold(Hold::Plus),
                word => {
                    if let Some(word) = Word::new(word) {
                        self.list.push_word(word);
                    }
                }
            },
        }
        self.report_oddities(start)?;
        Ok(Ok(()))
    }

    /// Reports what is malformed in the token from a position to here.
    fn report_oddities(&mut self, start: usize) -> Result<(), Error> {
        let token = self.bytes.get(start..self.at).unwrap_or_default();
        let opened = quote(token).filter(|(mark, _)| *mark != '\'');
        let message = match opened {
            None => None,
            Some(('"', _)) if token.len() > 1 && token.ends_with(b"\"") => None,
            Some(_) => Some("the quotes of the text do not match or are not straight ones"),
        };
        let mut odd = Odd::default();
        decode::characters(token, &mut odd);
        let span = self.span(start);
        if let Some(message) = message {
            self.repairs.report(&codes::QUOTES, span, message)?;
        }
        self.repairs.report_odd(odd, span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Meaning;

    fn words(text: &str) -> Vec<String> {
        let modifiers = parse_modifiers(text);
        modifiers.iter().map(|m| format!("{}{:?}", m.word(), m.numbers())).collect()
    }

    #[test]
    fn modifiers_may_have_brackets() {
        let cases = [
            ("[l a]", vec!["l[]", "a[]"]),
            ("[v 0 1 0] ", vec!["v[0.0, 1.0, 0.0]"]),
            ("l a", vec!["l[]", "a[]"]),
            ("[[v 0 1 0] l]", vec!["v[0.0, 1.0, 0.0]", "l[]"]),
            ("[*]", vec!["*[]"]),
            ("", vec![]),
        ];
        for (text, expected) in cases {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn every_form_of_a_value_is_read() {
        let list = parse_list("0 -1.5e3 [1 2 3][4] * + \"a b\" [[b 1 2] d 5] abc [c \"x\"] [] 5x");
        let found: Vec<String> = list
            .iter()
            .map(|item| match item {
                Item::Scalar(number) => format!("{number}"),
                Item::Tuple(numbers) => format!("{numbers:?}"),
                Item::Keyed(keyed) => {
                    let words: Vec<_> =
                        keyed.modifiers().iter().map(|m| format!("{:?}", m.meaning())).collect();
                    format!("{} {:?} {:?}", words.join("+"), keyed.numbers(), keyed.texts().len())
                }
                Item::Hold(hold) => format!("{hold:?}"),
                Item::Text(text) => format!("'{text}'"),
                Item::Word(word) => format!("w{word}"),
            })
            .collect();
        let expected = [
            "0",
            "-1500",
            "[1.0, 2.0, 3.0]",
            "[4.0]",
            "Star",
            "Plus",
            "'a b'",
            "Bezier+Discrete [5.0] 0",
            "wabc",
            "Channels [] 1",
            "[]",
            "w5x",
        ];
        assert_eq!(found, expected);
        assert_eq!(parse_modifiers("[er]")[0].meaning(), Meaning::ExtraRotation);
    }

    #[test]
    fn brackets_that_do_not_match_are_repaired() {
        for (text, expected) in [
            ("[1 2", "[1 2]"),
            ("1]] 2", "1 2"),
            ("[[[1]]]", "[1]"),
            ("[1 [l] 2]", "[l 1 2]"),
            ("[1,2, 3],4", "[1 2 3] 4"),
        ] {
            assert_eq!(parse_list(text), parse_list(expected), "{text}");
        }
    }

    #[test]
    fn characters_that_are_not_markup_are_part_of_a_word() {
        let list = parse_list("0< 1<2");
        assert!(list.iter().all(|item| matches!(item, Item::Word(_))) && list.len() == 2, "{list:?}");
    }
}
