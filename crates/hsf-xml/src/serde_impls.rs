//! Documents as data for serde: texts as strings, lists as arrays, and nothing that could not be built by hand.

use serde::{Deserialize, Serialize};

use crate::{Attribute, Comment, Content, Hold, Instruction, Keyed, Kind, List, Name, Parameter, Text, Word};

macro_rules! by_text {
    ($($kind:ty, $new:expr);* $(;)?) => {$(
        impl Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let new: fn(&str) -> Option<Self> = $new;
                new(&text).ok_or_else(|| serde::de::Error::custom(format!("{text:?} cannot be written there")))
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

/// A modifier before it is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Modifier {
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
#[serde(untagged)]
pub(crate) enum Item {
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
pub(crate) struct Element {
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
