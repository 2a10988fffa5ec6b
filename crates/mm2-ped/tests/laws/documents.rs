//! Documents of every shape: generators that reach each variant of the model.

use anim_mm2_ped::{Anim, Bone, File, Layout, LineEnd, Mm2Ped, Skeleton, State, StateTable, Track};
use proptest::option;
use proptest::prelude::*;

/// Any document that can be built.
pub(crate) fn document() -> impl Strategy<Value = Mm2Ped> {
    let file = prop_oneof![
        anim().prop_map(File::Anim),
        skeleton().prop_map(File::Skeleton),
        table().prop_map(File::States),
    ];
    file.prop_map(Mm2Ped::from)
}

/// Mostly floats such as those of real files, some with any bits.
fn float() -> impl Strategy<Value = f32> {
    prop_oneof![6 => -4.0..4.0f32, 1 => any::<u32>().prop_map(f32::from_bits), 1 => Just(-0.0)]
}

fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![4 => -4.0..4.0f32, 1 => Just(-0.0), 1 => any::<f32>().prop_filter("finite", |number| number.is_finite())]
}

fn flag() -> impl Strategy<Value = u8> {
    prop_oneof![3 => Just(1), 1 => any::<u8>()]
}

fn track(frames: usize, floats: impl Strategy<Value = usize>) -> impl Strategy<Value = Track> {
    (floats, float(), flag()).prop_flat_map(move |(floats, distance, flag)| {
        prop::collection::vec(float(), frames * floats).prop_map(move |values| Track {
            floats,
            distance,
            flag,
            values,
        })
    })
}

/// A clip of any of the three layouts.
pub(crate) fn anim() -> impl Strategy<Value = Anim> {
    let retail = (1..6usize).prop_flat_map(|frames| {
        let trailing = prop_oneof![Just(Vec::new()), prop::collection::vec(any::<u8>(), 0..9)];
        let floats = prop_oneof![3 => (1..5usize).prop_map(|threes| 3 * threes), 1 => 1..12usize];
        (track(frames, floats), trailing).prop_map(move |(track, trailing)| {
            Anim::from_tracks(Layout::Retail, frames, vec![track], trailing)
        })
    });
    let old = (1..6usize).prop_flat_map(|frames| {
        track(frames, (1..5usize).prop_map(|threes| 3 * threes))
            .prop_map(move |track| Anim::from_tracks(Layout::Old, frames, vec![track], Vec::new()))
    });
    let wiki = (1..6usize).prop_flat_map(|frames| {
        prop::collection::vec(track(frames, 0..8usize), 1..7)
            .prop_map(move |tracks| Anim::from_tracks(Layout::Wiki, frames, tracks, Vec::new()))
    });
    prop_oneof![retail, old, wiki].prop_filter_map("no file can store this", Result::ok)
}

fn line_end() -> impl Strategy<Value = LineEnd> {
    prop_oneof![Just(LineEnd::CrLf), Just(LineEnd::Lf)]
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-z]{1,8}(_[lr])?", 1 => "[!-z\u{A1}-\u{17F}\u{F780}-\u{F7FF}]{1,6}"]
}

/// Any skeleton: the levels that each bone climbs from the previous bone decide the hierarchy.
pub(crate) fn skeleton() -> impl Strategy<Value = Skeleton> {
    let three = || prop::array::uniform3(finite());
    let bone = (name(), 0..6usize, three(), option::weighted(0.3, three()), option::weighted(0.3, three()));
    let unknown = option::weighted(0.3, "[a-z]{1,6}( [ -z]{0,8}[!-z])?");
    (prop::collection::vec((bone, unknown), 1..9), line_end(), any::<bool>()).prop_filter_map(
        "a name or line that does not read as itself",
        |(parts, line_end, one_root)| {
            let mut open: Vec<usize> = Vec::new();
            let mut text = String::new();
            let mut bones = Vec::new();
            for (index, ((name, climb, offset, rotmin, rotmax), unknown)) in parts.into_iter().enumerate() {
                let least = usize::from(one_root && index > 0);
                let depth = open.len().saturating_sub(climb).max(least);
                text.push_str(&"} ".repeat(open.len() - depth));
                open.truncate(depth);
                let three = |key: &str, value: Option<[f32; 3]>| {
                    value.map_or(String::new(), |[x, y, z]| format!("{key} {x} {y} {z}\n"))
                };
                text.extend(["bone b", &index.to_string(), " { ", &three("offset", Some(offset))]);
                text.push_str(&three("rotmin", rotmin));
                text.push_str(&three("rotmax", rotmax));
                text.push_str(&unknown.map_or(String::new(), |line| line + "\n"));
                bones.push(Bone { name, parent: open.last().copied(), offset, rotmin, rotmax });
                open.push(index);
            }
            text.push_str(&"} ".repeat(open.len()));
            // Skeletons with one root have names of every kind, the others properties of every kind.
            let read = Skeleton::parse(format!("NumBones {}\n{text}", bones.len()).as_bytes());
            let skeleton = if one_root { Skeleton::new(bones) } else { read };
            skeleton.ok().map(|skeleton| skeleton.with_line_end(line_end))
        },
    )
}

fn state() -> impl Strategy<Value = State> {
    let names = || prop_oneof![Just("A".to_owned()), Just("B".to_owned()), name()];
    let frame = || prop_oneof![0..9i32, any::<i32>()];
    let meters = (finite(), finite(), finite(), finite());
    (names(), names(), frame(), frame(), meters, option::weighted(0.8, names())).prop_map(
        |(name, clip, first, last, (y_offset, y_distance, x_offset, x_distance), next)| State {
            name,
            clip,
            first,
            last,
            y_offset,
            y_distance,
            x_offset,
            x_distance,
            next,
        },
    )
}

/// Any table: of states, or of lines of every kind.
pub(crate) fn table() -> impl Strategy<Value = StateTable> {
    let states = prop::collection::vec(state(), 0..6)
        .prop_filter_map("names that do not read", |states| StateTable::new(states).ok());
    let line = prop_oneof![
        2 => "[A-C],[a-c],[0-9],[0-9],[0-9],-?[0-9]\\.[0-9],0,0(,[A-C](,x){0,2})?( ?#.{0,6})?",
        1 => "#.{0,12}",
        1 => "[ -~]{0,12}",
        1 => Just(String::new()),
    ];
    let lines = prop::collection::vec(line, 0..6).prop_filter_map("no table", |lines| {
        StateTable::parse(format!("# anim name,\n{}", lines.join("\n")).as_bytes()).ok()
    });
    (prop_oneof![states, lines], line_end()).prop_map(|(table, line_end)| table.with_line_end(line_end))
}
