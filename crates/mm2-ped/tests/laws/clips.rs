//! Files as clips.

use anim_core::{
    Affine, Clip, Diagnostic, Document, Ease, Format, Loss, Options, Property, Transform, laws, quaternion,
};
use anim_mm2_ped::{
    Anim, Bone, ClipOptions, Facing, File, Interpolate, Layout, MAX_STATE_VALUES, Mm2Ped, Motion, Skeleton,
    State, StateTable, Track,
};
use proptest::prelude::*;

use crate::figures::{chain, figure};

/// A clip of a figure of two bones, whose root's x says which frame it is, and z how far it has come.
fn counting(frames: u8) -> Anim {
    let frames = (0..frames).flat_map(|n| [f32::from(n), 1.0, -f32::from(n), 0.0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    let mut anim = Anim::new(2, frames.collect()).unwrap();
    anim.distance = anim.travel() as f32;
    anim
}

fn state(name: &str, clip: &str, [first, last]: [i32; 2]) -> State {
    let next = Some("STAND".to_owned());
    State {
        name: name.to_owned(),
        clip: clip.to_owned(),
        first,
        last,
        y_distance: 1.0,
        next,
        ..State::default()
    }
}

fn table() -> StateTable {
    let rows = [
        ("STAND", "pedanim_manstand", [1, 3]),
        ("WALK", "PedAnim_ManWalk", [2, 9]),
        ("STAND", "pedanim_manwalk", [3, 1]),
        ("FLY", "pedanim_manfly", [1, 9]),
    ];
    StateTable::new(rows.into_iter().map(|(name, clip, window)| state(name, clip, window)).collect()).unwrap()
}

fn lower(document: &Mm2Ped, options: ClipOptions) -> (Vec<Clip>, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    (document.lower(options, &mut findings), findings)
}

fn column(clip: &Clip, node: usize, component: usize) -> Vec<f64> {
    let property = if component < 3 { Property::Translation.name() } else { "euler" };
    let mut channels = clip.channels.iter();
    let channel =
        channels.find(|channel| channel.node() == node && channel.property().name() == property).unwrap();
    channel.curve().values().iter().skip(component % 3).step_by(3).copied().collect()
}

fn names(clips: &[Clip]) -> Vec<&str> {
    clips.iter().map(|clip| clip.name.as_str()).collect()
}

#[test]
fn a_file_is_a_clip_of_its_name() {
    let document = Mm2Ped {
        skeleton: Some(chain(&["root", "spine"])),
        name: Some("pedanim_manwalk".to_owned()),
        ..Mm2Ped::from(File::Anim(counting(8)))
    };
    let (clips, findings) = lower(&document, ClipOptions::default());
    let [clip] = &clips[..] else { panic!("{clips:?}") };
    assert_eq!((clip.name.as_str(), clip.duration, findings.len()), ("pedanim_manwalk", 8.0 / 30.0, 0));
    let nodes: Vec<_> =
        clip.nodes.iter().map(|node| (node.name.as_str(), node.parent, node.rest.translation)).collect();
    assert_eq!(nodes, [("root", None, [0.0, 0.5, 0.0]), ("spine", Some(0), [0.0, 0.5, 0.0])]);
    assert!(clip.nodes.iter().all(|node| node.rest.rotation == quaternion::IDENTITY));
    assert_eq!(column(clip, 0, 0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    assert_eq!([3, 4, 5].map(|angle| column(clip, 1, angle)[0]), [0.3f32, 0.4, 0.5].map(f64::from));
    assert_eq!(clip.frame_time(3.0), Some(0.1));
    for (key, value) in [("layout", "retail"), ("distance", "8"), ("flag", "1"), ("interpolate", "hold")] {
        assert_eq!(clip.metadata(&format!("mm2.{key}")), Some(value));
    }
}

#[test]
fn frames_hold_or_lead_on_in_straight_lines() {
    let document = Mm2Ped::from(File::Anim(counting(4)));
    let options = |word: &str| Options::new(Mm2Ped::INFO.options).with("interpolate", word).unwrap();
    for (word, ease, times, xs) in [
        ("hold", Ease::Step, [0.0, 0.05, 3.5 / 30.0, 4.0 / 30.0, 9.0], [0.0, 1.0, 3.0, 3.0, 3.0]),
        ("linear", Ease::Linear, [0.0, 0.05, 3.5 / 30.0, 4.0 / 30.0, 9.0], [0.0, 1.5, 1.5, 0.0, 0.0]),
    ] {
        let clip = &document.to_clips(&options(word), &mut ())[0];
        assert!(clip.channels.iter().all(|channel| channel.curve().uniform_ease() == Some(ease)));
        for (time, x) in times.into_iter().zip(xs) {
            assert!((clip.pose(time).local[0].translation()[0] - x).abs() < 1e-9, "{word} at {time}");
        }
        assert_eq!(clip.duration, 4.0 / 30.0);
    }
}

#[test]
fn bones_without_a_skeleton_hang_on_the_first() {
    let (clips, _) = lower(&Mm2Ped::from(File::Anim(counting(1))), ClipOptions::default());
    assert_eq!(names(&clips), ["animation"]);
    let nodes: Vec<_> = clips[0].nodes.iter().map(|node| (node.name.as_str(), node.parent)).collect();
    assert_eq!(nodes, [("bone_00", None), ("bone_01", Some(0))]);
    // One of another figure is no skeleton of this file.
    let other = Mm2Ped { skeleton: Some(chain(&["root"])), ..Mm2Ped::from(File::Anim(counting(1))) };
    assert_eq!(lower(&other, ClipOptions::default()).0, clips);
}

#[test]
fn floats_of_no_bone_are_reported() {
    let cases = [
        (1, 1, 0, Some(1)),
        (2, 1, 0, Some(2)),
        (3, 1, 1, None),
        (4, 1, 1, Some(1)),
        (8, 1, 2, Some(2)),
        (9, 2, 3, None),
    ];
    for (floats, nodes, channels, left) in cases {
        let track = Track { floats, distance: 0.0, flag: 1, values: vec![0.5; floats] };
        let anim = Anim::from_tracks(Layout::Retail, 1, vec![track], vec![]).unwrap();
        let (clips, findings) = lower(&Mm2Ped::from(File::Anim(anim)), ClipOptions::default());
        assert_eq!((clips[0].nodes.len(), clips[0].channels.len()), (nodes, channels), "{floats} floats");
        laws::clip(&clips[0]).unwrap();
        let messages: Vec<_> = findings.iter().map(|finding| finding.message.clone()).collect();
        let expected =
            left.map(|left| format!("{left} floats a frame make no whole bone and are in no clip"));
        assert_eq!(messages, expected.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn what_no_clip_has_a_place_for_is_reported() {
    let track = |flag| Track { floats: 3, distance: 0.0, flag, values: vec![0.5; 6] };
    let trailing = Anim::from_tracks(Layout::Retail, 2, vec![track(1)], vec![7; 5]).unwrap();
    let tracks = Anim::from_tracks(Layout::Wiki, 2, vec![track(2), track(1)], vec![]).unwrap();
    for (anim, message) in [
        (trailing, "5 bytes after the last frame are in no clip"),
        (tracks, "1 tracks that move nothing are in no clip"),
    ] {
        let (_, findings) = lower(&Mm2Ped::from(File::Anim(anim)), ClipOptions::default());
        let [finding] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!((finding.code.id, finding.loss), ("mm2-ped::not-in-clip", Some(Loss::Dropped)));
        assert_eq!(finding.message, message);
    }
}

#[test]
fn the_states_that_use_a_file_are_clips_of_their_own() {
    let document = Mm2Ped {
        states: Some(table()),
        name: Some("pedanim_MANWALK".to_owned()),
        ..Mm2Ped::from(File::Anim(counting(8)))
    };
    let (clips, findings) = lower(&document, ClipOptions::default());
    assert_eq!(names(&clips), ["pedanim_MANWALK", "WALK", "STAND"]);
    // A window beyond the clip ends with it; one that is turned round runs backwards.
    assert_eq!(column(&clips[1], 0, 0), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    assert_eq!(column(&clips[2], 0, 0), [2.0, 1.0, 0.0]);
    assert_eq!([clips[1].duration, clips[2].duration], [7.0 / 30.0, 0.1]);
    assert_eq!(clips[1].metadata("mm2.next"), Some("STAND"));
    let speed: f64 = clips[2].metadata("mm2.speed").unwrap().parse().unwrap();
    assert!((speed - 1.0 / (3.0 * 0.03333)).abs() < 1e-6);
    assert_eq!(findings, []);
}

#[test]
fn a_table_is_a_clip_for_each_state_that_is_there() {
    let clips = [("pedanim_manstand", 3), ("pedanim_manwalk", 8)]
        .map(|(name, frames)| (name.to_owned(), counting(frames)));
    let document = Mm2Ped { clips: clips.to_vec(), ..Mm2Ped::from(File::States(table())) };
    let (clips, findings) = lower(&document, ClipOptions::default());
    assert_eq!(names(&clips), ["STAND", "WALK", "STAND (2)"]);
    assert_eq!([0, 1, 2].map(|clip| column(&clips[clip], 0, 0).len()), [3, 7, 3]);
    let mut codes: Vec<_> =
        findings.iter().map(|finding| (finding.code.id, finding.message.as_str())).collect();
    codes.sort_unstable();
    assert_eq!(
        codes,
        [
            ("mm2-ped::clip-missing", "the .anim of `FLY` is not there"),
            ("mm2-ped::name", "the name `STAND` is taken, the clip is named `STAND (2)`"),
        ]
    );
}

#[test]
fn a_skeleton_is_a_still_clip() {
    let (clips, _) = lower(&Mm2Ped::from(File::Skeleton(chain(&["root", "spine"]))), ClipOptions::default());
    let [clip] = &clips[..] else { panic!("{clips:?}") };
    assert_eq!((clip.name.as_str(), clip.duration, clip.channels.len()), ("rest", 0.0, 0));
    assert_eq!(clip.pose(0.0).world[1].translation(), [0.0, 1.0, 0.0]);
}

#[test]
fn the_games_motion_leaves_the_figure_where_it_is() {
    let game = ClipOptions { motion: Motion::Game, ..ClipOptions::default() };
    let alone = Mm2Ped::from(File::Anim(counting(8)));
    // The cycle distance takes z away alone, x stays.
    let (clips, _) = lower(&alone, game);
    assert_eq!(column(&clips[0], 0, 2), [0.0; 8]);
    assert_eq!(column(&clips[0], 0, 0)[7], 7.0);
    assert_eq!(clips[0].metadata("mm2.motion"), Some("game"));
    // The states straighten x: the first over frames 0 to 7, the one that runs backwards not at all.
    let document = Mm2Ped { states: Some(table()), name: Some("pedanim_manwalk".to_owned()), ..alone };
    let (clips, _) = lower(&document, game);
    assert_eq!(column(&clips[0], 0, 0), [0.0; 8]);
}

#[test]
fn states_beyond_the_limit_are_left_out() {
    // However short it is, the clip of a state has nodes and channels: it counts as 16 frames more.
    for (frames, fitting) in [(10_000, 1), (1, MAX_STATE_VALUES / (17 * 999))] {
        let anim = Anim::new(332, vec![0.0; 999 * frames]).unwrap();
        let states = (0..fitting + 2).map(|n| state(&format!("S{n}"), "large", [1, frames as i32]));
        let document = Mm2Ped {
            clips: vec![("large".to_owned(), anim)],
            ..Mm2Ped::from(File::States(StateTable::new(states.collect()).unwrap()))
        };
        let (clips, findings) = lower(&document, ClipOptions::default());
        assert_eq!(clips.len(), fitting);
        let [finding] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!(finding.code.id, "mm2-ped::too-many-values");
        assert!(finding.message.starts_with("2 states are left out"), "{}", finding.message);
    }
}

#[test]
fn a_figure_without_sides_is_not_mirrored() {
    let mirror = ClipOptions { mirror: true, ..ClipOptions::default() };
    for skeleton in [None, Some(chain(&["root", "spine"]))] {
        let document = Mm2Ped { skeleton, ..Mm2Ped::from(File::Anim(counting(2))) };
        let (clips, findings) = lower(&document, mirror);
        assert_eq!(column(&clips[0], 0, 0), [0.0, 1.0]);
        assert_eq!(findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), ["mm2-ped::mirror"]);
    }
    let skeleton = Some(chain(&["hip_l", "hip_r"]));
    let document = Mm2Ped { skeleton, ..Mm2Ped::from(File::Anim(counting(2))) };
    let (clips, findings) = lower(&document, mirror);
    assert_eq!((column(&clips[0], 0, 0), findings.len()), (vec![-0.0, -1.0], 0));
    assert_eq!([3, 4, 5].map(|angle| column(&clips[0], 0, angle)[0]), [0.3f32, -0.4, -0.5].map(f64::from));
}

proptest! {
    #[test]
    fn a_figure_that_faces_the_viewer_is_turned_as_a_whole((skeleton, anim) in figure(1..6usize, 7.0), linear: bool, roots: bool) {
        // With `roots` no bone hangs on another.
        let apart = |bone: &Bone| Bone { parent: bone.parent.filter(|_| !roots), ..bone.clone() };
        let skeleton = Skeleton::new(skeleton.bones().iter().map(apart).collect()).unwrap();
        let interpolate = if linear { Interpolate::Linear } else { Interpolate::Hold };
        let away = ClipOptions { interpolate, ..ClipOptions::default() };
        let toward = ClipOptions { facing: Facing::PositiveZ, ..away };
        let [away, toward] = [away, toward].map(|options| anim.to_clip("motion", Some(&skeleton), options));
        let half_turn = quaternion::from_axis_angle([0.0, 1.0, 0.0], std::f64::consts::PI);
        let turn = Affine::from(Transform { rotation: half_turn, ..Transform::IDENTITY });
        let still = |clip: &Clip| Clip { channels: vec![], ..clip.clone() }.pose(0.0).world;
        for (away, toward) in still(&away).iter().zip(still(&toward)) {
            prop_assert!(turn.after(away).distance(&toward) < 1e-9);
        }
        for fifth in 0..5 * anim.frames() {
            let time = fifth as f64 / 150.0;
            for (away, toward) in away.pose(time).world.iter().zip(toward.pose(time).world) {
                prop_assert!(turn.after(away).distance(&toward) < 1e-9);
            }
        }
        prop_assert_eq!(toward.metadata("mm2.facing"), Some("+z"));
    }
}

#[test]
fn a_place_without_a_bone_is_turned_too() {
    let anim = Anim::new(0, vec![1.0, 2.0, 3.0]).unwrap();
    let clip =
        anim.to_clip("place", None, ClipOptions { facing: Facing::PositiveZ, ..ClipOptions::default() });
    assert_eq!(clip.pose(0.0).world[0].translation(), [-1.0, 2.0, -3.0]);
}

#[test]
fn options_by_name_are_those_by_type() {
    let named = |pairs: &[(&str, &str)]| {
        let mut options = Options::new(Mm2Ped::INFO.options);
        for (key, value) in pairs {
            options.set(key, value).unwrap();
        }
        ClipOptions::from(&options)
    };
    let default = ClipOptions::default();
    assert_eq!(named(&[]), default);
    assert_eq!(ClipOptions::from(&Options::new(&[])), default);
    for (key, value, expected) in [
        ("interpolate", "linear", ClipOptions { interpolate: Interpolate::Linear, ..default }),
        ("motion", "game", ClipOptions { motion: Motion::Game, ..default }),
        ("mirror", "true", ClipOptions { mirror: true, ..default }),
        ("facing", "+z", ClipOptions { facing: Facing::PositiveZ, ..default }),
    ] {
        assert_eq!(named(&[(key, value)]), expected, "{key}={value}");
    }
}

#[test]
fn what_clips_leave_out_is_reported_in_the_order_of_the_table() {
    let names: Vec<_> = (0..8).rev().map(|number| format!("clip{number}")).collect();
    let rows: Vec<_> = names.iter().map(|name| format!("{name},{name},1,1,0,0,0,0\n")).collect();
    let bytes = [Anim::new(1, vec![0.0; 6]).unwrap().to_bytes(), b"rest".to_vec()].concat();
    let files: Vec<_> = names.iter().map(|name| (format!("{name}.anim"), bytes.clone())).collect();
    let options = Options::new(Mm2Ped::INFO.options);
    let table = format!("# anim name,\n{}", rows.concat());
    let table = Mm2Ped::open(table.as_bytes(), &options, &files, &mut ()).unwrap();
    let mut findings: Vec<Diagnostic> = Vec::new();
    assert_eq!(table.to_clips(&options, &mut findings).len(), 8);
    let places: Vec<_> = findings.into_iter().map(|finding| finding.at.path).collect();
    assert_eq!(places, names);
}
