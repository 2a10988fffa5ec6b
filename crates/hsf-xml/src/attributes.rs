//! Attributes by their meaning: numbers, flags, vectors, modifiers.

use crate::read::{parse_list, parse_modifiers};
use crate::{Element, Key, Modifier, Tag};

impl Element {
    /// The value of an attribute, or its default if it is absent; empty if it has none.
    pub fn value(&self, key: Key) -> &str {
        self.get(key).unwrap_or_else(|| self.default_of(key))
    }

    /// The number in an attribute; its default if it is not a number, and 0 without a default.
    pub fn number(&self, key: Key) -> f64 {
        let stated = self.get(key).and_then(parse_number);
        stated.or_else(|| parse_number(self.default_of(key))).unwrap_or(0.0)
    }

    /// Whether an attribute is a number other than 0, or `true`.
    pub fn flag(&self, key: Key) -> bool {
        self.stated_flag(key).unwrap_or_else(|| self.default_of(key) == "1")
    }

    /// The flag that an attribute states, if it states one.
    pub(crate) fn stated_flag(&self, key: Key) -> Option<bool> {
        let value = self.get(key)?.trim();
        match value {
            "true" => Some(true),
            "false" => Some(false),
            value => parse_number(value).map(|number| number != 0.0),
        }
    }

    /// The numbers of an attribute such as `[0 1 0]`; its default if there are not exactly `N`, and 0 without a default.
    pub fn vector<const N: usize>(&self, key: Key) -> [f64; N] {
        let stated = self.get(key).and_then(parse_vector);
        stated.or_else(|| parse_vector(self.default_of(key))).unwrap_or([0.0; N])
    }

    /// The modifiers of all keyframes, in the file's spelling.
    pub fn modifiers(&self) -> Vec<Modifier> {
        parse_modifiers(self.value(Key::Modifiers))
    }

    /// The name; `None` if it is empty.
    pub fn name(&self) -> Option<&str> {
        self.get(Key::Name).map(str::trim).filter(|name| !name.is_empty())
    }

    fn default_of(&self, key: Key) -> &'static str {
        self.tag().map_or("", |tag: Tag| tag.default_of(key))
    }
}

/// The number in a text, with optional space around it.
pub(crate) fn parse_number(text: &str) -> Option<f64> {
    anim_number::parse(text.trim().as_bytes())
}

/// The `N` numbers in a text, with or without brackets.
pub(crate) fn parse_vector<const N: usize>(text: &str) -> Option<[f64; N]> {
    parse_list(text).plain_numbers()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_have_their_defaults_until_they_are_written() {
        let animation = Element::new(Tag::Animation).with(Key::Loop, "-1").with(Key::Delay, "half");
        assert_eq!((animation.number(Key::Loop), animation.number(Key::Delay)), (-1.0, 0.0));
        assert_eq!((animation.flag(Key::Active), animation.flag(Key::RLoop)), (true, false));
        assert_eq!(Element::new(Tag::Animdef).number(Key::TicksPerSecond), 4800.0);
        let target = Element::new(Tag::TargetObject).with(Key::Pivot, "[1 2 3]").with(Key::Scale, "1 2");
        assert_eq!((target.vector(Key::Pivot), target.vector(Key::Scale)), ([1.0, 2.0, 3.0], [1.0; 3]));
    }
}
