//! Documents as data for serde: texts as strings, lists as arrays. Only documents that can be written are accepted.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Attribute, Comment, Content, Hold, Instruction, Keyed, Kind, List, Name, Parameter, Text, Word};

macro_rules! by_text {
    ($($kind:ty, $new:expr);* $(;)?) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let new: fn(&str) -> Option<Self> = $new;
                new(&text).ok_or_else(|| D::Error::custom(format!("{text:?} cannot be written here")))
            }
        }
    )*};
}

by_text! {
    Text, |text| Some(Self::from(text)).filter(|same| **same == *text);
    Comment, |text| Some(Self::from(text)).filter(|same| **same == *text);
    Instruction, Instruction::new;
    Name, Name::new;
    Word, Word::new;
}

macro_rules! serialize_as {
    ($($kind:ty => $data:ty;)*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$data>::from(self.clone()).serialize(serializer)
            }
        }
    )*};
}

serialize_as! {
    List => Vec<Item>;
    crate::Element => Element;
}

macro_rules! deserialize_as {
    ($($kind:ty => $data:ty;)*) => {$(
        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$data>::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
            }
        }
    )*};
}

deserialize_as! {
    List => Vec<Item>;
    crate::Element => Element;
    crate::Modifier => Modifier;
}

/// A modifier before it is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Modifier {
    word: String,
    parameters: Vec<Parameter>,
}

impl TryFrom<Modifier> for crate::Modifier {
    type Error = String;

    fn try_from(Modifier { word, parameters }: Modifier) -> Result<Self, String> {
        Self::new(&word, parameters).ok_or_else(|| format!("the modifier {word:?} cannot be written"))
    }
}

/// One value of a list: a number, an array of numbers, or an object for anything else.
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number, a list of numbers, or an object with `hold`, `text`, `word` or `modifiers`"
)]
enum Item {
    Scalar(f64),
    Tuple(Vec<f64>),
    Hold { hold: Hold },
    Text { text: Text },
    Word { word: Word },
    Keyed { modifiers: Vec<crate::Modifier>, numbers: Vec<f64>, texts: Vec<Text> },
}

impl From<List> for Vec<Item> {
    fn from(list: List) -> Self {
        let item = |item: crate::Item<'_>| match item {
            crate::Item::Scalar(number) => Item::Scalar(number),
            crate::Item::Tuple(numbers) => Item::Tuple(numbers.to_vec()),
            crate::Item::Hold(hold) => Item::Hold { hold },
            crate::Item::Text(text) => Item::Text { text: text.clone() },
            crate::Item::Word(word) => Item::Word { word: word.clone() },
            crate::Item::Keyed(keyed) => Item::Keyed {
                modifiers: keyed.modifiers().to_vec(),
                numbers: keyed.numbers().to_vec(),
                texts: keyed.texts().to_vec(),
            },
        };
        list.iter().map(item).collect()
    }
}

impl TryFrom<Vec<Item>> for List {
    type Error = &'static str;

    fn try_from(items: Vec<Item>) -> Result<Self, &'static str> {
        let mut list = Self::default();
        for item in items {
            let pushed = match item {
                Item::Scalar(number) => list.push_scalar(number),
                Item::Tuple(numbers) => list.push_tuple(&numbers),
                Item::Text { text } => list.push_text(text),
                Item::Hold { hold } => {
                    list.push_hold(hold);
                    true
                }
                Item::Word { word } => {
                    list.push_word(word);
                    true
                }
                Item::Keyed { modifiers, numbers, texts } => {
                    Keyed::new(modifiers, numbers, texts).map(|keyed| list.push_keyed(keyed)).is_some()
                }
            };
            if !pushed {
                return Err("a value cannot be written");
            }
        }
        Ok(list)
    }
}

/// An element before its content is checked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Element {
    #[serde(rename = "element")]
    name: Name,
    attributes: Vec<(Name, Text)>,
    content: Vec<Content>,
}

impl From<crate::Element> for Element {
    fn from(element: crate::Element) -> Self {
        let attribute = |a: &Attribute| (a.name.clone(), a.value.clone());
        Self {
            name: Name::known(element.kind().name()),
            attributes: element.attributes().iter().map(attribute).collect(),
            content: element.into_content(),
        }
    }
}

impl TryFrom<Element> for crate::Element {
    type Error = String;

    fn try_from(Element { name, attributes, content }: Element) -> Result<Self, String> {
        let mut element = Self::new(Kind::of(name));
        for (name, value) in attributes {
            if element.attributes().iter().any(|attribute| attribute.name == name) {
                return Err(format!("the attribute {name} is there twice"));
            }
            element.set(name, value);
        }
        for content in content {
            let empty = matches!(&content, Content::List(list) if list.is_empty())
                || matches!(&content, Content::Text(text) if text.is_empty());
            if empty || !element.push(content) {
                return Err(format!("{} cannot hold its content", element.kind().name()));
            }
        }
        Ok(element)
    }
}

/// A stream file as its bytes in hexadecimal.
impl Serialize for crate::Stream {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
        let digits = self.bytes().iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
        serializer.serialize_str(&digits.collect::<String>())
    }
}

impl<'de> Deserialize<'de> for crate::Stream {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let text = String::deserialize(deserializer)?;
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
            [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
            _ => None,
        });
        let bytes: Option<Vec<u8>> = pairs.collect();
        let bytes = bytes.ok_or_else(|| D::Error::custom("expected pairs of hexadecimal digits"))?;
        Self::parse(&bytes).map_err(D::Error::custom)
    }
}
