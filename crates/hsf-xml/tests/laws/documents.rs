//! Documents of every shape.

use anim_hsf_xml::{
    Aside, Comment, Content, Element, Hold, Hsf, Instruction, Key, Keyed, Kind, List, Modifier, Name,
    Parameter, Tag, Text, Word,
};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = Text> {
    prop_oneof![
        "[a-zA-Z0-9 /:.]{0,12}".prop_map(|text| Text::from(text.as_str())),
        "\\PC{0,8}".prop_map(|text| Text::from(text.as_str())),
        prop::collection::vec(
            prop::sample::select(vec![
                '\t', '\n', '\r', ' ', '<', '&', '>', '"', '\'', '“', '\u{FFFD}', '\0', 'ü', ']', '[', '-'
            ]),
            0..8
        )
        .prop_map(|chars| Text::from(chars.into_iter().collect::<String>())),
    ]
}

fn name() -> impl Strategy<Value = Name> {
    "[A-Za-z_][A-Za-z0-9_.-]{0,8}".prop_filter_map("a name", |name| Name::new(&name))
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-100..100i32).prop_map(f64::from),
        2 => -10.0..10.0f64,
        1 => any::<f64>().prop_filter("finite", |n| n.is_finite()),
    ]
}

fn word() -> impl Strategy<Value = Word> {
    prop_oneof!["[a-z$.<&>'=/!-]{1,5}", "\\PC{1,4}"].prop_filter_map("a word", |word| Word::new(&word))
}

fn modifier() -> impl Strategy<Value = Modifier> {
    let words = prop::sample::select(vec![
        "l", "d", "b", "ca", "t", "a", "r", "co", "c", "ch", "er", "v", "*", "+", "linear", "$own", "x<",
    ]);
    let parameter = prop_oneof![
        6 => number().prop_map(Parameter::Number),
        1 => text().prop_map(Parameter::Text),
        1 => word().prop_map(Parameter::Word),
    ];
    (words, prop::collection::vec(parameter, 0..7))
        .prop_filter_map("a modifier", |(word, parameters)| Modifier::new(word, parameters))
}

#[derive(Clone, Debug)]
enum Value {
    Scalar(f64),
    Tuple(Vec<f64>),
    Keyed(Vec<Modifier>, Vec<f64>, Vec<Text>),
    Hold(Hold),
    Text(Text),
    Word(Word),
}

fn list() -> impl Strategy<Value = List> {
    let value = prop_oneof![
        4 => number().prop_map(Value::Scalar),
        4 => prop::collection::vec(number(), 3..=3).prop_map(Value::Tuple),
        2 => prop::collection::vec(number(), 0..5).prop_map(Value::Tuple),
        3 => (prop::collection::vec(modifier(), 0..3), prop::collection::vec(number(), 0..5), prop::collection::vec(text(), 0..2))
            .prop_map(|(modifiers, numbers, texts)| Value::Keyed(modifiers, numbers, texts)),
        1 => prop::sample::select(vec![Hold::Star, Hold::Plus]).prop_map(Value::Hold),
        1 => text().prop_map(Value::Text),
        1 => word().prop_map(Value::Word),
    ];
    prop::collection::vec(value, 1..12).prop_map(|values| {
        let mut list = List::default();
        for value in values {
            match value {
                Value::Scalar(number) => assert!(list.push_scalar(number)),
                Value::Tuple(numbers) => assert!(list.push_tuple(&numbers)),
                Value::Keyed(modifiers, numbers, texts) => {
                    if let Some(keyed) = Keyed::new(modifiers, numbers, texts) {
                        list.push_keyed(keyed);
                    }
                }
                Value::Hold(hold) => list.push_hold(hold),
                Value::Text(text) => {
                    list.push_text(text);
                }
                Value::Word(word) => list.push_word(word),
            }
        }
        list
    })
}

/// A list whose timeline ascends, so that there is something to play.
fn ticks() -> impl Strategy<Value = List> {
    prop::collection::vec(1..40u32, 1..6).prop_map(|steps| {
        let sums = steps.iter().scan(0, |sum, step| Some(std::mem::replace(sum, *sum + step)));
        let ticks: Vec<f64> = sums.map(f64::from).collect();
        List::of_scalars(&ticks).unwrap()
    })
}

fn comment() -> impl Strategy<Value = Comment> {
    text().prop_map(|text| Comment::from(&*text))
}

fn instruction() -> impl Strategy<Value = Instruction> {
    "[a-z]{1,5}( [a-z=<&]{1,5})?".prop_filter_map("an instruction", |text| Instruction::new(&text))
}

/// Values that attributes have in real files, and any other.
fn attribute() -> impl Strategy<Value = (Name, Text)> {
    let keys = prop::sample::select(Key::ALL.to_vec()).prop_map(Name::from);
    let values = prop::sample::select(vec![
        "0",
        "1",
        "-1",
        "2",
        "10",
        "160",
        "0.5",
        "A",
        "B",
        "A/B",
        "ANIM: A",
        "SSR: S",
        "SPATH: MODEL/a",
        "TOB: T",
        "b",
        "[0 1 0]",
        "[v 0 1 0]",
        "[l r]",
        "[d]",
        "[b]",
        "[t 1 0 0]",
        "ACTIVATE",
        "RESTART",
        "ONTICK",
        "ONANIMFINISHED",
        "ONSENSOR",
        "diffuse",
        "[1 0 0 0 1 0 0 0 1]",
        "MODEL/a/b",
    ]);
    prop_oneof![
        6 => (keys.clone(), values.prop_map(Text::from)),
        1 => (keys, text()),
        1 => (name(), text()),
    ]
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![8 => prop::sample::select(Tag::ALL.to_vec()).prop_map(Kind::from), 1 => name().prop_map(Kind::of)]
}

fn element() -> impl Strategy<Value = Element> {
    let make = |kind: Kind, attributes: Vec<(Name, Text)>, content: Vec<Content>| {
        let mut element = Element::new(kind);
        for (name, value) in attributes {
            element.set(name, value);
        }
        for content in content {
            element.push(content);
        }
        element
    };
    let small = || {
        prop_oneof![
            4 => list().prop_map(Content::List),
            3 => ticks().prop_map(Content::List),
            1 => text().prop_map(Content::Text),
            1 => comment().prop_map(Content::Comment),
            1 => instruction().prop_map(Content::Instruction),
        ]
    };
    let leaf = (kind(), prop::collection::vec(attribute(), 0..4), prop::collection::vec(small(), 0..3));
    let leaf = leaf.prop_map(move |(kind, attributes, content)| make(kind, attributes, content));
    leaf.prop_recursive(4, 40, 6, move |inner| {
        let content = prop_oneof![5 => inner.prop_map(Content::Element), 1 => small()];
        let tag = prop::sample::select(vec![
            Tag::Animation,
            Tag::Animation,
            Tag::Sensor,
            Tag::TargetObject,
            Tag::Condition,
            Tag::Animdef,
        ]);
        let kind = prop_oneof![3 => tag.prop_map(Kind::from), 1 => kind()];
        (kind, prop::collection::vec(attribute(), 0..5), prop::collection::vec(content, 0..6))
            .prop_map(move |(kind, attributes, content)| make(kind, attributes, content))
    })
}

/// Any document.
pub(crate) fn hsf() -> impl Strategy<Value = Hsf> {
    let aside = || {
        let aside =
            prop_oneof![comment().prop_map(Aside::Comment), instruction().prop_map(Aside::Instruction)];
        prop::collection::vec(aside, 0..3)
    };
    (aside(), element(), aside()).prop_map(|(before, root, after)| Hsf { before, root, after, stream: None })
}
