//! Documents of every shape.

use anim_stt::{
    Behavior, Channel, ChannelType, Flag, Key, KeyframeType, Keyframes, Label, Motions, Node, Seconds, State,
    Stt, Vector, Word,
};
use proptest::prelude::*;

/// Names from a short list, so that keys find states, and that some states and nodes have the same name.
pub(crate) fn label() -> impl Strategy<Value = Label> {
    let bytes = prop_oneof![
        6 => prop::sample::select(vec![&b"a"[..], b"b", b"c", b"d", b"e"]).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ];
    bytes.prop_filter_map("a brace", Label::new)
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => (-100_000i32..100_000).prop_map(|number| f64::from(number) / 1000.0),
        1 => -1e3..1e3f64,
        1 => prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO,
    ]
}

/// Numbers whose sums and products stay finite.
fn tame() -> impl Strategy<Value = f64> {
    (-100_000i32..100_000).prop_map(|number| f64::from(number) / 1000.0)
}

fn vector(number: BoxedStrategy<f64>) -> impl Strategy<Value = Vector> {
    prop::array::uniform3(number).prop_map(|numbers| Vector::new(numbers).unwrap())
}

fn time(number: BoxedStrategy<f64>) -> impl Strategy<Value = Seconds> {
    number.prop_map(|number| Seconds::new(number).unwrap())
}

fn flag(number: impl Strategy<Value = i32>) -> impl Strategy<Value = Flag> {
    number.prop_map(Flag::new)
}

fn channel(
    numbers: &BoxedStrategy<f64>,
    periods: &BoxedStrategy<f64>,
) -> impl Strategy<Value = Channel> + use<> {
    let vector = || vector(numbers.clone());
    let kind = prop::sample::select(ChannelType::ALL.to_vec());
    (vector(), vector(), time(periods.clone()), time(numbers.clone()), kind)
        .prop_map(|(start, end, period, offset, kind)| Channel { start, end, period, offset, kind })
}

fn node(numbers: &BoxedStrategy<f64>, periods: &BoxedStrategy<f64>) -> impl Strategy<Value = Node> + use<> {
    let vector = || vector(numbers.clone());
    let channel = || channel(numbers, periods);
    let still = (vector(), vector(), vector()).prop_map(|(displacement, translation, orientation)| {
        Behavior::Static { displacement, translation, orientation }
    });
    let moving = (channel(), channel(), channel()).prop_map(|(displacement, translation, orientation)| {
        Behavior::Dynamic(Box::new(Motions { displacement, translation, orientation }))
    });
    (label(), prop_oneof![still, moving]).prop_map(|(name, behavior)| Node { name, behavior })
}

fn keyframes(
    times: &BoxedStrategy<f64>,
    flags: &BoxedStrategy<i32>,
) -> impl Strategy<Value = Keyframes> + use<> {
    let (time, flag) = (|| time(times.clone()), || flag(flags.clone()));
    let key = (flag(), time(), time(), flag(), flag(), label()).prop_map(
        |(exit, forward_time, backward_time, forward_morph, backward_morph, name)| Key {
            exit,
            forward_time,
            backward_time,
            forward_morph,
            backward_morph,
            name,
        },
    );
    (prop::sample::select(KeyframeType::ALL.to_vec()), label(), prop::collection::vec(key, 0..5))
        .prop_map(|(kind, start, keys)| Keyframes { kind, start, keys })
}

fn states(
    [numbers, periods, times]: [BoxedStrategy<f64>; 3],
    flags: &BoxedStrategy<i32>,
) -> impl Strategy<Value = Vec<State>> + use<> {
    let single = prop::collection::vec(node(&numbers, &periods), 0..4);
    let state = prop_oneof![
        (label(), single).prop_map(|(name, nodes)| State::single(name, nodes)),
        (label(), keyframes(&times, flags)).prop_map(|(name, keyframes)| State::keyframe(name, keyframes)),
    ];
    prop::collection::vec(state, 0..7)
}

/// Any document.
pub(crate) fn stt() -> impl Strategy<Value = Stt> {
    let word = "[^\\s{]{1,5}".prop_filter_map("white space", Word::new);
    let version = prop_oneof![4 => Just(Word::new("1.1").unwrap()), 1 => word];
    let trailing = prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(any::<u8>(), 0..9)];
    let numbers = || number().boxed();
    let flags = prop_oneof![3 => 0..2i32, 1 => any::<i32>()].boxed();
    (version, states([numbers(), numbers(), numbers()], &flags), trailing).prop_map(
        |(version, states, trailing)| {
            let mut stt = Stt::new(states);
            stt.version = version;
            stt.set_trailing(&trailing);
            stt
        },
    )
}

/// A state machine with times of seconds, for playing.
pub(crate) fn machine() -> impl Strategy<Value = Stt> {
    let periods =
        prop_oneof![1 => Just(0.0), 9 => (50..9000i32).prop_map(|ms| f64::from(ms) / 1000.0)].boxed();
    let times = prop_oneof![1 => Just(0.0), 9 => (20..4000i32).prop_map(|ms| f64::from(ms) / 1000.0)].boxed();
    let states = states([tame().boxed(), periods, times], &(0..2i32).boxed());
    states.prop_filter_map("nothing to play", |states| (!states.is_empty()).then(|| Stt::new(states)))
}

/// Any motion with a period of seconds.
pub(crate) fn motion() -> impl Strategy<Value = Channel> {
    let periods =
        prop_oneof![1 => -1.0..=0.0f64, 9 => (1..9000i32).prop_map(|ms| f64::from(ms) / 1000.0)].boxed();
    channel(&tame().boxed(), &periods)
}

/// A token of the format, or a similar one.
pub(crate) fn token() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "SINGLE", "KEYFRAME", "STATIC", "DYNAMIC", "{a}", "{b}", "{", "}", "static"
        ])
        .prop_map(str::to_owned),
        (0..12u8).prop_map(|number| number.to_string()),
        number().prop_map(|number| number.to_string()),
    ]
}
