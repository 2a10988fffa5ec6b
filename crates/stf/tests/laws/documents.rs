//! Documents of every shape.

use anim_stf::{
    Animation, Ease, Handle, Key, Keyframe, Loop, Member, Reference, Step, Stf, Subtrack, Tangent, Target,
    Track,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// A container with a prefab and nothing else.
pub(crate) fn empty() -> Stf {
    container(
        r#"{"stf": {"version": [0, 1], "root": "root"}, "resources": {"root": {"type": "stf.prefab", "name": "Prefab"}}}"#,
    )
}

/// A container of a JSON document, without buffers.
pub(crate) fn container(json: &str) -> Stf {
    let header = [b"STF0\0\0\0\0\0\0\0\0\x01\0\0\0", &(json.len() as u64).to_le_bytes()[..]].concat();
    Stf::parse(&[&header, json.as_bytes()].concat()).unwrap()
}

/// A container with animations and buffers that were added by edits.
pub(crate) fn stf() -> impl Strategy<Value = Stf> {
    (vec(animation(), 0..3), vec(vec(any::<u8>(), 0..20), 0..3)).prop_map(|(animations, blobs)| {
        let mut stf = empty();
        for (index, animation) in animations.into_iter().enumerate() {
            stf.add_animation(&format!("animation {index}"), animation).unwrap();
        }
        for blob in blobs {
            let buffer = stf.add_buffer(blob).unwrap();
            let ids: Vec<String> = stf.animations().map(|(id, _)| id.to_owned()).collect();
            for id in ids {
                stf.edit(&id, |animation| animation.referenced_buffers.push(buffer.clone())).unwrap();
            }
        }
        stf
    })
}

/// An animation in which every variant of the model occurs.
pub(crate) fn animation() -> impl Strategy<Value = Animation> {
    let repeat = prop_oneof![
        Just(Loop::None),
        Just(Loop::Loop),
        Just(Loop::PingPong),
        Just(Loop::Cycle),
        Just(Loop::Other("swing".into())),
    ];
    let head = (
        option::of(".{0,8}"),
        option::of(repeat),
        option::of(prop_oneof![Just(24.0), 0.5..120.0f64, Just(-1.0)]),
        option::of([number(), number()]),
        option::of(any::<bool>()),
        option::of(any::<bool>()),
    );
    let rest = (
        vec(track(), 0..4),
        vec(track(), 0..2),
        option::of(reference()),
        vec("[a-c]{1,3}", 0..3),
        vec("[a-c]{1,3}", 0..3),
        members(),
    );
    (head, rest).prop_map(|(head, rest)| {
        let (name, repeat, fps, range, bake_on_export, is_reset_animation) = head;
        let (tracks, tracks_baked, reset_animation, referenced_resources, referenced_buffers, other) = rest;
        Animation {
            name,
            repeat,
            fps,
            range,
            bake_on_export,
            tracks,
            tracks_baked,
            reset_animation,
            is_reset_animation,
            referenced_resources,
            referenced_buffers,
            other,
            ..Animation::default()
        }
    })
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![-50.0..50.0f64, (-30..30i32).prop_map(f64::from), Just(-0.0), Just(1e-300), Just(1e300)]
}

fn reference() -> impl Strategy<Value = Reference> {
    prop_oneof![(0..4usize).prop_map(Reference::Index), "[a-c]{1,2}".prop_map(Reference::Id)]
}

fn members() -> impl Strategy<Value = Vec<Member>> {
    let value = prop::sample::select(vec!["null", "1.50", "[ ]", "{\"a\": [1, {}]}", "\"\\u00e4\""]);
    let name = prop::sample::select(vec!["extra", "more", "", "\"quoted\""]);
    vec((name, value), 0..4).prop_map(|members| {
        members.into_iter().filter_map(|(name, value)| Member::new(name, value)).collect()
    })
}

/// A keyframe from its text.
pub(crate) fn read(keyframe: &str) -> Keyframe {
    let text = format!(
        r#"{{"type": "stf.animation", "tracks": [{{"target": [], "timepoints": [0], "subtracks": [{{"keyframes": [{keyframe}]}}]}}]}}"#
    );
    let stf = Stf::parse(text.as_bytes()).unwrap();
    stf.animation("").unwrap().tracks[0].subtracks[0].as_ref().unwrap().keyframes[0].clone()
}

fn track() -> impl Strategy<Value = Track> {
    let step = prop_oneof![(0..3usize).prop_map(Step::Index), "[a-c/]{0,3}".prop_map(Step::Name)];
    let paths = vec![
        vec!["node", "t"],
        vec!["node", "r"],
        vec!["node", "r_euler"],
        vec!["node", "instance", "bone", "s"],
        vec!["node", "instance", "blendshape", "smile", "value"],
        vec!["node", "enabled"],
    ];
    let target =
        prop_oneof![prop::sample::select(paths).prop_map(Target::names), vec(step, 0..4).prop_map(Target)];
    let steps = prop_oneof![3 => 0.1..9.0f64, 1 => Just(0.0)];
    (target, vec(steps, 0..6), number(), option::of("[a-z]{1,5}"), option::of(any::<bool>()), members())
        .prop_flat_map(|(target, steps, first, interpolation, track_baked, other)| {
            let timepoints: Vec<f64> = steps
                .iter()
                .scan(first, |frame, step| {
                    *frame += step;
                    Some(*frame)
                })
                .collect();
            let subtracks = vec(option::of(subtrack(timepoints.len())), 0..5);
            subtracks.prop_map(move |subtracks| Track {
                target: target.clone(),
                timepoints: timepoints.clone(),
                interpolation: interpolation.clone(),
                subtracks,
                track_baked,
                other: other.clone(),
            })
        })
}

fn subtrack(keys: usize) -> impl Strategy<Value = Subtrack> {
    (vec(keyframe(), keys), option::of(reference()), members())
        .prop_map(|(keyframes, baked, other)| Subtrack { keyframes, baked, other })
}

pub(crate) fn keyframe() -> impl Strategy<Value = Keyframe> {
    let handle = || (number(), number()).prop_map(|(frames, value)| Handle { frames, value });
    let tangent = prop_oneof![
        Just(Tangent::Split),
        Just(Tangent::Aligned),
        Just(Tangent::Auto),
        Just(Tangent::from("odd"))
    ];
    let ease = prop_oneof![
        (tangent, handle()).prop_map(|(tangent, out)| Ease::Bezier { tangent, out }),
        Just(Ease::Constant),
        Just(Ease::Linear),
        Just(Ease::Quadratic),
        Just(Ease::Cubic),
        Just(Ease::Unnamed),
    ];
    let other = vec!["[]", "{\"a\": [1.50]}", "7", "[true, 1, 2, \"bezier\"]", "[true, 1, \"sinc\"]"];
    let other = prop::sample::select(other).prop_map(read);
    prop_oneof![
        1 => Just(Keyframe::Absent),
        1 => number().prop_map(|value| Keyframe::Filler { value }),
        6 => (number(), ease, option::of(handle())).prop_map(|(value, ease, into)| Key { value, ease, into }.into()),
        1 => other,
    ]
}

/// Text that is JSON or almost JSON.
pub(crate) fn json() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "0",
        "-0.5e3",
        "01",
        "1.",
        "true",
        "nul",
        "null",
        "\"a\"",
        "\"\\u12\"",
        "\"\\n\"",
        "\"\u{1}\"",
        "",
        "NaN",
        "1e5",
        "-",
        "\"\\ud83d\\ude00\"",
        "[]",
        "{}",
    ]);
    let leaf = leaf.prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|values| format!("[{}]", values.join(" , "))),
            vec(("[a-c]", inner.clone()), 0..4).prop_map(|members| {
                let members: Vec<_> =
                    members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
            inner.prop_map(|value| format!("[{value},]")),
        ]
    })
}
