//! Documents of every shape: generators that reach each variant of the model.

use anim_tod::{
    Attribute, Body, Camera, Control, Coordinate, Data, DataKind, Degrees, Factor, Frame, Light, LookAt,
    Malformed, Matrix, Nibble, Packet, Reference, Scale, Tod, User, Words,
};
use proptest::option;
use proptest::prelude::*;

/// Any document that can be built.
pub(crate) fn tod() -> impl Strategy<Value = Tod> {
    let trailing = prop_oneof![Just(Vec::new()), prop::collection::vec(any::<u8>(), 0..9)];
    (small_or_any(), small_or_any(), prop::collection::vec(frame(), 0..6), trailing)
        .prop_map(|(version, resolution, frames, trailing)| Tod { version, resolution, frames, trailing })
}

/// Frame numbers are often small, so that some are equal or descend.
fn frame() -> impl Strategy<Value = Frame> {
    let excess = prop_oneof![9 => Just(0), 1 => any::<u16>()];
    (prop_oneof![0..8u32, any::<u32>()], excess, prop::collection::vec(packet(), 0..7)).prop_map(
        |(number, excess, packets)| {
            let mut frame = Frame::new(number, packets).unwrap();
            frame.size_excess = excess;
            frame
        },
    )
}

pub(crate) fn packet() -> impl Strategy<Value = Packet> {
    (prop_oneof![4 => 0..6u16, 1 => any::<u16>(), 1 => Just(u16::MAX)], body())
        .prop_map(|(id, body)| Packet::new(id, body))
}

fn small_or_any<T: Arbitrary + Default + Clone + 'static>() -> impl Strategy<Value = T> {
    prop_oneof![Just(T::default()), any::<T>()]
}

fn nibble() -> impl Strategy<Value = Nibble> {
    prop_oneof![Just(0u8), 0..16u8].prop_map(Nibble::new)
}

fn angles() -> impl Strategy<Value = [Degrees; 3]> {
    prop::array::uniform3(prop_oneof![any::<i32>(), -2_000_000..2_000_000i32].prop_map(Degrees::from_bits))
}

fn factor() -> impl Strategy<Value = Factor> {
    prop_oneof![any::<i16>(), Just(4096)].prop_map(Factor::from_bits)
}

fn units() -> impl Strategy<Value = [i32; 3]> {
    prop::array::uniform3(prop_oneof![any::<i32>(), -5000..5000i32])
}

pub(crate) fn words() -> impl Strategy<Value = Words> {
    prop_oneof![prop::collection::vec(any::<u32>(), 0..5), prop::collection::vec(any::<u32>(), 250..=254)]
        .prop_map(|words| Words::new(words).unwrap())
}

fn reference() -> impl Strategy<Value = Reference> {
    (nibble(), prop_oneof![0..6u16, any::<u16>()], small_or_any()).prop_map(|(flag, id, pad)| Reference {
        flag,
        id,
        pad,
    })
}

fn scale() -> impl Strategy<Value = Scale> {
    (prop::array::uniform3(factor()), small_or_any()).prop_map(|(factors, pad)| Scale { factors, pad })
}

fn coordinate() -> impl Strategy<Value = Coordinate> {
    (any::<bool>(), option::of(angles()), option::of(scale()), option::of(units())).prop_map(
        |(differential, rotation, scale, translation)| Coordinate {
            differential,
            rotation,
            scale,
            translation,
        },
    )
}

fn matrix() -> impl Strategy<Value = Matrix> {
    (nibble(), prop::array::uniform3(prop::array::uniform3(factor())), small_or_any(), units())
        .prop_map(|(flag, rows, pad, translation)| Matrix { flag, rows, pad, translation })
}

fn light() -> impl Strategy<Value = Light> {
    (any::<bool>(), any::<bool>(), option::of(units()), option::of(any::<[u8; 4]>())).prop_map(
        |(differential, reserved, direction, color)| Light { differential, reserved, direction, color },
    )
}

fn look_at() -> impl Strategy<Value = LookAt> {
    (any::<bool>(), option::of([units(), units()]), option::of(any::<i32>().prop_map(Degrees::from_bits)))
        .prop_map(|(differential, view, roll)| LookAt { differential, view, roll })
}

fn camera() -> impl Strategy<Value = Camera> {
    (any::<bool>(), option::of(angles()), option::of(units()))
        .prop_map(|(differential, rotation, translation)| Camera { differential, rotation, translation })
}

fn data_kind() -> impl Strategy<Value = DataKind> {
    prop_oneof![
        Just(DataKind::Model),
        prop::sample::select(&User::ALL[..]).prop_map(DataKind::User),
        Just(DataKind::Extended),
        Just(DataKind::Special),
    ]
}

fn malformed() -> impl Strategy<Value = Malformed> {
    (0..9u8, nibble(), words())
        .prop_filter_map("well formed", |(kind, flag, words)| Malformed::new(Nibble::new(kind), flag, words))
}

fn body() -> impl Strategy<Value = Body> {
    let attribute = (nibble(), any::<u32>(), any::<u32>())
        .prop_map(|(flag, mask, value)| Body::Attribute(Attribute { flag, mask, value }));
    let data = (data_kind(), nibble(), words())
        .prop_map(|(kind, flag, words)| Body::Data(Data { kind, flag, words }));
    prop_oneof![
        attribute,
        coordinate().prop_map(Body::Coordinate),
        reference().prop_map(Body::Model),
        reference().prop_map(Body::Parent),
        matrix().prop_map(Body::Matrix),
        light().prop_map(Body::Light),
        look_at().prop_map(Body::LookAt),
        camera().prop_map(Body::Camera),
        nibble().prop_map(|flag| Body::Control(Control(flag))),
        data,
        malformed().prop_map(Body::Malformed),
    ]
}
