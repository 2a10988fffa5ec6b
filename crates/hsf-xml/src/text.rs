//! Characters, names and comments that XML can represent, so that every document can be written.

use std::fmt;
use std::ops::Deref;

/// The replacement for a character that XML cannot represent.
const REPLACEMENT: char = '\u{FFFD}';

/// Whether XML 1.0 can represent a character: all but most control characters, U+FFFE and U+FFFF.
pub(crate) const fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{FFFD}' | '\u{10000}'..)
}

/// A text of characters that XML can represent. Any other becomes U+FFFD.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(String);

impl Text {
    /// The characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Adds a line, without copying the existing text.
    pub(crate) fn push_line(&mut self, line: &Self) {
        self.0.push('\n');
        self.0.push_str(&line.0);
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        if text.chars().all(is_xml) {
            Self(text)
        } else {
            Self(text.chars().map(|c| if is_xml(c) { c } else { REPLACEMENT }).collect())
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

/// The text of a comment. XML forbids `--` in it and `-` at its end: a space is inserted after such dashes. Carriage returns
/// become line feeds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Comment(Text);

impl From<&str> for Comment {
    fn from(text: &str) -> Self {
        let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
        while text.contains("--") {
            text = text.replace("--", "- -");
        }
        if text.ends_with('-') {
            text.push(' ');
        }
        Self(Text::from(text))
    }
}

/// A processing instruction without its brackets, such as `xml-stylesheet href="a.css"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instruction(Text);

impl Instruction {
    /// An instruction; `None` if it does not begin with a name other than `xml`, or contains `?>` or a carriage return.
    pub fn new(text: &str) -> Option<Self> {
        let target = text.split([' ', '\t', '\n']).next().unwrap_or_default();
        let sound = Name::new(target).is_some() && !target.eq_ignore_ascii_case("xml");
        let ends = text.trim_end_matches([' ', '\t', '\n']).len() == text.len();
        (sound && ends && !text.contains("?>") && !text.contains('\r')).then(|| Self(Text::from(text)))
    }
}

/// The maximum length of a name in bytes: every finding in an element contains it.
pub const MAX_NAME: usize = 1024;

/// The name of an element or attribute.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

impl Name {
    /// A name, or `None` if XML does not allow it or it is longer than [`MAX_NAME`].
    pub fn new(name: &str) -> Option<Self> {
        let mut chars = name.chars();
        let sound = chars.next().is_some_and(starts_name) && chars.all(continues_name);
        (sound && name.len() <= MAX_NAME).then(|| Self(name.to_owned()))
    }

    /// A name that is known to be valid.
    pub(crate) fn known(name: &str) -> Self {
        Self(name.to_owned())
    }
}

/// Whether a name may begin with a character. Unlike in XML, U+FFFD may not: here it represents a lost quote.
pub(crate) fn starts_name(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFC}'
        | '\u{10000}'..='\u{EFFFF}')
}

/// Whether a name may continue with a character.
pub(crate) fn continues_name(c: char) -> bool {
    starts_name(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// A word of a list: neither a number nor `*` nor `+`, without space, commas, brackets or quotes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word(Text);

impl Word {
    /// A word; `None` if it would not read back as one.
    pub fn new(word: &str) -> Option<Self> {
        let hold = matches!(word, "*" | "+");
        (!hold && Self::is_token(word)).then(|| Self(Text::from(word)))
    }

    /// Whether a text is one word of a list; the word of a modifier may also be `*` or `+`.
    pub(crate) fn is_token(word: &str) -> bool {
        let ends =
            |c: char| c.is_ascii_whitespace() || matches!(c, '[' | ']' | ',') || is_quote(c) || !is_xml(c);
        !word.is_empty() && !word.contains(ends) && anim_number::parse(word.as_bytes()).is_none()
    }
}

/// Quotation marks that count as `"`, straight and curly, and the replacement character of a lost one.
pub(crate) const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{2018}' | '\u{2019}' | '\u{201C}' | '\u{201D}' | REPLACEMENT)
}

macro_rules! as_text {
    ($($kind:ty),*) => {$(
        impl Deref for $kind {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self)
            }
        }
    )*};
}

as_text!(Text, Comment, Instruction, Name, Word);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(Text::from("a\0b\u{FFFF}\t").as_str(), "a\u{FFFD}b\u{FFFD}\t");
    }

    #[test]
    fn comments_have_no_two_dashes() {
        for (text, expected) in
            [("a--b", "a- -b"), ("---", "- - - "), ("x-", "x- "), ("a\r\nb\rc", "a\nb\nc")]
        {
            assert_eq!(&*Comment::from(text), expected);
            assert_eq!(Comment::from(expected), Comment::from(text));
        }
    }

    #[test]
    fn names_and_words_are_checked() {
        for (name, sound) in
            [("Name", true), ("_a-1.b", true), ("1a", false), ("", false), ("a b", false), ("ü", true)]
        {
            assert_eq!(Name::new(name).is_some(), sound, "{name}");
        }
        for (word, sound) in [
            ("...", true),
            ("abc", true),
            ("1e5", false),
            ("*", false),
            ("a\"", false),
            ("", false),
            ("1e999", true),
        ] {
            assert_eq!(Word::new(word).is_some(), sound, "{word}");
        }
        for (text, sound) in [("a b", true), ("xml v", false), ("a ?> b", false), ("", false), ("a ", false)]
        {
            assert_eq!(Instruction::new(text).is_some(), sound, "{text}");
        }
    }
}
