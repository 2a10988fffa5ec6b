//! Files as clips.

use std::num::NonZeroUsize;

use anim_core::{Axis, Ease, Fate, OptionSet as _, Property, Space, counted, laws, quaternion};
use anim_mm2_ped::{
    Anim, Clip, ClipOptions, File, Interpolate, Layout, MAX_STATE_VALUES, Mm2Ped, Motion, ReadOptions,
    Report, Skeleton, State, StateTable, Track,
};

use crate::figures::{chain, motion_of};

/// A clip of a figure of two bones. The x of the root is the index of the frame, −z is the distance so far.
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

fn lower(document: &Mm2Ped, options: ClipOptions) -> (Vec<Clip>, Report) {
    let mut report = Report::new();
    let clips = document.clips_with(&options, &mut report);
    laws::joins(&report, &clips).unwrap();
    (clips, report)
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
    let (clips, report) = lower(&document, ClipOptions::default());
    let [clip] = &clips[..] else { panic!("{clips:?}") };
    assert_eq!((clip.name.as_str(), clip.duration), ("pedanim_manwalk", 8.0 / 30.0));
    assert_eq!(report, Report::new());
    let nodes: Vec<_> =
        clip.nodes.iter().map(|node| (node.name.as_str(), node.parent, node.rest.translation)).collect();
    assert_eq!(nodes, [("root", None, [0.0, 0.5, 0.0]), ("spine", Some(0), [0.0, 0.5, 0.0])]);
    assert!(clip.nodes.iter().all(|node| node.rest.rotation == quaternion::IDENTITY));
    assert_eq!(column(clip, 0, 0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    assert_eq!([3, 4, 5].map(|angle| column(clip, 1, angle)[0]), [0.3f32, 0.4, 0.5].map(f64::from));
    assert_eq!(clip.frame_time(3.0), Some(0.1));
    for (key, value) in
        [("layout", "retail"), ("distance", "8"), ("travel", "8"), ("flag", "1"), ("interpolate", "hold")]
    {
        assert_eq!(clip.metadata(&format!("mm2.{key}")), Some(value));
    }
}

#[test]
fn frames_hold_or_change_linearly() {
    let document = Mm2Ped::from(File::Anim(counting(4)));
    for (interpolate, ease, times, xs) in [
        (Interpolate::Hold, Ease::Step, [0.0, 0.05, 3.5 / 30.0, 4.0 / 30.0, 9.0], [0.0, 1.0, 3.0, 3.0, 3.0]),
        (
            Interpolate::Linear,
            Ease::Linear,
            [0.0, 0.05, 3.5 / 30.0, 4.0 / 30.0, 9.0],
            [0.0, 1.5, 1.5, 0.0, 0.0],
        ),
    ] {
        let options = ClipOptions { interpolate, ..ClipOptions::default() };
        let clip = &document.clips_with(&options, &mut Report::new())[0];
        assert!(clip.channels.iter().all(|channel| channel.curve().uniform_ease() == Some(ease)));
        for (time, x) in times.into_iter().zip(xs) {
            assert!(
                (clip.pose(time).local[0].translation()[0] - x).abs() < 1e-9,
                "{interpolate:?} at {time}"
            );
        }
        assert_eq!(clip.duration, 4.0 / 30.0);
    }
}

#[test]
fn bones_without_a_skeleton_are_children_of_the_first() {
    let (clips, _) = lower(&Mm2Ped::from(File::Anim(counting(1))), ClipOptions::default());
    assert_eq!(names(&clips), ["animation"]);
    let nodes: Vec<_> = clips[0].nodes.iter().map(|node| (node.name.as_str(), node.parent)).collect();
    assert_eq!(nodes, [("bone_00", None), ("bone_01", Some(0))]);
    // A skeleton of another figure is not used.
    let other = Mm2Ped { skeleton: Some(chain(&["root"])), ..Mm2Ped::from(File::Anim(counting(1))) };
    assert_eq!(lower(&other, ClipOptions::default()).0, clips);
}

#[test]
fn floats_that_make_no_bone_are_reported() {
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
        let (clips, report) = lower(&Mm2Ped::from(File::Anim(anim)), ClipOptions::default());
        assert_eq!((clips[0].nodes.len(), clips[0].channels.len()), (nodes, channels), "{floats} floats");
        laws::clip(&clips[0]).unwrap();
        let messages: Vec<_> = report.losses.iter().map(|loss| loss.message.clone()).collect();
        let expected =
            left.map(|left| format!("not in a clip: {} per frame outside of bones", counted(left, "float")));
        assert_eq!(messages, expected.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn what_no_clip_represents_is_reported() {
    let track = |flag| Track { floats: 3, distance: 0.0, flag, values: vec![0.5; 6] };
    let trailing = Anim::from_tracks(Layout::Retail, 2, vec![track(1)], vec![7; 5]).unwrap();
    let tracks = Anim::from_tracks(Layout::Wiki, 2, vec![track(2), track(1)], vec![]).unwrap();
    for (anim, message) in [
        (trailing, "not in a clip: 5 bytes after the last frame"),
        (tracks, "not in a clip: 1 track without motion"),
    ] {
        let (_, report) = lower(&Mm2Ped::from(File::Anim(anim)), ClipOptions::default());
        let [loss] = &report.losses[..] else { panic!("{report}") };
        assert_eq!((loss.code.id, loss.fate), ("mm2-ped::not-in-clip", Fate::Dropped));
        assert_eq!((loss.clip.as_deref(), loss.message.as_str()), (Some("animation"), message));
    }
}

#[test]
fn what_no_clip_represents_of_texts_is_reported() {
    let lost = |file: File| {
        let (_, report) = lower(&Mm2Ped::from(file), ClipOptions::default());
        let of = report.losses.iter().filter(|loss| loss.code.id == "mm2-ped::not-in-clip");
        of.map(|loss| (loss.clip.clone(), loss.message.clone(), loss.fate)).collect::<Vec<_>>()
    };
    let text = b"NumBones 2 bone a { offset 0 1 0\nrotmin 0 0 0\nweight 5 kg\nmass 3\nbone b { offset 0 0 0\nrotmax 1 1 1\n} }";
    let clip = || Some("rest".to_owned());
    assert_eq!(
        lost(File::Skeleton(Skeleton::parse(text).unwrap())),
        [
            (clip(), "not in a clip: the limits (`rotmin`, `rotmax`) of 2 bones".to_owned(), Fate::Dropped),
            (clip(), "not in a clip: 2 lines of unknown properties".to_owned(), Fate::Dropped),
        ]
    );
    assert_eq!(lost(File::Skeleton(chain(&["root", "spine"]))), []);
    let text = b"# anim name,mma name\n\n# fast\nA,a,1,2,0,0,0,0,A,more,fields # slow\nnot a state\n";
    let messages = lost(File::States(StateTable::parse(text).unwrap())).into_iter().map(|lost| lost.1);
    assert_eq!(
        messages.collect::<Vec<_>>(),
        [
            "not in a clip: 2 fields after the next state",
            "not in a clip: 2 comments",
            "not in a clip: 1 line without a state"
        ]
    );
    assert_eq!(lost(File::States(table())), []);
}

#[test]
fn names_that_are_not_utf_8_are_displayed() {
    let text = b"H\xFCfte,a,1,8,0,0,0,0,H\xFCfte\n";
    let table = StateTable::parse(text).unwrap();
    let skeleton = b"NumBones 2 bone H\xFCfte { offset 0 1 0 bone \xE9 { offset 0 0 0 } }";
    let skeleton = Skeleton::parse(skeleton).unwrap();
    let document = Mm2Ped {
        clips: vec![("a".to_owned(), counting(8))],
        skeleton: Some(skeleton.clone()),
        ..Mm2Ped::from(File::States(table))
    };
    let (clips, _) = lower(&document, ClipOptions::default());
    assert_eq!(names(&clips), ["H\\xFCfte"]);
    assert_eq!(clips[0].metadata("mm2.next"), Some("H\\xFCfte"));
    assert_eq!([0, 1].map(|node| clips[0].nodes[node].name.as_str()), ["H\\xFCfte", "\\xE9"]);
    let graph = document.graph().unwrap();
    assert_eq!(
        (graph.nodes[0].name.as_str(), graph.nodes[0].clip.as_deref()),
        ("H\\xFCfte", Some("H\\xFCfte"))
    );
    // Encoding writes the bytes.
    let (made, report) = crate::made::skeleton_of(&clips[0]);
    assert_eq!(made, skeleton);
    assert!(report.losses.iter().all(|loss| loss.code.id != "mm2-ped::name"), "{report}");
}

#[test]
fn the_clip_of_a_state_has_its_fields_as_metadata() {
    let text = b"HOP,a,3,9,0.25,1.5,-0.5,2,STAND\n";
    let document = Mm2Ped {
        clips: vec![("a".to_owned(), counting(8))],
        ..Mm2Ped::from(File::States(StateTable::parse(text).unwrap()))
    };
    let (clips, _) = lower(&document, ClipOptions::default());
    for (key, value) in [
        ("clip", "a"),
        ("first", "3"),
        ("last", "9"),
        ("y-offset", "0.25"),
        ("y-distance", "1.5"),
        ("x-offset", "-0.5"),
        ("x-distance", "2"),
        ("next", "STAND"),
    ] {
        assert_eq!(clips[0].metadata(&format!("mm2.{key}")), Some(value), "{key}");
    }
}

#[test]
fn the_states_that_show_a_file_are_more_clips() {
    let document = Mm2Ped {
        states: Some(table()),
        name: Some("pedanim_MANWALK".to_owned()),
        ..Mm2Ped::from(File::Anim(counting(8)))
    };
    let (clips, report) = lower(&document, ClipOptions::default());
    assert_eq!(names(&clips), ["pedanim_MANWALK", "WALK", "STAND"]);
    // A window beyond the clip ends with it; a reversed window plays backwards.
    assert_eq!(column(&clips[1], 0, 0), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    assert_eq!(column(&clips[2], 0, 0), [2.0, 1.0, 0.0]);
    assert_eq!([clips[1].duration, clips[2].duration], [7.0 / 30.0, 0.1]);
    assert_eq!(clips[1].metadata("mm2.next"), Some("STAND"));
    let speed: f64 = clips[2].metadata("mm2.speed").unwrap().parse().unwrap();
    assert!((speed - 1.0 / (3.0 * 0.03333)).abs() < 1e-6);
    assert_eq!(report, Report::new());
}

#[test]
fn a_table_is_a_clip_for_each_state_that_is_there() {
    let clips = [("pedanim_manstand", 3), ("pedanim_manwalk", 8)]
        .map(|(name, frames)| (name.to_owned(), counting(frames)));
    let document = Mm2Ped { clips: clips.to_vec(), ..Mm2Ped::from(File::States(table())) };
    let (clips, report) = lower(&document, ClipOptions::default());
    assert_eq!(names(&clips), ["STAND", "WALK", "STAND (2)"]);
    assert_eq!([0, 1, 2].map(|clip| column(&clips[clip], 0, 0).len()), [3, 7, 3]);
    let findings: Vec<_> =
        report.findings.iter().map(|finding| (finding.code.id, &*finding.message)).collect();
    let losses: Vec<_> = report.losses.iter().map(|loss| (loss.code.id, &*loss.message)).collect();
    let renamed = "an earlier clip has the name `STAND`: this clip has the name `STAND (2)`";
    assert_eq!(findings, [("mm2-ped::name", renamed)]);
    assert_eq!(losses, [("mm2-ped::clip-missing", "the .anim of `FLY` is not in the folder of the table")]);
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
    // The cycle distance changes z alone.
    let (clips, _) = lower(&alone, game);
    assert_eq!(column(&clips[0], 0, 2), [0.0; 8]);
    assert_eq!(column(&clips[0], 0, 0)[7], 7.0);
    assert_eq!(clips[0].metadata("mm2.motion"), Some("game"));
    // The states straighten x: the first state over frames 0 to 7, the reversed one not at all.
    let document = Mm2Ped { states: Some(table()), name: Some("pedanim_manwalk".to_owned()), ..alone };
    let (clips, _) = lower(&document, game);
    assert_eq!(column(&clips[0], 0, 0), [0.0; 8]);
}

#[test]
fn states_beyond_the_limit_are_left_out() {
    // The nodes and channels of a state's clip count as 16 frames.
    for (frames, fitting) in [(10_000, 1), (1, MAX_STATE_VALUES.get() / (17 * 999))] {
        let anim = Anim::new(332, vec![0.0; 999 * frames]).unwrap();
        let states = (0..fitting + 2).map(|n| state(&format!("S{n}"), "large", [1, frames as i32]));
        let document = Mm2Ped {
            clips: vec![("large".to_owned(), anim)],
            ..Mm2Ped::from(File::States(StateTable::new(states.collect()).unwrap()))
        };
        let (clips, report) = lower(&document, ClipOptions::default());
        assert_eq!(clips.len(), fitting);
        let [loss] = &report.losses[..] else { panic!("{report}") };
        assert_eq!(loss.code.id, "mm2-ped::too-many-values");
        assert!(loss.message.starts_with("2 states have no clip"), "{}", loss.message);
        assert!(loss.message.ends_with("the option `state-values` allows more"), "{}", loss.message);
        let state_values = NonZeroUsize::new((fitting + 1) * (frames + 16) * 999).unwrap();
        let (clips, report) = lower(&document, ClipOptions { state_values, ..ClipOptions::default() });
        assert_eq!((clips.len(), report.losses.len()), (fitting + 1, 1));
    }
}

#[test]
fn a_figure_without_sides_is_not_mirrored() {
    let mirror = ClipOptions { mirror: true, ..ClipOptions::default() };
    for skeleton in [None, Some(chain(&["root", "spine"]))] {
        let document = Mm2Ped { skeleton, ..Mm2Ped::from(File::Anim(counting(2))) };
        let (clips, report) = lower(&document, mirror);
        assert_eq!(column(&clips[0], 0, 0), [0.0, 1.0]);
        assert_eq!(
            report.findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(),
            ["mm2-ped::mirror"]
        );
    }
    let skeleton = Some(chain(&["hip_l", "hip_r"]));
    let document = Mm2Ped { skeleton, ..Mm2Ped::from(File::Anim(counting(2))) };
    let (clips, report) = lower(&document, mirror);
    assert_eq!((column(&clips[0], 0, 0), report), (vec![-0.0, -1.0], Report::new()));
    assert_eq!([3, 4, 5].map(|angle| column(&clips[0], 0, angle)[0]), [0.3f32, -0.4, -0.5].map(f64::from));
}

#[test]
fn the_root_motion_of_the_game_needs_a_table() {
    let game = ClipOptions { motion: Motion::Game, ..ClipOptions::default() };
    for (states, expected) in
        [(None, &["mm2-ped::no-states"][..]), (Some(StateTable::new(Vec::new()).unwrap()), &[])]
    {
        let document = Mm2Ped { states, ..Mm2Ped::from(File::Anim(counting(2))) };
        let (_, report) = lower(&document, game);
        assert_eq!(report.findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_clip_faces_minus_z_unless_options_say_otherwise() {
    let anim = Anim::new(0, vec![1.0, 2.0, 3.0]).unwrap();
    let clip = motion_of(&anim, None, ClipOptions::default());
    assert_eq!(clip.space, Space::right_handed(Axis::Y).facing(Axis::NegZ).in_metres(1.0));
    let options = ClipOptions { forward: Some(Axis::Z), ..ClipOptions::default() };
    let stated = motion_of(&anim, None, options);
    assert_eq!(stated.space.forward, Some(Axis::Z));
    assert_eq!(stated.pose(0.0), clip.pose(0.0), "the numbers are those of the file");
}

#[test]
fn options_by_name_are_those_by_type() {
    let named = |pairs: &[(&str, &str)]| {
        let mut options = ClipOptions::default();
        for (key, value) in pairs {
            options.set(key, value, &()).unwrap();
        }
        options
    };
    let default = ClipOptions::default();
    assert_eq!(named(&[]), default);
    for (key, value, expected) in [
        ("interpolate", "linear", ClipOptions { interpolate: Interpolate::Linear, ..default }),
        ("motion", "game", ClipOptions { motion: Motion::Game, ..default }),
        ("mirror", "true", ClipOptions { mirror: true, ..default }),
        ("forward", "+z", ClipOptions { forward: Some(Axis::Z), ..default }),
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
    let table = format!("# anim name,\n{}", rows.concat());
    let options = ReadOptions::default();
    let table = Mm2Ped::parse_beside(table.as_bytes(), &options, &files, &mut ()).unwrap();
    let (clips, report) = lower(&table, ClipOptions::default());
    assert_eq!(clips.len(), 8);
    let paths: Vec<_> = report.losses.iter().map(|loss| loss.at.path.clone()).collect();
    assert_eq!(paths, names);
    let expected = "not in a clip: 4 bytes after the last frame of `clip7.anim`";
    assert_eq!(report.losses[0].message, expected);
}
