//! Documents of every shape: generators that reach each variant of the model, and ways to damage a text.

use anim_bvh::{Bvh, ChannelKind, Joint, Motion, Role, Text};
use proptest::prelude::*;

/// Any document that can be built.
pub(crate) fn bvh() -> impl Strategy<Value = Bvh> {
    bvh_of(number().boxed())
}

/// Documents whose offsets and values are of a size whose sums are exact to the last printed digit.
pub(crate) fn moderate_bvh() -> impl Strategy<Value = Bvh> {
    bvh_of(moderate_number().boxed())
}

fn bvh_of(number: BoxedStrategy<f64>) -> impl Strategy<Value = Bvh> {
    let offset = offset(number.clone());
    let joints = prop::collection::vec((any::<prop::sample::Index>(), name(), offset, role()), 1..9);
    (joints, frame_time(), 0..4usize, trailing()).prop_flat_map(
        move |(parts, frame_time, frames, trailing)| {
            let joints = tree(parts);
            let width: usize = joints.iter().map(|joint| joint.channels().len()).sum();
            let frames = if width == 0 { 0 } else { frames };
            prop::collection::vec(number.clone(), frames * width).prop_map(move |values| {
                let bvh = Bvh::new(joints.clone(), Motion { frame_time, frames, values }).unwrap();
                bvh.with_trailing(Text::from(trailing)).unwrap()
            })
        },
    )
}

/// Joints in depth-first order: the parent of each is one of the joints that may get more children, or none.
fn tree(parts: Vec<(prop::sample::Index, Text, [f64; 3], Role)>) -> Vec<Joint> {
    let mut path: Vec<usize> = Vec::new();
    let mut joints = Vec::new();
    for (place, name, offset, role) in parts {
        path.truncate(place.index(path.len() + 1));
        let parent = path.last().copied();
        let role = if parent.is_none() && role == Role::End { Role::Joint(Vec::new()) } else { role };
        if role != Role::End {
            path.push(joints.len());
        }
        joints.push(Joint { name, parent, offset, role });
    }
    joints
}

fn role() -> impl Strategy<Value = Role> {
    let channels = prop_oneof![
        prop::collection::vec(prop::sample::select(ChannelKind::ALL.to_vec()), 0..8),
        Just(ChannelKind::ALL.to_vec()),
        Just(ChannelKind::ALL.to_vec()).prop_shuffle(),
        Just(ChannelKind::ALL[3..].to_vec()).prop_shuffle(),
    ];
    prop_oneof![4 => channels.prop_map(Role::Joint), 1 => Just(Role::End)]
}

fn name() -> impl Strategy<Value = Text> {
    prop_oneof![
        4 => prop::sample::select(vec!["Hips", "Left Leg", "a", "a_2", "a_end", "}", ":", "MOTION", "Ünder", "", "0"]).prop_map(Text::from),
        1 => "[a-zA-Z0-9_.}:+-]{1,9}".prop_map(|name| Text::from(name.as_str())),
        1 => prop::collection::vec(prop_oneof![0x21..=0x7Au8, 0x7C..=0xFFu8], 1..6).prop_map(Text::new),
        1 => prop::collection::vec(prop::sample::select(vec![b'x', b' ', b'\t', 0x0B, 0x0C, 0]), 0..4)
            .prop_map(|inner| Text::new([b"x", &inner[..], b"x"].concat())),
    ]
}

fn trailing() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "",
        "",
        "note",
        "nan 1 2",
        "end\r\n\r\n1 2 3",
        "{ }",
        "MOTION",
        "HIERARCHY\nROOT",
    ])
}

fn offset(number: BoxedStrategy<f64>) -> impl Strategy<Value = [f64; 3]> {
    prop_oneof![Just([0.0; 3]), prop::array::uniform3(number)]
}

fn frame_time() -> impl Strategy<Value = f64> {
    prop_oneof![Just(1.0 / 30.0), Just(0.008_333), Just(0.0), Just(-1.0), Just(1e300), number()]
}

/// Numbers that real files have.
fn moderate_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-360_000_000..360_000_000i32).prop_map(|number| f64::from(number) / 1e6),
        1 => prop::sample::select(vec![0.0, -0.0, 90.0, -180.0, 1e-7, 1e8, f64::MIN_POSITIVE, 5e-324]),
    ]
}

/// Any finite number, more often one that real files have.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => moderate_number(),
        1 => prop::sample::select(vec![1e9, 1e22, f64::MAX]),
        1 => any::<f64>().prop_filter("finite", |number| number.is_finite()),
    ]
}

/// One change to a text.
#[derive(Clone, Debug)]
pub(crate) enum Cut {
    Remove(prop::sample::Index, usize),
    Insert(prop::sample::Index, String),
    Replace(prop::sample::Index, u8),
    Repeat(prop::sample::Index, usize),
}

impl Cut {
    pub(crate) fn apply(&self, mut text: Vec<u8>) -> Vec<u8> {
        let range = |index: &prop::sample::Index, len: usize| {
            let start = index.index(text.len() + 1);
            start..(start + len).min(text.len())
        };
        match self {
            Self::Remove(index, len) => {
                let range = range(index, *len);
                text.drain(range);
            }
            Self::Insert(index, word) => {
                let place = range(index, 0);
                text.splice(place, word.bytes());
            }
            Self::Replace(index, byte) => {
                let range = range(index, 1);
                text[range].fill(*byte);
            }
            Self::Repeat(index, len) => {
                let range = range(index, *len);
                let part = text[range.clone()].to_vec();
                text.splice(range.start..range.start, part);
            }
        }
        text
    }
}

pub(crate) fn cut() -> impl Strategy<Value = Cut> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        (index(), 1..40usize).prop_map(|(index, len)| Cut::Remove(index, len)),
        (index(), word()).prop_map(|(index, word)| Cut::Insert(index, word)),
        (index(), any::<u8>()).prop_map(|(index, byte)| Cut::Replace(index, byte)),
        (index(), 1..40usize).prop_map(|(index, len)| Cut::Repeat(index, len)),
    ]
}

/// A word that a BVH may or may not have, with space after it.
pub(crate) fn word() -> impl Strategy<Value = String> {
    let words = vec![
        "HIERARCHY",
        "ROOT",
        "JOINT a",
        "End Site",
        "{",
        "}",
        "{\nOFFSET 0 1 2",
        "OFFSET",
        "CHANNELS 1 Xrotation",
        "CHANNELS",
        "Zposition",
        "MOTION\nFrames: 1\nFrame Time: 0.1",
        "Frames:",
        "Frame",
        "Time:",
        "0",
        "-1.5e3",
        "7",
        ".",
        "nan",
        "1e999",
        "Hips",
    ];
    (prop::sample::select(words), prop::sample::select(vec!["\n", " ", "\t", "\r\n", "", "\r", "\n\n"]))
        .prop_map(|(word, space)| format!("{word}{space}"))
}
