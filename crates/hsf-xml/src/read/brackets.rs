//! Bracketed values that contain more than numbers: `"[" modifier* component* "]"`, and malformed ones.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::scanner::is_space;
use super::token::Token;
use super::values::{Reference, Values};
use crate::{Error, Keyed, Modifier, Parameter, Text, Word};

/// The parts of a value.
#[derive(Default)]
struct Parts {
    modifiers: Vec<Modifier>,
    numbers: Vec<f64>,
    texts: Vec<Text>,
    /// Whether brackets or modifiers are misplaced.
    is_odd: bool,
}

impl Values<'_, '_> {
    /// A bracketed value that contains more than numbers.
    #[cold]
    pub(super) fn parts(&mut self) -> Result<Result<(), Reference>, Error> {
        let start = self.at;
        let mut parts = Parts::default();
        self.skip(1);
        loop {
            let here = self.at;
            match self.peek() {
                None | Some(b']') => break,
                Some(b'<') if self.is_aside(0) => return Ok(Err(Reference)),
                Some(b'<') if self.base.is_none() => break,
                Some(byte) if is_space(byte) => self.skip(1),
                Some(b',') => {
                    parts.is_odd = true;
                    self.skip(1);
                }
                Some(b'[') => {
                    if self.modifier(&mut parts).is_err() {
                        return Ok(Err(Reference));
                    }
                }
                Some(_) => match self.number() {
                    Some(number) => parts.numbers.push(number),
                    None => match self.token() {
                        Err(Reference) => return Ok(Err(Reference)),
                        Ok(Token::Text(text)) => parts.texts.push(text),
                        Ok(Token::Word(word)) => {
                            parts.is_odd |= !parts.numbers.is_empty() || !parts.texts.is_empty();
                            parts.modifiers.extend(Modifier::new(&word, Vec::new()));
                        }
                    },
                },
            }
            if self.at == here {
                self.skip(1);
            }
        }
        if self.peek() == Some(b']') {
            self.skip(1);
        } else {
            parts.is_odd = true;
        }
        if parts.is_odd {
            self.report(
                start,
                "the value is repaired, expected matching brackets, modifiers before numbers, no commas",
            )?;
        }
        let Parts { modifiers, numbers, texts, .. } = parts;
        if modifiers.is_empty() && texts.is_empty() {
            self.list.push_tuple(&numbers);
        } else if let Some(keyed) = Keyed::new(modifiers, numbers, texts) {
            self.list.push_keyed(keyed);
        }
        Ok(Ok(()))
    }

    /// A modifier in its own brackets.
    fn modifier(&mut self, parts: &mut Parts) -> Result<(), Reference> {
        self.skip(1);
        let mut word: Option<Word> = None;
        let (mut hold, mut parameters) = (None, Vec::new());
        parts.is_odd |= !parts.numbers.is_empty() || !parts.texts.is_empty();
        loop {
            let here = self.at;
            match self.peek() {
                None | Some(b']') => break,
                Some(b'<') if self.is_aside(0) => return Err(Reference),
                Some(b'<') if self.base.is_none() => break,
                Some(byte) if is_space(byte) => self.skip(1),
                Some(b',') => {
                    parts.is_odd = true;
                    self.skip(1);
                }
                // Brackets do not nest deeper.
                Some(b'[') => {
                    parts.is_odd = true;
                    self.skip(self.rest().iter().take_while(|byte| **byte == b'[').count());
                }
                Some(_) => match self.number() {
                    Some(number) => parameters.push(Parameter::Number(number)),
                    None => match self.token()? {
                        Token::Text(text) => parameters.push(Parameter::Text(text)),
                        Token::Word(token) if hold.is_none() && word.is_none() && parameters.is_empty() => {
                            if matches!(&*token, "*" | "+") {
                                hold = Some(token);
                            } else {
                                word = Word::new(&token);
                            }
                        }
                        Token::Word(token) => parameters.extend(Word::new(&token).map(Parameter::Word)),
                    },
                },
            }
            if self.at == here {
                self.skip(1);
            }
        }
        if self.peek() == Some(b']') {
            self.skip(1);
        } else {
            parts.is_odd = true;
        }
        let word = word.map(|word| word.to_string()).or(hold);
        if let Some(modifier) = word.and_then(|word| Modifier::new(&word, parameters.clone())) {
            parts.modifiers.push(modifier);
        } else {
            parts.is_odd = true;
            for parameter in parameters {
                match parameter {
                    Parameter::Number(number) => parts.numbers.push(number),
                    Parameter::Text(text) => parts.texts.push(text),
                    Parameter::Word(word) => parts.modifiers.extend(Modifier::new(&word, Vec::new())),
                }
            }
        }
        Ok(())
    }
}
