//! What encoding writes, so that other readers play it.

use std::num::NonZeroUsize;

use anim_core::{
    Channel, Clip, Curve, Deviation, Ease, Fate, Handles, Node, Property, Rate, Report, Times, Transform,
    Wrap, quaternion,
};
use anim_stf::{Animation, EncodeOptions, Keyframe, Stf, Track};

/// A clip of one node with a rest pose, at 10 frames per second.
fn clip(channels: Vec<Channel>) -> Clip {
    let rest = Transform { translation: [1.0, 2.0, 3.0], ..Transform::default() };
    let nodes = vec![Node::new("hip").with_rest(rest)];
    let end = channels.iter().map(|channel| channel.curve().end()).fold(0.0, f64::max);
    Clip::new("walk")
        .with_nodes(nodes)
        .with_channels(channels)
        .with_duration(end)
        .with_rate(Rate::per_second(10))
}

fn curve(times: &[f64], values: &[f64], ease: Ease) -> Curve {
    Curve::new(Times::keys(times).unwrap(), values.len() / times.len(), values.to_vec(), ease).unwrap()
}

fn part(property: Property, component: usize, curve: Curve) -> Channel {
    Channel::part(0, property, component, curve).unwrap()
}

fn encode(clip: &Clip, options: &EncodeOptions) -> (Stf, Report) {
    let mut report = Report::new();
    let stf = Stf::from_clips_with(std::slice::from_ref(clip), options, &mut report).unwrap();
    assert_eq!(stf.check(), []);
    assert_eq!(Stf::parse(&stf.to_bytes()).unwrap(), stf);
    (stf, report)
}

fn animation(stf: &Stf) -> &Animation {
    stf.animations().next().unwrap().1
}

/// Whether each component has a key at every timepoint, and none but Bézier keys after a Bézier key.
fn is_complete(track: &Track) -> bool {
    let is_key = |keyframe: &Keyframe| matches!(keyframe, Keyframe::Key(_));
    track.subtracks.iter().all(|subtrack| {
        let Some(subtrack) = subtrack else { return false };
        let names = subtrack.keyframes.iter().map(|keyframe| match keyframe {
            Keyframe::Key(key) => key.ease.name() == Some("bezier"),
            _ => false,
        });
        subtrack.keyframes.len() == track.timepoints.len()
            && subtrack.keyframes.iter().all(is_key)
            && names.is_sorted()
    })
}

#[test]
fn each_component_has_a_key_at_every_timepoint() {
    let handles =
        [Handles { into: [0.0; 2], out: [0.5, 3.0] }, Handles { into: [-0.25, 1.0], out: [0.0; 2] }];
    let bent = curve(&[0.0, 1.0], &[0.0, 4.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap();
    let before = clip(vec![
        part(Property::Translation, 0, bent),
        part(Property::Translation, 1, curve(&[0.25, 0.5, 1.5], &[0.0, 1.0, -1.0], Ease::Linear)),
    ]);
    let (stf, report) = encode(&before, &EncodeOptions::default());
    assert!(report.is_empty(), "{report}");
    let track = &animation(&stf).tracks[0];
    assert_eq!(track.timepoints, [0.0, 2.5, 5.0, 10.0, 15.0]);
    assert!(is_complete(track), "{track:?}");
    assert_eq!((track.interpolation.as_deref(), track.track_baked), (Some("mixed"), Some(false)));
    let after = &stf.clips()[0];
    for step in -10..=200 {
        let time = f64::from(step) / 100.0;
        let [a, b] = [&before, after].map(|clip| clip.pose(time).local[0].translation());
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-9), "{time}: {a:?} {b:?}");
        assert!((b[2] - 3.0).abs() < 1e-12, "the third component rests");
    }
    // Every component of such a track has a value at every frame.
    for (part, subtrack) in track.subtracks.iter().enumerate() {
        let baked: Vec<f32> =
            stf.baked_values(animation(&stf), subtrack.as_ref().unwrap()).unwrap().collect();
        assert_eq!(baked.len(), 16);
        for (frame, value) in (0..16u8).zip(baked) {
            let expected = before.pose(f64::from(frame) / 10.0).local[0].translation()[part];
            assert!((f64::from(value) - expected).abs() < 1e-6, "{part} at {frame}");
        }
    }
}

#[test]
fn tracks_of_one_plain_kind_have_no_baked_values() {
    for ease in [Ease::Linear, Ease::Step] {
        let channel = part(Property::Scale, 0, curve(&[0.0, 1.0], &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0], ease));
        let (stf, report) = encode(&clip(vec![channel]), &EncodeOptions::default());
        assert!(report.is_empty() && stf.buffer_ids().count() == 0, "{report}");
    }
}

/// The sizes and units of the errors that are reported.
fn errors(report: &Report) -> Vec<Deviation> {
    let errors = report.losses.iter().filter(|loss| loss.fate != Fate::Kept).map(|loss| match loss.fate {
        Fate::Approximated(error) => Some(error),
        _ => None,
    });
    errors.collect::<Option<_>>().unwrap()
}

#[test]
fn a_baked_curve_has_no_more_keys_than_options_allow() {
    // 100 swings over 16 units, each of which takes about 100 lines at the tolerance of 1 mm.
    let keys = 0..=100;
    let times: Vec<f64> = keys.clone().map(f64::from).collect();
    let values: Vec<f64> = keys.map(|key| if key % 2 == 0 { 8.0 } else { -8.0 }).collect();
    let swings = clip(vec![part(Property::Translation, 0, curve(&times, &values, Ease::Sine))]);
    for (baked_keys, is_near) in [(200, true), (1, false)] {
        let options =
            EncodeOptions { baked_keys: baked_keys.try_into().unwrap(), ..EncodeOptions::default() };
        let (stf, report) = encode(&swings, &options);
        // 4,096 are free, and 101 are given.
        let keys = animation(&stf).tracks[0].timepoints.len();
        assert_eq!(keys <= 4096 + 101, !is_near, "{keys} keys");
        let [error] = errors(&report)[..] else { panic!("{report}") };
        assert_eq!(error.size <= 1e-3, is_near, "{error}");
    }
}

#[test]
fn plain_curves_leave_the_keys_to_those_that_need_them() {
    // Half a wave 100 units high takes about 300 lines at the tolerance of 1 mm, wherever it is among 1,200 curves that STF has.
    let wave = |time: f64| 50.0 * (1.0 - (std::f64::consts::PI * time).cos());
    let third = |seconds: f64| Handles { into: [-seconds, 0.0], out: [seconds, 0.0] };
    let bent = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0], Ease::Bezier);
    let bent = bent.with_handles(vec![third(0.2); 6]).unwrap();
    let line = curve(&[0.0, 1.0], &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0], Ease::Linear);
    for place in [0, 599] {
        let mut channels = Vec::new();
        for node in 0..600 {
            let high = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 100.0, 0.0, 0.0], Ease::Sine);
            let moves = if node == place { high } else { bent.clone() };
            channels.push(Channel::new(node, Property::Translation, moves).unwrap());
            channels.push(Channel::new(node, Property::Scale, line.clone()).unwrap());
        }
        let mut source = clip(channels);
        source.nodes = (0..600).map(|node| Node::new(format!("n{node}"))).collect();
        let (stf, report) = encode(&source, &EncodeOptions::default());
        let [error] = errors(&report)[..] else { panic!("{report}") };
        let back = stf.clips().remove(0);
        let node = back.nodes.iter().position(|node| node.name == format!("n{place}")).unwrap();
        let off = |time: f64| (back.pose(time).local[node].translation()[0] - wave(time)).abs();
        let off = (0..=1000).map(|step| off(f64::from(step) * 1e-3)).fold(0.0, f64::max);
        assert!(off <= error.size + 1e-5 && error.size <= 1e-3, "{place}: {off}, {error} stated");
    }
}

#[test]
fn rotations_have_their_keys_before_and_after_the_clip_too() {
    // Bézier keys, which readers play from values at the frames of the clip alone.
    let third = 1.0 / 3.0;
    let handles = Handles { into: [-third, 0.0], out: [third, 0.0] };
    let turn = |degrees: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], degrees.to_radians());
    let values: Vec<f64> = [40.0, 0.0, 20.0, 90.0].map(turn).concat();
    let bent = curve(&[-1.0, 0.0, 1.0, 2.0], &values, Ease::Bezier).with_handles(vec![handles; 16]).unwrap();
    let source = clip(vec![part(Property::Rotation, 0, bent)]).with_duration(1.0);
    let (stf, report) = encode(&source, &EncodeOptions::default());
    let errors = report.losses.iter().filter_map(|loss| match loss.fate {
        Fate::Approximated(error) => Some(error.size),
        _ => None,
    });
    let stated: f64 = errors.sum();
    let again = &stf.clips()[0];
    for step in -15..=25 {
        let time = f64::from(step) / 10.0 + 0.017;
        let [a, b] = [&source, again].map(|clip| clip.pose(time).local[0]);
        assert!(a.axes_apart(&b) <= stated.min(2e-3), "{time}: {} of {report}", a.axes_apart(&b));
    }
}

#[test]
fn colours_that_go_on_after_the_clip_are_reported_as_movements_are() {
    let up = |width: usize| {
        let values = [vec![0.0; width], vec![0.5; width]].concat();
        curve(&[0.0, 1.0], &values, Ease::Linear).with_wrap(Wrap::Hold, Wrap::PingPong)
    };
    for (property, size) in [
        (Property::Color, 0.75_f64.sqrt()),
        (Property::named("color.diffuse", 3), 0.75_f64.sqrt()),
        (Property::named("instance/fov", 1), 0.5),
        (Property::Scale, 0.75_f64.sqrt()),
    ] {
        let mut report = Report::new();
        let clip = clip(vec![part(property.clone(), 0, up(property.width()))]);
        Stf::from_clips_with(&[clip], &EncodeOptions::default(), &mut report).unwrap();
        let ends = report.losses.iter().filter(|loss| loss.code.id == "stf::ends");
        let fates: Vec<Fate> = ends.map(|loss| loss.fate).collect();
        assert_eq!(fates, [Fate::Approximated(Deviation::of(&property, size))], "{report}");
    }
}

/// A curve of weights has the keys of all of them.
#[test]
fn each_weight_has_the_keys_that_it_needs() {
    let third = f64::from(1.0_f32 / 3.0);
    let times: Vec<f64> = (0..=30).map(f64::from).collect();
    let bent = |n: u32| if n == 17 { 1.0 } else { 0.0 };
    // A line in single precision, a peak, and a value that stays.
    let values = (0..=30).flat_map(|n| [f64::from((f64::from(n) * third) as f32), bent(n), 0.25]);
    let values: Vec<f64> = values.collect();
    let mut clip = clip(vec![part(Property::Weights { count: 3 }, 0, curve(&times, &values, Ease::Linear))]);
    clip.nodes[0].morphs = vec!["smile".into(), "blink".into(), "frown".into()];
    let mut report = Report::new();
    let stf = Stf::from_clips_with(&[clip.clone()], &EncodeOptions::default(), &mut report).unwrap();
    let frames: Vec<_> = animation(&stf).tracks.iter().map(|track| track.timepoints.clone()).collect();
    assert_eq!(frames, [vec![0.0, 300.0], vec![0.0, 160.0, 170.0, 180.0, 300.0], vec![0.0, 300.0]]);
    let Fate::Approximated(error) = report.losses[0].fate else { panic!("{report}") };
    assert!(0.0 < error.size && error.size <= 10.0 * f64::from(f32::EPSILON), "{error}");
    let again = &stf.clips()[0];
    let names: Vec<_> = again.channels.iter().map(|channel| again.channel_name(channel)).collect();
    assert_eq!(names, ["weight/smile", "weight/blink", "weight/frown"]);
    for time in [0.3, 16.9, 17.5, 29.0] {
        let expected = clip.channels[0].curve().at(time);
        for (channel, expected) in again.channels.iter().zip(expected) {
            assert!((channel.curve().at(time)[0] - expected).abs() <= error.size, "{time}");
        }
    }
}

#[test]
fn steps_after_bezier_keys_are_jumps() {
    let eases = vec![Ease::Bezier, Ease::Step, Ease::Linear, Ease::Linear];
    let mixed = curve(&[0.0, 1.0, 2.0, 3.0], &[0.0, 1.0, 5.0, 6.0], Ease::Linear).with_eases(eases).unwrap();
    let mixed = mixed.with_handles(vec![Handles::default(); 4]).unwrap();
    let (stf, report) = encode(&clip(vec![part(Property::Visible, 0, mixed)]), &EncodeOptions::default());
    assert!(is_complete(&animation(&stf).tracks[0]));
    // A jump takes a 1024th of a frame of a tenth of a second.
    assert_eq!(errors(&report), [Deviation::time(0.1 / 1024.0)]);
    let clips = stf.clips();
    for (time, expected) in
        [(0.5, 0.5), (1.0, 1.0), (1.5, 1.0), (1.9999, 1.0), (2.0, 5.0), (2.5, 5.5), (4.0, 6.0)]
    {
        let found = clips[0].channels[0].curve().at(time)[0];
        assert!((found - expected).abs() < 1e-9, "{time}: {found}");
    }
}

#[test]
fn keys_on_one_frame_and_numbers_that_are_not_finite_are_reported() {
    let near = 0.5 + 1e-12;
    let merged = curve(&[0.0, 0.5, near, 1.0], &[0.0, 1.0, 3.0, 4.0], Ease::Linear);
    let (stf, report) =
        encode(&clip(vec![part(Property::Translation, 0, merged)]), &EncodeOptions::default());
    assert_eq!(errors(&report), [Deviation::time(0.1 / 1024.0)]);
    // The segment to the first of both keys is kept, and so is the jump to the second.
    let clips = stf.clips();
    for (time, expected) in [(0.25, 0.5), (0.4, 0.8), (0.4999, 0.9998), (0.5, 3.0), (0.75, 3.5), (1.0, 4.0)] {
        let found = clips[0].channels[0].curve().at(time)[0];
        assert!((found - expected).abs() < 1e-9, "{time}: {found}");
    }
    // No segment precedes the first key.
    let begins = curve(&[0.0, 1e-12, 1.0], &[1.0, 3.0, 4.0], Ease::Linear);
    let (_, report) = encode(&clip(vec![part(Property::Translation, 0, begins)]), &EncodeOptions::default());
    assert_eq!(errors(&report), [Deviation::length(2.0)]);
    let broken = curve(&[0.0, 1.0], &[f64::NAN, 1.0], Ease::Linear);
    let (_, report) = encode(&clip(vec![part(Property::Scale, 0, broken)]), &EncodeOptions::default());
    assert_eq!(errors(&report), [Deviation::ratio(f64::INFINITY)]);
}

#[test]
fn the_option_tracks_baked_adds_a_key_at_every_frame() {
    // The curve rises like a parabola: 4 u^2, with the handles of a quadratic segment.
    let handles = [
        Handles { into: [0.0; 2], out: [1.0 / 3.0, 0.0] },
        Handles { into: [-1.0 / 3.0, -8.0 / 3.0], out: [0.0; 2] },
    ];
    let bent = curve(&[0.0, 1.0], &[0.0, 4.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap();
    let options = EncodeOptions { tracks_baked: true, ..EncodeOptions::default() };
    let (stf, report) = encode(&clip(vec![part(Property::Visible, 0, bent)]), &options);
    let track = &animation(&stf).tracks_baked[0];
    assert_eq!((track.timepoints.len(), track.track_baked), (11, Some(true)));
    assert_eq!(track.interpolation.as_deref(), Some("linear"));
    assert!(is_complete(track));
    // A line over a tenth of the parabola is off by 4 / 10^2 / 4 in its middle.
    let [error] = errors(&report)[..] else { panic!("{report}") };
    assert!((error.size - 0.01).abs() < 1e-6, "{error}");
    let found = stf.clips()[0].channels[0].curve().at(0.5)[0];
    assert!((found - 1.0).abs() < 1e-9, "{found}");
}

#[test]
fn frames_and_baked_values_are_counted_up_to_options() {
    // 11 frames of a curve that needs baked values.
    let times = [0.0, 0.25, 1.0];
    let handles = [Handles { into: [-0.1, 0.0], out: [0.1, 0.0] }; 3];
    let bent = curve(&times, &[0.0, 1.0, 4.0], Ease::Bezier).with_handles(handles.to_vec()).unwrap();
    let clip = clip(vec![part(Property::Visible, 0, bent)]);
    let number = |count: usize| NonZeroUsize::new(count).unwrap();
    let encoded = |tracks_baked: bool, frames: usize, baked_values: Option<usize>| {
        let options = EncodeOptions {
            tracks_baked,
            frames: number(frames),
            baked_values: baked_values.map(number),
            ..EncodeOptions::default()
        };
        let (stf, report) = encode(&clip, &options);
        let told = report.losses.iter().filter(|loss| loss.code.id == "stf::dropped");
        let told: Vec<String> = told.map(|loss| loss.message.clone()).collect();
        ((animation(&stf).tracks_baked.len(), stf.buffer_ids().count()), told.concat())
    };
    for (tracks, frames, values, made) in [
        (false, 11, None, (0, 1)),
        (false, 10, None, (0, 0)),
        (false, 11, Some(11), (0, 1)),
        (false, 11, Some(10), (0, 0)),
        (true, 11, Some(11), (1, 1)),
    ] {
        assert_eq!(encoded(tracks, frames, values), (made, String::new()), "{tracks} {frames} {values:?}");
    }
    let (made, told) = encoded(true, 10, None);
    assert!(
        made == (0, 0) && told.contains("more than 10 frames: the option `frames` allows more"),
        "{told}"
    );
    let (made, told) = encoded(true, 11, Some(10));
    assert!(made == (0, 0) && told.contains("the option `baked-values` allows more"), "{told}");
}

#[test]
fn the_error_of_a_baked_track_is_that_of_the_whole_way() {
    let options = EncodeOptions { tracks_baked: true, ..EncodeOptions::default() };
    // A swing between two keys of one frame, and one across a frame from half frames.
    for (times, out) in [([0.102, 0.108], 5.0), ([0.05, 0.25], 3.0), ([0.13, 0.29], -7.0)] {
        let third = (times[1] - times[0]) / 3.0;
        let flat = |rise: f64| Handles { into: [-third, rise], out: [third, rise] };
        let swing =
            curve(&times, &[0.0, 0.0], Ease::Bezier).with_handles(vec![flat(out), flat(out)]).unwrap();
        let swing = clip(vec![part(Property::Visible, 0, swing)]).with_duration(0.4);
        let (stf, report) = encode(&swing, &options);
        let [stated] = errors(&report)[..] else { panic!("{report}") };
        let (before, after) = (swing.channels[0].curve(), stf.clips()[0].channels[0].curve().clone());
        let apart = |n: u16| (before.at(f64::from(n) / 1e4)[0] - after.at(f64::from(n) / 1e4)[0]).abs();
        let found = (0..4000).map(apart).fold(0.0, f64::max);
        assert!((found - stated.size).abs() <= 1e-3 * found && found > 0.1, "{found} and not {stated}");
    }
}

#[test]
fn the_error_of_a_baked_position_is_a_distance() {
    // Each coordinate is the parabola 4 u^2: its lines are off by 0.01.
    let [out, into] = [[0.0; 3], [-8.0 / 3.0; 3]];
    let handles = [0, 1].into_iter().flat_map(|key| {
        (0..3).map(move |part| match key {
            0 => Handles { into: [0.0; 2], out: [1.0 / 3.0, out[part]] },
            _ => Handles { into: [-1.0 / 3.0, into[part]], out: [0.0; 2] },
        })
    });
    let bent = curve(&[0.0, 1.0], &[0.0, 0.0, 0.0, 4.0, 4.0, 4.0], Ease::Bezier);
    let bent = bent.with_handles(handles.collect()).unwrap();
    let options = EncodeOptions { tracks_baked: true, ..EncodeOptions::default() };
    let (_, report) = encode(&clip(vec![part(Property::Translation, 0, bent)]), &options);
    let [error] = errors(&report)[..] else { panic!("{report}") };
    assert!((error.size - 0.01 * f64::sqrt(3.0)).abs() < 1e-6, "{error}");
}

#[test]
fn reset_animations_are_found_again() {
    let text = r#"{"stf": {"root": "p"}, "resources": {"p": {"type": "stf.prefab", "root_nodes": []},
        "a": {"type": "stf.animation", "name": "A", "loop": "none", "fps": 1, "range": [0, 1], "tracks": [],
            "reset_animation": 0, "referenced_resources": ["b"]},
        "b": {"type": "stf.animation", "name": "B", "loop": "none", "fps": 1, "range": [0, 1], "tracks": [],
            "is_reset_animation": true}}}"#;
    let clips = crate::documents::container(text).clips();
    let mut report = Report::new();
    let stf = Stf::from_clips_with(&clips, &EncodeOptions::default(), &mut report).unwrap();
    let [a, b] = ["a", "b"].map(|id| stf.animation(id).unwrap());
    let reset = a.reset_animation.as_ref().and_then(|reset| reset.resolve(&a.referenced_resources));
    assert_eq!((reset, a.is_reset_animation, b.is_reset_animation), (Some("b"), None, Some(true)));
    assert!(report.is_empty(), "{report}");
    // Alone, it has lost its reset animation.
    Stf::from_clips_with(&clips[..1], &EncodeOptions::default(), &mut report).unwrap();
    assert_eq!(report.losses.len(), 1);
}

#[test]
fn displacements_are_added_to_translations() {
    let x = part(Property::Translation, 0, curve(&[0.0, 1.0], &[0.0, 4.0], Ease::Linear));
    let y = part(Property::Displacement, 1, curve(&[0.0, 0.5, 1.0], &[0.0, 6.0, 0.0], Ease::Linear));
    for (channels, expected) in [
        (vec![x.clone(), y.clone()], [1.0, 5.0, 3.0]),
        (vec![y.clone(), x], [1.0, 5.0, 3.0]),
        (vec![y], [1.0, 5.0, 3.0]),
    ] {
        let (stf, report) = encode(&clip(channels), &EncodeOptions::default());
        let found = stf.clips()[0].pose(0.25).local[0].translation();
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
        assert!(report.losses.iter().all(|loss| loss.fate != Fate::Dropped), "{report}");
    }
    // A step and a spline have no common keys: the sum is within the error that is reported.
    let step = part(Property::Displacement, 0, curve(&[0.0, 0.3], &[0.0, 1.0], Ease::Step));
    let wave = part(Property::Translation, 0, curve(&[0.0, 1.0], &[0.0, 2.0], Ease::Sine));
    let (stf, report) = encode(&clip(vec![wave, step]), &EncodeOptions::default());
    let error = errors(&report).iter().map(|error| error.size).sum::<f64>();
    assert!(error > 0.0 && error < 5e-3, "{report}");
    for n in 0..100 {
        let time = f64::from(n) / 100.0 + 0.0037;
        let expected = 1.0 - (std::f64::consts::PI * time).cos() + if time < 0.3 { 0.0 } else { 1.0 };
        let found = stf.clips()[0].pose(time).local[0].translation()[0];
        assert!((found - expected).abs() <= 1.2 * error, "{time}: {found} {expected} {error}");
    }
}

#[test]
fn what_a_later_channel_or_a_matrix_replaces_is_reported() {
    let still = |property: Property, values: &[f64]| part(property, 0, Curve::constant(values).unwrap());
    let both = vec![still(Property::Scale, &[1.0; 3]), still(Property::Scale, &[2.0; 3])];
    let (_, report) = encode(&clip(both), &EncodeOptions::default());
    assert_eq!(report.losses.len(), 1, "{report}");
    let rows = [1.0, 0.0, 0.0, 7.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let both = vec![still(Property::Matrix, &rows), still(Property::Translation, &[5.0; 3])];
    let (stf, report) = encode(&clip(both), &EncodeOptions::default());
    assert_eq!(report.losses.len(), 1, "{report}");
    assert_eq!(stf.clips()[0].pose(0.0).local[0].translation(), [7.0, 0.0, 0.0]);
}

/// The largest angle between the rotations of two clips up to a time, sampled 1,000 times.
fn apart(a: &Clip, b: &Clip, end: f64) -> f64 {
    let rotation = |clip: &Clip, time: f64| {
        let value = clip.channels[0].curve().at(time).try_into().unwrap();
        anim_core::quaternion::normalize(value)
    };
    let angles = (0..=1000)
        .map(|step| f64::from(step) / 1000.0 * end)
        .map(|time| anim_core::quaternion::angle_between(rotation(a, time), rotation(b, time)));
    angles.fold(0.0, f64::max)
}

#[test]
fn rotations_play_as_their_keys_are_although_readers_play_frames() {
    // 170° about z in two frames, the quaternion a spline with flat tangents in each number.
    let (sin, cos) = 85f64.to_radians().sin_cos();
    let spin = curve(&[0.0, 0.2], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, sin, cos], Ease::Bezier);
    let flat = |x: f64| Handles { into: [-x, 0.0], out: [x, 0.0] };
    let spin = spin.with_handles(vec![flat(0.2 / 3.0); 8]).unwrap();
    // A jump by 90° in the middle of a frame, between straight lines.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let values = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, half, half], [0.0, 0.0, half, half]].concat();
    let jump = curve(&[0.0, 0.25, 0.5], &values, Ease::Linear);
    let jump = jump.with_eases(vec![Ease::Step, Ease::Linear, Ease::Linear]).unwrap();
    // A swing within a frame.
    let still = [0.0, 0.0, 0.0, 1.0].repeat(2);
    let away = |x: f64| Handles { into: [-x, 1.0], out: [x, 1.0] };
    let swing = curve(&[0.102, 0.108], &still, Ease::Bezier);
    let swing = swing.with_handles([flat(0.002), flat(0.002), away(0.002), flat(0.002)].repeat(2)).unwrap();
    for (curve, end) in [(spin, 0.2), (jump, 0.5), (swing, 0.2)] {
        let before = clip(vec![part(Property::Rotation, 0, curve)]);
        let (stf, report) = encode(&before, &EncodeOptions::default());
        let after = &stf.clips()[0];
        let found = apart(&before, after, end);
        let stated = report.losses.iter().filter_map(|loss| match loss.fate {
            Fate::Approximated(error) => Some(error.size),
            _ => None,
        });
        let stated = stated.fold(0.0, f64::max);
        assert!(found <= stated + 1e-6 && stated <= 1e-3, "{found} and not {stated}: {report}");
    }
}
